// How a schedule command is refused: the command, and why.
#pragma once

#include <string>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {

/// Throws Failure (schedule_illegal).
[[noreturn]] void refuse(const Kernel& kernel, const Command& command, const std::string& why, std::string help = {});

/// As a reason has what it names.
std::string in_backquotes(const Access& access);
std::string in_backquotes(const std::string& index);

/// Whether it is one of these commands that is refused.
bool speaks_of(const Failure& refused, const Commands& commands);

/// What `work` gives, an optional; none where it throws Failure (schedule_illegal).
template <class Work>
auto if_legal(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const Failure& failure) {
    if (failure.diagnostic().code != Code::schedule_illegal) throw;
    return {};
  }
}

}  // namespace scorchc::schedule
