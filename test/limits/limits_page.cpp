// Writes the codes and numbers of docs/limits.md, from the compiler's tables and constants.
#include <span>
#include <stdexcept>

#include "data/read.h"
#include "data/storage.h"
#include "driver/emit_kinds.h"
#include "driver/errors_page.h"
#include "driver/random_case.h"
#include "front/fragment.h"
#include "ir/kernel.h"
#include "limits/pages.h"
#include "lower/options.h"
#include "schedule/choose/choose_contraction.h"
#include "schedule/search/candidate_orders.h"
#include "schedule/search/plans.h"
#include "schedule/search/protocol_search.h"
#include "schedule/transform/accumulated_sum.h"
#include "support/diagnostics.h"

namespace scorchc::test {
namespace {

static_assert(data::max_order == front::max_order, "tensors in files and in statements have the same greatest order");

/// The first line after `Fails:` in the code's section of docs/errors.md.
std::string example(std::string_view code) {
  const std::string page(driver::error_section(code));
  const std::string mark = "Fails:\n\n    ";
  const std::size_t begin = page.find(mark);
  if (begin == std::string::npos) throw std::runtime_error("docs/errors.md has no example of " + std::string(code));
  const std::string line = page.substr(begin + mark.size(), page.find('\n', begin + mark.size()) - begin - mark.size());
  return line.substr(0, line.find("  "));  // without a remark after it
}

/// The anchor of a heading such as `## SC0607 needs_sequence`.
std::string anchor(const CodeInfo& code) {
  return "sc" + std::string(code.id.substr(2)) + "-" + std::string(code.name);
}

/// The number as in 4,096.
template <class Integer>
std::string count(Integer value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

/// The size as in 16 MiB.
std::string bytes(std::uint64_t value) {
  constexpr std::uint64_t mebibyte = 1 << 20;
  return value >= 1024 * mebibyte ? count(value / (1024 * mebibyte)) + " GiB" : count(value / mebibyte) + " MiB";
}

struct Limit {
  std::string what, most;
  Code code;
};

std::vector<Limit> limits() {
  using namespace front;
  return {
      {"a spec, an expression, a flag", bytes(max_input_bytes), Code::too_large},
      {"a spec's file, standard input", bytes(max_input_bytes), Code::file_too_large},
      {"nesting of parentheses, calls and signs; of a JSON spec", count(max_nesting), Code::too_large},
      {"tensors and numbers in a statement; items of a list", count(max_terms), Code::too_large},
      {"statements, kernels of a spec", count(max_statements), Code::too_large},
      {"modes of a tensor, in a statement or a file", count(max_order), Code::too_large},
      {"distinct indices in a statement", count(max_indices), Code::too_large},
      {"bytes of a name", count(max_name_bytes), Code::too_large},
      {"rows and columns of a block", count(max_block), Code::too_large},
      {"tensors with settings; indices with settings", count(max_settings), Code::too_large},
      {"values of a JSON spec", count(max_json_values), Code::too_large},
      {"a data file", bytes(data::ReadLimits{}.bytes), Code::file_too_large},
      {"a compressed file, decompressed",
       count(data::most_growth) + " times its size, or " + bytes(data::always_decompressed), Code::file_too_large},
      {"values of one tensor", count(data::max_cells) + ", or a quarter of the machine's memory",
       Code::storage_too_large},
      {"positions and coordinates of a format with `i32`", count(2147483647), Code::index_overflow},
      {"entries of a result that a kernel counts in `i32`", count(2147483647), Code::kernel_overflow},
      {"points of an iteration space that `verify` visits", count(driver::most_points_given), Code::too_large},
  };
}

}  // namespace

std::string unsupported_codes() {
  std::string text = "| code | what | for example |\n|---|---|---|\n";
  for (const CodeInfo& code : all_codes())
    if (code.exit == ExitCode::unsupported)
      text += "| [" + std::string(code.id) + "](errors.md#" + anchor(code) + ") | " + std::string(code.title) + " | `" +
              example(code.id) + "` |\n";
  return text;
}

std::string numeric_limits() {
  std::string text = "| what | at most | code |\n|---|---|---|\n";
  for (const Limit& limit : limits())
    text += "| " + limit.what + " | " + limit.most + " | " + std::string(info(limit.code).id) + " |\n";
  const lower::Options options;
  return text +
         "\nBeyond these limits nothing is refused; scorchc uses another method.\n\n| what | at most | beyond "
         "|\n|---|---|---|\n" +
         "| sparse operands in one loop that are merged by a lattice | " + count(options.max_lattice_iterators) +
         " | merged by flags; code size grows with their number |\n" +
         "| operands of a kernel whose one-call function fills a sparse result in one pass | " +
         count(options.max_one_pass_operands) + " | the function counts, then fills |\n" +
         "| sparse addends that are merged in one loop | " + count(schedule::max_merged_operands) + ", or " +
         count(schedule::max_merged_without_capacity) +
         " if no array is as long as their index | accumulated in a workspace |\n" +
         "| extent of an index for which a kernel allocates an array, if `--dim` or data give the extent | " +
         count(longest_array) + " | lists of the stored components |\n" +
         "| indices whose loop orders are all enumerated | " + count(schedule::most_exhaustive) +
         " | the cheapest for each set of outer loops |\n" + "| plans that the cost model prices in full | " +
         count(schedule::most_plans) + ", fewer for long statements | only the most promising |\n" +
         "| plans that are priced to regroup a product | " + count(schedule::most_priced) +
         " | the best found so far |\n" + "| operands of a statement with `gallop` | " +
         count(schedule::most_operands_galloped) + " | walked |\n";
}

}  // namespace scorchc::test
