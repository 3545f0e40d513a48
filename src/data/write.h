// Writes tensors to data files of the type that the path's suffix gives.
//
//   .mtx   Matrix Market, order 0 to 2 (a vector is n x 1, a scalar 1 x 1): a list as `coordinate`, an array as `array`
//   .tns   FROSTT with a first line `# dims: ...`: every entry of a list, every component of an array
//   .npy   NumPy, dense: a list is densified (duplicates are summed)
//
// Lists are written unchanged, in their own order and with stored zeros. Numbers have the fewest digits that read back
// as the same bits. Text files may end in `.gz`. A device or a pipe without a suffix takes `.tns` text. Files are
// written atomically (support/files.h).
#pragma once

#include <string>

#include "data/tensor.h"

namespace scorchc::data {

void write_tensor(const std::string& path, const Tensor& tensor);
/// Returns the bytes that write_tensor writes.
std::string print_file(const std::string& path, const Tensor& tensor);

/// The writers, to bytes in memory.
std::string print_matrix_market(const Tensor& tensor);
std::string print_tns(const Tensor& tensor);
std::string print_npy(const Tensor& tensor);

}  // namespace scorchc::data
