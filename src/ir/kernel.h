// A kernel to compile: what the front hands to the other rooms. Its statement, its tensors with their formats (the
// result's may still be open), its indices with what is known of their extents. Statements that use each other's
// results are one kernel: the last one's result is its own, and what an earlier one assigns is a temporary.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ir/format.h"
#include "ir/index_notation.h"
#include "ir/instruction_set.h"
#include "ir/named_list.h"

namespace scorchc {

/// What is known of a tensor's data, for the cost model: counted once, from a file (`--data`).
struct TensorStatistics {
  double stored = 0;             // components
  std::vector<double> prefixes;  // a level of its format, outermost first: distinct coordinates down to it
  // A mode: how many components each coordinate has. Empty where the extent is too large to list.
  std::vector<std::vector<std::int64_t>> degrees;
  // Components that are drawn by their coordinates alone, in any order: of tensors that store the same ones the same
  // are drawn, so that it shows how many both store. Sorted.
  struct Drawn {
    std::uint64_t below = 0;  // all whose hash is: the share of these among all numbers is the share that is drawn
    std::vector<std::pair<std::uint64_t, std::vector<std::int64_t>>> places = {};  // hash, coordinates by mode
    bool operator==(const Drawn&) const = default;
  } drawn = {};
  // Of a matrix, a mode: all entries at coordinates that are drawn, twice, by numbers that have nothing to do with each
  // other. Rows of one matrix by the first and columns of another by the second show how many components their product
  // has. Empty for tensors of other orders.
  struct Fibres {
    std::uint64_t below =
        0;  // coordinates whose hash is: the share of these among all numbers is the share that is drawn
    std::vector<std::pair<std::int64_t, std::int64_t>> entries = {};  // the other mode's coordinate, this one's. Sorted
    bool operator==(const Fibres&) const = default;
  };
  std::vector<std::array<Fibres, 2>> fibres = {};
  bool operator==(const TensorStatistics&) const = default;
};

/// Which modes of an open result may have a dense level. It is dense where it is among the outermost levels, else
/// compressed.
struct OuterModes {
  std::vector<int> modes;
  int most = 1;  // so many levels are dense
};

struct TensorDeclaration {
  std::string name;
  std::string old_value_of;  // made by the scheduler: what this result holds before the call; empty for the user's
  int order = 0;
  ValueType value = ValueType::f32;  // also of an open result
  bool value_given = false;          // the user said so; otherwise the default, or, for a result, the promoted type
  std::optional<Format> format;      // open: only a result's may be
  bool format_inferred = false;      // filled by infer, not by the user
  bool mode_order_open = false;      // levels are known a mode; their order is closed by the schedule
  std::optional<OuterModes>
      outer;  // of an open result whose levels are not known a mode: `format` is for the modes as written
  bool assigned_earlier = false;         // the user's temporary: a statement before the last one assigns it
  std::string alias_of;                  // made by the scheduler: another view of this tensor's arrays
  std::optional<Access> converted_from;  // a temporary whose storage order is still open: what it is converted from
  std::optional<Access> copy_of;        // made by the scheduler: the operand that this temporary holds in another order
  std::vector<std::string> stands_for;  // made by the lowerer: the operands alike that it is, one after the other,
  std::vector<Literal> stands_for_numbers;             // or, of a scalar, the numbers
  Place format_place;                                  // of the user's format, for diagnostics
  std::optional<double> nnz_hint;                      // number of stored components, for the cost model
  std::optional<double> fill_hint;                     // or their share, 0..1
  std::shared_ptr<const TensorStatistics> statistics;  // or counted, null if not
};

/// The levels of an open result in this order of its modes.
std::vector<LevelSpec> levels_in_order(const TensorDeclaration& result, const std::vector<int>& modes);

using TensorList = NamedList<TensorDeclaration>;

/// The tensor, as the user knows it, whose data this one takes.
inline const std::string& data_name(const TensorDeclaration& tensor) {
  return tensor.old_value_of.empty() ? tensor.name : tensor.old_value_of;
}

/// Of one value for each coordinate. Extents that are known to be longer get no array of the kernel's own making where
/// none of its tensors has one: with its flags this one has between half a GiB and more than one, in each thread.
inline constexpr std::int64_t longest_array = std::int64_t{1} << 27;
inline constexpr std::int64_t short_array = std::int64_t{1} << 16;

struct IndexDeclaration {
  std::optional<std::int64_t> extent;  // `--dim i=1000`: fixed
  std::optional<std::int64_t> hint;    // `--dim i=~1000`: a guess for the cost model
  std::string same_as;                 // made by the scheduler for an index of this one's extent; empty for the user's
  std::string block_of;  // made for a part of this index, which is split in blocks; empty for whole indices
  BlockPart part = BlockPart::whole;  // the block's number or the place in the block
  std::int64_t block = 0;             // the size of the blocks
  Place place;
};

/// The caches of the machine that a kernel is for, in bytes: `--target-cache`. Not those of the machine that compiles:
/// the same input gives the same bytes everywhere.
struct Caches {
  std::int64_t first = 32 * 1024;     // L1, of data
  std::int64_t second = 1024 * 1024;  // L2
};

/// Who multiplies dense matrices: the kernel's own loops, or the BLAS that its user links, through CBLAS (`--blas`).
enum class Blas { none, cblas };

/// What can stand beside a kernel's own functions for each of its tensors, on request (`--with`).
enum class Helper { validate, pack, unpack };
std::string_view name(Helper helper);
std::span<const Helper> all_helpers();

/// A kind of output by the word that a spec has for it ("h", "cpp"), not yet held against those that there are.
struct RequestedOutput {
  std::string word;
  Place place = {};  // in the spec
};

struct Kernel {
  std::string name;              // a C identifier, already safe
  std::string name_space;        // "a::b", empty without
  Statement statement;           // the last one; sums explicit (front/explicit_reductions)
  std::string source_statement;  // the statements as parsed, printed canonically: what users recognise
  TensorList tensors;            // the result first, then operands in order of first appearance
  TensorList temporaries;        // of earlier statements; made by the schedule: workspaces, converted operands
  std::map<std::string, IndexDeclaration> indices;  // every index of the statement
  IndexType index_type = IndexType::i32;            // of positions and coordinates of an inferred result
  bool parallel = true;                             // OpenMP pragmas may be emitted
  std::string schedule = "auto";                    // "auto", "none", or commands
  std::vector<RequestedOutput> emit;  // what a spec asks to be written for this kernel; empty: the default
  std::map<std::string, std::int64_t> splits =
      {};  // made by the scheduler: indices whose loops become two, and their blocks
  std::vector<std::string> outermost =
      {};  // made by the scheduler: indices whose loops stand outside of all others, in this order
  std::vector<Statement> earlier =
      {};  // the statements before the last one, in order: each assigns a temporary; sums explicit
  std::vector<Statement> written = {};  // all statements, the last one last: sums as written, indices the kernel's own
  std::vector<std::string> factored = {};  // made by the scheduler: indices whose sums stay where they stand
  Place schedule_place = {};               // of `schedule` in the user's text, for diagnostics
  Caches caches = {};                      // of the machine that it is for
  Blas blas = Blas::none;                  // whether dense products are calls
  InstructionSets instruction_sets = {all_instruction_sets.begin(),
                                      all_instruction_sets.end()};  // of machines that it is for
  std::vector<Helper> helpers = {};                                 // that are emitted with it

