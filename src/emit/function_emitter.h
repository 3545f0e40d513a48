// One function of loop IR in C++, statement by statement: cpp_stmt.cpp, what it has of its own in cpp_locals.cpp, its
// loops in cpp_loops.cpp, vector loops in cpp_vectors.cpp, cpp_row_block.cpp, cpp_simd_gather.cpp and
// cpp_batched_dot.cpp, unions in cpp_merges.cpp, what is left to a BLAS in cpp_matmul.cpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emit/cpp_expr.h"
#include "emit/cpp_shared.h"
#include "emit/writer.h"
#include "ir/loop.h"
#include "ir/loop_lanes.h"
#include "ir/loop_rows.h"
#include "ir/loop_sums.h"

namespace scorchc::emit {

bool has_vector_loop(const loop::Stmt& stmt);

class FunctionEmitter {
 public:
  FunctionEmitter(const loop::Module& module, const loop::Function& function, SharedBlocks& shared);

  /// The function's definition, behind those of the loops that stand for themselves.
  std::string definition();

 private:
  // cpp_stmt.cpp
  void emit_body();
  void emit(const loop::Block& block);
  /// The same in braces: what is declared there is not seen behind it.
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
  void emit(const loop::ChunkCount& node);
  void emit(const loop::While& node);
  void emit(const loop::ForEach& node);
  void emit_between(const std::string& begin, const std::string& end, const loop::For& node);
  void emit_region(const loop::For& node);
  void emit_dividing_region(const loop::For& node);
  void emit_loop(const loop::For& node);
  void emit_iterations(const loop::For& node);
  void emit_chunks(const loop::For& node);
  std::string emit_work(const loop::For& node);
  std::string captured_by(const std::set<std::string>& used) const;
  void emit_one_by_one(const loop::For& node, const std::string& begin, const std::string& end);
  void open_loop(const loop::For& node, const std::string& begin, const std::string& end);
  void emit_each(const loop::For& node, const std::string& begin, const std::string& end);
  void emit_ordered_for(const loop::For& node);
  void emit_body_of(const loop::Block& body);
  std::string threads(const loop::For& node);
  /// The loop becomes a function of its own, which is compiled for vectors of several widths, and is called here,
  /// `leading` arguments first.
  void outline_loop(const loop::Stmt& stmt, const std::vector<std::string>& leading);
  // cpp_dispatch.cpp
  void call_outlined(const std::string& name, std::set<std::string> flags, const std::string& rest);
  struct Parameter {
    std::string type, name;
    std::string outside;  // of one that the loop assigns: what the caller's is called
  };
  /// How many lanes its longest vector loop has: `k_size`.
  std::string longest_vectors(const loop::Stmt& stmt);
  // cpp_simd_gather.cpp
  std::vector<std::string> count_entries(const std::vector<const loop::For*>& levels);
  std::string lanes_of_fibres(const loop::Stmt& stmt);
  const loop::For* unrolled_reduction(const loop::Stmt& stmt, const loop::For& vector_loop);
  std::string long_rows(const loop::Stmt& stmt, const loop::For& sums);
  std::vector<Parameter> parameters_of(const std::set<std::string>& used, const loop::Stmt& loop) const;
  /// A name that nothing in the function has.
  std::string fresh(const std::string& wanted) const;

  // cpp_matmul.cpp
  void emit_product(const loop::For& node);

