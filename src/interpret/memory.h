// The arrays and structs of an interpreted kernel. Every array knows its length and, where it can be written, which of
// its elements are set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "ir/loop.h"

namespace scorchc::interpret {

/// Thrown where a kernel does what no kernel may. Machine::call catches it.
struct Broken {
  std::string what;
  bool is_located = false;  // `what` names the function and the statement
};

/// Marks are stamps of iterations of parallel loops (see Clock); 0: never.
struct Marks {
  std::uint32_t written = 0;
  std::uint32_t read = 0;  // by the first iteration of a loop that reads it
};

/// Time passes from iteration to iteration of a parallel loop: what two of them touch, one of them may not write.
struct Clock {
  static constexpr std::uint32_t never = 0xffffffff;
  std::uint32_t now = 1;
  std::uint32_t loop_begin = never;  // of the parallel loop that runs, if one does

  bool is_of_another_iteration(std::uint32_t stamp) const { return stamp >= loop_begin && stamp != now; }
};

struct Array {
  std::string label;  // "C->C2_pos"
  loop::Type element = loop::Type::i64;
  void* data = nullptr;
  std::int64_t count = 0;
  std::vector<Marks> marks;  // one an element; none: a constant array of the caller's
  bool is_allocated = false;
  bool is_live = true;
  bool is_threads_own = false;     // each thread of a parallel loop has one of its own
  bool is_replaced = false;        // by a larger one that holds its elements
  std::vector<bool> touched;       // where Memory watches: elements that have been read or written
  std::vector<std::byte> storage;  // of an allocated one
};

/// How the caller hands an array over.
enum class Given { constant, with_values, unset };

/// Where kernels get memory from. Arrays stay here when they are released, so that a late access is seen.
class Memory {
 public:
  Array* borrow(std::string label, loop::Type element, void* data, std::int64_t count, Given given);
  /// Null where there is no memory: beyond `most_bytes`, and at the allocation that is to fail.
  Array* allocate(std::string label, loop::Type element, std::int64_t count);
  /// A larger copy of the array, zero behind its first `old_count` elements; the old one is released. Null where there
  /// is no memory for it; then the old one stays.
  Array* grow(Array* array, const std::string& label, std::int64_t old_count, std::int64_t count);
  void release(Array* array);
  /// The same as grow for an array that a list of tuples holds: new elements are unset.
  Array* resize(Array* array, std::int64_t kept, std::int64_t count);
  /// All elements from `begin` on become zero, which is a value.
  static void clear(Array& array, std::int64_t begin);

  /// From here on, how much is touched of arrays, also of those of the caller's that follow.
  void watch() { watches_ = true; }
  /// Bytes of elements that were read or written, each once; of what was allocated and released before
  /// `forget_released` nothing.
  std::int64_t touched_bytes() const;
  bool watches() const { return watches_; }
  void forget_released();

  std::int64_t allocations() const { return allocations_; }
  std::int64_t live() const { return live_; }

  std::int64_t fail_allocation = 0;  // 1: the first; 0: none
  bool fails_from_there = false;     // all that follow fail, too
  std::int64_t most_bytes = std::int64_t{1} << 30;
  Clock clock;  // here, since marks outlive a call

 private:
  std::deque<Array> arrays_;
  std::int64_t allocations_ = 0;
  std::int64_t live_ = 0;
  bool watches_ = false;
};

struct FieldValue {
  bool is_set = false;                // an unset field holds what lay in the caller's memory
  Array* array = nullptr;             // of a pointer
  std::vector<std::int64_t> numbers;  // one, or fixed_count
};

/// The fields of a struct, in its order.
using Object = std::vector<FieldValue>;

/// As `T object = {};` makes it.
Object zeroed_object(const loop::Struct& structure);
/// As `T object;` makes it.
Object unset_object(const loop::Struct& structure);

std::size_t size_in_bytes(loop::Type type);

}  // namespace scorchc::interpret
