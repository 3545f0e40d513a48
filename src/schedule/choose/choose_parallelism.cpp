#include "schedule/choose/choose_parallelism.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "schedule/estimate/nest_purposes.h"
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

// "parallel loop", with the purpose of the nest if there are several.
std::string subject_of(const Nest& nest, const std::vector<NestPurpose>& purposes) {
  const auto purpose =
      std::find_if(purposes.begin(), purposes.end(), [&](const NestPurpose& each) { return each.loop == nest.loop; });
  const bool is_named = purpose != purposes.end() && !purpose->text.empty();
  return is_named ? "parallel loop (" + purpose->text + ")" : "parallel loop";
}

}  // namespace

Commands choose_parallelism(const cin::Program& program, Decisions& decisions) {
  if (!program.kernel.parallel) {
    decisions.push_back({"schedule", "parallel loop", "none", "--parallel=none"});
    return {};
  }
  const std::vector<Nest> nests = loop_nests(program);
  const std::optional<std::string> needless = why_needless(program);
  const std::vector<NestPurpose> purposes = nest_purposes(program.body);
  Commands commands;
  std::set<std::string> chosen;
  for (const Nest& nest : nests) {
    const std::string& index = cin::name_of(*nest.loop);
    std::optional<std::string> serial = why_serial(program.split, *nest.loop, nest.filling);
    if (!serial && !nest.filling) serial = needless;
    if (!serial && chosen.insert(index).second) commands.emplace_back(Parallelize{index});
    // The last nest is the statement's own: initialisation and precomputed temporaries come before.
    const bool appends = &nest == &nests.back() && appends_in_parts(program.split);
    decisions.push_back({"schedule", subject_of(nest, purposes), serial ? "none" : index,
                         serial    ? *serial
                         : appends ? "outermost loop; each thread appends the entries of one chunk, and chunks are "
                                     "concatenated in order"
                                   : "outermost loop; its iterations write disjoint components"});
  }
  return commands;
}

}  // namespace scorchc::schedule
