// Provides helpers for the tests of data/: small generators, failures as values, a temporary folder.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "data/tensor.h"
#include "support/diagnostics.h"

namespace scorchc::data {

/// Returns the diagnostic that `work` fails with; the test fails if there is none.
template <class Work>
Diagnostic failure(Work&& work) {
  try {
    work();
  } catch (const Failure& f) {
    return f.diagnostic();
  }
  FAIL("no failure");
  throw;
}

/// An empty folder for the duration of a test.
struct Folder {
  std::string path = (std::filesystem::temp_directory_path() / ("scorchc-data-" + std::to_string(::getpid()))).string();
  Folder() {
    std::filesystem::remove_all(path);
    std::filesystem::create_directory(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string operator/(const std::string& name) const { return path + "/" + name; }
  std::size_t count() const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path)) ++n;
    return n;
  }
};

/// The sequence of std::mt19937_64 is portable; the distributions of <random> are not.
inline std::int64_t draw(std::mt19937_64& random, std::int64_t bound) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(bound));
}

inline CoordinateList list_of(std::vector<std::int64_t> dimensions, std::vector<std::int64_t> coordinates,
                              Values values) {
  return {std::move(dimensions), std::move(coordinates), std::move(values)};
}

}  // namespace scorchc::data