  /// Whether what the result holds before the call takes part: `+=` and its like, or the result also as operand.
  bool reads_old_result() const;
  const TensorDeclaration& result() const { return tensors.front(); }
  /// Whether the result can be scattered into: one sparse level, below dense ones. Its rows are counted and get their
  /// places before they are filled, so loops may go from row to row and back, as long as each row fills in order.
  bool can_counting_sort() const;
  /// Whether loops in this order, which assign each component once, have to: they do not follow the storage order.
  bool needs_counting_sort(const std::vector<std::string>& loops) const;
  /// Whether the result can be filled row by row in any order: one sparse level, below dense ones, and dense ones below
  /// it, the places in its blocks.
  bool can_assemble_blocks() const;
  /// Whether loops in this order, which assign each component once, have to: they bind a place before its block is
  /// known.
  bool places(const std::vector<std::string>& loops) const;
  const TensorDeclaration* find(std::string_view tensor) const {
    const TensorDeclaration* parameter = tensors.find(tensor);
    return parameter ? parameter : temporaries.find(tensor);
  }
  /// Whether there are known, or guessed, to be more of its coordinates than arrays are made for (`longest_array`).
  bool is_huge(const std::string& index) const;
  /// Whether there are so few of its coordinates, in any call, that an array as long costs next to nothing
  /// (`short_array`).
  bool is_short(const std::string& index) const;
  const TensorDeclaration& tensor(std::string_view name_of) const { return *find(name_of); }
  /// Whether an earlier statement assigns it.
  bool is_assigned_earlier(std::string_view tensor) const {
    const TensorDeclaration* found = find(tensor);
    return found && found->assigned_earlier;
  }
};

/// One of the earlier statements as a kernel of its own: its temporary is the result, and only what it reads is
/// declared.
Kernel earlier_kernel(const Kernel& kernel, std::size_t number);
/// The earlier statements and the last one.
std::vector<Statement> all_statements(const Kernel& kernel);
/// All of them, with `;` between: sums explicit.
std::string print_statements(const Kernel& kernel);
/// What is read, in the order of the statements.
std::vector<Access> all_operands(const Kernel& kernel);
/// The indices of one access of each tensor, as the user wrote it: they name its modes.
std::map<std::string, std::vector<std::string>> written_indices(const Kernel& kernel);

/// The type that the right-hand side is computed in: its operands' types promoted; an integer type becomes f64 where a
/// fraction or a floating function occurs. Without operands, the result's own type.
ValueType expression_type(const Kernel& kernel);
/// The one type of all of the kernel's arithmetic: expression_type promoted with the result's.
ValueType computation_type(const Kernel& kernel);
/// The type of the arithmetic that makes a temporary: that of the earlier statement which assigns it, or `around` it.
ValueType filling_type(const Kernel& kernel, const std::string& temporary, ValueType around);
/// Whether a statement of it computes in f32, or a value of it is stored so: the result is no more precise than that,
/// whatever its type.
bool is_rounded_to_f32(const Kernel& kernel);

}  // namespace scorchc
