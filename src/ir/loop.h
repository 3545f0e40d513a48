// Defines loop IR: the statements of a kernel, as loops over plain arrays. `lower` builds it, the passes in `passes`
// rewrite it, `emit` prints it as C++, and `interpret` runs it.
//
// Loop IR has typed variables, arrays, structs and statuses. It has no tensors and no formats: lowering has replaced
// them by arrays of positions (pos), coordinates (crd) and values (vals). Expressions are in ir/loop_expr.h.
//
// SpMV with a csr matrix:
//
//   i32[] A2_pos = A.A2_pos
//   ...
//   for i in 0 .. i_size parallel work i64(A2_pos[i]) + i times 8
//     f32 t := 0:f32
//     for pA2 in i64(A2_pos[i]) .. i64(A2_pos[i + 1]) vector
//       i64 j = i64(A2_crd[pA2])
//       t += A_vals[pA2] * x_vals[j]
//     y_vals[i] = t
//   return ok
//
// A new node is a struct, an alternative of Stmt::Node, and an arm in every match that then fails to compile: printing
// and verification (loop_print.cpp, loop_verify.cpp), names (loop_uses.cpp), the interpreter, and the emitter. It also
// needs a parser (loop_parse) and, if it has blocks, a line in `blocks` and `with_blocks` (loop_walk).
#pragma once

#include <optional>

#include "ir/instruction_set.h"
#include "ir/loop_expr.h"
#include "ir/origin.h"
#include "ir/partition.h"

namespace scorchc::loop {

/// A statement: an immutable, shared handle to one of the structs below. Copies are cheap.
class Stmt {
 public:
  // The node types contain blocks of statements, so they are declared here and defined after this class.
  using Node =
      std::variant<struct Declare, struct BindArray, struct Assign, struct Store, struct Prefetch, struct SetField,
                   struct For, struct ForNonempty, struct VectorFor, struct BatchedSums, struct UnrolledSum,
                   struct SpecialisedTile, struct Outlined, struct RowBlock, struct Parallel, struct MergeLists,
                   struct Matmul, struct ChunkCount, struct Table, struct ForEach, struct While, struct If,
                   struct Comment, struct Clear, struct Copy, struct CheckAscending, struct ReturnIf,
                   struct ReturnIfNull, struct Allocate, struct Grow, struct Memmove, struct Shrink, struct LocalArray,
                   struct Tuples, struct AddTuple, struct SortTuples, struct ResetTuples, struct Move, struct SortList,
                   struct SetBit, struct NonzeroWords, struct LoadMask, struct PopLowestBit, struct Release,
                   struct CallPhase, struct ReturnStatus>;
  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, Stmt> && std::constructible_from<Node, T>)
  Stmt(T&& node) : node_(std::make_shared<const Node>(std::forward<T>(node))) {}
  const Node& node() const;
  template <class T>
  const T* as() const {
    return std::get_if<T>(node_.get());
  }
  bool operator==(const Stmt& other) const;

 private:
  std::shared_ptr<const Node> node_;
};
using Block = std::vector<Stmt>;

/// How an assignment or a store combines the new value with the old one.
enum class Update { set, add, min, max };
/// True if adding `value` to a variable or element of type `place` is index arithmetic (coordinates, positions, sizes),
/// which never overflows. Additions of integer *values* may overflow and must wrap.
bool counts(Type place, const Expr& value);

