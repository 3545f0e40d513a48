// Lowers concrete index notation to loop IR. One Lowerer builds the loops of one function; its member functions are
// defined in
//   lower_statement.cpp         assignments, sequences, expressions
//   coordinates.cpp             coordinates of indices, and loop ends
//   scalar.cpp                  temporaries without indices
//   coiterate.cpp               the loops of a forall
//   merge.cpp                   loops over several sparse levels
//   locate.cpp                  levels that are searched for a coordinate
//   assemble.cpp                sparse results: appending and counting, group by group
//   upper_bound_assembly.cpp    one level of a sparse result in a single pass, with upper-bound allocation
//   append_levels.cpp           several levels of a sparse result in a single pass
//   partition_coordinates.cpp   loops over the coordinates of first levels, in chunks for threads
//   work_prefix.cpp             prefix-sum estimates of the work of parallel loops
//   reuse_pattern.cpp           sparse results that reuse an operand's pattern
//   copy.cpp                    sparse results that copy an operand's arrays
//   counting_sort_assembly.cpp  sparse results and converted operands whose rows are counted, then filled
//   prefetch.cpp                software prefetch
//   assemble_blocks.cpp         sparse results whose rows are blocks, located first, then filled
//   append_blocks_in_order.cpp  sparse results whose rows receive their blocks in order
//   workspace.cpp               temporaries with indices
//   stamped_accumulator.cpp     workspaces whose components are located
//   sparse_accumulator.cpp      workspaces that accumulate a row of a sparse result, in one of four ways
//   compress_tuples.cpp         converted operands with a compressed first level
//   collapsed_loops.cpp         two dense loops collapsed into one
//   lower_operand_table.cpp     a statement that stands for several, as a loop over a table of operands
// They share the program, the storage and the purpose of the loops (Assembly). Everything else is in the Scope.
#pragma once

#include <functional>
#include <limits>
#include <set>

#include "ir/cin_order.h"
#include "lower/iteration_tree.h"
#include "lower/lattice.h"
#include "lower/merge_lists.h"
#include "lower/options.h"
#include "lower/scope.h"
#include "lower/substitute.h"

namespace scorchc::lower {

/// A value at the current coordinates, and the condition `present` that it is stored. Unless `is_zero_elsewhere`, the
/// value is meaningful only where it is stored. A sum guards each operand that may be unstored, so it is 0 where none
/// is stored.
struct Value {
  loop::Expr value;
  loop::Expr present;
  bool is_zero_elsewhere = false;
};

/// Appends `body` under `if (condition)`, or without an `if` if the condition is constant true.
void guarded(const loop::Expr& condition, loop::Block body, loop::Block& out);
/// Simplifies `body` for a place where `condition` holds: replaces each top-level `if` on exactly this condition by its
/// block.
loop::Block simplified_under(const loop::Expr& condition, const loop::Block& body);
loop::Update update_of(AssignOp op);
/// Whether the statement contains a forall. Producers of temporaries do not count.
bool has_forall(const cin::Stmt& stmt);
/// The identity element of the reduction.
loop::Expr identity(ReduceOp op, loop::Type type);

/// Whether the result is assembled by a counting sort (counting_sort_assembly.cpp).
bool needs_counting_sort(const cin::Program& program);

/// Whether the result is assembled from blocks, which are located first, then filled (assemble_blocks.cpp).
bool needs_block_assembly(const cin::Program& program);

/// Whether one function can count and then fill the result. It pays if both passes need the same temporaries, which are
/// accumulated or converted before all loops. It is impossible if workspaces would be declared twice under one name,
/// once for the function and once for each thread.
bool can_run_in_passes(const cin::Program& program, const Storage& storage);

/// Replaces `entry` if it allocates an array that is moved from a temporary instead (`moved_arrays`); else returns it.
loop::Stmt moved_instead(const loop::Stmt& entry, const loop::Block& moved_arrays);

class Lowerer {
  using Block = loop::Block;

 public:
  Lowerer(const cin::Program& program, Storage& storage, Assembly assembly, const Options& options);

  /// The loops of the whole program, with the tables and local arrays that they need.
  loop::Block run();

  /// Whether they have at most Options::max_loop_bodies bodies.
  bool is_short_enough();

