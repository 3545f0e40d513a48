#include "schedule/search/protocol_search.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "schedule/estimate/cost.h"
#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/protocols.h"
#include "schedule/transform/mark_protocol.h"
#include "support/match.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// A query: which protocols, for which accesses, in which loops.
struct Asked {
  std::vector<Reading> readings;
  std::function<bool(const Access&)> of = [](const Access&) { return true; };
  std::function<bool(const std::string&)> along = [](const std::string&) { return true; };
};

void find_readings(const cin::Stmt& stmt, const Kernel& kernel, const Asked& asked, Commands& found) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        for (const Access& access : asked.along(loop.index) ? walked(loop, kernel) : std::vector<Access>()) {
          if (!asked.of(access)) continue;
          for (const Reading reading : asked.readings) {
            const Command command = Protocol{access, loop.index, reading};
            if (std::find(found.begin(), found.end(), command) == found.end() &&
                !why_not_read(loop, access, reading, kernel))
              found.push_back(command);
          }
        }
        find_readings(cin::inside(loop), kernel, asked, found);
      },
      [&](const cin::Where& where) {
        if (!cin::converted_operand(where)) find_readings(where.producer(), kernel, asked, found);
        find_readings(where.consumer(), kernel, asked, found);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) find_readings(part, kernel, asked, found);
      });
}

Commands possible_among(const cin::Program& program, const Asked& asked) {
  Commands found;
  find_readings(program.body, program.split, asked, found);
  // If several loops over one index read the access, all of them must support the protocol.
  std::erase_if(found, [&](const Command& command) {
    return why_no_protocol(program.split, std::get<Protocol>(command), program.body).has_value();
  });
  return found;
}

// The loops of a program, and the protocols applied to them.
struct ProtocolWay {
  cin::Stmt body;
  Price priced;
  std::vector<ProtocolStep> steps;
};

// `program_.body` is scratch space: it holds the loops under examination.
class ProtocolSearch {
 public:
  ProtocolSearch(cin::Program& program, const Sizes& sizes) : program_(program), sizes_(sizes) {}

  // A located operand leaves the other operand nothing to gallop through, so both ways are tried.
  ProtocolWay cheapest_way(Price walked) {
    ProtocolWay walking{program_.body, std::move(walked), {}};
    std::optional<ProtocolWay> selector_of_located;
    if (makes_lists() && has_few_operands(walking)) selector_of_located = walking;
    while (selector_of_located && look_up(*selector_of_located)) {
    }
    while (selector_of_located && !selector_of_located->steps.empty() && gallop(*selector_of_located)) {
    }
    while (gallop(walking)) {
    }
    return selector_of_located && selector_of_located->priced.total < walking.priced.total
               ? *std::move(selector_of_located)
               : std::move(walking);
  }

 private:
  static void take(ProtocolWay& way, const Protocol& protocol, cin::Stmt body, Price priced) {
    way.steps.push_back({protocol, way.priced.total / priced.total});
    way.body = std::move(body);
    way.priced = std::move(priced);
  }

  static bool has_few_operands(const ProtocolWay& way) {
    return cin::operands_in(way.body).size() <= most_operands_galloped;
  }

  Price price_of(const cin::Stmt& body) {
    program_.body = body;
    return price(program_, sizes_);
  }

  // Upper bound of what galloping in loops over the index saves. It is a sum of estimates, enlarged against rounding.
  static double most_saved(const Price& priced, const std::string& index) {
    double saved = 0;
    for (const LoopPrice& loop : priced.loops)
      if (loop.index == index) saved += loop.galloping;
    return saved * (1 + 1e-6);
  }

  // Applies `gallop` to the operand that reduces the cost most. False if none reduces it enough.
  bool gallop(ProtocolWay& way) {
    double least = (1 - least_gain) * way.priced.total;
    if (way.priced.total - way.priced.galloping >= least || !has_few_operands(way)) return false;
    std::optional<ProtocolWay> best;
    // In measurements, locating an operand was never faster than galloping through it (docs/scheduling.md, `protocol`).
    const auto saves_enough = [&](const std::string& index) {
      return way.priced.total - most_saved(way.priced, index) < least;
    };
    program_.body = way.body;
    for (const Command& command : possible_among(program_, {.readings = {Reading::gallop}, .along = saves_enough})) {
      const Protocol& protocol = std::get<Protocol>(command);
      if (!saves_enough(protocol.index)) continue;
      cin::Stmt body = with_legal_protocol(program_.split, protocol, way.body);
      Price priced = price_of(body);
      if (priced.total >= least) continue;
      least = priced.total;
      best = way;
      take(*best, protocol, std::move(body), std::move(priced));
    }
    if (!best) return false;
    way = *std::move(best);
    return true;
  }

  // Whether some workspace keeps a coordinate list, which must be sorted if it is walked.
  bool makes_lists() const {
    const TensorList& temporaries = program_.split.temporaries;
    return std::any_of(temporaries.begin(), temporaries.end(),
                       [](const TensorDeclaration& made) { return is_indexed_list(made); });
  }

  // Locates one more workspace, if that is cheaper than sorting and walking its list.
  bool look_up(ProtocolWay& way) {
    std::vector<Access> lists;
    for (const cin::Where* where : cin::wheres_in(way.body))
      if (is_indexed_list(where->temporary, program_.split) && !cin::is_located(*where))
        lists.push_back(where->temporary);
    const auto is_list = [&](const Access& access) {
      return std::find(lists.begin(), lists.end(), access) != lists.end();
    };
    const auto has_list = [&](const std::string& index) {
      return std::any_of(lists.begin(), lists.end(), [&](const Access& list) { return has(list.indices, index); });
    };
    program_.body = way.body;
    std::optional<ProtocolWay> best;
    for (const Command& command : possible_among(program_, {{Reading::locate, Reading::masked}, is_list, has_list})) {
      const Protocol& protocol = std::get<Protocol>(command);
      cin::Stmt body = with_legal_protocol(program_.split, protocol, way.body);
      Price priced = price_of(body);
      if (priced.total >= (best ? best->priced.total : way.priced.total)) continue;
      best = way;
      take(*best, protocol, std::move(body), std::move(priced));
    }
    if (!best) return false;
    way = *std::move(best);
    return true;
  }

  cin::Program& program_;
  const Sizes& sizes_;
};

}  // namespace

Commands possible_protocols(const cin::Program& program, const std::vector<Reading>& readings) {
  return possible_among(program, {.readings = readings});
}

std::vector<ProtocolStep> cheapest_protocols(const cin::Program& given, const Sizes& sizes) {
  cin::Program program = given;
  return ProtocolSearch(program, sizes).cheapest_way(price(given, sizes)).steps;
}

Price price_with_protocols(cin::Program& program, const Sizes& sizes) {
  ProtocolWay way = ProtocolSearch(program, sizes).cheapest_way(price(program, sizes));
  program.body = std::move(way.body);
  return std::move(way.priced);
}

}  // namespace scorchc::schedule
