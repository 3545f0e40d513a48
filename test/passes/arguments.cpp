#include "passes/arguments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace scorchc::passes {
namespace {

using interpret::Array;
using interpret::Given;
using interpret::Object;
using loop::FieldDeclaration;
using loop::FieldRole;
using loop::Type;

/// Some fill vectors of 8 and 16 lanes, and strides of 16, exactly; others do not.
constexpr std::array<std::int64_t, 12> usual_extents = {1, 2, 3, 5, 8, 9, 16, 17, 32, 33, 39, 40};
constexpr std::int64_t spare = 2 * 40 * 40;

void put(void* data, Type type, std::size_t at, std::int64_t number) {
  switch (type) {
    case Type::boolean:
      static_cast<bool*>(data)[at] = number != 0;
      break;
    case Type::i32:
      static_cast<std::int32_t*>(data)[at] = static_cast<std::int32_t>(number);
      break;
    case Type::i64:
      static_cast<std::int64_t*>(data)[at] = number;
      break;
    case Type::f32:
      static_cast<float*>(data)[at] = static_cast<float>(number);
      break;
    case Type::f64:
      static_cast<double*>(data)[at] = static_cast<double>(number);
      break;
  }
}

double get(const Array& array, std::size_t at) {
  switch (array.element) {
    case Type::boolean:
      return static_cast<const bool*>(array.data)[at] ? 1 : 0;
    case Type::i32:
      return static_cast<const std::int32_t*>(array.data)[at];
    case Type::i64:
      return static_cast<double>(static_cast<const std::int64_t*>(array.data)[at]);
    case Type::f32:
      return static_cast<double>(static_cast<const float*>(array.data)[at]);
    case Type::f64:
      break;
  }
  return static_cast<const double*>(array.data)[at];
}

/// Sums that round, such as those of exp, depend on the order of their terms. A zero keeps its sign: -0 marks what is
/// not stored.
bool agree(double one, double other) {
  if (one == other) return std::signbit(one) == std::signbit(other);
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  return std::abs(one - other) <= 1e-5 * std::max(std::abs(one), std::abs(other));
}

std::string difference_of(const Array* one, const Array* other) {
  if ((one == nullptr) != (other == nullptr)) return " is null in one of them";
  if (one == nullptr) return "";
  if (one->count != other->count)
    return " has " + std::to_string(one->count) + " elements, and " + std::to_string(other->count);
  for (std::size_t at = 0; at < static_cast<std::size_t>(one->count); ++at)
    if (const double left = get(*one, at), right = get(*other, at); !agree(left, right))
      return "[" + std::to_string(at) + "] is " + std::to_string(left) + ", and " + std::to_string(right);
  return "";
}

}  // namespace

Arguments::Arguments(const loop::Module& module, const Draw& draw) : module_(module), draw_(draw), random_(draw.seed) {
  extent_ = draw_extent();
  for (const loop::Struct& structure : module.structs) {
    const Tensor tensor = draw_tensor(structure);
    fill(tensor, objects_.emplace_back(interpret::zeroed_object(structure)));
  }
}

std::int64_t Arguments::below(std::int64_t limit) {
  return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(limit));
}

std::int64_t Arguments::draw_extent() {
  if (draw_.has_spare && below(20) == 0) return 0;
  return usual_extents.at(static_cast<std::size_t>(below(usual_extents.size())));
}

Arguments::Tensor Arguments::draw_tensor(const loop::Struct& structure) {
  Tensor tensor{structure, {}, {}, {}, {}, {}};
  for (const FieldDeclaration& field : structure.fields) {
    const auto level = static_cast<std::size_t>(field.level);
    if (field.role == FieldRole::dimension) {
      const auto order = static_cast<std::size_t>(field.fixed_count);
      for (std::size_t mode = 0; mode < order; ++mode)
        tensor.extents.push_back(draw_.has_equal_extents ? extent_ : draw_extent());
      tensor.has_pos.resize(order);
      tensor.has_crd.resize(order);
      tensor.pos.resize(order);
      tensor.crd.resize(order);
    }
    if (field.role == FieldRole::pos) tensor.has_pos.at(level) = true;
    if (field.role == FieldRole::crd) tensor.has_crd.at(level) = true;
  }
  draw_levels(tensor);
  return tensor;
}

std::vector<std::int64_t> Arguments::draw_coordinates(std::int64_t extent, Rows rows) {
  std::vector<std::int64_t> coordinates(static_cast<std::size_t>(extent));
  std::iota(coordinates.begin(), coordinates.end(), 0);
  if (extent == 0) return coordinates;
  if (rows == Rows::mixed)
    rows = std::array{Rows::all_empty, Rows::all_single, Rows::all_full, Rows::mixed}.at(
        static_cast<std::size_t>(below(4)));
  if (rows == Rows::full_or_empty) rows = below(4) == 0 ? Rows::all_empty : Rows::all_full;
  if (rows == Rows::all_empty) return {};
  if (rows == Rows::all_single) return {below(extent)};
  if (rows == Rows::mixed) std::erase_if(coordinates, [&](std::int64_t) { return below(2) == 0; });
  return coordinates;
}