  /// What `pos` holds after the loops that count.
  Counted counted() const { return are_positions_copied_ ? Counted::positions : Counted::entries; }

  /// The loops of a sparse result that one function counts and then fills. `once` precedes both passes: it accumulates
  /// and converts the temporaries that both read. The constructor's assembly is that of the filling pass.
  struct Passes {
    Block once, counting, filling;
    Counted counted = Counted::entries;
    Block moved_arrays;  // moves of temporaries' arrays into the result, in place of allocations
  };
  Passes run_passes();

  /// A single pass over a sparse result whose arrays are allocated with an upper bound. `most` is the bound of all
  /// entries if an expression gives it; else `bounds` leaves the bound of each row in `pos`. `bounds` also precedes all
  /// loops: it makes the temporaries that they read.
  struct UpperBound {
    std::optional<loop::Expr> most;
    Block bounds, filling;
  };
  /// `most` names the variable that holds the capacity. Empty if there is no such pass, or if counting is free; then
  /// `why_not` gives the reason.
  std::optional<UpperBound> run_upper_bound(const std::string& most, std::string& why_not);

  /// A single pass over a sparse result that appends to several levels in storage order. `most` is the capacity of each
  /// group of levels.
  struct Sequence {
    Block bounds;  // computes what `most` reads
    std::vector<loop::Expr> most;
    Block filling;
  };
  /// Like run_upper_bound, for results that do not consist of rows of one sparse level.
  std::optional<Sequence> run_append_levels(std::string& why_not);

 private:
  // lower_statement.cpp
  void lower_program(const cin::Stmt& body, Scope scope, Block& out);
  bool assigns_whole_entries() const;
  void clear_sums(Block& out) const;
  void lower(const cin::Stmt& stmt, const Scope& scope, Block& out);
  void lower_assign(const cin::Assign& assign, const Scope& scope, Block& out);
  void assign_temporary(const cin::Assign& assign, const Scope& scope, Block& out);
  void assign_dense(const cin::Assign& assign, const Scope& scope, Block& out);
  void lower_where(const cin::Where& where, const Scope& scope, Block& out);
  Scope scope_inside(const cin::Stmt& stmt, const Scope& scope) const;
  void produce_scalar(const cin::Where& where, Scope& scope, Block& out);
  void complete_minimum(const cin::Where& where, Temporary& temporary, bool needs_flag, Block& out);
  /// `inside` is the scope of the producer.
  bool needs_stored_flag(const cin::Where& where, const Scope& scope, const Scope& inside) const;
  loop::Expr presume_stored(const cin::Stmt& producer, Scope& inside) const;
  /// Whether a statement may leave its target unstored. A reduction over an empty range stores nothing.
  enum class Ranges { may_be_empty, are_not_empty };
  bool may_be_unstored(const cin::Stmt& stmt, const Scope& scope, Ranges ranges = Ranges::may_be_empty) const;
  struct Inside;
  bool stores_surely(const cin::Stmt& stmt, const Scope& scope, const Inside& inside) const;
  bool is_surely_stored(const Expr& expr, const Scope& scope, const Inside& inside) const;
  bool may_be_empty(const std::string& index) const;
  Value value_of(const Expr& expr, const Scope& scope) const;
  Value value_of_access(const Access& access, const Scope& scope) const;
  /// For an access to a dense temporary with StoredComponents.
  loop::Expr is_component_stored(const Access& access, const Scope& scope) const;
  Value value_of_apply(const Apply& node, const Scope& scope) const;
  loop::Expr or_zero(const Value& value, double zero = 0) const;
  loop::Expr operand_of_union(Operator op, const std::vector<Value>& operands, std::size_t n) const;

  // coordinates.cpp
  std::optional<loop::Expr> find_in_other_blocks(const IndexDeclaration& wanted, const Scope& scope) const;
  std::optional<loop::Expr> find_coordinate(const std::string& index, const Scope& scope) const;
  loop::Expr coordinate(const std::string& index, const Scope& scope) const;
  loop::Expr end_of(const std::string& index, const Scope& scope) const;
  /// Advances `state` past the dense levels of `access` whose coordinates are bound.
  void advance(const Access& access, AccessState& state, const Scope& scope) const;

