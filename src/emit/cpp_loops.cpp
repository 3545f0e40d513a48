// Prints loops: sequential ones, parallel ones in chunks, and outlined ones, which are compiled for several vector
// widths.
#include <algorithm>
#include <utility>

#include "emit/cpp_dispatch.h"
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

/// Chunk size of OpenMP's dynamic schedule, in iterations. In a vector loop an iteration is a single lane.
std::string step_of(const loop::For& node) { return node.chunked ? "1" : node.vector ? "4096" : "64"; }

// A parallel vector loop is split at multiples of this number of lanes: part of a tile takes as long as all of it, and
// threads that store to the same cache line wait for each other.
constexpr const char* lanes_per_unit = "64";

/// OpenMP's schedule clause. If `apart`, each iteration is a chunk already; iterations of a chunked loop go to one
/// thread each.
std::string schedule(const loop::For& node, bool apart) {
  if (node.chunked) return "schedule(static)";
  return "schedule(dynamic" + (apart ? std::string() : ", " + step_of(node)) + ")";
}

/// Chunks per thread: several if work is only estimated, so that a thread that finishes early takes more.
const char* chunks_per_thread(const loop::Parallel& node) { return node.work && !node.work->is_known ? "8" : "1"; }

std::vector<const loop::For*> vector_loops(const loop::Stmt& stmt) {
  std::vector<const loop::For*> found;
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
    if (const loop::For* node = each.as<loop::For>(); node && node->vector) found.push_back(node);
  });
  return found;
}

std::string cleanup_of(const Block& locals) {
  for (const loop::Stmt& stmt : locals) {
    if (const loop::LocalArray* array = stmt.as<loop::LocalArray>()) return array->cleanup_object;
    if (const loop::Tuples* tuples = stmt.as<loop::Tuples>()) return tuples->cleanup_object;
  }
  return {};
}

/// Names of variables that the statement declares, that it assigns, and that it both assigns and reads in the condition
/// of a while loop (`advanced`).
struct Changes {
  std::set<std::string> declared, assigned, advanced;
  explicit Changes(const loop::Stmt& stmt) {
    loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
      if (const loop::Declare* node = each.as<loop::Declare>()) declared.insert(node->name);
      if (const loop::For* node = each.as<loop::For>()) declared.insert(node->name);
      if (const loop::Assign* node = each.as<loop::Assign>()) assigned.insert(node->name);
      if (const loop::MergeLists* node = each.as<loop::MergeLists>())
        for (const loop::MergeLists::List& list : node->lists) assigned.insert(list.position);
    });
    loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
      const loop::While* node = each.as<loop::While>();
      for (const std::string& name : assigned)
        if (node && loop::reads_any(node->condition, {name})) advanced.insert(name);
    });
  }
};

/// Whether the statement does nothing but run the target loop any number of times.
bool leads_to(const loop::Stmt& stmt, const loop::For* target, const Changes& changes) {
  if (stmt.as<loop::For>() == target) return true;
  if (const loop::Assign* assign = stmt.as<loop::Assign>())
    return changes.declared.count(assign->name) > 0 || changes.advanced.count(assign->name) > 0;
  const bool is_harmless = stmt.as<loop::For>() || stmt.as<loop::While>() || stmt.as<loop::If>() ||
                           stmt.as<loop::Declare>() || stmt.as<loop::Prefetch>() || stmt.as<loop::Comment>();
  const std::vector<const Block*> inside = loop::blocks(stmt);
  return is_harmless && std::all_of(inside.begin(), inside.end(), [&](const Block* block) {
           return std::all_of(block->begin(), block->end(),
                              [&](const loop::Stmt& each) { return leads_to(each, target, changes); });
         });
}

/// Whether the statement contains a register block of rows, which makes the tiles of its vector loop itself.
bool has_rows(const loop::Stmt& stmt) {
  bool found = false;
  loop::for_each_statement({stmt}, [&](const loop::Stmt& each) {
    const loop::For* node = each.as<loop::For>();
    found = found || (node && loop::rows_around(*node));
  });
  return found;
}

