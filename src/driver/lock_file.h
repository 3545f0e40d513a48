// Lock files: schedules that `scorchc tune` has found, kept as commands, so that later compilations are as fast and
// need no measuring. `--lock` takes them in place of automatic ones (docs/bench.md).
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"
#include "support/source.h"

namespace scorchc::driver {

/// A word or a phrase of a lock file.
struct LockText {
  std::string text;
  Span span = {};  // in the file
};

struct LockedTensor {
  LockText name, format;  // as --fmt takes it; `inferred` where it is
};

/// One kernel's schedule, and what it was found for.
struct LockEntry {
  LockText kernel, statement;
  std::vector<LockedTensor> tensors;  // the result first
  LockText schedule;
};

struct LockFile {
  SourcePtr source;
  std::vector<LockEntry> entries;
};

/// Failures: lock_syntax.
LockFile parse_lock(const SourcePtr& source);
/// The file of that path. Failures: lock_syntax, file_unreadable.
LockFile read_lock(const std::string& path);

/// What the file holds: the same for the same entries, and no more than these and a comment.
std::string print_lock(const std::vector<LockEntry>& entries);

/// The entry of a kernel as its user wrote it: formats that are inferred are still open.
LockEntry lock_entry(const Kernel& kernel, const std::string& schedule);

/// Gives each kernel that has an entry its commands, as `--schedule` would. Failures: lock_mismatch where a kernel of
/// that name has another statement or other formats; lock_and_schedule where it has a schedule of its own.
void apply_lock(const LockFile& lock, std::vector<Kernel>& kernels);

/// Whether the kernel has its schedule from the lock file of that path.
Decision lock_decision(const Kernel& kernel, const std::string& path);

}  // namespace scorchc::driver
