// Parses user input into kernels (phase 1, `front`).
//
//   in       an expression (index notation or einsum) or a spec (JSON or text), and the settings of the command line
//   out      kernels with resolved names, parsed formats and explicit sums; statements that use each other's results
//            form one kernel
//   ensures  every tensor is used with one order; every operand has a complete format; every index of the statements is
//            in Kernel::indices; every sum is an explicit Reduce (docs/language.md); no name is used for both an index
//            and a tensor
//
// Example: `y(i)=A(i,j)*x(j)` with `A=csr` gives `y(i) = sum(j, A(i,j) * x(j))`, where x is dense and the format of y
// is open. Errors are thrown as Failure, with the location in the user's text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/kernel.h"
#include "support/diagnostics.h"

namespace scorchc::front {

/// The settings of the command line. Each string is the argument of a flag as the user wrote it; diagnostics show it
/// under the flag's name.
struct Settings {
  std::vector<std::string> formats;       // --fmt    "A=csr:f64"
  std::vector<std::string> types;         // --type   "f64" (all tensors) or "A=f64"
  std::vector<std::string> dims;          // --dim    "k=64" or "i=~1000"
  std::vector<std::string> nnz;           // --nnz    "A=5%" or "A=1e6"
  std::optional<std::string> index;       // --index  "i32" | "i64"
  std::optional<std::string> tensors;     // --tensors "A,B,C" (einsum: operands, then the result)
  std::optional<std::string> name;        // --name
  std::optional<std::string> name_space;  // --namespace
  std::optional<std::string> schedule;    // --schedule
  std::optional<std::string> parallel;    // --parallel "openmp" | "none"
  std::optional<std::string> isa;         // --isa avx2,sse2
  std::optional<std::string> caches;      // --target-cache "L1=48K,L2=2M"
  std::optional<std::string> helpers;     // --with "validate,pack,unpack"
  std::optional<std::string> blas;        // --blas "cblas" or "none"
};

/// Parses an expression from the command line. Statements that do not use each other's results are separate kernels.
std::vector<Kernel> read_expression(const std::string& text, const Settings& settings, Diagnostics& warnings);
/// Parse a spec. The settings override it. `source->name` is the path that diagnostics show.
std::vector<Kernel> read_json_spec(SourcePtr source, const Settings& settings, Diagnostics& warnings);
std::vector<Kernel> read_text_spec(const SourcePtr& source, const Settings& settings, Diagnostics& warnings);
/// True if lines of a text spec can begin with this word.
bool is_spec_word(std::string_view word);

/// Parses a format in any of the three spellings, with its attributes: the bytes `span` of `source`. `dense`, `coo` and
/// `csf` adapt to `order` (without it, the orders are 2, 2 and 3); any other format is checked against it.
Format parse_format(const SourcePtr& source, Span span, std::optional<int> order = {});
/// Parses one statement in index notation (not einsum); sums stay as written. The inverse of print. For tests, tools.
Statement parse_statement(const SourcePtr& source);
/// Parses statements that are separated by `;` or line ends.
std::vector<Statement> parse_statements(const SourcePtr& source);
/// Makes every sum explicit (docs/language.md). Idempotent.
Statement explicit_reductions(const Statement& statement);

}  // namespace scorchc::front
