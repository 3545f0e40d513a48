// Prints tables of loop IR, and loops over their rows, as C++.
#pragma once

#include <string>

#include "emit/cpp_expr.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

/// Writes an array of structs, one row per line, or several per line for long tables.
void write_table(const loop::Table& table, ExprEmitter& exprs, Writer& writer);
/// Opens `for (const auto& [x1_pos, x1_crd, x_vals] : operands) {`. Before C++20, lambdas and OpenMP regions cannot
/// capture structured bindings: if a loop inside is parallel, the names are variables instead.
void open_rows(const loop::ForEach& loop, Writer& writer);

}  // namespace scorchc::emit
