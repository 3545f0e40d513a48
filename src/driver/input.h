// Reads kernels from the first positional argument.
#pragma once

#include <string_view>
#include <vector>

#include "driver/console.h"
#include "driver/options.h"
#include "ir/kernel.h"

namespace scorchc::driver {

enum class InputKind { expression, json_spec, text_spec };

/// Whether an argument is an expression by its syntax: it contains `=` or `->`.
bool is_expression(std::string_view word);
/// Classifies a text without a file name: JSON starts with `{`; the first line of a text spec starts with one of its
/// keywords; anything else is an expression.
InputKind classify_text(std::string_view text);

/// Returns the kernels of `options.words[0]`: an expression, `-` for standard input, or the path of a spec. Stores the
/// text of a spec in the console, for a report of an internal error. Kernels with an entry in the file of --lock take
/// their schedules from it.
std::vector<Kernel> read_kernels(const Options& options, Console& console);

}  // namespace scorchc::driver
