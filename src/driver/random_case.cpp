#include "driver/random_case.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "data/generator.h"
#include "data/storage.h"
#include "driver/extents.h"
#include "support/diagnostics.h"

namespace scorchc::driver {
namespace {

using data::Generator;

/// Limits drawn extents, since the interpreter visits every point of the iteration space, for each of many cases.
constexpr std::int64_t most_points = 20'000;

/// The property that a seed's case must have; everything else is random.
enum class Kind { any, empty_extent, all_full, nothing_stored, single_elements };
Kind kind_of(std::uint64_t seed) {
  switch (seed % 10) {
    case 2:
      return Kind::empty_extent;
    case 4:
      return Kind::all_full;
    case 6:
      return Kind::nothing_stored;
    case 8:
      return Kind::single_elements;
    default:
      return Kind::any;
  }
}

/// Three cases of ten have NaN and infinities in their operands.
bool has_non_finite_values(std::uint64_t seed) { return seed % 10 == 3 || seed % 10 == 7 || seed % 10 == 9; }

bool keeps_integers(Operator op) {
  switch (op) {
    case Operator::add:
    case Operator::sub:
    case Operator::mul:
    case Operator::neg:
    case Operator::relu:
    case Operator::abs:
    case Operator::min:
    case Operator::max:
    case Operator::floor:
    case Operator::ceil:
      return true;
    default:
      return false;
  }
}

bool is_sum_or_product(Operator op) {
  return op == Operator::add || op == Operator::sub || op == Operator::neg || op == Operator::mul;
}

void note_denominator(const Expr& expr, StatementFacts& facts) {
  for (const Access& access : accesses(expr)) facts.denominators.insert(access.tensor);
}

/// Tracks the range and precision that literals add, in quarters. Beyond a limit, products of small integers are
/// inexact.
void note_literal(const Literal& number, StatementFacts& facts) {
  constexpr double largest = 4096;
  const bool quarters = number.integral || std::floor(4 * number.value) == 4 * number.value;
  facts.literals *= std::max(1.0, (number.integral ? 1 : 4) * std::abs(number.value));
  facts.exact = facts.exact && quarters && facts.literals <= largest;
}

/// Computes degrees through temporaries: if a temporary is a factor twice, so are its own factors.
void note_degrees(const Kernel& kernel, StatementFacts& facts) {
  std::map<std::string, double> factors, powers;  // by temporary: number of factors, and power of nested sums
  for (const Statement& statement : kernel.written) {
    double own = 1, power = 0;
    for (const Access& access : accesses(statement.rhs)) {
      const auto made = factors.find(access.tensor);
      own += made == factors.end() ? 1 : made->second;
      if (made != factors.end()) power += powers.at(access.tensor);
    }
    factors[statement.lhs.tensor] = facts.factors = own;
    powers[statement.lhs.tensor] = facts.sums = std::max(1.0, power);
  }
}

struct Extent {
  std::int64_t value = 0;
  bool fixed = false;
};

std::int64_t points(const std::vector<Extent>& extents, const StatementFacts& facts) {
  std::vector<std::int64_t> factors;
  for (std::size_t c = 0; c < extents.size(); ++c)
    for (std::size_t member = 0; member < facts.index_classes[c].size(); ++member) factors.push_back(extents[c].value);
  return data::product(factors).value_or(most_points_given + 1);
}

std::vector<Extent> draw_extents(const Kernel& kernel, const StatementFacts& facts, Kind kind, Generator& generator) {
  std::vector<Extent> extents;
  const auto classes = static_cast<std::int64_t>(facts.index_classes.size());
  const std::int64_t empty = kind == Kind::empty_extent && classes > 0 ? generator.below(classes) : -1;
  for (const std::vector<std::string>& indices : facts.index_classes) {
    Extent extent;
    const std::int64_t draw = generator.below(12);
    extent.value = draw == 0 ? 0 : 1 + generator.below(9);
    if (kind == Kind::single_elements) extent.value = 1;
    if (kind == Kind::all_full || kind == Kind::nothing_stored) extent.value = 2 + generator.below(6);
    if (static_cast<std::int64_t>(extents.size()) == empty) extent.value = 0;
    for (const std::string& index : indices) {
      const std::optional<std::int64_t> given = kernel.indices.at(index).extent;
      if (!given) continue;
      if (extent.fixed && extent.value != *given)
        fail(Code::extent_clash, kernel.indices.at(index).place,
             "the extent of `" + index + "` is " + std::to_string(*given) + ", but the statement makes it that of `" +
                 indices[0] + "`, which is " + std::to_string(extent.value));
      extent = {*given, true};
    }
    extents.push_back(extent);
  }
  while (points(extents, facts) > most_points) {
    Extent* largest = nullptr;
    for (Extent& extent : extents)
      if (!extent.fixed && extent.value > 1 && (largest == nullptr || extent.value > largest->value)) largest = &extent;
    if (largest == nullptr) break;
    --largest->value;
  }
  if (points(extents, facts) > most_points_given)
    fail(Code::too_large, {}, "the extents are too large for the interpreter",
         "use small extents, such as `--dim i=7`");
  return extents;
}

/// Returns the largest value for which all products and sums are exact in f32, the type with the fewest digits. For
/// inexact statements the value only has to keep exp and similar functions from overflowing.
std::int64_t largest_value(const StatementFacts& facts, std::int64_t all_points) {
  const double sums = std::pow(facts.literals * static_cast<double>(std::max<std::int64_t>(all_points, 1)), facts.sums);
  for (std::int64_t value = facts.exact ? 3 : 2; value > 1; --value)
    if (std::pow(static_cast<double>(value), facts.factors) * sums < 0x1p22) return value;
  return 1;
}

struct ValueRange {
  std::int64_t largest = 3;
  bool zeros = true;
};

struct Pattern {
  double share = 1;           // share of the components that are stored
  std::int64_t skipped = -1;  // a coordinate of mode 0 without stored components
};

data::Tensor draw_tensor(const std::vector<std::int64_t>& dimensions, ValueType type, const Pattern& pattern,
                         const ValueRange& range, Generator& generator) {
  data::CoordinateList list{dimensions, {}, data::zeros(type, 0)};
  const std::int64_t cells = data::product(dimensions).value_or(0);
  std::vector<std::int64_t> at(dimensions.size());
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    auto rest = cell;
    for (std::size_t mode = dimensions.size(); mode-- > 0; rest /= dimensions[mode]) at[mode] = rest % dimensions[mode];
    if (!generator.chance(pattern.share) || (!at.empty() && at[0] == pattern.skipped)) continue;
    std::int64_t value = generator.below(2 * range.largest + 1) - range.largest;
    if (value == 0 && !range.zeros) value = range.largest;
    list.coordinates.insert(list.coordinates.end(), at.begin(), at.end());
    std::visit(
        [&](auto& values) {
          values.push_back(static_cast<typename std::remove_cvref_t<decltype(values)>::value_type>(value));
        },
        list.values);
  }
  return list;
}

/// Replaces some values by NaN and infinities. Uses its own generator, so that the rest of the case does not change.
void insert_non_finite(data::Tensor& tensor, std::uint64_t seed) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double values_of[] = {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()};
  Generator generator(seed);
  const double share = generator.chance(0.5) ? 0.1 : 0.4;
  std::visit(
      [&](auto& values) {
        typedef typename std::remove_cvref_t<decltype(values)>::value_type Value;
        if constexpr (std::is_floating_point_v<Value>)
          for (Value& value : values)
            if (generator.chance(share)) value = static_cast<Value>(values_of[generator.below(3)]);
      },
      std::visit([](auto& stored) -> data::Values& { return stored.values; }, tensor));
}

