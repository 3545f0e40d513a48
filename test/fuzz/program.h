// Random programs that are valid by construction: a statement with its formats, types, extents and schedule. One seed
// is one program, the same on every machine, whatever else is drawn.
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

/// Orders 0 to 5, one to six operands a statement, and up to two statements before the last one, which assign some of
/// its operands. Values stay exact: only operators that keep small integers (and halves) so, and quotients, whose
/// denominators are dense or numbers.
Case draw_program(std::uint64_t seed);

/// The parts that `draw_program` is made of.

struct Statement {
  std::string text;
  std::string op = "=";
  Strings result;                                             // its indices
  Strings indices;                                            // of the whole statement
  std::vector<std::pair<std::string, std::size_t>> operands;  // names and orders, without the result
  Strings denominators;                                       // the operands that must be dense
  bool fractions = false;  // in an integer expression they would make the result floating
};
Statement draw_statement(Draw& draw);
/// One that assigns `tensor`, of this order, by `=`. Its own operands are called by letters from `letter` on; some are
/// those of another statement.
Statement draw_definition(Draw& draw, const std::string& tensor, std::size_t order, char letter,
                          const Statement& other);

enum class Density { any, dense };
/// A format for a tensor of this order, 1 or more, without attributes and spaces.
std::string draw_format(Draw& draw, std::size_t order, Density density);

/// A legal schedule of the program, none where it has none of its own to choose from.
std::optional<std::string> draw_schedule(Draw& draw, const Case& program);

}  // namespace scorchc::fuzz
