// The value and the mark of one component at a time: a walk over the tree with the current values of the indices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "oracle/arithmetic.h"
#include "oracle/fold_zeros.h"
#include "oracle/tree.h"

namespace scorchc::oracle {

/// `failed` is stored, but hangs on an integer division by zero. Whether that matters is known at the end only: a
/// factor that is not stored may still annihilate it.
enum class Mark : unsigned char { unstored, stored, failed };

/// The value is 0 where nothing is stored: what a missing component counts as, where it counts at all.
template <class T>
struct Cell {
  T value = T{};
  Mark mark = Mark::unstored;
};

template <class T>
T combine(Reduction reduction, T a, T b) {
  switch (reduction) {
    case Reduction::sum:
      return add(a, b);
    case Reduction::min:
      return smaller(a, b);
    case Reduction::max:
      return larger(a, b);
  }
  return a;
}

template <class T>
T identity(Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return T{0};
    case Reduction::min:
      return largest<T>();
    case Reduction::max:
      return smallest<T>();
  }
  return T{0};
}

inline bool has_empty_range(const Node& reduction, const std::vector<std::int64_t>& extents) {
  return std::any_of(reduction.indices.begin(), reduction.indices.end(),
                     [&](int index) { return extents[static_cast<std::size_t>(index)] == 0; });
}

struct Stride {
  int index;
  std::int64_t step;
};

template <class T>
struct Operand {
  std::vector<Cell<T>> cells;
  bool full = false;
};

/// Everything about the statement that does not change during the walk.
template <class T>
struct Plan {
  const Tree& tree;
  int root;
  std::vector<std::int64_t> extents;         // by index
  std::vector<Operand<T>> operands;          // by tensor
  std::vector<std::vector<Stride>> strides;  // by node, of accesses
};

template <class T>
class Evaluator {
 public:
  explicit Evaluator(const Plan<T>& plan)
      : plan_(plan),
        at_(plan.extents.size(), 0),
        memos_(static_cast<std::size_t>(plan.tree.size())),
        folded_(folded_zeros<T>(plan.tree)) {
    remember_repeated_reductions();
  }

  /// The right-hand side where the left-hand side's indices have the given values.
  Cell<T> operator()(const std::vector<int>& indices, const std::vector<std::int64_t>& values) {
    for (std::size_t i = 0; i < indices.size(); ++i) at_[slot(indices[i])] = values[i];
    return evaluate(plan_.root);
  }

 private:
  /// The results of a reduction, by the values of its free indices.
  struct Memo {
    std::vector<Stride> strides;
    std::vector<Cell<T>> cells;
    std::vector<bool> known;
  };

  static std::size_t slot(int number) { return static_cast<std::size_t>(number); }

  std::size_t offset(const std::vector<Stride>& strides) const {
    std::int64_t sum = 0;
    for (const Stride& stride : strides) sum += at_[slot(stride.index)] * stride.step;
    return static_cast<std::size_t>(sum);
  }

  /// A reduction that does not depend on every loop around it would be done again and again, in nested reductions
  /// exponentially often.
  void remember_repeated_reductions() {
    std::int64_t budget = std::int64_t{1} << 22;  // cells of all tables together
    std::vector<std::pair<int, std::size_t>> pending = {{plan_.root, plan_.tree[plan_.root].free.size()}};
    while (!pending.empty()) {
      const auto [number, loops] = pending.back();
      pending.pop_back();
      const Node& node = plan_.tree[number];
      if (node.kind == Kind::reduce && node.free.size() < loops) remember(number, budget);
      const std::size_t inside = loops + (node.kind == Kind::reduce ? node.indices.size() : 0);
      for (int child : node.children) pending.emplace_back(child, inside);
    }
  }

  void remember(int number, std::int64_t& budget) {
    Memo memo;
    std::int64_t count = 1;
    for (int index : plan_.tree[number].free) {
      memo.strides.push_back({index, count});
      if (plan_.extents[slot(index)] > budget / count) return;
      count *= std::max<std::int64_t>(plan_.extents[slot(index)], 1);
    }
    budget -= count;
    memo.cells.resize(static_cast<std::size_t>(count));
    memo.known.resize(static_cast<std::size_t>(count));
    memos_[slot(number)] = std::move(memo);
  }

  Cell<T> evaluate(int number) {
    const Node& node = plan_.tree[number];
    switch (node.kind) {
      case Kind::access:
        return load(plan_.operands[slot(node.tensor)], plan_.strides[slot(number)]);
      case Kind::number:
        return {node.integral ? convert<T>(node.integer) : convert<T>(node.real),
                folded_[slot(number)] ? Mark::unstored : Mark::stored};
      case Kind::add:
        return evaluate_sum(node);
      case Kind::negate: {
        const Cell<T> cell = evaluate(node.children[0]);
        if (cell.mark == Mark::unstored && !folded_[slot(number)]) return {};
        return {negate(cell.value), cell.mark};
      }
      case Kind::product:
        return evaluate_product(node, folded_[slot(number)]);
      case Kind::quotient:
        return evaluate_quotient(node, folded_[slot(number)]);
      case Kind::call:
        return evaluate_call(node, folded_[slot(number)]);
      case Kind::reduce:
        return recall(number);
    }
    return {};
  }

