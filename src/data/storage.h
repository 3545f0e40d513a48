// Computes storage sizes without overflow, and checks them against the available memory.
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "data/tensor.h"
#include "support/diagnostics.h"

namespace scorchc::data {

/// Upper bound on the number of cells of a tensor's `vals`, on any machine.
inline constexpr std::int64_t max_cells = std::int64_t{1} << 33;

/// Returns the product, or nothing beyond 64 bits. A factor of 0 gives 0, however large the others are.
std::optional<std::int64_t> product(const std::vector<std::int64_t>& factors);
/// Row-major strides. Meaningful only if product(dimensions) has a value.
std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& dimensions);

/// Whether `count` objects of `bytes_each` bytes stay within max_cells and a quarter of the machine's memory.
bool fits_memory(double count, std::size_t bytes_each);
/// Returns the number of cells of a dense block of `extents`, of `bytes_each` bytes each. Fails with storage_too_large
/// beyond max_cells or a quarter of the machine's memory. Call it before every allocation whose size depends on extents
/// rather than on entries.
std::int64_t checked_cells(const std::vector<std::int64_t>& extents, std::size_t bytes_each, const TensorLabel& label);

std::size_t size_in_bytes(ValueType type);
/// Returns `count` zeros of `type`.
Values zeros(ValueType type, std::int64_t count);

/// Returns "`A`: ", or nothing for a tensor without a name; messages about data start with it.
std::string prefix(const TensorLabel& label);
/// "(3,0,7)".
std::string print_tuple(const std::int64_t* values, std::size_t count);
inline std::string print_tuple(const std::vector<std::int64_t>& values) {
  return print_tuple(values.data(), values.size());
}

/// Returns element `index` of an array, widened without loss.
inline std::int64_t at(const Indices& indices, std::int64_t index) {
  return std::visit([&](const auto& array) { return std::int64_t{array[static_cast<std::size_t>(index)]}; }, indices);
}
inline std::int64_t size(const Indices& indices) {
  return std::visit([](const auto& array) { return static_cast<std::int64_t>(array.size()); }, indices);
}

/// Fails with data_value: the component's value, given as text, does not fit `type`.
[[noreturn]] void fail_value(const std::vector<std::int64_t>& coordinates, const std::string& value, ValueType type,
                             const TensorLabel& label);
std::string print_number(double value);
std::string print_number(std::int64_t value);

/// Runs `work` and turns std::bad_alloc into a Failure, so that users get a diagnostic with a code instead of an abort.
template <class Work>
auto within_memory(const TensorLabel& label, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    fail(Code::storage_too_large, label.place, prefix(label) + "there is not enough memory for this tensor");
  }
}

}  // namespace scorchc::data
