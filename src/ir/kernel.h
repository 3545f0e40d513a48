// Defines Kernel, the input of all phases after `front`: a statement, its tensors with their formats, its indices with
// their extents, and the options.
//
// Statements that use each other's results form one kernel. The last statement assigns the kernel's result; each
// earlier one assigns a temporary:
//
//   t(i) = A(i,j) * x(j)        kernel.earlier[0]; t is a temporary
//   y(i) = B(i,j) * t(j)        kernel.statement;  y is the result
//
// After `front` the format of a result may be open (empty); `infer` completes it.
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

/// Statistics of a tensor's data, for the cost model. Counted once, from a data file (`--data`).
struct TensorStatistics {
  double stored = 0;             // number of stored components
  std::vector<double> prefixes;  // for each level, outermost first: the number of distinct coordinate prefixes
  // For each mode, the number of components at each coordinate. Empty for a mode whose extent is too large to list.
  std::vector<std::vector<std::int64_t>> degrees;
  // A sample of the components, chosen by a hash of their coordinates. Samples of two tensors contain the same part of
  // the components that both store, so comparing samples estimates the overlap. Sorted.
  struct Drawn {
    std::uint64_t below = 0;  // the sample contains the components with a hash below this: a fraction of below / 2^64
    std::vector<std::pair<std::uint64_t, std::vector<std::int64_t>>> places = {};  // hash, coordinates by mode
    bool operator==(const Drawn&) const = default;
  } drawn = {};
  // For each mode of a matrix, two independent samples of whole fibres: all entries at the sampled coordinates. Sampled
  // rows of one matrix (first sample) and columns of another (second sample) estimate the number of nonzeros of their
  // product. Empty for tensors of other orders.
  struct Fibres {
    std::uint64_t below = 0;  // the sample contains the coordinates with a hash below this: a fraction of below / 2^64
    std::vector<std::pair<std::int64_t, std::int64_t>> entries = {};  // coordinates: other mode, this mode. Sorted
    bool operator==(const Fibres&) const = default;
  };
  std::vector<std::array<Fibres, 2>> fibres = {};
  bool operator==(const TensorStatistics&) const = default;
};

/// The modes of an open result that may have a dense level. Such a mode's level is dense if it is among the outermost
/// ones, otherwise compressed; the mode order decides.
struct OuterModes {
  std::vector<int> modes;
  int most = 1;  // at most this many levels are dense
};

/// A tensor of a kernel: the result, an operand or a temporary.
struct TensorDeclaration {
  std::string name;
  std::string old_value_of;  // set by the scheduler: the result whose value before the call this operand is, or empty
  int order = 0;
  ValueType value = ValueType::f32;  // known even if the format is open
  bool value_given = false;          // given by the user; otherwise the default or, for a result, the promoted type
  std::optional<Format> format;      // empty: open; only of a result
  bool format_inferred = false;      // completed by `infer`, not given by the user
  bool mode_order_open = false;      // each mode's level format is known; the schedule decides the order of the levels
  std::optional<OuterModes> outer;   // of an open result whose dense levels depend on the mode order; `format` then
                                     // assumes the order as written
  bool assigned_earlier = false;     // a temporary of the user: an earlier statement assigns it
  std::string alias_of;              // set by the scheduler: the tensor whose arrays this one shares, or empty
  std::optional<Access> converted_from;  // of a temporary whose storage order is still open: its source operand
  std::optional<Access> copy_of;        // set by the scheduler: the operand that this temporary stores in another order
  std::vector<std::string> stands_for;  // set by `lower`: the operands that this one represents in a re-rolled sum,
  std::vector<Literal> stands_for_numbers;             // or the literals, if it is a scalar
  Place format_place;                                  // location of the user's format, for diagnostics
  std::optional<double> nnz_hint;                      // the number of stored components, for the cost model,
  std::optional<double> fill_hint;                     // or their fraction of all components, 0..1,
  std::shared_ptr<const TensorStatistics> statistics;  // or counted statistics; may be null
};

/// The levels of an open result for a given mode order, outermost first.
std::vector<LevelSpec> levels_in_order(const TensorDeclaration& result, const std::vector<int>& modes);

using TensorList = NamedList<TensorDeclaration>;

/// The user's name of the tensor that provides this one's data: for an old value, the result.
inline const std::string& data_name(const TensorDeclaration& tensor) {
  return tensor.old_value_of.empty() ? tensor.name : tensor.old_value_of;
}

/// The largest extent, in elements, for which a kernel allocates a dense array of its own. With flags, such an array
/// takes between 0.5 and more than 1 GiB in each thread. Beyond it there is no such array unless a tensor of the kernel
/// already has one.
inline constexpr std::int64_t longest_array = std::int64_t{1} << 27;
/// An array of up to this many elements is considered free.
inline constexpr std::int64_t short_array = std::int64_t{1} << 16;

/// An index of a kernel's statements.
struct IndexDeclaration {
  std::optional<std::int64_t> extent;  // `--dim i=1000`: fixed
  std::optional<std::int64_t> hint;    // `--dim i=~1000`: an estimate for the cost model
  std::string same_as;                 // another index with the same extent, or empty
  std::string block_of;                // of one part of a blocked index: the whole index; otherwise empty
  BlockPart part = BlockPart::whole;   // block number (outer) or offset in the block (inner)
  std::int64_t block = 0;              // the block size
  Place place;                         // location of the extent, for diagnostics
};

/// Cache sizes of the target machine, in bytes (`--target-cache`). The compiling machine is not queried, so that the
/// same input gives the same output everywhere.
struct Caches {
  std::int64_t first = 32 * 1024;     // L1 data cache
  std::int64_t second = 1024 * 1024;  // L2
};

