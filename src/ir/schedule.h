// Defines schedule commands. Choosers return them, users write them, and `--emit=schedule` prints them. A single
// function performs them (schedule/transform/apply.h), so a printed schedule can be passed back with `--schedule`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/index_notation.h"
#include "ir/partition.h"
#include "ir/reading.h"
#include "support/source.h"

namespace scorchc::schedule {

/// `reorder(i, j, k)`: the loop order, outermost first, with all indices of the statement. After fission each part has
/// its own order: `reorder(2: j, i)` for the second part. So does each precomputed temporary: `reorder(t: j, k)`.
struct Reorder {
  std::vector<std::string> indices;
  int part = 1;
  std::string of = {};  // a precomputed temporary; empty for the statement itself
  bool operator==(const Reorder&) const = default;
};

/// `storage_order(C: k, i)`: the mode order of an open result, outermost level first.
struct StorageOrder {
  std::string tensor;
  std::vector<std::string> indices;
  bool operator==(const StorageOrder&) const = default;
};

/// `convert(A(j,i): i, j)`: copies the operand to the given storage order before the loops, for each statement whose
/// loops need it. `convert(t: A(j,i): i, j)`: only for the statement that computes `t`.
struct Convert {
  Access access;
  std::vector<std::string> indices;  // outermost level first
  std::string of = {};               // a temporary; empty: all statements that have no conversion of their own
  bool operator==(const Convert&) const = default;
};

/// `factor(l: B(i,k,l), E(l,j))`: sums the product of these factors over l first, and multiplies the other factors with
/// the sum instead of with each term (distributive law). The loop order determines where the sum is computed.
struct Factor {
  std::vector<std::string> indices;
  std::vector<Access> factors;
  bool operator==(const Factor&) const = default;
};

/// The storage of a precomputed temporary: a dense array, a sparse tensor, or a workspace (a sparse accumulator).
enum class Holder { inferred, dense, sparse, workspace };

/// `precompute(t(j): B(j,k), x(k))`: computes the product of these factors, summed over the indices that t lacks, into
/// a temporary before all loops, with a loop order of its own. `precompute(t(j,l): B(j,k), C(k,l); sparse)` also gives
/// the storage of the temporary.
struct Precompute {
  Access temporary;
  std::vector<Access> factors;
  Holder holder = Holder::inferred;
  bool operator==(const Precompute&) const = default;
};

/// `split(k: 32)`: strip-mines the loop over k into a loop over blocks of 32 coordinates, `k_block`, and a loop over
/// the offsets in a block, `k_in`. `reorder` places both. The last block may be shorter.
struct Split {
  std::string index;
  std::int64_t size = 0;  // of a block, in coordinates
  bool operator==(const Split&) const = default;
};
inline constexpr std::int64_t largest_split = std::int64_t{1} << 30;

/// `tile(i: 32, k: 64)`: splits each of these indices; the loops over blocks become the outermost ones, in this order.
struct Tile {
  std::vector<Split> splits;
  bool operator==(const Tile&) const = default;
};

/// `pack(B(j,k), k: 16)`: splits k into blocks of 16, and first copies B into contiguous panels of 16 columns. The
/// loops over blocks become the outermost ones, as with `tile`.
struct Pack {
  Access access;
  Split panel;
  bool operator==(const Pack&) const = default;
};

/// `protocol(B(j,k), j: gallop)`: how the loops over j read the level of B along j.
struct Protocol {
  Access access;
  std::string index;
  Reading reading = Reading::walk;
  bool operator==(const Protocol&) const = default;
};

/// The storage of a workspace: a dense array, or a hash table of the coordinate tuples that are stored.
enum class WorkspaceKind { array, tuples };
std::string_view name(WorkspaceKind held);

/// `workspace(w(j): tuples)`: the storage of the workspace w, which the loop order requires.
struct Workspace {
  Access temporary;
  WorkspaceKind held = WorkspaceKind::array;
  bool operator==(const Workspace&) const = default;
};

/// `fuse(i, j)`: collapses the loop over i and the loop over j directly inside it into one loop `i_j` over pairs of
/// coordinates, in order. Both loops must be dense.
struct Fuse {
  std::string outer, inner;
  bool operator==(const Fuse&) const = default;
};

/// `fission()`: splits the addends of a dense result into statements of their own, each with its own loop order.
struct Fission {
  bool operator==(const Fission&) const = default;
};

/// `parallelize(i)`: runs the iterations of the outermost loop i on threads, which get about equal work. With
/// `parallelize(i: iterations)` they get equal numbers of iterations.
struct Parallelize {
  std::string index;
  Partition partition = Partition::work;
  bool operator==(const Parallelize&) const = default;
};

/// `vectorize(k)`: runs several iterations of the loops over k as one, in SIMD lanes. Accumulators are kept in vector
/// registers, so the loop need not be innermost.
struct Vectorize {
  std::string index;
  bool operator==(const Vectorize&) const = default;
};

/// `unroll(j: 4)`: unrolls the innermost loops over j by a factor of 4.
struct Unroll {
  std::string index;
  std::int64_t times = 0;  // unroll factor
  bool operator==(const Unroll&) const = default;
};
inline constexpr std::int64_t most_unrolled = 64;

/// When prefetching is enabled: always, or by a run-time test (the operand exceeds L2; its rows are neither short nor
/// long).
enum class PrefetchCondition { of_large, always };

/// `prefetch(B(j,k): 8)`: the loop over the entries whose coordinates select components of B prefetches the components
/// for the entry 8 positions ahead. `prefetch(B(j,k): 24; always)`: without the run-time test.
struct Prefetch {
  Access access;
  std::int64_t distance = 0;  // in entries
  PrefetchCondition condition = PrefetchCondition::of_large;
  bool operator==(const Prefetch&) const = default;
};
inline constexpr std::int64_t furthest_prefetch = 1024;

/// How the one-call function assembles a sparse result: in one pass, with capacity for an upper bound of the number of
/// entries; or by counting the entries first and filling them in a second pass.
enum class Assembling { one_pass, count };

/// `assemble(C: one_pass)` or `assemble(C: count)`: how the result is assembled.
struct Assemble {
  std::string tensor;
  Assembling how = Assembling::count;
  bool operator==(const Assemble&) const = default;
};

/// A quantity that is known when the kernel is called: the number of entries of a tensor, the extent of an index, or a
/// constant. The first two may be divided by extents, one after the other, and then by a constant. Integer division is
/// used, and nothing is multiplied, so it cannot overflow.
struct Quantity {
  std::string tensor = {};             // the number of entries of this tensor; or, if empty,
  std::string index = {};              // the extent of this index; or, if empty,
  std::int64_t number = 0;             // this constant
  std::vector<std::string> rows = {};  // indices by whose extents it is divided
  std::int64_t parts = 1;              // the constant by which it is divided
  bool operator==(const Quantity&) const = default;
};
inline constexpr std::int64_t most_parts = std::int64_t{1} << 30;
inline constexpr std::int64_t most_compared = std::int64_t{1} << 62;

/// A comparison of two quantities. `nnz(A) < j / 8`: A stores fewer entries than an eighth of the extent of j.
/// `nnz(A) / i > j / 8`: the average number of entries for each i exceeds that. `l < k`: the extent of l is less than
/// that of k.
struct Condition {
  enum class Side { below, above };

