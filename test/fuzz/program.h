// Draws random programs that are valid by construction: statements with formats, types, extents and a schedule. A seed
// gives the same program on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "draw.h"
#include "run/case.h"

namespace scorchc::fuzz {

using test::Case;
using Strings = std::vector<std::string>;

/// A program with tensors of orders 0 to 5, one to six operands per statement, and up to two earlier statements that
/// assign operands of later ones. Results are exact: operators map small integers and halves to such values, and
/// denominators are dense or numbers.
Case draw_program(std::uint64_t seed);

/// Parts of `draw_program`.

struct Statement {
  std::string text;
  std::string op = "=";
  Strings result;                                             // indices of the result
  Strings indices;                                            // all indices of the statement
  std::vector<std::pair<std::string, std::size_t>> operands;  // names and orders, excluding the result
  Strings denominators;                                       // operands that must be dense
  bool fractions = false;  // whether it needs floating-point values: it has fractions or `floor`
};
Statement draw_statement(Draw& draw);
/// A statement that assigns `tensor`, of this order, by `=`. Names new operands alphabetically from `letter`; some of
/// its operands are those of `other`.
Statement draw_definition(Draw& draw, const std::string& tensor, std::size_t order, char letter,
                          const Statement& other);

enum class Density { any, dense };
/// A format for a tensor of this order (at least 1), without attributes and spaces.
std::string draw_format(Draw& draw, std::size_t order, Density density);

/// A schedule of the program; usually legal. Empty if there are no alternatives.
std::optional<std::string> draw_schedule(Draw& draw, const Case& program);

}  // namespace scorchc::fuzz
