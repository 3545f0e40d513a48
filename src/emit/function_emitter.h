// Prints one function of loop IR as C++, statement by statement. The class is implemented in
//   cpp_stmt.cpp         functions and plain statements
//   cpp_locals.cpp       local arrays, bitsets and tuples
//   cpp_loops.cpp        loops, parallel regions, outlining
//   cpp_dispatch.cpp     calls of outlined loops
//   cpp_vectors.cpp      vector loops in register tiles
//   cpp_row_block.cpp    register blocks of rows
//   cpp_simd_gather.cpp  vector loops over positions
//   cpp_batched_dot.cpp  batched dot products, unrolled reductions
//   cpp_merges.cpp       branch-free merges of coordinate lists
//   cpp_matmul.cpp       dense matrix products as BLAS calls
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/cpp_expr.h"
#include "emit/cpp_shared.h"
#include "emit/writer.h"
#include "ir/loop.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {

class FunctionEmitter {
 public:
  FunctionEmitter(const loop::Module& module, const loop::Function& function, SharedBlocks& shared);

  /// The function's definition, preceded by the outlined loops that it calls.
  std::string definition();

 private:
  // cpp_stmt.cpp
  void emit(const loop::Block& block);
  /// Emits the block as a nested scope: its objects are out of scope afterwards.
  void emit_scope(const loop::Block& block);
  void emit(const loop::Stmt& stmt);
  void emit(const loop::Declare& node);
  void emit(const loop::BindArray& node);
  void emit(const loop::SetField& node);
  void update(const std::string& place, loop::Type type, loop::Update how, const loop::Expr& old,
              const loop::Expr& value);
  void emit(const loop::If& node);
  void emit(const loop::ReturnIfNull& node);
  void emit(const loop::Allocate& node);
  void emit(const loop::Grow& node);
  void emit(const loop::Shrink& node);
  void emit(const loop::Move& node);
  void emit(const loop::CallPhase& node);
  void emit(const loop::ReturnStatus& node);
  std::string listed(const std::vector<loop::Expr>& exprs);
  void memory_is_missing_if(const std::string& condition, const std::string& cleanup_object);
  void return_if(const std::string& condition, std::string_view status, const std::string& cleanup_object);
  void emit_cleanup(const std::string& object);
  std::string releasable(const std::string& object) const;
  loop::Type field_type(const std::string& object, const std::string& field) const;

  // cpp_locals.cpp
  void emit(const loop::LocalArray& node);
  void emit(const loop::Tuples& node);
  void emit(const loop::AddTuple& node);
  void emit(const loop::SortList& node);
  void emit(const loop::SetBit& node);
  void emit(const loop::NonzeroWords& node);
  void emit(const loop::LoadMask& node);
  void emit(const loop::PopLowestBit& node);

  // cpp_loops.cpp
  void emit(const loop::For& node);
  void emit(const loop::ForNonempty& node);
  void emit(const loop::VectorFor& node);
  void emit(const loop::BatchedSums& node);
  void emit(const loop::Parallel& node);
  void emit(const loop::ChunkCount& node);
  void emit(const loop::While& node);
  void emit(const loop::ForEach& node);
  void emit_region(const loop::Parallel& node);
  void emit_chunks(const loop::Parallel& node);
  std::string emit_work(const loop::Parallel& node);
  std::string captured_by(const std::set<std::string>& used) const;
  std::string captured_by(const loop::Parallel& node, const std::set<std::string>& used) const;
  void emit_ordered_for(const loop::For& node);
  void emit_body_of(const loop::Block& body);
  /// The first iteration of the loop, and the end as the right operand of a comparison: of a thread's share, if it runs
  /// over one.
  template <class Loop>
  std::pair<std::string, std::string> bounds_of(const Loop& node) {
    if (node.share) return {node.share->first, node.share->last};
    return {exprs_.widened(node.begin), exprs_.bound(node.end)};
  }
  // cpp_dispatch.cpp
  void emit(const loop::Outlined& node);
  void emit(const loop::SpecialisedTile& node);
  void call_outlined(const std::string& name, std::set<std::string> flags, const std::string& rest);
  /// `wanted`, with a number appended if the function already uses that name.
  std::string fresh(const std::string& wanted) const;