  // coiterate.cpp
  struct Iterator;
  struct ThreadLocals;
  void lower_loop(const cin::Forall& loop, const Scope& scope, Block& out);
  Scope scope_at(const cin::Forall& loop, Scope scope) const;
  void lower_forall(const cin::Forall& loop, const Scope& scope, Block& out);
  Iterator make_iterator(const std::string& access, const Scope& scope) const;
  std::vector<Iterator> make_iterators(const IterationTree& tree, const Scope& scope) const;
  void lower_collapsed_loops(const cin::Forall& loop, const Scope& scope, Block& out);
  bool are_collapsed_loops(const cin::Forall& loop) const;
  void full_loop(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out);
  void single_loop(const cin::Forall& loop, const Iterator& iterator, const Scope& scope, Block& out,
                   bool from_variable);
  void lattice_loops(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out);
  void flagged_loop(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out);
  void lower_body(const cin::Forall& loop, const Scope& scope, const std::vector<Iterator>& present,
                  const std::set<std::string>& absent, Block& out);
  void mark_body(const std::string& index, const Scope& outer, Block& out) const;
  std::optional<MergedLists> merged_lists(const cin::Forall& loop, const Scope& scope,
                                          const std::vector<Iterator>& live);
  std::vector<Block> lower_cases(const cin::Forall& loop, const LatticePoint& point, const Scope& scope,
                                 const IteratorSet& everyone, const std::vector<Iterator>& live);
  std::optional<loop::MergeLists> merge_without_branches(const cin::Forall& loop, const LatticePoint& point,
                                                         const Scope& scope, std::vector<Iterator> live,
                                                         const std::vector<Block>& cases);
  void choose_case(const LatticePoint& point, const std::vector<Block>& cases, std::vector<Iterator>& live,
                   bool gallops, Block& out) const;
  void catch_up(const cin::Forall& loop, const IterationTree& tree, const std::vector<Iterator>& live,
                Block& step) const;
  void lower_each_case(const cin::Forall& loop, const Scope& scope, const std::vector<Iterator>& known,
                       const std::vector<Iterator>& flagged, const std::set<std::string>& absent, Block& out);
  std::vector<Iterator> look_up(const cin::Forall& loop, const cin::Stmt& body, const Scope& scope, Block& out);
  void declare_positions(std::vector<Iterator>& iterators, Block& out);
  void find_segment(Iterator& iterator, const loop::Expr& first, const loop::Expr& coordinate, Block& out);
  void find_segments(std::vector<Iterator>& iterators, const loop::Expr& coordinate, Block& out);
  bool may_run_parallel(const cin::Forall& loop, const Scope& scope) const;

  // work_prefix.cpp
  std::optional<loop::Work> work_of(const cin::Forall& loop, const Scope& scope, const loop::Expr& coordinate) const;
  std::optional<loop::Work> work_of(const cin::Forall& loop, const Iterator& leader, const Scope& scope) const;
  std::optional<loop::Work> work_of(const cin::Forall& loop, const Scope& inside, const loop::Expr& at,
                                    const std::string& leader) const;
  std::vector<loop::Expr> steps_of(const cin::Forall& outermost) const;