/// Declares a variable: `type name = value;`, const unless `is_mutable`.
struct Declare {
  std::string name;
  Expr value;
  bool is_mutable = false;
  bool operator==(const Declare&) const = default;
};
/// Declares a local pointer to an array of a parameter: `const float* A_vals = A->A_vals;`.
struct BindArray {
  std::string name;
  Type element;
  std::string object, field;
  bool is_written = false;
  bool operator==(const BindArray&) const = default;
};
/// Assigns to, or updates, a mutable variable.
struct Assign {
  std::string name;
  Update update = Update::set;
  Expr value;
  bool operator==(const Assign&) const = default;
};
/// Stores to, or updates, array[index].
struct Store {
  std::string array;
  Type element;
  Expr index;
  Update update = Update::set;
  Expr value;
  bool operator==(const Store&) const = default;
};
/// Software prefetch of array[index]. Has no other effect.
struct Prefetch {
  std::string array;
  Type element;
  Expr index;
  bool operator==(const Prefetch&) const = default;
};
/// object->field = value, or object->field[element] = value for element >= 0.
struct SetField {
  std::string object, field;
  int element = -1;
  Expr value;
  bool operator==(const SetField&) const = default;
};
/// The work of a parallel loop's iterations, by which threads divide them.
struct Work {
  Expr before;  // prefix sum of entries and rows before iteration `name`, for begin <= name <= end; never decreases
  std::vector<Expr> steps = {};  // each unit of `before` costs the product of these, in vector operations
  bool is_known = true;          // `before` is exact; otherwise an estimate
  bool operator==(const Work&) const = default;
};
/// The range of iterations that a thread executes: names of its first iteration and of the one behind its last.
struct Share {
  std::string first, last;
  bool operator==(const Share&) const = default;
};
/// for (name = begin; name < end; ++name).
///
/// - `parallel`: iterations are independent. Each thread has its own copy of what `locals` declare. Threads divide the
///   iterations by `work`; without it, every iteration counts as one unit.
/// - `chunked`: every iteration is a thread's whole chunk (ChunkCount). Chunks of a loop that is not parallel run in
///   order, each on its own thread.
/// - `vector`: the loop is to become a VectorFor (passes/vectorise.h).
/// - `share`: only the iterations of the thread's share run (Parallel).
/// - `unroll`: the unroll factor for the C++ compiler. It does not change the meaning.
struct For {
  std::string name;
  Expr begin, end;
  Block body;
  bool parallel = false;
  Block locals = {};  // LocalArray and Tuples only
  bool vector = false;
  std::int64_t unroll = 1;
  std::optional<Work> work = {};  // only of a parallel loop
  bool chunked = false;
  std::optional<Share> share = {};
  Origin origin = {};
  bool operator==(const For&) const = default;
};
/// What remains to be done for rows that ForNonempty skips, such as storing zeros.
struct SkippedBody {
  std::string begin, end;  // variables: the half-open range of rows that is skipped
  Block body = {};         // runs once for the whole range, between iterations
  bool operator==(const SkippedBody&) const = default;
};
/// for (name = begin; name < end; ++name), over rows of which most may be empty. A row i is empty if pos[i] == pos[i +
/// 1] for all arrays `positions`. The executor may run `skipped_body` for a range of empty rows in place of `body` for
/// each of them: both have the same effect.
struct ForNonempty {
  std::string name;
  Expr begin, end;
  std::vector<std::string> positions;
  Block body;
  std::optional<SkippedBody> skipped_body = {};  // repeats statements of `body`
  std::optional<Share> share = {};               // as in For
  Origin origin = {};
  bool operator==(const ForNonempty&) const = default;
};
/// for (name = begin; name < end; ++name), several neighbouring iterations at a time, each in a lane of a vector. A
/// statement of `body` runs in all lanes before the next one. The number of lanes is the executor's choice: each
/// instruction set has its own. Control flow is the same in all lanes.
///
/// `over` says what the iterations are. Coordinates begin at 0, or with the share; arrays are accessed at neighbouring
/// elements. Positions are those of stored entries: only what is stored at the positions is contiguous, all else is
/// gathered lane by lane. `body` then consists of constants, and a term that is added to one sum. The last lanes may
/// run together with positions before `begin`, whose terms are left out: the body must be able to run for these.
struct VectorFor {
  enum class Over { coordinates, positions };
  std::string name;
  Expr begin, end;
  Block body;
  Type element;                      // of all values that vary
  std::vector<std::string> varying;  // variables of `body` that have a value in each lane, in order of their names
  std::vector<std::string> sums;     // variables outside the loop that the lanes add up in, in order of their names
  bool may_overlap = false;          // running an iteration twice changes nothing
  Over over = Over::coordinates;
  std::optional<Share> share = {};  // as in For
  Origin origin = {};
  bool operator==(const VectorFor&) const = default;
};
/// for (name = begin; name < end; ++name), each iteration of which adds up `sum` in a vector loop. The executor may
/// form the sums of several iterations before it runs what follows the vector loop, which it does in the iterations'
/// order. `body` consists of
/// - constants and comments, and the declaration of `sum` as 0;
/// - the vector loop, whose only effect is to add to `sum`. Over coordinates, it has the same extent in all iterations;
///   over positions, its segment ends where that of the next iteration begins;
/// - statements without loops, which change nothing that the above reads.
struct BatchedSums {
  std::string name;
  Expr begin, end;
  Block body;
  std::string sum;
  bool skips_empty = false;         // iterations whose vector loop is empty have no effect
  std::optional<Share> share = {};  // as in For
  Origin origin = {};
  bool operator==(const BatchedSums&) const = default;
};
/// for (name = begin; name < end; ++name) inside a vector loop: each iteration adds a term to `sum`, a variable that
/// has a value in each lane, and does nothing else. If the SpecialisedTile or RowBlock around it says so, terms are
/// distributed over several accumulators, which are added up at the end.
struct UnrolledSum {
  std::string name;
  Expr begin, end;
  Block body;
  std::string sum;
  Origin origin = {};
  bool operator==(const UnrolledSum&) const = default;
};
/// Runs `body`, a nest around one vector loop. If a single tile covers that loop, it is chosen here, once, and the nest
/// is compiled for it; otherwise where the vector loop runs. The extent of that loop is known before the nest.
struct SpecialisedTile {
  std::optional<Expr> unrolls = {};  // a condition: UnrolledSum in the nest has several accumulators
  Block body;
  bool operator==(const SpecialisedTile&) const = default;
};
/// Runs `body`, one nest around vector loops, in a function of its own that is compiled for each instruction set.
struct Outlined {
  /// What the function takes from around it. A `constant` is an integer literal, declared again in the function. An
  /// `updated` variable is read and assigned. A `flag` is a boolean for whose two values the function is compiled
  /// separately.
  struct Capture {
    enum class Kind { value, constant, updated, flag };
    std::string name;
    Kind kind = Kind::value;
    bool operator==(const Capture&) const = default;
  };
  std::vector<Capture> captures;
  Type element = Type::f32;        // of the vectors
  std::optional<Expr> lanes = {};  // no vector loop fills more lanes; empty if that is unknown
  Block body;
  bool operator==(const Outlined&) const = default;
};
/// for (name = begin; name < end; ++name), around a vector loop that reads the same data in every iteration. The
/// executor may run several iterations together, statement by statement. `body` consists of constants and comments, and
/// the vector loop. Control flow in it is the same in all iterations, and no iteration reads what another one stores.
struct RowBlock {
  std::string name;
  Expr begin, end;
  Block body;
  std::vector<std::string> own;      // the constants, in all of `body`, that differ between iterations
  std::optional<Expr> unrolls = {};  // as in SpecialisedTile
  std::optional<Share> share = {};   // as in For
  Origin origin = {};
  bool operator==(const RowBlock&) const = default;
};
/// Divides the iterations begin .. end of the loop over `index` among threads: they run `body` for shares that do not
/// overlap and together cover all iterations. `body` contains the loop over a share. Each thread has its own copy of
/// what `locals` declare. Work is as in For; `index` is the iteration in it.
struct Parallel {
  enum class Unit { iterations, chunks, lanes };  // what is divided: chunks are whole iterations, one to a thread
  std::string index;
  Expr begin, end;
  Share share;
  std::optional<Work> work = {};
  Unit unit = Unit::iterations;
  Block locals = {};
  Block body = {};
  Origin origin = {};
  bool operator==(const Parallel&) const = default;
};
/// Walks lists of ascending coordinates from their positions until one of them ends, and runs `body` for each
/// coordinate of their union. `value_name` is then `value`, an expression of the flags, which tell the lists that have
/// the coordinate. The value is computed without branches: it may read at the positions of lists that lack the
/// coordinate.
struct MergeLists {
  struct List {
    std::string position;  // a mutable variable; afterwards the position of the first coordinate that is left
    Expr end;              // of the positions
    std::string array;     // of coordinates
    Type element;          // their type
    std::string flag;      // in `value`: whether the list has the coordinate
    bool operator==(const List&) const = default;
  };
  std::vector<List> lists = {};
  std::string coordinate;
  std::string value_name;
  Type type;
  Expr value;
  Block body = {};  // stores, assignments and constants
  Origin origin = {};
  bool operator==(const MergeLists&) const = default;
};
/// result = left * right, or result += left * right if it `accumulates`: a product of dense matrices, by the user's
/// BLAS. `body` are loops that compute the same, for sizes that a BLAS does not take. The result is contiguous along
/// `columns`; for a column-major result this is the transposed product.
struct Matmul {
  struct Matrix {
    std::string array;
    Expr first;                  // offset of the first component in the array
    Expr row;                    // leading dimension: the distance between rows; 1 for a vector
    bool is_transposed = false;  // of an operand: contiguous along the other index than in the formula above
    bool operator==(const Matrix&) const = default;
  };
  Type type = Type::f32;
  Matrix result;
  bool accumulates = false;
  Expr rows, depth;
  std::optional<Expr> columns;  // empty for a matrix-vector product: `right` and `result` are vectors
  Matrix left;                  // rows x depth
  Matrix right;                 // depth x columns
  Block body = {};
  Origin origin = {};
  bool operator==(const Matmul&) const = default;
};
/// Declares `name`: the number of chunks into which a loop with `work` units of work is divided. One for each thread,
/// or a single one if the work is too small for several threads.
struct ChunkCount {
  std::string name;
  Expr work;
  std::string of = {};  // the index that the loop iterates
  Partition partition = Partition::work;
  std::string how = {};  // how chunks are formed, as a comment
  bool operator==(const ChunkCount&) const = default;
};
/// Declares a table of struct fields that have the same role in several parameters: one row for each parameter, or for
/// each group of parameters. It is built at the top of a function; a ForEach iterates its rows.
struct Table {
  struct Column {
    std::string name;  // the variable or array that holds this column's cell inside the ForEach
    Type type;
    bool is_array = false;  // a pointer to const; otherwise a number
    bool operator==(const Column&) const = default;
  };
  std::string name;
  std::vector<Column> columns;
  std::vector<std::vector<Expr>> rows;  // cells; of an array column, a Field
  bool operator==(const Table&) const = default;
};
/// Runs `body` for each row of a table, in order.
struct ForEach {
  std::string table;
  std::vector<Table::Column> columns;  // equal to the table's
  Block body;
  bool operator==(const ForEach&) const = default;
};
struct While {
  Expr condition;
  Block body;
  Origin origin = {};
  bool operator==(const While&) const = default;
};
/// if / else if / ... / else: conditions[n] guards blocks[n]. An additional last block is the else.
struct If {
  std::vector<Expr> conditions;
  std::vector<Block> blocks;
  bool operator==(const If&) const = default;
};
struct Comment {
  std::string text;
  bool operator==(const Comment&) const = default;
};
/// Sets array[from .. from + count) to zero (false for booleans).
struct Clear {
  std::string array;
  Type element;
  Expr count;
  Expr from = integer(0);
  bool operator==(const Clear&) const = default;
};

