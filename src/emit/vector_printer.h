// Prints the vector loops of a function. The body is written for a register tile of neighbouring coordinates: values
// that vary between lanes become arrays of vectors, which compilers keep in registers; everything else stays scalar.
// The class is implemented in
//   cpp_vectors.cpp      vector loops in register tiles
//   cpp_row_block.cpp    register blocks of rows
//   cpp_simd_gather.cpp  vector loops over positions
//   cpp_batched_dot.cpp  batched dot products, unrolled reductions
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "emit/function_text.h"
#include "ir/loop.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {

class VectorPrinter : PartPrinter {
 public:
  /// `text` and `statements`, which prints the statements in vector loops, must outlive the printer.
  VectorPrinter(FunctionText& text, StatementPrinter& statements) : PartPrinter(text), statements_(statements) {}

  void print(const loop::VectorFor& node);
  void print(const loop::RowBlock& node);
  void print(const loop::BatchedSums& node);
  void print(const loop::UnrolledSum& node);
  /// Whether a nest is the root of an outlined function, or inside of one. The lambda of a root has a name.
  enum class Place { root, inside };
  void print(const loop::SpecialisedTile& node, Place place);

  /// Emits the statement if it is in a vector loop and works on values that vary between lanes; returns whether it did.
  bool emit_for_lanes(const loop::Stmt& stmt);

 private:
  struct VectorLoop {
    const loop::VectorFor& node;
    std::string tile, vector, lane;  // names of the tile, of its vector type, and of the index of a vector in it
    std::string first;               // loops over positions: name of the tile's first position
    std::map<std::string, std::string> gathered = {};  // loops over positions: vector names of gathered loads
    std::string reduce_unrolled = {};                  // sum with several accumulators in a loop inside, if any
    std::string row = {};                              // register blocks: variable of the loop over rows
  };
  void enter(const loop::VectorFor& node);
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
  bool declare_for_lanes(const loop::Declare& node);
  void for_each_vector(const std::vector<std::string>& lines);
  ExprText lane_text(const loop::Expr& expr, std::vector<std::string>& lines);
  std::string lane_value(const loop::Expr& expr, std::vector<std::string>& lines);
  std::string lane_mask(const loop::Expr& condition, std::vector<std::string>& lines);
  void lane_update(const std::string& place, loop::Update how, const loop::Expr& value,
                   std::vector<std::string>& lines);
  std::string lane_place(const std::string& array, const loop::Expr& index);
  std::string named(const std::string& text, std::vector<std::string>& lines);

  // cpp_batched_dot.cpp
  void open_batched_dot(const loop::BatchedSums& node, const loop::BatchedParts& parts);
  void open_batched_reduction(const loop::BatchedSums& node, const loop::BatchedParts& parts);

  // cpp_simd_gather.cpp
  void emit_position_loop(const loop::VectorFor& node);
  std::string open_terms(const loop::VectorFor& node);
  void emit_terms();
  /// Expression for the vector of values that the lanes load.
  std::string lanes_at_positions(const loop::Load& load);

  StatementPrinter& statements_;
  std::optional<VectorLoop> vector_;  // the vector loop around the statement
  std::set<std::string> own_;         // constants that differ between rows of the register block around
  std::string hoisted_tiles_;         // name of the tiles that are chosen outside the loops, if any
};

}  // namespace scorchc::emit
