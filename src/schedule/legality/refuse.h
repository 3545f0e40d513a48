// Reports illegal schedule commands: the command and the reason.
#pragma once

#include <string>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {

/// Throws Failure (schedule_illegal).
[[noreturn]] void refuse(const Kernel& kernel, const Command& command, const std::string& why, std::string help = {});

/// The access or index in backquotes, for use in reasons.
std::string in_backquotes(const Access& access);
std::string in_backquotes(const std::string& index);

/// Whether the failure is about one of these commands.
bool is_about(const Failure& refused, const Commands& commands);

/// The result of `work`, an optional; empty if it throws Failure (schedule_illegal).
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