/// The only vector loop of the nest, if its extent is invariant and everything around it only runs it. As lanes are
/// independent, its loop over tiles can then be moved outside the nest. Null otherwise.
const loop::For* sole_vector_loop(const loop::Stmt& stmt) {
  const std::vector<const loop::For*> loops = vector_loops(stmt);
  if (loops.size() != 1 || loops[0] == stmt.as<loop::For>() || has_rows(stmt)) return nullptr;
  const Changes changes(stmt);
  const loop::Lanes lanes = loop::lanes_of(*loops[0]);
  const bool is_free = leads_to(stmt, loops[0], changes) && lanes.sums.empty() && !lanes.positions &&
                       !loop::reads_any(loops[0]->end, changes.declared);
  return is_free ? loops[0] : nullptr;
}

}  // namespace

bool has_vector_loop(const loop::Stmt& stmt) { return !vector_loops(stmt).empty(); }

std::string FunctionEmitter::fresh(const std::string& wanted) const {
  std::string name = wanted;
  for (int n = 2; used_.count(name) > 0; ++n) name = wanted + std::to_string(n);
  return name;
}

void FunctionEmitter::emit(const loop::For& node) {
  if (node.share) return emit_share(node);
  const LoopMark mark(writer_, node.origin);
  if (!node.locals.empty()) return emit_dividing_region(node);
  if (depth_ == 0 && !node.parallel && has_vector_loop(node)) return outline_loop(node, {});
  const bool is_settled = depth_ > 0 && !node.parallel && specialise_tile(node);
  emit_loop(node);
  if (is_settled) close_specialised_tile();
}

/// In a function with several nests around vector loops, each is unswitched on its tile where it begins.
bool FunctionEmitter::specialise_tile(const loop::Stmt& nest) {
  const loop::For* sole = hoisted_tiles_.empty() ? sole_vector_loop(nest) : nullptr;
  if (!sole) return false;
  hoisted_tiles_ = fresh("tiles");
  writer_.open(inner_tiles(*sole) + ", [&](const auto& " + hoisted_tiles_ + ") SCORCH_INLINE_LAMBDA");
  return true;
}

void FunctionEmitter::close_specialised_tile() {
  hoisted_tiles_.clear();
  writer_.close(");");
}

/// The call that chooses the tiles, up to the arguments that follow the extent.
std::string FunctionEmitter::inner_tiles(const loop::For& sole) {
  const loop::Lanes lanes = loop::lanes_of(sole);
  const std::string tiles =
      reduce_unrolled_ ? std::string("scorch_unrolled_tiles<") + (lanes.repeatable ? "true" : "false") + ", "
                       : std::string(lanes.repeatable ? "scorch_inner_tiles<" : "scorch_disjoint_inner_tiles<");
  return tiles + std::string(type_name(lanes.element)) + ", " + fresh("bytes") + ">(" + exprs_.bound(sole.end);
}

/// The condition for several accumulators: long rows, and no prefetching, since rows worth prefetching have more lanes
/// than such tiles.
std::string FunctionEmitter::reduce_unrolled_if(const std::string& long_rows) const {
  std::string condition;
  for (const std::string& is_large : prefetch_flags_) condition += "!" + is_large + " && ";
  return condition + long_rows;
}

void FunctionEmitter::emit(const loop::ChunkCount& node) {
  shared_.use("threads");
  uses_context_ = true;
  types_[node.name] = Type::i64;
  outer_names_.push_back(node.name);
  writer_.comment(node.how);
  // Appending an entry takes about as long as 32 vector lanes.
  writer_.line("const int64_t " + node.name + " = scorch_threads(context, " + exprs_.widened(node.work) +
               ", SCORCH_GRAIN / 32);");
}

