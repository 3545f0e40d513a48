// Arithmetic on storage: sizes that cannot overflow, and the number of stored cells that memory allows.
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "data/tensor.h"
#include "support/diagnostics.h"

namespace scorchc::data {

/// The most cells that a tensor's `vals` may have, whatever the machine.
inline constexpr std::int64_t max_cells = std::int64_t{1} << 33;

/// The product, or nothing if it is beyond 64 bits. A factor 0 gives 0, however large the others are.
std::optional<std::int64_t> product(const std::vector<std::int64_t>& factors);
/// Row-major strides. Meaningful only where product(dimensions) is.
std::vector<std::int64_t> row_major_strides(const std::vector<std::int64_t>& dimensions);

/// Whether `count` things of `bytes_each` are within max_cells and a quarter of the machine's memory.
bool fits_memory(double count, std::size_t bytes_each);
/// The number of cells of a dense block of `extents`, each of `bytes_each`: a Failure (storage_too_large) where that
/// is more than max_cells or than a quarter of the machine's memory. To be asked before every allocation whose size
/// comes from extents and not from entries.
std::int64_t checked_cells(const std::vector<std::int64_t>& extents, std::size_t bytes_each, const TensorLabel& label);

std::size_t size_in_bytes(ValueType type);
/// `count` zeros of `type`.
Values zeros(ValueType type, std::int64_t count);

/// "`A`: ", or nothing for a tensor without a name: how messages about data begin.
std::string prefix(const TensorLabel& label);
/// "(3,0,7)".
std::string print_tuple(const std::int64_t* values, std::size_t count);
inline std::string print_tuple(const std::vector<std::int64_t>& values) {
  return print_tuple(values.data(), values.size());
}

/// The number at `at` of an array, widened without loss.
inline std::int64_t at(const Indices& indices, std::int64_t index) {
  return std::visit([&](const auto& array) { return std::int64_t{array[static_cast<std::size_t>(index)]}; }, indices);
}
inline std::int64_t size(const Indices& indices) {
  return std::visit([](const auto& array) { return static_cast<std::int64_t>(array.size()); }, indices);
}

/// A component whose value, printed, is none of `type`.
[[noreturn]] void fail_value(const std::vector<std::int64_t>& coordinates, const std::string& value, ValueType type,
                             const TensorLabel& label);
std::string print_number(double value);
std::string print_number(std::int64_t value);

/// Runs `work` and turns an exhausted memory into a Failure: users get a diagnostic with a code instead of an abort.
template <class Work>
auto within_memory(const TensorLabel& label, Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    fail(Code::storage_too_large, label.place, prefix(label) + "there is not enough memory for this tensor");
  }
}

}  // namespace scorchc::data
