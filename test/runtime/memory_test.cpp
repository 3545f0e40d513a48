#include "runtime/memory.h"

#include <cstring>
#include <vector>

#include "check.h"
#include "runtime/local_array.h"

namespace {

using check::counting;

/// An allocator without a release function, as of an arena: memory.h never gives anything back to it.
struct Arena {
  std::vector<void*> arrays;
  size_t last_bytes = 0;
  ~Arena() {
    for (void* array : arrays) std::free(array);
  }
  scorch_context context() { return {take, nullptr, this, 1}; }
  static void* take(void* user, size_t bytes) {
    Arena& self = *static_cast<Arena*>(user);
    self.last_bytes = bytes;
    self.arrays.push_back(std::malloc(bytes));
    return self.arrays.back();
  }
};

constexpr scorch_context defaults = {nullptr, nullptr, nullptr, 0};
const scorch_context* const contexts[] = {nullptr, &defaults, &counting};

int32_t* numbers(const scorch_context* context, int32_t count) {
  int32_t* const array = static_cast<int32_t*>(scorch_allocate(context, count, sizeof(int32_t)));
  for (int32_t n = 0; n < count; ++n) array[n] = n + 1;
  return array;
}
bool holds_numbers(const int32_t* array, int32_t count) {
  for (int32_t n = 0; n < count; ++n)
    if (array[n] != n + 1) return false;
  return true;
}

}  // namespace

TEST(allocate_gives_memory_for_empty_arrays) {
  for (const scorch_context* context : contexts) {
    void* const array = scorch_allocate(context, 0, 8);
    CHECK(array != nullptr);
    std::memset(array, 1, 8);  // an empty array has memory for one element
    scorch_release(context, array);
  }
}

TEST(allocate_refuses_impossible_sizes) {
  for (const scorch_context* context : contexts)
    for (const size_t size : {size_t{1}, size_t{4}, size_t{8}, size_t{24}}) {
      const int64_t most = static_cast<int64_t>(static_cast<uint64_t>(PTRDIFF_MAX) / size);
      CHECK(scorch_allocate(context, -1, size) == nullptr);
      CHECK(scorch_allocate(context, INT64_MIN, size) == nullptr);
      if (size > 1) CHECK(scorch_allocate(context, most + 1, size) == nullptr);
      if (size > 1) CHECK(scorch_allocate(context, INT64_MAX, size) == nullptr);
      CHECK(scorch_allocate_zeroed(context, -1, size) == nullptr);
    }
  CHECK(check::live == 0);
}

TEST(allocate_asks_the_allocator_for_the_bytes) {
  Arena arena;
  const scorch_context context = arena.context();
  CHECK(scorch_allocate(&context, 7, 4) != nullptr && arena.last_bytes == 28);
  CHECK(scorch_allocate(&context, 0, 4) != nullptr && arena.last_bytes == 4);
  scorch_release(&context, arena.arrays[0]);  // does nothing: the arena frees it
  CHECK(arena.arrays.size() == 2);
}

TEST(allocate_returns_null_when_out_of_memory) {
  check::allowed = 0;
  CHECK(scorch_allocate(&counting, 1, 1) == nullptr);
  CHECK(scorch_allocate_zeroed(&counting, 1, 1) == nullptr);
  check::allowed = check::unlimited;
  scorch_release(&counting, nullptr);
}

TEST(allocate_zeroed_zeroes) {
  for (const scorch_context* context : contexts) {
    for (const int64_t count : {0, 1, 1000}) {
      int64_t* const array = static_cast<int64_t*>(scorch_allocate_zeroed(context, count, sizeof(int64_t)));
      for (int64_t n = 0; n < count; ++n) CHECK(array[n] == 0);
      scorch_release(context, array);
    }
  }
}

TEST(copies_move_exactly_the_elements) {
  for (const int64_t count : {-3, 0, 1, 5}) {
    int32_t from[] = {1, 2, 3, 4, 5, 6}, to[6] = {};
    scorch_copy(to, from, count, sizeof(int32_t));
    for (int64_t n = 0; n < 6; ++n) CHECK(to[n] == (n < count ? from[n] : 0));
    scorch_clear(to, count - 1, sizeof(int32_t));
    for (int64_t n = 0; n < 6; ++n) CHECK(to[n] == (n == count - 1 ? from[n] : 0));
    scorch_memmove(from + 1, from, count, sizeof(int32_t));
    for (int32_t n = 0; n < 6; ++n) CHECK(from[n] == (n >= 1 && n <= count ? n : n + 1));
  }
  scorch_copy(nullptr, nullptr, 0, 4);
  scorch_clear(nullptr, 0, 4);
  scorch_memmove(nullptr, nullptr, 0, 4);
}

