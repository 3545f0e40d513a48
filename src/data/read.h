// Reads data files into tensors.
//
//   in   a path; its suffix gives the file type, and a final `.gz` means a compressed file
//   out  .mtx   Matrix Market: coordinate -> CoordinateList, array -> DenseArray
//        .tns   FROSTT -> CoordinateList        .smtx  DLMC -> CoordinateList, all values 1
//        .npy   NumPy -> DenseArray
//   afterwards: every coordinate is within the extents; entries are in file order, duplicates included; values have
//        the file's own type (real f64, integer and pattern i64; a .npy header gives its type)
//
// Any sequence of bytes gives a tensor or a Failure with a place such as `file.mtx:17:3`. Memory use is bounded by the
// size of the file: a header's sizes are trusted only as far as data follow. A compressed file may grow to 64 times its
// size or 32 MiB, whichever is more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/tensor.h"

namespace scorchc::data {

/// Limits of the decompressed size: a multiple of the compressed size, or a number of bytes, whichever is more.
inline constexpr std::uint64_t most_growth = 64, always_decompressed = std::uint64_t{32} << 20;

struct ReadLimits {
  std::uint64_t bytes = std::uint64_t{4} << 30;  // of the file, and of its text after decompression
  /// The tensor's value type. A value in a text file that does not fit is reported at its line.
  std::optional<ValueType> values = {};
  TensorLabel label = {};  // for messages about a value of a .npy file
};

Tensor read_tensor(const std::string& path, const ReadLimits& limits = {});

/// The readers, on bytes in memory; `path` is used in diagnostics only.
Tensor read_matrix_market(const std::string& path, std::string_view text);
Tensor read_matrix_market(const std::string& path, std::string_view text, std::optional<ValueType> values);
Tensor read_tns(const std::string& path, std::string_view text);
Tensor read_tns(const std::string& path, std::string_view text, std::optional<ValueType> values);
Tensor read_smtx(const std::string& path, std::string_view text);
Tensor read_npy(const std::string& path, std::string_view bytes);
Tensor read_npy(const std::string& path, std::string_view bytes, std::optional<ValueType> values,
                const TensorLabel& label);

}  // namespace scorchc::data
