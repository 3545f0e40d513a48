#include "emit/cpp_shared.h"

#include <algorithm>
#include <array>
#include <vector>

#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"

namespace scorchc::emit {
namespace {

const std::vector<BlockText>& blocks_of_values() {
  static const std::vector<BlockText> table{
      {"restrict", BlockText::Kind::once, {}, "", R"(
// A result's arrays overlap no other array.
#if defined(__GNUC__) || defined(_MSC_VER)
#define SCORCH_RESTRICT __restrict
#else
#define SCORCH_RESTRICT
#endif
)"},
      {"allocate", BlockText::Kind::once, {}, "cstdlib", R"(
// Null means out of memory: an empty array gets memory, too.
[[maybe_unused]] static inline void* scorch_allocate(const scorch_context* context, int64_t count,
                                                     size_t element_size) {
  const uint64_t most = static_cast<uint64_t>(PTRDIFF_MAX) / element_size;
  if (count < 0 || static_cast<uint64_t>(count) > most) return nullptr;
  const size_t bytes = (count > 0 ? static_cast<size_t>(count) : 1) * element_size;
  if (context == nullptr || context->allocate == nullptr) return std::malloc(bytes);
  void* array = nullptr;
  // Threads allocate workspaces; only one at a time calls the caller's functions.
#if defined(_OPENMP)
#pragma omp critical(scorch_memory)
#endif
  array = context->allocate(context->user, bytes);
  return array;
}
)"},
      {"clear", BlockText::Kind::once, {}, "cstring", R"(
[[maybe_unused]] static inline void scorch_clear(void* array, int64_t count, size_t element_size) {
  if (count > 0) std::memset(array, 0, static_cast<size_t>(count) * element_size);
}
)"},
      {"copy", BlockText::Kind::once, {}, "cstring", R"(
[[maybe_unused]] static inline void scorch_copy(void* to, const void* from, int64_t count,
                                                size_t element_size) {
  if (count > 0) std::memcpy(to, from, static_cast<size_t>(count) * element_size);
}
)"},
      {"memmove", BlockText::Kind::once, {}, "cstring", R"(
[[maybe_unused]] static inline void scorch_memmove(void* to, const void* from, int64_t count,
                                                size_t element_size) {
  if (count > 0) std::memmove(to, from, static_cast<size_t>(count) * element_size);
}
)"},
      {"allocate_zeroed", BlockText::Kind::once, {"allocate", "clear"}, "", R"(
[[maybe_unused]] static inline void* scorch_allocate_zeroed(const scorch_context* context,
                                                            int64_t count, size_t element_size) {
  void* const array = scorch_allocate(context, count, element_size);
  if (array != nullptr) scorch_clear(array, count, element_size);
  return array;
}
)"},
      {"release", BlockText::Kind::once, {}, "cstdlib", R"(
[[maybe_unused]] static inline void scorch_release(const scorch_context* context, void* array) {
  if (array == nullptr) return;
  if (context == nullptr || context->allocate == nullptr) {
    std::free(array);
  } else if (context->release != nullptr) {
#if defined(_OPENMP)
#pragma omp critical(scorch_memory)
#endif
    context->release(context->user, array);
  }
}
)"},
      {"shrink", BlockText::Kind::once, {"allocate", "release"}, "cstring", R"(
// Shrinks an array of capacity `room` to `count` elements. An array of a caller's allocator is
// copied if more than an eighth is unused and memory can be released, else left as it is.
[[maybe_unused]] static inline void* scorch_shrink(const scorch_context* context, void* array,
                                                   int64_t room, int64_t count,
                                                   size_t element_size) {
  void* smaller = nullptr;
  if (count == room) return array;
  if (context == nullptr || context->allocate == nullptr) {
    smaller = std::realloc(array, (count > 0 ? static_cast<size_t>(count) : 1) * element_size);
    return smaller != nullptr ? smaller : array;
  }
  if (context->release == nullptr || room - count <= room / 8) return array;
  smaller = scorch_allocate(context, count, element_size);
  if (smaller == nullptr) return array;
  std::memcpy(smaller, array, static_cast<size_t>(count) * element_size);
  scorch_release(context, array);
  return smaller;
}
)"},
      {"grow", BlockText::Kind::once, {"allocate", "clear", "release"}, "cstring", R"(
[[maybe_unused]] static inline int64_t scorch_grown_capacity(int64_t capacity, int64_t needed) {
  const int64_t doubled = capacity > INT64_MAX / 2 ? INT64_MAX : 2 * capacity;
  return doubled > needed ? doubled : needed;
}

// Moves an array into a larger one and zeroes the new elements. Returns null if out of memory; the
// old array then stays as it is.
[[maybe_unused]] static inline void* scorch_grow(const scorch_context* context, void* array,
                                                 int64_t old_count, int64_t new_count,
                                                 size_t element_size) {
  void* const grown = scorch_allocate(context, new_count, element_size);
  if (grown == nullptr) return nullptr;
  const size_t kept = static_cast<size_t>(old_count) * element_size;
  if (kept > 0) std::memcpy(grown, array, kept);
  scorch_clear(static_cast<char*>(grown) + kept, new_count - old_count, element_size);
  scorch_release(context, array);
  return grown;
}
)"},
      // Integers wrap: C++ defines overflow only for the unsigned counterparts.
      {"add", BlockText::Kind::each_integer, {}, "", R"(
[[maybe_unused]] static inline $T scorch_add_$t($T a, $T b) {
  return static_cast<$T>(static_cast<$U>(a) + static_cast<$U>(b));
}
)"},
      {"subtract", BlockText::Kind::each_integer, {}, "", R"(
[[maybe_unused]] static inline $T scorch_subtract_$t($T a, $T b) {
  return static_cast<$T>(static_cast<$U>(a) - static_cast<$U>(b));
}
)"},
      {"multiply", BlockText::Kind::each_integer, {}, "", R"(
[[maybe_unused]] static inline $T scorch_multiply_$t($T a, $T b) {
  return static_cast<$T>(static_cast<$U>(a) * static_cast<$U>(b));
}
)"},
      {"negate", BlockText::Kind::each_integer, {}, "", R"(
[[maybe_unused]] static inline $T scorch_negate_$t($T a) {
  return static_cast<$T>(0 - static_cast<$U>(a));
}
)"},
      {"divide", BlockText::Kind::each_integer, {"negate"}, "", R"(
// The one quotient that overflows, the least value divided by -1, wraps.
[[maybe_unused]] static inline $T scorch_divide_$t($T a, $T b,
                                                         int32_t* division_by_zero) {
  if (b == 0) {
    *division_by_zero = 1;
    return 0;
  }
  return b == -1 ? scorch_negate_$t(a) : a / b;
}
)"},
      {"is_stored", BlockText::Kind::each_integer, {}, "", R"(
// Whether a component of a temporary is stored: 0 marks one that is not.
[[maybe_unused]] static inline bool scorch_is_stored_$t($T component) { return component != 0; }
)"},
      {"is_stored", BlockText::Kind::each_float, {}, "cstring", R"(
// Whether a component of a temporary is stored: -0.0 marks one that is not.
[[maybe_unused]] static inline bool scorch_is_stored_$t($T component) {
  const $T unstored = -$0;
  return std::memcmp(&component, &unstored, sizeof(component)) != 0;
}
)"},
      {"absolute", BlockText::Kind::each_integer, {"negate"}, "", R"(
[[maybe_unused]] static inline $T scorch_absolute_$t($T a) {
  return a < 0 ? scorch_negate_$t(a) : a;
}
)"},
      {"absolute", BlockText::Kind::each_float, {}, "", R"(
// The absolute value of -0 is 0.
[[maybe_unused]] static inline $T scorch_absolute_$t($T a) {
  return a <= $0 ? $0 - a : a;
}
)"},
      {"relu", BlockText::Kind::each_integer, {}, "", R"(
[[maybe_unused]] static inline $T scorch_relu_$t($T a) { return a < 0 ? 0 : a; }
)"},
      {"relu", BlockText::Kind::each_float, {}, "", R"(
// NaN stays NaN.
[[maybe_unused]] static inline $T scorch_relu_$t($T a) { return a <= $0 ? $0 : a; }
)"},
      {"min", BlockText::Kind::each_integer, {}, "", R"(
[[maybe_unused]] static inline $T scorch_min_$t($T a, $T b) {
  return a < b ? a : b;
}
)"},
      {"min", BlockText::Kind::each_float, {}, "", R"(
// NaN if either is NaN.
[[maybe_unused]] static inline $T scorch_min_$t($T a, $T b) {
  return (a < b || a != a) ? a : b;
}
)"},
      {"max", BlockText::Kind::each_integer, {}, "", R"(
[[maybe_unused]] static inline $T scorch_max_$t($T a, $T b) {
  return a > b ? a : b;
}
)"},
      {"max", BlockText::Kind::each_float, {}, "", R"(
// NaN if either is NaN.
[[maybe_unused]] static inline $T scorch_max_$t($T a, $T b) {
  return (a > b || a != a) ? a : b;
}
)"},
      {"sigmoid", BlockText::Kind::each_float, {}, "math.h", R"(
[[maybe_unused]] static inline $T scorch_sigmoid_$t($T a) {
  return $1 / ($1 + $exp(-a));
}
)"},
      {"infinity", BlockText::Kind::each_float, {}, "", R"(
#if defined(__GNUC__)
[[maybe_unused]] static inline $T scorch_infinity_$t() { return __builtin_huge_val$f(); }
#else
#include <math.h>
[[maybe_unused]] static inline $T scorch_infinity_$t() {
  return static_cast<$T>(HUGE_VAL);
}
#endif
)"},
      {"truncate", BlockText::Kind::each_integer, {}, "", R"(
// Rounds towards zero and saturates at the limits of the type; NaN gives 0.
[[maybe_unused]] static inline $T scorch_truncate_$t(double a) {
  if (a != a) return 0;
  if (a >= $P) return $M_MAX;
  if (a <= -$P) return $M_MIN;
  return static_cast<$T>(a);
}
)"},
      {"lowest_bit", BlockText::Kind::once, {}, "", R"(
// Index of the lowest set bit of a nonzero word.
[[maybe_unused]] static inline int64_t scorch_lowest_bit(uint64_t word) {
#if defined(__GNUC__)
  return __builtin_ctzll(word);
#else
  int64_t place = 0;
  for (int64_t half = 32; half > 0; half /= 2) {
    if ((word & ((uint64_t{1} << half) - 1)) == 0) {
      word >>= half;
      place += half;
    }
  }
  return place;
#endif
}
)"},
  };
  return table;
}

const std::vector<BlockText>& blocks() {
  static const std::vector<BlockText> table = [] {
    std::vector<BlockText> all = blocks_of_values();
    for (const std::vector<BlockText>& more : {blocks_of_threads(),
                                               blocks_of_searches(),
                                               blocks_of_matmul(),
                                               blocks_of_vectors(),
                                               {block_of_select(), block_of_merges()},
                                               blocks_of_batched_dot(),
                                               blocks_of_row_block(),
                                               blocks_of_simd_gather(),
                                               blocks_of_workspaces(),
                                               blocks_of_helpers()})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return table;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string typed(std::string_view pattern, loop::Type type) {
  std::string text(pattern);
  const bool is_float = type == loop::Type::f32;
  const bool is_wide = type == loop::Type::i64;
  replace_all(text, "$exp", is_float ? "expf" : "exp");
  replace_all(text, "$T", type_name(type));
  replace_all(text, "$t", name(type));
  replace_all(text, "$f", is_float ? "f" : "");
  replace_all(text, "$U", is_wide ? "uint64_t" : "uint32_t");
  replace_all(text, "$M", is_wide ? "INT64" : "INT32");
  replace_all(text, "$P", is_wide ? "9223372036854775808.0" : "2147483648.0");
  replace_all(text, "$0", is_float ? "0.0F" : "0.0");
  replace_all(text, "$1", is_float ? "1.0F" : "1.0");
  return text;
}

bool fits(BlockText::Kind kind, loop::Type type) {
  const bool is_integer = type == loop::Type::i32 || type == loop::Type::i64;
  return kind == (is_integer ? BlockText::Kind::each_integer : BlockText::Kind::each_float);
}

std::string key_of(std::string_view block, loop::Type type) {
  return std::string(block) + "_" + std::string(name(type));
}

std::string guarded(std::string_view key, std::string_view text) {
  std::string macro = "SCORCH_SHARED_";
  for (const char c : key) macro += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return "\n#ifndef " + macro + "\n#define " + macro + std::string(text) + "#endif\n";
}

}  // namespace

std::string_view abi_block() {
  return R"(#ifndef SCORCH_ABI_1
#define SCORCH_ABI_1

// The status of a call. Unless it is SCORCH_OK, the result must not be used.
typedef enum scorch_status {
  SCORCH_OK = 0,
  SCORCH_NULL_ARGUMENT = 1,     // a required pointer is null
  SCORCH_SHAPE_MISMATCH = 2,    // dimensions do not agree
  SCORCH_OUT_OF_MEMORY = 3,     // the memory allocated so far is released
  SCORCH_INDEX_OVERFLOW = 4,    // the result has more components than its index type can count
  SCORCH_DIVISION_BY_ZERO = 5   // integer division by zero
} scorch_status;

// Allocator and number of threads. A null context, or zeros in it, mean malloc and free, and
// OpenMP's default number of threads.
typedef struct scorch_context {
  void* (*allocate)(void* user, size_t bytes);   // null: malloc and free
  void (*release)(void* user, void* pointer);    // null with an `allocate`: nothing is released
  void* user;                                    // the first argument of both
  int32_t num_threads;                           // 0: OpenMP's default
} scorch_context;

#if defined(__GNUC__)
__attribute__((unused))
#endif
static inline const char* scorch_status_text(scorch_status status) {
  switch (status) {
    case SCORCH_OK: return "ok";
    case SCORCH_NULL_ARGUMENT: return "null argument";
    case SCORCH_SHAPE_MISMATCH: return "shape mismatch";
    case SCORCH_OUT_OF_MEMORY: return "out of memory";
    case SCORCH_INDEX_OVERFLOW: return "index overflow";
    case SCORCH_DIVISION_BY_ZERO: return "division by zero";
  }
  return "unknown status";
}

#endif
)";
}

void SharedBlocks::use(std::string_view block) {
  if (!used_.emplace(block).second) return;
  for (const BlockText& each : blocks()) {
    if (each.name != block) continue;
    if (!each.header.empty()) headers_.emplace(each.header);
    for (std::string_view needed : each.needs) use(needed);
  }
}

std::string SharedBlocks::use(std::string_view function, loop::Type type) {
  if (used_.insert(key_of(function, type)).second) {
    for (const BlockText& each : blocks()) {
      if (each.name != function || !fits(each.kind, type)) continue;
      if (!each.header.empty()) headers_.emplace(each.header);
      for (std::string_view needed : each.needs) use(needed, type);
    }
  }
  return "scorch_" + key_of(function, type);
}

std::string SharedBlocks::use_math(std::string_view function, loop::Type type) {
  headers_.emplace("math.h");
  return std::string(function) + (type == loop::Type::f32 ? "f" : "");
}

std::vector<std::string> SharedBlocks::choices() const {
  struct Choice {
    std::vector<std::string_view> blocks;  // using any of these
    std::string_view what;
  };
  static const std::vector<Choice> all = {
      {{"threads", "on_threads", "in_chunks"}, "the number of threads (by the amount of work)"},
      {{"dispatch_isa"}, "the SIMD width (the widest that the processor has and the loops fill)"},
      {{"batched_short"}, "batches of 64 sums (where most are short)"},
      {{"nonempty_rows"}, "skipping of empty rows (where rows have few entries)"},
      {{"row_block"}, "register blocks of four rows (if there are four)"},
      {{"reduce_unrolled"}, "four accumulators per sum (for long sums in few lanes)"},
      {{"bits"},
       "each row's sparse accumulator (flags, a bitmap of one level or two, or a list, by the number of its terms and "
       "how close they are)"},
      {{"merge"}, "merging of coordinate lists (equal runs at once, others branch-free)"},
  };
  std::vector<std::string> found;
  for (const Choice& choice : all)
    if (std::any_of(choice.blocks.begin(), choice.blocks.end(),
                    [&](std::string_view block) { return used_.find(block) != used_.end(); }))
      found.emplace_back(choice.what);
  return found;
}

std::string SharedBlocks::includes() const {
  std::string text;
  for (const std::string& header : headers_) text += "#include <" + header + ">\n";
  return text;
}

std::string SharedBlocks::text() const {
  constexpr std::array types{loop::Type::i32, loop::Type::i64, loop::Type::f32, loop::Type::f64};
  std::string text;
  for (const BlockText& each : blocks()) {
    if (each.kind == BlockText::Kind::once) {
      if (used_.contains(each.name)) text += guarded(each.name, each.text);
      continue;
    }
    for (const loop::Type type : types)
      if (fits(each.kind, type) && used_.contains(key_of(each.name, type)))
        text += guarded(key_of(each.name, type), typed(each.text, type));
  }
  return text;
}

}  // namespace scorchc::emit
