// From the first positional argument to kernels.
#pragma once

#include <string>
#include <vector>

#include "front/front.h"

namespace scorchc::driver {

enum class InputKind { expression, json_spec, text_spec };

/// Whether a word of the command line is an expression by its syntax: it contains `=` or `->`.
bool is_expression(std::string_view word);
/// What a text is that has no name to tell: JSON starts with `{`; a text spec's first line starts with one of its
/// words; everything else is an expression.
InputKind classify_text(std::string_view text);

/// `input` is an expression, `-` for standard input, or the path of a spec.
std::vector<Kernel> read_kernels(const std::string& input, const front::Settings& settings, Diagnostics& warnings);

}  // namespace scorchc::driver
