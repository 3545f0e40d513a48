// Implements the dense interpreter: checks the operands, determines extents and types, and evaluates each component.
#include "oracle/dense_interpreter.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include "oracle/evaluate.h"
#include "oracle/parse.h"
#include "oracle/place.h"
#include "oracle/scaled.h"

namespace scorchc::oracle {
namespace {

constexpr std::int64_t max_components = std::int64_t{1} << 26;

bool is_floating(Type type) { return type == Type::f32 || type == Type::f64; }

/// The common type: i32 < f32 < f64 and i32 < i64 < f64, so i64 with f32 gives f64.
Type promote(Type a, Type b) {
  if (a == b) return a;
  if (a == Type::i32) return b;
  if (b == Type::i32) return a;
  return Type::f64;
}

/// The number of components.
std::int64_t count_of(const std::string& name, const std::vector<std::int64_t>& dimensions) {
  std::int64_t count = 1;
  bool empty = false;
  for (std::int64_t dimension : dimensions) {
    if (dimension < 0) throw Error("`" + name + "` has a negative dimension");
    if (dimension == 0)
      empty = true;
    else if (count > max_components / dimension)
      throw Error("`" + name + "` has too many components for the dense interpreter");
    else
      count *= dimension;
  }
  return empty ? 0 : count;
}

void check(const std::string& name, const Array& array) {
  const auto count = static_cast<std::size_t>(count_of(name, array.dimensions));
  const std::size_t values = is_floating(array.type) ? array.reals.size() : array.integers.size();
  if (values != count) throw Error("`" + name + "` has a different number of values than components");
  if (array.stored.size() != count && !(array.full && array.stored.empty()))
    throw Error("`" + name + "` has a different number of flags than components");
  if (array.full && std::count(array.stored.begin(), array.stored.end(), 0) > 0)
    throw Error("`" + name + "` is marked full, but lacks components");
}

const Array& operand(const Problem& problem, const std::string& name) {
  const auto found = problem.operands.find(name);
  if (found == problem.operands.end()) throw Error("there is no operand `" + name + "`");
  return found->second;
}

/// The extents of all indices, from the operands and from Problem::extents, which must agree.
class Extents {
 public:
  Extents(const Problem& problem, const Statement& statement)
      : names_(statement.index_names), known_(statement.index_names.size()) {
    for (int n = 0; n < statement.tree.size(); ++n) {
      const Node& node = statement.tree[n];
      if (node.kind != Kind::access) continue;
      const std::string& name = statement.tensor_names[static_cast<std::size_t>(node.tensor)];
      add(name, operand(problem, name), node.indices);
    }
    if (statement.assign != Assign::set)
      add(statement.result, operand(problem, statement.result), statement.result_indices);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto given = problem.extents.find(names_[i]);
      if (given != problem.extents.end()) set(static_cast<int>(i), given->second);
    }
  }

  std::vector<std::int64_t> all() const {
    std::vector<std::int64_t> extents;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!known_[i]) throw Error("the extent of `" + names_[i] + "` is not known");
      extents.push_back(*known_[i]);
    }
    return extents;
  }

 private:
  void add(const std::string& name, const Array& array, const std::vector<int>& indices) {
    if (indices.size() != array.dimensions.size())
      throw Error("`" + name + "` has order " + std::to_string(array.dimensions.size()) + ", but is used with " +
                  std::to_string(indices.size()) + " indices");
    for (std::size_t mode = 0; mode < indices.size(); ++mode) set(indices[mode], array.dimensions[mode]);
  }

  void set(int index, std::int64_t extent) {
    const auto i = static_cast<std::size_t>(index);
    if (extent < 0) throw Error("the extent of `" + names_[i] + "` is negative");
    if (known_[i] && *known_[i] != extent)
      throw Error("`" + names_[i] + "` has two extents, " + std::to_string(*known_[i]) + " and " +
                  std::to_string(extent));
    known_[i] = extent;
  }

  const std::vector<std::string>& names_;
  std::vector<std::optional<std::int64_t>> known_;
};

Type computation_type(const Problem& problem, const Statement& statement) {
  Type type = problem.result_type;
  for (const std::string& name : statement.tensor_names) type = promote(type, operand(problem, name).type);
  if (is_floating(type)) return type;
  for (int n = 0; n < statement.tree.size(); ++n) {
    const Node& node = statement.tree[n];
    if (node.kind == Kind::call && info(node.function).floating) return Type::f64;
    if (node.kind == Kind::number && !node.integral) return Type::f64;
  }
  return type;
}

