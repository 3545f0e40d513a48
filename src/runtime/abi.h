// The types that a kernel's callers see: the status of a call, and the context with the allocator.
// C11 and C++17. Every emitted header contains this block.
#pragma once

#include <stddef.h>
#include <stdint.h>

//! abi
#ifndef SCORCH_ABI_1
#define SCORCH_ABI_1

// The status of a call. Unless it is SCORCH_OK, the result must not be used.
/// Values never change: bindings in other languages have their numbers.
typedef enum scorch_status {
  SCORCH_OK = 0,
  SCORCH_NULL_ARGUMENT = 1,    // a required pointer is null
  SCORCH_SHAPE_MISMATCH = 2,   // dimensions do not agree
  SCORCH_OUT_OF_MEMORY = 3,    // the memory allocated so far is released
  SCORCH_INDEX_OVERFLOW = 4,   // the result has more components than its index type can count
  SCORCH_DIVISION_BY_ZERO = 5  // integer division by zero
} scorch_status;

// Allocator and number of threads. A null context, or zeros in it, mean malloc and free, and
// OpenMP's default number of threads.
/// The caller owns the context, which must outlive the call. Results are released with the
/// allocator that made them.
typedef struct scorch_context {
  void* (*allocate)(void* user, size_t bytes);  // null: malloc and free
  void (*release)(void* user, void* pointer);   // null with an `allocate`: nothing is released
  void* user;                                   // the first argument of both
  int32_t num_threads;                          // 0: OpenMP's default
} scorch_context;

/// The text of a status, in English; never null. The string is a constant.
#if defined(__GNUC__)
__attribute__((unused))
#endif
static inline const char*
scorch_status_text(scorch_status status) {
  switch (status) {
    case SCORCH_OK: return "ok";
    case SCORCH_NULL_ARGUMENT: return "null argument";
    case SCORCH_SHAPE_MISMATCH: return "shape mismatch";
    case SCORCH_OUT_OF_MEMORY: return "out of memory";
    case SCORCH_INDEX_OVERFLOW: return "index overflow";
    case SCORCH_DIVISION_BY_ZERO: return "division by zero";
  }
  return "unknown status";
}

#endif