  // cpp_vectors.cpp
  struct VectorLoop {
    const loop::For& node;
    loop::Lanes lanes;
    std::string tile, vector, lane;  // what the tile, the type of its vectors, and a vector's number are called
    std::string first = {};          // of positions: what the first one is called,
    std::map<std::string, std::string> gathered = {};  // and what has been looked up: the names of its vectors
    std::string reduce_unrolled = {};                  // the sum to whose parts a loop inside adds in turn
    std::string row = {};                              // where tiles have vectors of several rows: the loop over these
  };
  /// The function that covers such a loop with tiles.
  static std::string tiles_of(const loop::Lanes& lanes);
  std::string inner_tiles(const loop::For& sole);
  std::string reduce_unrolled_if(const std::string& long_rows) const;
  /// Whether a call was opened that settles the tiles of the vector loop in the nest, which `close_specialised_tile`
  /// closes.
  bool specialise_tile(const loop::Stmt& nest);
  void close_specialised_tile();
  void emit_vector_loop(const loop::For& node, const std::string& begin, const std::string& end);
  /// Whether it was a statement on values that vary from lane to lane.
  bool emit_for_lanes(const loop::Stmt& stmt);
  bool is_one_value(const loop::Expr& expr) const;
  /// What `body` writes, behind the name of the type of its vectors if it has any.
  template <class Body>
  void with_type_of_vectors(const Body& body) {
    const std::size_t start = writer_.text().size();
    const std::string type =
        writer_.indentation() + "typedef typename decltype(" + vector_->tile + ")::vector " + vector_->vector + ";\n";
    body();
    if (writer_.text().find(vector_->vector, start) != std::string::npos) writer_.insert(start, type);
  }
  void for_each_vector(const std::vector<std::string>& lines);
  ExprText lane_text(const loop::Expr& expr, std::vector<std::string>& lines);
  std::string lane_value(const loop::Expr& expr, std::vector<std::string>& lines);
  std::string lane_update(const std::string& place, loop::Update how, const loop::Expr& value,
                          std::vector<std::string>& lines);
  std::string lane_place(const std::string& array, const loop::Expr& index);
  std::string named(const std::string& text, std::vector<std::string>& lines);

  // cpp_merges.cpp
  /// The union of lists until one of them ends, if such a union is all that the loop does. Whether nothing is left for
  /// the loop.
  bool emit_merge(const loop::While& node);

  // cpp_row_block.cpp
  void emit_rows(const loop::For& node, const loop::Rows& rows, const std::string& begin, const std::string& end);

  // cpp_batched_dot.cpp
  void emit_sums(const loop::For& node, const loop::IterationSum& parts, const std::string& begin,
                 const std::string& end);
  void emit_batched_dot_in_order(const loop::For& node, const loop::IterationSum& parts, const std::string& begin,
                                 const std::string& end);
  void emit_unrolled_reduction(const loop::For& node, const std::string& begin, const std::string& end);

  // cpp_simd_gather.cpp
  void emit_position_loop(const loop::For& node);
  std::string open_terms(const loop::For& node);
  void emit_terms();
  /// The vector of what the positions' lanes read.
  std::string lanes_at_positions(const loop::Load& load);
  void emit_indices_of(const loop::Load& load);

  const loop::Module& module_;
  const loop::Function& function_;
  SharedBlocks& shared_;
  ExprEmitter exprs_;
  Writer writer_;
  std::map<std::string, loop::Type> types_;       // of variables
  std::map<std::string, std::string> arrays_;     // how each is declared: `const float* `
  std::vector<std::string> outer_names_;          // of both, in the order in which they were declared outside of loops
  std::map<std::string, std::string> constants_;  // of these, numbers that stand in the code
  std::set<std::string> used_;                    // all names of the function
  std::set<std::string> objects_;                 // names of what is more than a pointer or a number, and can be seen
  std::set<std::string> read_;                    // names that the function reads, or the region
  std::string outlined_;                          // the functions of loops that stand for themselves
  int outlined_loops_ = 0;
  int depth_ = 0;                               // loops around the statement
  std::optional<VectorLoop> vector_;            // the vector loop around the statement
  std::set<std::string> own_;                   // constants that each of the rows around the statement has for itself
  const loop::For* reduce_unrolled_ = nullptr;  // the loop whose sums are formed in turn, if they are long
  std::string tiles_outside_;                   // what the tiles are called that are settled outside of the loops
  std::set<std::string> settled_;               // flags that are settled outside of the loops
  /// How a parallel region says that memory is missing: as a function does, or by a mark, where it is one of OpenMP's.
  enum class Region { none, returns, marks } region_ = Region::none;
  bool uses_context_ = false;
};

/// What a region of OpenMP's sets where memory is missing.
inline constexpr std::string_view missing_memory = "out_of_memory";
std::string_view status_name(loop::Status status);
std::string size_of(loop::Type type);

}  // namespace scorchc::emit
