#include "schedule/choose_protocols.h"

#include <algorithm>

#include "schedule/asked_for.h"
#include "schedule/cost.h"
#include "schedule/mark_protocol.h"
#include "schedule/plans.h"
#include "support/match.h"

namespace scorchc::schedule {
namespace {

// The share of the price that has to be gained: estimates are no better, and walking needs no words.
constexpr double least_gain = 0.2;

void look_in(const cin::Stmt& stmt, const Kernel& kernel, const std::vector<Reading>& readings, Commands& found) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        for (const Access& access : walked(loop, kernel))
          for (const Reading reading : readings) {
            const Command command = Protocol{access, loop.index, reading};
            if (std::find(found.begin(), found.end(), command) == found.end() && !why_not_read(loop, access, reading, kernel))
              found.push_back(command);
          }
        look_in(cin::inside(loop), kernel, readings, found);
      },
      [&](const cin::Where& where) {
        if (!cin::converted_operand(where)) look_in(where.producer(), kernel, readings, found);
        look_in(where.consumer(), kernel, readings, found);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) look_in(part, kernel, readings, found);
      });
}

cin::Program with(const cin::Program& program, const Command& command) {
  cin::Program result = program;
  result.body = with_legal_protocol(program.split, std::get<Protocol>(command), program.body);
  return result;
}

}  // namespace

Commands possible_protocols(const cin::Program& program, const std::vector<Reading>& readings) {
  Commands found;
  look_in(program.body, program.split, readings, found);
  // Where several loops of one name read it, all of them have to be able to.
  std::erase_if(found, [&](const Command& command) {
    return why_no_protocol(program.split, std::get<Protocol>(command), program.body).has_value();
  });
  return found;
}

Commands choose_protocols(const cin::Program& given, const Sizes& sizes, Decisions& decisions) {
  Commands chosen;
  if (cin::operands(given.body).size() > most_operands_galloped) return chosen;
  cin::Program program = given;
  for (;;) {
    // Nothing was faster looked up than galloped through (docs/scheduling.md, `protocol`).
    const Commands possible = possible_protocols(program, {Reading::gallop});
    if (possible.empty()) return chosen;
    const double walking = price(program, sizes).total;
    double least = (1 - least_gain) * walking;
    std::optional<Command> best;
    for (const Command& command : possible) {
      const double other = price(with(program, command), sizes).total;
      if (other >= least) continue;
      least = other;
      best = command;
    }
    if (!best) return chosen;
    program = with(program, *best);
    chosen.push_back(*best);
    const Protocol& protocol = std::get<Protocol>(*best);
    decisions.push_back({"schedule", "protocol of " + print(protocol.access) + " along " + protocol.index, "gallop",
                         "it is long where others are short: with all of its entries walked the statement would cost " +
                             times(walking / least) + " times as much"});
  }
}

cin::Stmt with_protocols(const cin::Program& program, const Sizes& sizes) {
  Decisions unsaid;
  cin::Program result = program;
  for (const Command& command : choose_protocols(program, sizes, unsaid)) result = with(result, command);
  return result.body;
}

}  // namespace scorchc::schedule
