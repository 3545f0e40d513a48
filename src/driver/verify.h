// Verification: a kernel that is loaded, held to the dense interpreter on random cases.
//
// Each case checks: the values; which components a sparse result stores; that its arrays are what the format promises;
// that operands are unchanged; that nothing beside a dense result is written; and, for a sparse result, all of that in
// both forms, the one call and count, pattern, compute.
//
// NaN and infinities take part: a component for which no stored term has one is compared as any other. For the others
// factoring and distribution may change which of them comes out (the contract's "Exactness"), unless the schedule is
// `none`; such a component is undecided where it differs. In sums and products it has to stay NaN or infinite.
#pragma once

#include <cstdint>
#include <string>

#include "driver/call.h"
#include "driver/compile.h"
#include "driver/random_case.h"

namespace scorchc::driver {

struct VerifyOptions {
  std::int64_t cases = 20;
  std::uint64_t seed = 1;  // of the first case; the next has the next
};

struct VerifyOutcome {
  std::int64_t cases = 0;      // that agree
  std::int64_t undecided = 0;  // components
  std::uint64_t seed = 0;      // of the first case that does not
  std::string difference;      // one sentence; empty if all agree
  std::string description;     // the case, for people: extents, operands, what was wrong
  bool passed() const { return difference.empty(); }
};

/// Runs cases until one differs.
VerifyOutcome verify_kernel(const CompiledKernel& compiled, const Runner& runner, const VerifyOptions& options);

/// What to tell of an outcome that did not pass; `help` says how to see the case again.
Diagnostic difference(const Kernel& kernel, const VerifyOutcome& outcome, std::string help);

/// The same for one case of the caller's.
VerifyOutcome verify_case(const CompiledKernel& compiled, const Runner& runner, const RandomCase& random_case);

}  // namespace scorchc::driver
