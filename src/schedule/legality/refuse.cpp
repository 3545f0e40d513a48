#include "schedule/legality/refuse.h"

#include <algorithm>
#include <utility>

namespace scorchc::schedule {

void refuse(const Kernel& kernel, const Command& command, const std::string& why, std::string help) {
  fail(Code::schedule_illegal, {kernel.statement.source, kernel.statement.rhs.span()},
       "`" + print(command) + "` cannot be applied: " + why, std::move(help));
}

std::string in_backquotes(const Access& access) { return "`" + print(access) + "`"; }
std::string in_backquotes(const std::string& index) { return "`" + index + "`"; }

bool is_about(const Failure& refused, const Commands& commands) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
    return refused.diagnostic().message.starts_with("`" + print(command) + "`");
  });
}

}  // namespace scorchc::schedule