/// How products of dense matrices are computed: by the kernel's loops, or by calls to the user's BLAS through CBLAS
/// (`--blas`).
enum class Blas { none, cblas };

/// Helper functions that are emitted for each tensor on request (`--with`).
enum class Helper { validate, pack, unpack };
std::string_view name(Helper helper);
std::span<const Helper> all_helpers();

/// A kind of output ("h", "cpp") as a spec names it; not yet checked.
struct RequestedOutput {
  std::string word;
  Place place = {};  // location in the spec
};

/// A kernel to compile.
struct Kernel {
  std::string name;              // a C identifier that is not reserved
  std::string name_space;        // "a::b", or empty
  Statement statement;           // the last statement, with explicit sums (front/explicit_reductions)
  std::string source_statement;  // the user's statements, in canonical form
  TensorList tensors;            // the result first, then operands in order of first appearance
  TensorList temporaries;        // of earlier statements; the scheduler adds workspaces and conversions
  std::map<std::string, IndexDeclaration> indices;  // every index of the statements
  IndexType index_type = IndexType::i32;            // of positions and coordinates of an inferred result
  bool parallel = true;                             // OpenMP loops may be emitted
  std::string schedule = "auto";                    // "auto", "none", or commands
  std::vector<RequestedOutput> emit;  // the outputs that a spec requests for this kernel; empty: the default
  std::map<std::string, std::int64_t> splits = {};  // set by the scheduler: indices whose loops are split -> block size
  std::vector<std::string> outermost = {};          // set by the scheduler: indices of the outermost loops, in order
  std::vector<Statement> earlier = {};              // the statements before the last one, in order, with explicit sums
  std::vector<Statement> written = {};              // all statements in order, with sums as written and unified indices
  std::vector<std::string> factored = {};           // set by the scheduler: indices whose sums must not be moved
  Place schedule_place = {};                        // location of `schedule` in the user's text, for diagnostics
  Caches caches = {};                               // of the target machine
  Blas blas = Blas::none;
  InstructionSets instruction_sets = {all_instruction_sets.begin(), all_instruction_sets.end()};  // of target machines
  std::vector<Helper> helpers = {};                                                               // emitted on request

  /// True if the kernel reads the value that the result has before the call: `+=`, `min=`, `max=`, or the result is
  /// also an operand.
  bool reads_old_result() const;
  const TensorDeclaration& result() const { return tensors.front(); }
  /// True if the result can be assembled by a counting sort into rows: one sparse level, the innermost, below dense
  /// ones. A first pass counts the entries of each row. So loops may visit rows in any order, if they fill each row in
  /// order.
  bool can_counting_sort() const;
  /// True if loops in this order, which assign each component once, need a counting sort: they do not follow the
  /// storage order.
  bool needs_counting_sort(const std::vector<std::string>& loops) const;
  /// True if the result can be assembled by blocks, with rows in any order: one sparse level below dense ones, and
  /// dense levels (the offsets in its blocks) below it.
  bool can_assemble_blocks() const;
  /// True if loops in this order, which assign each component once, need assembly by blocks: they visit rows out of
  /// order, or bind an offset in a block before the block is known.
  bool places(const std::vector<std::string>& loops) const;
  /// The tensor or temporary of that name; null if there is none.
  const TensorDeclaration* find(std::string_view tensor) const {
    const TensorDeclaration* parameter = tensors.find(tensor);
    return parameter ? parameter : temporaries.find(tensor);
  }
  /// True if the index's extent, known or hinted, exceeds `longest_array`.
  bool is_huge(const std::string& index) const;
  /// True if the index's extent is fixed and at most `short_array`.
  bool is_short(const std::string& index) const;
  /// The tensor or temporary of that name, which must exist.
  const TensorDeclaration& tensor(std::string_view name_of) const { return *find(name_of); }
  /// True if an earlier statement assigns the tensor.
  bool is_assigned_earlier(std::string_view tensor) const {
    const TensorDeclaration* found = find(tensor);
    return found && found->assigned_earlier;
  }
};

/// Earlier statement `number` (from 0) as a kernel of its own: its temporary is the result, and only the tensors that
/// it reads are declared.
Kernel earlier_kernel(const Kernel& kernel, std::size_t number);
/// The earlier statements, then the last one.
std::vector<Statement> all_statements(const Kernel& kernel);
/// All statements with explicit sums, separated by `; `.
std::string print_statements(const Kernel& kernel);
/// All accesses that the statements read, in order, with repetitions.
std::vector<Access> all_operands(const Kernel& kernel);
/// For each tensor, the indices of its first access. They serve as names of its modes.
std::map<std::string, std::vector<std::string>> written_indices(const Kernel& kernel);

/// The type of the right-hand side: the promoted type of its operands; f64 instead of an integer type if a fractional
/// literal or a floating-point function occurs. Without operands, the type of the result.
ValueType expression_type(const Kernel& kernel);
/// The type of the last statement's arithmetic: expression_type, promoted with the result's type.
ValueType computation_type(const Kernel& kernel);
/// The type of the arithmetic that computes a temporary: that of the earlier statement which assigns it; `around` for
/// any other temporary.
ValueType filling_type(const Kernel& kernel, const std::string& temporary, ValueType around);
/// True if some statement computes in f32 or stores an f32 result, which bounds the precision of the kernel's result
/// whatever its type.
bool is_rounded_to_f32(const Kernel& kernel);

}  // namespace scorchc