  // workspace.cpp
  void lower_workspace(const cin::Where& where, const Scope& scope, Block& out);
  Block reset(const StoredTensor& tensor, const loop::Expr& coordinate) const;
  const loop::For* walk_of_list(const StoredTensor& tensor, const loop::Stmt& stmt) const;
  bool reset_while_walking(const StoredTensor& tensor, Block& consuming) const;
  void reset_list(const StoredTensor& tensor, Block consuming, Block& out);
  loop::Stmt reset_sum(const StoredTensor& tensor, const loop::Expr& coordinate) const;
  Scope producer_scope(Scope scope) const;
  void assign_workspace(const cin::Assign& assign, const Scope& scope, Block& out);
  Block add_to_list(const StoredTensor& tensor, const loop::Expr& at) const;
  loop::Stmt find_in_list(const StoredTensor& tensor, const loop::Expr& at) const;
  void find_block_in_list(const std::string& index, const cin::Stmt& body, const Scope& scope, Block& out);
  void insert_in_list(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out);
  void store_in_place(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out);
  void insert_tuple(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out);
  bool has_flag(const cin::Where& where, const StoredTensor& tensor) const;
  loop::Expr never_negative_zero(const Expr& from, const loop::Expr& value) const;
  bool knows_what_is_stored(const cin::Where& where, const StoredTensor& tensor) const;
  Scope scope_after(const cin::Where& where, Scope scope) const;
  void clear_array(const StoredTensor& tensor, Block& out);
  void refuse_overflow(const StoredTensor& tensor);
  void declare_workspace(const StoredTensor& tensor, const cin::Where& where, std::int64_t more_marks = 0);
  void order_workspace(const StoredTensor& tensor, const cin::Where& where, Block& out);
  void find_rows(const StoredTensor& tensor, Block& out);
  void fill_workspace(const cin::Where& where, const Scope& scope, Block& out);
  loop::Type filling_type_of(const cin::Where& where) const;
  void fill_in_any_order(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out);
  bool with_values() const { return !counts_rows_ && (!sparse_result_ || assembly_.writes_vals); }
  /// Whether temporaries have arrays of values. With two passes in one function they always do.
  bool has_values() const { return !sparse_result_ || assembly_.writes_vals || in_passes_; }
  /// The result whose arrays are released if an allocation fails; empty if there are none.
  std::string cleanup() const { return assembly_.counts || in_passes_ ? result_.object : std::string(); }

  // stamped_accumulator.cpp
  void fill_stamped(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out);
  bool declare_stamped(const StoredTensor& tensor);
  void clear_looked_up(const cin::Forall& loop, const StoredTensor& tensor, const Scope& scope, Block& out);
  loop::Expr holds(const StoredTensor& tensor, const loop::Expr& at) const;
  loop::Expr has_entries(const cin::Stmt& stmt, const Scope& scope) const;
  std::optional<loop::Expr> may_hold_anything(const cin::Where& where, const Scope& scope) const;
  void accumulate_stamped(const StoredTensor& tensor, const loop::Expr& at, AssignOp op, const loop::Expr& value,
                          Block& out);

  // sparse_accumulator.cpp
  bool may_adapt_accumulator(const cin::Where& where, const StoredTensor& tensor, const Scope& scope) const;
  struct SparseAccumulator {
    Block accumulator_dense, accumulator_bitmap, accumulator_hierarchical, accumulator_list;  // exactly one runs
    Block compute_span;                                           // before it: computes the span
    Block update_statistics;                                      // after it: updates the statistics for later rows
    loop::Expr most = loop::integer(0);                           // upper bound of the number of addends
    loop::Expr first = loop::integer(0), end = loop::integer(0);  // the span: all sums are in [first, end)
    std::optional<loop::Expr> use_dense;                          // condition for accumulator_dense, if it is available
    loop::Expr use_bitmap = loop::boolean(false);                 // else the condition for accumulator_bitmap
    loop::Expr use_hierarchical = loop::boolean(false);           // else the condition for accumulator_hierarchical
    std::string bits, words;  // arrays: a bit for each sum, and a bit for each nonzero word of bits
  };
  void accumulate_each_way(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out);
  void find_span(const cin::Where& where, const StoredTensor& tensor, const Scope& inside, SparseAccumulator& row);
  void widen_span(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out);
  void consume_row(const StoredTensor& tensor, SparseAccumulator row, Block consuming, Block& out);
  void pop_marks(const StoredTensor& tensor, const SparseAccumulator& row, const std::string& coordinate, Block body,
                 Block& out);
  void pop_bits(const StoredTensor& tensor, const SparseAccumulator& row, const std::string& coordinate, Block body,
                Block& out);
  void pop_levels(const SparseAccumulator& row, const std::string& coordinate, Block body, Block& out);
  void insert_flagged(const StoredTensor& tensor, const loop::Expr& at, const loop::Expr& value, Block& out) const;

