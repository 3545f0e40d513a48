#include "schedule/schedule_plan.h"

#include <algorithm>

#include "schedule/apply.h"
#include "schedule/choose_contraction.h"
#include "schedule/choose_copies.h"
#include "schedule/choose_loop_order.h"
#include "schedule/choose_panels.h"
#include "schedule/choose_parallelism.h"
#include "schedule/choose_prefetch.h"
#include "schedule/choose_protocols.h"
#include "schedule/choose_tiles.h"
#include "schedule/choose_vectors.h"
#include "schedule/cost.h"
#include "schedule/find_command.h"
#include "schedule/formula.h"
#include "schedule/growth.h"
#include "schedule/mark_loops.h"
#include "schedule/parts.h"
#include "schedule/plans.h"
#include "schedule/split_blocks.h"
#include "schedule/stages.h"
#include "schedule/work.h"
#include "support/diagnostics.h"

namespace scorchc::schedule {
namespace {

// The statement's own loops, not those of what is precomputed.
bool has_own_order(const Commands& commands) {
  return std::any_of(commands.begin(), commands.end(), [](const Command& command) {
    const Reorder* reorder = std::get_if<Reorder>(&command);
    return reorder && reorder->of.empty();
  });
}

// An open mode order follows the user's loop order, unless the user gives it too.
void close_mode_order(const Kernel& kernel, Commands& commands) {
  if (!kernel.result().mode_order_open || find_command<Order>(commands)) return;
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

// A workspace that several statements write to is a gathered sum.
void say_what_is_gathered(const cin::Program& program, Decisions& decisions) {
  for (const cin::Where& where : cin::wheres(program.body))
    if (const cin::Sequence* addends = where.producer().as<cin::Sequence>(); addends && !is_precomputed(where, program.split))
      decisions.push_back({"schedule", "sum", "gathered in " + print(where.temporary),
                           "merging " + std::to_string(addends->statements.size()) +
                               " sparse addends in one loop would compare them all at every coordinate"});
}

void say_what_is_vectors(const Commands& vectors, const cin::Program& program, Decisions& decisions) {
  for (const Command& command : vectors) {
    const std::string& index = std::get<Vectorize>(command).index;
    const cin::Forall* loop = find_loop(program.body, index);
    const bool looks_up = loop && adds_positions(*loop, program.split, computation_type(program.kernel));
    decisions.push_back({"schedule", "vector loop", index,
                         looks_up ? "it adds up what one operand stores, four positions at a time; what stands elsewhere is looked up by each lane"
                                  : "all that it runs over stands one component after the other; what it sums up stays in registers"});
  }
}

// What is precomputed and sparse: an array would need no words.
void say_what_is_held(const Commands& commands, const cin::Program& program, Decisions& decisions) {
  for (const Command& command : commands) {
    const Precompute* precompute = std::get_if<Precompute>(&command);
    const TensorDeclaration* made = precompute ? program.split.find(precompute->temporary.tensor) : nullptr;
    if (!made || made->format->is_dense()) continue;
    const bool sparse_result = !program.split.result().format->is_dense();
    decisions.push_back({"schedule", "format of " + made->name, print_short(*made->format),
                         precompute->holder == Holder::workspace ? "a place for each coordinate, marked where there is an entry: others look it up"
                         : precompute->holder == Holder::sparse ? "the user's"
                         : sparse_result ? "the result is sparse: no more is held than the product stores"
                                         : "the product is sparse: no more is held than it stores"});
  }
}

// An operand was to be converted, and no temporary stands for it: its own loops assign the result.
void say_what_needs_no_conversion(const Commands& commands, const cin::Program& program, Decisions& decisions) {
  if (!cin::wheres(program.body).empty()) return;
  for (const Command& command : commands)
    if (const Convert* convert = std::get_if<Convert>(&command))
      decisions.push_back({"schedule", "assembly of " + program.split.result().name,
                           program.split.can_scatter() ? "scattered" : "blocks found, then filled",
                           "each entry is made of one entry of the operand that " + print(convert->access) +
                               " stands for: it is walked as it is stored, and nothing is converted"});
}

// Each loop's iterations, the arithmetic, and the bytes: as formulas, and as numbers at the sizes that are expected.
void say_what_is_expected(const Work& work, const Price& expected, const Sizes& sizes, Decisions& decisions) {
  std::string loops, extents;
  for (std::size_t n = 0; n < work.loops.size(); ++n) {
    const Formula& iterations = work.loops[n].iterations;
    loops += (loops.empty() ? "" : "; ") + work.loops[n].index + ": " + iterations.text + (iterations.exact ? " = " : " ~ ") +
             about(iterations.number);
    if (n < expected.loops.size() && expected.loops[n].steps > 1.001 * iterations.number)
      loops += " (walking " + about(expected.loops[n].steps) + ")";
  }
  for (const auto& [index, extent] : sizes.extents) extents += (extents.empty() ? "" : ", ") + index + " " + about(extent);
  if (loops.empty()) return;
  decisions.push_back({"schedule", "iterations", loops, "expected, at the sizes " + extents});
  decisions.push_back({"schedule", "arithmetic", work.flops.text.empty() ? "none" : work.flops.text,
                       "at these sizes " + about(work.flops.number) + "; with loops, memory and temporaries the price is " + about(expected.total) +
                           " multiply-adds"});
  decisions.push_back({"schedule", "bytes", work.bytes.text,
                       "at least: what is touched of each array, once; at these sizes " + about(work.bytes.number)});
}

// Where more is walked than there is to do.
void warn_of_growth(const cin::Program& program, const Kernel& statement, const Price& expected, Decisions& decisions) {
  std::vector<Sizes> corners = corner_sizes(statement);
  for (Sizes& corner : corners) corner = with_temporaries(std::move(corner), stages(statement, {}));
  if (!grows_faster_than_work(statement, program, corners)) return;
  std::string merged;
  for (const LoopPrice& loop : expected.loops)
    if (loop.steps > 10 * loop.iterations && merged.find(loop.index) == std::string::npos) merged += (merged.empty() ? "" : ", ") + loop.index;
  decisions.push_back({"schedule", "warning", "the loops grow faster than the work",
                       "than reading the operands, multiplying what meets, and writing the result" +
                           (merged.empty() ? std::string() : "; the loops over " + merged +
                                                                 " walk operands to find where they meet: a dense level there would "
                                                                 "find it at once")});
}

// Where a sparse result is expected to have most of its components, by what is said of the operands.
void warn_of_full_result(const Kernel& statement, const Price& expected, const Sizes& sizes, Decisions& decisions) {
  constexpr double nearly_full = 0.5;
  const TensorDeclaration& result = statement.result();
  const bool is_told = std::any_of(statement.tensors.begin(), statement.tensors.end(),
                                   [](const TensorDeclaration& tensor) { return tensor.nnz_hint || tensor.fill_hint || tensor.statistics; });
  if (result.format->is_dense() || !is_told) return;
  double cells = 1;
  for (const std::string& index : statement.statement.lhs.indices) cells *= sizes.extent(index);
  if (expected.stored <= nearly_full * cells) return;
  decisions.push_back({"schedule", "warning", result.name + " is expected to be nearly full",
                       about(expected.stored) + " of " + about(cells) + " components: a dense one takes less memory, and nothing is assembled"});
}

}  // namespace

ScheduledPlan schedule_plan(const Kernel& kernel, Commands commands, Decisions& decisions) {
  for (Command& copy : choose_copies(split_blocks(kernel, commands), decisions))
    if (std::find(commands.begin(), commands.end(), copy) == commands.end()) commands.push_back(std::move(copy));
  commands = with_loops_of_stages(kernel, std::move(commands));
  // Tiles rename the loops, so a user's own commands would not find them any more.
  const bool is_free = commands.empty() && kernel.schedule != "none";
  std::vector<Considered> considered;
  const Commands tiles = is_free ? choose_tiles(kernel, decisions) : Commands{};
  if (!tiles.empty()) {
    commands = tiles;
  } else if (has_own_order(commands)) {
    close_mode_order(kernel, commands);
    decisions.push_back({"schedule", "loop order", print(commands), "the user's"});
  } else {
    const Order* order = find_command<Order>(commands);
    const Kernel pinned = order ? with_mode_order(kernel, *order) : kernel;
    Commands settled = without<Order>(commands);
    const bool is_regrouped = find_command<Factor>(commands) || find_command<Precompute>(commands) || find_command<SplitStatement>(commands);
    Contraction contraction =
        is_regrouped ? Contraction{{}, find_plans(pinned, settled)} : choose_contraction(pinned, settled, decisions);
    settled = joined_commands(settled, contraction.commands);
    commands = joined_commands(commands, contraction.commands);
    commands = joined_commands(commands, choose_loop_order(pinned, settled, contraction.plans, decisions));
    considered = std::move(contraction.considered);
  }
  cin::Program program = apply_commands(kernel, commands);
  say_what_is_held(commands, program, decisions);
  say_what_is_gathered(program, decisions);
  say_what_needs_no_conversion(commands, program, decisions);
  // Neither choice bears on the other one: the loops are made again once, for both.
  Commands more;
  if (kernel.schedule != "none" && !find_command<Parallelize>(commands)) more = choose_parallelism(program, decisions);
  if (kernel.schedule != "none" && !find_command<Vectorize>(commands)) {
    const Commands vectors = choose_vectors(program);
    say_what_is_vectors(vectors, program, decisions);
    more.insert(more.end(), vectors.begin(), vectors.end());
  }
  if (!more.empty()) {
    commands.insert(commands.end(), more.begin(), more.end());
    program = apply_commands(kernel, commands);
  }
  if (kernel.schedule != "none" && !find_command<Prefetch>(commands)) {
    const Commands prefetches = choose_prefetch(program, decisions);
    commands.insert(commands.end(), prefetches.begin(), prefetches.end());
    if (!prefetches.empty()) program = apply_commands(kernel, commands);
  }
  if (is_free) {
    Commands packed = choose_panels(kernel, commands, program, expected_sizes(split_blocks(kernel, commands)), decisions);
    if (!packed.empty()) program = apply_commands(kernel, commands = std::move(packed));
  }
  const Kernel statement = split_blocks(kernel, commands);
  const Sizes sizes = expected_sizes(statement);
  if (kernel.schedule != "none" && !find_command<Protocol>(commands)) {
    const Commands protocols = choose_protocols(program, sizes, decisions);
    commands.insert(commands.end(), protocols.begin(), protocols.end());
    if (!protocols.empty()) program = apply_commands(kernel, commands);
  }
  Work work = work_of(program, sizes);
  const Price expected = price(program, sizes);
  say_what_is_expected(work, expected, sizes, decisions);
  warn_of_growth(program, statement, expected, decisions);
  warn_of_full_result(statement, expected, sizes, decisions);
  return {std::move(program), std::move(commands), std::move(work), std::move(considered)};
}

}  // namespace scorchc::schedule
