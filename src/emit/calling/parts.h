// What several texts of calling say in the same way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/interface.h"

namespace scorchc::emit {

/// The field with the number of coordinates at the root of an operand; null where positions say it.
const InterfaceField* root_entries(const InterfaceTensor& tensor);

/// Every array of a tensor in the order of its struct.
std::vector<InterfaceField> arrays_of(const InterfaceTensor& tensor);

/// The extents of a tensor's modes, of those of indices.
using ExtentOf = std::function<std::int64_t(const InterfaceIndex&)>;
std::vector<std::int64_t> dimensions(const Interface& interface, const InterfaceTensor& tensor,
                                     const ExtentOf& extent_of);
/// The index that a mode runs over.
const InterfaceIndex& index_of(const Interface& interface, const InterfaceTensor& tensor, std::size_t mode);

/// Those that are of one size with an index because tensors have them in one mode, itself among them, in order.
std::vector<const InterfaceIndex*> of_one_size(const Interface& interface, const InterfaceIndex& index);
/// What the kernel was compiled for, if it was.
std::optional<std::int64_t> fixed_extent(const Interface& interface, const InterfaceIndex& index);

/// A tensor small enough to be written out, with every other component where it is sparse.
struct SmallTensor {
  std::vector<std::int64_t> dimension;
  std::vector<std::vector<std::int64_t>> pos, crd;  // by level
  std::vector<std::int64_t> values;
};
SmallTensor make_small_tensor(const InterfaceTensor& tensor, const std::vector<std::int64_t>& dimension,
                              std::int64_t first_value);

/// "1, 2, 3".
std::string number_list(const std::vector<std::int64_t>& numbers);

/// The arrays of an assembled result, level by level, then its values, and how many elements each has: an expression
/// over the fields of `object`, and what `extent` says of dense levels.
void each_array(const InterfaceTensor& tensor, const std::string& object,
                const std::function<std::string(const InterfaceLevel&)>& extent,
                const std::function<void(const InterfaceField&, const std::string& count)>& take);

}  // namespace scorchc::emit
