// Defines the arrays and structs of interpreted kernels. Every array has a length and, unless it is constant, records
// for each element which iteration wrote and read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "ir/loop.h"

namespace scorchc::interpret {

/// Thrown when a kernel does something that no correct kernel does. Machine::call catches it.
struct Broken {
  std::string what;
  bool is_located = false;  // `what` already names the function and the statement
};

/// The time stamps of an element (see Clock); 0 means never.
struct Marks {
  std::uint32_t written = 0;
  std::uint32_t read = 0;  // the first iteration of the current parallel loop that reads it
};

/// A clock that advances with each iteration of a parallel loop. If two iterations access an element, neither may write
/// it.
struct Clock {
  static constexpr std::uint32_t never = 0xffffffff;
  std::uint32_t now = 1;
  std::uint32_t loop_begin = never;  // the time when the current parallel loop began; `never` outside of parallel loops

  bool is_of_another_iteration(std::uint32_t stamp) const { return stamp >= loop_begin && stamp != now; }
};

struct Array {
  std::string label;  // "C->C2_pos"
  loop::Type element = loop::Type::i64;
  void* data = nullptr;
  std::int64_t count = 0;
  std::vector<Marks> marks;  // one for each element; empty for a constant array of the caller
  bool is_allocated = false;
  bool is_live = true;
  bool is_threads_own = false;     // thread-private in a parallel loop
  bool is_replaced = false;        // its elements were moved to a resized copy
  std::vector<bool> touched;       // elements that were read or written; only if Memory::watches()
  std::vector<std::byte> storage;  // of an allocated array
};

/// The state of an array that the caller passes: constant, writable and initialised, or writable and uninitialised.
enum class Given { constant, with_values, unset };

/// The allocator of interpreted kernels, which owns all arrays. Released arrays are kept, so that later accesses are
/// detected.
class Memory {
 public:
  /// Wraps memory of the caller, which must outlive this object.
  Array* borrow(std::string label, loop::Type element, void* data, std::int64_t count, Given given);
  /// Allocates an uninitialised array of `count` elements. Null beyond `most_bytes`, or if the allocation is to fail.
  Array* allocate(std::string label, loop::Type element, std::int64_t count);
  /// A larger copy of the array, with zeros after its first `old_count` elements. Releases the old array. Null without
  /// memory; then the old array stays.
  Array* grow(Array* array, const std::string& label, std::int64_t old_count, std::int64_t count);
  /// Releases an allocated array; ignores null. Throws Broken if it is already released or belongs to the caller.
  void release(Array* array);
  /// A copy with the first `kept` elements, of length `count`; the other elements are uninitialised. Does not release
  /// the old array. Null without memory.
  Array* resize(Array* array, std::int64_t kept, std::int64_t count);
  /// Sets all elements from `begin` on to zero.
  static void clear(Array& array, std::int64_t begin);

  /// Starts to record which elements of arrays are accessed. Applies to arrays that are borrowed or allocated later.
  void watch() { watches_ = true; }
  /// The size in bytes of all elements that were read or written, each counted once. Arrays that were released before
  /// forget_released() are excluded.
  std::int64_t touched_bytes() const;
  bool watches() const { return watches_; }
  /// Excludes the arrays that are released so far from touched_bytes().
  void forget_released();

  std::int64_t allocations() const { return allocations_; }  // the number of allocations so far, including failed ones
  std::int64_t live() const { return live_; }                // the number of allocated arrays that are not released

  std::int64_t fail_allocation = 0;  // the number of the allocation that fails, from 1; 0: none
  bool fails_from_there = false;     // all later allocations fail, too
  std::int64_t most_bytes = std::int64_t{1} << 30;
  Clock clock;  // a member of Memory, because time stamps outlive a call

 private:
  std::deque<Array> arrays_;
  std::int64_t allocations_ = 0;
  std::int64_t live_ = 0;
  bool watches_ = false;
};

/// The value of a struct field.
struct FieldValue {
  bool is_set = false;                // false for an uninitialised field
  Array* array = nullptr;             // of a pointer field
  std::vector<std::int64_t> numbers;  // of any other field: one number, or fixed_count numbers
};

/// The fields of a struct, in order.
using Object = std::vector<FieldValue>;

/// An object as after `T object = {};`: all fields are zero.
Object zeroed_object(const loop::Struct& structure);
/// An object as after `T object;`: no field is set.
Object unset_object(const loop::Struct& structure);

std::size_t size_in_bytes(loop::Type type);

}  // namespace scorchc::interpret