/// True if the right-hand side stores every component, for any data.
bool right_side_is_full(const Problem& problem, const Statement& statement, const std::vector<bool>& folded,
                        const std::vector<std::int64_t>& extents) {
  std::vector<bool> full(static_cast<std::size_t>(statement.tree.size()));
  const auto is_full = [&](int node) { return full[static_cast<std::size_t>(node)]; };
  for (int n = 0; n < statement.tree.size(); ++n) {
    const Node& node = statement.tree[n];
    const std::vector<int>& children = node.children;
    bool here = false;
    switch (node.kind) {
      case Kind::access:
        here = operand(problem, statement.tensor_names[static_cast<std::size_t>(node.tensor)]).full;
        break;
      case Kind::number:
        here = !folded[static_cast<std::size_t>(n)];
        break;
      case Kind::product:
        here = std::all_of(children.begin(), children.end(), is_full);
        break;
      case Kind::add:
      case Kind::call:
        here = (node.kind == Kind::call && info(node.function).full) ||
               std::any_of(children.begin(), children.end(), is_full);
        break;
      case Kind::negate:
      case Kind::quotient:
        here = is_full(children[0]);
        break;
      case Kind::reduce:
        here = has_empty_range(node, extents) ? node.reduction != Reduction::sum : is_full(children[0]);
        break;
    }
    if (folded[static_cast<std::size_t>(n)]) here = std::any_of(children.begin(), children.end(), is_full);
    full[static_cast<std::size_t>(n)] = here;
  }
  return is_full(statement.root);
}

std::vector<Stride> row_major(const std::vector<int>& indices, const std::vector<std::int64_t>& dimensions) {
  std::vector<Stride> strides(indices.size());
  std::int64_t step = 1;
  for (std::size_t mode = indices.size(); mode-- > 0;) {
    strides[mode] = {indices[mode], step};
    step *= std::max<std::int64_t>(dimensions[mode], 1);
  }
  return strides;
}

template <class T>
std::vector<Cell<T>> cells_of(const Array& array) {
  const bool floating = is_floating(array.type);
  std::vector<Cell<T>> cells(floating ? array.reals.size() : array.integers.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (!array.full && array.stored[c] == 0) continue;
    if (array.type == Type::f32)
      cells[c].value = convert<T>(static_cast<float>(array.reals[c]));
    else
      cells[c].value = floating ? convert<T>(array.reals[c]) : convert<T>(array.integers[c]);
    if constexpr (std::same_as<T, Scaled>)
      if (!array.scales.empty()) cells[c].value.scale = array.scales[c];
    cells[c].mark = Mark::stored;
  }
  return cells;
}

template <class T>
Array array_of(const std::vector<Cell<T>>& cells, Type type, std::vector<std::int64_t> dimensions) {
  Array array{.type = type, .dimensions = std::move(dimensions)};
  for (const Cell<T>& cell : cells) {
    if (cell.mark == Mark::failed) throw DivisionByZero("integer division by zero");
    array.stored.push_back(cell.mark == Mark::stored ? 1 : 0);
    switch (type) {
      case Type::f32:
        array.reals.push_back(static_cast<double>(convert<float>(cell.value)));
        break;
      case Type::f64:
        array.reals.push_back(convert<double>(cell.value));
        break;
      case Type::i32:
        array.integers.push_back(convert<std::int32_t>(cell.value));
        break;
      case Type::i64:
        array.integers.push_back(convert<std::int64_t>(cell.value));
        break;
    }
  }
  return array;
}

template <class T>
Cell<T> assign(Assign how, const Cell<T>& old, const Cell<T>& fresh) {
  if (how == Assign::set) return fresh;
  const Mark mark = std::max(old.mark, fresh.mark);
  if (mark == Mark::unstored) return {};
  const Reduction reduction = how == Assign::add   ? Reduction::sum
                              : how == Assign::min ? Reduction::min
                                                   : Reduction::max;
  return {combine(reduction, old.value, fresh.value), mark};
}

template <class T>
Plan<T> make_plan(const Problem& problem, const Statement& statement, const std::vector<std::int64_t>& extents) {
  Plan<T> plan{.tree = statement.tree,
               .root = statement.root,
               .extents = extents,
               .operands = {},
               .strides = std::vector<std::vector<Stride>>(static_cast<std::size_t>(statement.tree.size()))};
  for (const std::string& name : statement.tensor_names)
    plan.operands.push_back({cells_of<T>(operand(problem, name)), operand(problem, name).full});
  for (int n = 0; n < statement.tree.size(); ++n) {
    const Node& node = statement.tree[n];
    if (node.kind != Kind::access) continue;
    const std::string& name = statement.tensor_names[static_cast<std::size_t>(node.tensor)];
    plan.strides[static_cast<std::size_t>(n)] = row_major(node.indices, operand(problem, name).dimensions);
  }
  return plan;
}