  // upper_bound_assembly.cpp
  struct UpperBoundAssembly {
    enum class Step { none, bounding, bounding_levels, filling, filling_levels } step = Step::none;
    bool is_bounded = true;
    std::string counter;            // variable: where the next entry goes; while bounding, the bound so far
    std::string chunks, chunk;      // variables: the number of chunks of rows, and the current chunk
    std::string begin, offset;      // arrays, by chunk: its first row, and where its entries begin
    Block history;                  // declares the statistics that a chunk's rows pass on
    std::string index, first, end;  // the index whose span is computed, and the variables that hold it
    struct Group {
      std::string counter;      // variable: where the next entry goes
      std::string offset, end;  // arrays, by chunk: where its entries begin, and where they end
    };
    std::vector<Group> groups;  // of several levels that are appended to in chunks
    std::string entries;        // variable: the entries of the first level, if the pattern is given
  };
  struct Prepared {
    const cin::Stmt* rest;  // what follows the temporaries that are made before all loops
    Scope scope;
    std::set<std::string> made;  // those temporaries
  };
  Prepared prepare(Block& out);
  const cin::Stmt* rows_in_order() const;
  std::optional<std::string> why_not_appended() const;
  std::optional<std::string> why_counted() const;
  bool stores_whole_rows(const cin::Stmt& body) const;
  std::optional<loop::Expr> most_of(const IterationTree& tree, const Scope& scope) const;
  bool is_bounding() const { return upper_bound_.step == UpperBoundAssembly::Step::bounding || bounds_levels(); }
  bool bounds_levels() const { return upper_bound_.step == UpperBoundAssembly::Step::bounding_levels; }
  bool walks_temporary(const IterationTree& tree) const;
  void bound(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out);
  std::optional<loop::Expr> capacity_before(const loop::Expr& row) const;
  bool has_rows_of_result(const Access& access) const;
  loop::Expr first_row(const loop::Expr& at) const;
  void chunk_rows(const cin::Forall& outermost, const loop::Expr& most, Block& out);
  loop::For in_chunks(loop::For rows) const;
  loop::Expr chunk_begin(const loop::Expr& part) const;
  void join_chunks(Block& out);

  // append_levels.cpp
  std::optional<std::string> why_levels_not_appended() const;
  /// By printed access: a position in the operand's first level.
  using FirstPositions = std::map<std::string, loop::Expr>;
  using Loops = std::vector<const cin::Forall*>;
  std::optional<loop::Expr> most_in_all(const Access& access, const std::string& index, const Loops& around,
                                        const FirstPositions& before) const;
  std::optional<loop::Expr> most_in_all(const IterationTree& tree, const cin::Forall& loop, const Loops& around,
                                        const FirstPositions& before) const;
  std::vector<std::optional<loop::Expr>> most_of_groups(const FirstPositions& before,
                                                        const loop::Expr& coordinate) const;
  bool walks_runs(const cin::Forall& loop) const;
  bool appends_levels() const { return upper_bound_.step == UpperBoundAssembly::Step::filling_levels; }
  bool is_loop_over_entries(const cin::Forall& loop) const;
  std::optional<loop::Expr> bound_levels(Block& out);
  loop::Expr bound_chunks(const cin::Forall& loop, Block& out);

  // partition_coordinates.cpp
  bool walks_in_sequence(const cin::Forall& loop, const Scope& scope) const;
  bool fills_array() const;
  bool may_be_partitioned(const cin::Forall& loop, const Scope& scope) const;
  std::vector<Access> leading_operands(const cin::Forall& loop) const;
  FirstPositions find_first(const cin::Forall& loop, const Scope& scope, const loop::Expr& coordinate,
                            const std::string& suffix, const FirstPositions& from, Block& out);
  loop::Expr work_prefix_at(const cin::Forall& loop, const FirstPositions& positions,
                            const loop::Expr& coordinate) const;
  using WorkPrefix = std::function<loop::Expr(const loop::Expr& at, Block& out)>;
  loop::Expr find_chunk(const cin::Forall& loop, const loop::Expr& all, const loop::Expr& extent,
                        const WorkPrefix& before, Block& out);
  void partition(const cin::Forall& loop, const Scope& scope, Block& out);
  void lower_in_chunks(const cin::Forall& loop, const Scope& scope, Block& out);
  void lower_chunk(const cin::Forall& loop, Scope scope, Block& out);
  loop::Expr first_of_chunk() const;
  void join_levels(Block& out);

  // reuse_pattern.cpp
  struct ReusedPattern {
    std::string access;  // printed
    const StoredTensor* operand = nullptr;
    const cin::Forall* last = nullptr;  // the innermost loop over the result's entries
    std::string below;                  // the index of the operand's last level
  };
  std::optional<ReusedPattern> reused_pattern();
  bool runs_below(const ReusedPattern& from, const cin::Forall& loop) const;
  void reuse_pattern(const ReusedPattern& from, Block appending, Block& out);

