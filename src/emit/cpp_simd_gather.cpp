// Prints vector loops over positions: reductions over what a level stores. Values stored at the positions are loaded as
// vectors; all others are gathered, at an index that each lane computes.
#include <algorithm>
#include <set>

#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {
namespace {

const loop::Load* load_in(const loop::Expr& expr) {
  const loop::Cast* widened = expr.as<loop::Cast>();
  return (widened ? widened->operand[0] : expr).as<loop::Load>();
}

/// Whether the loop walks the segment that a level stores below the entry at `position`.
bool walks_below(const loop::For& node, const std::string& position) {
  const loop::Load *begin = load_in(node.begin), *end = load_in(node.end);
  const loop::Expr entry = loop::index_variable(position);
  return begin && end && begin->array == end->array && begin->index[0] == entry &&
         end->index[0] == loop::add(entry, loop::integer(1));
}

/// The nest of loops down to its only vector loop, over positions, if each loop walks the segment below an entry of the
/// loop around it; empty otherwise.
std::vector<const loop::For*> walked_levels(const loop::Stmt& stmt) {
  std::vector<const loop::For*> walked;
  for (const loop::Stmt* at = &stmt; at;) {
    const loop::For* node = at->as<loop::For>();
    if (!node || (walked.empty() ? load_in(node->end) == nullptr : !walks_below(*node, walked.back()->name))) return {};
    walked.push_back(node);
    if (node->vector) return loop::lanes_of(*node).positions ? walked : std::vector<const loop::For*>();
    if (loop::sum_of_iteration(*node)) return {};
    at = nullptr;
    for (const loop::Stmt& inside : node->body) {
      if (!has_vector_loop(inside)) continue;
      if (at) return {};
      at = &inside;
    }
  }
  return {};
}

/// Whether the loop runs over all coordinates or positions of a level, not over the share of a thread.
bool is_whole(const loop::For& node) {
  const loop::Load* begin = load_in(node.begin);
  return (begin ? begin->index[0] : node.begin) == loop::integer(0);
}

/// Whether the loop, a part of the statement, runs from 0 to an extent that is known before the statement.
bool runs_over_extent(const loop::For& node, const loop::Stmt& stmt) {
  const loop::Variable* extent = node.end.as<loop::Variable>();
  std::set<std::string> changed;
  loop::add_changed({stmt}, changed);
  return extent && node.begin == loop::integer(0) && !changed.count(extent->name);
}

bool is_inside(const loop::For& node, const loop::Stmt& stmt) {
  bool found = false;
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) { found = found || each.as<loop::For>() == &node; });
  return found;
}

/// The loops around `last`, a loop over positions, if each walks the segment below an entry of the loop around it;
/// empty otherwise. Vector loops between them are ignored.
std::vector<const loop::For*> levels_above(const loop::For& last, const loop::Stmt& stmt) {
  std::vector<const loop::For*> walked;
  for (const loop::Stmt* at = &stmt;;) {
    const loop::For* node = at->as<loop::For>();
    // The loop may be guarded by a test that it has terms (passes/guard_empty_reductions.h).
    if (const loop::If* question = at->as<loop::If>(); question && question->blocks.size() == 1)
      for (const loop::Stmt& inside : question->blocks[0])
        if (inside.as<loop::For>() == &last) node = &last;
    if (!node) return {};
    if (node == &last)
      return !walked.empty() && walks_below(last, walked.back()->name) ? walked : std::vector<const loop::For*>();
    if (!node->vector) {
      if (walked.empty() ? !is_whole(*node) : !walks_below(*node, walked.back()->name)) return {};
      walked.push_back(node);
    }
    at = &*std::find_if(node->body.begin(), node->body.end(),
                        [&](const loop::Stmt& inside) { return is_inside(last, inside); });
  }
}

}  // namespace

