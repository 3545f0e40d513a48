// Walks concrete index notation and makes loop IR. One Lowerer makes one function's loops; its parts stand in
//   lower_statement.cpp   assignments, sequences, expressions
//   coordinates.cpp       what loops know of an index
//   scalar.cpp            temporaries without indices
//   coiterate.cpp         the loops of a forall
//   merge.cpp             those over several sparse levels
//   locate.cpp            levels that are looked up
//   assemble.cpp          sparse results
//   upper_bound_assembly.cpp          rows of sparse results that are not counted first
//   append_levels.cpp       all levels of sparse results that are not counted first
//   partition_coordinates.cpp               loops over what operands store first, in parts for threads
//   reuse_pattern.cpp           those whose coordinates are an operand's
//   copy.cpp              sparse results that hold what an operand does
//   counting_sort.cpp           sparse results and converted operands whose rows are counted, then filled
//   prefetch.cpp          components that are asked for before they are used
//   assemble_blocks.cpp             sparse results whose rows are blocks that are found, then filled
//   append_blocks_in_order.cpp       sparse results whose rows get their blocks in order
//   workspace.cpp         temporaries with indices
//   stamped_accumulator.cpp      those whose components are looked up
//   accumulate_rows.cpp          those that sum up rows of sparse results, in one of four ways
//   compress_tuples.cpp           converted operands whose entries are put in place, or sorted
//   lower_operand_table.cpp      one statement for several operands
// What they share is here: the program, where tensors lie, and what the loops are for. All else is in the Scope.
#pragma once

#include <functional>
#include <limits>
#include <set>

#include "ir/cin_order.h"
#include "lower/iteration_tree.h"
#include "lower/lattice.h"
#include "lower/options.h"
#include "lower/scope.h"
#include "lower/substitute.h"

namespace scorchc::lower {

/// A value and whether it is stored at this place. The value means something only where it is, or everywhere: a sum of
/// what may be unstored has its operands guarded, and is 0 where none is.
struct Value {
  loop::Expr value;
  loop::Expr present;
  bool is_zero_elsewhere = false;
};

/// `body` where `condition` holds: without an `if` where it always does.
void guarded(const loop::Expr& condition, loop::Block body, loop::Block& out);
/// `body`, which begins where `condition` holds: it is not asked again.
loop::Block knowing(const loop::Expr& condition, const loop::Block& body);
loop::Update update_of(AssignOp op);
/// Whether there is a loop in what the statement does to its result.
bool has_forall(const cin::Stmt& stmt);
/// What a reduction starts from.
loop::Expr identity(ReduceOp op, loop::Type type);

/// Whether the result is scattered into (counting_sort.cpp).
bool needs_counting_sort(const cin::Program& program);

/// Whether the result's blocks are found, then filled (assemble_blocks.cpp).
bool places(const cin::Program& program);

/// Whether counting and filling have something in common: what is gathered or converted before all loops. Not where
/// they would need workspaces of the same names, one for the function and one for each thread.
bool can_run_in_passes(const cin::Program& program, const Storage& storage);

/// What is done in place of `entry` where it allocates an array that is handed over.
loop::Stmt there_already(const loop::Stmt& entry, const loop::Block& handed_over);

class Lowerer {
  using Block = loop::Block;

 public:
  Lowerer(const cin::Program& program, Storage& storage, Assembly assembly, const Options& options);

  /// The loops of the whole program.
  loop::Block run();

  /// Whether these have no more bodies than the options allow.
  bool is_short_enough();

  /// What `pos` holds behind the loops that count.
  Counted counted() const { return are_positions_copied_ ? Counted::positions : Counted::entries; }

  /// Those of a sparse result that is counted and filled in one function: what is gathered or converted before all
  /// loops is so once. The assembly given is that of the filling.
  struct Passes {
    Block once, counting, filling;
    Counted counted = Counted::entries;
    Block handed_over;  // arrays of the result that are there already, in place of new ones
  };
  Passes run_passes();

  /// Those of a sparse result that is appended to without having been counted. `most` is the variable with the room for
  /// its entries; `bounds`, behind what is made before all loops, leave in `pos` how many each row has at most, unless
  /// the sum of these is known.
  struct UpperBound {
    std::optional<loop::Expr> most;
    Block bounds, filling;
  };
  /// Nothing where there is no such pass, or counting costs nothing: then `why_not` says why.
  std::optional<UpperBound> run_upper_bound(const std::string& most, std::string& why_not);

