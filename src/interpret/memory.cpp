// Implements the memory of interpreted kernels.
#include "interpret/memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace scorchc::interpret {

std::size_t size_in_bytes(loop::Type type) {
  switch (type) {
    case loop::Type::boolean:
      return sizeof(bool);
    case loop::Type::i32:
    case loop::Type::f32:
      return 4;
    case loop::Type::i64:
    case loop::Type::f64:
      return 8;
  }
  return 8;
}

Array* Memory::borrow(std::string label, loop::Type element, void* data, std::int64_t count, Given given) {
  Array& array = arrays_.emplace_back();
  array.label = std::move(label);
  array.element = element;
  array.data = data;
  array.count = count;
  if (watches_) array.touched.resize(static_cast<std::size_t>(count));
  if (given == Given::constant) return &array;
  array.marks.resize(static_cast<std::size_t>(count));
  if (given == Given::with_values)
    for (Marks& marks : array.marks) marks.written = 1;
  return &array;
}

Array* Memory::allocate(std::string label, loop::Type element, std::int64_t count) {
  const auto size = static_cast<std::int64_t>(size_in_bytes(element));
  ++allocations_;
  const bool fails =
      fails_from_there && fail_allocation > 0 ? allocations_ >= fail_allocation : allocations_ == fail_allocation;
  if (fails || count < 0 || count > most_bytes / size) return nullptr;
  Array& array = arrays_.emplace_back();
  array.label = std::move(label);
  array.element = element;
  // A fill pattern that no kernel mistakes for a position or a coordinate.
  array.storage.assign(static_cast<std::size_t>(count * size) + 1, std::byte{0xa5});
  array.data = array.storage.data();
  array.count = count;
  array.marks.resize(static_cast<std::size_t>(count));
  if (watches_) array.touched.resize(static_cast<std::size_t>(count));
  array.is_allocated = true;
  ++live_;
  return &array;
}

namespace {

// Copies the touched elements of an array to the array that replaces it.
void take_over(Array& array, Array& by) {
  array.is_replaced = true;
  std::copy_n(array.touched.begin(), std::min(array.touched.size(), by.touched.size()), by.touched.begin());
}

}  // namespace

std::int64_t Memory::touched_bytes() const {
  std::int64_t bytes = 0;
  for (const Array& array : arrays_)
    if (!array.is_replaced)
      bytes += std::count(array.touched.begin(), array.touched.end(), true) *
               static_cast<std::int64_t>(size_in_bytes(array.element));
  return bytes;
}

void Memory::forget_released() {
  for (Array& array : arrays_)
    if (!array.is_live) array.touched.clear();
}

Array* Memory::grow(Array* array, const std::string& label, std::int64_t old_count, std::int64_t count) {
  if (array == nullptr || !array->is_allocated || !array->is_live || old_count > array->count)
    throw Broken{label + " grows from " + std::to_string(old_count) + " elements, which it does not have"};
  Array* grown = allocate(label, array->element, count);
  if (grown == nullptr) return nullptr;
  const auto kept = static_cast<std::size_t>(old_count);
  if (kept > 0) std::memcpy(grown->data, array->data, kept * size_in_bytes(array->element));
  std::copy_n(array->marks.begin(), kept, grown->marks.begin());
  take_over(*array, *grown);
  clear(*grown, old_count);
  release(array);
  return grown;
}

Array* Memory::resize(Array* array, std::int64_t kept, std::int64_t count) {
  Array* resized = allocate(array->label, array->element, count);
  if (resized == nullptr) return nullptr;
  resized->is_threads_own = array->is_threads_own;
  take_over(*array, *resized);
  if (kept > 0) {
    std::memcpy(resized->data, array->data, static_cast<std::size_t>(kept) * size_in_bytes(array->element));
    std::copy_n(array->marks.begin(), kept, resized->marks.begin());
  }
  return resized;
}

void Memory::release(Array* array) {
  if (array == nullptr) return;
  if (!array->is_allocated) throw Broken{array->label + " is released, but belongs to the caller"};
  if (!array->is_live) throw Broken{array->label + " is released twice"};
  array->is_live = false;
  --live_;
}

void Memory::clear(Array& array, std::int64_t begin) {
  const std::size_t size = size_in_bytes(array.element);
  const auto first = static_cast<std::size_t>(begin);
  if (array.marks.size() <= first) return;
  std::memset(static_cast<std::byte*>(array.data) + first * size, 0, (array.marks.size() - first) * size);
  for (std::size_t i = first; i < array.marks.size(); ++i) array.marks[i].written = 1;
}

Object unset_object(const loop::Struct& structure) {
  Object object(structure.fields.size());
  for (std::size_t i = 0; i < object.size(); ++i)
    object[i].numbers.resize(
        static_cast<std::size_t>(structure.fields[i].fixed_count > 0 ? structure.fields[i].fixed_count : 1));
  return object;
}

Object zeroed_object(const loop::Struct& structure) {
  Object object = unset_object(structure);
  for (FieldValue& field : object) field.is_set = true;
  return object;
}

}  // namespace scorchc::interpret
