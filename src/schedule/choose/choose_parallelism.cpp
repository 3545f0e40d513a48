#include "schedule/choose/choose_parallelism.h"

#include <optional>
#include <set>
#include <string>

#include "schedule/legality/parallel_loops.h"

namespace scorchc::schedule {
namespace {

// Why the last nest, the statement's own, gains nothing from running in parallel although it may; empty if it does.
std::optional<std::string> why_needless(const cin::Program& program) {
  const cin::Stmt* body = &program.body;
  while (const cin::Where* where = body->as<cin::Where>()) body = &where->consumer();
  const Access* moved = cin::moved_operand(*body, program.split);
  if (!moved) return {};
  return program.split.result().name + " has the entries and the storage order of " + moved->tensor +
         ": copying whole arrays is memory-bound";
}

}  // namespace

Commands choose_parallelism(const cin::Program& program, Decisions& decisions) {
  if (!program.kernel.parallel) {
    decisions.push_back({"schedule", "parallel loop", "none", "--parallel=none"});
    return {};
  }
  const std::vector<Nest> nests = loop_nests(program);
  const std::optional<std::string> needless = why_needless(program);
  Commands commands;
  std::set<std::string> chosen;
  for (const Nest& nest : nests) {
    const std::string& index = cin::name_of(*nest.loop);
    const bool is_wanted = nest.filling || !needless;
    if (is_wanted && !why_serial(program.split, *nest.loop, nest.filling) && chosen.insert(index).second)
      commands.emplace_back(Parallelize{index});
  }
  if (nests.empty()) return commands;
  // The last nest is the statement's own: initialisation and precomputed temporaries come before.
  const std::string& index = cin::name_of(*nests.back().loop);
  if (const std::optional<std::string> why = why_serial(program.split, *nests.back().loop, nullptr))
    decisions.push_back({"schedule", "parallel loop", "none", *why});
  else if (needless)
    decisions.push_back({"schedule", "parallel loop", "none", *needless});
  else if (appends_in_parts(program.split))
    decisions.push_back({"schedule", "parallel loop", index,
                         "outermost loop; each thread appends the entries of one chunk, and chunks are concatenated in "
                         "order"});
  else
    decisions.push_back(
        {"schedule", "parallel loop", index, "outermost loop; its iterations write disjoint components"});
  return commands;
}

}  // namespace scorchc::schedule
