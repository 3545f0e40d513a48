// Unions of two lists of coordinates. Which of two coordinates is smaller nobody can foresee, and a processor that guesses
// loses more than all else takes; so both values are computed, and one is picked by masks. Where lists are alike, whole runs
// are compared at once.
#include <algorithm>

#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// One of the two lists: where it is walked, and what its coordinate there is called.
struct List {
  std::string position, coordinate, crd;
  Expr end = loop::integer(0);
};

/// `while (p < p_end && q < q_end)`, and what is done where both have the least coordinate, or one of them.
struct Merge {
  List left, right;
  std::string coordinate;  // the least
  Expr both = loop::integer(0), only_left = both, only_right = both;  // the values that are stored,
  loop::Store store = {{}, loop::Type::f32, both, loop::Update::set, both};  // and where
  Block rest = {};  // what else is done in each case
};

/// What all that is asked for costs little, does not leave anything behind, and is there wherever the lists stand.
bool is_cheap(const Expr& value, const std::set<std::string>& coordinates) {
  const auto costs = [](const Expr& part) {
    const loop::Compute* node = part.as<loop::Compute>();
    if (!node) return part.as<loop::Search>() != nullptr;
    return node->op != Operator::add && node->op != Operator::sub && node->op != Operator::mul && node->op != Operator::neg;
  };
  return !loop::any_part(value, costs) && !loop::reads_any(value, coordinates);
}

std::optional<List> list_of(const Expr& condition, const Stmt& stmt) {
  const loop::Binary* below = condition.as<loop::Binary>();
  const loop::Declare* declared = stmt.as<loop::Declare>();
  const loop::Variable* position = below && below->op == loop::BinaryOp::less ? below->operands[0].as<loop::Variable>() : nullptr;
  if (!position || !declared) return {};
  const loop::Cast* widened = declared->value.as<loop::Cast>();
  const loop::Load* load = (widened ? widened->operand[0] : declared->value).as<loop::Load>();
  if (!load || load->index[0] != condition.as<loop::Binary>()->operands[0]) return {};
  return List{position->name, declared->name, load->array, below->operands[1]};
}

/// The branch without its steps to the next position; nothing if these are not of the positions that it has to go on from.
std::optional<Block> without_steps(Block branch, std::set<std::string> positions, const std::set<std::string>& all) {
  std::erase_if(branch, [&](const Stmt& stmt) {
    const loop::Assign* step = stmt.as<loop::Assign>();
    return step && step->update == loop::Update::add && step->value == loop::integer(1) && positions.erase(step->name) > 0;
  });
  std::set<std::string> changed;
  loop::add_changed(branch, changed);
  const bool is_left_alone = std::none_of(all.begin(), all.end(), [&](const std::string& name) { return changed.count(name) > 0; });
  return positions.empty() && is_left_alone ? std::optional(branch) : std::nullopt;
}

/// What the three branches do, which are alike but for the value that each stores first.
bool take_store(const Block& both, const Block& left, const Block& right, Merge& merge) {
  if (both.size() != left.size() || both.size() != right.size()) return false;
  for (std::size_t n = 0; n < both.size(); ++n) {
    if (both[n] == left[n] && both[n] == right[n]) continue;
    const loop::Store *of_both = both[n].as<loop::Store>(), *of_left = left[n].as<loop::Store>();
    const loop::Store* of_right = right[n].as<loop::Store>();
    if (n > 0 || !of_both || !of_left || !of_right || of_both->update != loop::Update::set) return false;
    loop::Store like_left = *of_left, like_right = *of_right;
    like_left.value = like_right.value = of_both->value;
    if (like_left != *of_both || like_right != *of_both) return false;
    merge.store = *of_both;
    merge.both = of_both->value, merge.only_left = of_left->value, merge.only_right = of_right->value;
  }
  if (merge.store.array.empty()) return false;
  merge.rest.assign(both.begin() + 1, both.end());
  return true;
}

/// Stores and steps, whose order does not show.
bool is_plain(const Block& block, const std::set<std::string>& used_by_values) {
  std::set<std::string> changed;
  loop::add_changed(block, changed);
  return std::all_of(block.begin(), block.end(), [](const Stmt& stmt) { return stmt.as<loop::Store>() || stmt.as<loop::Assign>(); }) &&
         std::none_of(changed.begin(), changed.end(), [&](const std::string& name) { return used_by_values.count(name) > 0; });
}

/// The lists and the conditions of the branches.
std::optional<Merge> union_of(const loop::While& node) {
  const loop::Binary* condition = node.condition.as<loop::Binary>();
  const loop::If* branch = node.body.size() == 4 ? node.body[3].as<loop::If>() : nullptr;
  if (!branch || !condition || condition->op != loop::BinaryOp::logical_and || branch->blocks.size() != 3) return {};
  const std::optional<List> left = list_of(condition->operands[0], node.body[0]);
  const std::optional<List> right = list_of(condition->operands[1], node.body[1]);
  const loop::Declare* least = node.body[2].as<loop::Declare>();
  if (!left || !right || !least) return {};
  const Expr at_left = loop::index_variable(left->coordinate), at_right = loop::index_variable(right->coordinate);
  const Expr in_left = loop::equal(at_left, loop::index_variable(least->name));
  const Expr in_right = loop::equal(at_right, loop::index_variable(least->name));
  const std::vector<Expr> cases = {loop::both(in_left, in_right), in_left};
  if (least->value != loop::minimum(at_left, at_right) || branch->conditions != cases) return {};
  return Merge{.left = *left, .right = *right, .coordinate = least->name};
}

