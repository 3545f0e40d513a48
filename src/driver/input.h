// From the first positional argument to kernels.
#pragma once

#include <string_view>
#include <vector>

#include "driver/console.h"
#include "driver/options.h"
#include "ir/kernel.h"

namespace scorchc::driver {

enum class InputKind { expression, json_spec, text_spec };

/// Whether a word of the command line is an expression by its syntax: it contains `=` or `->`.
bool is_expression(std::string_view word);
/// What a text is that has no name to tell: JSON starts with `{`; a text spec's first line starts with one of its
/// words; everything else is an expression.
InputKind classify_text(std::string_view text);

/// The kernels of `options.words[0]`: an expression, `-` for standard input, or the path of a spec. The text of a spec
/// is kept in the console, for a report of an internal error. Those that the file of --lock has take their schedules
/// from there.
std::vector<Kernel> read_kernels(const Options& options, Console& console);

}  // namespace scorchc::driver
