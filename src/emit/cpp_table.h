// Tables of loop IR, and the loops over their rows, in C++.
#pragma once

#include <string>

#include "emit/cpp_expr.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// An array of structs, one row a line; many rows fill the lines.
void write_table(const loop::Table& table, ExprEmitter& exprs, Writer& writer);
/// `for (const auto& [x1_pos, x1_crd, x_vals] : operands) {`. Threads are handed no such names (before C++20): where a
/// loop inside is parallel, they are variables.
void open_rows(const loop::ForEach& loop, Writer& writer);

}  // namespace scorchc::emit
