// Prints loops over rows around a vector loop that reads the same operands in every row (ir/loop_rows.h) as register
// blocks: several rows run at a time. A tile has vectors of all of them; the number of a vector gives its row.
#include "emit/cpp_names.h"
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

}  // namespace scorchc::emit