Pattern draw_pattern(const std::vector<std::int64_t>& dimensions, Kind kind, Generator& generator) {
  constexpr double shares[] = {0, 0.1, 0.3, 0.5, 0.8, 1};
  Pattern pattern;
  pattern.share = shares[generator.below(6)];
  if (kind == Kind::all_full) pattern.share = 1;
  if (kind == Kind::nothing_stored) pattern.share = 0;
  if (kind == Kind::any && !dimensions.empty() && dimensions[0] > 1 && generator.chance(0.5))
    pattern.skipped = generator.below(dimensions[0]);
  return pattern;
}

}  // namespace

StatementFacts::StatementFacts(const Kernel& kernel) : accesses(all_accesses(kernel)) {
  for (const Statement& statement : kernel.written) {
    is_polynomial = is_polynomial && (statement.op == AssignOp::set || statement.op == AssignOp::add);
    rewrite(statement.rhs, [&](const Expr& expr) {
      if (const auto* apply = expr.as<Apply>()) {
        exact = exact && keeps_integers(apply->op);
        divides = divides || apply->op == Operator::div;
        is_polynomial = is_polynomial && is_sum_or_product(apply->op);
        if (apply->op == Operator::div) note_denominator(apply->operands[1], *this);
      }
      if (const auto* reduction = expr.as<Reduce>()) is_polynomial = is_polynomial && reduction->op == ReduceOp::sum;
      if (const auto* number = expr.as<Literal>()) note_literal(*number, *this);
      return expr;
    });
  }
  note_degrees(kernel, *this);
  std::map<std::string, std::string> leader;  // representative of an index's class
  for (const auto& [index, declaration] : kernel.indices)
    if (declaration.same_as.empty()) leader[index] = index;
  std::map<std::pair<std::string, std::size_t>, std::string> first_index;
  for (const Access& access : accesses) {
    for (std::size_t mode = 0; mode < access.indices.size(); ++mode) {
      const std::string& index = access.indices[mode];
      const auto [first, fresh] = first_index.try_emplace({access.tensor, mode}, index);
      if (fresh || leader.at(first->second) == leader.at(index)) continue;
      const std::string from = leader.at(index), to = leader.at(first->second);
      for (auto& [each, its_leader] : leader)
        if (its_leader == from) its_leader = to;
    }
  }
  std::map<std::string, std::vector<std::string>> classes;
  for (const auto& [index, its_leader] : leader) classes[its_leader].push_back(index);
  for (auto& [its_leader, indices] : classes) index_classes.push_back(std::move(indices));
}