  // copy.cpp
  const StoredTensor* copied_operand(const cin::Stmt& body, const Scope& scope) const;
  bool copy_entries(const StoredTensor& operand, Block& out);
  bool has_positions_of(const StoredTensor& operand) const;
  void copy_positions(const StoredTensor& operand, const loop::Expr& first, const loop::Expr& count, Block& out) const;
  bool move_last_level(const StoredTensor& operand);
  void copy_last_level(const StoredTensor& operand, const loop::Expr& first, const loop::Expr& count, Block& out) const;

  // counting_sort_assembly.cpp
  struct Rows {
    bool counting = false;
    std::string next;  // array: the next free place of each row
    std::string here;  // variable: that of the open row; while counting, the entries of the open row so far
  };
  struct OpenRow {
    std::string tensor;
    loop::Expr row;
  };
  std::optional<OpenRow> open_row(const cin::Forall& loop, const Scope& scope, Block& out);
  void close_row(const OpenRow& opened, Block& out);
  std::optional<loop::Expr> find_row(const Access& access, const Scope& scope) const;
  loop::Expr advance_cursor(const Access& access, const Scope& scope, Block& out) const;
  std::string declare_cursors(const StoredTensor& tensor, Block& out);
  bool is_row_of_result(const std::string& index) const;
  bool fills_temporary_rows() const;
  void counting_sort(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out);
  void lower_rows(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out);

  // compress_tuples.cpp
  struct TupleCompression {
    enum class Step { none, counting, filling } step = Step::none;
    std::string next;  // array, by coordinate: where its next entry goes
  };
  void fill_compressed_tuples(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out);
  loop::Expr declare_places(const StoredTensor& tensor, const loop::Expr& has_space);
  void put_tuples_in_place(const cin::Stmt& producer, const StoredTensor& tensor, const Scope& scope, Block& out);
  void find_compressed_rows(const StoredTensor& tensor, Block& out) const;
  void compress_tuples(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out) const;
  void sort_compressed_tuples(const StoredTensor& tensor, std::size_t keys, Block& out);

  // assemble_blocks.cpp
  struct AppendedBlock {
    loop::Expr position;
    bool is_new = false;  // known at compile time
  };
  struct BlockAssembly {
    enum class Step { none, finding, filling } step = Step::none;
    std::string seen;            // array, by block: 1 + the last row that it was found in
    std::string found, scratch;  // arrays: the row's blocks, and scratch space to sort them
    std::string count;           // variable: how many blocks were found
    std::string places;          // array, by block: its position in the result
    std::string next;            // array, by row, where blocks arrive in order: where its next block goes
    loop::Expr row = loop::integer(0);
    bool starts_from_zero = false;     // of blocks in order: some are not moved as a whole, so values must be cleared
    std::optional<AppendedBlock> met;  // the current block, if it is known
  };
  void prepare_block_assembly(Block& out);
  bool assembles_whole_rows(const cin::Forall& loop, const Scope& scope) const;
  void declare_block_assembly(const std::string& name, const Assembly& wanted);
  void assemble_blocks(const cin::Forall& loop, const Scope& scope, Block& out);
  void assemble_block_rows(const cin::Forall& loop, Scope scope, Block& out);
  void lower_row(const cin::Forall& loop, const Scope& scope, Block& out);
  void order_row(Block& out);
  void place(const cin::Assign& assign, const Value& value, const Scope& scope, Block& out);
  bool finds_same_block(const std::string& index, const Block& body) const;
  loop::Stmt find_block(const loop::Expr& block) const;
  loop::Stmt store_in_block(loop::Expr position, const cin::Assign& assign, const Value& value,
                            const Scope& scope) const;

  // append_blocks_in_order.cpp
  bool appends_blocks_in_order() const;
  bool appends_block_once(const Scope& scope) const;
  loop::Expr mark_block(const loop::Expr& row, const loop::Expr& block, Block& is_new);
  void record_block(const loop::Expr& row, const loop::Expr& block, const loop::Expr& position, Block& out) const;
  AppendedBlock append_next_block(const Scope& scope, Block& out);
  void append_whole_block(const cin::Stmt& body, const Scope& outer, const Scope& scope, Block& out);
  std::optional<Access> moved_block(const cin::Stmt& body, const Scope& scope) const;
  loop::Expr is_whole_block(const Scope& scope) const;
  bool move_block(const cin::Stmt& body, const Scope& scope, Block& out);

