// Writers: a tensor in, a data file out, of the type that the path's suffix names.
//
//   .mtx   Matrix Market, order 0 to 2 (a vector is n x 1, a scalar 1 x 1): a list as `coordinate`, an array as `array`
//   .tns   FROSTT with a first line `# dims: ...`: every entry of a list, every component of an array
//   .npy   NumPy, dense: a list is densified (duplicates are added up)
//
// Lists are written as they are, stored zeros included, in their own order. Numbers are printed shortest, so that they
// read back as the same bits. Text files may end in `.gz`. A device or a pipe without a suffix takes `.tns` text. Each
// file is whole or untouched (support/files.h).
#pragma once

#include <string>

#include "data/tensor.h"

namespace scorchc::data {

void write_tensor(const std::string& path, const Tensor& tensor);
/// What write_tensor writes.
std::string print_file(const std::string& path, const Tensor& tensor);

/// The writers, to bytes in memory.
std::string print_matrix_market(const Tensor& tensor);
std::string print_tns(const Tensor& tensor);
std::string print_npy(const Tensor& tensor);

}  // namespace scorchc::data
