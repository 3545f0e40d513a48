// Implements checked accesses to array elements.
#pragma once

#include "interpret/program.h"

namespace scorchc::interpret {

/// Throws Broken for a null array, a released array, or an index out of bounds.
[[noreturn]] void fail_access(const Array* array, const std::string& name, std::int64_t index);
/// Throws Broken for an uninitialised element, or a data race between iterations.
[[noreturn]] void fail_marks(const Array& array, std::int64_t index);

template <class T>
T* element(const Array* array, const std::string& name, std::int64_t index) {
  if (array == nullptr || !array->is_live || index < 0 || index >= array->count) fail_access(array, name, index);
  return static_cast<T*>(array->data) + index;
}

inline void touch(Array& array, std::int64_t index) {
  if (!array.touched.empty()) array.touched[static_cast<std::size_t>(index)] = true;
}

template <class T>
T read(const Clock& clock, Array* array, const std::string& name, std::int64_t index) {
  const T* at = element<T>(array, name, index);
  touch(*array, index);
  if (array->marks.empty()) return *at;
  Marks& marks = array->marks[static_cast<std::size_t>(index)];
  if (marks.written == 0 || (!array->is_threads_own && clock.is_of_another_iteration(marks.written)))
    fail_marks(*array, index);
  // The stamp of the first reading iteration is kept: it detects a write by any later iteration.
  if (marks.read < clock.loop_begin) marks.read = clock.now;
  return *at;
}

template <class T>
void write(const Clock& clock, Array* array, const std::string& name, std::int64_t index, T value) {
  T* at = element<T>(array, name, index);
  touch(*array, index);
  if (array->marks.empty()) throw Broken{array->label + " is written, but is constant"};
  Marks& marks = array->marks[static_cast<std::size_t>(index)];
  if (!array->is_threads_own &&
      (clock.is_of_another_iteration(marks.written) || clock.is_of_another_iteration(marks.read)))
    fail_marks(*array, index);
  marks.written = clock.now;
  *at = value;
}

}  // namespace scorchc::interpret