/// to[start .. start + count) = from[first .. first + count). The arrays do not overlap.
struct Copy {
  std::string to, from;
  Type element;
  Expr start, first, count;
  Origin origin = {};
  bool operator==(const Copy&) const = default;
};
/// Clears the variable `flag` unless each of the first `count` elements of the array is less than the next one.
struct CheckAscending {
  std::string flag, array;
  Type element;
  Expr count;
  Origin origin = {};
  bool operator==(const CheckAscending&) const = default;
};

enum class Status { ok, null_argument, shape_mismatch, out_of_memory, index_overflow, division_by_zero };
/// if (condition) return status. A `cleanup_object` is released first.
struct ReturnIf {
  Expr condition;
  Status status;
  std::string cleanup_object;  // the result whose arrays are released, or empty
  bool operator==(const ReturnIf&) const = default;
};
/// Returns null_argument if one of the pointers is null and needed.
struct ReturnIfNull {
  std::vector<std::string> objects;  // parameters or arrays
  std::vector<Expr> needed = {};     // for each object, the condition under which it is needed; empty: always
  std::string cleanup_object = {};   // as in ReturnIf
  bool operator==(const ReturnIfNull&) const = default;
};
/// object->field = new array of `count` elements. Without memory, releases `object` and returns out_of_memory.
struct Allocate {
  std::string object, field;
  Type element;
  Expr count;
  bool zeroed = false;
  bool operator==(const Allocate&) const = default;
};
/// Grows `array` (bound from object->field) to at least `needed` elements, doubling `capacity`. New elements are zero.
/// Without memory, releases `object` and returns out_of_memory.
struct Grow {
  std::string array, object, field, capacity;
  Type element;
  Expr needed;
  bool operator==(const Grow&) const = default;
};
/// array[to .. to + count) = array[from .. from + count). The ranges may overlap.
struct Memmove {
  std::string array;
  Type element;
  Expr to, from, count;
  bool operator==(const Memmove&) const = default;
};
/// Shrinks object->field, an array of `capacity` elements, to its first `count` elements. If that fails, the array
/// stays as it is.
struct Shrink {
  std::string object, field;
  Type element;
  Expr capacity, count;
  bool operator==(const Shrink&) const = default;
};
/// Declares an array that is local to the function and released when the function returns. Without memory, returns
/// out_of_memory. A zeroed array of booleans may be a bitset (`is_bitset`): 64 flags in a word.
struct LocalArray {
  std::string name;
  Type element;
  Expr count;
  bool zeroed = false;
  std::string cleanup_object;
  bool is_bitset = false;
  bool operator==(const LocalArray&) const = default;
};
/// Declares a local list of coordinate tuples with a value each: one array for each column, an array of values
/// (booleans if only the tuples matter), and their number `count`. Without memory, returns out_of_memory.
struct Tuples {
  std::string name;
  std::vector<std::string> columns;
  std::string vals;
  Type element;
  std::string count;
  std::string cleanup_object;
  Type coordinate = Type::i64;    // i32 if all coordinates are known to fit
  std::optional<Expr> most = {};  // an upper bound of the number of tuples: the list never grows
  bool operator==(const Tuples&) const = default;
};
/// How AddTuple treats a tuple that is already in the list: `merge` returns its position (the only variant that
/// searches); `absent` asserts that all tuples are distinct; `keep` appends a duplicate.
enum class Duplicates { merge, absent, keep };
/// Finds or appends the tuple with these coordinates, and declares `position`, unless it is empty, as its position. The
/// value of a new tuple is `initial`.
struct AddTuple {
  std::string tuples, position;
  std::vector<Expr> coordinates;
  Expr initial;
  Duplicates duplicates = Duplicates::merge;
  bool operator==(const AddTuple&) const = default;
};
/// Sorts the tuples by as many leading columns as there are `extents`, the first one most significant. The sort is
/// stable. Returns out_of_memory if memory is missing for the sort, or was missing for an earlier AddTuple.
struct SortTuples {
  std::string tuples;
  std::vector<Expr> extents;  // of the sort columns: coordinates are below them
  std::string cleanup_object;
  bool operator==(const SortTuples&) const = default;
};
/// Removes all tuples. Keeps the memory.
struct ResetTuples {
  std::string tuples;
  bool operator==(const ResetTuples&) const = default;
};
/// Moves an array of a tuple list to object->field: a column or, without `column`, the values. The list no longer owns
/// the array.
struct Move {
  std::string object, field;
  Type element;
  std::string tuples, array;
  std::optional<std::size_t> column = {};
  bool operator==(const Move&) const = default;
};
/// Sorts array[0 .. count): distinct coordinates below `extent`. `marks`, if not empty, names flags that are set at
/// exactly these coordinates. `scratch` names an array of the same capacity; it is empty only if the flags are a
/// bitset.
struct SortList {
  std::string array, scratch;
  Expr count, extent;
  std::string marks = {};
  bool operator==(const SortList&) const = default;
};
/// Sets bit `at` in a bitset with 64 bits in each element (i64).
struct SetBit {
  std::string bits;
  Expr at;
  bool operator==(const SetBit&) const = default;
};
/// list[0 .. count) = the indices of the nonzero words of the bitset `bits`, in ascending order, from the word with bit
/// `first` to the word with bit `extent - 1`. Declares `count`.
struct NonzeroWords {
  std::string bits, list, count;
  Expr first, extent;
  bool operator==(const NonzeroWords&) const = default;
};
/// Declares the variable `bits`, whose eight lowest bits are marks[first .. first + 8), and then clears these flags.
struct LoadMask {
  static constexpr std::int64_t number = 8;
  std::string bits, marks;
  Expr first;
  bool operator==(const LoadMask&) const = default;
};
/// Declares `coordinate` = first + index of the lowest set bit of the variable `bits`, and clears that bit. `bits` must
/// not be 0.
struct PopLowestBit {
  std::string coordinate, bits;
  Expr first;
  bool operator==(const PopLowestBit&) const = default;
};
/// Releases object->field and makes it null.
struct Release {
  std::string object, field;
  bool operator==(const Release&) const = default;
};
/// Calls `function` with all parameters of the caller. Returns its status, after releasing `cleanup_object`, unless it
/// is `expected`.
struct CallPhase {
  std::string function;
  std::string cleanup_object;
  Status expected = Status::ok;
  bool operator==(const CallPhase&) const = default;
};
/// Returns ok. If `status_variable` is given and set, releases `cleanup_object` and returns division_by_zero instead.
struct ReturnStatus {
  std::string status_variable;
  std::string cleanup_object = {};
  bool operator==(const ReturnStatus&) const = default;
};

