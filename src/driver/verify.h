// Verifies a kernel: compares its results with the dense interpreter on random cases.
//
// Each case checks the values; the stored components of a sparse result; the invariants of its arrays; that operands
// are unchanged; and that nothing is written outside a dense result. For a sparse result both forms are checked: the
// one call, and count, pattern, compute.
//
// Operands may contain NaN and infinities. A component without such terms is compared as usual. For the others,
// factoring and distribution may change which of them results (docs/language.md, "Exact results"), unless the schedule
// is `none`; such a component is counted as undecided if it differs. If the statement has only sums and products, it
// must still be NaN or infinite.
#pragma once

#include <cstdint>
#include <string>

#include "driver/call.h"
#include "driver/compile.h"
#include "driver/random_case.h"

namespace scorchc::driver {

struct VerifyOptions {
  std::int64_t cases = 20;
  std::uint64_t seed = 1;  // of the first case; the following cases count up
};

struct VerifyOutcome {
  std::int64_t cases = 0;      // that agree
  std::int64_t undecided = 0;  // components
  std::uint64_t seed = 0;      // of the first case that differs
  std::string difference;      // one sentence; empty if all cases agree
  std::string description;     // the case for people: extents, operands, form of call
  bool passed() const { return difference.empty(); }
};

/// Runs cases until one differs.
VerifyOutcome verify_kernel(const CompiledKernel& compiled, const Runner& runner, const VerifyOptions& options);

/// Returns the diagnostic for an outcome that did not pass; `help` tells how to reproduce the case.
Diagnostic difference(const Kernel& kernel, const VerifyOutcome& outcome, std::string help);

/// The same for one given case.
VerifyOutcome verify_case(const CompiledKernel& compiled, const Runner& runner, const RandomCase& random_case);

}  // namespace scorchc::driver
