// Prints loops over rows around a vector loop that reads the same operands in every row (ir/loop_rows.h) as register
// blocks: several rows run at a time. A tile has vectors of all of them; the number of a vector gives its row.
#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"

namespace scorchc::emit {

void FunctionEmitter::emit_row_block(const loop::For& node, const loop::Rows& rows, const std::string& begin,
                                     const std::string& end) {
  shared_.use("row_block");
  vector_.emplace(VectorLoop{rows.lanes, loop::lanes_of(rows.lanes), fresh("tile"), fresh("Vector"), fresh("v")});
  vector_->row = node.name;
  const VectorLoop& loop = *vector_;
  types_[node.name] = types_[rows.lanes.name] = loop::Type::i64;
  own_ = rows.own;
  exprs_.call(node.name, {node.name + " + " + loop.tile + ".row_of(" + loop.lane + ")", Binding::sum});
  for (const loop::Stmt& stmt : rows.before) emit(stmt);
  writer_.comment("Register block over " + node.name + ": operands that its rows share are read once.");
  reduce_unrolled_ = unrolled_reduction(node, rows.lanes);
  const std::string are_few = exprs_.bound(loop::sub(node.end, node.begin)) + " < 4";
  const std::string long_rows_sums = reduce_unrolled_ ? long_rows(node, *reduce_unrolled_) : "false";
  const std::string element(type_name(loop.lanes.element)), may_overlap = loop.lanes.repeatable ? "true" : "false";
  writer_.open("scorch_row_block<" + may_overlap + ", " + element + ", " + fresh("bytes") + ">(" + begin + ", " + end +
               ", " + exprs_.bound(rows.lanes.end) + ", " + are_few + ", " + long_rows_sums + ", [&](auto " +
               loop.tile + ", int64_t " + node.name + ", int64_t " + rows.lanes.name + ") SCORCH_INLINE_LAMBDA");
  with_type_of_vectors([&] {
    const LoopMark mark(writer_, rows.lanes.origin);
    emit_body_of(rows.lanes.body);
  });
  writer_.close(");");
  reduce_unrolled_ = nullptr;
  own_.clear();
  exprs_.call_as_named();
  vector_.reset();
}

std::vector<BlockText> blocks_of_row_block() {
  return {{"row_block", BlockText::Kind::once, {"reduce_unrolled"}, "", R"(
// A register tile with vectors in each of several rows, row by row. If there are fewer rows, the
// last one is repeated in place of the missing ones, except for stores that must not be (is_again).
template <class Tile, size_t rows>
struct scorch_row_block_tile : Tile {
  static constexpr size_t across = Tile::vectors, vectors = rows * across;
  int64_t last = 0;
  scorch_row_block_tile(const Tile& tile, int64_t last_row) : Tile(tile), last(last_row) {}
  int64_t row_of(size_t v) const {
    const int64_t row = static_cast<int64_t>(v / across);
    return row < last ? row : last;
  }
  bool is_again(size_t v) const { return static_cast<int64_t>(v / across) > last; }
  int64_t lane_of(size_t v) const { return Tile::lane_of(v % across); }
};

// Vectors per row, such that the sums of four rows stay in registers: there are 32 of the widest
// and 16 of others. The narrowest have no fused multiply-add, so products need registers, too.
template <size_t rows, size_t bytes>
constexpr size_t scorch_vectors_per_row =
    rows == 1 ? scorch_max_vectors<bytes> : bytes == 64 ? 4 : bytes == 32 ? 3 : 2;

template <size_t rows, bool may_overlap, class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_row_block_in(int64_t begin, int64_t end, int64_t lanes,
                                           bool is_reduce_unrolled, const Body& body) {
  for (int64_t first = begin; first < end; first += 64) {
    const int64_t last = end - first > 64 ? first + 63 : end - 1;
    scorch_cover<may_overlap, T, scorch_lanes<T, bytes>, scorch_vectors_per_row<rows, bytes>>(
        0, 0, lanes, [&](auto tile, int64_t lane) SCORCH_INLINE_LAMBDA {
      typedef scorch_row_block_tile<decltype(tile), rows> Some;
      for (int64_t row = first; row <= last; row += static_cast<int64_t>(rows)) {
        if constexpr (Some::across == 1) {
          if (is_reduce_unrolled) {
            body(scorch_unrolled_terms<Some>{Some(tile, last - row)}, row, lane);
            continue;
          }
        }
        body(Some(tile, last - row), row, lane);
      }
    });
  }
}
// Register blocking over the rows from `begin` to `end`: runs `body` for each tile of `lanes`
// lanes, four rows at a time unless `are_few`, so that shared operands are read once. 64 rows in
// sequence use the same tile of them, which stays in a cache. Long sums in a single vector use four
// accumulators. All rows run the same code, as compilers may round two copies of it differently.
template <bool may_overlap, class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_row_block(int64_t begin, int64_t end, int64_t lanes, bool are_few,
    bool long_rows, const Body& body) {
  const bool is_reduce_unrolled = long_rows &&
      lanes <= static_cast<int64_t>(scorch_lanes<T, bytes>) &&
      scorch_is_one_tile<may_overlap, T, bytes>(lanes);
  if (are_few)
    scorch_row_block_in<1, may_overlap, T, bytes>(begin, end, lanes, is_reduce_unrolled, body);
  else
    scorch_row_block_in<4, may_overlap, T, bytes>(begin, end, lanes, is_reduce_unrolled, body);
}
)"}};
}

}  // namespace scorchc::emit
