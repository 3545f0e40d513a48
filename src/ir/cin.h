// Defines concrete index notation (CIN; Kjolstad et al. 2019): an index notation statement with explicit loops.
//
// A CIN program fixes the loop order, the temporaries (`where`), and when the result is initialised. It does not fix
// how levels are iterated and merged: `lower` decides that. Gustavson's SpGEMM, with a workspace for a row of C:
//
//   parallel forall i
//     where w(k)
//       forall j                          the producer
//         forall k
//           w(k) += A(i,j) * B(j,k)
//     in
//       forall k                          the consumer
//         C(i,k) = w(k)
//
// Statements are immutable values; rewrites build new ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/index_notation.h"
#include "ir/kernel.h"
#include "ir/origin.h"
#include "ir/partition.h"
#include "ir/reading.h"

namespace scorchc::cin {

class Stmt;

/// `lhs op rhs`. The right-hand side contains no Reduce: loops and `+=` express reductions.
struct Assign {
  Access lhs;
  AssignOp op = AssignOp::set;
  Expr rhs;
  bool operator==(const Assign&) const = default;
};

/// A software prefetch of components of `access`, `distance` entries before their use.
struct Prefetched {
  Access access;
  std::int64_t distance = 0;  // in entries of the loop
  bool always = false;        // otherwise a run-time test enables it for large operands
  bool operator==(const Prefetched&) const = default;
};

/// How the loop reads the level of `access` along the loop's index, if it does not walk it.
struct Read {
  Access access;
  Reading reading = Reading::walk;
  bool operator==(const Read&) const = default;
};

/// A loop over every coordinate of `index` at which `body` has an effect.
struct Forall {
  std::string index;
  std::vector<Stmt> body;                 // exactly one
  bool parallel = false;                  // iterations are independent and may run concurrently
  Partition partition = Partition::work;  // how a parallel loop is divided among threads
  bool vector = false;                    // several iterations run as one, in SIMD lanes
  std::int64_t unroll = 1;                // unroll factor
  std::string fused_as = {};  // if not empty: this loop and its body's loop are fused into one over pairs, of this name
  std::vector<Prefetched> prefetches = {};  // software prefetches in the body
  std::vector<Read> reads = {};             // of sparse levels; levels that are walked may be left out
  Origin origin = {};
  bool operator==(const Forall&) const = default;
};

/// `consumer where producer`: the producer computes the temporary, starting from the identity of `reduction`; then the
/// consumer reads it. A component for which the producer stores nothing is unstored. A temporary with indices is
/// declared in Kernel::temporaries: a workspace, or an operand in another storage order.
struct Where {
  Access temporary;
  ReduceOp reduction = ReduceOp::sum;
  bool distinct = false;    // the producer assigns each component at most once
  std::vector<Stmt> parts;  // consumer, producer
  bool operator==(const Where&) const = default;
  const Stmt& consumer() const;
  const Stmt& producer() const;
};

/// The kind of temporary that a `where` computes: a scalar, a workspace that accumulates, or an operand that is
/// converted to another storage order.
enum class TemporaryKind { scalar, workspace, converted };
TemporaryKind kind_of(const Where& where);
/// The operand that the `where` converts to another mode or level order; null if it computes something else.
const Access* converted_operand(const Where& where);
/// True if the consumer locates components of the temporary (by coordinate) instead of walking a list of them.
bool is_located(const Where& where);
/// True if the consumer reads the temporary as a mask: before the producer runs, the components that the consumer will
/// read are cleared.
bool is_masked(const Where& where);
std::string_view name(TemporaryKind kind);  // "scalar", "workspace", "converted"

/// Statements that run one after the other.
struct Sequence {
  std::vector<Stmt> statements;
  bool operator==(const Sequence&) const = default;
};

/// A statement: an immutable, shared handle to one of the structs above. Copies are cheap.
class Stmt {
 public:
  using Node = std::variant<Assign, Forall, Where, Sequence>;

  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, Stmt> && std::constructible_from<Node, T>)
  Stmt(T&& node) : node_(std::make_shared<const Node>(std::forward<T>(node))) {}

