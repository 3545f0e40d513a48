// Prints batched sums as calls of functions that compute the sums of several iterations together: dot products, and
// sums over positions. Also prints reductions with several accumulators.
#include "emit/cpp_names.h"
#include "emit/loop_marks.h"
#include "emit/vector_printer.h"
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

void VectorPrinter::emit(const loop::BatchedSums& node) {
  const LoopMark mark(writer_, node.origin);
  const auto [begin, end] = text_.bounds_of(node);
  const loop::BatchedParts parts = loop::parts_of(node);
  if (parts.terms.over == loop::VectorFor::Over::positions) return emit_batched_reduction(node, parts, begin, end);
  emit_batched_dot(node, parts, begin, end);
}

void VectorPrinter::emit_batched_dot(const loop::BatchedSums& node, const loop::BatchedParts& parts,
                                     const std::string& begin, const std::string& end) {
  shared_.use("batched_dot");
  const std::string& sum = parts.sum.name;
  vector_.emplace(VectorLoop{parts.terms, fresh("tile"), fresh("Vector"), fresh("v")});
  const VectorLoop& loop = *vector_;
  const std::string element(type_name(parts.terms.element));
  types_[node.name] = types_[parts.terms.name] = loop::Type::i64;
  types_[sum] = parts.terms.element;
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
    statements_.emit_body_of(summed);
  });
  vector_.reset();
  writer_.next("[&](" + parameter("int64_t", node.name, done) + ", " + parameter(element, sum, done) +
               ") SCORCH_INLINE_LAMBDA");
  statements_.emit_body_of(done);
  writer_.close(");");
}

void VectorPrinter::emit_batched_reduction(const loop::BatchedSums& node, const loop::BatchedParts& parts,
                                           const std::string& begin, const std::string& end) {
  shared_.use("batched_short");
  const std::string element(type_name(type_of(parts.sum.value))), &sum = parts.sum.name;
  types_[node.name] = loop::Type::i64;
  types_[sum] = type_of(parts.sum.value);
  const loop::Block done =
      joined_blocks(needed_for(without_comments(parts.before), loop::read_names(parts.after)), parts.after);
  writer_.open("scorch_batched_reduce<" + fresh("bytes") + ", " + element + (node.skips_empty ? ", true" : "") + ">(" +
               begin + ", " + end + ", [&](int64_t " + node.name + ") SCORCH_INLINE_LAMBDA { return " +
               exprs_.widened(parts.terms.begin) + "; }, " + open_terms(parts.terms));
  {
    const LoopMark mark(writer_, parts.terms.origin);
    statements_.emit_body_of(needed_for(parts.before, {}));
    emit_terms();
  }
  writer_.next("[&](" + parameter("int64_t", node.name, done) + ", " + parameter(element, sum, done) +
               ") SCORCH_INLINE_LAMBDA");
  statements_.emit_body_of(done);
  writer_.close(");");
}

void VectorPrinter::emit(const loop::UnrolledSum& node) {
  const LoopMark mark(writer_, node.origin);
  types_[node.name] = loop::Type::i64;
  vector_->reduce_unrolled = node.sum;
  writer_.open("scorch_reduce_unrolled(" + vector_->tile + ", " + exprs_.widened(node.begin) + ", " +
               exprs_.bound(node.end) + ", " + node.sum + ", [&](" + parameter("int64_t", node.name, node.body) +
               ", auto& " + fresh(node.sum + "_part") + ") SCORCH_INLINE_LAMBDA");
  statements_.emit_body_of(node.body);
  writer_.close(");");
  vector_->reduce_unrolled.clear();
}

}  // namespace scorchc::emit
