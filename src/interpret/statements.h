// Compiles statements of loop IR to closures with the semantics of the C++ that emit/cpp_stmt.cpp prints. A new
// statement needs an arm in Statements::statement and a member function here.
#pragma once

#include <set>

#include "interpret/expressions.h"

namespace scorchc::interpret {

/// A field of a parameter, resolved when the function is compiled.
struct Place {
  std::size_t object = 0;
  std::size_t field = 0;
  std::string label;

  FieldValue& in(Frame& frame) const { return field_of(frame, object, field, label); }
  Array* array(Frame& frame) const {
    const FieldValue& value = in(frame);
    if (!value.is_set) throw Broken{label + " is used, but is not set"};
    return value.array;
  }
};

class Statements {
 public:
  Statements(const loop::Module& module, const loop::Function& function)
      : names_(module, function), expressions_(names_) {}

  PreparedFunction function();

 private:
  // statements.cpp
  Action block(const loop::Block& block);
  Action inner_block(const loop::Block& inner);
  Action located(const loop::Stmt& stmt, Action action) const;
  Action statement(const loop::Stmt& stmt);
  Action declare(const loop::Declare& node);
  Action assign(const loop::Assign& node);
  Action loop(const loop::Parallel& node);
  struct EmptyRows {
    std::size_t row_cell = 0, first_cell = 0, behind_cell = 0;
    Code<bool> is_empty;
    Action skipped_body;
    std::int64_t skip(Frame& frame, std::int64_t first, std::int64_t end) const;
  };
  EmptyRows empty_rows(const loop::ForNonempty& node, std::size_t row_cell);
  Action loop(const loop::ForNonempty& node);
  Action loop(const loop::For& node);
  Action merge(const loop::MergeLists& node);
  Action loop(const loop::While& node);
  Action parts(const loop::ChunkCount& node);
  Action table(const loop::Table& node);
  Action loop(const loop::ForEach& node);
  Action branch(const loop::If& node);

  // vector_loops.cpp
  Action loop(const loop::VectorFor& node);
  Action rows(const loop::RowBlock& node);
  Action loop(const loop::BatchedSums& node);
  Action loop(const loop::UnrolledSum& node);
  Action specialised(const loop::SpecialisedTile& node);
  std::size_t declare_varying(const std::string& name, loop::Type type, bool is_mutable);
  Action in_lanes(const loop::Stmt& stmt);
  Action each_lane(Action action, const std::set<std::string>& names) const;

  // array_statements.cpp
  Action bind(const loop::BindArray& node);
  Action store(const loop::Store& node);
  Action prefetch(const loop::Prefetch& node);
  template <class T>
  Action store_as(const loop::Store& node, const Entity& entity);
  Action clear(const loop::Clear& node);
  Action copy(const loop::Copy& node);
  Action check_ascending(const loop::CheckAscending& node);
  Action allocate(const loop::Allocate& node);
  Action grow(const loop::Grow& node);
  Action move(const loop::Memmove& node);
  Action shrink(const loop::Shrink& node);
  Action release(const loop::Release& node);

  // local_statements.cpp
  Action local_array(const loop::LocalArray& node);
  Action tuples(const loop::Tuples& node);
  Action add_tuple(const loop::AddTuple& node);
  template <class T>
  Action add_tuple_of(const loop::AddTuple& node, std::size_t list);
  Action sort_tuples(const loop::SortTuples& node);
  Action reset_tuples(const loop::ResetTuples& node);
  Action move_array(const loop::Move& node);
  Action sort_list(const loop::SortList& node);
  Action mark_bit(const loop::SetBit& node);
  Action list_words(const loop::NonzeroWords& node);
  Action load_mask(const loop::LoadMask& node);
  Action pop_lowest_bit(const loop::PopLowestBit& node);

  // function_statements.cpp
  Action set_field(const loop::SetField& node);
  Action return_if(const loop::ReturnIf& node);
  Action return_if_null(const loop::ReturnIfNull& node);
  Action call(const loop::CallPhase& node);
  Action return_status(const loop::ReturnStatus& node);
  std::optional<Place> find(const std::string& object, const std::string& field) const;
  const loop::FieldDeclaration& declaration(const Place& place) const {
    return names_.module().structs[place.object].fields[place.field];
  }

  Names names_;
  std::map<std::string, std::vector<std::vector<std::size_t>>> tables_;  // table -> rows -> frame cells
  std::map<std::string, std::size_t> slots_;  // in the body of a vector loop: the slots of its varying variables
  bool in_locals_ = false;                    // compiling the locals of a parallel loop
  bool in_tile_ = false;                      // compiling the nest of a SpecialisedTile
  Expressions expressions_;
};

/// Makes the function return `status`.
inline Flow leave(Frame& frame, loop::Status status) {
  frame.status = status;
  return Flow::leave;
}
/// Throws Broken if the loops of the call have run more iterations than they may.
inline void count_iteration(Run& run) {
  if (--run.iterations_left < 0) throw Broken{"the loops of the call do not end"};
}
/// Code that releases `object` before its function returns; does nothing if the name is empty.
Code<void> cleanup(const std::string& object);
// Actions that throw Broken for an unknown field or array.
Action no_field(const std::string& object, const std::string& field);
Action no_array(const std::string& name);

}  // namespace scorchc::interpret
