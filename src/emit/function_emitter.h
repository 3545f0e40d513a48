// Prints one function of loop IR as C++, statement by statement. The class is implemented in
//   cpp_stmt.cpp         functions and plain statements
//   cpp_locals.cpp       local arrays, bitsets and tuples
//   cpp_loops.cpp        loops, parallel regions
//   cpp_dispatch.cpp     outlined loops and their calls
//   cpp_merges.cpp       branch-free merges of coordinate lists
//   cpp_matmul.cpp       dense matrix products as BLAS calls
// VectorPrinter prints vector loops.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "embed/shared_blocks.h"
#include "emit/cpp_expr.h"
#include "emit/function_text.h"
#include "emit/vector_printer.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

class FunctionEmitter : PartPrinter, StatementPrinter {
 public:
  /// `text` has no statement yet.
  FunctionEmitter(const loop::Module& module, const loop::Function& function, FunctionText& text);

  /// The function's definition, preceded by the outlined loops that it calls.
  std::string definition();

 private:
  // cpp_stmt.cpp
  void emit(const loop::Block& block) override;
  /// Emits the block as a nested scope: its objects are out of scope afterwards.
  void emit_scope(const loop::Block& block);
  void emit(const loop::Stmt& stmt) override;
  void print(const loop::Declare& node) override;
  void print(const loop::BindArray& node);
  void print(const loop::SetField& node);
  void update(const std::string& place, loop::Type type, loop::Update how, const loop::Expr& old,
              const loop::Expr& value);
  void print(const loop::If& node);
  void print(const loop::ReturnIfNull& node);
  void print(const loop::Allocate& node);
  void print(const loop::Grow& node);
  void print(const loop::Shrink& node);
  void print(const loop::Move& node);
  void print(const loop::CallPhase& node);
  void print(const loop::ReturnStatus& node);
  std::string listed(const std::vector<loop::Expr>& exprs);
  void memory_is_missing_if(const std::string& condition, const std::string& cleanup_object);
  void return_if(const std::string& condition, loop::Status status, const std::string& cleanup_object);
  void emit_cleanup(const std::string& object);
  std::string releasable(const std::string& object) const;
  loop::Type field_type(const std::string& object, const std::string& field) const;

  // cpp_locals.cpp
  void print(const loop::LocalArray& node);
  void print(const loop::Tuples& node);
  void print(const loop::AddTuple& node);
  void print(const loop::SortList& node);
  void print(const loop::NonzeroWords& node);
  void print(const loop::LoadMask& node);
  void print(const loop::PopLowestBit& node);

  // cpp_loops.cpp
  void print(const loop::For& node);
  void print(const loop::ForNonempty& node);
  void print(const loop::Parallel& node);
  void print(const loop::ChunkCount& node);
  void print(const loop::While& node);
  void print(const loop::ForEach& node);
  void emit_region(const loop::Parallel& node);
  void emit_chunks(const loop::Parallel& node);
  std::string emit_work(const loop::Parallel& node);
  std::string captured_by(const std::set<std::string>& used) const;
  std::string captured_by(const loop::Parallel& node, const std::set<std::string>& used) const;
  void emit_body_of(const loop::Block& body) override;
  // cpp_dispatch.cpp
  void print(const loop::Outlined& node);
  void define_outlined(const loop::Outlined& node, const std::string& name);
  void call_outlined(const std::string& name, std::set<std::string> flags, std::vector<std::string> values,
                     const std::string& rest);

  // cpp_matmul.cpp
  void print(const loop::Matmul& product);

  // cpp_merges.cpp
  void print(const loop::MergeLists& node);

  const loop::Module& module_;
  const loop::Function& function_;
  VectorPrinter vectors_;
  std::set<std::string>& used_ = text_.used;
  std::map<std::string, std::string> arrays_;     // declared types of arrays: `const float* `
  std::map<std::string, std::string> constants_;  // variables that are integer literals, with their text
  std::set<std::string> objects_;                 // class objects in scope, which lambdas capture by reference
  std::set<std::string> read_;                    // names read by the function, or by the parallel region being emitted
  std::string outlined_;                          // text of the outlined loops
  int outlined_loops_ = 0;
  int depth_ = 0;                         // number of loops around the statement
  std::set<std::string> prefetch_flags_;  // prefetch flags that are template parameters of the outlined loop
  bool is_in_region_ = false;             // a parallel region, a lambda that returns false if it is out of memory
};

std::string status_name(loop::Status status);
std::string size_of(loop::Type type);

}  // namespace scorchc::emit
