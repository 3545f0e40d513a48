#include "data/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <new>

#include "support/diagnostics.h"

namespace scorchc::data {
namespace {

constexpr int gzip_window = 15 + 16;                        // selects the gzip wrapper in zlib
constexpr std::size_t largest_step = std::size_t{1} << 30;  // zlib counts in unsigned int

Bytef* bytes_of(const char* data) { return reinterpret_cast<Bytef*>(const_cast<char*>(data)); }

/// Owns a z_stream. `end` is inflateEnd or deflateEnd.
struct Stream {
  z_stream z{};
  int (*end)(z_stream*);
  ~Stream() { end(&z); }
};

[[noreturn]] void fail_broken(const std::string& path, const std::string& why) {
  fail(Code::data_compressed, {}, quoted(path) + " is not a valid gzip file: " + why);
}

/// Supplies zlib's input in steps, since a file may have more bytes than an unsigned int can count.
void refill(z_stream& z, std::string_view& rest) {
  if (z.avail_in != 0) return;
  const std::size_t step = std::min(rest.size(), largest_step);
  z.next_in = bytes_of(rest.data());
  z.avail_in = static_cast<uInt>(step);
  rest.remove_prefix(step);
}

}  // namespace

std::string gunzip(const std::string& path, std::string_view compressed, std::uint64_t limit) {
  Stream stream{{}, inflateEnd};
  z_stream& z = stream.z;
  if (inflateInit2(&z, gzip_window) != Z_OK) throw std::bad_alloc();
  std::string bytes;
  std::size_t used = 0;
  std::string_view rest = compressed;
  while (true) {
    refill(z, rest);
    // The buffer grows with the data, never to the size that the file declares.
    if (used == bytes.size()) {
      const std::size_t wanted = std::max({std::size_t{1} << 16, 2 * used, 4 * compressed.size()});
      bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(wanted, limit + 1)));
    }
    const std::size_t room = std::min(bytes.size() - used, largest_step);
    z.next_out = bytes_of(bytes.data() + used);
    z.avail_out = static_cast<uInt>(room);
    const int result = inflate(&z, Z_NO_FLUSH);
    used += room - z.avail_out;
    if (used > limit) {
      fail(Code::file_too_large, {},
           quoted(path) + " exceeds the limit of " + std::to_string(limit) + " bytes when decompressed");
    }
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    const bool input_over = z.avail_in == 0 && rest.empty();
    if (result == Z_STREAM_END) {
      if (input_over) break;
      inflateReset(&z);  // the next member
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      fail_broken(path, z.msg == nullptr ? "the data are corrupt" : z.msg);
    } else if (input_over && z.avail_out != 0) {
      fail_broken(path, "it is truncated");
    }
  }
  bytes.resize(used);
  return bytes;
}

std::string gzip(std::string_view bytes) {
  Stream stream{{}, deflateEnd};
  z_stream& z = stream.z;
  if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string compressed;
  char block[1 << 16];
  int result = Z_OK;
  while (result != Z_STREAM_END) {
    refill(z, bytes);
    z.next_out = bytes_of(block);
    z.avail_out = sizeof block;
    result = deflate(&z, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    compressed.append(block, sizeof block - z.avail_out);
  }
  return compressed;
}

}  // namespace scorchc::data