  const Node& node() const { return *node_; }
  template <class T>
  const T* as() const {
    return std::get_if<T>(node_.get());
  }
  /// True if both are handles to the same node: after a rewrite, "unchanged".
  bool same_as(const Stmt& other) const { return node_ == other.node_; }
  bool operator==(const Stmt& other) const { return same_as(other) || node() == other.node(); }

 private:
  std::shared_ptr<const Node> node_;
};

/// The line that is printed above a loop's body: "parallel vector forall k".
std::string heading(const Forall& loop);
/// The name of the loop in schedule commands: its index, or `fused_as`.
const std::string& name_of(const Forall& loop);
/// The body of the loop; of a fused loop, the body of the inner loop.
const Stmt& inside(const Forall& loop);
/// The operands, printed, whose levels the loop reads with this protocol.
std::vector<std::string> read_by(const Forall& loop, Reading reading);
/// The operands, printed, whose components the loop looks up: `locate` or `masked`.
std::vector<std::string> located_by(const Forall& loop);
/// True if the loop looks up components of `access`.
bool locates(const Forall& loop, const Access& access);
/// A copy of the loop with `body` in place of inside(loop).
Forall with_inside(const Forall& loop, Stmt body);

inline const Stmt& Where::consumer() const { return parts[0]; }
inline const Stmt& Where::producer() const { return parts[1]; }

Stmt forall(std::string index, Stmt body);
/// Nested loops over `indices`, the first one outermost.
Stmt forall(const std::vector<std::string>& indices, Stmt body);
/// The statements in order. Nested sequences are flattened; a single statement is returned as it is.
Stmt sequence(std::vector<Stmt> statements);
Stmt where(Access temporary, ReduceOp reduction, Stmt consumer, Stmt producer);

/// A scheduled kernel: every format is complete, and the statement has its loops.
struct Program {
  Kernel kernel;  // the user's statement and formats
  Kernel split;   // the same as the loops see it: indices of blocked modes are split in two, temporaries are declared
  Stmt body;
};

/// A copy whose loops are numbered (Forall::origin) in the order in which they are printed, starting at `last` + 1.
Stmt numbered(const Stmt& stmt, int last = 0);
std::size_t count_of_loops(const Stmt& stmt);

/// The text form (`--emit=cin`): one line for each loop and assignment, indented by depth.
std::string print(const Stmt& stmt);
std::string print(const Program& program);

/// Empty if the program is well-formed, otherwise a description of the first problem. Every index of an assignment must
/// be bound by exactly one enclosing forall, temporaries must be produced before they are read, no Reduce may be left,
/// and every access must have its tensor's order.
std::string verify(const Program& program);

/// Indices that occur in the statement's accesses, bound or not, in order of first occurrence.
std::vector<std::string> indices(const Stmt& stmt);

/// The distinct accesses that the statement reads, including temporaries, in order of first occurrence.
std::vector<Access> operands(const Stmt& stmt);
/// The same as pointers into `stmt`, which must outlive them.
std::vector<const Access*> operands_in(const Stmt& stmt);

/// The assignment of a statement that consists of loops around one assignment; otherwise null.
const Assign* assignment_in(const Stmt& stmt);

/// The assignment that the statement's consumers end in; null if there are several.
const Assign* single_assignment(const Stmt& stmt);

/// Every `where` of the statement, outermost first.
std::vector<Where> wheres(const Stmt& stmt);
/// The same as pointers into `stmt`, which must outlive them.
std::vector<const Where*> wheres_in(const Stmt& stmt);

/// The operand that a sparse result copies entry by entry, if `stmt` consists of loops in the storage order of both, so
/// that whole arrays can be copied. Null otherwise.
const Access* moved_operand(const Stmt& stmt, const Kernel& split);

}  // namespace scorchc::cin
