// Reads and writes lock files: schedules found by `scorchc tune`, stored as commands, so that later compilations use
// them without measuring. `--lock` applies them in place of automatic ones (docs/bench.md).
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/decisions.h"
#include "support/source.h"

namespace scorchc::driver {

/// A word or phrase of a lock file, with its place.
struct LockText {
  std::string text;
  Span span = {};  // in the file
};

struct LockedTensor {
  LockText name, format;  // in the syntax of --fmt, or `inferred`
};

/// One kernel's schedule, and the statement and formats that it was found for.
struct LockEntry {
  LockText kernel, statement;
  std::vector<LockedTensor> tensors;  // the result first
  LockText schedule;
};

struct LockFile {
  SourcePtr source;
  std::vector<LockEntry> entries;
};

/// Fails with lock_syntax.
LockFile parse_lock(const SourcePtr& source);
/// Reads the file. Fails with lock_syntax or file_unreadable.
LockFile read_lock(const std::string& path);

/// Returns the text of a lock file; equal entries give equal text.
std::string print_lock(const std::vector<LockEntry>& entries);

/// Returns the entry of a kernel as written by the user: inferred formats are still open.
LockEntry lock_entry(const Kernel& kernel, const std::string& schedule);

/// Gives each kernel that has an entry its commands, as `--schedule` would. Fails with lock_mismatch if the kernel of
/// that name has another statement or other formats, and with lock_and_schedule if it has a schedule of its own.
void apply_lock(const LockFile& lock, std::vector<Kernel>& kernels);

/// Returns the decision whether the kernel's schedule comes from the lock file at that path.
Decision lock_decision(const Kernel& kernel, const std::string& path);

}  // namespace scorchc::driver
