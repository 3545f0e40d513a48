#include "schedule/refuse.h"

#include <utility>

#include "support/diagnostics.h"

namespace scorchc::schedule {

void refuse(const Kernel& kernel, const Command& command, const std::string& why, std::string help) {
  fail(Code::schedule_illegal, {kernel.statement.source, kernel.statement.rhs.span()},
       "`" + print(command) + "` is illegal: " + why, std::move(help));
}

}  // namespace scorchc::schedule