TEST(shrink_keeps_the_elements) {
  for (const scorch_context* context : contexts)
    for (const int32_t count : {0, 1, 50, 87, 88, 99, 100}) {
      int32_t* const array = numbers(context, 100);
      int32_t* const smaller = static_cast<int32_t*>(scorch_shrink(context, array, 100, count, sizeof(int32_t)));
      CHECK(holds_numbers(smaller, count));
      // An array of a caller's allocator moves only if more than an eighth is unused.
      if (context == &counting) CHECK((smaller == array) == (count >= 88));
      scorch_release(context, smaller);
    }
}

TEST(shrink_leaves_an_array_that_cannot_be_copied) {
  int32_t* const array = numbers(&counting, 100);
  check::allowed = 0;
  CHECK(scorch_shrink(&counting, array, 100, 3, sizeof(int32_t)) == array);
  check::allowed = check::unlimited;
  scorch_release(&counting, array);
  Arena arena;
  const scorch_context context = arena.context();
  void* const kept = numbers(&context, 100);
  CHECK(scorch_shrink(&context, kept, 100, 3, sizeof(int32_t)) == kept);
}

TEST(grown_capacity_doubles_and_saturates) {
  CHECK(scorch_grown_capacity(10, 11) == 20);
  CHECK(scorch_grown_capacity(10, 20) == 20);
  CHECK(scorch_grown_capacity(10, 21) == 21);
  CHECK(scorch_grown_capacity(0, 1) == 1);
  CHECK(scorch_grown_capacity(INT64_MAX / 2, 1) == INT64_MAX - 1);
  CHECK(scorch_grown_capacity(INT64_MAX / 2 + 1, 1) == INT64_MAX);
  CHECK(scorch_grown_capacity(INT64_MAX, INT64_MAX) == INT64_MAX);
}

TEST(grow_keeps_elements_and_zeroes_new_ones) {
  for (const scorch_context* context : contexts)
    for (const int32_t old_count : {0, 1, 40}) {
      int32_t* const array = numbers(context, old_count);
      int32_t* const grown = static_cast<int32_t*>(scorch_grow(context, array, old_count, 100, sizeof(int32_t)));
      CHECK(holds_numbers(grown, old_count));
      for (int32_t n = old_count; n < 100; ++n) CHECK(grown[n] == 0);
      if (context == &counting) CHECK(check::live == 1);
      scorch_release(context, grown);
    }
}

TEST(grow_leaves_the_array_when_out_of_memory) {
  int32_t* const array = numbers(&counting, 10);
  check::allowed = 0;
  CHECK(scorch_grow(&counting, array, 10, 20, sizeof(int32_t)) == nullptr);
  check::allowed = check::unlimited;
  CHECK(scorch_grow(&counting, array, 10, INT64_MAX, sizeof(int32_t)) == nullptr);
  CHECK(holds_numbers(array, 10) && check::live == 1);
  scorch_release(&counting, array);
}

TEST(local_arrays_are_aligned_and_released) {
  for (const scorch_context* context : contexts)
    for (const int64_t count : {0, 1, 7, 1000}) {
      const scorch_array<int32_t> array(context, count);
      CHECK(array != nullptr && reinterpret_cast<uintptr_t>(array.data) % 64 == 0);
      for (int64_t n = 0; n < count; ++n) array[n] = static_cast<int32_t>(n);
      if (context == &counting) CHECK(check::live == 1);
    }
  CHECK(check::live == 0);
  check::allowed = 0;
  {
    const scorch_array<double> none(&counting, 5);
    CHECK(none == nullptr);
  }
  check::allowed = check::unlimited;
  const scorch_array<int64_t> negative(&counting, -1), large(&counting, INT64_MAX), larger(&counting, INT64_MAX - 3);
  CHECK(negative == nullptr && large == nullptr && larger == nullptr);
}