/// Emits variables with the number of entries of each level; returns their names.
std::vector<std::string> FunctionEmitter::count_entries(const std::vector<const loop::For*>& levels) {
  std::vector<std::string> counts;
  for (const loop::For* node : levels) {
    std::string total = exprs_.widened(node->end);
    if (!counts.empty()) {
      const loop::Load& end = *load_in(node->end);
      total = counts.back() + " > 0 ? " +
              exprs_.widened(loop::load_index(end.array, end.element, loop::index_variable(counts.back()))) + " : 0";
    }
    if (counts.empty() && node->end.as<loop::Variable>()) {
      counts.push_back(total);
      continue;
    }
    counts.push_back(fresh(node->name + "_all"));
    used_.insert(counts.back());
    types_[counts.back()] = loop::Type::i64;
    writer_.line("const int64_t " + counts.back() + " = " + total + ";");
  }
  return counts;
}

/// Expression for the number of useful lanes: where most fibres have a single entry, lanes would stay empty.
std::string FunctionEmitter::lanes_of_fibres(const loop::Stmt& stmt) {
  const std::vector<const loop::For*> walked = walked_levels(stmt);
  if (walked.size() < 2) return "INT64_MAX";
  shared_.use("fibres");
  const std::vector<std::string> counts = count_entries(walked);
  return "scorch_useful_lanes(" + counts.end()[-2] + ", " + counts.back() + ")";
}

/// The reduction inside the vector loop, if an extent or positions give its length. Null if another function computes
/// the same values with loops of its own: both must give the same bits.
const loop::For* FunctionEmitter::unrolled_reduction(const loop::Stmt& stmt, const loop::For& vector_loop) {
  const auto computes = [](const loop::Function& function) { return function.phase == loop::Phase::compute; };
  if (std::any_of(module_.functions.begin(), module_.functions.end(), computes)) return nullptr;
  const loop::For* found = nullptr;
  loop::for_each_statement(vector_loop.body, [&](const loop::Stmt& each) {
    const loop::For* node = each.as<loop::For>();
    if (!found && node && loop::sum_of_lane(*node, vector_loop) &&
        (runs_over_extent(*node, stmt) || !levels_above(*node, stmt).empty()))
      found = node;
  });
  return found;
}

/// Condition that the reductions are long enough for several accumulators.
std::string FunctionEmitter::long_rows(const loop::Stmt& stmt, const loop::For& sums) {
  if (runs_over_extent(sums, stmt)) return exprs_.widened(sums.end) + " >= 24";
  return "scorch_long_rows(" + load_in(sums.end)->array + ", " + count_entries(levels_above(sums, stmt)).back() + ")";
}

void FunctionEmitter::emit_position_loop(const loop::For& node) {
  shared_.use("simd_gather");
  const loop::Assign& sum = *node.body.back().as<loop::Assign>();
  // In a list of coordinates, the end of each segment has been searched for.
  const bool is_segment = node.end.as<loop::Variable>() != nullptr;
  if (is_segment) shared_.use("segment_reduce");
  writer_.open((is_segment ? "scorch_reduce_segment<" : "scorch_reduce_long<") + fresh("bytes") + ">(" +
               exprs_.widened(node.begin) + ", " + exprs_.bound(node.end) + ", " + sum.name + ", " + open_terms(node));
  emit_terms();
  writer_.close(");");
}

/// Head of the lambda that computes a tile's terms from position `first` on; `emit_terms` emits its body.
std::string FunctionEmitter::open_terms(const loop::For& node) {
  vector_.emplace(VectorLoop{node, loop::lanes_of(node), fresh("tile"), fresh("Vector"), fresh("v"), fresh("first")});
  types_[node.name] = loop::Type::i64;
  return "[&](auto " + vector_->tile + ", int64_t " + vector_->first + ", auto& " + fresh("terms") +
         ") SCORCH_INLINE_LAMBDA";
}

void FunctionEmitter::emit_terms() {
  const VectorLoop& loop = *vector_;
  with_type_of_vectors([&] {
    std::vector<std::string> lines;
    const std::string value = lane_value(loop.node.body.back().as<loop::Assign>()->value, lines);
    for (const std::string& line : lines) writer_.line(line);
    writer_.line(fresh("terms") + " = " + value + ";");
  });
  vector_.reset();
}

