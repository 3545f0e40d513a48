// Prints and verifies schedule commands.
#include "ir/schedule.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "support/match.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

std::string printed(const std::vector<Access>& accesses) {
  std::string text;
  for (const Access& access : accesses) text += (text.empty() ? "" : ", ") + print(access);
  return text;
}

std::string printed(const Quantity& quantity) {
  std::string text = !quantity.tensor.empty()  ? "nnz(" + quantity.tensor + ")"
                     : !quantity.index.empty() ? quantity.index
                                               : std::to_string(quantity.number);
  for (const std::string& index : quantity.rows) text += " / " + index;
  return text + (quantity.parts == 1 ? "" : " / " + std::to_string(quantity.parts));
}

std::string printed(const Condition& condition) {
  return printed(condition.left) + (condition.side == Condition::Side::below ? " < " : " > ") +
         printed(condition.right);
}

std::string printed(const Split& split) { return split.index + ": " + std::to_string(split.size); }

std::string printed(const std::vector<Split>& splits) {
  std::string text;
  for (const Split& split : splits) text += (text.empty() ? "" : ", ") + printed(split);
  return text;
}

// A key that identifies what a command decides. Two commands of one plan must not have the same key.
std::string kind_of(const Command& command) {
  return match(
      command, [](const Reorder& c) { return "reorder " + std::to_string(c.part) + c.of; },
      [](const StorageOrder&) { return std::string("storage_order"); },
      [](const Convert& c) { return "convert " + c.of + " " + print(c.access); },
      [](const Factor& c) { return print(Command(c)); },
      [](const Precompute& c) { return "precompute " + c.temporary.tensor; },
      [](const Split& c) { return "split " + c.index; }, [](const Tile&) { return std::string("tile"); },
      [](const Pack& c) { return "pack " + print(c.access); },
      [](const Workspace& c) { return "workspace " + c.temporary.tensor; },
      [](const Protocol& c) { return "protocol " + c.index + " " + print(c.access); },
      [](const Fuse& c) { return print(Command(c)); }, [](const Fission&) { return std::string("fission"); },
      [](const Parallelize& c) { return "parallelize " + c.index; },
      [](const Vectorize& c) { return "vectorize " + c.index; }, [](const Unroll& c) { return "unroll " + c.index; },
      [](const Prefetch& c) { return "prefetch " + print(c.access); },
      [](const Assemble& c) { return "assemble " + c.tensor; }, [](const Variant& c) { return print(Command(c)); },
      [](const Without& c) { return print(Command(c)); });
}

bool names_an_index_twice(const Command& command) {
  return match(
      command, [](const Reorder& c) { return has_repeats(c.indices); },
      [](const StorageOrder& c) { return has_repeats(c.indices); },
      [](const Convert& c) { return has_repeats(c.indices); }, [](const Factor& c) { return has_repeats(c.indices); },
      [](const Precompute& c) { return has_repeats(c.temporary.indices); }, [](const Split&) { return false; },
      [](const Tile& c) {
        std::vector<std::string> indices;
        for (const Split& split : c.splits) indices.push_back(split.index);
        return has_repeats(indices);
      },
      [](const Pack&) { return false; }, [](const Workspace& c) { return has_repeats(c.temporary.indices); },
      [](const Protocol&) { return false; }, [](const Fuse& c) { return c.outer == c.inner; },
      [](const Fission&) { return false; }, [](const Parallelize&) { return false; },
      [](const Vectorize&) { return false; }, [](const Unroll&) { return false; },
      [](const Prefetch&) { return false; }, [](const Assemble&) { return false; },
      [](const Variant&) { return false; }, [](const Without&) { return false; });
}

// Keys of the loops that a command splits or fuses. A loop can be split once and fused once.
std::vector<std::string> taken_by(const Command& command) {
  if (const Split* split = std::get_if<Split>(&command)) return {"split " + split->index};
  if (const Fuse* fuse = std::get_if<Fuse>(&command)) return {"fuse " + fuse->outer, "fuse " + fuse->inner};
  std::vector<std::string> taken;
  if (const Tile* tile = std::get_if<Tile>(&command))
    for (const Split& split : tile->splits) taken.push_back("split " + split.index);
  return taken;
}

constexpr std::array<std::string_view, 11> choice_names{"convert",     "factor",    "precompute", "fission",
                                                        "tile",        "pack",      "workspace",  "protocol",
                                                        "parallelize", "vectorize", "prefetch"};

}  // namespace

std::string_view name(Choice choice) { return choice_names.at(static_cast<std::size_t>(choice)); }

std::string_view name(WorkspaceKind held) { return held == WorkspaceKind::array ? "array" : "tuples"; }

std::optional<Choice> choice_named(std::string_view name) {
  const auto found = std::find(choice_names.begin(), choice_names.end(), name);
  if (found == choice_names.end()) return {};
  return static_cast<Choice>(found - choice_names.begin());
}

std::optional<Choice> choice_of(const Command& command) {
  using Chosen = std::optional<Choice>;
  return match(
      command, [](const Convert&) -> Chosen { return Choice::convert; },
      [](const Factor&) -> Chosen { return Choice::factor; },
      [](const Precompute&) -> Chosen { return Choice::precompute; },
      [](const Fission&) -> Chosen { return Choice::fission; }, [](const Tile&) -> Chosen { return Choice::tile; },
      [](const Pack&) -> Chosen { return Choice::pack; }, [](const Workspace&) -> Chosen { return Choice::workspace; },
      [](const Protocol&) -> Chosen { return Choice::protocol; },
      [](const Parallelize&) -> Chosen { return Choice::parallelize; },
      [](const Vectorize&) -> Chosen { return Choice::vectorize; },
      [](const Prefetch&) -> Chosen { return Choice::prefetch; }, [](const Without& c) -> Chosen { return c.choice; },
      [](const auto&) -> Chosen { return {}; });
}

