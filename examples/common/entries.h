// Reads entries from Matrix Market (.mtx) and FROSTT (.tns) files, and generates random ones, for the `pack` functions
// of the kernels. Errors end the program, to keep the examples short.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace example {

[[noreturn]] inline void fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

inline void check(bool holds, const std::string& what) {
  if (!holds) fail("wrong: " + what);
}

/// The entries of a tensor in any order: one list of zero-based coordinates per mode, and the values.
struct Entries {
  std::vector<std::int64_t> dimension = {};
  std::vector<std::vector<std::int64_t>> coordinates = {};
  std::vector<double> values = {};

  std::int64_t count() const { return static_cast<std::int64_t>(values.size()); }
  /// The lists as an argument of `pack`.
  std::vector<const std::int64_t*> lists() const {
    std::vector<const std::int64_t*> result;
    for (const std::vector<std::int64_t>& list : coordinates) result.push_back(list.data());
    return result;
  }
  void add(const std::vector<std::int64_t>& place, double value) {
    for (std::size_t mode = 0; mode < place.size(); ++mode) coordinates[mode].push_back(place[mode]);
    values.push_back(value);
  }
};

inline Entries entries_of(std::vector<std::int64_t> dimension) {
  Entries entries;
  entries.coordinates.resize(dimension.size());
  entries.dimension = std::move(dimension);
  return entries;
}

inline Entries read_matrix_market(std::istream& file, const std::string& path) {
  std::string header, line;
  std::getline(file, header);
  if (header.find("coordinate") == std::string::npos) fail(path + ": no coordinate file");
  const bool is_symmetric = header.find("symmetric") != std::string::npos,
             is_pattern = header.find("pattern") != std::string::npos;
  while (std::getline(file, line) && line[0] == '%') {
  }
  std::int64_t rows = 0, columns = 0, count = 0, i = 0, j = 0;
  std::istringstream(line) >> rows >> columns >> count;
  Entries entries = entries_of({rows, columns});
  for (double value = 1; count > 0 && file >> i >> j && (is_pattern || file >> value); --count) {
    entries.add({i - 1, j - 1}, value);
    if (is_symmetric && i != j) entries.add({j - 1, i - 1}, value);
  }
  if (count != 0) fail(path + ": an entry is missing or cannot be read");
  return entries;
}

inline Entries read_tns(std::istream& file, const std::string& path) {
  Entries entries;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::vector<double> numbers;
    for (double number = 0; words >> number;) numbers.push_back(number);
    if (numbers.size() < 2) fail(path + ": a line is no entry: " + line);
    if (entries.dimension.empty()) entries = entries_of(std::vector<std::int64_t>(numbers.size() - 1));
    std::vector<std::int64_t> place(numbers.size() - 1);
    if (place.size() != entries.dimension.size()) fail(path + ": a line has another number of coordinates: " + line);
    for (std::size_t mode = 0; mode < place.size(); ++mode) {
      place[mode] = static_cast<std::int64_t>(numbers[mode]) - 1;
      if (place[mode] + 1 > entries.dimension[mode]) entries.dimension[mode] = place[mode] + 1;
    }
    entries.add(place, numbers.back());
  }
  return entries;
}

inline Entries read_entries(const std::string& path) {
  std::ifstream file(path);
  if (!file) fail(path + ": cannot be read");
  const bool is_tns = path.size() > 4 && path.compare(path.size() - 4, 4, ".tns") == 0;
  return is_tns ? read_tns(file, path) : read_matrix_market(file, path);
}

/// `count` entries at random coordinates, perhaps with duplicates.
inline Entries random_entries(std::vector<std::int64_t> dimension, int count, std::uint32_t seed) {
  std::mt19937 draw(seed);
  Entries entries = entries_of(std::move(dimension));
  for (int n = 0; n < count; ++n) {
    std::vector<std::int64_t> place;
    for (const std::int64_t extent : entries.dimension) place.push_back(static_cast<std::int64_t>(draw()) % extent);
    entries.add(place, static_cast<double>(1 + draw() % 5));
  }
  return entries;
}

/// Random numbers between -1 and 1.
template <class Number>
std::vector<Number> random_numbers(std::int64_t count, std::uint32_t seed) {
  std::mt19937 draw(seed);
  std::vector<Number> numbers;
  for (std::int64_t n = 0; n < count; ++n)
    numbers.push_back(static_cast<Number>(static_cast<int>(draw() % 2001) - 1000) / 1000);
  return numbers;
}

}  // namespace example