std::string FunctionEmitter::lanes_at_positions(const loop::Load& load) {
  VectorLoop& loop = *vector_;
  if (load.index[0] == loop::index_variable(loop.node.name))
    return "scorch_at(" + loop.tile + ", " + load.array + " + " + loop.first + ", 0).values";
  const std::string text = exprs_.text(load);
  const auto [place, is_new] = loop.gathered.emplace(text, fresh("at" + std::to_string(loop.gathered.size() + 1)));
  if (!is_new) return place->second;
  writer_.line(loop.vector + " " + place->second + ";");
  writer_.open("scorch_gather(" + loop.tile + ", " + place->second + ", " + loop.first + ", [&](int64_t " +
               loop.node.name + ") SCORCH_INLINE_LAMBDA");
  emit_indices_of(load);
  writer_.line("return " + text + ";");
  writer_.close(");");
  return place->second;
}

/// Emits the declarations of the body that the load depends on.
void FunctionEmitter::emit_indices_of(const loop::Load& load) {
  std::set<std::string> needed = loop::own_reads(load);
  std::vector<const loop::Declare*> declared;
  for (auto stmt = vector_->node.body.rbegin(); stmt != vector_->node.body.rend(); ++stmt) {
    const loop::Declare* index = stmt->as<loop::Declare>();
    if (!index || !needed.count(index->name)) continue;
    needed.merge(loop::own_reads(index->value));
    declared.insert(declared.begin(), index);
  }
  for (const loop::Declare* index : declared) emit(*index);
}

