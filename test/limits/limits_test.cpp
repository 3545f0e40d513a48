// Generates docs/limits.md from the compiler and compares it with the page.
#include <cstdlib>

#include "catch.h"
#include "golden/line_diff.h"
#include "limits/pages.h"
#include "support/files.h"

TEST_CASE("the page of limits is what is generated", "[deep]") {
  const std::string path = SCORCHC_SOURCE_DIR "/docs/limits.md";
  const std::string page =
      "# Limits\n\n"
      "Statements that are not supported, and inputs that are too large. This page is generated from the\n"
      "compiler: `tools/update-goldens` writes it, and a test compares it.\n\n"
      "## Not supported\n\n"
      "These inputs are correct, but not supported yet. The exit code is 3, and the message names the\n"
      "feature. The result is never a wrong kernel.\n\n" +
      scorchc::test::unsupported_codes() +
      "\n## Kernels\n\n"
      "Every kernel of these sets is compiled for this page. The tests compare each with the dense\n"
      "interpreter ([testing.md](testing.md)).\n\n" +
      scorchc::test::supported_kernels() +
      "## Numbers\n\nAn input beyond one of these limits is refused (exit code 5).\n\n" +
      scorchc::test::numeric_limits();
  if (const char* update = std::getenv("SCORCHC_UPDATE_GOLDENS"); update != nullptr && std::string(update) == "1")
    scorchc::write_file(path, page);
  INFO("tools/update-goldens rewrites docs/limits.md; review the difference");
  const std::string difference = scorchc::test::line_diff(scorchc::read_file(path), page);
  INFO(difference);
  CHECK(difference.empty());
}
