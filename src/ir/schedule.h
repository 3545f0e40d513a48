// Schedule commands: what choosers return, what users write, what `--emit=schedule` prints. One `apply` performs them
// (schedule/apply.h), so a printed schedule can be pasted back.
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

/// `reorder(i, j, k)`: the loop order, outermost first; all indices of the statement. After fission each part
/// has an order of its own: `reorder(2: j, i)` is the second part's. So has what precompute makes: `reorder(t: j, k)`.
struct Reorder {
  std::vector<std::string> indices;
  int part = 1;
  std::string of = {};  // a temporary of precompute; empty: the statement itself
  bool operator==(const Reorder&) const = default;
};

/// `order(C: k, i)`: the mode ordering of an open result, outermost level first.
struct StorageOrder {
  std::string tensor;
  std::vector<std::string> indices;
  bool operator==(const StorageOrder&) const = default;
};

/// `convert(A(j,i): i, j)`: the operand is first stored again, in the order that is given, for each statement whose
/// loops need it. `convert(t: A(j,i): i, j)`: for the one that fills `t` alone.
struct Convert {
  Access access;
  std::vector<std::string> indices;  // outermost level first
  std::string of = {};               // a temporary; empty: whoever reads the operand, and has no conversion of its own
  bool operator==(const Convert&) const = default;
};

/// `factor(l: B(i,k,l), E(l,j))`: the sum over l of the product of these factors is formed by itself, and the others
/// are multiplied with the sum, not with each of its terms. It is formed where the loop order says.
struct Factor {
  std::vector<std::string> indices;
  std::vector<Access> factors;
  bool operator==(const Factor&) const = default;
};

/// What holds a product that is formed before all loops: an array, only what is stored of it, or a workspace, which has
/// a place for each coordinate and knows which of them hold something.
enum class Holder { inferred, dense, sparse, workspace };

/// `precompute(t(j): B(j,k), x(k))`: the product of these factors, summed over what t lacks, is formed before all
/// loops, in a temporary, by loops with an order of their own. `precompute(t(j,l): B(j,k), C(k,l); sparse)` says what
/// holds it.
struct Precompute {
  Access temporary;
  std::vector<Access> factors;
  Holder holder = Holder::inferred;
  bool operator==(const Precompute&) const = default;
};

/// `split(k: 32)`: the loop over k becomes two, over blocks of 32 coordinates, `k_block`, and over the places in a
/// block, `k_in`; reorder says where each stands. The last block may be shorter.
struct Split {
  std::string index;
  std::int64_t size = 0;
  bool operator==(const Split&) const = default;
};
inline constexpr std::int64_t largest_split = std::int64_t{1} << 30;

/// `tile(i: 32, k: 64)`: each of these indices is split, and the loops over their blocks stand outermost, in this
/// order.
struct Tile {
  std::vector<Split> splits;
  bool operator==(const Tile&) const = default;
};

/// `pack(B(j,k), k: 16)`: k is split in blocks of 16, and B is first stored again in panels of 16 columns: those of one
/// block stand together. The loops over blocks stand outermost, as those of `tile` do.
struct Pack {
  Access access;
  Split panel;
  bool operator==(const Pack&) const = default;
};

/// `protocol(B(j,k), j: gallop)`: how the loops over j read that level of B.
struct Protocol {
  Access access;
  std::string index;
  Reading reading = Reading::walk;
  bool operator==(const Protocol&) const = default;
};

/// What holds the sums of a workspace: an array with a place for each coordinate, or a list of the tuples that are
/// stored, each found by its hash.
enum class Held { array, tuples };
std::string_view name(Held held);

/// `workspace(w(j): tuples)`: what holds the workspace w, which the order of the loops asks for.
struct Workspace {
  Access temporary;
  Held held = Held::array;
  bool operator==(const Workspace&) const = default;
};

/// `fuse(i, j)`: the loop over j, directly inside the one over i, becomes one with it, over pairs of coordinates in
/// order: `i_j`. Both run over every coordinate.
struct Fuse {
  std::string outer, inner;
  bool operator==(const Fuse&) const = default;
};

/// `fission()`: the addends of a dense result become statements of their own, each with its own loop order.
struct Fission {
  bool operator==(const Fission&) const = default;
};

/// `parallelize(i)`: the iterations of the outermost loop may run at the same time; `parallelize(i: iterations)`: each
/// thread has as many of them, not as much work.
struct Parallelize {
  std::string index;
  Partition partition = Partition::work;
  bool operator==(const Parallelize&) const = default;
};

