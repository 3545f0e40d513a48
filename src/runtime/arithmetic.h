// Arithmetic on values whose C++ operators are undefined or differ from scorchc's. Integers wrap
// around at overflow. Written for i32 and f32; the functions for i64 and f64 are derived from these
// (embed/runtime_blocks.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

//! add_i32: also i64
#ifndef SCORCH_SHARED_ADD_I32
#define SCORCH_SHARED_ADD_I32
/// a + b, modulo 2^32.
[[maybe_unused]] static inline int32_t scorch_add_i32(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}
#endif

//! subtract_i32: also i64
#ifndef SCORCH_SHARED_SUBTRACT_I32
#define SCORCH_SHARED_SUBTRACT_I32
/// a - b, modulo 2^32.
[[maybe_unused]] static inline int32_t scorch_subtract_i32(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}
#endif

//! multiply_i32: also i64
#ifndef SCORCH_SHARED_MULTIPLY_I32
#define SCORCH_SHARED_MULTIPLY_I32
/// a * b, modulo 2^32.
[[maybe_unused]] static inline int32_t scorch_multiply_i32(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b));
}
#endif

//! negate_i32
#ifndef SCORCH_SHARED_NEGATE_I32
#define SCORCH_SHARED_NEGATE_I32
/// -a, modulo 2^32: the least value is its own negative.
[[maybe_unused]] static inline int32_t scorch_negate_i32(int32_t a) {
  return static_cast<int32_t>(0 - static_cast<uint32_t>(a));
}
#endif

//! negate_i64
#ifndef SCORCH_SHARED_NEGATE_I64
#define SCORCH_SHARED_NEGATE_I64
/// -a, modulo 2^64: the least value is its own negative.
[[maybe_unused]] static inline int64_t scorch_negate_i64(int64_t a) {
  return static_cast<int64_t>(0 - static_cast<uint64_t>(a));
}
#endif

//! divide_i32: needs negate_i32
#ifndef SCORCH_SHARED_DIVIDE_I32
#define SCORCH_SHARED_DIVIDE_I32
// The one quotient that overflows, the least value divided by -1, wraps.
/// a / b, rounded towards zero. If b is 0, the result is 0 and *division_by_zero, which is 0 or 1,
/// becomes 1; it is never reset. Threads may share it.
[[maybe_unused]] static inline int32_t scorch_divide_i32(int32_t a, int32_t b,
                                                         int32_t* division_by_zero) {
  if (b == 0) {
#if defined(_OPENMP)
#pragma omp atomic
#endif
    *division_by_zero |= 1;
    return 0;
  }
  return b == -1 ? scorch_negate_i32(a) : a / b;
}
#endif

//! divide_i64: needs negate_i64
#ifndef SCORCH_SHARED_DIVIDE_I64
#define SCORCH_SHARED_DIVIDE_I64
// The one quotient that overflows, the least value divided by -1, wraps.
/// a / b, rounded towards zero. If b is 0, the result is 0 and *division_by_zero, which is 0 or 1,
/// becomes 1; it is never reset. Threads may share it.
[[maybe_unused]] static inline int64_t scorch_divide_i64(int64_t a, int64_t b,
                                                         int32_t* division_by_zero) {
  if (b == 0) {
#if defined(_OPENMP)
#pragma omp atomic
#endif
    *division_by_zero |= 1;
    return 0;
  }
  return b == -1 ? scorch_negate_i64(a) : a / b;
}
#endif

//! is_stored_i32: also i64
#ifndef SCORCH_SHARED_IS_STORED_I32
#define SCORCH_SHARED_IS_STORED_I32
// Whether a component of a temporary is stored: 0 marks one that is not.
[[maybe_unused]] static inline bool scorch_is_stored_i32(int32_t component) {
  return component != 0;
}
#endif

//! is_stored_f32: also f64
#ifndef SCORCH_SHARED_IS_STORED_F32
#define SCORCH_SHARED_IS_STORED_F32
#include <cstring>
// Whether a component of a temporary is stored: -0.0 marks one that is not.
[[maybe_unused]] static inline bool scorch_is_stored_f32(float component) {
  const float unstored = -0.0F;
  return std::memcmp(&component, &unstored, sizeof(component)) != 0;
}
#endif

