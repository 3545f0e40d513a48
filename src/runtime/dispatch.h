// Dispatch on the instruction set of the processor, at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/vectors.h"

//! scalar
#ifndef SCORCH_SHARED_SCALAR
#define SCORCH_SHARED_SCALAR
#include <cstddef>
// Stands in for instruction sets that the compiler or the target does not have: scalars.
/// An instruction set: the size of its vectors, whether the processor has it, and
/// run<Loop>(arguments), which calls Loop::run<bytes>(arguments) in a function compiled for it.
struct scorch_plain_numbers {
  static constexpr size_t bytes = 1;
  static bool is_there() { return false; }
  template <class Loop, class... A>
  static void run(A&&... arguments) {
    Loop::template run<1>(arguments...);
  }
};
#endif

//! avx512: needs scalar
#ifndef SCORCH_SHARED_AVX512
#define SCORCH_SHARED_AVX512
#if defined(__GNUC__) && defined(__x86_64__)
struct scorch_avx512 {
  static constexpr size_t bytes = 64;
  static bool is_there() {
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw");
  }
  template <class Loop, class... A>
  __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,fma"))) static void run(
      A&&... arguments) {
    Loop::template run<64>(arguments...);
  }
};
#else
typedef scorch_plain_numbers scorch_avx512;
#endif
#endif

//! avx2: needs scalar
#ifndef SCORCH_SHARED_AVX2
#define SCORCH_SHARED_AVX2
#if defined(__GNUC__) && defined(__x86_64__)
struct scorch_avx2 {
  static constexpr size_t bytes = 32;
  static bool is_there() { return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"); }
  template <class Loop, class... A>
  __attribute__((target("avx2,fma"))) static void run(A&&... arguments) {
    Loop::template run<32>(arguments...);
  }
};
#else
typedef scorch_plain_numbers scorch_avx2;
#endif
#endif

//! generic: needs scalar
#ifndef SCORCH_SHARED_GENERIC
#define SCORCH_SHARED_GENERIC
// Vectors of 16 bytes, which gcc and clang support on every processor.
#if defined(__GNUC__)
struct scorch_generic {
  static constexpr size_t bytes = 16;
  static bool is_there() { return true; }
  template <class Loop, class... A>
  static void run(A&&... arguments) {
    Loop::template run<16>(arguments...);
  }
};
#else
typedef scorch_plain_numbers scorch_generic;
#endif
#endif

//! sse2: needs generic
#ifndef SCORCH_SHARED_SSE2
#define SCORCH_SHARED_SSE2
#if defined(__x86_64__)
typedef scorch_generic scorch_sse2;
#else
typedef scorch_plain_numbers scorch_sse2;
#endif
#endif

//! dispatch_isa: needs vectors
#ifndef SCORCH_SHARED_DISPATCH_ISA
#define SCORCH_SHARED_DISPATCH_ISA
// Dispatch on the instruction set: runs the version of a loop for the first set that the processor
// supports and whose vectors are filled by `lanes` values of type T (its longest vector loop).
// SCORCH_VECTOR_BYTES, if defined, selects the version instead: 16, 32, 64, or 1 for scalars.
/// `Sets` are tried from first to last; without a match the scalar version Loop::run<1> runs.
template <class Loop, class T, class... Sets, class... A>
static void scorch_dispatch_isa([[maybe_unused]] int64_t lanes, A&&... arguments) {
#if defined(SCORCH_VECTOR_BYTES)
  Loop::template run<SCORCH_VECTOR_BYTES>(arguments...);
#else
  const auto fills = [&](size_t bytes) { return lanes >= static_cast<int64_t>(bytes / sizeof(T)); };
  const auto is_run = [&](auto set) {
    if (!fills(set.bytes) || !set.is_there()) return false;
    decltype(set)::template run<Loop>(arguments...);
    return true;
  };
  if (!(is_run(Sets{}) || ...)) Loop::template run<1>(arguments...);
#endif
}
#endif
