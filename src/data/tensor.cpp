#include "data/tensor.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "data/convert.h"
#include "data/storage.h"
#include "support/diagnostics.h"

namespace scorchc::data {
namespace {

/// Returns the coordinates of component `entry`, for a message.
std::vector<std::int64_t> coordinates_of(const Tensor& tensor, std::size_t entry) {
  const std::size_t order = dimensions(tensor).size();
  std::vector<std::int64_t> result(order);
  if (const auto* list = std::get_if<CoordinateList>(&tensor)) {
    std::copy_n(list->coordinates.begin() + static_cast<std::ptrdiff_t>(entry * order), order, result.begin());
    return result;
  }
  auto rest = static_cast<std::int64_t>(entry);
  for (std::size_t mode = order; mode-- > 0;) {
    result[mode] = rest % dimensions(tensor)[mode];
    rest /= dimensions(tensor)[mode];
  }
  return result;
}

template <class To, class From>
std::vector<To> convert_values(const Tensor& tensor, const std::vector<From>& from, const TensorLabel& label) {
  std::vector<To> to;
  to.reserve(from.size());
  for (const From value : from) {
    const std::optional<To> fitting = converted<To>(value);
    if (!fitting)
      fail_value(coordinates_of(tensor, to.size()), print_number(Wide<From>{value}), value_type(Values(to)), label);
    to.push_back(*fitting);
  }
  return to;
}

}  // namespace

ValueType value_type(const Values& values) {
  // The alternatives of Values have the order of ValueType's enumerators.
  return static_cast<ValueType>(values.index());
}

std::size_t size(const Values& values) {
  return std::visit([](const auto& array) { return array.size(); }, values);
}

const std::vector<std::int64_t>& dimensions(const Tensor& tensor) {
  return std::visit([](const auto& t) -> const std::vector<std::int64_t>& { return t.dimensions; }, tensor);
}

const Values& values(const Tensor& tensor) {
  return std::visit([](const auto& t) -> const Values& { return t.values; }, tensor);
}

Tensor convert(Tensor tensor, ValueType type, const TensorLabel& label) {
  if (value_type(values(tensor)) == type) return tensor;
  return within_memory(label, [&] {
    Values result = zeros(type, 0);
    std::visit(
        [&](auto& to, const auto& from) {
          to = convert_values<typename std::remove_cvref_t<decltype(to)>::value_type>(tensor, from, label);
        },
        result, values(tensor));
    std::visit([&](auto& t) { t.values = std::move(result); }, tensor);
    return std::move(tensor);
  });
}

Tensor with_order(Tensor tensor, int order, const TensorLabel& label) {
  std::vector<std::int64_t> extents = dimensions(tensor);
  const auto wanted = static_cast<std::size_t>(order);
  std::vector<std::size_t> kept;  // modes, last first
  std::size_t surplus = extents.size() > wanted ? extents.size() - wanted : 0;
  for (std::size_t mode = extents.size(); mode-- > 0;) {
    if (surplus > 0 && extents[mode] == 1) {
      --surplus;
    } else {
      kept.push_back(mode);
    }
  }
  if (kept.size() != wanted) {
    fail(Code::data_order, label.place,
         prefix(label) + "the data have order " + std::to_string(extents.size()) + " (extents " + print_tuple(extents) +
             "), but the tensor has order " + std::to_string(order));
  }
  if (kept.size() == extents.size()) return tensor;
  std::reverse(kept.begin(), kept.end());
  std::vector<std::int64_t> dimensions_kept;
  for (const std::size_t mode : kept) dimensions_kept.push_back(extents[mode]);
  if (auto* list = std::get_if<CoordinateList>(&tensor)) {
    std::size_t out = 0;
    for (std::size_t entry = 0; entry < list->count(); ++entry) {
      for (const std::size_t mode : kept) list->coordinates[out++] = list->coordinates[entry * extents.size() + mode];
    }
    list->coordinates.resize(out);
  }
  std::visit([&](auto& t) { t.dimensions = std::move(dimensions_kept); }, tensor);
  return tensor;
}

std::optional<std::int64_t> product(const std::vector<std::int64_t>& factors) {
  if (std::find(factors.begin(), factors.end(), 0) != factors.end()) return 0;
  std::int64_t result = 1;
  for (const std::int64_t factor : factors) {
    if (__builtin_mul_overflow(result, factor, &result)) return std::nullopt;
  }
  return result;
}

std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& dimensions) {
  // If one extent is 0, the product of the others may overflow; no stride is used then.
  const bool empty = std::find(dimensions.begin(), dimensions.end(), 0) != dimensions.end();
  if (empty) return std::vector<std::int64_t>(dimensions.size(), 0);
  std::vector<std::int64_t> strides(dimensions.size(), 1);
  for (std::size_t mode = dimensions.size(); mode-- > 1;) strides[mode - 1] = strides[mode] * dimensions[mode];
  return strides;
}

bool fits_memory(double count, std::size_t bytes_each) {
  const double memory = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  return count <= static_cast<double>(max_cells) && count * static_cast<double>(bytes_each) <= memory / 4;
}

std::int64_t checked_cells(const std::vector<std::int64_t>& extents, std::size_t bytes_each, const TensorLabel& label) {
  const std::optional<std::int64_t> cells = product(extents);
  if (cells && fits_memory(static_cast<double>(*cells), bytes_each)) return *cells;
  fail(Code::storage_too_large, label.place,
       prefix(label) + "dense storage of " + print_tuple(extents) + " needs more memory than is available",
       "a format with `compressed` or `coordinate` levels stores only nonzero components");
}

std::size_t size_in_bytes(ValueType type) { return type == ValueType::f32 || type == ValueType::i32 ? 4 : 8; }

Values zeros(ValueType type, std::int64_t count) {
  const auto n = static_cast<std::size_t>(count);
  switch (type) {
    case ValueType::f32:
      return std::vector<float>(n);
    case ValueType::f64:
      return std::vector<double>(n);
    case ValueType::i32:
      return std::vector<std::int32_t>(n);
    case ValueType::i64:
      break;
  }
  return std::vector<std::int64_t>(n);
}

std::string prefix(const TensorLabel& label) { return label.name.empty() ? "" : "`" + label.name + "`: "; }

std::string print_number(double value) {
  char buffer[64];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}
std::string print_number(std::int64_t value) { return std::to_string(value); }

void fail_value(const std::vector<std::int64_t>& coordinates, const std::string& value, ValueType type,
                const TensorLabel& label) {
  fail(Code::data_value, label.place,
       prefix(label) + "the value " + value + " of component " + print_tuple(coordinates) +
           " (counted from 0) does not fit the type " + std::string(name(type)),
       is_floating(type) ? "" : "integer tensors take integral values in range; --type gives a tensor another type");
}

std::string print_tuple(const std::int64_t* values, std::size_t count) {
  std::string text = "(";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    text += std::to_string(values[i]);
  }
  return text + ")";
}

}  // namespace scorchc::data
