// What the printers of one function share: its text so far, and what they know of its names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
};

/// Base of the printers of a function: appends to its text, which must outlive the printer.
class PartPrinter {
 protected:
  explicit PartPrinter(FunctionText& text) : text_(text) {}

  /// `wanted`, with a number appended if the function already uses that name.
  std::string fresh(const std::string& wanted) const;
  /// Prints `function(arguments);`. `function` may begin with the declaration of a variable: "int64_t n = f".
  void call(const std::string& function, const std::vector<std::string>& arguments);
  /// Head of a lambda that compilers inline into the loop of the function that calls it.
  static std::string inlined(const std::vector<std::string>& parameters);
  /// A lambda's parameter, which has no name if the lambda does not read it.
  static std::string parameter(const std::string& type, const std::string& name, const std::set<std::string>& read);
  /// The first iteration of the loop, and the end as the right operand of a comparison: of a thread's share, if it runs
  /// over one.
  template <class Loop>
  std::pair<std::string, std::string> bounds_of(const Loop& node) {
    if (node.share) return {node.share->first, node.share->last};
    return {exprs_.widened(node.begin), exprs_.bound(node.end)};
  }

  FunctionText& text_;
  SharedBlocks& shared_ = text_.shared;
  ExprEmitter& exprs_ = text_.exprs;
  Writer& writer_ = text_.writer;
  std::map<std::string, loop::Type>& types_ = text_.types;
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
  virtual void print(const loop::Declare& node) = 0;
  /// Emits the body of a loop, as a scope.
  virtual void emit_body_of(const loop::Block& body) = 0;
};

}  // namespace scorchc::emit