  // prefetch.cpp
  void prepare_prefetch(Block& out);
  void declare_last_position(const std::string& access, std::size_t levels, Block& out);
  PrefetchedAccess prefetched_entry(const cin::Prefetched& request, const cin::Forall& loop,
                                    const Iterator& leader) const;
  Scope with_prefetched_entries(const cin::Forall& loop, const Iterator& leader, Scope scope) const;
  void prefetch_rows(const cin::Forall& loop, const Iterator& leader, const Scope& scope, Block& out) const;
  void prefetch_access(const cin::Assign& assign, const Scope& scope, Block& out) const;

  // lower_operand_table.cpp
  void lower_part(const cin::Stmt& part, const Scope& scope, Block& out);

  // assemble.cpp
  void declare_totals(Block& out) const;
  bool counts_over_all_parents(std::size_t group) const;
  bool opens_group(const std::string& index, const Scope& scope) const;
  const std::string& append_counter(std::size_t group) const;
  void open_group(Scope& scope, Block& out);
  void close_group(const Scope& before, const Scope& opened, Block& out);
  /// Advances the result past the levels of `index`, which is now bound. Returns whether that completes a sparse group.
  bool enter_result(const std::string& index, Scope& scope) const;
  void append(const Scope& scope, Block& out);
  void assign_sparse(const cin::Assign& assign, const Scope& scope, Block& out);
  void lower_appended_body(const cin::Stmt& body, Scope scope, Block& out);

  const cin::Program& program_;
  const Kernel& kernel_;
  const ZeroSigns zero_signs_ = zero_signs(kernel_);
  Storage& storage_;
  const StoredTensor& result_;
  const std::vector<LevelGroup> groups_;
  Assembly assembly_;
  Prepared prepared_{&program_.body, {}, {}};
  bool in_passes_ = false;
  bool counts_rows_ = false;  // the rows of a temporary are being counted: no values yet
  bool is_last_level_copied_ = false, are_positions_copied_ = false;
  Block moved_arrays_;
  std::size_t bodies_ = 0, most_bodies_ = std::numeric_limits<std::size_t>::max();
  const Options options_;
  const bool sparse_result_;
  const bool counting_sorted_, in_blocks_;               // how the sparse result is assembled
  loop::Type compute_type_;                              // of the statement that is being lowered
  std::map<std::string, const cin::Where*> workspaces_;  // temporaries whose producers are being lowered, by name
  std::map<std::string, Rows> rows_;                     // tensors that are assembled by a counting sort, by name
  std::string filled_;                                   // the temporary with indices whose producer is being lowered
  const ReusedPattern* full_operand_ = nullptr;          // an operand that has an entry below each position, if known
  bool is_block_found_ = false;  // whether that temporary, a list of blocks, already lists the current block
  // How an accumulator records which sums exist.
  struct Marks {
    std::string sums;   // array: a flag or a bit for each sum of a temporary; empty if sums are listed
    std::string words;  // array: a bit for each word of `sums`, if there are two levels
  };
  Marks marks_;
  std::optional<SparseAccumulator> accumulator_;  // of a temporary that is filled and about to be consumed
  std::set<std::string> are_sums_empty_;  // temporaries whose values are the empty sum wherever nothing is stored
  TupleCompression tuple_compression_;
  BlockAssembly blocks_;
  UpperBoundAssembly upper_bound_;
  bool is_partitioned_ = false;  // the body of a chunk is being lowered
  struct {
    std::map<std::string, std::string> large, last;  // variables, by printed access
  } prefetch_;
  Block* tables_ = nullptr;  // the function's tables of operands
  // Where temporaries are declared: before all loops, or in the locals of the parallel loop that is being lowered.
  Block* locals_ = nullptr;
  Block* before_threads_ = nullptr;  // the locals outside a parallel loop, while its body is lowered
  std::set<std::string> declared_;
};

}  // namespace scorchc::lower
