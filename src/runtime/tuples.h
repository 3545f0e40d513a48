// Accumulator for coordinate tuples: a list with a hash table, sorted at the end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/local_array.h"

//! tuples: needs array
#ifndef SCORCH_SHARED_TUPLES
#define SCORCH_SHARED_TUPLES
#include <cstring>
namespace {
// A list of coordinate tuples, each with a value, and a hash table to find them. If out of memory,
// `failed` is set, new tuples get position 0, and sort() returns false.
/// N coordinates of type Coordinate; T is the type of values. Column c of tuple n is crd[c][n].
template <size_t N, class Coordinate, class T>
struct scorch_tuples {
  const scorch_context* context;
  int64_t count = 0;
  Coordinate* crd[N];
  T* vals = nullptr;
  bool failed = false;

  // Allocates `expected` tuples; the list grows if there are more.
  explicit scorch_tuples(const scorch_context* its_context, int64_t expected = 64)
      : context(its_context) {
    for (Coordinate*& column : crd) column = nullptr;
    failed = !reserve(expected > 0 ? expected : 1);
  }
  scorch_tuples(const scorch_tuples&) = delete;
  scorch_tuples& operator=(const scorch_tuples&) = delete;
  ~scorch_tuples() {
    for (Coordinate* column : crd) scorch_release(context, column);
    scorch_release(context, vals);
    scorch_release(context, slots);
  }

  /// Empties the list but keeps its memory. O(number of tuples), or of slots if that is less than
  /// eight times as many.
  void reset() {
    if (slots != nullptr && count > slot_count / 8) {
      std::memset(slots, 0, static_cast<size_t>(slot_count) * sizeof(int64_t));
    } else if (slots != nullptr) {
      // Clears the run of used slots from each tuple's hash on, which misses no tuple.
      for (int64_t n = 0; n < count; ++n)
        for (int64_t at = first_slot(n); slots[at] != 0; at = (at + 1) & (slot_count - 1))
          slots[at] = 0;
    }
    count = 0;
    failed = capacity == 0;
  }

  // Appends a tuple that is not in the list yet; returns its position.
  int64_t append(const int64_t (&tuple)[N], T initial) {
    const int64_t position = count;
    if (position == capacity && !reserve(2 * capacity)) {
      failed = true;
      return 0;
    }
    for (size_t column = 0; column < N; ++column)
      crd[column][position] = static_cast<Coordinate>(tuple[column]);
    vals[position] = initial;
    count = position + 1;
    return position;
  }

  // Returns the position of a tuple; appends it if it is not in the list yet.
  int64_t find_or_append(const int64_t (&tuple)[N], T initial) {
    if (2 * count >= slot_count && !more_slots()) {
      failed = true;
      return 0;
    }
    int64_t at = slot_of(tuple);
    for (; slots[at] != 0; at = (at + 1) & (slot_count - 1)) {
      const int64_t position = slots[at] - 1;
      bool equal = true;
      for (size_t column = 0; column < N && equal; ++column)
        equal = crd[column][position] == tuple[column];
      if (equal) return position;
    }
    const int64_t position = append(tuple, initial);
    if (!failed) slots[at] = position + 1;
    return position;
  }

  // Stable sort by the first K columns, the first one most significant. Coordinates of a column are
  // below its extent. If out of memory, it returns false and empties the list.
  template <size_t K>
  bool sort(const int64_t (&extents)[K]) {
    if (!failed && count <= 32) insertion_sort(K);
    if (!failed && count > 32) failed = !radix_sort(extents, K);
    if (failed) reset_to_nothing();
    return !failed;
  }

 private:
  int64_t capacity = 0;
  int64_t* slots = nullptr;  // hash table, open addressing: position + 1 of a tuple, 0 if free
  int64_t slot_count = 0;    // a power of two

  void reset_to_nothing() {
    if (slots != nullptr) std::memset(slots, 0, static_cast<size_t>(slot_count) * sizeof(int64_t));
    count = 0;
  }

  int64_t slot_of(const int64_t (&tuple)[N]) const {
    uint64_t hash = 0;
    for (int64_t coordinate : tuple) {
      hash = (hash ^ static_cast<uint64_t>(coordinate)) * UINT64_C(0x9E3779B97F4A7C15);
      hash ^= hash >> 29;
    }
    return static_cast<int64_t>(hash & static_cast<uint64_t>(slot_count - 1));
  }
  int64_t first_slot(int64_t position) const {
    int64_t tuple[N];
    for (size_t column = 0; column < N; ++column) tuple[column] = crd[column][position];
    return slot_of(tuple);
  }

  // A larger copy of an array.
  template <class Element>
  Element* larger(const Element* array, int64_t new_capacity) const {
    Element* const copy =
        static_cast<Element*>(scorch_allocate(context, new_capacity, sizeof(Element)));
    if (copy != nullptr && count > 0)
      std::memcpy(copy, array, static_cast<size_t>(count) * sizeof(Element));
    return copy;
  }

