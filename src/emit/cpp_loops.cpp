// Prints loops: sequential ones, parallel ones in chunks, and outlined ones, which are compiled for several vector
// widths.
#include <algorithm>
#include <utility>

#include "emit/cpp_names.h"
#include "emit/cpp_stmt.h"
#include "emit/cpp_table.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {
namespace {

using loop::Block;
using loop::Type;

// A parallel vector loop is split at multiples of this number of lanes: part of a tile takes as long as all of it, and
// threads that store to the same cache line wait for each other.
constexpr const char* lanes_per_unit = "64";

/// Chunks per thread: several if work is only estimated, so that a thread that finishes early takes more.
const char* chunks_per_thread(const loop::Parallel& node) { return node.work && !node.work->is_known ? "8" : "1"; }

std::string cleanup_of(const Block& locals) {
  for (const loop::Stmt& stmt : locals) {
    if (const loop::LocalArray* array = stmt.as<loop::LocalArray>()) return array->cleanup_object;
    if (const loop::Tuples* tuples = stmt.as<loop::Tuples>()) return tuples->cleanup_object;
  }
  return {};
}

}  // namespace

std::string FunctionText::fresh(const std::string& wanted) const {
  std::string name = wanted;
  for (int n = 2; used.count(name) > 0; ++n) name = wanted + std::to_string(n);
  return name;
}

/// Prints a loop over all iterations, or over a thread's share, whose region has the lines of the loop.
void FunctionEmitter::emit(const loop::For& node) {
  std::optional<LoopMark> mark;
  if (!node.share || depth_ > 0) mark.emplace(writer_, node.origin);
  if (node.chunked && !node.share) return emit_ordered_for(node);
  if (node.unroll > 1)
    writer_.raw("#if defined(__GNUC__)\n#pragma GCC unroll " + std::to_string(node.unroll) + "\n#endif\n");
  const auto [begin, end] = text_.bounds_of(node);
  types_[node.name] = Type::i64;
  writer_.open("for (int64_t " + node.name + " = " + begin + "; " + node.name + " < " + end + "; ++" + node.name + ")");
  emit_body_of(node.body);
  writer_.close();
}

void FunctionEmitter::emit(const loop::ChunkCount& node) {
  shared_.use("threads");
  uses_context_ = true;
  types_[node.name] = Type::i64;
  writer_.comment(node.how);
  // Appending an entry takes about as long as 32 vector lanes.
  writer_.line("const int64_t " + node.name + " = scorch_threads(context, " + exprs_.widened(node.work) +
               ", SCORCH_GRAIN / 32);");
}

void FunctionEmitter::emit(const loop::While& node) {
  const LoopMark mark(writer_, node.origin);
  writer_.open("while (" + exprs_.text(node.condition) + ")");
  emit_body_of(node.body);
  writer_.close();
}

void FunctionEmitter::emit(const loop::ForEach& node) {
  open_rows(node, writer_);
  emit_body_of(node.body);
  writer_.close();
}

void FunctionEmitter::emit_body_of(const Block& body) {
  ++depth_;
  emit_scope(body);
  --depth_;
}

void FunctionEmitter::emit(const loop::Parallel& node) {
  types_[node.share.first] = types_[node.share.last] = Type::i64;
  const LoopMark mark(writer_, node.origin);
  if (node.locals.empty()) return emit_chunks(node);
  emit_region(node);
}

/// The captures of a lambda that uses these names. Pointers and numbers are captured by copy, as compilers reload
/// through references again and again.
std::string FunctionEmitter::captured_by(const std::set<std::string>& used) const {
  std::string captured = "=";
  for (const std::string& object : objects_)
    if (used.count(object)) captured += ", &" + object;
  return captured;
}

/// The same for the body of a parallel loop, whose threads all report divisions by zero.
std::string FunctionEmitter::captured_by(const loop::Parallel& node, const std::set<std::string>& used) const {
  return captured_by(used) + (loop::divides_integers(node.body) ? ", &" + status_variable(function_) : "");
}

