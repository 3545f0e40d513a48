// Tests warnings about loops that grow asymptotically faster than the work.
#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/auto_schedule.h"

namespace scorchc::schedule {
namespace {

/// The decision on a subject, if there is one.
std::optional<Decision> decided(const std::string& subject, const std::string& expression,
                                const std::vector<std::string>& formats, const std::string& schedule,
                                const std::vector<std::string>& extents) {
  front::Settings settings;
  settings.formats = formats;
  settings.schedule = schedule;
  settings.dims = extents;
  Decisions decisions;
  Diagnostics warnings;
  auto_schedule(infer::infer_formats(front::kernel_of(expression, settings), decisions, warnings), decisions);
  for (const Decision& decision : decisions)
    if (decision.subject == subject) return decision;
  return {};
}

/// The reason of the warning; empty if there is none.
std::string warned(const std::string& expression, const std::vector<std::string>& formats,
                   const std::string& schedule = "auto", const std::vector<std::string>& extents = {}) {
  const std::optional<Decision> warning = decided("warning", expression, formats, schedule, extents);
  return warning ? warning->reason : "";
}

/// The commands that would not grow; empty if there is no such hint.
std::string hinted(const std::string& expression, const std::vector<std::string>& formats,
                   const std::vector<std::string>& extents, const std::string& schedule = "auto") {
  const std::optional<Decision> hint = decided("for nearly empty operands", expression, formats, schedule, extents);
  return hint ? hint->choice : "";
}

const std::string merges = "C(i,j) = A(i,k) * B(k,j)", triangles = "s = A(i,j) * A(j,k) * A(i,k)";

TEST_CASE("loops that grow faster than the work give a warning with a fix") {
  const std::string better = "the plan chosen without a schedule does not: convert(B(k,j): k, j); reorder(i, k, j)";
  CHECK_THAT(warned(merges, {"A=csr", "B=csc"}, "reorder(i, j, k)"), ContainsSubstring(better));
  CHECK_THAT(warned(triangles, {"A=csr"}), ContainsSubstring("merge operands to find common coordinates"));
  CHECK_THAT(warned(triangles, {"A=csr"}, "reorder(i, j, k)"),
             ContainsSubstring("merge operands to find common coordinates"));
}

TEST_CASE("loops without wasted work give no warning") {
  CHECK(warned(merges, {"A=csr", "B=csc"}) == "");
  CHECK(warned(merges, {"A=csr", "B=csr"}, "reorder(i, k, j)") == "");
  // The result has a position for every row, empty or not, which must be written.
  CHECK(warned("C(i,j) = A(i,j) + B(j,i)", {"A=dcsr", "B=dcsr", "C=csr"}) == "");
  CHECK(warned("C(i,j) = A(i,j)", {"A=dcsr", "C=csc"}) == "");
}

TEST_CASE("better legal loops are suggested without a warning") {
  const std::vector<std::string> formats = {"A=csr", "B=csr"}, extents = {"i=1000", "k=2000"};
  CHECK(hinted(merges, formats, extents) == "workspace(w(j): tuples)");
  CHECK(hinted(merges, formats, extents, "reorder(i, k, j)") == "workspace(w(j): tuples)");
  CHECK(warned(merges, formats, "auto", extents) == "");
  CHECK(hinted(merges, formats, extents, "workspace(w(j): tuples)") == "");
  CHECK(warned(merges, formats, "workspace(w(j): tuples)", extents) == "");
  CHECK(hinted("y(i) = A(i,j) * x(j)", {"A=csr", "x=sv"}, {"i=1000"}) == "reorder(i, j)");
  CHECK(hinted(merges, formats, {}) == "");
}

TEST_CASE("the warning names the converted operand if all loops grow") {
  CHECK_THAT(warned(merges, {"A=csr", "B=csc", "C=csr"}, "auto", {"i=1000", "j=1000"}),
             ContainsSubstring("stored in the order k, j it needs no conversion"));
}

}  // namespace
}  // namespace scorchc::schedule