  bool reserve(int64_t new_capacity) {
    Coordinate* columns[N];
    bool complete = true;
    for (size_t column = 0; column < N; ++column) {
      columns[column] = larger(crd[column], new_capacity);
      complete = complete && columns[column] != nullptr;
    }
    T* const values = larger(vals, new_capacity);
    complete = complete && values != nullptr;
    for (size_t column = 0; column < N; ++column) {
      scorch_release(context, complete ? crd[column] : columns[column]);
      if (complete) crd[column] = columns[column];
    }
    scorch_release(context, complete ? vals : values);
    if (!complete) return false;
    vals = values;
    capacity = new_capacity;
    return true;
  }

  bool more_slots() {
    const int64_t new_count = slot_count == 0 ? 128 : 2 * slot_count;
    int64_t* const larger_table =
        static_cast<int64_t*>(scorch_allocate(context, new_count, sizeof(int64_t)));
    if (larger_table == nullptr) return false;
    std::memset(larger_table, 0, static_cast<size_t>(new_count) * sizeof(int64_t));
    scorch_release(context, slots);
    slots = larger_table;
    slot_count = new_count;
    for (int64_t n = 0; n < count; ++n) {
      int64_t at = first_slot(n);
      while (slots[at] != 0) at = (at + 1) & (slot_count - 1);
      slots[at] = n + 1;
    }
    return true;
  }

  void insertion_sort(size_t keys) {
    for (int64_t n = 1; n < count; ++n) {
      Coordinate tuple[N];
      for (size_t column = 0; column < N; ++column) tuple[column] = crd[column][n];
      const T value = vals[n];
      int64_t at = n;
      for (; at > 0 && is_above(at - 1, tuple, keys); --at) {
        for (size_t column = 0; column < N; ++column) crd[column][at] = crd[column][at - 1];
        vals[at] = vals[at - 1];
      }
      for (size_t column = 0; column < N; ++column) crd[column][at] = tuple[column];
      vals[at] = value;
    }
  }
  bool is_above(int64_t position, const Coordinate (&tuple)[N], size_t keys) const {
    for (size_t column = 0; column < keys; ++column)
      if (crd[column][position] != tuple[column]) return crd[column][position] > tuple[column];
    return false;
  }

  // Radix sort, column by column from the last key on. A column takes eight bits per pass, so that
  // writes stay local, or one pass if there are at least four tuples per coordinate.
  bool radix_sort(const int64_t* extents, size_t keys) {
    scorch_tuples other(context, capacity);
    bool complete = !other.failed;
    for (size_t key = keys; key-- > 0;) {
      const int64_t last = extents[key] - 1;
      int bits = 8;
      while (last <= count / 4 && (last >> bits) > 0) ++bits;
      for (int shift = 0; complete && shift < 63 && (last >> shift) > 0; shift += bits)
        complete = pass(other, key, shift, bits, (last >> bits) == 0);
    }
    return complete;
  }
  // A pass of the radix sort: a counting sort into the arrays of `other`, which are then swapped
  // in. A key that is sorted as a whole is not moved, but rewritten from the counts.
  bool pass(scorch_tuples& other, size_t key, int shift, int bits, bool whole) {
    const int64_t digits = int64_t{1} << bits, end = count;
    const scorch_array<int64_t> begin(context, digits + 1);
    if (begin == nullptr) return false;
    std::memset(begin.data, 0, static_cast<size_t>(digits + 1) * sizeof(int64_t));
    Coordinate* const keys = crd[key];
    const auto digit_of = [&](int64_t n) {
      return (static_cast<int64_t>(keys[n]) >> shift) & (digits - 1);
    };
    for (int64_t n = 0; n < end; ++n) ++begin[digit_of(n) + 1];
    if (begin[digit_of(0) + 1] == end) return true;  // all are equal
    for (int64_t digit = 0; digit < digits; ++digit) begin[digit + 1] += begin[digit];
    for (int64_t n = 0; n < end; ++n) {
      const int64_t at = begin[digit_of(n)]++;
      for (size_t column = 0; column < N; ++column)
        if (!whole || column != key) other.crd[column][at] = crd[column][n];
      other.vals[at] = vals[n];
    }
    for (int64_t digit = 0, at = 0; whole && at < end; ++digit)
      for (; at < begin[digit]; ++at) keys[at] = static_cast<Coordinate>(digit);
    for (size_t column = 0; column < N; ++column)
      if (!whole || column != key) swap(crd[column], other.crd[column]);
    swap(vals, other.vals);
    return true;
  }
  template <class Element>
  static void swap(Element*& one, Element*& other) {
    Element* const array = one;
    one = other;
    other = array;
  }
};
}  // namespace
#endif
