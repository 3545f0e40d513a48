// A spec, whichever way it is written: what the JSON and the text form have in common.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "front/option_parsing.h"

namespace scorchc::front {

struct SpecKernel {
  std::vector<Statement> statements;
  ParsedOptions given_options;  // of this kernel alone, its name among them
};

struct Spec {
  ParsedOptions common;
  std::deque<SpecKernel> kernels;
};

/// The statements of a kernel, one or several, or a part of them: check_kernel says whether they are one kernel.
std::vector<Statement> read_kernel_statements(const Fragment& text);

/// Kernels of the spec, with the command line's settings above everything that it says.
std::vector<Kernel> resolve_spec(const Spec& spec, const Settings& settings, Diagnostics& warnings);

}  // namespace scorchc::front
