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

// One more operand gallops, the one that makes the program cheapest, if any does; its price is known.
std::optional<Protocol> gallop(cin::Program& program, Price& price_of_program, const Sizes& sizes) {
  double least = (1 - least_gain) * price_of_program.total;
  if (price_of_program.total - price_of_program.galloping >= least) return {};
  if (cin::operands(program.body).size() > most_operands_galloped) return {};
  std::optional<Protocol> best;
  const cin::Stmt walking = program.body;
  cin::Stmt best_body = walking;
  // Nothing was faster looked up than galloped through (docs/scheduling.md, `protocol`).
  for (const Command& command : possible_protocols(program, {Reading::gallop})) {
    program.body = with_legal_protocol(program.split, std::get<Protocol>(command), walking);
    Price other = price(program, sizes);
    if (other.total >= least) continue;
    least = other.total;
    best = std::get<Protocol>(command);
    best_body = program.body;
    price_of_program = std::move(other);
  }
  program.body = best_body;
  return best;
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
  cin::Program program = given;
  Price priced = price(program, sizes);
  double walking = priced.total;
  while (const std::optional<Protocol> protocol = gallop(program, priced, sizes)) {
    chosen.push_back(*protocol);
    decisions.push_back({"schedule", "protocol of " + print(protocol->access) + " along " + protocol->index, "gallop",
                         "it is long where others are short: with all of its entries walked the statement would cost " +
                             times(walking / priced.total) + " times as much"});
    walking = priced.total;
  }
  return chosen;
}

Price price_with_protocols(cin::Program& program, const Sizes& sizes) {
  Price priced = price(program, sizes);
  while (gallop(program, priced, sizes)) {
  }
  return priced;
}

}  // namespace scorchc::schedule