  /// Those of a sparse result that is appended to in the order of its storage, several levels at once: `most` entries
  /// of each group of levels.
  struct Sequence {
    Block bounds;  // before `most`, which it finds
    std::vector<loop::Expr> most;
    Block filling;
  };
  /// As run_upper_bound; where that is for rows of one level, this is for all others.
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
  /// `inside`: the scope of its producer.
  bool needs_stored_flag(const cin::Where& where, const Scope& scope, const Scope& inside) const;
  loop::Expr presume_stored(const cin::Stmt& producer, Scope& inside) const;
  /// Whether a statement may have nothing to store. Reductions over an empty range have nothing.
  enum class Ranges { may_be_empty, are_not_empty };
  bool may_be_unstored(const cin::Stmt& stmt, const Scope& scope, Ranges ranges = Ranges::may_be_empty) const;
  struct Inside;
  bool stores_surely(const cin::Stmt& stmt, const Scope& scope, const Inside& inside) const;
  bool is_surely_stored(const Expr& expr, const Scope& scope, const Inside& inside) const;
  bool may_be_empty(const std::string& index) const;
  Value value_of(const Expr& expr, const Scope& scope) const;
  Value value_of_access(const Access& access, const Scope& scope) const;
  /// Of a dense temporary that knows it.
  loop::Expr is_component_stored(const Access& access, const Scope& scope) const;
  Value value_of_apply(const Apply& node, const Scope& scope) const;
  loop::Expr or_zero(const Value& value, double zero = 0) const;
  loop::Expr operand_of_union(Operator op, const std::vector<Value>& operands, std::size_t n) const;

  // coordinates.cpp
  std::optional<loop::Expr> find_in_other_blocks(const IndexDeclaration& wanted, const Scope& scope) const;
  std::optional<loop::Expr> find_coordinate(const std::string& index, const Scope& scope) const;
  loop::Expr coordinate(const std::string& index, const Scope& scope) const;
  loop::Expr end_of(const std::string& index, const Scope& scope) const;
  /// Resolves dense levels whose coordinate is known.
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
  void merge_step(const cin::Forall& loop, const LatticePoint& point, const Scope& scope, const IteratorSet& everyone,
                  std::vector<Iterator>& live, Block& out);
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
  Scope beside_result(Scope scope) const;
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
  Scope scope_behind(const cin::Where& where, Scope scope) const;
  void clear_array(const StoredTensor& tensor, Block& out);
  void refuse_overflow(const StoredTensor& tensor);
  void declare_workspace(const StoredTensor& tensor, const cin::Where& where, std::int64_t more_marks = 0);
  void order_workspace(const StoredTensor& tensor, const cin::Where& where, Block& out);
  void find_rows(const StoredTensor& tensor, Block& out);
  void fill_workspace(const cin::Where& where, const Scope& scope, Block& out);
  loop::Type filling_type_of(const cin::Where& where) const;
  void fill_in_any_order(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out);
  bool with_values() const { return !counts_rows_ && (!sparse_result_ || assembly_.writes_vals); }
  /// Whether temporaries have room for values: in one of two passes they are needed.
  bool has_values() const { return !sparse_result_ || assembly_.writes_vals || in_passes_; }
  /// What must be released if memory is missing.
  std::string cleanup() const { return assembly_.counts || in_passes_ ? result_.object : std::string(); }

  // stamped_accumulator.cpp
  void fill_stamped(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out);
  bool declare_stamped(const StoredTensor& tensor);
  void clear_probed(const cin::Forall& loop, const StoredTensor& tensor, const Scope& scope, Block& out);
  loop::Expr holds(const StoredTensor& tensor, const loop::Expr& at) const;
  loop::Expr has_entries(const cin::Stmt& stmt, const Scope& scope) const;
  std::optional<loop::Expr> may_hold_anything(const cin::Where& where, const Scope& scope) const;
  void keep_stamped(const StoredTensor& tensor, const loop::Expr& at, AssignOp op, const loop::Expr& value, Block& out);

  // accumulate_rows.cpp
  bool may_be_marked(const cin::Where& where, const StoredTensor& tensor, const Scope& scope) const;
  struct SparseAccumulator {
    Block accumulator_dense, accumulator_bitmap, accumulator_hierarchical, accumulator_list;  // one of them
    Block spanning;                                               // before it: between which coordinates all sums are
    Block remembering;                                            // behind it: what rows behind it are to know
    loop::Expr most = loop::integer(0);                           // how many addends there may be
    loop::Expr first = loop::integer(0), end = loop::integer(0);  // all sums are from here to below this
    std::optional<loop::Expr> is_narrow;                          // they are summed up by marks, if at all
    loop::Expr is_mixed = loop::boolean(false);                   // or in bits
    loop::Expr is_scattered = loop::boolean(false);               // or in two levels of bits
    std::string bits, words;                                      // arrays: of sums, and of words that have any
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
  void insert_marked(const StoredTensor& tensor, const loop::Expr& at, const loop::Expr& value, Block& out) const;

