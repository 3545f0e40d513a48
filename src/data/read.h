// Readers: a data file in, a tensor out.
//
//   in   a path; its suffix names the file type, `.gz` behind it a compressed one
//   out  .mtx   Matrix Market: coordinate -> CoordinateList, array -> DenseArray
//        .tns   FROSTT -> CoordinateList        .smtx  DLMC -> CoordinateList, all values 1
//        .npy   NumPy -> DenseArray
//   true afterwards: every coordinate is within the extents; entries stand in the file's order, duplicates included;
//        the values have the file's own type (real f64, integer and pattern i64; .npy says itself)
//
// Whatever the bytes are, the outcome is a tensor or a Failure whose place is `file.mtx:17:3`, and no more memory is
// taken than the file's own bytes justify: a header is believed only as far as the data behind it, and a compressed
// file may grow to 64 times its size (or 32 MiB).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/tensor.h"

namespace scorchc::data {

/// What a compressed file may grow to: so many times its size, or so many bytes, whichever is more.
inline constexpr std::uint64_t most_growth = 64, always_decompressed = std::uint64_t{32} << 20;

struct ReadLimits {
  std::uint64_t bytes = std::uint64_t{4} << 30;  // of the file, and of its text when decompressed
  /// The type that is to take the values: where a text file has one that does not fit, the error is in its line.
  std::optional<ValueType> values = {};
};

Tensor read_tensor(const std::string& path, const ReadLimits& limits = {});

/// The readers, on bytes in memory; `path` is for diagnostics only.
Tensor read_matrix_market(const std::string& path, std::string_view text);
Tensor read_matrix_market(const std::string& path, std::string_view text, std::optional<ValueType> values);
Tensor read_tns(const std::string& path, std::string_view text);
Tensor read_tns(const std::string& path, std::string_view text, std::optional<ValueType> values);
Tensor read_smtx(const std::string& path, std::string_view text);
Tensor read_npy(const std::string& path, std::string_view bytes);

}  // namespace scorchc::data
