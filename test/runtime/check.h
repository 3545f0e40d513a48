// The harness of the tests of src/runtime: C++17 and small, so that each compiler builds them in seconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "runtime/abi.h"

namespace check {

/// One test; all of a program form a list.
struct Test {
  const char* name;
  void (*run)();
  Test* next;

  Test(const char* its_name, void (*its_run)());
};

/// Prints what failed and ends the program.
[[noreturn]] void fail(const char* file, int line, const char* condition);

/// Random numbers; every run of the program draws the same ones.
extern std::mt19937_64 random_bits;
inline int64_t below(int64_t extent) { return static_cast<int64_t>(random_bits() % static_cast<uint64_t>(extent)); }

/// An allocator that counts its live arrays, and has memory for `allowed` further ones.
extern int64_t live, allowed;
/// The context with that allocator, and one thread.
extern const scorch_context counting;
constexpr int64_t unlimited = INT64_MAX;

}  // namespace check

#define TEST(name)                                      \
  static void test_##name();                            \
  static check::Test added_##name(#name, &test_##name); \
  static void test_##name()

#define CHECK(condition)                                           \
  do {                                                             \
    if (!(condition)) check::fail(__FILE__, __LINE__, #condition); \
  } while (false)
