// Loop IR: what a kernel does, in loops over plain arrays. Lowering makes it, a back end prints it. It knows types,
// arrays and statuses, but no tensors and no formats. Its expressions stand in ir/loop_expr.h.
#pragma once

#include "ir/instruction_set.h"
#include "ir/loop_expr.h"
#include "ir/origin.h"
#include "ir/partition.h"

namespace scorchc::loop {

/// One of the structs below, which have blocks of statements: this class is complete before they are.
class Stmt {
 public:
  // `struct` declares them, for what follows.
  using Node =
      std::variant<struct Declare, struct BindArray, struct Assign, struct Store, struct Prefetch, struct SetField,
                   struct For, struct ChunkCount, struct Table, struct ForEach, struct While, struct If, struct Comment,
                   struct Clear, struct ReturnIf, struct ReturnIfNull, struct Allocate, struct Grow, struct Memmove,
                   struct Shrink, struct LocalArray, struct Tuples, struct AddTuple, struct SortTuples,
                   struct ResetTuples, struct Move, struct SortList, struct SetBit, struct NonzeroWords,
                   struct LoadMask, struct PopLowestBit, struct Release, struct CallPhase, struct ReturnStatus>;
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

enum class Update { set, add, min, max };
/// True if adding `value` to a place of type `place` counts coordinates, positions or sizes, which does not overflow.
/// Values of an integer type may, and have to wrap.
bool counts(Type place, const Expr& value);

/// `type name = value;` with const unless `is_mutable`.
struct Declare {
  std::string name;
  Expr value;
  bool is_mutable = false;
  bool operator==(const Declare&) const = default;
};
/// A local pointer to an array of a parameter: `const float* A_vals = A->A_vals;`.
struct BindArray {
  std::string name;
  Type element;
  std::string object, field;
  bool is_written = false;
  bool operator==(const BindArray&) const = default;
};
struct Assign {
  std::string name;
  Update update = Update::set;
  Expr value;
  bool operator==(const Assign&) const = default;
};
struct Store {
  std::string array;
  Type element;
  Expr index;
  Update update = Update::set;
  Expr value;
  bool operator==(const Store&) const = default;
};
/// Asks for array[index], which is going to be read: it may be in a cache then. Nothing else happens.
struct Prefetch {
  std::string array;
  Type element;
  Expr index;
  bool operator==(const Prefetch&) const = default;
};
struct SetField {
  std::string object, field;
  int element = -1;
  Expr value;
  bool operator==(const SetField&) const = default;
};
/// What there is to do in the iterations of a parallel loop.
struct Work {
  Expr before;  // entries and rows before iteration `name`, for all of them and where they end: it never falls
  std::vector<Expr> steps = {};  // one of these is so many, multiplied: multiplications in lanes of vectors
  bool is_known = true;          // or is estimated
  bool operator==(const Work&) const = default;
};
/// What is done in iterations of a loop that are passed over.
struct SkippedBody {
  std::string begin, end;  // the iterations that are passed over
  Block body = {};         // for all of them
  bool operator==(const SkippedBody&) const = default;
};
/// for (name = begin; name < end; ++name). Parallel loops have independent iterations; what `locals` declare, each of
/// their threads has for itself. Of a vector loop several iterations are one: each step of its body is made for a tile
/// of neighbouring coordinates, whose own values stand in the lanes of vectors (ir/loop_lanes.h). `unroll` iterations
/// are written one after the other by the compiler of the C++; it says nothing of what the loop does. Where `shares` is
/// set, each iteration of a parallel loop is a thread's whole share (ChunkCount); else threads share out its `work`,
/// which is the same in all iterations where nothing is said of it. Selectivity of a loop that is not parallel are
/// taken in order, each by its own thread. `occupancy` names arrays of positions: where none of them has any between
/// that of an iteration and the next one, the iteration does nothing but what is `left` of it, and whoever runs the
/// loop may leave out the rest.
struct For {
  std::string name;
  Expr begin, end;
  Block body;
  bool parallel = false;
  Block locals = {};  // LocalArray and Tuples only
  bool vector = false;
  std::int64_t unroll = 1;
  std::optional<Work> work = {};  // of a parallel loop
  bool chunked = false;
  std::vector<std::string> occupancy = {};
  std::optional<SkippedBody> skipped_body = {};  // says again what stands in the body
  bool product = false;  // the nest is a product of dense matrices (ir/loop_matmul.h), which is left to the user's BLAS
  Origin origin = {};
  bool operator==(const For&) const = default;
};
/// Declares in how many parts a loop over so many entries is shared out: as many as there are threads, or one where
/// that is not worth it.
struct ChunkCount {
  std::string name;
  Expr work;
  std::string of = {};  // what the loop counts
  Partition partition = Partition::work;
  std::string how = {};  // what parts have alike: a comment
  bool operator==(const ChunkCount&) const = default;
};
/// Fields of parameters that are alike: a row for each parameter, or for one each of several. It is made at the top of
/// a function, and a ForEach walks it.
struct Table {
  struct Column {
    std::string name;  // what the row's own is called in the loop
    Type type;
    bool is_array = false;  // a pointer to const; else a number
    bool operator==(const Column&) const = default;
  };
  std::string name;
  std::vector<Column> columns;
  std::vector<std::vector<Expr>> rows;  // of an array the Field
  bool operator==(const Table&) const = default;
};
/// For each row of the table, in order.
struct ForEach {
  std::string table;
  std::vector<Table::Column> columns;  // the table's
  Block body;
  bool operator==(const ForEach&) const = default;
};
struct While {
  Expr condition;
  Block body;
  Origin origin = {};
  bool operator==(const While&) const = default;
};
/// if / else if / ... / else: conditions[n] guards blocks[n]; one more block than conditions is the else.
struct If {
  std::vector<Expr> conditions;
  std::vector<Block> blocks;
  bool operator==(const If&) const = default;
};
struct Comment {
  std::string text;
  bool operator==(const Comment&) const = default;
};
/// Sets array[from .. from + count) to zero.
struct Clear {
  std::string array;
  Type element;
  Expr count;
  Expr from = integer(0);
  bool operator==(const Clear&) const = default;
};

enum class Status { ok, null_argument, shape_mismatch, out_of_memory, index_overflow, division_by_zero };
/// if (condition) return status; what `cleanup` (a function of the module, or empty) releases goes first.
struct ReturnIf {
  Expr condition;
  Status status;
  std::string cleanup_object;  // the result whose arrays are released, or empty
  bool operator==(const ReturnIf&) const = default;
};
struct ReturnIfNull {
  std::vector<std::string> objects;  // parameters or arrays
  std::vector<Expr> needed;          // whether each has a length; empty: all are needed
  std::string cleanup_object;        // as of ReturnIf
  bool operator==(const ReturnIfNull&) const = default;
};
/// object->field = new array of `count` elements, zeroed on request; ends with out_of_memory (object released).
struct Allocate {
  std::string object, field;
  Type element;
  Expr count;
  bool zeroed = false;
  bool operator==(const Allocate&) const = default;
};
/// Makes array (bound from object->field) hold at least `needed` elements, new ones zeroed, doubling its capacity.
struct Grow {
  std::string array, object, field, capacity;
  Type element;
  Expr needed;
  bool operator==(const Grow&) const = default;
};
/// array[to .. to + count) = array[from .. from + count), which may overlap.
struct Memmove {
  std::string array;
  Type element;
  Expr to, from, count;
  bool operator==(const Memmove&) const = default;
};
/// Gives back what object->field, an array of `capacity` elements, has behind the first `count`, as far as that is
/// possible.
struct Shrink {
  std::string object, field;
  Type element;
  Expr capacity, count;
  bool operator==(const Shrink&) const = default;
};
/// An array of the function's own, released when the function ends; ends with out_of_memory. Of booleans, zeroed, it
/// may be `is_bitset`: 64 are a word then.
struct LocalArray {
  std::string name;
  Type element;
  Expr count;
  bool zeroed = false;
  std::string cleanup_object;
  bool is_bitset = false;
  bool operator==(const LocalArray&) const = default;
};
/// A list of coordinate tuples with a value each, of the function's own; ends with out_of_memory. Declares an array a
/// column, the array of values (`boolean` where only the tuples matter), and their number, which `most` may bound.
struct Tuples {
  std::string name;
  std::vector<std::string> columns;
  std::string vals;
  Type element;
  std::string count;
  std::string cleanup_object;
  Type coordinate = Type::i64;  // i32 where all coordinates are sure to fit
  std::optional<Expr> most = {};
  bool operator==(const Tuples&) const = default;
};
/// What becomes of a tuple that is there already: it is found; all are distinct, so that none is; or another one comes
/// behind it. Only the first looks for anything.
enum class Repeated { found, none, kept };
/// Declares `position` (unless it is empty): of the tuple with these coordinates. A new one holds `initial`.
struct AddTuple {
  std::string tuples, position;
  std::vector<Expr> coordinates;
  Expr initial;
  Repeated repeated = Repeated::found;
  bool operator==(const AddTuple&) const = default;
};
/// Sorts the tuples by the first `keys` columns, the first one most significant; equal ones keep their order. Ends with
/// out_of_memory, also if memory was missing for a tuple before.
struct SortTuples {
  std::string tuples;
  std::vector<Expr> extents;  // of the columns to sort by
  std::string cleanup_object;
  bool operator==(const SortTuples&) const = default;
};
/// Forgets all tuples.
struct ResetTuples {
  std::string tuples;
  bool operator==(const ResetTuples&) const = default;
};
/// object->field = an array of the tuples, a column or, without `column`, their values. They do not have it any more.
struct Move {
  std::string object, field;
  Type element;
  std::string tuples, array;
  std::optional<std::size_t> column = {};
  bool operator==(const Move&) const = default;
};
/// Sorts array[0 .. count), coordinates below `extent`, all different. `marks`, if there are any, is true at these
/// coordinates and nowhere else. `scratch` has room for as many coordinates; it is left out where marks are bits, and
/// only there.
struct SortList {
  std::string array, scratch;
  Expr count, extent;
  std::string marks = {};
  bool operator==(const SortList&) const = default;
};
/// Sets the bit of a coordinate in an array of 64 bits an element (i64).
struct SetBit {
  std::string bits;
  Expr at;
  bool operator==(const SetBit&) const = default;
};
/// list[0 .. count) = the words of `bits` that are not 0, from that of the coordinate `first` to that below `extent`,
/// in ascending order. Declares `count`.
struct NonzeroWords {
  std::string bits, list, count;
  Expr first, extent;
  bool operator==(const NonzeroWords&) const = default;
};
/// Declares a variable whose eight lowest bits are eight elements of an array of booleans, from `first` on, which are
/// false behind it.
struct LoadMask {
  static constexpr std::int64_t number = 8;
  std::string bits, marks;
  Expr first;
  bool operator==(const LoadMask&) const = default;
};
/// Declares the coordinate of the lowest bit that is set in a variable, which holds a word that has one, and unsets it
/// there. The word's lowest bit is that of the coordinate `first`.
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
/// status = function(all parameters of the calling function); return it if it is not the one that is expected.
struct CallPhase {
  std::string function;
  std::string cleanup_object;
  Status expected = Status::ok;
  bool operator==(const CallPhase&) const = default;
};
/// Ends a function with ok, or, where `status_variable` is given, with division_by_zero if that is set; then what
/// `cleanup_object` owns is released first.
struct ReturnStatus {
  std::string status_variable;
  std::string cleanup_object = {};
  bool operator==(const ReturnStatus&) const = default;
};

inline const Stmt::Node& Stmt::node() const { return *node_; }
inline bool Stmt::operator==(const Stmt& other) const { return node_ == other.node_ || node() == other.node(); }

/// What a field of a parameter's struct is for: the runner (emit/emit_runner.h) fills fields by role.
enum class FieldRole { dimension, pos, crd, vals, level_count, vals_count, owned };

/// A field of a parameter's struct.
struct FieldDeclaration {
  std::string name;
  FieldRole role = FieldRole::dimension;
  int level = 0;  // of pos, crd and level_count: 0-based
  Type type = Type::i64;
  bool is_array = false;  // a pointer
  bool is_const = false;  // a pointer to const
  int fixed_count = 0;    // > 0: type name[fixed_count]
  std::string comment;
};
struct Struct {
  std::string name;  // without the kernel's prefix: the tensor's name
  std::string comment;
  std::vector<FieldDeclaration> fields;
};
struct Parameter {
  std::string name;  // also the name of its struct
  bool is_const = true;
};

/// What a function of the module is for. `run` is the one call; the names of the others are NAME_count and so on.
enum class Phase { run, count, pattern, compute, assemble, release };
std::string_view name(Phase phase);
/// What a plan's own functions end with: `_plan_2`. Nothing for 0.
std::string suffix_of_plan(int plan);

struct Function {
  Phase phase = Phase::run;
  std::string comment;
  std::vector<Parameter> parameters;  // without the context, which every function has last
  bool is_public = true;
  Block body;
  int plan = 0;  // of a kernel with several plans: whose function it is, the first being 1; 0: all have it
};
/// What calls it is written with: `count`, of the second plan `count_plan_2`.
std::string name(const Function& function);

struct Module {
  std::string name;        // the kernel's symbol, a safe C identifier
  std::string name_space;  // "a::b" or empty
  InstructionSets instruction_sets = {all_instruction_sets.begin(),
                                      all_instruction_sets.end()};  // that vector loops are for
  std::vector<std::string> opening;                                 // lines of the opening comment
  std::vector<Struct> structs;  // the operands' and the result's, in order of parameters
  std::vector<Function> functions;
};

std::string print(const Expr& expr);
std::string print(const Block& block, int depth = 0);
std::string print(const Module& module);

/// Empty if well-formed: every variable and array is declared before it is used and once in its scope, only mutable
/// variables are assigned, operands have the types that operators want, fields exist. Else what is wrong.
std::string verify(const Module& module);

}  // namespace scorchc::loop
