// Shared blocks for workspaces: local arrays, sorting of coordinates, bitsets, skipping of empty rows, and tuples.
#include "emit/cpp_shared_blocks.h"

namespace scorchc::emit {

std::vector<BlockText> blocks_of_workspaces() {
  return {
      {"array", BlockText::Kind::once, {"allocate", "release"}, "", R"(
namespace {
// A local array, released at the end of its scope. It is aligned to a cache line, so that no vector
// straddles two lines.
template <class T>
struct scorch_array {
  static constexpr uintptr_t line = 64;
  const scorch_context* context;
  void* memory;
  T* data;

  scorch_array(const scorch_context* its_context, int64_t count)
      : context(its_context),
        memory(scorch_allocate(its_context, with_line(count), sizeof(T))),
        data(reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(memory) + line - 1) / line * line)) {
  }
  scorch_array(const scorch_array&) = delete;
  scorch_array& operator=(const scorch_array&) = delete;
  ~scorch_array() { scorch_release(context, memory); }
  operator T*() const { return data; }

 private:
  static int64_t with_line(int64_t count) {
    const int64_t more = static_cast<int64_t>(line / sizeof(T));
    return 0 <= count && count <= INT64_MAX - more ? count + more : count;
  }
};
}  // namespace
)"},
      {"sort_list", BlockText::Kind::once, {}, "cstring", R"(
// Radix sort of coordinates below `extent`, a byte per pass; `scratch` holds `count` elements, too.
[[maybe_unused]] static void scorch_sort_long_list(int64_t* list, int64_t* scratch, int64_t count,
                                                   int64_t extent) {
  int64_t* from = list;
  int64_t* to = scratch;
  for (int shift = 0; shift < 64 && ((extent - 1) >> shift) > 0; shift += 8) {
    int64_t begin[257] = {0};
    for (int64_t n = 0; n < count; ++n) ++begin[((from[n] >> shift) & 255) + 1];
    for (int digit = 0; digit < 256; ++digit) begin[digit + 1] += begin[digit];
    for (int64_t n = 0; n < count; ++n) to[begin[(from[n] >> shift) & 255]++] = from[n];
    int64_t* const other = from;
    from = to;
    to = other;
  }
  if (from != list) std::memcpy(list, from, static_cast<size_t>(count) * sizeof(int64_t));
}

// Sorts coordinates that lie close together by scanning `marks`, which are true for them and for no
// others. Returns false if the coordinates are too far apart; the list is then unchanged.
[[maybe_unused]] static bool scorch_sort_by_flags(int64_t* list, const bool* marks, int64_t count) {
  // Three samples reject most widely spread lists before the search for minimum and maximum.
  if ((list[count / 2] - list[0]) / 8 >= count || (list[0] - list[count / 2]) / 8 >= count ||
      (list[count - 1] - list[0]) / 8 >= count) {
    return false;
  }
  int64_t first = list[0], last = list[0];
  for (int64_t n = 1; n < count; ++n) {
    first = list[n] < first ? list[n] : first;
    last = list[n] > last ? list[n] : last;
  }
  if ((last - first) / 8 >= count) return false;
  int64_t n = 0;
  for (int64_t at = first; at <= last;) {
    const int64_t end = last - at < 8 ? last + 1 : at + 8;
    uint64_t eight = 1;
    if (sizeof(bool) == 1 && end == at + 8) std::memcpy(&eight, marks + at, 8);
    if (eight == 0) at = end;
    for (; at < end; ++at) {
      list[n] = at;
      n += static_cast<int64_t>(marks[at]);
    }
  }
  return true;
}

#if defined(__GNUC__)
// Rank sort of up to 48 distinct coordinates below INT32_MAX: the rank of a coordinate is the
// number of smaller ones, counted for four at a time in SIMD lanes, without unpredictable branches.
[[maybe_unused]] static void scorch_sort_by_ranks(int64_t* list, int64_t count) {
  typedef int32_t four __attribute__((vector_size(4 * sizeof(int32_t))));
  int32_t values[48], ranks[48];
  for (int64_t n = 0; n < count; ++n) values[n] = static_cast<int32_t>(list[n]);
  for (int64_t n = count; n % 4 != 0; ++n) values[n] = INT32_MAX;
  for (int64_t first = 0; first < count; first += 4) {
    four own, less = {};
    std::memcpy(&own, values + first, sizeof own);
    for (int64_t n = 0; n < count; ++n) {
      const four other = {values[n], values[n], values[n], values[n]};
      less -= other < own;
    }
    std::memcpy(ranks + first, &less, sizeof less);
  }
  for (int64_t n = 0; n < count; ++n) list[ranks[n]] = values[n];
}
#endif

// Sorts distinct coordinates below `extent`; `marks` may be null. The shortest lists are sorted by
// insertion, inline, so that short rows need no call.
[[maybe_unused]] static inline void scorch_sort_list(int64_t* list, int64_t* scratch,
                                                     const bool* marks, int64_t count,
                                                     int64_t extent) {
  if (count > 12 && marks != nullptr && scorch_sort_by_flags(list, marks, count)) return;
  if (count > 48) return scorch_sort_long_list(list, scratch, count, extent);
#if defined(__GNUC__)
  if (count > 12 && extent <= INT32_MAX) return scorch_sort_by_ranks(list, count);
#endif
  for (int64_t n = 1; n < count; ++n) {
    const int64_t value = list[n];
    int64_t at = n;
    for (; at > 0 && list[at - 1] > value; --at) list[at] = list[at - 1];
    list[at] = value;
  }
}
)"},
      {"bitset_flags", BlockText::Kind::once, {"array", "clear", "lowest_bit", "sort_list"}, "", R"(
namespace {
// A bitset with a flag for each coordinate, 64 per word. All are false at first.
struct scorch_bitset {
  struct mark {
    uint64_t* word;
    uint64_t bit;
    operator bool() const { return (*word & bit) != 0; }
    const mark& operator=(bool is_set) const {
      *word = is_set ? *word | bit : *word & ~bit;
      return *this;
    }
  };

  scorch_array<uint64_t> words;

  scorch_bitset(const scorch_context* context, int64_t count) : words(context, count / 64 + 1) {
    if (words != nullptr) scorch_clear(words, count / 64 + 1, sizeof(uint64_t));
  }
  mark operator[](int64_t at) const {
    return {words + static_cast<uint64_t>(at) / 64, uint64_t{1} << (at & 63)};
  }
};
}  // namespace

// Sorts the coordinates of a list, which are those flagged in `marks`. Unless they are few, it
// scans the words of the bitset, which takes no longer than clearing them did.
[[maybe_unused]] static void scorch_sort_flagged(int64_t* list, const scorch_bitset& marks,
    int64_t count, int64_t extent) {
  if (count <= 12) return scorch_sort_list(list, nullptr, nullptr, count, extent);
  int64_t n = 0;
  if (const int64_t words = extent / 64 + 1; count < words) {
    // Few words are nonzero: their numbers are collected at the end of the list first, without
    // unpredictable branches. The coordinates of a word never overwrite the number of the next one.
    int64_t first = count;
    for (int64_t word = words; first > 0 && word-- > 0;) {
      list[first - 1] = word;
      first -= static_cast<int64_t>(marks.words[word] != 0);
    }
    for (; first < count; ++first) {
      const int64_t place = list[first] * 64;
      for (uint64_t word = marks.words[list[first]]; word != 0; word &= word - 1, ++n)
        list[n] = place + scorch_lowest_bit(word);
    }
    return;
  }
  for (int64_t first = 0; first < extent; first += 64) {
    for (uint64_t word = marks.words[first / 64]; word != 0; word &= word - 1, ++n)
      list[n] = first + scorch_lowest_bit(word);
  }
}
)"},
      {"bits", BlockText::Kind::once, {"lowest_bit"}, "", R"(
// Sets the bit of a coordinate, without a branch on its old value, which would be unpredictable.
[[maybe_unused]] static inline void scorch_set_bit(int64_t* bits, int64_t at) {
  bits[at >> 6] |= static_cast<int64_t>(uint64_t{1} << (at & 63));
}

// Lists the nonzero words among those of the coordinates from `first` to below `extent`, in order,
// and returns their number. Branch-free, so the list needs space for all these words.
[[maybe_unused]] static inline int64_t scorch_nonzero_words(const int64_t* bits, int64_t* list,
                                                         int64_t first, int64_t extent) {
  int64_t count = 0;
  for (int64_t word = first >> 6; word * 64 < extent; ++word) {
    list[count] = word;
    count += static_cast<int64_t>(bits[word] != 0);
  }
  return count;
}

// Clears the lowest set bit of a nonzero word and returns its coordinate; bit 0 is that of `first`.
[[maybe_unused]] static inline int64_t scorch_pop_lowest_bit(int64_t& bits, int64_t first) {
  const uint64_t marks = static_cast<uint64_t>(bits);
  bits = static_cast<int64_t>(marks & (marks - 1));
  return first + scorch_lowest_bit(marks);
}
)"},
      {"load_mask", BlockText::Kind::once, {}, "cstring", R"(
// Loads eight flags, from `first` on, into the low bits of a word, and clears them.
[[maybe_unused]] static inline int64_t scorch_load_mask(bool* marks, int64_t first) {
  uint64_t word = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  static_assert(sizeof(bool) == 1, "eight of them are a word");
  std::memcpy(&word, marks + first, 8);
  if (word == 0) return 0;
  std::memset(marks + first, 0, 8);
  return static_cast<int64_t>((word * 0x0102040810204080) >> 56);  // byte n to bit n
#else
  for (int n = 0; n < 8; ++n) {
    word |= static_cast<uint64_t>(marks[first + n]) << n;
    marks[first + n] = false;
  }
  return static_cast<int64_t>(word);
#endif
}
)"},
      {"nonempty_rows", BlockText::Kind::once, {"inline", "lowest_bit"}, "cstring", R"(
// Occupancy mask of 64 rows: bit n is set if row first + n has entries.
template <class Positions>
static SCORCH_INLINE uint64_t scorch_nonempty_rows(const Positions& positions, int64_t first) {
  const auto* pos = &positions[first];
  bool has_any[64];
  for (int64_t n = 0; n < 64; ++n) has_any[n] = pos[n] < pos[n + 1];
  uint64_t rows = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  static_assert(sizeof(bool) == 1, "eight of them are a word");
  for (int64_t n = 0; n < 64; n += 8) {
    uint64_t word = 0;
    std::memcpy(&word, has_any + n, 8);
    rows |= (word * 0x0102040810204080) >> 56 << n;  // byte n to bit n
  }
#else
  for (int64_t n = 0; n < 64; ++n) rows |= static_cast<uint64_t>(has_any[n]) << n;
#endif
  return rows;
}

// Calls body(row) for the rows from `begin` to `end`, in order. In 64 rows with fewer than 32
// entries, empty rows are skipped by an occupancy mask, as a branch per row would be unpredictable:
// left(first, next) replaces the body for each range of skipped rows.
template <class Positions, class Body, class Left>
static SCORCH_INLINE void scorch_for_nonempty_rows(const Positions& pos, int64_t begin, int64_t end,
                                          const Body& body, const Left& left) {
  for (int64_t row = begin; row < end;) {
    int64_t last = row;
    while (end - last >= 64 && pos[last + 64] - pos[last] >= 32) last += 64;
    if (end - last < 64) last = end;
    for (; row < last; ++row) body(row);
    if (row == end) return;
    const int64_t first = row;
    last = first + 64;
    uint64_t rows = pos[first] < pos[last] ? scorch_nonempty_rows(pos, first) : 0;
    for (; rows != 0; rows &= rows - 1) {
      const int64_t next = first + scorch_lowest_bit(rows);
      left(row, next);
      body(next);
      row = next + 1;
    }
    left(row, last);
    row = last;
  }
}

template <class Positions, class Body>
static SCORCH_INLINE void scorch_for_nonempty_rows(const Positions& pos, int64_t begin, int64_t end,
                                          const Body& body) {
  scorch_for_nonempty_rows(pos, begin, end, body, [](int64_t, int64_t) {});
}
)"},
      {"union_rows", BlockText::Kind::once, {"nonempty_rows"}, "", R"(
// Rows of a union: a row is occupied if either operand has entries in it. Sums of positions serve
// as its positions.
template <class First, class Second>
struct scorch_union_rows {
  const First& first;
  const Second& second;
  SCORCH_INLINE int64_t operator[](int64_t row) const {
    return static_cast<int64_t>(first[row]) + static_cast<int64_t>(second[row]);
  }
};

template <class First, class Second>
static SCORCH_INLINE scorch_union_rows<First, Second> scorch_union_rows_of(const First& first,
    const Second& second) {
  return {first, second};
}

template <class First, class Second>
static SCORCH_INLINE uint64_t scorch_nonempty_rows(const scorch_union_rows<First, Second>& both,
                                                       int64_t first) {
  return scorch_nonempty_rows(both.first, first) | scorch_nonempty_rows(both.second, first);
}
)"},
      {"tuples", BlockText::Kind::once, {"array"}, "cstring", R"(
namespace {
// A list of coordinate tuples, each with a value, and a hash table to find them. If out of memory,
// `failed` is set, new tuples get position 0, and sort() returns false.
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
)"},
  };
}

}  // namespace scorchc::emit