inline const Stmt::Node& Stmt::node() const { return *node_; }
inline bool Stmt::operator==(const Stmt& other) const { return node_ == other.node_ || node() == other.node(); }

/// The role of a field in a parameter's struct. The runner (emit/calling/runner.h) fills fields by role.
enum class FieldRole { dimension, pos, crd, vals, level_count, vals_count, owned };

/// A field of a parameter's struct.
struct FieldDeclaration {
  std::string name;
  FieldRole role = FieldRole::dimension;
  int level = 0;  // for pos, crd and level_count; 0-based
  Type type = Type::i64;
  bool is_array = false;  // a pointer
  bool is_const = false;  // a pointer to const
  int fixed_count = 0;    // if > 0, an array member: type name[fixed_count]
  std::string comment;
  bool operator==(const FieldDeclaration&) const = default;
};
struct Struct {
  std::string name;  // the tensor's name, without the kernel's prefix
  std::string comment;
  std::vector<FieldDeclaration> fields;
  bool operator==(const Struct&) const = default;
};
struct Parameter {
  std::string name;  // equal to the name of its struct
  bool is_const = true;
  bool operator==(const Parameter&) const = default;
};

/// The purpose of a function. `run` is the one-call function; the others are the split form (NAME_count and so on), the
/// assembly, and the release of a result.
enum class Phase { run, count, pattern, compute, assemble, release };
std::string_view name(Phase phase);
/// Suffix of the functions that belong to one plan: "_plan_2". Empty for plan 0.
std::string suffix_of_plan(int plan);

