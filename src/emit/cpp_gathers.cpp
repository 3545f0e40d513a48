// Vector loops over positions: a sum over what a level stores. Values that stand at the positions themselves are vectors in
// memory, all others are looked up, lane by lane, at indices that each lane computes for itself.
#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {

void FunctionEmitter::emit_position_loop(const loop::For& node) {
  shared_.use("gathers");
  vector_.emplace(VectorLoop{node, loop::lanes_of(node), fresh("tile"), fresh("Vector"), fresh("v"), fresh("first")});
  const VectorLoop& loop = *vector_;
  const loop::Assign& sum = *node.body.back().as<loop::Assign>();
  const std::string terms = fresh("terms");
  types_[node.name] = loop::Type::i64;
  writer_.open("scorch_sum_at<" + fresh("bytes") + ">(" + exprs_.widened(node.begin) + ", " + exprs_.bound(node.end) + ", " +
               sum.name + ", [&](auto " + loop.tile + ", int64_t " + loop.first + ", auto& " + terms + ") SCORCH_INLINE_LAMBDA");
  const std::size_t start = writer_.text().size();
  const std::string type = writer_.indentation() + "typedef typename decltype(" + loop.tile + ")::vector " + loop.vector + ";\n";
  std::vector<std::string> lines;
  const std::string value = lane_value(sum.value, lines);
  for (const std::string& line : lines) writer_.line(line);
  writer_.line(terms + " = " + value + ";");
  if (writer_.text().find(loop.vector, start) != std::string::npos) writer_.insert(start, type);
  writer_.close(");");
  vector_.reset();
}

std::string FunctionEmitter::lanes_at_positions(const loop::Load& load) {
  VectorLoop& loop = *vector_;
  if (load.index[0] == loop::index_variable(loop.node.name)) return "scorch_at(" + loop.tile + ", " + load.array + " + " + loop.first + ", 0).values";
  const std::string text = exprs_.text(load);
  const auto [place, is_new] = loop.gathered.emplace(text, fresh("at" + std::to_string(loop.gathered.size() + 1)));
  if (!is_new) return place->second;
  writer_.line(loop.vector + " " + place->second + ";");
  writer_.open("scorch_gather(" + loop.tile + ", " + place->second + ", " + loop.first + ", [&](int64_t " + loop.node.name + ") SCORCH_INLINE_LAMBDA");
  emit_indices_of(load);
  writer_.line("return " + text + ";");
  writer_.close(");");
  return place->second;
}

/// What the body computes before, as far as it is needed here.
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

BlockText block_of_gathers() {
  return {"gathers", BlockText::Kind::once, {"sum_of_lanes", "last_lanes"}, "", R"(
// Sums over positions of what is stored, four lanes at a time: each looks up what it needs at a
// place of its own, and that takes as long as in a plain loop, so more lanes gain little.
template <class Tile, class Vector, class At>
static SCORCH_INLINE void scorch_gather(const Tile&, Vector& x, int64_t first, const At& at) {
  if constexpr (Tile::lanes == 1)
    x = at(first);
  else
    x = Vector{at(first), at(first + 1), at(first + 2), at(first + 3)};
}

// Adds the terms of all positions to the sum. Where fewer than four are left, the four lanes end
// with them: those before are stored, too, but not summed up (again), whatever they hold. Most
// matrices have rows without any: those take no more than a look.
template <size_t bytes, class T, class Body>
static SCORCH_INLINE void scorch_sum_at(int64_t begin, int64_t end, T& sum, const Body& body) {
  if (begin >= end) return;
  int64_t first = begin;
  if constexpr (scorch_lanes<T, bytes> >= 4) {
    if (end >= 4) {
      typedef scorch_tile<T, 4, 1> Tile;
      typename Tile::vector lanes = {}, terms = {};
      for (; end - first >= 4; first += 4) {
        body(Tile{}, first, terms);
        lanes += terms;
      }
      if (first < end) {
        body(Tile{}, end - 4, terms);
        scorch_add_last_lanes<T>(lanes, terms, end - first, scorch_below<4>::numbers{});
      }
      sum += scorch_sum_of_lane_halves<4, T>(lanes);
      return;
    }
  }
  for (; first < end; ++first) {
    T term = 0;
    body(scorch_tile<T, 1, 1>{}, first, term);
    sum += term;
  }
}
)"};
}

}  // namespace scorchc::emit
