// Prints loops whose iterations each reduce a vector loop to a sum (ir/loop_sums.h) as batched dot products, which
// compute the sums of several iterations together. Also prints reductions with several accumulators.
#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/loop_sums.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {
namespace {

/// The statements without those constants that neither a later statement nor `needed` reads.
loop::Block needed_for(const loop::Block& constants, std::set<std::string> needed) {
  loop::Block kept;
  for (auto stmt = constants.rbegin(); stmt != constants.rend(); ++stmt) {
    const loop::Declare* constant = stmt->as<loop::Declare>();
    if (constant && !needed.count(constant->name)) continue;
    needed.merge(loop::own_reads(*stmt));
    kept.insert(kept.begin(), *stmt);
  }
  return kept;
}

/// A lambda parameter, unnamed if the statements do not read it.
std::string parameter(const std::string& type, const std::string& name, const loop::Block& statements) {
  return loop::read_names(statements).count(name) > 0 ? type + " " + name : type;
}

loop::Block joined_blocks(loop::Block block, const loop::Block& next) {
  block.insert(block.end(), next.begin(), next.end());
  return block;
}

loop::Block without_comments(const loop::Block& block) {
  loop::Block kept;
  for (const loop::Stmt& stmt : block)
    if (!stmt.as<loop::Comment>()) kept.push_back(stmt);
  return kept;
}

}  // namespace

void FunctionEmitter::emit_batched_dot(const loop::For& node, const loop::IterationSum& parts, const std::string& begin,
                                       const std::string& end) {
  shared_.use("batched_dot");
  const std::string& sum = parts.sum.name;
  vector_.emplace(VectorLoop{parts.terms, loop::lanes_of(parts.terms), fresh("tile"), fresh("Vector"), fresh("v")});
  const VectorLoop& loop = *vector_;
  const std::string element(type_name(loop.lanes.element));
  types_[node.name] = types_[parts.terms.name] = loop::Type::i64;
  types_[sum] = loop.lanes.element;
  const loop::Block summed =
      joined_blocks(needed_for(parts.before, loop::read_names(parts.terms.body)), parts.terms.body);
  const loop::Block done =
      joined_blocks(needed_for(without_comments(parts.before), loop::read_names(parts.after)), parts.after);
  writer_.open("scorch_batched_dot<" + element + ", " + fresh("bytes") + ">(" + begin + ", " + end + ", " +
               exprs_.bound(parts.terms.end) + ", [&](auto " + loop.tile + ", " +
               parameter("int64_t", node.name, summed) + ", int64_t " + parts.terms.name + ", auto& " +
               fresh(sum + "_lanes") + ") SCORCH_INLINE_LAMBDA");
  with_type_of_vectors([&] {
    const LoopMark mark(writer_, parts.terms.origin);
    emit_body_of(summed);
  });
  vector_.reset();
  writer_.next("[&](" + parameter("int64_t", node.name, done) + ", " + parameter(element, sum, done) +
               ") SCORCH_INLINE_LAMBDA");
  emit_body_of(done);
  writer_.close(");");
}

void FunctionEmitter::emit_batched_reduction(const loop::For& node, const loop::IterationSum& parts,
                                             const std::string& begin, const std::string& end) {
  shared_.use("batched_short");
  const std::string element(type_name(type_of(parts.sum.value))), &sum = parts.sum.name;
  types_[node.name] = loop::Type::i64;
  types_[sum] = type_of(parts.sum.value);
  const loop::Block done =
      joined_blocks(needed_for(without_comments(parts.before), loop::read_names(parts.after)), parts.after);
  writer_.open("scorch_batched_reduce<" + fresh("bytes") + ", " + element + (parts.needs_terms ? ", true" : "") + ">(" +
               begin + ", " + end + ", [&](int64_t " + node.name + ") SCORCH_INLINE_LAMBDA { return " +
               exprs_.widened(parts.terms.begin) + "; }, " + open_terms(parts.terms));
  {
    const LoopMark mark(writer_, parts.terms.origin);
    emit_body_of(needed_for(parts.before, {}));
    emit_terms();
  }
  writer_.next("[&](" + parameter("int64_t", node.name, done) + ", " + parameter(element, sum, done) +
               ") SCORCH_INLINE_LAMBDA");
  emit_body_of(done);
  writer_.close(");");
}

