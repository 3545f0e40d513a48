#include "lower/assembling.h"

#include "support/diagnostics.h"

namespace scorchc::lower {
namespace {

[[noreturn]] void refuse(const Kernel& kernel, const schedule::Assemble& command, const std::string& why) {
  fail(Code::schedule_illegal, {kernel.statement.source, kernel.statement.lhs_span},
       "`" + print(schedule::Command(command)) + "` cannot be applied: " + why);
}

}  // namespace

std::optional<schedule::Assembling> requested_assembly(const Kernel& kernel, const schedule::Commands& commands) {
  for (const schedule::Command& command : commands) {
    const schedule::Assemble* assemble = std::get_if<schedule::Assemble>(&command);
    if (!assemble) continue;
    if (assemble->tensor != kernel.result().name)
      refuse(kernel, *assemble, "name the result, `" + kernel.result().name + "`");
    if (kernel.result().format->is_dense())
      refuse(kernel, *assemble, "`" + kernel.result().name + "` is dense and needs no assembly: remove the command");
    return assemble->how;
  }
  return {};
}

void record_assembly(const Kernel& kernel, std::optional<schedule::Assembling> asked, const std::string& why_counted,
                     Decisions& decisions) {
  const bool is_appended = why_counted.empty();
  if (!is_appended && asked == schedule::Assembling::one_pass)
    refuse(kernel, {kernel.result().name, *asked}, why_counted);
  decisions.push_back({"lower", "assembly of " + kernel.result().name,
                       is_appended ? "one pass" : "counted, then filled",
                       is_appended ? "loops visit its entries in storage order, and their number has an upper bound, "
                                     "for which arrays are allocated"
                                   : why_counted});
}

}  // namespace scorchc::lower
