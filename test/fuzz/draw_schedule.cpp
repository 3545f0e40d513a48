#include <algorithm>

#include "front/front.h"
#include "infer/infer_formats.h"
#include "program.h"
#include "schedule/alternatives.h"
#include "schedule/choose/choose_parallelism.h"
#include "schedule/choose/choose_workspaces.h"
#include "schedule/search/protocol_search.h"
#include "schedule/transform/apply.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/normalise.h"
#include "support/diagnostics.h"

namespace scorchc::fuzz {
namespace {

constexpr std::size_t most_alternatives = 200;

}  // namespace

std::optional<std::string> draw_schedule(Draw& draw, const Case& program) {
  try {
    Diagnostics warnings;
    Decisions decisions;
    const Kernel kernel = front::read_expression(program.expression, program.settings, warnings).at(0);
    const Kernel whole = infer::infer_formats(kernel, decisions, warnings);
    const std::vector<schedule::Commands> all = schedule::alternatives(whole, most_alternatives);
    if (all.empty()) return {};
    schedule::Commands drawn = draw.pick(all);
    // One or two levels with another protocol than walk. Together they may be illegal.
    if (draw.chance(40)) {
      const schedule::Commands protocols =
          schedule::possible_protocols(schedule::apply_commands(schedule::normalise(whole), drawn));
      for (std::size_t count = 1 + draw.below(2); count > 0 && !protocols.empty(); --count) {
        const schedule::Command& command = draw.pick(protocols);
        if (std::find(drawn.begin(), drawn.end(), command) == drawn.end()) drawn.push_back(command);
      }
    }
    // Other storage of the workspaces. This may be illegal: a located workspace may have to be an array.
    if (draw.chance(15))
      for (const schedule::Command& command :
           schedule::possible_workspaces(schedule::apply_commands(schedule::normalise(whole), drawn)))
        drawn.push_back(command);
    // A partition with equal numbers of iterations.
    if (draw.chance(15) && schedule::find_command<schedule::Parallelize>(drawn) == nullptr)
      for (schedule::Command& command :
           schedule::choose_parallelism(schedule::apply_commands(schedule::normalise(whole), drawn), decisions)) {
        std::get<schedule::Parallelize>(command).partition = Partition::iterations;
        drawn.push_back(std::move(command));
      }
    return print(drawn);
  } catch (const Failure&) {
    return {};  // judging the program finds the same failure
  }
}

}  // namespace scorchc::fuzz
