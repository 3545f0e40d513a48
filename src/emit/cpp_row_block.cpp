// Loops around a vector loop that reads the same in each of their rows (ir/loop_rows.h): several rows are run at a
// time. A tile then has vectors of them all, and what is a row's own is looked for by the number of the vector.
#include "emit/cpp_names.h"
#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"

namespace scorchc::emit {

void FunctionEmitter::emit_rows(const loop::For& node, const loop::Rows& rows, const std::string& begin,
                                const std::string& end) {
  shared_.use("row_block");
  vector_.emplace(VectorLoop{rows.lanes, loop::lanes_of(rows.lanes), fresh("tile"), fresh("Vector"), fresh("v")});
  vector_->row = node.name;
  const VectorLoop& loop = *vector_;
  types_[node.name] = types_[rows.lanes.name] = loop::Type::i64;
  own_ = rows.own;
  exprs_.call(node.name, {node.name + " + " + loop.tile + ".row_of(" + loop.lane + ")", Binding::sum});
  for (const loop::Stmt& stmt : rows.before) emit(stmt);
  writer_.comment("several " + node.name + " at a time, too: what all of them read is read once");
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

std::vector<BlockText> blocks_of_rows() {
  return {{"row_block", BlockText::Kind::once, {"unrolled_reduction"}, "", R"(
// A tile that has its vectors in each of several rows, row by row. Where there are fewer rows, the
// last one stands for those that are missing: it is done again, but for what may not be.
template <class Tile, size_t rows>
struct scorch_tile_in_rows : Tile {
  static constexpr size_t across = Tile::vectors, vectors = rows * across;
  int64_t last = 0;
  scorch_tile_in_rows(const Tile& tile, int64_t last_row) : Tile(tile), last(last_row) {}
  int64_t row_of(size_t v) const {
    const int64_t row = static_cast<int64_t>(v / across);
    return row < last ? row : last;
  }
  bool is_again(size_t v) const { return static_cast<int64_t>(v / across) > last; }
  int64_t lane_of(size_t v) const { return Tile::lane_of(v % across); }
};

// So many vectors that the sums of four rows stay in registers: there are 32 of the widest ones, 16
// of others, whose narrowest ones have products apart from sums.
template <size_t rows, size_t bytes>
constexpr size_t scorch_vectors_in_rows =
    rows == 1 ? scorch_most_vectors<bytes> : bytes == 64 ? 4 : bytes == 32 ? 3 : 2;

template <size_t rows, bool may_overlap, class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_occupied_rows(int64_t begin, int64_t end, int64_t lanes,
                                           bool is_reduce_unrolled, const Body& body) {
  for (int64_t first = begin; first < end; first += 64) {
    const int64_t last = end - first > 64 ? first + 63 : end - 1;
    scorch_cover<may_overlap, T, scorch_lanes<T, bytes>, scorch_vectors_in_rows<rows, bytes>>(
        0, 0, lanes, [&](auto tile, int64_t lane) SCORCH_INLINE_LAMBDA {
      typedef scorch_tile_in_rows<decltype(tile), rows> Some;
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
// Runs `body` for each tile of `lanes` lanes in the rows from `begin` to `end`, four rows at a time
// unless there are `few` in all, wherever these begin: what they share is read once. And 64 rows
// after each other read the same tile of it, which stays in a cache. Long sums in a single vector
// are formed in turn. All rows run through the same code: compilers do not round two copies alike.
template <bool may_overlap, class T, size_t bytes, class Body>
static SCORCH_INLINE void scorch_row_block(int64_t begin, int64_t end, int64_t lanes, bool are_few,
                                      bool long_rows, const Body& body) {
  const bool is_reduce_unrolled = long_rows && lanes <= static_cast<int64_t>(scorch_lanes<T, bytes>) &&
                          scorch_is_one_tile<may_overlap, T, bytes>(lanes);
  if (are_few)
    scorch_occupied_rows<1, may_overlap, T, bytes>(begin, end, lanes, is_reduce_unrolled, body);
  else
    scorch_occupied_rows<4, may_overlap, T, bytes>(begin, end, lanes, is_reduce_unrolled, body);
}
)"}};
}

}  // namespace scorchc::emit
