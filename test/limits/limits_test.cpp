// docs/limits.md says what the compiler does: it is generated, and compared.
#include <cstdlib>

#include "catch.h"
#include "golden/line_diff.h"
#include "limits/pages.h"
#include "support/files.h"

TEST_CASE("the page of limits is what is generated", "[deep]") {
  const std::string path = SCORCHC_SOURCE_DIR "/docs/limits.md";
  const std::string page =
      "# Limits\n\n"
      "What is not supported, and what is too large. This page is generated from the compiler: `tools/update-goldens`\n"
      "writes it, and a test compares.\n\n"
      "## Not supported\n\n"
      "Valid, but not there yet: exit code 3, with the feature's name. It never ends in a wrong kernel.\n\n" +
      scorchc::test::unsupported_codes() +
      "\n## Kernels\n\n"
      "Every kernel of these sets is compiled for this page, and held to the dense interpreter by the tests\n"
      "([architecture.md](architecture.md)).\n\n" +
      scorchc::test::supported_kernels() + "## Numbers\n\nBeyond these an input is refused: exit code 5.\n\n" +
      scorchc::test::numeric_limits();
  if (const char* update = std::getenv("SCORCHC_UPDATE_GOLDENS"); update != nullptr && std::string(update) == "1")
    scorchc::write_file(path, page);
  INFO("tools/update-goldens rewrites docs/limits.md; read the difference");
  const std::string difference = scorchc::test::line_diff(scorchc::read_file(path), page);
  INFO(difference);
  CHECK(difference.empty());
}