/// Calls `visit` with every combination of index values; the last index varies fastest.
template <class Visit>
void for_each_component(const std::vector<std::int64_t>& extents, Visit visit) {
  std::vector<std::int64_t> values(extents.size(), 0);
  bool more = std::all_of(extents.begin(), extents.end(), [](std::int64_t extent) { return extent > 0; });
  while (more) {
    visit(values);
    more = false;
    for (std::size_t i = extents.size(); i-- > 0 && !more;) {
      more = ++values[i] < extents[i];
      if (!more) values[i] = 0;
    }
  }
}

struct Prepared {
  Statement statement;
  std::vector<std::int64_t> extents;     // by index
  std::vector<std::int64_t> dimensions;  // of the result
};

Prepared prepare(const Problem& problem) {
  Prepared prepared{
      .statement = parse(problem.statement,
                         [&](std::string_view name) { return problem.operands.count(std::string(name)) > 0; }),
      .extents = {},
      .dimensions = {}};
  Statement& statement = prepared.statement;
  place_reductions(statement);
  for (const std::string& name : statement.tensor_names) check(name, operand(problem, name));
  if (statement.assign != Assign::set) check(statement.result, operand(problem, statement.result));
  prepared.extents = Extents(problem, statement).all();
  for (int index : statement.result_indices)
    prepared.dimensions.push_back(prepared.extents[static_cast<std::size_t>(index)]);
  return prepared;
}

/// The result's components, row-major.
template <class T>
std::vector<Cell<T>> compute(const Problem& problem, const Prepared& prepared) {
  const Statement& statement = prepared.statement;
  const std::vector<std::int64_t>& extents = prepared.extents;
  const Plan<T> plan = make_plan<T>(problem, statement, extents);
  // The distinct indices of the left-hand side, with their strides in the result. The stride of a repeated index (a
  // diagonal) is the sum over its modes.
  std::vector<int> indices;
  std::vector<std::int64_t> ranges;
  std::vector<std::int64_t> steps;
  const auto count = static_cast<std::size_t>(count_of(statement.result, prepared.dimensions));
  for (const Stride& stride : row_major(statement.result_indices, prepared.dimensions)) {
    const auto found = std::find(indices.begin(), indices.end(), stride.index);
    if (found != indices.end()) {
      steps[static_cast<std::size_t>(found - indices.begin())] += stride.step;
      continue;
    }
    indices.push_back(stride.index);
    ranges.push_back(extents[static_cast<std::size_t>(stride.index)]);
    steps.push_back(stride.step);
  }

  std::vector<Cell<T>> result(count);
  if (statement.assign != Assign::set) result = cells_of<T>(operand(problem, statement.result));
  Evaluator<T> evaluate(plan);
  for_each_component(ranges, [&](const std::vector<std::int64_t>& values) {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < values.size(); ++i) offset += values[i] * steps[i];
    Cell<T>& component = result[static_cast<std::size_t>(offset)];
    component = assign(statement.assign, component, evaluate(indices, values));
  });
  return result;
}

template <class T>
Array result_of(const Problem& problem, const Prepared& prepared) {
  const Statement& statement = prepared.statement;
  Array array = array_of(compute<T>(problem, prepared), problem.result_type, prepared.dimensions);
  const std::set<int> distinct(statement.result_indices.begin(), statement.result_indices.end());
  array.full = (statement.assign != Assign::set && operand(problem, statement.result).full) ||
               (distinct.size() == statement.result_indices.size() &&
                right_side_is_full(problem, statement, folded_zeros<T>(statement.tree), prepared.extents));
  return array;
}

}  // namespace

Array interpret(const Problem& problem) {
  const Prepared prepared = prepare(problem);
  switch (computation_type(problem, prepared.statement)) {
    case Type::f32:
      return result_of<float>(problem, prepared);
    case Type::f64:
      return result_of<double>(problem, prepared);
    case Type::i32:
      return result_of<std::int32_t>(problem, prepared);
    case Type::i64:
      break;
  }
  return result_of<std::int64_t>(problem, prepared);
}

std::vector<double> rounding_scales(const Problem& problem) {
  std::vector<double> scales;
  for (const Cell<Scaled>& cell : compute<Scaled>(problem, prepare(problem))) scales.push_back(cell.value.scale);
  return scales;
}

}  // namespace scorchc::oracle
