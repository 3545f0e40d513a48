// Prints merges of coordinate lists. Equal runs of coordinates are found by comparing whole runs.
#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {

void FunctionEmitter::emit(const loop::MergeLists& node) {
  const LoopMark mark(writer_, node.origin);
  shared_.use("merge");
  const auto index = [&](bool is_read) { return "int64_t" + (is_read ? " " + node.coordinate : ""); };
  std::string parameters = index(loop::reads_any(node.value, {node.coordinate})), lists;
  std::set<std::string> flags;
  for (const loop::MergeLists::List& list : node.lists) {
    flags.insert(list.flag);
    parameters += ", int64_t" + (loop::reads_any(node.value, {list.flag}) ? " " + list.flag : "");
    lists += ", scorch_list(" + list.array + ", " + list.position + ", " + exprs_.text(list.end) + ")";
  }
  types_[node.coordinate] = loop::Type::i64;
  types_[node.value_name] = node.type;
  writer_.open("scorch_merge([&](" + parameters + ") SCORCH_INLINE_LAMBDA");
  exprs_.read_as_masks(flags);
  writer_.line("return " + exprs_.value_for(node.type, node.value) + ";");
  exprs_.read_as_masks({});
  writer_.next("[&](" + index(loop::used_names(node.body).count(node.coordinate) > 0) + ", " +
               std::string(type_name(node.type)) + " " + node.value_name + ") SCORCH_INLINE_LAMBDA");
  emit_body_of(node.body);
  writer_.close(lists + ");");
}

BlockText block_of_select() {
  return {"select", BlockText::Kind::once, {"inline"}, "", R"(
// Branch-free select: `one` if the mask is -1, `other` if it is 0.
template <class T>
static SCORCH_INLINE T scorch_select(int64_t mask, T one, T other) {
#if defined(__GNUC__)
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a number of 4 or 8 bytes");
  uint64_t bits = 0, other_bits = 0;
  __builtin_memcpy(&bits, &one, sizeof(T));
  __builtin_memcpy(&other_bits, &other, sizeof(T));
  other_bits ^= (bits ^ other_bits) & static_cast<uint64_t>(mask);
  __builtin_memcpy(&other, &other_bits, sizeof(T));
  return other;
#else
  return mask != 0 ? one : other;
#endif
}
)"};
}

BlockText block_of_merges() {
  return {"merge", BlockText::Kind::once, {"inline", "select"}, "cstddef", R"(
template <class C, class D>
static SCORCH_INLINE bool scorch_same(const C* a, const D* b, int64_t count) {
#if defined(__GNUC__)
  if constexpr (sizeof(C) == sizeof(D))
    return __builtin_memcmp(a, b, static_cast<size_t>(count) * sizeof(C)) == 0;
#endif
  int64_t n = 0;
  while (n < count && a[n] == b[n]) ++n;
  return n == count;
}

// A list of ascending coordinates and the position of its walk. `here` is -1 if its coordinate is
// the least of all lists, else 0.
template <class A>
struct scorch_list {
  const A& crd;
  int64_t& at;
  const int64_t end;
  int64_t coordinate = 0;
  int64_t here = 0;
  SCORCH_INLINE scorch_list(const A& list, int64_t& position, int64_t position_end)
      : crd(list), at(position), end(position_end) {}
};
// -1 if one <= least, else 0. By the sign of a difference: compilers would turn comparisons into
// branches again.
static SCORCH_INLINE int64_t scorch_least_mask(int64_t one, int64_t least) {
  return (one - least - 1) >> 63;
}

// Branch-free merge: walks lists until one of them ends, and stores a value at each coordinate of
// their union. `value` gets a mask for each list, -1 if it has the coordinate. Which list comes
// next is unpredictable, so nothing branches on it: a masked term is the zero that changes no sum,
// not even the sign of another zero. Equal lists and equal runs of eight coordinates skip this.
template <class Value, class Store, class First, class... Others>
static SCORCH_INLINE void scorch_merge(const Value& value, const Store& store, First&& first,
    Others&&... others) {
  const auto same = [&](int64_t count) SCORCH_INLINE_LAMBDA {
    for (int64_t n = 0; n < count; ++n) {
      const int64_t at = first.crd[first.at];
      store(at, value(at, int64_t{-1}, (static_cast<void>(others), int64_t{-1})...));
      ++first.at;
      (++others.at, ...);
    }
  };
  const auto least = [&]() SCORCH_INLINE_LAMBDA {
    first.coordinate = first.crd[first.at];
    ((others.coordinate = others.crd[others.at]), ...);
    int64_t at = first.coordinate;
    if constexpr (sizeof...(Others) == 1) {
      // Two masks that do not wait for the least coordinate.
      first.here = scorch_least_mask(at, others.coordinate...);
      ((others.here = scorch_least_mask(others.coordinate, at)), ...);
      at = (at & first.here) | ((others.coordinate & others.here) | ...);
    } else {
      ((at = others.coordinate < at ? others.coordinate : at), ...);
      first.here = scorch_least_mask(first.coordinate, at);
      ((others.here = scorch_least_mask(others.coordinate, at)), ...);
    }
    store(at, value(at, first.here, others.here...));
    first.at -= first.here;
    ((others.at -= others.here), ...);
  };
  const auto alike = [&](int64_t count) SCORCH_INLINE_LAMBDA {
    const int64_t last = count - 1;
    return ((first.crd[first.at + last] == others.crd[others.at + last]) && ...) &&
           (scorch_same(first.crd + first.at, others.crd + others.at, last) && ...);
  };
  if constexpr (sizeof...(Others) == 1) {
    // For a few coordinates, a misprediction costs less than the set-up of what follows.
    if (first.end - first.at <= 4 && ((others.end - others.at <= 4) && ...)) {
      while (first.at < first.end && ((others.at < others.end) && ...)) {
        const int64_t one = first.crd[first.at], other = (others.crd[others.at] + ...);
        if (one < other) {
          store(one, value(one, int64_t{-1}, int64_t{0}));
          ++first.at;
        } else if (other < one) {
          store(other, value(other, int64_t{0}, int64_t{-1}));
          (++others.at, ...);
        } else {
          same(1);
        }
      }
      return;
    }
  }
  const int64_t length = first.end - first.at;
  if (length > 0 && ((others.end - others.at == length) && ...) && alike(length))
    return same(length);
  // Two steps consume at most two of the eight coordinates that a run is searched in, so the ends
  // of the lists are checked once for all pairs of steps.
  const auto pairs_left = [&]() SCORCH_INLINE_LAMBDA {
    int64_t left = first.end - first.at;
    ((left = others.end - others.at < left ? others.end - others.at : left), ...);
    return left / 2 - 3;
  };
  for (int64_t pairs = pairs_left(); pairs > 0; pairs = pairs_left()) {
    for (; pairs > 0 && !alike(8); --pairs) {
      least();
      least();
    }
    if (pairs > 0) same(8);
  }
  while (first.at < first.end && ((others.at < others.end) && ...)) least();
}
)"};
}

}  // namespace scorchc::emit
