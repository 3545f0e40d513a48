// Tests lock files: how tune writes them and how --lock applies them.
#include <unistd.h>

#include "catch.h"
#include "data/storage.h"
#include "driver/lock_file.h"
#include "driver/program.h"
#include "driver/sandboxed_run.h"

namespace {

const std::vector<std::string> product = {
    "C(i,k) = A(i,j) * B(j,k)", "--fmt", "A=csr", "--fmt", "B=csr", "--fmt", "C=csr", "--name", "spgemm"};
const std::string lock =
    "# a comment\n\nkernel spgemm: C(i,k) = A(i,j) * B(j,k)\ntensor C: csr\ntensor A: csr\n"
    "tensor B: csr\nschedule: convert(A(i,j): j, i); reorder(j, i, k)\n";

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Outcome with_lock(const std::string& text, const std::vector<std::string>& arguments) {
  const Workplace workplace;
  workplace.write("tuned.lock", text);
  return workplace.scorchc(with(arguments, {"--lock", "tuned.lock"}));
}

std::string replaced(std::string text, const std::string& old, const std::string& with_this) {
  return text.replace(text.find(old), old.size(), with_this);
}

}  // namespace

TEST_CASE("tune writes a lock file that later compilations use", "[compiler]") {
  const Workplace workplace;
  const std::vector<std::string> sizes = {"--dim", "i=20", "--dim", "j=25", "--dim", "k=15"};
  const Outcome tuned = workplace.scorchc(
      with_compiler(with(with(with({"tune"}, product), sizes),
                         {"--most", "3", "--rounds", "1", "--threads", "1", "--lock", "tuned.lock"})));
  CAPTURE(tuned.err);
  REQUIRE(tuned.exit_code == 0);
  CHECK_THAT(tuned.out, Catch::Matchers::StartsWith("spgemm: C(i,k) = A(i,j) * B(j,k)\n") &&
                            ContainsSubstring("automatic") && ContainsSubstring("chosen") &&
                            ContainsSubstring("on 1 thread"));
  const std::string written = workplace.read("tuned.lock");
  CHECK_THAT(written, ContainsSubstring("\n\nkernel spgemm: C(i,k) = A(i,j) * B(j,k)\ntensor C: csr\ntensor A: csr\n"
                                        "tensor B: csr\nschedule: "));
  const std::vector<std::string> data = with({"--data", "A=random:nnz=20%", "--data", "B=random:nnz=20%"}, sizes);
  const auto result_of = [&](const std::string& name, const std::vector<std::string>& more) {
    const Outcome outcome =
        workplace.scorchc(with_compiler(with(with(with({"run"}, product), data), with(more, {"-o", name}))));
    CAPTURE(outcome.err);
    CHECK(outcome.exit_code == 0);
    return workplace.read(name);
  };
  CHECK(result_of("locked.tns", {"--lock", "tuned.lock"}) == result_of("automatic.tns", {}));

  // Entries of other kernels are kept.
  const Outcome other = workplace.scorchc(with_compiler({"tune", "s = A(i)", "--name", "total", "--dim", "i=9",
                                                         "--rounds", "1", "--threads", "1", "--lock", "tuned.lock"}));
  CAPTURE(other.err);
  CHECK(other.exit_code == 0);
  CHECK(workplace.read("tuned.lock") ==
        written +
            "\nkernel total: s = A(i)\ntensor s: inferred\ntensor A: dense\nschedule: reorder(i); vectorize(i)\n");
}

TEST_CASE("tune needs no lock file and leaves no other file") {
  const Workplace workplace;
  const Outcome outcome = workplace.scorchc(with_compiler(
      {"tune", "y(i) = A(i,j) * x(j)", "--fmt", "A=csr", "--dim", "i=9", "--dim", "j=9", "--rounds", "1"}));
  CAPTURE(outcome.err);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  CHECK(workplace.list().empty());
}

TEST_CASE("a sandboxed run that is too slow or fails does not end scorchc") {
  using namespace scorchc;
  driver::KernelCall call;
  call.start = data::zeros(ValueType::f32, 1);
  const auto sandboxed_run = [&](auto kernel) {
    driver::Runner runner;
    runner.call = [&](RunnerTensor*, std::int32_t, std::int32_t) { return kernel(); };
    return driver::run_sandboxed(runner, call, 0.05);
  };
  const auto pass_time = [] {
    for (volatile std::int64_t n = 0; n >= 0;) n = 1;
    return 0;
  };
  CHECK(sandboxed_run([] { return 0; }).ending == driver::SandboxedOutcome::ok);
  CHECK(sandboxed_run(pass_time).ending == driver::SandboxedOutcome::too_slow);
  CHECK(sandboxed_run([] { return 3; }).ending == driver::SandboxedOutcome::failed);
  CHECK(sandboxed_run([]() -> int { _exit(0); }).ending == driver::SandboxedOutcome::failed);
}

