// What the printers of one function share: its text so far, and what they know of its names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "embed/shared_blocks.h"
#include "emit/cpp_expr.h"
#include "emit/writer.h"
#include "ir/loop.h"

namespace scorchc::emit {

struct FunctionText {
  SharedBlocks& shared;
  ExprEmitter exprs;
  std::set<std::string> used;  // all names of the function
  Writer writer = {};
  std::map<std::string, loop::Type> types = {};  // types of variables

  /// `wanted`, with a number appended if the function already uses that name.
  std::string fresh(const std::string& wanted) const;

  /// The first iteration of the loop, and the end as the right operand of a comparison: of a thread's share, if it runs
  /// over one.
  template <class Loop>
  std::pair<std::string, std::string> bounds_of(const Loop& node) {
    if (node.share) return {node.share->first, node.share->last};
    return {exprs.widened(node.begin), exprs.bound(node.end)};
  }
};

/// Prints the statements in a loop. The printer of a function is one; printers of parts of it call it.
class StatementPrinter {
 public:
  StatementPrinter() = default;
  StatementPrinter(const StatementPrinter&) = delete;
  StatementPrinter& operator=(const StatementPrinter&) = delete;
  virtual ~StatementPrinter() = default;
  virtual void emit(const loop::Stmt& stmt) = 0;
  virtual void emit(const loop::Block& block) = 0;
  /// Declares a variable with one value, even if it differs between lanes: in a lambda that computes the value of one.
  virtual void emit(const loop::Declare& node) = 0;
  /// Emits the body of a loop, as a scope.
  virtual void emit_body_of(const loop::Block& body) = 0;
};

}  // namespace scorchc::emit