  Cell<T> load(const Operand<T>& operand, const std::vector<Stride>& strides) const {
    // Without components an operand is met in the walk of an empty range only; its format says what it would store.
    if (operand.cells.empty()) return {T{0}, operand.full ? Mark::stored : Mark::unstored};
    return operand.cells[offset(strides)];
  }

  Cell<T> evaluate_sum(const Node& node) {
    Cell<T> total;
    for (std::size_t c = 0; c < node.children.size(); ++c) {
      const Cell<T> term = evaluate(node.children[c]);
      // An unstored term is a 0 like any other where the sign of a zero shows: -0 + 0 is 0.
      if (node.subtracted[c])
        total.value = subtract(total.value, term.value);
      else
        total.value = c == 0 ? term.value : add(total.value, term.value);
      total.mark = std::max(total.mark, term.mark);
    }
    return total;
  }

  Cell<T> evaluate_product(const Node& node, bool is_folded) {
    Cell<T> total{T{1}, is_folded ? Mark::unstored : Mark::stored};
    for (int child : node.children) {
      const Cell<T> factor = evaluate(child);
      if (factor.mark == Mark::unstored && !is_folded) return {};
      total.value = multiply(total.value, factor.value);
      total.mark = std::max(total.mark, factor.mark);
    }
    return total;
  }

  Cell<T> evaluate_quotient(const Node& node, bool is_folded) {
    const Cell<T> numerator = evaluate(node.children[0]);
    if (numerator.mark == Mark::unstored && !is_folded) return {};
    const Cell<T> denominator = evaluate(node.children[1]);
    if (std::integral<T> && denominator.value == T{0}) return {T{0}, Mark::failed};
    return {divide(numerator.value, denominator.value), std::max(numerator.mark, denominator.mark)};
  }

  Cell<T> evaluate_call(const Node& node, bool is_folded) {
    const Cell<T> a = evaluate(node.children[0]);
    const Cell<T> b = node.children.size() > 1 ? evaluate(node.children[1]) : Cell<T>{};
    Mark mark = std::max(a.mark, b.mark);
    if (info(node.function).full && !is_folded) mark = std::max(mark, Mark::stored);
    if (mark == Mark::unstored && !is_folded) return {};
    return {call(node.function, a.value, b.value), mark};
  }

  Cell<T> recall(int number) {
    Memo& memo = memos_[slot(number)];
    if (memo.cells.empty()) return evaluate_reduction(number);
    const std::size_t entry = offset(memo.strides);
    if (!memo.known[entry]) {
      memo.cells[entry] = evaluate_reduction(number);
      memo.known[entry] = true;
    }
    return memo.cells[entry];
  }

  Cell<T> evaluate_reduction(int number) {
    const Node& node = plan_.tree[number];
    Cell<T> total{identity<T>(node.reduction)};
    if (has_empty_range(node, plan_.extents)) {
      // Nothing is added, so nothing is stored; but the identity of min and max is not 0, which only storing it says.
      if (node.reduction != Reduction::sum) total.mark = Mark::stored;
      return total;
    }
    // A body may bind an index again that a loop around it runs over.
    std::vector<std::int64_t> outer;
    for (int index : node.indices) outer.push_back(std::exchange(at_[slot(index)], 0));
    do {
      const Cell<T> term = evaluate(node.children[0]);
      // A min and a max see the zeros that are not stored; a sum never touches them.
      if (term.mark != Mark::unstored || node.reduction != Reduction::sum)
        total.value = combine(node.reduction, total.value, term.value);
      total.mark = std::max(total.mark, term.mark);
    } while (advance(node.indices));
    for (std::size_t i = 0; i < outer.size(); ++i) at_[slot(node.indices[i])] = outer[i];
    return total;
  }

  /// The last index runs the fastest. False after the last combination.
  bool advance(const std::vector<int>& indices) {
    for (std::size_t i = indices.size(); i-- > 0;) {
      if (++at_[slot(indices[i])] < plan_.extents[slot(indices[i])]) return true;
      at_[slot(indices[i])] = 0;
    }
    return false;
  }

  const Plan<T>& plan_;
  std::vector<std::int64_t> at_;  // by index: its current value
  std::vector<Memo> memos_;       // by node; empty where nothing repeats
  std::vector<bool> folded_;      // by node (folded_zeros)
};

}  // namespace scorchc::oracle