std::string print(const Command& command) {
  return match(
      command,
      [](const Reorder& c) {
        const std::string of = !c.of.empty() ? c.of : c.part == 1 ? "" : std::to_string(c.part);
        return "reorder(" + of + (of.empty() ? "" : ": ") + joined(c.indices) + ")";
      },
      [](const StorageOrder& c) { return "storage_order(" + c.tensor + ": " + joined(c.indices) + ")"; },
      [](const Convert& c) {
        return "convert(" + c.of + (c.of.empty() ? "" : ": ") + print(c.access) + ": " + joined(c.indices) + ")";
      },
      [](const Factor& c) { return "factor(" + joined(c.indices) + ": " + printed(c.factors) + ")"; },
      [](const Precompute& c) {
        const std::string holder = c.holder == Holder::inferred ? ""
                                   : c.holder == Holder::dense  ? "; dense"
                                   : c.holder == Holder::sparse ? "; sparse"
                                                                : "; workspace";
        return "precompute(" + print(c.temporary) + ": " + printed(c.factors) + holder + ")";
      },
      [](const Split& c) { return "split(" + printed(c) + ")"; },
      [](const Tile& c) { return "tile(" + printed(c.splits) + ")"; },
      [](const Pack& c) { return "pack(" + print(c.access) + ", " + printed(c.panel) + ")"; },
      [](const Workspace& c) { return "workspace(" + print(c.temporary) + ": " + std::string(name(c.held)) + ")"; },
      [](const Protocol& c) {
        return "protocol(" + print(c.access) + ", " + c.index + ": " + std::string(name(c.reading)) + ")";
      },
      [](const Fuse& c) { return "fuse(" + c.outer + ", " + c.inner + ")"; },
      [](const Fission&) { return std::string("fission()"); },
      [](const Parallelize& c) {
        return "parallelize(" + c.index +
               (c.partition == Partition::work ? "" : ": " + std::string(name(c.partition))) + ")";
      },
      [](const Vectorize& c) { return "vectorize(" + c.index + ")"; },
      [](const Unroll& c) { return "unroll(" + c.index + ": " + std::to_string(c.times) + ")"; },
      [](const Prefetch& c) {
        return "prefetch(" + print(c.access) + ": " + std::to_string(c.distance) +
               (c.condition == PrefetchCondition::always ? "; always" : "") + ")";
      },
      [](const Assemble& c) {
        return "assemble(" + c.tensor + (c.how == Assembling::count ? ": count)" : ": one_pass)");
      },
      [](const Variant& c) { return "variant(" + (c.conditions.empty() ? "none" : print(c.conditions)) + ")"; },
      [](const Without& c) { return std::string(name(c.choice)) + "(none)"; });
}

std::string print(const std::vector<Condition>& conditions) {
  std::string text;
  for (const Condition& condition : conditions) text += (text.empty() ? "" : " and ") + printed(condition);
  return text;
}

std::string print(const Commands& commands) {
  std::string out;
  for (const Command& command : commands) out += (out.empty() ? "" : "; ") + print(command);
  return out;
}

std::vector<PlanCommands> plans_of(const Commands& commands) {
  std::vector<PlanCommands> plans(1);
  for (const Command& command : commands) {
    const Variant* variant = std::get_if<Variant>(&command);
    if (!variant)
      plans.back().commands.push_back(command);
    else if (!variant->conditions.empty())
      plans.push_back({*variant, {}});
  }
  return plans;
}

std::string verify(const Commands& commands) {
  std::set<std::string> seen, taken, variants;
  std::map<Choice, bool> is_left_out;  // for each choice so far: true for CHOICE(none), false for any other command
  for (const Command& command : commands) {
    const auto quoted = [&] { return "`" + print(command) + "`"; };
    if (std::holds_alternative<Variant>(command)) {
      const std::string text = quoted();
      if (!variants.insert(text).second) return text + " is given twice";
      if (variants.size() > most_variants)
        return text + " exceeds the maximal number of variants, " + std::to_string(most_variants);
      if (variants.count("`variant(none)`") != 0 && variants.size() > 1)
        return text + " contradicts " + (text == "`variant(none)`" ? "another variant" : "`variant(none)`");
      seen.clear();
      taken.clear();
      is_left_out.clear();
    }
    if (!seen.insert(kind_of(command)).second) return quoted() + " is a second command of its kind";
    if (const std::optional<Choice> choice = choice_of(command)) {
      const bool leaves_out = std::holds_alternative<Without>(command);
      if (is_left_out.emplace(*choice, leaves_out).first->second != leaves_out)
        return quoted() + " contradicts " +
               (leaves_out ? "another command of its kind" : "`" + std::string(name(*choice)) + "(none)`");
    }
    if (names_an_index_twice(command)) return quoted() + " names an index twice";
    for (const std::string& each : taken_by(command))
      if (!taken.insert(each).second) return quoted() + " names an index that another command already splits or fuses";
  }
  return {};
}

}  // namespace scorchc::schedule
