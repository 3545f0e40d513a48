#include "schedule/auto_schedule.h"

#include <algorithm>

#include "schedule/apply.h"
#include "schedule/choose_loop_order.h"
#include "schedule/choose_parallelism.h"
#include "schedule/normalise.h"
#include "schedule/parts.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {
namespace {

Commands users_commands(const Kernel& kernel) {
  if (kernel.schedule == "auto" || kernel.schedule == "none") return {};
  return parse(make_source("--schedule", kernel.schedule));
}

template <class Wanted>
bool has(const Commands& commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [](const Command& command) { return std::holds_alternative<Wanted>(command); });
}

// An open mode order follows the user's loop order, unless the user gives it too.
void close_mode_order(const Kernel& kernel, Commands& commands) {
  if (!kernel.result().mode_order_open || has<Order>(commands)) return;
  for (const Command& command : commands) {
    const Reorder* reorder = std::get_if<Reorder>(&command);
    if (!reorder) continue;
    Order order{kernel.result().name, {}};
    for (const std::string& index : reorder->indices)
      for (const std::string& result_index : kernel.statement.lhs.indices)
        if (index == result_index) order.indices.push_back(index);
    commands.push_back(std::move(order));
    return;
  }
}

// What is not supported yet is refused before any chooser looks at it.
void check_supported(const Kernel& kernel) {
  const Place place{kernel.statement.source, kernel.statement.lhs_span};
  for (const TensorDeclaration& tensor : kernel.tensors)
    if (tensor.format->is_blocked())
      fail(Code::needs_blocked_levels, tensor.format_place,
           "not supported yet: a kernel over the blocked format of `" + tensor.name + "`");
  const TensorDeclaration& result = kernel.result();
  if (kernel.statement.op != AssignOp::set && !result.format->is_dense())
    fail(Code::needs_sparse_update, place, "not supported yet: `" + std::string(name(kernel.statement.op)) +
                                               "` into the sparse result `" + result.name + "`");
}

// A workspace that several statements write to is a gathered sum.
void say_what_is_gathered(const cin::Program& program, Decisions& decisions) {
  for (const cin::Where& where : cin::wheres(program.body))
    if (const cin::Sequence* addends = where.producer().as<cin::Sequence>())
      decisions.push_back({"schedule", "sum", "gathered in " + print(where.temporary),
                           "merging " + std::to_string(addends->statements.size()) +
                               " sparse operands in one loop would compare them all at every coordinate"});
}

}  // namespace

Scheduled auto_schedule(const Kernel& given, Decisions& decisions) {
  check_supported(given);
  const Kernel kernel = normalise(given);
  Commands commands = users_commands(kernel);
  if (has<Reorder>(commands)) {
    close_mode_order(kernel, commands);
    decisions.push_back({"schedule", "loop order", print(commands), "the user's"});
  } else {
    const auto order = std::find_if(commands.begin(), commands.end(),
                                    [](const Command& command) { return std::holds_alternative<Order>(command); });
    const Kernel pinned = order == commands.end() ? kernel : with_mode_order(kernel, std::get<Order>(*order));
    for (Command& command : choose_loop_order(pinned, decisions)) commands.push_back(std::move(command));
  }
  cin::Program program = apply_commands(kernel, commands);
  say_what_is_gathered(program, decisions);
  if (kernel.schedule != "none" && !has<Parallelize>(commands)) {
    const Commands parallel = choose_parallelism(program, decisions);
    commands.insert(commands.end(), parallel.begin(), parallel.end());
    if (!parallel.empty()) program = apply_commands(kernel, commands);
  }
  return {std::move(program), std::move(commands)};
}

}  // namespace scorchc::schedule