  Quantity left = {};
  Side side = Side::below;
  Quantity right = {};
  bool operator==(const Condition&) const = default;
};

/// `variant(nnz(A) < j / 8)`: the commands after it, up to the next variant, are a separate plan, which runs if the
/// condition holds for a call. The commands before the first variant are the plan for all other calls. `variant(none)`:
/// there are no variants.
struct Variant {
  std::vector<Condition> conditions;  // a conjunction
  bool operator==(const Variant&) const = default;
};
inline constexpr std::size_t most_variants = 3;

/// The automatic choices that commands override. Each is named like its command.
enum class Choice {
  convert,
  factor,
  precompute,
  fission,
  tile,
  pack,
  workspace,
  protocol,
  parallelize,
  vectorize,
  prefetch
};
std::string_view name(Choice choice);
std::optional<Choice> choice_named(std::string_view name);

/// `vectorize(none)`: no vector loops. All other choices remain automatic.
struct Without {
  Choice choice = Choice::convert;
  bool operator==(const Without&) const = default;
};

using Command = std::variant<Reorder, StorageOrder, Convert, Factor, Precompute, Split, Tile, Pack, Workspace, Protocol,
                             Fuse, Fission, Parallelize, Vectorize, Unroll, Prefetch, Assemble, Variant, Without>;
using Commands = std::vector<Command>;

/// The commands of one plan, and the condition under which it runs (empty for the default plan).
struct PlanCommands {
  Variant when;
  Commands commands;
};
/// Splits commands at their variants. The first plan is the default; there is at least one.
std::vector<PlanCommands> plans_of(const Commands& commands);
/// The conjunction as text: "nnz(A) < j / 8 and l < k".
std::string print(const std::vector<Condition>& conditions);

/// The automatic choice that the command overrides, if any.
std::optional<Choice> choice_of(const Command& command);

std::string print(const Command& command);
/// The commands separated by "; ".
std::string print(const Commands& commands);
/// Parses the output of print. Fails with Code::schedule_syntax.
Commands parse(const SourcePtr& source);
/// Empty if the commands are consistent, otherwise a description of the first problem: an index named twice, or a
/// second command for the same thing. Tensors and indices of the kernel are not checked here.
std::string verify(const Commands& commands);

}  // namespace scorchc::schedule