/// `vectorize(k)`: several iterations of the loops over k are one, in the lanes of vectors. What such a loop sums up
/// stands in registers, so the loop need not be innermost.
struct Vectorize {
  std::string index;
  bool operator==(const Vectorize&) const = default;
};

/// `unroll(j: 4)`: the innermost loops over j run four iterations a turn.
struct Unroll {
  std::string index;
  std::int64_t times = 0;
  bool operator==(const Unroll&) const = default;
};
inline constexpr std::int64_t most_unrolled = 64;

/// Where a component that is asked for ahead is worth it: where the operand is larger than the second cache and its
/// rows are neither short nor long, which is tested when the kernel runs; or always.
enum class Ahead { of_large, always };

/// `prefetch(B(j,k): 8)`: the loop over the entries that ask for components of B asks for those of the entry 8 further
/// on, too. `prefetch(B(j,k): 24; always)` says that nothing is tested.
struct Prefetch {
  Access access;
  std::int64_t distance = 0;
  Ahead where = Ahead::of_large;
  bool operator==(const Prefetch&) const = default;
};
inline constexpr std::int64_t furthest_prefetch = 1024;

/// How the one call puts a sparse result together: appended where there is room for the most entries that there may be,
/// or counted first and filled then.
enum class Assembling { one_pass, count };

/// `assemble(C: one_pass)` or `assemble(C: count)`.
struct Assemble {
  std::string tensor;
  Assembling how = Assembling::count;
  bool operator==(const Assemble&) const = default;
};

/// What is known of a call before its loops run: the entries of A, the extent of an index, or a number. The first two
/// may be divided by extents, one after the other, then by a number. Divisions are those of integers, and nothing is
/// multiplied, so nothing overflows.
struct Quantity {
  std::string tensor = {};  // whose entries it is; empty: that of the index,
  std::string index = {};   // and if both are empty, the number
  std::int64_t number = 0;
  std::vector<std::string> rows = {};  // extents that it is divided by
  std::int64_t parts = 1;
  bool operator==(const Quantity&) const = default;
};
inline constexpr std::int64_t most_parts = std::int64_t{1} << 30;
inline constexpr std::int64_t most_compared = std::int64_t{1} << 62;

/// `nnz(A) < j / 8`: A stores fewer entries than an eighth of the extent of j. `nnz(A) / i > j / 8`: divided by the
/// extent of i they are more than that. `l < k`: the extent of l is less than that of k.
struct Condition {
  enum class Side { below, above };

  Quantity left = {};
  Side side = Side::below;
  Quantity right = {};
  bool operator==(const Condition&) const = default;
};

/// `variant(nnz(A) < j / 8)`: the commands behind it, up to the next variant, are a plan of their own, for calls with
/// operands of which this holds; those before the first are for all other calls. `variant(none)`: there are no others.
struct Variant {
  std::vector<Condition> conditions;  // that all hold
  bool operator==(const Variant&) const = default;
};
inline constexpr std::size_t most_variants = 3;

/// What is chosen unless commands say otherwise: each named as its command.
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

/// `vectorize(none)`: there are no vector loops. The rest is chosen.
struct Without {
  Choice choice = Choice::convert;
  bool operator==(const Without&) const = default;
};

using Command = std::variant<Reorder, StorageOrder, Convert, Factor, Precompute, Split, Tile, Pack, Workspace, Protocol,
                             Fuse, Fission, Parallelize, Vectorize, Unroll, Prefetch, Assemble, Variant, Without>;
using Commands = std::vector<Command>;

/// The commands of one plan, and when it runs: the first one where no other does.
struct PlanCommands {
  Variant when;
  Commands commands;
};
/// At least one.
std::vector<PlanCommands> plans_of(const Commands& commands);
/// What it is called in texts: `nnz(A) < j / 8`.
std::string print(const std::vector<Condition>& conditions);

/// The choice that the command makes or leaves out, if it is one of those.
std::optional<Choice> choice_of(const Command& command);

std::string print(const Command& command);
/// Separated by "; ".
std::string print(const Commands& commands);
/// Reads what print writes. Throws Failure (schedule_syntax) with the place.
Commands parse(const SourcePtr& source);
/// Empty if well-formed by itself: no index twice, no command twice for one thing. Else what is wrong.
std::string verify(const Commands& commands);

}  // namespace scorchc::schedule
