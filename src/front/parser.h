// Statements of index notation and of einsum (docs/language.md), as written: no name is resolved, no sum placed.
#pragma once

#include <optional>
#include <vector>

#include "front/fragment.h"
#include "ir/index_notation.h"

namespace scorchc::front {

/// Statements separated by `;` or line ends; at least one. Reads to the end of the text.
std::vector<Statement> parse_program(const Fragment& text);

/// True of `ij,jk->ik`: it has an arrow and no assignment.
bool is_einsum(std::string_view text);
/// `names`, if given, are the operands' and then the result's ("A,B,C").
Statement parse_einsum(const Fragment& text, const std::optional<Fragment>& names);

}  // namespace scorchc::front