TEST_CASE("a locked kernel always gets the commands of its entry") {
  const Outcome code = with_lock(lock, product);
  CAPTURE(code.err);
  CHECK(code.exit_code == 0);
  CHECK_THAT(code.out, ContainsSubstring("convert(A(i,j): j, i); reorder(j, i, k)"));
  CHECK(code.out == with_lock(lock, product).out);
  CHECK(code.out == Workplace().scorchc(with(product, {"--schedule", "convert(A(i,j): j, i); reorder(j, i, k)"})).out);
  const std::vector<std::string> explain = with({"explain"}, product);
  CHECK_THAT(with_lock(lock, explain).out, ContainsSubstring("lock: schedule: from tuned.lock\n"));
}

TEST_CASE("a kernel without an entry is scheduled automatically, and explain says so") {
  const std::string other = replaced(lock, "kernel spgemm", "kernel other");
  CHECK(with_lock(other, product).out == Workplace().scorchc(product).out);
  CHECK_THAT(with_lock(other, with({"explain"}, product)).out,
             ContainsSubstring("lock: schedule: automatic\n    tuned.lock has no entry `spgemm`\n"));
}

TEST_CASE("a lock file that is invalid is an error with its location") {
  struct Case {
    std::string text;
    std::vector<std::string> more;
    std::string message;
  };
  const std::vector<Case> cases = {
      {replaced(lock, "A(i,j) * B", "A(i,j) + B"),
       {},
       "error[SC0241]: `spgemm` has another statement here: `C(i,k) = A(i,j) * B(j,k)`\n  --> tuned.lock:3:16"},
      {replaced(lock, "tensor A: csr", "tensor A: csc"),
       {},
       "error[SC0241]: `A` has another format here: `csr`\n  --> tuned.lock:5:11"},
      {replaced(lock, "tensor A: csr", "tensor D: csr"),
       {},
       "error[SC0241]: `spgemm` has no tensor `D`\n  --> tuned.lock:5:8"},
      {replaced(lock, "tensor A: csr\n", ""),
       {},
       "error[SC0241]: the entry of `spgemm` names 2 tensors, but the kernel has 3\n  --> tuned.lock:3:8"},
      {lock,
       {"--schedule", "none"},
       "error[SC0242]: `spgemm` has a schedule here and another one in `tuned.lock`\n  --> --schedule, column 1"},
      {replaced(lock, "reorder(j, i, k)", "reorder(j, i)"), {}, "error[SC0231]: `reorder(j, i)`"},
      {replaced(lock, "kernel spgemm:", "kernel spgemm"),
       {},
       "error[SC0240]: `kernel spgemm C(i,k) = A(i,j) * B(j,k)` is not a line of a lock file\n  --> tuned.lock:3:1"},
      {lock + lock.substr(lock.find("kernel")), {}, "error[SC0240]: `spgemm` has two entries\n  --> tuned.lock:8:8"},
      {lock + "schedule: reorder(i, j, k)\n", {}, "error[SC0240]: `spgemm` has two schedules\n  --> tuned.lock:8:1"},
      {lock.substr(0, lock.find("schedule")), {}, "error[SC0240]: `spgemm` has no schedule\n  --> tuned.lock:3:8"},
      {lock + "format A: csr\n", {}, "error[SC0240]: `format A` is not a keyword of a lock file\n  --> tuned.lock:8:1"},
      {"tensor A: csr\n" + lock,
       {},
       "error[SC0240]: expected `kernel` at the start of a lock file, found `tensor A`\n  --> tuned.lock:1:1"},
      {lock + "\nkernel :\n", {}, "error[SC0240]"},
      {lock + "\nschedule:", {}, "error[SC0240]"},
      {"\xff\n\x01: x\n", {}, "error[SC0240]"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.message);
    const Outcome outcome = with_lock(c.text, with(product, c.more));
    CHECK(outcome.exit_code == 1);
    CHECK_THAT(outcome.err, ContainsSubstring(c.message));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("a printed lock file parses back to the same entries") {
  using namespace scorchc;
  const driver::LockFile file = driver::parse_lock(make_source("tuned.lock", lock));
  REQUIRE(file.entries.size() == 1);
  CHECK(file.entries[0].schedule.text == "convert(A(i,j): j, i); reorder(j, i, k)");
  CHECK(driver::print_lock(driver::parse_lock(make_source("", driver::print_lock(file.entries))).entries) ==
        driver::print_lock(file.entries));
}