std::optional<Merge> as_merge(const loop::While& node) {
  std::optional<Merge> merge = union_of(node);
  if (!merge) return {};
  const std::vector<Block>& cases = node.body[3].as<loop::If>()->blocks;
  const std::set<std::string> positions = {merge->left.position, merge->right.position};
  const std::optional<Block> both = without_steps(cases[0], positions, positions);
  const std::optional<Block> left = without_steps(cases[1], {merge->left.position}, positions);
  const std::optional<Block> right = without_steps(cases[2], {merge->right.position}, positions);
  if (!both || !left || !right || !take_store(*both, *left, *right, *merge)) return {};
  std::set<std::string> used;
  for (const Expr& value : {merge->both, merge->only_left, merge->only_right}) {
    if (!is_cheap(value, {merge->left.coordinate, merge->right.coordinate, merge->coordinate})) return {};
    used.merge(loop::own_reads(value));
  }
  const std::set<std::string> in_rest = loop::used_names(merge->rest);
  for (const List* list : {&merge->left, &merge->right})
    if (in_rest.count(list->position) + in_rest.count(list->coordinate) > 0) return {};
  return is_plain(merge->rest, used) && !used.count(merge->store.array) ? merge : std::nullopt;
}

}  // namespace

bool FunctionEmitter::emit_merge(const loop::While& node) {
  // In lanes of vectors all go the same way.
  if (vector_) return false;
  const std::optional<Merge> merge = as_merge(node);
  if (!merge) return false;
  shared_.use("merge");
  const auto of = [&](const List& list) { return list.crd + ", " + list.position + ", " + exprs_.text(list.end); };
  const std::string type(type_name(merge->store.element)), value = fresh("value");
  const auto returning = [&](const Expr& expr) {
    return "[&]() SCORCH_INLINE_LAMBDA { return " + exprs_.value_for(merge->store.element, expr) + "; }, ";
  };
  Block stored = merge->rest;
  stored.push_back(merge->store);
  const bool stores_coordinate = loop::used_names(stored).count(merge->coordinate) > 0;
  const std::string parameters = "int64_t" + (stores_coordinate ? " " + merge->coordinate : "") + ", " + type + " " + value;
  writer_.open("scorch_merge<" + type + ">(" + of(merge->left) + ", " + of(merge->right) + ", " + returning(merge->both) +
               returning(merge->only_left) + returning(merge->only_right) + "[&](" + parameters + ") SCORCH_INLINE_LAMBDA");
  types_[merge->coordinate] = loop::Type::i64;
  writer_.line(merge->store.array + "[" + exprs_.text(merge->store.index) + "] = " + value + ";");
  emit_body_of(merge->rest);
  writer_.close(");");
  return true;
}

BlockText block_of_merges() {
  return {"merge", BlockText::Kind::once, {"inline"}, "cstddef", R"(
// `one` or `other`, without a branch: where the mask is -1, and where it is 0.
template <class T>
static SCORCH_INLINE T scorch_pick(int64_t mask, T one, T other) {
#if defined(__GNUC__)
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a number of 4 or 8 bytes");
  uint64_t bits = 0, other_bits = 0;
  __builtin_memcpy(&bits, &one, sizeof(T));
  __builtin_memcpy(&other_bits, &other, sizeof(T));
  other_bits ^= (bits ^ other_bits) & static_cast<uint64_t>(mask);
  __builtin_memcpy(&other, &other_bits, sizeof(T));
  return other;
#else
  return mask != 0 ? one : other;
#endif
}
template <class C, class D>
static SCORCH_INLINE bool scorch_same(const C* a, const D* b, int64_t count) {
#if defined(__GNUC__)
  if constexpr (sizeof(C) == sizeof(D))
    return __builtin_memcmp(a, b, static_cast<size_t>(count) * sizeof(C)) == 0;
#endif
  int64_t n = 0;
  while (n < count && a[n] == b[n]) ++n;
  return n == count;
}

// Walks two ascending lists of coordinates until one of them ends, and stores a value at each
// coordinate: `both()` where it is in both lists, `left()` or `right()` where it is in one of them.
// Which one comes next nobody can foresee, so there is no branch that depends on it. Lists that are
// the same, and runs of eight coordinates that are, take no more than their values.
template <class T, class A, class B, class Both, class Left, class Right, class Store>
static SCORCH_INLINE void scorch_merge(const A& a, int64_t& p, int64_t p_end, const B& b, int64_t& q,
    int64_t q_end, const Both& both, const Left& left, const Right& right, const Store& store) {
  const auto same = [&](int64_t count) SCORCH_INLINE_LAMBDA {
    for (int64_t n = 0; n < count; ++n) {
      store(a[p], both());
      ++p;
      ++q;
    }
  };
  const auto least = [&]() SCORCH_INLINE_LAMBDA {
    const int64_t at_a = a[p], at_b = b[q];
    // The signs of differences: -1 or 0. Of a comparison compilers would make a branch again.
    const int64_t in_a = (at_a - at_b - 1) >> 63, in_b = (at_b - at_a - 1) >> 63;
    store(at_b ^ ((at_a ^ at_b) & in_a),
          scorch_pick<T>(in_a & in_b, both(), scorch_pick<T>(in_a, left(), right())));
    p -= in_a;
    q -= in_b;
  };
  if (p < p_end && p_end - p == q_end - q && scorch_same(a + p, b + q, p_end - p)) return same(p_end - p);
  while (p_end - p >= 8 && q_end - q >= 8) {
    if (scorch_same(a + p, b + q, 8)) {
      same(8);
    } else {
      least();
      least();
    }
  }
  while (p < p_end && q < q_end) least();
}
)"};
}

}  // namespace scorchc::emit
