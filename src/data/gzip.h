// gzip in memory, through zlib.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scorchc::data {

/// The bytes of a gzip file of one or more members. A Failure where it is broken or cut off (data_compressed), or where
/// it would grow beyond `limit` bytes (file_too_large): a kilobyte can claim to be a terabyte.
std::string gunzip(const std::string& path, std::string_view compressed, std::uint64_t limit);
/// One member, without a name or a date: the same bytes give the same file.
std::string gzip(std::string_view bytes);

}  // namespace scorchc::data
