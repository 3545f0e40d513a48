// Compares the generated parts of pages with the compiler: tables of its constants, and output of `explain`. A part is
// between `<!-- generated: NAME -->` and `<!-- end -->` in docs/; tools/update-goldens rewrites it.
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "catch.h"
#include "driver/compile.h"
#include "driver/explanation.h"
#include "front/front.h"
#include "golden/line_diff.h"
#include "schedule/estimate/cost.h"
#include "schedule/estimate/sizes.h"
#include "support/files.h"

using namespace scorchc;

namespace {

struct Row {
  std::string name;
  double value;
  std::string meaning;
};

// The number as in 100,000 and 0.25.
std::string number(double value) {
  if (value < 1000) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
  }
  std::string text = std::to_string(static_cast<long long>(value));
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string table(const std::string& heading, const std::vector<Row>& rows) {
  std::string text = "| " + heading + " | | |\n|---|---|---|\n";
  for (const Row& row : rows) text += "| `" + row.name + "` | " + number(row.value) + " | " + row.meaning + " |\n";
  return text;
}

std::string sizes() {
  using namespace schedule;
  return table(
      "size",
      {{"assumed_extent", assumed_extent, "extent of an index of a sparse operand"},
       {"assumed_dense_extent", assumed_dense_extent, "extent of any other index"},
       {"assumed_fibre", assumed_fibre, "stored coordinates per position of the level above, in a sparse level"},
       {"assumed_short_fibre", assumed_short_fibre, "the same, if the level above is sparse as well"},
       {"assumed_slices", assumed_slices, "fraction of the coordinates that a sparse outermost level stores"}});
}

std::string costs() {
  const schedule::Constants c;
  const std::vector<Row> rows = {
      {"dense_iteration", c.dense_iteration, "an iteration of a loop over every coordinate"},
      {"sparse_iteration", c.sparse_iteration, "an iteration of a loop over the positions of one operand"},
      {"loop_entry", c.loop_entry, "each entry to a loop over positions, or to a merge"},
      {"mispredict", c.mispredict,
       "in addition, if the trip count is unpredictable; also at the end of a segment of a coordinate list"},
      {"tile_start", c.tile_start, "a tile of a vector loop"},
      {"row_fill", c.row_fill, "a loop that sets a row to one value, if the loop around it does other work"},
      {"tile_store_forward", c.tile_store_forward,
       "a vector loop that adds to what the previous iteration stored in memory"},
      {"register_forward", c.register_forward,
       "a vector loop over at most 64 coordinates that adds to what the previous iteration left in registers"},
      {"merge_step", c.merge_step, "a coordinate at which a merge switches operands"},
      {"merge_run", c.merge_run, "a coordinate at which an intersection stays in the same operand"},
      {"scanned", c.scanned, "an entry of a coordinate list that is scanned to reach the next coordinate of a level"},
      {"entries_per_segment", c.entries_per_segment,
       "entries with equal coordinates from which a vector loop runs once for all of them, not for each"},
      {"vector_body", c.vector_body, "an operation in an innermost loop with only contiguous accesses"},
      {"position_body", c.position_body, "an operation in a vector loop over positions"},
      {"lane", c.lane, "an operation in a lane of a vector loop"},
      {"lane_unused", c.lane_unused, "a lane without a position, in the last vector of a loop over positions"},
      {"lanes_alone", c.lanes_alone,
       "a vector loop over the positions of one fibre, if fewer than 64 fibres follow each other"},
      {"lane_stored", c.lane_stored, "a component that a vector loop stores, each time"},
      {"lane_near", c.lane_near, "the same, if few other rows are stored between two tiles of a row"},
      {"lane_far", c.lane_far, "the same, if many are"},
      {"row_found", c.row_found, "a row that a vector loop locates by the coordinates of a list entry"},
      {"tile", c.tile, "lanes in a tile of a vector loop"},
      {"probed", c.probed, "a coordinate that a search examines"},
      {"strided", c.strided, "an operand that the innermost loop reads with a stride"},
      {"indirect", c.indirect, "an operand whose component is located by a sparse coordinate"},
      {"cache_miss", c.cache_miss, "in addition, if neighbouring coordinates are not adjacent in memory"},
      {"accumulated", c.accumulated, "in addition, if such a component is added to"},
      {"store_forward", c.store_forward, "a component in memory that consecutive iterations add to"},
      {"list_insert", c.list_insert, "an insertion into a workspace over one index that keeps a list of coordinates"},
      {"list_cleared", c.list_cleared, "a component of such a workspace, initialised once, before the loops"},
      {"stamp", c.stamp, "an insertion into a workspace with epoch stamps: the first for a component"},
      {"stamp_repeat", c.stamp_repeat, "and each further one"},
      {"mask", c.mask, "an insertion into a masked workspace: the first for a component"},
      {"mask_repeat", c.mask_repeat, "and each further one"},
      {"mask_cleared", c.mask_cleared, "a component of a masked workspace, reset before accumulation"},
      {"stamp_cleared", c.stamp_cleared, "a component of a workspace with stamps, initialised once, before the loops"},
      {"list_order", c.list_order, "a coordinate of a workspace's list: sorted, walked and reset"},
      {"tuple_insert", c.tuple_insert,
       "an insertion into a workspace over several indices, which is a hashed list of tuples"},
      {"tuple_order", c.tuple_order, "a tuple of it: sorted and walked"},
      {"insert_far", c.insert_far,
       "in addition, for an insertion: per doubling of the list beyond 16,384 tuples, at most ten times"},
      {"tuple_far", c.tuple_far, "the same, for a tuple that is sorted"},
      {"stored", c.stored, "a component of the result, in memory"},
      {"append", c.append, "an entry appended to a sparse result"},
      {"row_end", c.row_end, "a row of a sparse result, empty or not"},
      {"count_run", c.count_run, "the counting pass of a sparse result, as a share of its loops"},
      {"bound_run", c.bound_run,
       "the pass that bounds the entries of rows that are then appended, as a share of their loops"},
      {"scattered", c.scattered, "factor on loops whose entries are counted, then scattered"},
      {"parallel", c.parallel, "factor on loops whose outermost one is parallel"},
      {"row_move", c.row_move, "an entry of a converted operand, placed by a counting sort"},
      {"row_step", c.row_step, "a row of it, empty or not"},
      {"tuple_move", c.tuple_move, "an entry of a converted operand that is sorted by one level"},
      {"tuple_key", c.tuple_key, "in addition, for each further level"},
      {"tuple_near", c.tuple_near, "in place of `tuple_move`, if the level has at most 512 coordinates"},
      {"cleared", c.cleared,
       "a component of a dense temporary, or of dense levels that a sparse result accumulates in"},
  };
  // Fails if a constant has no row.
  REQUIRE(rows.size() * sizeof(double) == sizeof(schedule::Constants));
  return table("cost", rows);
}

struct Example {
  std::string expression, name;
  std::vector<std::string> formats, dims;
  std::string schedule = {};
};

std::string explanation(const Example& example) {
  front::Settings settings;
  settings.formats = example.formats;
  settings.dims = example.dims;
  settings.name = example.name;
  std::string command = "scorchc explain \"" + example.expression + "\"";
  for (const std::string& format : example.formats) command += " --fmt " + format;
  for (const std::string& dim : example.dims) command += " --dim " + dim;
  command += " --name " + example.name;
  if (!example.schedule.empty()) {
    settings.schedule = example.schedule;
    command += " \\\n    --schedule \"" + example.schedule + "\"";
  }
  Diagnostics warnings;
  const std::vector<Kernel> kernels = front::read_expression(example.expression, settings, warnings);
  REQUIRE(kernels.size() == 1);
  return "```sh\n" + command + "\n```\n\n```text output\n" +
         driver::explain_text(driver::compile(kernels.front(), warnings), 80) + "```\n";
}

std::string part(const std::string& name) {
  if (name == "sizes") return sizes();
  if (name == "costs") return costs();
  const std::string transposed = "A(i,j) = B(i,k) * C(j,k)", layer = "Y(i,l) = A(i,j) * X(j,k) * W(k,l)";
  const std::map<std::string, Example> examples = {
      {"explain", {"C(i,k) = A(i,j) * B(j,k)", "spgemm", {"A=csr", "B=csr"}, {}}},
      {"transposed", {transposed, "spgemm", {"A=csr", "B=csr", "C=csr"}, {}}},
      {"transposed, few rows", {transposed, "spgemm", {"A=csr", "B=csr", "C=csr"}, {"i=~8", "j=~8"}}},
      {"vectors", {"a(i) = B(i,j) * C(j,k) * d(k)", "spmv2", {"B=csr", "C=csr"}, {}}},
      {"vectors, factored",
       {"a(i) = B(i,j) * C(j,k) * d(k)", "spmv2", {"B=csr", "C=csr"}, {}, "factor(k: C(j,k), d(k))"}},
      {"layer", {layer, "gcn", {"A=csr"}, {"k=~256", "l=~16"}}},
  };
  const auto example = examples.find(name);
  INFO("`" << name << "`: there is no generated part with this name");
  REQUIRE(example != examples.end());
  return explanation(example->second);
}

std::string with_parts(const std::string& page) {
  const std::string mark = "<!-- generated: ", close = " -->\n", end_mark = "<!-- end -->";
  std::string text;
  std::size_t at = 0;
  for (;;) {
    const std::size_t begin = page.find(mark, at);
    if (begin == std::string::npos) return text + page.substr(at);
    const std::size_t named = page.find(close, begin);
    const std::size_t end = page.find(end_mark, begin);
    REQUIRE(named < end);
    REQUIRE(end != std::string::npos);
    const std::string name = page.substr(begin + mark.size(), named - begin - mark.size());
    text += page.substr(at, named + close.size() - at) + "\n" + part(name) + "\n";
    at = end;
  }
}

}  // namespace

TEST_CASE("generated parts of pages are up to date") {
  const char* update = std::getenv("SCORCHC_UPDATE_GOLDENS");
  for (const std::string name : {"autoscheduler.md", "explain.md"}) {
    const std::filesystem::path path = std::filesystem::path(SCORCHC_SOURCE_DIR) / "docs" / name;
    const std::string page = read_file(path);
    const std::string now = with_parts(page);
    CHECK(now.find("<!-- generated: ") != std::string::npos);
    if (update != nullptr && std::string(update) == "1") {
      write_file(path, now);
      continue;
    }
    const std::string difference = test::line_diff(page, now);
    INFO("tools/update-goldens rewrites docs/" << name << "; review the difference");
    INFO(difference);
    CHECK(difference.empty());
  }
}
