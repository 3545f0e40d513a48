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

struct Step {
  Protocol protocol;
  double gain;  // the price without it, over that with it
};
/// A program, with the protocols that it got.
struct Way {
  cin::Program program;
  Price priced;
  std::vector<Step> steps;
};

void take(Way& way, const Protocol& protocol, cin::Stmt body, Price priced) {
  way.steps.push_back({protocol, way.priced.total / priced.total});
  way.program.body = std::move(body);
  way.priced = std::move(priced);
}

// One more operand gallops, the one that makes the program cheapest, if any does.
bool gallop(Way& way, const Sizes& sizes) {
  double least = (1 - least_gain) * way.priced.total;
  if (way.priced.total - way.priced.galloping >= least) return false;
  if (cin::operands(way.program.body).size() > most_operands_galloped) return false;
  std::optional<Protocol> best;
  const cin::Stmt walking = way.program.body;
  cin::Stmt best_body = walking;
  Price best_price;
  // No operand was faster looked up than galloped through (docs/scheduling.md, `protocol`).
  for (const Command& command : possible_protocols(way.program, {Reading::gallop})) {
    way.program.body = with_legal_protocol(way.program.split, std::get<Protocol>(command), walking);
    Price other = price(way.program, sizes);
    if (other.total >= least) continue;
    least = other.total;
    best = std::get<Protocol>(command);
    best_body = way.program.body;
    best_price = std::move(other);
  }
  way.program.body = walking;
  if (best) take(way, *best, std::move(best_body), std::move(best_price));
  return best.has_value();
}

// Whether anything is made in a workspace, of which a list has to be sorted if it is walked.
bool makes_lists(const cin::Program& program) {
  const std::vector<cin::Where> all = cin::wheres(program.body);
  return std::any_of(all.begin(), all.end(),
                     [&](const cin::Where& where) { return is_list_with_places(where.temporary, program.split); });
}

// One more workspace is looked up, where that is cheaper than to sort what it holds and to walk that.
bool look_up(Way& way, const Sizes& sizes) {
  const std::vector<cin::Where> all = cin::wheres(way.program.body);
  const cin::Stmt walking = way.program.body;
  for (const Command& command : possible_protocols(way.program, {Reading::locate})) {
    const Protocol& protocol = std::get<Protocol>(command);
    const auto where = std::find_if(all.begin(), all.end(), [&](const cin::Where& each) { return each.temporary == protocol.access; });
    if (where == all.end() || !is_list_with_places(protocol.access, way.program.split) || cin::is_looked_up(*where)) continue;
    way.program.body = with_legal_protocol(way.program.split, protocol, walking);
    Price priced = price(way.program, sizes);
    if (priced.total >= way.priced.total) continue;
    take(way, protocol, way.program.body, std::move(priced));
    return true;
  }
  way.program.body = walking;
  return false;
}

// What is looked up beside an operand leaves that one nothing to gallop through, so both are tried.
Way cheapest_way(Way walking, const Sizes& sizes) {
  std::optional<Way> looking_up;
  if (makes_lists(walking.program) && cin::operands(walking.program.body).size() <= most_operands_galloped) looking_up = walking;
  while (looking_up && look_up(*looking_up, sizes)) {
  }
  while (looking_up && !looking_up->steps.empty() && gallop(*looking_up, sizes)) {
  }
  while (gallop(walking, sizes)) {
  }
  return looking_up && looking_up->priced.total < walking.priced.total ? *std::move(looking_up) : std::move(walking);
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
  for (const Step& step : cheapest_way({given, price(given, sizes), {}}, sizes).steps) {
    const bool gallops = step.protocol.reading == Reading::gallop;
    chosen.push_back(step.protocol);
    decisions.push_back({"schedule", "protocol of " + print(step.protocol.access) + " along " + step.protocol.index,
                         std::string(name(step.protocol.reading)),
                         (gallops ? "it is long where others are short: with all of its entries walked the statement would cost "
                                  : "others say which of its components are asked for: sorted and walked, it would make the statement cost ") +
                             times(step.gain) + " times as much"});
  }
  return chosen;
}

Price price_with_protocols(cin::Program& program, const Sizes& sizes) {
  Price walking = price(program, sizes);
  Way way = cheapest_way({std::move(program), std::move(walking), {}}, sizes);
  program = std::move(way.program);
  return way.priced;
}

}  // namespace scorchc::schedule