std::vector<BlockText> blocks_of_simd_gather() {
  return {{"fibres", BlockText::Kind::once, {}, "", R"(
// Number of useful lanes for sums over fibres. If three of four fibres have a single entry, scalars
// are faster: the branch at the end of a fibre is predictable.
[[maybe_unused]] static int64_t scorch_useful_lanes(int64_t fibres, int64_t entries) {
  return entries - fibres < fibres / 4 ? 1 : INT64_MAX;
}
)"},
          {"simd_gather", BlockText::Kind::once, {"horizontal_sum", "tail"}, "", R"(
// Gathers a vector of operands, one load per lane. The loads take as long as in a scalar loop, so
// four lanes are used: more gain little.
template <class Tile, class Vector, class At>
static SCORCH_INLINE void scorch_gather(const Tile&, Vector& x, int64_t first, const At& at) {
  if constexpr (Tile::lanes == 1) {
    x = at(first);
  } else {
    auto a = at(first), b = at(first + 1), c = at(first + 2), d = at(first + 3);
#if defined(__clang__) && defined(__x86_64__)
    // Keeps clang from turning the four loads into one gather instruction, which is slower.
    __asm__("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d));
#endif
    x = Vector{a, b, c, d};
  }
}

// Adds the terms of all positions to the sum, in four lanes. For a tail of fewer than four, the
// lanes end with it, and those before it are masked out, whatever they hold. Empty rows, which most
// matrices have, return at once.
template <size_t bytes, class T, class Body>
static SCORCH_INLINE void scorch_reduce_positions(int64_t begin, int64_t end, T& sum,
    const Body& body) {
  int64_t first = begin;
  if constexpr (scorch_lanes<T, bytes> >= 4) {
    if (begin >= end) return;
    if (end >= 4) {
      typedef scorch_tile<T, 4, 1> Tile;
      typename Tile::vector lanes = {}, terms = {};
      for (; end - first >= 4; first += 4) {
        body(Tile{}, first, terms);
        lanes += terms;
      }
      if (first < end) {
        body(Tile{}, end - 4, terms);
        scorch_add_tail<T>(lanes, terms, end - first, scorch_make_index_sequence<4>::numbers{});
      }
      sum += scorch_horizontal_sum_halves<4, T>(lanes);
      return;
    }
  }
  for (; first < end; ++first) {
    T term = 0;
    body(scorch_tile<T, 1, 1>{}, first, term);
    sum += term;
  }
}

// The same for any number of terms. The sums of blocks are added up in f64, because an f32 of 2^24
// does not change if 1 is added.
constexpr int64_t scorch_block_of_terms = 8192;
template <size_t bytes, class T, class Body>
static SCORCH_INLINE void scorch_reduce_long(int64_t begin, int64_t end, T& sum, const Body& body) {
  double total = 0;
  for (int64_t first = begin; first < end;) {
    const int64_t last = end - first > scorch_block_of_terms ? first + scorch_block_of_terms : end;
    T part = 0;
    scorch_reduce_positions<bytes>(first, last, part, body);
    total += part;
    first = last;
  }
  sum += static_cast<T>(total);
}
)"},
          {"segment_reduce", BlockText::Kind::once, {"simd_gather"}, "", R"(
// The same for a segment whose end has been searched for, so that the branch on a single entry is
// predictable.
template <size_t bytes, class T, class Body>
static SCORCH_INLINE void scorch_reduce_segment(int64_t begin, int64_t end, T& sum,
                                                const Body& body) {
  if (end - begin != 1) return scorch_reduce_long<bytes>(begin, end, sum, body);
  T term = 0;
  body(scorch_tile<T, 1, 1>{}, begin, term);
  sum += term;
}
)"},
          {"batched_short", BlockText::Kind::once, {"simd_gather", "halves", "lowest_bit"}, "", R"(
// Sums of 64 iterations few of which have terms: finds those in an occupancy mask first, which
// avoids a misprediction for each of them.
template <size_t bytes, class T, bool only_some, class First, class Body, class Done>
static SCORCH_INLINE void scorch_batched_reduce_sparse(int64_t at, const First& first_of,
    const Body& body, const Done& done) {
  uint64_t some = 0;
  for (int64_t n = 0; n < 64; ++n)
    some |= static_cast<uint64_t>(first_of(at + n) < first_of(at + n + 1)) << n;
  T sums[64] = {};
  for (; some != 0; some &= some - 1) {
    const int64_t n = scorch_lowest_bit(some);
    scorch_reduce_positions<bytes>(first_of(at + n), first_of(at + n + 1), sums[n], body);
    if constexpr (only_some) done(at + n, sums[n]);
  }
  for (int64_t n = 0; n < 64 && !only_some; ++n) done(at + n, sums[n]);
}

// Sums of 64 iterations whose `terms` are contiguous; lanes before and after them are loaded, too,
// and masked out. An iteration has at most `most` terms, four or seven: the sum of a longer one is
// meaningless. The sums are bitwise those of scorch_reduce_positions.
template <int most, class T, class First>
static SCORCH_INLINE void scorch_sum_terms(int64_t at, const First& first_of, const T* terms,
                                           T (&sums)[64]) {
  typedef scorch_tile<T, 4, 1> Tile;
  typedef typename Tile::vector Vector;
  constexpr typename scorch_make_index_sequence<4>::numbers lanes{};
  const auto begin = first_of(at);
  for (int64_t n = 0; n < 64; n += 4) {
    Vector four[4] = {};
    SCORCH_UNROLL
    for (int64_t u = 0; u < 4; ++u) {
      const auto first = first_of(at + n + u), end = first_of(at + n + u + 1);
      const Vector last = scorch_at(Tile{}, terms + (end - begin) - 4, 0).values;
      if constexpr (most > 4) {
        const Vector all = scorch_at(Tile{}, terms + (first - begin), 0).values;
        scorch_add_tail<T>(four[u], all, (end - first) & 4, lanes);
        scorch_add_tail<T>(four[u], last, (end - first) & 3, lanes);
      } else {
        scorch_add_tail<T>(four[u], last, end - first, lanes);
      }
    }
    scorch_add_halves<4>(four[0], four[1], four[0], lanes);
    scorch_add_halves<4>(four[2], four[3], four[1], lanes);
    scorch_add_halves<2>(four[0], four[1], four[0], lanes);
    scorch_at(Tile{}, sums + n, 0).values = four[0];
  }
}

// Sums of 64 iterations over positions: computes all terms first, then reduces them without a
// branch per iteration. Sums of eight and more terms are computed one by one. Returns false if that
// does not pay: more than a quarter of the terms are in such sums.
template <size_t bytes, class T, class First, class Body>
static SCORCH_INLINE bool scorch_batched_reduce_short(int64_t at, const First& first_of,
    const Body& body, T (&sums)[64]) {
  typedef scorch_tile<T, 4, 1> Tile;
  typedef typename Tile::vector Vector;
  const auto begin = first_of(at), end = first_of(at + 64);
  if (begin < 4 || end - begin > 7 * 64) return false;
  // other != 0: a length is not 1. more >= 8: a length exceeds 4. in_long: terms of lengths > 7.
  auto other = begin - begin, more = other, in_long = other;
  for (int64_t n = at; n < at + 64; ++n) {
    const auto length = first_of(n + 1) - first_of(n);
    other |= length ^ 1;
    more |= length + 3;
    in_long += length < 8 ? 0 : length;
  }
  if (in_long > (end - begin) / 4) return false;

  T room[4 + 7 * 64 + 4];
  T* const terms = room + 4;
  Vector four;
  scorch_at(Tile{}, room, 0).values = Vector{};
  for (auto p = begin; p < end - 4; p += 4) {
    body(Tile{}, p, four);
    scorch_at(Tile{}, terms + (p - begin), 0).values = four;
  }
  body(Tile{}, end - 4, four);
  scorch_at(Tile{}, terms + (end - 4 - begin), 0).values = four;
  scorch_at(Tile{}, terms + (end - begin), 0).values = Vector{};

  if (other == 0)
    for (size_t n = 0; n < 64; ++n) sums[n] = 0 + terms[n];
  else if (more < 8)
    scorch_sum_terms<4>(at, first_of, terms, sums);
  else
    scorch_sum_terms<7>(at, first_of, terms, sums);
  for (int64_t n = 0; n < 64 && in_long > 0; ++n) {
    const auto first = first_of(at + n), last = first_of(at + n + 1);
    if (last - first < 8) continue;
    sums[n] = 0;
    scorch_reduce_positions<bytes>(first, last, sums[n], body);
  }
  return true;
}

// Sums of iterations over positions: those of iteration n begin at first_of(n) and end where the
// next ones begin. Calls `done` with each sum, in order; if `only_some`, empty sums may be omitted.
template <size_t bytes, class T, bool only_some = false, class First, class Body, class Done>
static SCORCH_INLINE void scorch_batched_reduce(int64_t begin, int64_t end, const First& first_of,
                                         const Body& body, const Done& done) {
  for (int64_t at = begin; at < end;) {
    const int64_t next = end - at > 64 ? at + 64 : end;
    if constexpr (scorch_lanes<T, bytes> >= 4) {
      if (next - at == 64 && first_of(next) - first_of(at) < 16) {
        scorch_batched_reduce_sparse<bytes, T, only_some>(at, first_of, body, done);
        at = next;
        continue;
      }
      T sums[64];
      if (next - at == 64 && scorch_batched_reduce_short<bytes>(at, first_of, body, sums)) {
        for (size_t n = 0; n < 64; ++n) done(at + static_cast<int64_t>(n), sums[n]);
        at = next;
        continue;
      }
    }
    if (first_of(next) - first_of(at) > scorch_block_of_terms) {
      for (; at < next; ++at) {
        T sum = 0;
        scorch_reduce_long<bytes>(first_of(at), first_of(at + 1), sum, body);
        done(at, sum);
      }
    }
    for (; at < next; ++at) {
      T sum = 0;
      scorch_reduce_positions<bytes>(first_of(at), first_of(at + 1), sum, body);
      done(at, sum);
    }
  }
}
)"}};
}

}  // namespace scorchc::emit
