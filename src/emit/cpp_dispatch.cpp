#include "emit/cpp_dispatch.h"

#include <algorithm>

#include "emit/function_emitter.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {

std::set<std::string> flags_of_prefetches(const loop::Stmt& stmt) {
  std::set<std::string> flags, declared;
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
    if (const loop::Declare* node = each.as<loop::Declare>()) declared.insert(node->name);
    const loop::If* branch = each.as<loop::If>();
    const loop::Variable* flag = branch ? branch->conditions[0].as<loop::Variable>() : nullptr;
    const auto asks = [](const loop::Stmt& inner) { return inner.as<loop::Prefetch>() != nullptr; };
    const bool is_request =
        branch && branch->blocks.size() == 1 && std::all_of(branch->blocks[0].begin(), branch->blocks[0].end(), asks);
    if (flag && is_request) flags.insert(flag->name);
  });
  for (const std::string& name : declared) flags.erase(name);
  return flags;
}

std::string listed_flags(const std::set<std::string>& flags, const std::string& before) {
  std::string text;
  for (const std::string& flag : flags) text += (text.empty() ? "" : ", ") + before + flag;
  return text;
}

/// Emits a call of the outlined loop for each combination of the flags, which become template arguments.
void FunctionEmitter::call_outlined(const std::string& name, std::set<std::string> flags, const std::string& rest) {
  if (flags.empty()) return writer_.line("scorch_dispatch_isa<" + name + rest);
  const std::string flag = *flags.begin();
  flags.erase(flag);
  const bool is_last = flags.empty();
  const std::string start = name + (name.back() == ',' ? " " : "<"), end = is_last ? ">" : ",";
  writer_.open("if (" + flag + ")");
  call_outlined(start + "true" + end, flags, rest);
  writer_.reopen("else");
  call_outlined(start + "false" + end, flags, rest);
  writer_.close();
}

}  // namespace scorchc::emit