  // cpp_matmul.cpp
  void emit(const loop::Matmul& product);

  // cpp_vectors.cpp
  struct VectorLoop {
    const loop::VectorFor& node;
    std::string tile, vector, lane;  // names of the tile, of its vector type, and of the index of a vector in it
    std::string first = {};          // loops over positions: name of the tile's first position
    std::map<std::string, std::string> gathered = {};  // loops over positions: vector names of gathered loads
    std::string reduce_unrolled = {};                  // sum with several accumulators in a loop inside, if any
    std::string row = {};                              // register blocks: variable of the loop over rows
  };
  /// Name of the function that covers such a loop with tiles: `scorch_tiles` or `scorch_disjoint_tiles`.
  static std::string tiles_of(const loop::VectorFor& node);
  void emit_vector_loop(const loop::VectorFor& node, const std::string& begin, const std::string& end);
  /// Emits the statement if it works on values that vary between lanes; returns whether it did.
  bool emit_for_lanes(const loop::Stmt& stmt);
  bool is_one_value(const loop::Expr& expr) const;
  /// Runs `body`, and declares the vector type before its output if the output uses that type.
  template <class Body>
  void with_type_of_vectors(const Body& body) {
    const std::size_t start = writer_.text().size();
    const std::string type =
        writer_.indentation() + "typedef typename decltype(" + vector_->tile + ")::vector " + vector_->vector + ";\n";
    body();
    const std::string_view written = std::string_view(writer_.text()).substr(start);
    if (contains_identifier(written, vector_->vector)) writer_.insert(start, type);
  }
  void for_each_vector(const std::vector<std::string>& lines);
  ExprText lane_text(const loop::Expr& expr, std::vector<std::string>& lines);
  std::string lane_value(const loop::Expr& expr, std::vector<std::string>& lines);
  std::string lane_update(const std::string& place, loop::Update how, const loop::Expr& value,
                          std::vector<std::string>& lines);
  std::string lane_place(const std::string& array, const loop::Expr& index);
  std::string named(const std::string& text, std::vector<std::string>& lines);

  // cpp_merges.cpp
  void emit(const loop::MergeLists& node);

  // cpp_row_block.cpp
  void emit(const loop::RowBlock& node);

  // cpp_batched_dot.cpp
  void emit_batched_dot(const loop::BatchedSums& node, const loop::BatchedParts& parts, const std::string& begin,
                        const std::string& end);
  void emit_batched_reduction(const loop::BatchedSums& node, const loop::BatchedParts& parts, const std::string& begin,
                              const std::string& end);
  void emit(const loop::UnrolledSum& node);

  // cpp_simd_gather.cpp
  void emit_position_loop(const loop::VectorFor& node);
  std::string open_terms(const loop::VectorFor& node);
  void emit_terms();
  /// Expression for the vector of values that the lanes load.
  std::string lanes_at_positions(const loop::Load& load);
  void emit_indices_of(const loop::Load& load);

  const loop::Module& module_;
  const loop::Function& function_;
  SharedBlocks& shared_;
  ExprEmitter exprs_;
  Writer writer_;
  std::map<std::string, loop::Type> types_;       // types of variables
  std::map<std::string, std::string> arrays_;     // declared types of arrays: `const float* `
  std::map<std::string, std::string> constants_;  // those of them that are integer literals, with their text
  std::set<std::string> used_;                    // all names of the function
  std::set<std::string> objects_;                 // class objects in scope, which lambdas capture by reference
  std::set<std::string> read_;                    // names read by the function, or by the parallel region being emitted
  std::string outlined_;                          // text of the outlined loops
  int outlined_loops_ = 0;
  int depth_ = 0;                         // number of loops around the statement
  std::optional<VectorLoop> vector_;      // the vector loop around the statement
  std::set<std::string> own_;             // constants that differ between rows of the register block around
  std::string hoisted_tiles_;             // name of the tiles that are chosen outside the loops, if any
  std::set<std::string> prefetch_flags_;  // prefetch flags that are template parameters of the outlined loop
  bool is_in_region_ = false;             // a parallel region, a lambda that returns false if it is out of memory
  bool uses_context_ = false;
};

std::string_view status_name(loop::Status status);
std::string size_of(loop::Type type);

}  // namespace scorchc::emit