void FunctionEmitter::emit_unrolled_reduction(const loop::For& node, const std::string& begin, const std::string& end) {
  const std::string sum = *loop::sum_of_lane(node, vector_->node);
  types_[node.name] = loop::Type::i64;
  vector_->reduce_unrolled = sum;
  writer_.open("scorch_reduce_unrolled(" + vector_->tile + ", " + begin + ", " + end + ", " + sum + ", [&](" +
               parameter("int64_t", node.name, node.body) + ", auto& " + fresh(sum + "_part") +
               ") SCORCH_INLINE_LAMBDA");
  emit_body_of(node.body);
  writer_.close(");");
  vector_->reduce_unrolled.clear();
}

std::vector<BlockText> blocks_of_batched_dot() {
  return {{"reduce_unrolled", BlockText::Kind::once, {"tiles"}, "", R"(
// A tile whose reductions use four accumulators.
template <class Tile>
struct scorch_unrolled_terms : Tile {};
template <class Tile>
constexpr bool scorch_is_unrolled = false;
template <class Tile>
constexpr bool scorch_is_unrolled<scorch_unrolled_terms<Tile>> = true;

// Adds the terms from `begin` to `end` to a tile's sum; add(n, sum) adds term n. Four independent
// accumulators hide the latency of the additions, unless there are few terms.
template <class Tile, class Vector, size_t vectors, class Add>
static SCORCH_INLINE void scorch_reduce_unrolled(const Tile&, int64_t begin, int64_t end,
                                             Vector (&sum)[vectors], const Add& add) {
  if constexpr (scorch_is_unrolled<Tile>) {
    if (end - begin >= 8) {
      Vector second[vectors] = {}, third[vectors] = {}, fourth[vectors] = {};
      int64_t at = begin;
      for (; end - at >= 4; at += 4) {
        add(at, sum);
        add(at + 1, second);
        add(at + 2, third);
        add(at + 3, fourth);
      }
      for (; at < end; ++at) add(at, sum);
      SCORCH_UNROLL
      for (size_t v = 0; v < vectors; ++v) sum[v] = (sum[v] + third[v]) + (second[v] + fourth[v]);
      return;
    }
  }
  for (int64_t at = begin; at < end; ++at) add(at, sum);
}

// Whether rows are long: at least 24 terms on average, so that four accumulators pay. Samples 64
// rows and ignores empty ones; all threads get the same answer. With fewer than 1024 terms in all,
// nothing is sampled.
template <class Positions>
static inline bool scorch_long_rows(const Positions& pos, int64_t sums) {
  if (pos[sums] - pos[0] < 1024) return false;
  int64_t terms = 0, some = 0;
  for (int64_t n = 0; n < sums; n += sums / 64 + 1) {
    terms += pos[n + 1] - pos[n];
    some += pos[n + 1] > pos[n] ? 1 : 0;
  }
  return terms >= 24 * some;
}

// scorch_inner_tiles for loops with such reductions. They use four accumulators if rows are long
// and the tile is one vector, or two of at most 64 bytes together.
template <bool may_overlap, class T, size_t bytes, class Loops>
static SCORCH_INLINE void scorch_unrolled_tiles(int64_t end, bool long_rows, const Loops& loops) {
  const auto tiles = [&](const auto& body) SCORCH_INLINE_LAMBDA {
    if constexpr (may_overlap) scorch_tiles<T, bytes>(0, end, body);
    else scorch_disjoint_tiles<T, bytes>(0, end, body);
  };
  if (!scorch_is_one_tile<may_overlap, T, bytes>(end)) return loops(tiles);
  tiles([&](auto tile, int64_t first) SCORCH_INLINE_LAMBDA {
    typedef decltype(tile) Tile;
    const auto run = [&](const auto& one) SCORCH_INLINE_LAMBDA {
      loops([&](const auto& body) SCORCH_INLINE_LAMBDA { body(one, first); });
    };
    if constexpr (Tile::vectors <= 2 && Tile::vectors * sizeof(typename Tile::vector) <= 64)
      if (long_rows) return run(scorch_unrolled_terms<Tile>{tile});
    run(tile);
  });
}
)"},
          {"halves", BlockText::Kind::once, {"tail"}, "", R"(
// A step of the horizontal sums of several vectors, in a fixed order: adds the upper half of each
// group of `size` lanes to the lower half, for two vectors at a time. `lane` is 0, 1 and so on.
template <size_t size, class Vector, size_t... lane>
static SCORCH_INLINE void scorch_add_halves(const Vector& a, const Vector& b, Vector& sums,
                                            scorch_index_sequence<lane...>) {
  constexpr size_t half = size / 2;
#if defined(__clang__)
  const Vector low = __builtin_shufflevector(a, b, (lane / half * size + lane % half)...);
  const Vector high = __builtin_shufflevector(a, b, (lane / half * size + half + lane % half)...);
#else
  typedef decltype(a < b) Places;
  const Vector low = __builtin_shuffle(a, b, Places{(lane / half * size + lane % half)...});
  const Vector high = __builtin_shuffle(a, b, Places{(lane / half * size + half + lane % half)...});
#endif
  sums = low + high;
}
)"},
          {"batched_dot", BlockText::Kind::once, {"halves"}, "", R"(
template <size_t count, size_t lanes, size_t size, class Vector, size_t vectors, class T>
static SCORCH_INLINE void scorch_horizontal_sums(Vector (&x)[vectors], T (&sums)[count]) {
  constexpr typename scorch_make_index_sequence<lanes>::numbers all{};
  if constexpr (lanes == 1) {
    for (size_t n = 0; n < count; ++n) sums[n] = x[n];
  } else if constexpr (size == 1) {
    for (size_t n = 0; n < count; ++n)
      sums[n] = x[n * vectors / count][n % (count / vectors)];
  } else if constexpr (vectors == 1) {
    scorch_add_halves<size>(x[0], x[0], x[0], all);
    scorch_horizontal_sums<count, lanes, size / 2>(x, sums);
  } else {
    Vector y[vectors / 2];
    for (size_t v = 0; v < vectors; v += 2) scorch_add_halves<size>(x[v], x[v + 1], y[v / 2], all);
    scorch_horizontal_sums<count, lanes, size / 2>(y, sums);
  }
}

// The dot products of iterations n = 0, 1, ... over `length` coordinates; `terms` adds the terms of
// a tile. Each iteration accumulates in two vectors, then in one for the tail. Long sums accumulate
// in blocks, because an f32 of 2^24 does not change if 1 is added. Iterations are expanded, not
// looped over, so that the compiler treats one of four like a single one.
constexpr int64_t scorch_block_of_tiles = 1024;
template <size_t lanes, class T, bool long_rows, class Terms, size_t... n>
static SCORCH_INLINE void scorch_dot_products(int64_t length, T (&sums)[sizeof...(n)],
                                               const Terms& terms, scorch_index_sequence<n...>) {
  typedef scorch_tile<T, lanes, 1> One;
  typedef scorch_tile<T, lanes, 2> Two;
  typedef typename One::vector Vector;
  constexpr int64_t width = static_cast<int64_t>(lanes);
  Vector two[sizeof...(n)][2] = {}, one[sizeof...(n)][1];
  int64_t at = 0;
  if constexpr (long_rows) {
    Vector blocks[sizeof...(n)][2] = {};
    while (length - at >= scorch_block_of_tiles * 2 * width) {
      for (int64_t tile = 0; tile < scorch_block_of_tiles; ++tile, at += 2 * width)
        (terms(Two{}, n, at, two[n]), ...);
      ((blocks[n][0] += two[n][0], blocks[n][1] += two[n][1],
        two[n][0] = two[n][1] = Vector{}), ...);
    }
    ((two[n][0] = blocks[n][0], two[n][1] = blocks[n][1]), ...);
  }
  for (; length - at >= 2 * width; at += 2 * width) (terms(Two{}, n, at, two[n]), ...);
  ((one[n][0] = two[n][0] + two[n][1]), ...);
  if (length - at >= width) {
    (terms(One{}, n, at, one[n]), ...);
    at += width;
  }
  if constexpr (lanes > 1) {
    if (at < length) {
      Vector rest[sizeof...(n)][1] = {};
      (terms(One{}, n, length - width, rest[n]), ...);
      constexpr typename scorch_make_index_sequence<lanes>::numbers each{};
      (scorch_add_tail<T>(one[n][0], rest[n][0], length - at, each), ...);
    }
  }
  Vector x[] = {one[n][0]...};
  scorch_horizontal_sums<sizeof...(n), lanes, lanes>(x, sums);
}
// The dot products of the next iterations n = 0, 1, ...: calls `done` with each, in order.
template <size_t lanes, class T, bool long_rows, class Terms, class Done, size_t... n>
static SCORCH_INLINE void scorch_batched_dot_next(int64_t& at, int64_t length, const Terms& terms,
                                           const Done& done, scorch_index_sequence<n...> all) {
  T sums[sizeof...(n)];
  scorch_dot_products<lanes, T, long_rows>(length, sums,
      [&](auto tile, size_t iteration, int64_t first, auto& to) SCORCH_INLINE_LAMBDA {
        terms(tile, at + static_cast<int64_t>(iteration), first, to);
      }, all);
  (done(at + static_cast<int64_t>(n), sums[n]), ...);
  at += static_cast<int64_t>(sizeof...(n));
}
template <size_t lanes, class T, class Terms, class Done>
static SCORCH_INLINE void scorch_batched_dot_in(int64_t begin, int64_t end, int64_t length,
                                         const Terms& terms, const Done& done) {
  int64_t at = begin;
  if constexpr (lanes > 1) {
    // Too short or too long: one unsigned comparison tests both.
    if (static_cast<uint64_t>(length) - lanes >= scorch_block_of_tiles * 2 * lanes) {
      if (length < static_cast<int64_t>(lanes))
        return scorch_batched_dot_in<(lanes > 4 ? 4 : 1), T>(begin, end, length, terms, done);
      while (at < end)
        scorch_batched_dot_next<lanes, T, true>(at, length, terms, done,
            scorch_make_index_sequence<1>::numbers{});
    }
    while (end - at >= 4)
      scorch_batched_dot_next<lanes, T, false>(at, length, terms, done,
            scorch_make_index_sequence<4>::numbers{});
    if (end - at >= 2)
      scorch_batched_dot_next<lanes, T, false>(at, length, terms, done,
            scorch_make_index_sequence<2>::numbers{});
  }
  // One at a time: compilers could vectorise scalars of several iterations and round differently.
  while (at < end)
    scorch_batched_dot_next<lanes, T, false>(at, length, terms, done,
            scorch_make_index_sequence<1>::numbers{});
}
// Batched dot products: a loop whose iterations each have a sum over `length` coordinates. Four
// sums are computed together, so that shared operands are read once, then two, then one. Long sums
// are computed one by one.
template <class T, size_t bytes, class Terms, class Done>
static SCORCH_INLINE void scorch_batched_dot(int64_t begin, int64_t end, int64_t length,
                                      const Terms& terms, const Done& done) {
  scorch_batched_dot_in<scorch_lanes<T, bytes>, T>(begin, end, length, terms, done);
}
)"}};
}

}  // namespace scorchc::emit
