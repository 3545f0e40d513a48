// Builds kernels from statements and settings: resolves names, parses formats and checks settings against statements.
// The last step of `front`.
#pragma once

#include <span>
#include <vector>

#include "front/option_parsing.h"

namespace scorchc::front {

/// The statements of one kernel, and the sources of its settings.
struct Job {
  std::vector<Statement> statements;
  std::vector<const ParsedOptions*> given_options;  // highest priority first; not owned
};

/// Builds one kernel for each job, in order; their names are distinct. `common` lists the sources of settings that all
/// jobs share: a name in one of these must occur in some kernel; a name in any other source, in that job's kernel.
std::vector<Kernel> resolve(const std::vector<Job>& jobs, const std::vector<const ParsedOptions*>& common,
                            Diagnostics& warnings);

}  // namespace scorchc::front