  // upper_bound_assembly.cpp
  struct UpperBoundAssembly {
    enum class Step { none, bounding, bounding_levels, filling, filling_levels } step = Step::none;
    bool is_bounded = true;
    std::string counter;            // variable: where the next entry goes, or how many there are so far at most
    std::string parts, part;        // variables: how many parts of the rows there are, and which one it is
    std::string begin, offset;      // arrays, by part: its first row, and where its entries begin
    Block history;                  // what rows know of those before them in their part
    std::string index, first, end;  // of sums whose span is looked for, and variables that hold it
    struct Group {
      std::string counter;      // variable: where the next entry goes
      std::string offset, end;  // arrays, by part: where its entries begin, and where they end
    };
    std::vector<Group> groups;  // of several levels that are appended to in parts
    std::string entries;        // variable: how many the first level has, where the pattern is there
  };
  struct Prepared {
    const cin::Stmt* rest;  // behind the temporaries that are made before all loops
    Scope scope;
    std::set<std::string> made;  // these
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
  /// By printed access: where an operand's first level stands.
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
  bool may_be_partitioned(const cin::Forall& loop, const Scope& scope) const;
  std::vector<Access> led_by(const cin::Forall& loop) const;
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
  bool hand_over_last_level(const StoredTensor& operand);
  void copy_last_level(const StoredTensor& operand, const loop::Expr& first, const loop::Expr& count, Block& out) const;

  // counting_sort.cpp
  struct Rows {
    bool counting = false;
    std::string next;  // array: the next free place of each row
    std::string here;  // variable: of the row that is open; or, while counting, how many entries it has had meanwhile
  };
  struct OpenRow {
    std::string tensor;
    loop::Expr row;
  };
  std::optional<OpenRow> open_row(const cin::Forall& loop, const Scope& scope, Block& out);
  void close_row(const OpenRow& opened, Block& out);
  std::optional<loop::Expr> find_row(const Access& access, const Scope& scope) const;
  loop::Expr take_place(const Access& access, const Scope& scope, Block& out) const;
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
    bool is_new = false;  // for sure
  };
  struct BlockAssembly {
    enum class Step { none, finding, filling } step = Step::none;
    std::string seen;            // array, by block: one more than the row that it was seen in last
    std::string found, scratch;  // arrays: the row's blocks, and room to sort them
    std::string count;           // variable: how many these are
    std::string places;          // array, by block: its position in the result
    std::string next;            // array, where blocks are met in order: by row, where its next one goes
    loop::Expr row = loop::integer(0);
    bool starts_from_zero = false;     // of blocks met in order: some are not moved as they are
    std::optional<AppendedBlock> met;  // the block that the loops stand in, where it is known
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
  void name_last(const std::string& access, std::size_t levels, Block& out);
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
  /// Moves the result down the levels of `index`, now bound. True if that completed a sparse group.
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
  bool counts_rows_ = false;  // of a temporary: no values yet
  bool is_last_level_copied_ = false, are_positions_copied_ = false;
  Block handed_over_;
  std::size_t bodies_ = 0, most_bodies_ = std::numeric_limits<std::size_t>::max();
  const Options options_;
  const bool sparse_result_;
  const bool counting_sorted_, in_blocks_;               // the sparse result
  loop::Type compute_type_;                              // of the statement that is being lowered
  std::map<std::string, const cin::Where*> workspaces_;  // those that are open, by the temporary's name
  std::map<std::string, Rows> rows_;                     // what is scattered into, by tensor
  std::string filled_;                                   // the temporary with indices whose producer is being lowered
  const ReusedPattern* full_operand_ = nullptr;          // an operand that is known to have something below each entry
  bool is_block_found_ = false;                          // of that temporary, a list of blocks
  // How sums of that temporary are told from those that there are not.
  struct Marks {
    std::string sums;   // array: a mark or a bit for each sum of a temporary; none where they are listed
    std::string words;  // array: a bit for each word of that one, if there are two levels
  };
  Marks marks_;
  std::optional<SparseAccumulator> accumulator_;  // of a temporary that is filled, and about to be consumed
  std::set<std::string> are_sums_empty_;          // temporaries whose sums add nothing where there are none
  TupleCompression tuple_compression_;
  BlockAssembly blocks_;
  UpperBoundAssembly upper_bound_;
  bool is_partitioned_ = false;  // the loops are those of a part
  struct {
    std::map<std::string, std::string> large, last;  // variables, by printed access
  } prefetch_;
  Block* tables_ = nullptr;  // the function's tables of operands
  // Where temporaries are declared: before all loops, or in the locals of the parallel loop that is being made.
  Block* locals_ = nullptr;
  Block* before_threads_ = nullptr;  // the locals around a parallel loop, while its body is made
  std::set<std::string> declared_;
};

}  // namespace scorchc::lower
