// Tests the report of an internal error, a shell script.
#include "driver/replay.h"

#include "catch.h"
#include "driver/program.h"

using namespace scorchc::driver;

TEST_CASE("a replay carries the arguments and the spec") {
  const Workplace workplace;
  const std::string spec = "tensor A: csr\nkernel k: y(i) = A(i,j)*x(j) # END_OF_SPEC";
  const Replay replay{
      "0.1.0", "after lowering:\nsomething", {"k.scorch", "--name", "it's `x`\n$(y)"}, "k.scorch", spec};
  // Replaces scorchc by a script that prints its arguments and input.
  workplace.write("scorchc", "#!/bin/sh\nprintf '[%s]' \"$@\"\ncat\n");
  std::filesystem::permissions(workplace.path("scorchc"), std::filesystem::perms::owner_all);
  workplace.write("replay.sh", replay_script(replay));
  const Outcome outcome = workplace.program({"sh", "-c", "PATH=.:$PATH sh replay.sh"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out == "[-][--name][it's `x`\n$(y)]" + spec + "\n");

  const Replay plain{"0.1.0", "message", {"y = a"}, "y = a", ""};
  CHECK_THAT(replay_script(plain), ContainsSubstring("\nscorchc 'y = a'\n"));
}
