// Assembles sparse results in a single pass if they are not rows of one sparse level: several sparse levels, one below
// the other, or one run of coordinates. Loops in storage order append to all levels at once. The upper bound of each
// level's entries is the sum over the operands that lead the loops, whose positions are visited once each.
#include <algorithm>

#include "lower/iterator.h"

namespace scorchc::lower {

using loop::index_variable;

namespace {

const cin::Stmt& behind_temporaries(const cin::Stmt& stmt) {
  const cin::Where* where = stmt.as<cin::Where>();
  return where ? behind_temporaries(where->consumer()) : stmt;
}

// The loops that visit the result's entries, outermost first.
std::vector<const cin::Forall*> loops_to_entries(const cin::Stmt& body) {
  std::vector<const cin::Forall*> loops;
  for (const cin::Forall* loop = body.as<cin::Forall>(); loop;
       loop = behind_temporaries(loop->body[0]).as<cin::Forall>())
    loops.push_back(loop);
  return loops;
}

}  // namespace

std::optional<std::string> Lowerer::why_levels_not_appended() const {
  if (const std::optional<std::string> why = why_not_appended()) return why;
  if (const cin::Where* where = program_.body.as<cin::Where>())
    return "the temporary `" + where->temporary.tensor + "` is filled before all loops";
  if (!program_.body.as<cin::Forall>()) return "several loops, one after the other, fill it";
  for (const LevelGroup& group : groups_)
    if (group.first > 0 && !group.in_order) return "it has dense levels above or between its sparse levels";
  if (groups_.back().last + 1 != result_.levels.size() && !assigns_whole_entries())
    return "its entries are dense blocks that accumulate sums";
  const bool is_one_run = groups_.size() == 1 && !result_.levels[0].format->append->has_pos(result_.levels[0].site);
  if (is_one_run && copied_operand(program_.body, Scope())) return "its arrays are copied from an operand";
  return {};
}

// Number of positions of an operand in the level of a loop: in all, or before a position of its first level. Empty if a
// loop in `around`, other than those over the levels above, would visit each position again.
std::optional<loop::Expr> Lowerer::most_in_all(const Access& access, const std::string& index, const Loops& around,
                                               const FirstPositions& before) const {
  const StoredTensor& operand = storage_.tensor(access.tensor);
  if (operand.object.empty()) return {};
  std::set<std::string> above;
  for (std::size_t l = 0; l < operand.levels.size(); ++l) {
    const std::string& walked = access.indices[static_cast<std::size_t>(operand.levels[l].mode)];
    if (walked != index) {
      above.insert(walked);
      continue;
    }
    const bool is_met_once =
        std::all_of(around.begin(), around.end(), [&](const auto* each) { return above.count(each->index) > 0; });
    const auto first = before.find(print(access));
    if (!is_met_once) return {};
    return first == before.end() ? stored_entries(operand, l + 1) : stored_entries(operand, l + 1, first->second);
  }
  return {};
}

// Upper bound of the tree's coordinates over all iterations of the loops in `around`. Empty if no operand gives one.
std::optional<loop::Expr> Lowerer::most_in_all(const IterationTree& tree, const cin::Forall& loop, const Loops& around,
                                               const FirstPositions& before) const {
  using Kind = IterationTree::Kind;
  if (tree.kind == Kind::full) return {};
  if (tree.kind == Kind::iterator) {
    for (const Access& access : cin::operands(loop.body[0]))
      if (print(access) == tree.iterator) return most_in_all(access, loop.index, around, before);
    return {};
  }
  std::optional<loop::Expr> most;
  for (const IterationTree& child : tree.children) {
    const std::optional<loop::Expr> next = most_in_all(child, loop, around, before);
    if (!next && tree.kind == Kind::either) return {};
    if (!next) continue;
    most = !most ? *next : tree.kind == Kind::either ? loop::add(*most, *next) : loop::minimum(*most, *next);
  }
  return most;
}

// Upper bounds of the entries of each group. They include the entries below coordinates of the first level that are
// before `coordinate`, where the operands have the positions `before`; without these positions, all entries. An entry
// is kept only if something is stored below it, so a group has at most as many as the group below. Between two
// coordinates there are at most as many entries as these bounds differ by, even where the bound is the minimum of
// several.
std::vector<std::optional<loop::Expr>> Lowerer::most_of_groups(const FirstPositions& before,
                                                               const loop::Expr& coordinate) const {
  std::vector<std::optional<loop::Expr>> most(groups_.size());
  const std::vector<const cin::Forall*> loops = loops_to_entries(program_.body);
  for (std::size_t group = groups_.size(); group-- > 0;) {
    const StoredLevel& level = result_.levels[groups_[group].last];
    const std::string& index = kernel_.statement.lhs.indices[static_cast<std::size_t>(level.mode)];
    const auto loop =
        std::find_if(loops.begin(), loops.end(), [&](const cin::Forall* each) { return each->index == index; });
    if (loop != loops.end())
      most[group] = most_in_all(iteration_tree(**loop, kernel_), **loop, {loops.begin(), loop}, before);
    const bool is_by_next = !most[group] && group + 1 < groups_.size();
    if (is_by_next) most[group] = most[group + 1];
    const bool is_one_level = group == 0 && groups_[0].first == groups_[0].last;
    if (most[group] && is_one_level && (is_by_next || walks_runs(**loop)))
      most[group] = loop::minimum(*most[group], coordinate);
  }
  return most;
}

// Whether the loop visits a coordinate at several positions.
bool Lowerer::walks_runs(const cin::Forall& loop) const {
  const std::vector<Access> all = leading_operands(loop);
  return std::any_of(all.begin(), all.end(), [&](const Access& access) {
    const StoredLevel& first = storage_.tensor(access.tensor).levels[0];
    return first.format->forms_runs && !first.site.is_run_last;
  });
}

// Whether it is the innermost loop over the result's entries, and not part of a temporary's producer.
bool Lowerer::is_loop_over_entries(const cin::Forall& loop) const {
  const StoredLevel& level = result_.levels[groups_.back().last];
  return filled_.empty() && loop.index == kernel_.statement.lhs.indices[static_cast<std::size_t>(level.mode)];
}

// Lowers the loops without what they compute: their insertions into workspaces bound the entries at run time. Empty if
// the loops do not give a bound.
std::optional<loop::Expr> Lowerer::bound_levels(Block& out) {
  Block tables, locals, loops;
  tables_ = &tables;
  locals_ = &locals;
  upper_bound_.step = UpperBoundAssembly::Step::bounding_levels;
  upper_bound_.counter = storage_.names.fresh(level_name(result_.levels[groups_.back().first]) + "_bound");
  const cin::Forall& outermost = *program_.body.as<cin::Forall>();
  loop::Expr most = index_variable(upper_bound_.counter);
  if (may_be_partitioned(outermost, Scope())) {
    most = bound_chunks(outermost, loops);
  } else {
    loops.push_back(variable(upper_bound_.counter, loop::integer(0)));
    lower(program_.body, producer_scope(Scope()), loops);
  }
  if (!upper_bound_.is_bounded) return {};
  for (Block* block : {&tables, &locals, &loops}) out.insert(out.end(), block->begin(), block->end());
  return most;
}

std::optional<Lowerer::Sequence> Lowerer::run_append_levels(std::string& why_not) {
  if (const std::optional<std::string> why = why_levels_not_appended()) {
    why_not = *why;
    return {};
  }
  Sequence sequence;
  for (std::optional<loop::Expr> most : most_of_groups({}, result_.levels[0].site.extent)) {
    if (!most) {
      // An entry is kept only if something is stored below it, so no group has more than the last one.
      most = bound_levels(sequence.bounds);
      sequence.most.assign(most ? groups_.size() : 0, most.value_or(loop::integer(0)));
      break;
    }
    sequence.most.push_back(*most);
  }
  if (sequence.most.empty()) {
    why_not = "no operand bounds the number of its entries";
    return {};
  }
  upper_bound_.step = UpperBoundAssembly::Step::filling_levels;
  sequence.filling = run();
  return sequence;
}

}  // namespace scorchc::lower
