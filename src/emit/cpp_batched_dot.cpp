// Prints batched sums as calls of functions that compute the sums of several iterations together: dot products, and
// sums over positions. Also prints reductions with several accumulators.
#include "emit/cpp_names.h"
#include "emit/loop_marks.h"
#include "emit/vector_printer.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {
namespace {

loop::Block joined_blocks(loop::Block block, const loop::Block& next) {
  block.insert(block.end(), next.begin(), next.end());
  return block;
}

}  // namespace

void VectorPrinter::print(const loop::BatchedSums& node) {
  const LoopMark mark(writer_, node.origin);
  const loop::BatchedParts parts = loop::parts_of(node);
  types_[node.name] = loop::Type::i64;
  types_[node.sum] = type_of(parts.sum.value);
  if (parts.terms.over == loop::VectorFor::Over::positions)
    open_batched_reduction(node, parts);
  else
    open_batched_dot(node, parts);
  // The second lambda does what follows a sum.
  const std::set<std::string> after = loop::read_names(parts.after);
  const loop::Block constants = loop::constants_for(after, parts.constants);
  const loop::Block done = joined_blocks(constants, parts.after);
  const std::set<std::string> read = loop::read_names(done);
  writer_.next(
      inlined({parameter("int64_t", node.name, read), parameter(type_name(type_of(parts.sum.value)), node.sum, read)}));
  statements_.emit_body_of(done);
  writer_.close(");");
}

void VectorPrinter::open_batched_dot(const loop::BatchedSums& node, const loop::BatchedParts& parts) {
  const auto [begin, end] = bounds_of(node);
  const loop::Block constants = loop::constants_for(loop::read_names(parts.terms.body), parts.constants);
  const loop::Block summed = joined_blocks(joined_blocks(constants, parts.comments), parts.terms.body);
  enter(parts.terms);
  types_[parts.terms.name] = loop::Type::i64;
  writer_.open(shared_.use("batched_dot") + "<" + type_name(parts.terms.element) + ", " + fresh("bytes") + ">(" +
               begin + ", " + end + ", " + exprs_.bound(parts.terms.end) + ", " +
               inlined({"auto " + vector_->tile, parameter("int64_t", node.name, loop::read_names(summed)),
                        "int64_t " + parts.terms.name, "auto& " + fresh(node.sum + "_lanes")}));
  with_type_of_vectors([&] {
    const LoopMark mark(writer_, parts.terms.origin);
    statements_.emit_body_of(summed);
  });
  vector_.reset();
}

void VectorPrinter::open_batched_reduction(const loop::BatchedSums& node, const loop::BatchedParts& parts) {
  const auto [begin, end] = bounds_of(node);
  shared_.use("batched_short");
  writer_.open("scorch_batched_reduce<" + fresh("bytes") + ", " + type_name(type_of(parts.sum.value)) +
               (node.skips_empty ? ", true" : "") + ">(" + begin + ", " + end + ", " +
               inlined({"int64_t " + node.name}) + " { return " + exprs_.widened(parts.terms.begin) + "; }, " +
               open_terms(parts.terms));
  const LoopMark mark(writer_, parts.terms.origin);
  statements_.emit_body_of(parts.comments);
  emit_terms();
}

void VectorPrinter::print(const loop::UnrolledSum& node) {
  const LoopMark mark(writer_, node.origin);
  types_[node.name] = loop::Type::i64;
  vector_->reduce_unrolled = node.sum;
  writer_.open(
      "scorch_reduce_unrolled(" + vector_->tile + ", " + exprs_.widened(node.begin) + ", " + exprs_.bound(node.end) +
      ", " + node.sum + ", " +
      inlined({parameter("int64_t", node.name, loop::read_names(node.body)), "auto& " + fresh(node.sum + "_part")}));
  statements_.emit_body_of(node.body);
  writer_.close(");");
  vector_->reduce_unrolled.clear();
}

}  // namespace scorchc::emit
