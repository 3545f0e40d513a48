// Prints loops: sequential ones, and parallel ones in chunks.
#include <algorithm>
#include <utility>

#include "emit/cpp_names.h"
#include "emit/cpp_stmt.h"
#include "emit/cpp_table.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "support/words.h"

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

/// Prints a loop over all iterations, or over a thread's share, whose region has the lines of the loop.
void FunctionEmitter::print(const loop::For& node) {
  std::optional<LoopMark> mark;
  if (!node.share || depth_ > 0) mark.emplace(writer_, node.origin);
  types_[node.name] = Type::i64;
  if (node.chunked && !node.share) {
    writer_.open(shared_.use("ordered_for") + "(" + exprs_.widened(node.begin) + ", " + exprs_.widened(node.end) +
                 ", [&](int64_t " + node.name + ")");
    emit_body_of(node.body);
    return writer_.close(");");
  }
  if (node.unroll > 1)
    writer_.raw("#if defined(__GNUC__)\n#pragma GCC unroll " + std::to_string(node.unroll) + "\n#endif\n");
  const auto [begin, end] = bounds_of(node);
  writer_.open("for (int64_t " + node.name + " = " + begin + "; " + node.name + " < " + end + "; ++" + node.name + ")");
  emit_body_of(node.body);
  writer_.close();
}

void FunctionEmitter::print(const loop::ChunkCount& node) {
  types_[node.name] = Type::i64;
  writer_.comment(node.how);
  // Appending an entry takes about as long as 32 vector lanes.
  call("const int64_t " + node.name + " = " + shared_.use("threads"),
       {"context", exprs_.widened(node.work), "SCORCH_GRAIN / 32"});
}

void FunctionEmitter::print(const loop::While& node) {
  const LoopMark mark(writer_, node.origin);
  writer_.open("while (" + exprs_.text(node.condition) + ")");
  emit_body_of(node.body);
  writer_.close();
}

void FunctionEmitter::print(const loop::ForEach& node) {
  open_rows(node, writer_);
  emit_body_of(node.body);
  writer_.close();
}

void FunctionEmitter::emit_body_of(const Block& body) {
  ++depth_;
  emit_scope(body);
  --depth_;
}

void FunctionEmitter::print(const loop::Parallel& node) {
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
  return_if("!" + shared_.use("on_threads") + "(" + shared_out + ", context, " + region + ")",
            loop::Status::out_of_memory, cleanup_of(node.locals));
}

void FunctionEmitter::print(const loop::ForNonempty& node) {
  const auto [begin, end] = bounds_of(node);
  std::optional<LoopMark> mark;
  if (!node.share) mark.emplace(writer_, node.origin);
  shared_.use("nonempty_rows");
  std::string positions = node.positions.back();
  for (std::size_t n = node.positions.size() - 1; n > 0; --n) {
    shared_.use("union_rows");
    positions = "scorch_union_rows_of(" + node.positions[n - 1] + ", " + positions + ")";
  }
  types_[node.name] = Type::i64;
  writer_.open("scorch_for_nonempty_rows(" + positions + ", " + begin + ", " + end + ", " +
               inlined({"int64_t " + node.name}));
  emit_body_of(node.body);
  if (node.skipped_body) {
    writer_.next(inlined({"int64_t " + node.skipped_body->begin, "int64_t " + node.skipped_body->end}));
    emit_body_of(node.skipped_body->body);
  }
  writer_.close(");");
}

/// Emits the prefix sum of the loop's work as a lambda. Returns the arguments of the scheduler's call, up to the
/// context.
std::string FunctionEmitter::emit_work(const loop::Parallel& node) {
  const std::string before = fresh("before");
  const bool is_by_lanes = node.unit == loop::Parallel::Unit::lanes;
  used_.insert(before);
  types_[node.index] = Type::i64;
  const loop::Expr sum = node.work ? node.work->before : loop::index_variable(node.index);
  const std::string head =
      "const auto " + before + " = [" + captured_by(loop::own_reads(sum)) + "](int64_t " + node.index + ")";
  const std::string body = "return " + (is_by_lanes ? node.index + " / " + lanes_per_unit : exprs_.widened(sum)) + ";";
  constexpr std::size_t most_on_one_line = 80;
  if (head.size() + body.size() <= most_on_one_line) {
    writer_.line(head + " { " + body + " };");
  } else {
    writer_.open(head);
    writer_.line(body);
    writer_.close(";");
  }
  std::string grain = is_by_lanes ? std::string("SCORCH_GRAIN / ") + lanes_per_unit : "SCORCH_GRAIN";
  if (node.work)
    for (const loop::Expr& steps : node.work->steps)
      grain += " / " + parenthesized(exprs_.bound_text(steps), Binding::unary);
  if (node.unit == loop::Parallel::Unit::chunks) grain = "1";
  return joined({exprs_.widened(node.begin), exprs_.bound(node.end), before, grain, chunks_per_thread(node)});
}

/// A parallel loop without workspaces: threads call it in chunks.
void FunctionEmitter::emit_chunks(const loop::Parallel& node) {
  const std::string part = fresh("part");
  const std::string shared_out = emit_work(node);
  used_.insert(part);  // another loop may follow in this scope
  writer_.open("const auto " + part + " = [" + captured_by(node, loop::used_names(node.body)) + "](int64_t " +
               node.share.first + ", int64_t " + node.share.last + ")");
  emit(node.body);
  writer_.close(";");
  call(shared_.use("in_chunks"), {shared_out, "context", part});
}

}  // namespace scorchc::emit