/// A parallel loop with workspaces per thread: each thread takes chunks of iterations. A single thread does not enter
/// an OpenMP region, which would cost as much as hundreds of multiplications.
void FunctionEmitter::emit_region(const loop::Parallel& node) {
  shared_.use("on_threads");
  uses_context_ = true;
  const std::string region = fresh("region"), scheduler = fresh("scheduler");
  used_.insert(region);  // another region may follow in this scope
  const std::string shared_out = emit_work(node);
  writer_.open("const auto " + region + " = [" + captured_by(node, loop::used_names({node})) + "](auto& " + scheduler +
               ")");
  is_in_region_ = true;
  // Another region may use the same names for its lists.
  const std::set<std::string> read_around = std::exchange(read_, loop::read_names({node})), objects_around = objects_;
  emit(node.locals);
  read_ = read_around;
  writer_.line("int64_t " + node.share.first + " = 0, " + node.share.last + " = 0;");
  writer_.open("while (" + scheduler + ".next(" + node.share.first + ", " + node.share.last + "))");
  emit(node.body);
  writer_.close();
  writer_.line("return true;");
  is_in_region_ = false;
  objects_ = objects_around;
  writer_.close(";");
  const std::string call = "scorch_on_threads(" + shared_out + ", context, " + region + ")";
  return_if("!" + call, status_name(loop::Status::out_of_memory), cleanup_of(node.locals));
}

void FunctionEmitter::emit(const loop::ForNonempty& node) {
  const auto [begin, end] = text_.bounds_of(node);
  std::optional<LoopMark> mark;
  if (!node.share) mark.emplace(writer_, node.origin);
  shared_.use("nonempty_rows");
  std::string positions = node.positions.back();
  for (std::size_t n = node.positions.size() - 1; n > 0; --n) {
    shared_.use("union_rows");
    positions = "scorch_union_rows_of(" + node.positions[n - 1] + ", " + positions + ")";
  }
  types_[node.name] = Type::i64;
  writer_.open("scorch_for_nonempty_rows(" + positions + ", " + begin + ", " + end + ", [&](int64_t " + node.name +
               ") SCORCH_INLINE_LAMBDA");
  emit_body_of(node.body);
  if (node.skipped_body) {
    writer_.next("[&](int64_t " + node.skipped_body->begin + ", int64_t " + node.skipped_body->end +
                 ") SCORCH_INLINE_LAMBDA");
    emit_body_of(node.skipped_body->body);
  }
  writer_.close(");");
}

void FunctionEmitter::emit_ordered_for(const loop::For& node) {
  shared_.use("ordered_for");
  types_[node.name] = Type::i64;
  writer_.open("scorch_ordered_for(" + exprs_.widened(node.begin) + ", " + exprs_.widened(node.end) + ", [&](int64_t " +
               node.name + ")");
  emit_body_of(node.body);
  writer_.close(");");
}

/// Emits the prefix sum of the loop's work as a lambda. Returns the arguments of the scheduler's call, up to the
/// context.
std::string FunctionEmitter::emit_work(const loop::Parallel& node) {
  const std::string before = fresh("before");
  const bool is_by_lanes = node.unit == loop::Parallel::Unit::lanes;
  used_.insert(before);
  types_[node.index] = Type::i64;
  const loop::Expr of_each = loop::index_variable(node.index);
  const std::set<std::string> used = node.work ? loop::own_reads(node.work->before) : std::set<std::string>();
  const std::string head = "const auto " + before + " = [" + captured_by(used) + "](int64_t " + node.index + ")";
  const std::string sum =
      "return " +
      (is_by_lanes ? node.index + " / " + lanes_per_unit : exprs_.widened(node.work ? node.work->before : of_each)) +
      ";";
  constexpr std::size_t most_on_one_line = 80;
  if (head.size() + sum.size() <= most_on_one_line) {
    writer_.line(head + " { " + sum + " };");
  } else {
    writer_.open(head);
    writer_.line(sum);
    writer_.close(";");
  }
  std::string worth = "SCORCH_GRAIN";
  if (is_by_lanes) worth += std::string(" / ") + lanes_per_unit;
  if (node.work)
    for (const loop::Expr& steps : node.work->steps)
      worth += " / " + parenthesized(exprs_.bound_text(steps), Binding::unary);
  if (node.unit == loop::Parallel::Unit::chunks) worth = "1";
  return exprs_.widened(node.begin) + ", " + exprs_.bound(node.end) + ", " + before + ", " + worth + ", " +
         chunks_per_thread(node);
}

/// A parallel loop without workspaces: threads call it in chunks.
void FunctionEmitter::emit_chunks(const loop::Parallel& node) {
  shared_.use("in_chunks");
  uses_context_ = true;
  const std::string part = fresh("part");
  const std::string shared_out = emit_work(node);
  used_.insert(part);  // another loop may follow in this scope
  writer_.open("const auto " + part + " = [" + captured_by(node, loop::used_names(node.body)) + "](int64_t " +
               node.share.first + ", int64_t " + node.share.last + ")");
  emit(node.body);
  writer_.close(";");
  writer_.line("scorch_in_chunks(" + shared_out + ", context, " + part + ");");
}

}  // namespace scorchc::emit
