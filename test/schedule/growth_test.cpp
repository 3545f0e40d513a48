// Warnings of loops that grow faster than the work.
#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"

namespace scorchc::schedule {
namespace {

/// The reason, or nothing.
std::string warned(const std::string& expression, const std::vector<std::string>& formats, const std::string& schedule = "auto") {
  front::Settings settings;
  settings.formats = formats;
  settings.schedule = schedule;
  Decisions decisions;
  Diagnostics warnings;
  auto_schedule(infer::infer_formats(front::kernel_of(expression, settings), decisions, warnings), decisions);
  for (const Decision& decision : decisions)
    if (decision.subject == "warning") return decision.reason;
  return "";
}

const std::string merges = "C(i,j) = A(i,k) * B(k,j)", triangles = "s = A(i,j) * A(j,k) * A(i,k)";

TEST_CASE("loops that grow faster than the work are warned of, with what would help") {
  const std::string better = "those that are chosen without a schedule do not: convert(B(k,j): k, j); reorder(i, k, j)";
  CHECK_THAT(warned(merges, {"A=csr", "B=csc"}, "reorder(i, j, k)"), ContainsSubstring(better));
  CHECK_THAT(warned(triangles, {"A=csr"}), ContainsSubstring("walk operands to find where they meet"));
  CHECK_THAT(warned(triangles, {"A=csr"}, "reorder(i, j, k)"), ContainsSubstring("walk operands to find where they meet"));
}

TEST_CASE("loops that do what there is to do are not warned of") {
  CHECK(warned(merges, {"A=csr", "B=csc"}) == "");
  CHECK(warned(merges, {"A=csr", "B=csr"}, "reorder(i, k, j)") == "");
  // Rows without entries have a place in the result, and have to be written.
  CHECK(warned("C(i,j) = A(i,j) + B(j,i)", {"A=dcsr", "B=dcsr", "C=csr"}) == "");
  CHECK(warned("C(i,j) = A(i,j)", {"A=dcsr", "C=csc"}) == "");
}

}  // namespace
}  // namespace scorchc::schedule
