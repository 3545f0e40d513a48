// Evaluates one component of a statement at a time: its value, and whether it is stored.
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

/// The state of a component. `failed`: stored, but dependent on an integer division by zero. An unstored factor may
/// still annihilate it, so it becomes an error only in the final result.
enum class Mark : unsigned char { unstored, stored, failed };

/// A component. The value of an unstored component is 0.
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

/// The constant inputs of an evaluation.
template <class T>
struct Plan {
  const Tree& tree;
  int root;
  std::vector<std::int64_t> extents;         // by index
  std::vector<Operand<T>> operands;          // by tensor
  std::vector<std::vector<Stride>> strides;  // by node; only of accesses
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

  /// The right-hand side for the given values of the left-hand side's indices.
  Cell<T> operator()(const std::vector<int>& indices, const std::vector<std::int64_t>& values) {
    for (std::size_t i = 0; i < indices.size(); ++i) at_[slot(indices[i])] = values[i];
    return evaluate(plan_.root);
  }

 private:
  /// Memoised results of a reduction, by the values of its free indices.
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

  /// Creates memo tables for reductions that do not depend on every enclosing loop. Without them nested reductions
  /// would take exponential time.
  void remember_repeated_reductions() {
    std::int64_t budget = std::int64_t{1} << 22;  // maximal number of cells in all tables together
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
    // An operand without components is read only for an empty range; its format then determines the pattern.
    if (operand.cells.empty()) return {T{0}, operand.full ? Mark::stored : Mark::unstored};
    return operand.cells[offset(strides)];
  }

  Cell<T> evaluate_sum(const Node& node) {
    Cell<T> total;
    for (std::size_t c = 0; c < node.children.size(); ++c) {
      const Cell<T> term = evaluate(node.children[c]);
      // An unstored term counts as +0, which matters for the sign of a zero: -0 + 0 is 0.
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
      // An empty sum stores nothing. The identity of min and max is not 0, so it is stored.
      if (node.reduction != Reduction::sum) total.mark = Mark::stored;
      return total;
    }
    // The body may rebind an index of an enclosing loop, so its value is saved and restored.
    std::vector<std::int64_t> outer;
    for (int index : node.indices) outer.push_back(std::exchange(at_[slot(index)], 0));
    do {
      const Cell<T> term = evaluate(node.children[0]);
      // Min and max include unstored components as 0; a sum skips them.
      if (term.mark != Mark::unstored || node.reduction != Reduction::sum)
        total.value = combine(node.reduction, total.value, term.value);
      total.mark = std::max(total.mark, term.mark);
    } while (advance(node.indices));
    for (std::size_t i = 0; i < outer.size(); ++i) at_[slot(node.indices[i])] = outer[i];
    return total;
  }

  /// Advances to the next combination of index values; the last index varies fastest. False after the last combination.
  bool advance(const std::vector<int>& indices) {
    for (std::size_t i = indices.size(); i-- > 0;) {
      if (++at_[slot(indices[i])] < plan_.extents[slot(indices[i])]) return true;
      at_[slot(indices[i])] = 0;
    }
    return false;
  }

  const Plan<T>& plan_;
  std::vector<std::int64_t> at_;  // current values, by index
  std::vector<Memo> memos_;       // by node; empty for nodes that are not memoised
  std::vector<bool> folded_;      // by node; see folded_zeros
};

}  // namespace scorchc::oracle
