// Defines the contents of a spec, common to its JSON form and its text form.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "front/option_parsing.h"

namespace scorchc::front {

struct SpecKernel {
  std::vector<Statement> statements;
  ParsedOptions given_options;  // settings of this kernel, including its name
};

struct Spec {
  ParsedOptions common;  // settings for all kernels
  std::deque<SpecKernel> kernels;
};

/// Parses statements of a kernel, in index notation or einsum. They need not form one kernel yet (see check_kernel).
std::vector<Statement> read_kernel_statements(const Fragment& text);

/// Builds the kernels of a spec. The settings of the command line have priority over the spec.
std::vector<Kernel> resolve_spec(const Spec& spec, const Settings& settings, Diagnostics& warnings);

}  // namespace scorchc::front
