// Violations of a tensor's format, as `validate` helpers report them. C11 and C++17. Emitted
// headers contain this block if a helper validates.
#pragma once

#include <stddef.h>
#include <stdint.h>

//! fault
#ifndef SCORCH_FAULT_1
#define SCORCH_FAULT_1

// Violations of a tensor's format.
typedef enum scorch_fault_kind {
  SCORCH_VALID = 0,
  SCORCH_NEGATIVE_DIMENSION = 1,
  SCORCH_NULL_ARRAY = 2,
  SCORCH_NEGATIVE_COUNT = 3,    // number of entries
  SCORCH_FIRST_POSITION = 4,    // not 0
  SCORCH_FALLING_POSITION = 5,  // less than the one before it
  SCORCH_COORDINATE_OUT_OF_RANGE = 6,
  SCORCH_COORDINATES_NOT_SORTED = 7,
  SCORCH_COORDINATE_REPEATED = 8,
  SCORCH_PADDING_NOT_ZERO = 9,  // part of a block beyond the dimensions
  SCORCH_TOO_LARGE = 10,        // the number of values overflows 64 bits
  SCORCH_ARRAY_TOO_SHORT = 11   // reported only by wrappers that record array lengths
} scorch_fault_kind;

typedef struct scorch_fault {
  scorch_fault_kind kind;
  const char* array;  // name of the field
  int64_t position;   // index of the element in it
} scorch_fault;

#if defined(__GNUC__)
__attribute__((unused))
#endif
static inline const char*
scorch_fault_text(scorch_fault_kind kind) {
  switch (kind) {
    case SCORCH_VALID: return "valid";
    case SCORCH_NEGATIVE_DIMENSION: return "a dimension is negative";
    case SCORCH_NULL_ARRAY: return "an array is missing";
    case SCORCH_NEGATIVE_COUNT: return "the number of entries is negative";
    case SCORCH_FIRST_POSITION: return "the first position is not 0";
    case SCORCH_FALLING_POSITION: return "a position is less than the one before it";
    case SCORCH_COORDINATE_OUT_OF_RANGE: return "a coordinate is outside of its dimension";
    case SCORCH_COORDINATES_NOT_SORTED: return "coordinates are not sorted";
    case SCORCH_COORDINATE_REPEATED: return "a coordinate is repeated";
    case SCORCH_PADDING_NOT_ZERO: return "a cell beyond the dimensions is not 0";
    case SCORCH_TOO_LARGE: return "there are more values than can be counted";
    case SCORCH_ARRAY_TOO_SHORT: return "an array is too short";
  }
  return "unknown fault";
}

#endif
