// Declares what several of the emitted bindings share: arrays, extents, and small example tensors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ir/interface.h"

namespace scorchc::emit {

/// The field with the number of entries of an operand's first level; null if positions or dimensions give that number.
const InterfaceField* root_entries(const InterfaceTensor& tensor);

/// Every array of a tensor in the order of its struct.
std::vector<InterfaceField> arrays_of(const InterfaceTensor& tensor);

/// The extents of a tensor's modes, computed from those of indices.
using ExtentOf = std::function<std::int64_t(const InterfaceIndex&)>;
std::vector<std::int64_t> dimensions(const Interface& interface, const InterfaceTensor& tensor,
                                     const ExtentOf& extent_of);
/// The index that a mode runs over.
const InterfaceIndex& index_of(const Interface& interface, const InterfaceTensor& tensor, std::size_t mode);

/// The indices that have the same extent as `index` because tensors use them in the same mode, itself included, in
/// order.
std::vector<const InterfaceIndex*> of_one_size(const Interface& interface, const InterfaceIndex& index);
/// The extent that the kernel was compiled for; empty if it takes any.
std::optional<std::int64_t> fixed_extent(const Interface& interface, const InterfaceIndex& index);

/// A tensor small enough to be written out; if it is sparse, it has every other component.
struct SmallTensor {
  std::vector<std::int64_t> dimension;
  std::vector<std::vector<std::int64_t>> pos, crd;  // by level
  std::vector<std::int64_t> values;
};
SmallTensor make_small_tensor(const InterfaceTensor& tensor, const std::vector<std::int64_t>& dimension,
                              std::int64_t first_value);

/// "1, 2, 3".
std::string number_list(const std::vector<std::int64_t>& numbers);

/// Expression for the number of entries that a dense level has below each of the level above. `dimensions` is the array
/// of the tensor's extents; `blocks` writes the number of blocks, given the extent of a mode and the size of a block.
using BlocksText = std::string (*)(const std::string& extent, std::int64_t block);
std::string extent_of_level(const InterfaceLevel& level, const std::string& dimensions, BlocksText blocks);

/// Calls `take` for each array of an assembled result, level by level, then for its values. `count` is an expression
/// for the number of elements, over fields of `object` and the extents of dense levels that `extent` returns.
void each_array(const InterfaceTensor& tensor, const std::string& object,
                const std::function<std::string(const InterfaceLevel&)>& extent,
                const std::function<void(const InterfaceField&, const std::string& count)>& take);

}  // namespace scorchc::emit