/// Ascending tuples of coordinates of the levels from `level` to before `behind`.
std::vector<Arguments::Tuple> Arguments::draw_tuples(const Tensor& tensor, std::size_t level, std::size_t behind,
                                                     Rows rows) {
  std::vector<Tuple> tuples;
  if (level + 1 == behind) {
    for (const std::int64_t each : draw_coordinates(tensor.extents[level], rows)) tuples.push_back({each});
    return tuples;
  }
  for (std::int64_t first = 0; first < tensor.extents[level]; ++first)
    for (Tuple tuple : draw_tuples(tensor, level + 1, behind, rows)) {
      tuple.insert(tuple.begin(), first);
      tuples.push_back(std::move(tuple));
    }
  return tuples;
}

void Arguments::draw_levels(Tensor& tensor) {
  const std::int64_t choice = below(8);
  const Rows rows = choice < 4 ? static_cast<Rows>(choice) : Rows::mixed;
  std::int64_t parents = 1;
  for (std::size_t level = 0; level < tensor.extents.size(); ++level) {
    if (!tensor.has_crd[level]) {
      parents *= tensor.extents[level];
      continue;
    }
    std::size_t behind = level + 1;
    while (behind < tensor.extents.size() && tensor.has_crd[behind] && !tensor.has_pos[behind]) ++behind;
    tensor.pos[level] = {0};
    std::int64_t entries = 0;
    for (std::int64_t parent = 0; parent < parents; ++parent) {
      for (const Tuple& tuple : draw_tuples(tensor, level, behind, rows)) {
        for (std::size_t n = level; n < behind; ++n) tensor.crd[n].push_back(tuple[n - level]);
        ++entries;
      }
      tensor.pos[level].push_back(entries);
    }
    parents = entries;
    level = behind - 1;
  }
  tensor.values = parents;
}

void Arguments::fill(const Tensor& tensor, Object& object) {
  for (std::size_t n = 0; n < object.size(); ++n) {
    const FieldDeclaration& field = tensor.structure.fields[n];
    const auto level = static_cast<std::size_t>(field.level);
    const std::string label = tensor.structure.name + "->" + field.name;
    switch (field.role) {
      case FieldRole::dimension:
        object[n].numbers = tensor.extents;
        break;
      case FieldRole::pos:
        object[n].array = array(label, field, tensor.pos.at(level));
        break;
      case FieldRole::crd:
        object[n].array = array(label, field, with_spare(tensor.crd.at(level), tensor.extents[level]));
        break;
      case FieldRole::vals:
        object[n].array = array(label, field, draw_values(tensor.values));
        break;
      case FieldRole::level_count:
        object[n].numbers = {static_cast<std::int64_t>(tensor.crd.at(level).size())};
        break;
      case FieldRole::vals_count:
        object[n].numbers = {tensor.values};
        break;
      case FieldRole::owned:
        break;
    }
  }
}

Array* Arguments::array(const std::string& label, const FieldDeclaration& field,
                        const std::vector<std::int64_t>& numbers) {
  std::vector<std::byte>& bytes = storage_.emplace_back(numbers.size() * interpret::size_in_bytes(field.type) + 1);
  for (std::size_t at = 0; at < numbers.size(); ++at) put(bytes.data(), field.type, at, numbers[at]);
  return memory_.borrow(label, field.type, bytes.data(), static_cast<std::int64_t>(numbers.size()),
                        field.is_const ? Given::constant : Given::with_values);
}

std::vector<std::int64_t> Arguments::with_spare(std::vector<std::int64_t> coordinates, std::int64_t extent) {
  if (draw_.has_spare && extent > 0)
    for (std::int64_t n = 0; n < spare; ++n) coordinates.push_back(below(extent));
  return coordinates;
}

std::vector<std::int64_t> Arguments::draw_values(std::int64_t count) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(count + (draw_.has_spare ? spare : 0)));
  for (std::int64_t& value : values) value = below(7) - 3;
  return values;
}

interpret::Outcome Arguments::run(const interpret::Machine& machine, std::int64_t lanes) {
  std::vector<Object*> pointers;
  for (Object& object : objects_) pointers.push_back(&object);
  return machine.call(loop::Phase::run, pointers, memory_, {.iterations = 10'000'000, .lanes = lanes});
}

std::string Arguments::difference(const Arguments& other) const {
  for (std::size_t i = 0; i < objects_.size(); ++i)
    for (std::size_t n = 0; n < objects_[i].size(); ++n) {
      const interpret::FieldValue &one = objects_[i][n], &two = other.objects_[i][n];
      const std::string field = module_.structs[i].name + "->" + module_.structs[i].fields[n].name;
      if (one.numbers != two.numbers) return field + " differs";
      if (const std::string what = difference_of(one.array, two.array); !what.empty()) return field + what;
    }
  return memory_.live() == other.memory_.live() ? "" : "different numbers of arrays are released";
}

}  // namespace scorchc::passes
