// Parts of pages that say what the compiler says: tables of its constants, and what `explain` prints. In a page each
// stands between `<!-- generated: NAME -->` and `<!-- end -->`; tools/update-goldens rewrites them.
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
#include "schedule/cost.h"
#include "schedule/sizes.h"
#include "support/files.h"

using namespace scorchc;

namespace {

struct Row {
  std::string name;
  double value;
  std::string meaning;
};

// 100,000; 0.25
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
  return table("size", {{"assumed_extent", assumed_extent, "coordinates of an index that a sparse operand has"},
                        {"assumed_dense_extent", assumed_dense_extent, "coordinates of any other index"},
                        {"assumed_fibre", assumed_fibre, "stored coordinates of a sparse level below a known position"},
                        {"assumed_short_fibre", assumed_short_fibre, "the same, below another such level"},
                        {"assumed_slices", assumed_slices, "the share of a sparse outermost level that is stored"}});
}

std::string costs() {
  const schedule::Constants c;
  const std::vector<Row> rows = {
      {"dense_iteration", c.dense_iteration, "an iteration of a loop over every coordinate"},
      {"sparse_iteration", c.sparse_iteration, "an iteration of a loop over the positions of one operand"},
      {"entered", c.entered, "a loop over positions, or a merge, whenever it is come to"},
      {"start", c.start,
       "more, where it cannot be foretold how many there are, if any; and where a segment of a coordinate list ends"},
      {"tile_start", c.tile_start, "a tile of a vector loop"},
      {"row_filled", c.row_filled, "a loop that sets a row to one value, where more is done for each row"},
      {"tile_again", c.tile_again, "a vector loop that adds to what the iteration before it stored"},
      {"held_again", c.held_again,
       "a vector loop over 64 coordinates at most that adds to what the iteration before it left in registers"},
      {"merge_step", c.merge_step, "where several operands are merged, a coordinate where another one goes on"},
      {"merge_run", c.merge_run, "in a product, one that is passed in the same operand"},
      {"passed", c.passed, "an entry of a coordinate list, to come to the next coordinate of a level"},
      {"vector_body", c.vector_body, "an operation where the innermost loop is contiguous in all that it touches"},
      {"position_body", c.position_body, "an operation in a vector loop over positions"},
      {"lane", c.lane, "an operation in a lane of a vector loop"},
      {"lane_unused", c.lane_unused, "a lane of a vector loop over positions for which no position is left"},
      {"lanes_alone", c.lanes_alone,
       "a vector loop over the positions of one fibre, where fewer than 64 fibres follow one another"},
      {"lane_stored", c.lane_stored, "a component that a vector loop stores, whenever it does"},
      {"lane_near", c.lane_near,
       "one of few rows that are stored to before the next lanes of the first one are, by the loop below"},
      {"lane_far", c.lane_far, "one of many"},
      {"row_found", c.row_found, "a row that lanes find by the coordinates of an entry of a list"},
      {"tile", c.tile, "lanes that a vector loop takes at a time"},
      {"probed", c.probed, "a coordinate that is looked at to find another one"},
      {"strided", c.strided, "an operand of the innermost loop that is not read one component after the other"},
      {"gathered", c.gathered, "an operand whose component is looked up by a sparse coordinate"},
      {"apart", c.apart, "more, where neighbouring coordinates are not neighbours in memory"},
      {"accumulated", c.accumulated, "more, where such a component is increased"},
      {"again", c.again, "more, where one iteration after the other adds to the same component in memory"},
      {"list_insert", c.list_insert, "a component added into a workspace over one index"},
      {"list_cleared", c.list_cleared, "one of all places of such a workspace, for its marks, once, before the loops"},
      {"stamp", c.stamp,
       "a component added into one that is looked up, with the number of its round, for the first time"},
      {"stamp_again", c.stamp_again, "and again"},
      {"mark", c.mark, "a component added into one that is cleared where it will be looked up, for the first time"},
      {"mark_again", c.mark_again, "and again"},
      {"mark_cleared", c.mark_cleared, "a component that will be looked up, cleared before"},
      {"stamp_cleared", c.stamp_cleared, "one of all components of such a workspace, once, before the loops"},
      {"list_order", c.list_order, "a coordinate of it, sorted, walked and cleared"},
      {"tuple_insert", c.tuple_insert,
       "a component added into a workspace over several indices: a hashed list of tuples"},
      {"tuple_order", c.tuple_order, "a tuple of it, sorted, walked and cleared"},
      {"insert_far", c.insert_far,
       "more for each insertion, for each doubling of a list beyond 16,384 tuples, ten at most"},
      {"tuple_far", c.tuple_far, "the same, for each tuple"},
      {"stored", c.stored, "a component of the result, in memory"},
      {"append", c.append, "an entry appended to a sparse result"},
      {"row_end", c.row_end, "a row of a sparse result, with entries or without"},
      {"count_run", c.count_run,
       "loops that run before, to count the entries of a sparse result: so many times as much"},
      {"bound_run", c.bound_run, "loops that run before, to bound the entries of rows that are appended in one pass"},
      {"scattered", c.scattered, "loops whose entries are counted, then put in their rows: so many times as much"},
      {"parallel", c.parallel, "loops whose outermost runs in parallel: so many times as much"},
      {"row_move", c.row_move, "an entry of a converted operand where rows are counted"},
      {"row_step", c.row_step, "a row of it, with entries or without"},
      {"tuple_move", c.tuple_move, "an entry of a converted operand that is sorted by one level"},
      {"tuple_key", c.tuple_key, "more, for each further level that it is sorted by"},
      {"tuple_near", c.tuple_near, "an entry of one that is sorted by one level of at most 512 coordinates"},
      {"cleared", c.cleared,
       "a component of a dense temporary, or of dense levels that a sparse result is added up in"},
  };
  // A constant without a row shows here.
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
         driver::explain_text(driver::compile(kernels.front(), warnings)) + "```\n";
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
  INFO("`" << name << "` is no part that is generated");
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

TEST_CASE("generated parts of pages are what the compiler says") {
  const char* update = std::getenv("SCORCHC_UPDATE_GOLDENS");
  for (const std::string name : {"scheduling.md", "explain.md"}) {
    const std::filesystem::path path = std::filesystem::path(SCORCHC_SOURCE_DIR) / "docs" / name;
    const std::string page = read_file(path);
    const std::string now = with_parts(page);
    CHECK(now.find("<!-- generated: ") != std::string::npos);
    if (update != nullptr && std::string(update) == "1") {
      write_file(path, now);
      continue;
    }
    const std::string difference = test::line_diff(page, now);
    INFO("tools/update-goldens rewrites docs/" << name << "; read the difference");
    INFO(difference);
    CHECK(difference.empty());
  }
}