//! absolute_i32: needs negate_i32; also i64
#ifndef SCORCH_SHARED_ABSOLUTE_I32
#define SCORCH_SHARED_ABSOLUTE_I32
/// The absolute value; the least value wraps to itself.
[[maybe_unused]] static inline int32_t scorch_absolute_i32(int32_t a) {
  return a < 0 ? scorch_negate_i32(a) : a;
}
#endif

//! absolute_f32: also f64
#ifndef SCORCH_SHARED_ABSOLUTE_F32
#define SCORCH_SHARED_ABSOLUTE_F32
// The absolute value of -0 is 0.
/// NaN stays NaN.
[[maybe_unused]] static inline float scorch_absolute_f32(float a) {
  return a <= 0.0F ? 0.0F - a : a;
}
#endif

//! relu_i32: also i64
#ifndef SCORCH_SHARED_RELU_I32
#define SCORCH_SHARED_RELU_I32
/// The greater of a and 0.
[[maybe_unused]] static inline int32_t scorch_relu_i32(int32_t a) { return a < 0 ? 0 : a; }
#endif

//! relu_f32: also f64
#ifndef SCORCH_SHARED_RELU_F32
#define SCORCH_SHARED_RELU_F32
// NaN stays NaN.
/// The greater of a and 0. The result for -0 is 0.
[[maybe_unused]] static inline float scorch_relu_f32(float a) { return a <= 0.0F ? 0.0F : a; }
#endif

//! min_i32: also i64
#ifndef SCORCH_SHARED_MIN_I32
#define SCORCH_SHARED_MIN_I32
/// The lesser of a and b.
[[maybe_unused]] static inline int32_t scorch_min_i32(int32_t a, int32_t b) {
  return a < b ? a : b;
}
#endif

//! min_f32: also f64
#ifndef SCORCH_SHARED_MIN_F32
#define SCORCH_SHARED_MIN_F32
// NaN if either is NaN.
/// The lesser of a and b; b if they are equal.
[[maybe_unused]] static inline float scorch_min_f32(float a, float b) {
  return (a < b || a != a) ? a : b;
}
#endif

//! max_i32: also i64
#ifndef SCORCH_SHARED_MAX_I32
#define SCORCH_SHARED_MAX_I32
/// The greater of a and b.
[[maybe_unused]] static inline int32_t scorch_max_i32(int32_t a, int32_t b) {
  return a > b ? a : b;
}
#endif

//! max_f32: also f64
#ifndef SCORCH_SHARED_MAX_F32
#define SCORCH_SHARED_MAX_F32
// NaN if either is NaN.
/// The greater of a and b; b if they are equal.
[[maybe_unused]] static inline float scorch_max_f32(float a, float b) {
  return (a > b || a != a) ? a : b;
}
#endif

//! sigmoid_f32: also f64
#ifndef SCORCH_SHARED_SIGMOID_F32
#define SCORCH_SHARED_SIGMOID_F32
#include <math.h>
/// 1 / (1 + e^-a): from 0 to 1, and 1/2 at 0.
[[maybe_unused]] static inline float scorch_sigmoid_f32(float a) {
  return 1.0F / (1.0F + expf(-a));
}
#endif

//! infinity_f32: also f64
#ifndef SCORCH_SHARED_INFINITY_F32
#define SCORCH_SHARED_INFINITY_F32
/// Positive infinity, with which a minimum begins.
#if defined(__GNUC__)
[[maybe_unused]] static inline float scorch_infinity_f32() { return __builtin_huge_valf(); }
#else
#include <math.h>
[[maybe_unused]] static inline float scorch_infinity_f32() { return HUGE_VALF; }
#endif
#endif

//! truncate_i32: also i64
#ifndef SCORCH_SHARED_TRUNCATE_I32
#define SCORCH_SHARED_TRUNCATE_I32
// Rounds towards zero and saturates at the limits of the type; NaN gives 0.
[[maybe_unused]] static inline int32_t scorch_truncate_i32(double a) {
  if (a != a) return 0;
  if (a >= 2147483648.0) return INT32_MAX;
  if (a <= -2147483648.0) return INT32_MIN;
  return static_cast<int32_t>(a);
}
#endif
