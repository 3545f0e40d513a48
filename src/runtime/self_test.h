// What a kernel's self-test, NAME.test.cpp, needs to draw inputs and to compare results. The
// emitter opens the namespace and replaces TOLERANCE.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/abi.h"

#ifndef TOLERANCE
#define TOLERANCE 1e-10
#endif

namespace scorch_test {
namespace {

//! self_test
#ifndef SCORCH_SHARED_SELF_TEST
#define SCORCH_SHARED_SELF_TEST
struct Random {
  uint64_t state;
  // A number from 0 to below `end`.
  int64_t below(int64_t end) {
    state += 0x9E3779B97F4A7C15U;
    uint64_t bits = state;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
    return static_cast<int64_t>(((bits ^ (bits >> 31)) >> 1) % static_cast<uint64_t>(end));
  }
};

// A dense tensor, and the entries that it was built from.
template <class Value>
struct Tensor {
  std::vector<int64_t> dimension;
  std::vector<Value> cells;
  std::vector<std::vector<int64_t>> coordinates;  // by mode
  std::vector<Value> values;

  explicit Tensor(std::vector<int64_t> its_dimension)
      : dimension(std::move(its_dimension)), coordinates(dimension.size()) {
    size_t size = 1;
    for (int64_t extent : dimension) size *= static_cast<size_t>(extent);
    cells.resize(size);
  }
  template <class List>
  Value& cell(const List& at_coordinates) {
    size_t place = 0, mode = 0;
    for (int64_t coordinate : at_coordinates)
      place = place * static_cast<size_t>(dimension[mode++]) + static_cast<size_t>(coordinate);
    return cells[place];
  }
  Value& at(std::initializer_list<int64_t> at_coordinates) { return cell(at_coordinates); }
  void add(const std::vector<int64_t>& at_coordinates, Value value) {
    cell(at_coordinates) += value;
    values.push_back(value);
    for (size_t mode = 0; mode < dimension.size(); ++mode)
      coordinates[mode].push_back(at_coordinates[mode]);
  }
  // Draws entries in any order, some of them twice; or, if `every`, each component once.
  void draw(Random& random, bool every, int64_t least) {
    const int64_t count = static_cast<int64_t>(cells.size());
    const int64_t entries = every || count == 0 ? count : random.below(count / 2 + 2);
    for (int64_t entry = 0; entry < entries; ++entry) {
      int64_t place = every ? entry : random.below(count);
      std::vector<int64_t> at_coordinates(dimension.size());
      for (size_t mode = dimension.size(); mode-- > 0; place /= dimension[mode])
        at_coordinates[mode] = place % dimension[mode];
      int64_t value = least + random.below(4 - least);
      if (value == 0) value = 1;
      add(at_coordinates, static_cast<Value>(value));
    }
  }
  std::vector<const int64_t*> lists() const {
    std::vector<const int64_t*> pointers;
    for (const std::vector<int64_t>& list : coordinates) pointers.push_back(list.data());
    return pointers;
  }
};

template <class Value>
bool is_close(Value a, Value b) {
  if (a == b || (a != a && b != b)) return true;
  if constexpr (std::is_integral_v<Value>) return false;
  const double tolerance = TOLERANCE;
  const double difference = std::fabs(static_cast<double>(a) - static_cast<double>(b));
  return difference <= tolerance * (1 + std::fabs(static_cast<double>(b)));
}

template <class Value>
bool agree(const Tensor<Value>& got, const Tensor<Value>& expected) {
  for (size_t place = 0; place < got.cells.size(); ++place) {
    if (is_close(got.cells[place], expected.cells[place])) continue;
    std::printf("component %zu of all in order of coordinates is %.17g instead of %.17g\n", place,
                static_cast<double>(got.cells[place]), static_cast<double>(expected.cells[place]));
    return false;
  }
  return true;
}

bool is_ok(scorch_status status, const char* what) {
  if (status != SCORCH_OK) std::printf("%s: %s\n", what, scorch_status_text(status));
  return status == SCORCH_OK;
}
#endif

//! wrapping
#ifndef SCORCH_SHARED_WRAPPING
#define SCORCH_SHARED_WRAPPING
template <class T>
std::make_unsigned_t<T> bits(T a) {
  return static_cast<std::make_unsigned_t<T>>(a);
}
template <class T>
T wrapped(std::make_unsigned_t<T> a) {
  return static_cast<T>(a);
}
#endif

}  // namespace
}  // namespace scorch_test
