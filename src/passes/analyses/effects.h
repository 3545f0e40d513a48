// Classifies what statements and expressions of loop IR do: which can run early, and which have only local effects.
#pragma once

#include <map>
#include <set>
#include <string>

#include "ir/loop.h"

namespace scorchc::passes {

using NameSet = std::set<std::string>;

bool is_comment(const loop::Stmt& stmt);
/// Whether it is an integer, a number or a boolean.
bool is_constant(const loop::Expr& expr);
/// Whether it is a zero to which sums can be added: 0, or +0. (Terms added to -0, which marks an unstored component,
/// may leave it -0.)
bool is_positive_zero(const loop::Expr& expr);
/// The declaration of an f32 variable that starts at +0, as sums do; null for other statements.
const loop::Declare* declared_f32_sum(const loop::Stmt& stmt);
/// Whether it can be evaluated speculatively: it reads no memory and divides nothing.
bool is_safe(const loop::Expr& expr);
/// Whether the only effect of a block is to change variables of `own`, and those that are declared inside.
bool is_local(const loop::Block& block, NameSet own);

/// `if (condition) ...` without an else; otherwise null.
const loop::If* single_branch(const loop::Stmt& stmt);
/// The only assignment of a body that has nothing else; else null.
const loop::Assign* only_assignment(const loop::Block& body);
/// Appends `if (condition) body`, or the body alone if the condition is true.
void add_branch(const loop::Expr& condition, loop::Block body, loop::Block& out);

/// The variables that a block assigns but does not declare.
struct Assigned {
  NameSet names;
  NameSet flags;  // those that are only ever set to true
  explicit Assigned(const loop::Block& block);
};

/// The names that the lists of tuples declare: a change of a list changes its number, its coordinates and its values.
class TupleNames {
 public:
  /// Notes the names of a list, if the statement declares one.
  void note(const loop::Stmt& stmt);
  /// The names that change inside a loop, its variable included.
  NameSet changed_in(const loop::For& node) const;

 private:
  std::map<std::string, NameSet> of_list_;  // by list: the names that it declares
};

}  // namespace scorchc::passes
