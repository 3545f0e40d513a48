// Arrays that live as long as a scope.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory.h"

//! array: needs allocate, release
#ifndef SCORCH_SHARED_ARRAY
#define SCORCH_SHARED_ARRAY
namespace {
// A local array, released at the end of its scope. It is aligned to a cache line, so that no vector
// straddles two lines.
/// Elements are uninitialised. If out of memory, `data` is null. T needs no constructor and no
/// destructor, and its size divides 64.
template <class T>
struct scorch_array {
  static constexpr uintptr_t line = 64;
  const scorch_context* context;
  void* memory;
  T* data;

  scorch_array(const scorch_context* its_context, int64_t count)
      : context(its_context),
        memory(scorch_allocate(its_context, with_line(count), sizeof(T))),
        data(reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(memory) + line - 1) / line * line)) {
  }
  scorch_array(const scorch_array&) = delete;
  scorch_array& operator=(const scorch_array&) = delete;
  ~scorch_array() { scorch_release(context, memory); }
  operator T*() const { return data; }

 private:
  static int64_t with_line(int64_t count) {
    const int64_t more = static_cast<int64_t>(line / sizeof(T));
    return 0 <= count && count <= INT64_MAX - more ? count + more : count;
  }
};
}  // namespace
#endif
