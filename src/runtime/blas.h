// What a call of CBLAS needs in addition to <cblas.h>, which emitted files include.
#pragma once

#include <cstddef>
#include <cstdint>

//! cblas
#ifndef SCORCH_SHARED_CBLAS
#define SCORCH_SHARED_CBLAS
// Whether a BLAS takes this size: it fits an int, and the matrix is not empty.
/// CBLAS takes sizes and leading dimensions as int.
[[maybe_unused]] static inline bool scorch_fits_blas(int64_t size) {
  return size > 0 && size <= INT32_MAX;
}
#endif
