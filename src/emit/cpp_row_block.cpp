// Prints blocks of rows: a tile has vectors of several rows, and the number of a vector gives its row.
#include "emit/cpp_names.h"
#include "emit/loop_marks.h"
#include "emit/vector_printer.h"

namespace scorchc::emit {

void VectorPrinter::print(const loop::RowBlock& node) {
  const LoopMark rows_mark(writer_, node.origin);
  const auto [begin, end] = bounds_of(node);
  const loop::VectorFor& vector_loop = *node.body.back().as<loop::VectorFor>();
  enter(vector_loop);
  vector_->row = node.name;
  const VectorLoop& loop = *vector_;
  types_[node.name] = types_[vector_loop.name] = loop::Type::i64;
  own_ = {node.own.begin(), node.own.end()};
  exprs_.call(node.name, {node.name + " + " + loop.tile + ".row_of(" + loop.lane + ")", Binding::sum});
  for (auto stmt = node.body.begin(); stmt + 1 != node.body.end(); ++stmt) statements_.emit(*stmt);
  writer_.comment("Register block over " + node.name + ": operands that its rows share are read once.");
  const std::string are_few = exprs_.bound(loop::sub(node.end, node.begin)) + " < 4";
  const std::string long_rows = node.unrolls ? exprs_.text(*node.unrolls) : "false";
  const std::string may_overlap = vector_loop.may_overlap ? "true" : "false";
  writer_.open(shared_.use("row_block") + "<" + may_overlap + ", " + type_name(vector_loop.element) + ", " +
               fresh("bytes") + ">(" + begin + ", " + end + ", " + exprs_.bound(vector_loop.end) + ", " + are_few +
               ", " + long_rows + ", " +
               inlined({"auto " + loop.tile, "int64_t " + node.name, "int64_t " + vector_loop.name}));
  with_type_of_vectors([&] {
    const LoopMark mark(writer_, vector_loop.origin);
    statements_.emit_body_of(vector_loop.body);
  });
  writer_.close(");");
  own_.clear();
  exprs_.call_as_named();
  vector_.reset();
}

}  // namespace scorchc::emit
