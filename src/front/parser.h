// Parses statements in index notation and in einsum notation (docs/language.md). Names are not resolved, and sums stay
// as written.
#pragma once

#include <optional>
#include <vector>

#include "front/fragment.h"
#include "ir/index_notation.h"

namespace scorchc::front {

/// Parses the whole text: one or more statements, separated by `;` or line ends.
std::vector<Statement> parse_program(const Fragment& text);

/// True for text such as `ij,jk->ik`: it has an arrow and no `=`.
bool is_einsum(std::string_view text);
/// Parses an einsum statement. `names`, if given, lists the names of the operands and then of the result: "A,B,C".
Statement parse_einsum(const Fragment& text, const std::optional<Fragment>& names);

}  // namespace scorchc::front
