// Room 1, the front: text in, kernels out.
//
//   in   an expression (index notation or einsum) or a spec (JSON or text), and the command line's settings
//   out  one Kernel a statement: names resolved, formats parsed and checked against orders, sums explicit
//   true afterwards: every tensor is used with one order; every operand has a complete format; every index of the
//        statement is in `indices`; Reduce nodes stand where the contract puts them; no name is both index and tensor
//
// Example: `y(i)=A(i,j)*x(j)` with `A=csr` gives `y(i) = sum(j, A(i,j) * x(j))`, x dense, y open.
// Errors are thrown as Failure, with the place in the user's own text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/kernel.h"
#include "support/diagnostics.h"

namespace scorchc::front {

/// What the command line (or a caller) says beside the statement. Each string is one argument as its user wrote it,
/// and its diagnostics are shown under its flag's name.
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

/// An expression from the command line. Several statements give several kernels.
std::vector<Kernel> read_expression(const std::string& text, const Settings& settings, Diagnostics& warnings);
/// A spec; the settings override its defaults. `source->name` is the path that diagnostics show.
std::vector<Kernel> read_json_spec(SourcePtr source, const Settings& settings, Diagnostics& warnings);
std::vector<Kernel> read_text_spec(SourcePtr source, const Settings& settings, Diagnostics& warnings);
/// Whether lines of a text spec begin with this word.
bool is_spec_word(std::string_view word);

/// One format in any of the three spellings, attributes included: the bytes `span` of `source`. `dense`, `coo` and
/// `csf` take the given order (without one: 2, 2 and 3); any other format is checked against it.
Format parse_format(const SourcePtr& source, Span span, std::optional<int> order = {});
/// One statement in index notation (not einsum), its sums as written: the inverse of print. For tests and tools.
Statement parse_statement(const SourcePtr& source);
/// The same of several, separated by `;` or line ends.
std::vector<Statement> parse_statements(const SourcePtr& source);
/// Makes every sum explicit (contract, section 1, "Meaning"). Idempotent.
Statement explicit_reductions(const Statement& statement);

}  // namespace scorchc::front