void FunctionEmitter::emit(const loop::While& node) {
  const LoopMark mark(writer_, node.origin);
  if (depth_ == 0 && has_vector_loop(node)) return outline_loop(node, {});
  const bool is_settled = depth_ > 0 && specialise_tile(node);
  writer_.open("while (" + exprs_.text(node.condition) + ")");
  emit_body_of(node.body);
  writer_.close();
  if (is_settled) close_specialised_tile();
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

/// The iterations of a thread's share, outlined if there are vector loops in them.
void FunctionEmitter::emit_share(const loop::For& node) {
  if (has_vector_loop(node)) return outline_loop(node, {node.share->first, node.share->last});
  emit_plain_loop(node, node.share->first, node.share->last);
}

void FunctionEmitter::emit(const loop::Parallel& node) {
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

/// A parallel loop with workspaces per thread: each thread takes chunks of iterations. A single thread does not enter
/// an OpenMP region, which would cost as much as hundreds of multiplications.
void FunctionEmitter::emit_region(const loop::Parallel& node) {
  shared_.use("on_threads");
  uses_context_ = true;
  const std::string region = fresh("region"), scheduler = fresh("scheduler");
  used_.insert(region);  // another region may follow in this scope
  const std::string shared_out = emit_work(node);
  writer_.open("const auto " + region + " = [" + captured_by(loop::used_names({node})) + "](auto& " + scheduler + ")");
  region_ = Region::returns;
  // Another region may use the same names for its lists.
  const std::set<std::string> read_around = std::exchange(read_, loop::read_names({node})), objects_around = objects_;
  emit(node.locals);
  read_ = read_around;
  writer_.line("int64_t " + node.share.first + " = 0, " + node.share.last + " = 0;");
  writer_.open("while (" + scheduler + ".next(" + node.share.first + ", " + node.share.last + "))");
  emit(node.body);
  writer_.close();
  writer_.line("return true;");
  region_ = Region::none;
  objects_ = objects_around;
  writer_.close(";");
  const std::string call = "scorch_on_threads(" + shared_out + ", context, " + region + ")";
  return_if("!" + call, status_name(loop::Status::out_of_memory), cleanup_of(node.locals));
}

/// The same for loops that divide integers: an OpenMP region, as threads also report divisions by zero to the function.
void FunctionEmitter::emit_dividing_region(const loop::For& node) {
  const std::string flag(out_of_memory_flag);
  std::string region = "#if defined(_OPENMP)\n#pragma omp parallel " + threads(node) + " reduction(| : " + flag;
  const std::size_t start = writer_.text().size();
  writer_.open("");
  region_ = Region::marks;
  // Another region may use the same names for its lists.
  const std::set<std::string> read_around = std::exchange(read_, loop::read_names({node}));
  emit(node.locals);
  read_ = read_around;
  emit_iterations(node);
  region_ = Region::none;
  writer_.close();
  region += ")";
  region += " reduction(max : " + status_variable(function_) + ")";
  writer_.insert(start, region + "\n#endif\n");
  return_if(flag + " != 0", status_name(loop::Status::out_of_memory), cleanup_of(node.locals));
}

/// The loop itself: iteration by iteration, or in chunks, each of which is a call of an outlined loop.
void FunctionEmitter::emit_iterations(const loop::For& node) {
  const bool apart = has_vector_loop(node);
  const std::string step = step_of(node);
  if (region_ == Region::marks)
    writer_.raw("#if defined(_OPENMP)\n#pragma omp for " + schedule(node, apart) + "\n#endif\n");
  if (apart) {
    const std::string begin = fresh(node.name + "_begin"), end = fresh(node.name + "_end");
    const std::string bound = exprs_.bound(node.end);
    writer_.open("for (int64_t " + begin + " = " + exprs_.widened(node.begin) + "; " + begin + " < " + bound + "; " +
                 begin + " += " + step + ")");
    if (region_ == Region::marks) writer_.line("if (" + std::string(out_of_memory_flag) + " != 0) continue;");
    writer_.line("const int64_t " + end + " = " + bound + " - " + begin + " > " + step + " ? " + begin + " + " + step +
                 " : " + exprs_.widened(node.end) + ";");
    outline_loop(node, {begin, end});
  } else {
    open_loop(node, exprs_.widened(node.begin), exprs_.bound(node.end));
    if (region_ == Region::marks) writer_.line("if (" + std::string(out_of_memory_flag) + " != 0) continue;");
    emit_body_of(node.body);
  }
  writer_.close();
}

void FunctionEmitter::emit_sequential(const loop::For& node, const std::string& begin, const std::string& end) {
  if (&node == reduce_unrolled_) return emit_unrolled_reduction(node, begin, end);
  if (const std::optional<loop::Rows> rows = loop::rows_around(node)) return emit_row_block(node, *rows, begin, end);
  if (const std::optional<loop::IterationSum> parts = loop::sum_of_iteration(node)) {
    if (!parts->in_order) return emit_batched_dot(node, *parts, begin, end);
    const bool has_many = depth_ == 1 || node.begin == loop::integer(0);  // the entries of a single row may be too few
    if (has_many) return emit_batched_reduction(node, *parts, begin, end);
  }
  emit_plain_loop(node, begin, end);
}

void FunctionEmitter::emit_plain_loop(const loop::For& node, const std::string& begin, const std::string& end) {
  open_loop(node, begin, end);
  emit_body_of(node.body);
  writer_.close();
}

void FunctionEmitter::emit(const loop::ForNonempty& node) {
  const std::string begin = node.share ? node.share->first : exprs_.widened(node.begin),
                    end = node.share ? node.share->last : exprs_.bound(node.end);
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

void FunctionEmitter::open_loop(const loop::For& node, const std::string& begin, const std::string& end) {
  types_[node.name] = Type::i64;
  writer_.open("for (int64_t " + node.name + " = " + begin + "; " + node.name + " < " + end + "; ++" + node.name + ")");
}

/// Clauses for the number of threads: a single chunk starts none.
std::string FunctionEmitter::threads(const loop::For& node) {
  shared_.use("threads");
  const std::string iterations = exprs_.widened(loop::sub(node.end, node.begin)), step = step_of(node);
  return "if (" + iterations + " > " + step + ") \\\n    num_threads(scorch_threads(context, " + iterations + ", " +
         step + "))";
}

void FunctionEmitter::emit_loop(const loop::For& node) {
  if (node.vector && loop::lanes_of(node).positions) return emit_position_loop(node);
  if (node.vector && !node.parallel) return emit_vector_loop(node, "0", exprs_.bound(node.end));
  const std::size_t start = writer_.text().size();
  const int divisions = exprs_.divisions();
  if (node.chunked && !node.parallel) return emit_ordered_for(node);
  if (!node.parallel) {
    if (node.unroll > 1)
      writer_.raw("#if defined(__GNUC__)\n#pragma GCC unroll " + std::to_string(node.unroll) + "\n#endif\n");
    emit_sequential(node, exprs_.widened(node.begin), exprs_.bound(node.end));
    return;
  }
  emit_iterations(node);
  std::string pragma = "#pragma omp parallel for " + schedule(node, has_vector_loop(node)) + " " + threads(node);
  if (exprs_.divisions() > divisions) pragma += " reduction(max : " + status_variable(function_) + ")";
  writer_.insert(start, "#if defined(_OPENMP)\n" + pragma + "\n#endif\n");
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
  writer_.open("const auto " + part + " = [" + captured_by(loop::used_names(node.body)) + "](int64_t " +
               node.share.first + ", int64_t " + node.share.last + ")");
  emit(node.body);
  writer_.close(";");
  writer_.line("scorch_in_chunks(" + shared_out + ", context, " + part + ");");
}

/// The parameters of an outlined loop: what it uses that is declared outside it.
std::vector<FunctionEmitter::Parameter> FunctionEmitter::parameters_of(const std::set<std::string>& used,
                                                                       const loop::Stmt& loop) const {
  const Changes changes(loop);
  std::vector<Parameter> parameters;
  std::set<std::string> taken;
  for (const std::string& name : outer_names_) {
    if (!used.count(name) || changes.declared.count(name) || !taken.insert(name).second) continue;
    const auto array = arrays_.find(name);
    const std::string type = array != arrays_.end() ? array->second : std::string(type_name(types_.at(name))) + " ";
    const bool is_assigned = array == arrays_.end() && changes.assigned.count(name) > 0;
    parameters.push_back({type, name, is_assigned ? fresh(name + "_outside") : ""});
  }
  return parameters;
}

std::string FunctionEmitter::longest_vectors(const loop::Stmt& stmt) {
  const Changes changes(stmt);
  std::set<std::string> lengths;
  for (const loop::For* loop : vector_loops(stmt)) {
    // The end of a segment of positions is not a length, and may be unknown before the loops.
    const std::set<std::string> reads = loop::own_reads(loop->end);
    const bool is_known =
        !loop::lanes_of(*loop).positions && std::none_of(reads.begin(), reads.end(), [&](const std::string& name) {
          return changes.declared.count(name) > 0 || changes.assigned.count(name) > 0;
        });
    if (!is_known) return lanes_of_fibres(stmt);
    lengths.insert(exprs_.text(loop->end));
  }
  std::string longest;
  for (const std::string& length : lengths)
    longest = longest.empty() ? length : shared_.use("max", Type::i64) + "(" + longest + ", " + length + ")";
  return longest;
}

void FunctionEmitter::outline_loop(const loop::Stmt& stmt, const std::vector<std::string>& leading) {
  shared_.use("dispatch_isa");
  const std::string name =
      loop_symbol(module_, function_) + (outlined_loops_ > 0 ? "_" + std::to_string(outlined_loops_ + 1) : "");
  ++outlined_loops_;
  std::string declarations, arguments;
  const auto add = [&](const std::string& declaration, const std::string& argument) {
    declarations += (declarations.empty() ? "" : ", ") + declaration;
    arguments += (arguments.empty() ? "" : ", ") + argument;
  };
  for (const std::string& each : leading) add("int64_t " + each, each);
  const loop::For* shared_out = leading.empty() ? nullptr : stmt.as<loop::For>();
  prefetch_flags_ = flags_of_prefetches(stmt);
  std::vector<std::string> known, written;
  std::set<std::string> used = loop::used_names(shared_out ? shared_out->body : Block{stmt});
  // The number of rows of the whole loop, not of the chunk, decides on register blocks.
  if (shared_out && loop::rows_around(*shared_out)) used.merge(loop::own_reads(stmt));
  for (const Parameter& each : parameters_of(used, stmt)) {
    if (constants_.count(each.name)) {
      known.push_back("constexpr int64_t " + each.name + " = " + constants_.at(each.name) + ";");
    } else if (!each.outside.empty()) {
      // A vector store may alias anything, so the compiler would reload the caller's variable after each: use a copy.
      add(each.type.substr(0, each.type.size() - 1) + "& " + each.outside, each.name);
      known.push_back(each.type + each.name + " = " + each.outside + ";");
      written.push_back(each.outside + " = " + each.name + ";");
    } else if (!prefetch_flags_.count(each.name)) {
      add(each.type + each.name, each.name);
    }
  }
  const loop::For* sole = sole_vector_loop(stmt);
  reduce_unrolled_ = sole ? unrolled_reduction(stmt, *sole) : nullptr;
  const std::string long_rows_sums = fresh("long_rows");
  if (reduce_unrolled_) {
    shared_.use("reduce_unrolled");
    writer_.line("const bool " + long_rows_sums + " = " + long_rows(stmt, *reduce_unrolled_) + ";");
    add("bool " + long_rows_sums, long_rows_sums);
  }
  Writer around = std::exchange(writer_, Writer{});
  const Region region_around = std::exchange(region_, Region::none);
  writer_.raw("namespace {\n");
  writer_.comment("Outlined loop, compiled for each vector width: scorch_dispatch_isa calls it.");
  if (!prefetch_flags_.empty()) writer_.line("template <" + listed_flags(prefetch_flags_, "bool ") + ">");
  writer_.open("struct " + name);
  writer_.line("template <size_t " + fresh("bytes") + ">");
  writer_.open("static SCORCH_INLINE void run(" + declarations + ")");
  for (const std::string& each : known) writer_.line(each);
  ++depth_;
  const std::string loops = fresh("loops");
  if (sole) {
    hoisted_tiles_ = fresh("tiles");
    writer_.open("const auto " + loops + " = [&](const auto& " + hoisted_tiles_ + ") SCORCH_INLINE_LAMBDA");
  }
  if (const loop::While* repeated = stmt.as<loop::While>()) {
    emit(*repeated);
  } else {
    const loop::For& node = *stmt.as<loop::For>();
    const LoopMark mark(writer_, node.origin);
    if (!shared_out)
      emit_loop(node);
    else if (node.vector)
      emit_vector_loop(node, leading[0], leading[1]);
    else
      emit_sequential(node, leading[0], leading[1]);
  }
  if (sole) {
    hoisted_tiles_.clear();
    writer_.close(";");
    writer_.line(inner_tiles(*sole) + ", " + (reduce_unrolled_ ? reduce_unrolled_if(long_rows_sums) + ", " : "") +
                 loops + ");");
    reduce_unrolled_ = nullptr;
  }
  --depth_;
  for (const std::string& each : written) writer_.line(each);
  writer_.close();
  writer_.close(";");
  writer_.raw("}  // namespace\n\n");
  outlined_ += writer_.text();
  writer_ = std::move(around);
  region_ = region_around;
  const std::string element(type_name(loop::lanes_of(*vector_loops(stmt).front()).element));
  std::string rest = ", " + element;
  for (const InstructionSet set : module_.instruction_sets) {
    // Both have vectors of 16 bytes, and `generic` is available wherever `sse2` is.
    if (set == InstructionSet::sse2 && module_.instruction_sets.back() == InstructionSet::generic) continue;
    shared_.use(scorchc::name(set));
    rest += ", scorch_" + std::string(scorchc::name(set));
  }
  call_outlined(name, std::exchange(prefetch_flags_, {}),
                rest + ">(" + longest_vectors(stmt) + ", " + arguments + ");");
}

}  // namespace scorchc::emit
