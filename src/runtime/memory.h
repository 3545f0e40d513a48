// Allocation, growth and copies of arrays, through the caller's allocator if there is one. Counts
// are numbers of elements; sizes are bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi.h"

//! restrict
#ifndef SCORCH_SHARED_RESTRICT
#define SCORCH_SHARED_RESTRICT
// A result's arrays overlap no other array.
/// For pointers of a result. Compilers without such a keyword get nothing.
#if defined(__GNUC__) || defined(_MSC_VER)
#define SCORCH_RESTRICT __restrict
#else
#define SCORCH_RESTRICT
#endif
#endif

//! allocate
#ifndef SCORCH_SHARED_ALLOCATE
#define SCORCH_SHARED_ALLOCATE
#include <cstdlib>
// Null means out of memory: an empty array gets memory, too.
/// Allocates `count` elements of `element_size` bytes, uninitialised. Also null if `count` is
/// negative or the size overflows. The caller releases the array with scorch_release and the same
/// context.
[[maybe_unused]] static inline void* scorch_allocate(const scorch_context* context, int64_t count,
                                                     size_t element_size) {
  const uint64_t most = static_cast<uint64_t>(PTRDIFF_MAX) / element_size;
  if (count < 0 || static_cast<uint64_t>(count) > most) return nullptr;
  const size_t bytes = (count > 0 ? static_cast<size_t>(count) : 1) * element_size;
  if (context == nullptr || context->allocate == nullptr) return std::malloc(bytes);
  void* array = nullptr;
  // Threads allocate workspaces; only one at a time calls the caller's functions.
#if defined(_OPENMP)
#pragma omp critical(scorch_memory)
#endif
  array = context->allocate(context->user, bytes);
  return array;
}
#endif

//! clear
#ifndef SCORCH_SHARED_CLEAR
#define SCORCH_SHARED_CLEAR
#include <cstring>
/// Sets `count` elements to zero bytes. Nothing happens for a count of zero or less; the array may
/// then be null.
[[maybe_unused]] static inline void scorch_clear(void* array, int64_t count, size_t element_size) {
  if (count > 0) std::memset(array, 0, static_cast<size_t>(count) * element_size);
}
#endif

//! copy
#ifndef SCORCH_SHARED_COPY
#define SCORCH_SHARED_COPY
#include <cstring>
/// Copies `count` elements between arrays that do not overlap. Nothing happens for a count of zero
/// or less.
[[maybe_unused]] static inline void scorch_copy(void* to, const void* from, int64_t count,
                                                size_t element_size) {
  if (count > 0) std::memcpy(to, from, static_cast<size_t>(count) * element_size);
}
#endif

//! memmove
#ifndef SCORCH_SHARED_MEMMOVE
#define SCORCH_SHARED_MEMMOVE
#include <cstring>
/// Copies `count` elements between arrays that may overlap. Nothing happens for a count of zero or
/// less.
[[maybe_unused]] static inline void scorch_memmove(void* to, const void* from, int64_t count,
                                                   size_t element_size) {
  if (count > 0) std::memmove(to, from, static_cast<size_t>(count) * element_size);
}
#endif

//! allocate_zeroed: needs allocate, clear
#ifndef SCORCH_SHARED_ALLOCATE_ZEROED
#define SCORCH_SHARED_ALLOCATE_ZEROED
/// As scorch_allocate, but all elements are zero bytes.
[[maybe_unused]] static inline void* scorch_allocate_zeroed(const scorch_context* context,
                                                            int64_t count, size_t element_size) {
  void* const array = scorch_allocate(context, count, element_size);
  if (array != nullptr) scorch_clear(array, count, element_size);
  return array;
}
#endif

//! release
#ifndef SCORCH_SHARED_RELEASE
#define SCORCH_SHARED_RELEASE
#include <cstdlib>
/// Releases an array of scorch_allocate, scorch_shrink or scorch_grow; null is allowed. If the
/// context has an `allocate` but no `release`, the memory stays with the caller.
[[maybe_unused]] static inline void scorch_release(const scorch_context* context, void* array) {
  if (array == nullptr) return;
  if (context == nullptr || context->allocate == nullptr) {
    std::free(array);
  } else if (context->release != nullptr) {
#if defined(_OPENMP)
#pragma omp critical(scorch_memory)
#endif
    context->release(context->user, array);
  }
}
#endif

//! shrink: needs allocate, release
#ifndef SCORCH_SHARED_SHRINK
#define SCORCH_SHARED_SHRINK
#include <cstring>
// Shrinks an array from `capacity` to `count` elements. An array of a caller's allocator is
// copied if more than an eighth is unused and memory can be released, else left as it is.
/// `count` is at most `capacity`. The result replaces `array`, which must not be used again; it is
/// never null.
[[maybe_unused]] static inline void* scorch_shrink(const scorch_context* context, void* array,
                                                   int64_t capacity, int64_t count,
                                                   size_t element_size) {
  void* smaller = nullptr;
  if (count == capacity) return array;
  if (context == nullptr || context->allocate == nullptr) {
    smaller = std::realloc(array, (count > 0 ? static_cast<size_t>(count) : 1) * element_size);
    return smaller != nullptr ? smaller : array;
  }
  if (context->release == nullptr || capacity - count <= capacity / 8) return array;
  smaller = scorch_allocate(context, count, element_size);
  if (smaller == nullptr) return array;
  std::memcpy(smaller, array, static_cast<size_t>(count) * element_size);
  scorch_release(context, array);
  return smaller;
}
#endif

//! grow: needs allocate, clear, release
#ifndef SCORCH_SHARED_GROW
#define SCORCH_SHARED_GROW
#include <cstring>
/// The next capacity of an array that needs `needed` elements: twice the old one, or `needed` if
/// that is more. Saturates at INT64_MAX, for which allocation fails.
[[maybe_unused]] static inline int64_t scorch_grown_capacity(int64_t capacity, int64_t needed) {
  const int64_t doubled = capacity > INT64_MAX / 2 ? INT64_MAX : 2 * capacity;
  return doubled > needed ? doubled : needed;
}

// Moves an array into a larger one and zeroes the new elements. Returns null if out of memory; the
// old array then stays as it is.
/// `old_count` is at most `new_count`. The result replaces `array`, which is released.
[[maybe_unused]] static inline void* scorch_grow(const scorch_context* context, void* array,
                                                 int64_t old_count, int64_t new_count,
                                                 size_t element_size) {
  void* const grown = scorch_allocate(context, new_count, element_size);
  if (grown == nullptr) return nullptr;
  const size_t kept = static_cast<size_t>(old_count) * element_size;
  if (kept > 0) std::memcpy(grown, array, kept);
  scorch_clear(static_cast<char*>(grown) + kept, new_count - old_count, element_size);
  scorch_release(context, array);
  return grown;
}
#endif
