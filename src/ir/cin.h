// Concrete index notation (CIN; Kjolstad et al. 2019): the statement with its loops. A program says in which order
// indices are iterated, where temporaries are made and when results are initialised; it does not say how levels are
// walked: that is the lowerer's.
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

/// `lhs op rhs`; rhs has no Reduce.
struct Assign {
  Access lhs;
  AssignOp op = AssignOp::set;
  Expr rhs;
  bool operator==(const Assign&) const = default;
};

/// Components of `access` that are asked for so many entries before they are used: always, or where the operand is
/// large.
struct Prefetched {
  Access access;
  std::int64_t distance = 0;
  bool always = false;
  bool operator==(const Prefetched&) const = default;
};

/// How the loop reads the level of `access` along its index, where it does not walk it.
struct Read {
  Access access;
  Reading reading = Reading::walk;
  bool operator==(const Read&) const = default;
};

/// For every coordinate of `index` at which `body` has something to do.
struct Forall {
  std::string index;
  std::vector<Stmt> body;                 // exactly one
  bool parallel = false;                  // its iterations may run at the same time
  Partition partition = Partition::work;  // of a parallel loop
  bool vector = false;                    // several of them are one, in the lanes of vectors
  std::int64_t unroll = 1;                // so many are run a turn
  std::string fused_as =
      {};  // the loop and the one that is its body are one over pairs, of this name; empty: it is alone
  std::vector<Prefetched> ahead = {};
  std::vector<Read> reads = {};  // of sparse levels; those that are walked need not be listed
  Origin origin = {};
  bool operator==(const Forall&) const = default;
};

/// `consumer where producer`: the producer fills the temporary, starting from the identity of `reduction`, then the
/// consumer reads it. A component of the temporary that the producer has stored nothing for is itself unstored.
/// A temporary with indices is a tensor of Kernel::temporaries: a workspace, or an operand in another storage order.
struct Where {
  Access temporary;
  ReduceOp reduction = ReduceOp::sum;
  bool distinct = false;    // the producer assigns each component at most once
  std::vector<Stmt> parts;  // consumer, producer
  bool operator==(const Where&) const = default;
  const Stmt& consumer() const;
  const Stmt& producer() const;
};

/// What a `where` makes: a number, a tensor that its producer fills, or an operand in another storage order.
enum class TemporaryKind { scalar, workspace, converted };
TemporaryKind kind_of(const Where& where);
/// The operand whose entries are stored again, in another order of modes or levels; null where something else is made.
const Access* converted_operand(const Where& where);
/// Whether the consumer's loops look its components up, and walk no list of them.
bool is_looked_up(const Where& where);
/// Whether they are cleared before its producer runs, at the coordinates where they will be.
bool is_cleared(const Where& where);
std::string_view name(TemporaryKind kind);  // "scalar", "workspace", "converted"

/// One after the other.
struct Sequence {
  std::vector<Stmt> statements;
  bool operator==(const Sequence&) const = default;
};

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
  /// The very same node: "unchanged" after a rewrite.
  bool same_as(const Stmt& other) const { return node_ == other.node_; }
  bool operator==(const Stmt& other) const { return same_as(other) || node() == other.node(); }

 private:
  std::shared_ptr<const Node> node_;
};

/// "parallel vector forall k": what stands above a loop's body.
std::string heading(const Forall& loop);
/// What commands call the loop: its index, or the name of the pairs that it runs over.
const std::string& name_of(const Forall& loop);
/// What is done in each iteration: of a fused loop, in each of its pairs.
const Stmt& inside(const Forall& loop);
/// Operands, printed, whose level the loop reads so.
std::vector<std::string> read_by(const Forall& loop, Reading reading);
/// Those that it looks up, cleared before or not.
std::vector<std::string> looked_up_by(const Forall& loop);
bool looks_up(const Forall& loop, const Access& access);
/// The loop with this in place of that.
Forall with_inside(const Forall& loop, Stmt body);

inline const Stmt& Where::consumer() const { return parts[0]; }
inline const Stmt& Where::producer() const { return parts[1]; }

Stmt forall(std::string index, Stmt body);
/// forall over `indices`, the first outermost.
Stmt forall(const std::vector<std::string>& indices, Stmt body);
/// Nested sequences are flattened; one statement stays itself.
Stmt sequence(std::vector<Stmt> statements);
Stmt where(Access temporary, ReduceOp reduction, Stmt consumer, Stmt producer);

/// A scheduled kernel: the kernel with every format complete, the statement with its loops.
struct Program {
  Kernel kernel;  // the user's statement and formats, complete
  Kernel split;   // the same as the loops see it: indices of blocked modes in two, temporaries declared
  Stmt body;
};

/// The same with its loops numbered (Forall::origin) in the order in which they are printed, the first behind `last`.
Stmt numbered(const Stmt& stmt, int last = 0);
std::size_t count_of_loops(const Stmt& stmt);

/// One line a loop, indented: `forall i` / `  C(i,k) += A(i,j) * B(j,k)`.
std::string print(const Stmt& stmt);
std::string print(const Program& program);

/// Empty if well-formed: every index of an assignment is bound by exactly one enclosing forall, temporaries are
/// produced before they are read, no Reduce is left, every access has its tensor's order. Else what is wrong.
std::string verify(const Program& program);

/// Indices that occur in the statement's accesses, bound or not, in order of first occurrence.
std::vector<std::string> indices(const Stmt& stmt);

/// Accesses that are read, in order of first occurrence, each once; temporaries among them.
std::vector<Access> operands(const Stmt& stmt);
/// The same where they stand: `stmt` has to live as long.
std::vector<const Access*> operands_in(const Stmt& stmt);

/// The assignment inside of loops alone; null for all else.
const Assign* assignment_in(const Stmt& stmt);

/// The one assignment of what the statement is for, whatever is made for it first; null where there are several.
const Assign* single_assignment(const Stmt& stmt);

/// Every `where` of the statement, outermost first.
std::vector<Where> wheres(const Stmt& stmt);
/// The same where they stand: `stmt` has to live as long.
std::vector<const Where*> wheres_in(const Stmt& stmt);

/// The operand that a sparse result holds just as it is stored: its entries are the result's, and the loops, which are
/// all that `stmt` is, meet them in the order in which both store them. So arrays can be moved as a whole. Null if not.
const Access* moved_operand(const Stmt& stmt, const Kernel& split);

}  // namespace scorchc::cin
