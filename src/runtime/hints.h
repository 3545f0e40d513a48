// Hints to the compiler and to the processor. Without GCC or Clang they expand to nothing.
#pragma once

#include <cstddef>
#include <cstdint>

//! prefetch
#ifndef SCORCH_SHARED_PREFETCH
#define SCORCH_SHARED_PREFETCH
// Prefetches a component that is going to be read.
/// The address may be outside of its array: nothing is read from it.
template <class T>
static inline void scorch_prefetch([[maybe_unused]] const T* component) {
#if defined(__GNUC__)
  __builtin_prefetch(component);
#endif
}
#endif

//! inline
#ifndef SCORCH_SHARED_INLINE
#define SCORCH_SHARED_INLINE
// Always inlined into the caller's loop.
#if defined(__GNUC__)
#define SCORCH_INLINE inline __attribute__((always_inline))
#define SCORCH_INLINE_LAMBDA __attribute__((always_inline))
#define SCORCH_UNROLL _Pragma("GCC unroll 16")
#else
#define SCORCH_INLINE inline
#define SCORCH_INLINE_LAMBDA
#define SCORCH_UNROLL
#endif
#endif
