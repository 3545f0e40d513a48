// Statements and given_options to kernels: the front's last step but for explicit_reductions, which it calls.
#pragma once

#include <span>
#include <vector>

#include "front/option_parsing.h"

namespace scorchc::front {

/// The statements of one kernel with what is said about it, the strongest first.
struct Job {
  std::vector<Statement> statements;
  std::vector<const ParsedOptions*> given_options;
};

/// Kernels in the order of the jobs, with distinct names. `common` are the given_options that hold for all of them: a
/// name in one of these must be some kernel's, a name in any other must be its own kernel's.
std::vector<Kernel> resolve(const std::vector<Job>& jobs, const std::vector<const ParsedOptions*>& common,
                            Diagnostics& warnings);

}  // namespace scorchc::front