struct Function {
  Phase phase = Phase::run;
  std::string comment;
  std::vector<Parameter> parameters;  // without the context, which is the last parameter of every function
  bool is_public = true;
  Block body;
  int plan = 0;  // in a kernel with several plans, the plan that owns the function, from 1; 0: common to all plans
  bool operator==(const Function&) const = default;
};
/// The name by which CallPhase refers to the function: "count", for the second plan "count_plan_2".
std::string name(const Function& function);

struct Module {
  std::string name;        // the kernel's symbol, a safe C identifier
  std::string name_space;  // "a::b" or empty
  InstructionSets instruction_sets = {all_instruction_sets.begin(),
                                      all_instruction_sets.end()};  // for which vector loops are compiled
  std::vector<std::string> opening;                                 // lines of the comment at the top of the file
  std::vector<Struct> structs;  // of the operands and the result, in the order of the parameters
  std::vector<Function> functions;
  bool operator==(const Module&) const = default;
};

/// The text form of loop IR (`--emit=loops`), for readers and golden files. ir/loop_parse.h parses it back.
std::string print(const Expr& expr);
std::string print(const Block& block, int depth = 0);
std::string print(const Module& module);

/// A violated rule of loop IR.
struct Problem {
  std::string rule;                       // with the name of the function: "run: `t` is declared twice"
  const Stmt::Node* statement = nullptr;  // where; null if it is not a statement that is wrong
};
/// The first problem of a module. Checks that every name is declared before its use and once in its scope, that only
/// mutable variables are assigned, that operands have the operators' types, and that fields exist.
std::optional<Problem> find_problem(const Module& module);
/// Empty if the module is well-formed, otherwise the rule of the first problem.
std::string verify(const Module& module);

}  // namespace scorchc::loop
