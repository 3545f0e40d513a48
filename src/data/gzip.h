// Compresses and decompresses gzip data in memory, with zlib.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scorchc::data {

/// Decompresses a gzip file of one or more members. Fails with data_compressed for corrupt or truncated data, and with
/// file_too_large beyond `limit` bytes: a kilobyte can expand to a terabyte.
std::string gunzip(const std::string& path, std::string_view compressed, std::uint64_t limit);
/// Compresses to one member without a name or a date, so equal input gives equal output.
std::string gzip(std::string_view bytes);

}  // namespace scorchc::data
