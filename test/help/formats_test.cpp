// Tests that `scorchc formats FORMAT` draws what the data library packs.
#include "catch.h"
#include "driver/format_drawing.h"
#include "driver/named_formats.h"
#include "driver/program.h"
#include "front/front.h"

using namespace scorchc;

namespace {

std::string drawing(const std::string& format) {
  return driver::draw_example(
      front::parse_format(make_source("--fmt", format), {0, static_cast<std::uint32_t>(format.size())}));
}

}  // namespace

TEST_CASE("a format's example is a grid and the arrays that hold it") {
  CHECK(drawing("csr") ==
        "For example A, 4 x 5:\n\n"
        "        j  0 1 2 3 4\n"
        "    i  0   1 . . 2 .\n"
        "       1   . . . . .\n"
        "       2   . 3 . . 4\n"
        "       3   5 . . 6 .\n\n"
        "  A2_pos   0 2 2 4 6\n"
        "  A2_crd   0 3 1 4 0 3\n"
        "  A_vals   1 2 3 4 5 6\n");
  CHECK_THAT(drawing("csc"),
             ContainsSubstring("A2_pos   0 2 3 3 5 6\n  A2_crd   0 3 2 0 3 2\n  A_vals   1 5 3 2 6 4\n"));
  CHECK_THAT(drawing("dcsr"), ContainsSubstring("A1_pos   0 3\n  A1_crd   0 2 3\n"));
  CHECK_THAT(drawing("coo"),
             ContainsSubstring("A1_crd   0 0 2 2 3 3\n  A2_crd   0 3 1 4 0 3\n") && !ContainsSubstring("_pos"));
  CHECK_THAT(drawing("sv:i64"), ContainsSubstring("        i  0 1 2 3 4 5 6 7\n           1 . . 2 . . 3 .\n") &&
                                    ContainsSubstring("A_vals   1 2 3\n"));
  CHECK_THAT(drawing("bcsr2x2"), ContainsSubstring("For example A, 5 x 5:"));
  CHECK_THAT(drawing("csf"), ContainsSubstring("  i = 2\n"));
  // Examples that are too large are not drawn.
  CHECK(drawing("bcsr64x64").empty());
}

TEST_CASE("every named format is drawn") {
  const Workplace workplace;
  for (const driver::NamedFormat& row : driver::named_formats()) {
    CAPTURE(row.name);
    const Outcome outcome = workplace.scorchc({"formats", std::string(row.name)});
    CHECK(outcome.exit_code == 0);
    CHECK_THAT(outcome.out, ContainsSubstring("For example A, ") && ContainsSubstring("\n  A_vals "));
  }
  CHECK(workplace.scorchc({"formats", "bcsr64x64"}).exit_code == 0);
  CHECK(workplace.scorchc({"formats", "compressed,compressed,compressed,compressed"}).exit_code == 0);
}