RandomCase draw_case(const Kernel& kernel, const StatementFacts& facts, std::uint64_t seed) {
  Generator generator(seed);
  const Kind kind = kind_of(seed);
  const std::vector<Extent> extents = draw_extents(kernel, facts, kind, generator);
  RandomCase result;
  for (std::size_t c = 0; c < extents.size(); ++c)
    for (const std::string& index : facts.index_classes[c]) result.extents[index] = extents[c].value;

  const std::int64_t largest = largest_value(facts, points(extents, facts));
  // A division by zero ends an integer kernel, so most cases avoid it.
  const bool zero_denominators = facts.divides && generator.chance(0.2);
  const bool updates = kernel.reads_old_result();
  const bool has_empty_range =
      std::any_of(extents.begin(), extents.end(), [](const Extent& extent) { return extent.value == 0; });
  for (const TensorDeclaration& tensor : kernel.tensors) {
    if ((&tensor == &kernel.result() && !updates) || !tensor.old_value_of.empty()) continue;
    const auto access = std::find_if(facts.accesses.begin(), facts.accesses.end(),
                                     [&](const Access& each) { return each.tensor == tensor.name; });
    if (access == facts.accesses.end()) fail(Code::internal_error, {}, "no access of `" + tensor.name + "`");
    std::vector<std::int64_t> dimensions;
    for (const std::string& index : access->indices) dimensions.push_back(result.extents.at(index));
    Pattern pattern = draw_pattern(dimensions, kind, generator);
    const bool denominator = facts.denominators.contains(tensor.name);
    // Unstored components of a dense denominator would be 0.
    if (denominator && !zero_denominators && tensor.format->is_dense()) pattern = {};
    const ValueRange range{largest, !denominator || zero_denominators};
    data::Tensor drawn = draw_tensor(dimensions, tensor.format->value, pattern, range, generator);
    // Not if a range is empty: a precomputed sum of dense operands stores a 0 for an empty sum, which would meet the
    // NaN.
    if (has_non_finite_values(seed) && !has_empty_range && is_floating(kernel.result().format->value))
      insert_non_finite(drawn, seed + result.tensors.size());
    result.tensors.emplace(tensor.name, std::move(drawn));
  }
  return result;
}

}  // namespace scorchc::driver
