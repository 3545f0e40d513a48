// Operand tables: a tensor stands for several operands of equal format in a loop over a table of their fields.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::lower {

using TensorNames = std::vector<std::string>;

/// Tensors that are read, in order of first occurrence.
TensorNames tensors_of(const cin::Stmt& stmt);

/// Applies `change` to the assignment of a statement that is an assignment inside plain loops.
cin::Stmt changed(const cin::Stmt& stmt, const std::function<void(cin::Assign&)>& change);
/// The same with its right-hand side rewritten: `rule` maps each subexpression to its replacement.
cin::Stmt rewritten(const cin::Stmt& stmt, const std::function<Expr(const Expr&)>& rule);
/// Replaces reads of each tensor of `from` by reads of the tensor at the same place in `to`.
cin::Stmt renamed(const cin::Stmt& stmt, const TensorNames& from, const TensorNames& to);

/// Whether it is an assignment inside plain loops whose right-hand side is -x.
bool is_negative(const cin::Stmt& stmt);
/// The same with right-hand side x; an assignment without a sign unchanged.
cin::Stmt without_sign(const cin::Stmt& stmt);
/// An assignment inside plain loops with its right-hand side multiplied by `factor`, which comes first.
cin::Stmt multiplied(const Expr& factor, const cin::Stmt& stmt);

bool is_parameter(const Kernel& kernel, const TensorDeclaration* tensor);
bool have_equal_format(const TensorDeclaration& a, const TensorDeclaration& b);

/// The common prefix of the names, without trailing digits: "a" of a1, a2 and a3; "x" if there is none.
std::string stem(const TensorNames& names);
/// A name that the kernel does not use yet. A single letter is replaced by the next letter; other names get a number.
std::string fresh_name(const Kernel& kernel, const std::string& wanted);

/// Declares a tensor that stands for these parameters, which are stored alike. Returns its name.
std::string table_entry(Kernel& kernel, const TensorNames& operands);

/// Declares a scalar that stands for these numbers. Returns an access to it.
Expr table_entry(Kernel& kernel, std::vector<Literal> numbers, ValueType type);

/// The operand, or the tensor that stands for several, that the `where` stores again, with or without signs as factors.
/// Null if it makes something else.
const Access* operand_stored_again(const cin::Where& where, const Kernel& kernel);

/// The tensors that stand for several operands or numbers in a statement of a sequence. Empty if the statement runs
/// once.
std::vector<const TensorDeclaration*> operand_table(const cin::Stmt& stmt, const Kernel& kernel);

}  // namespace scorchc::lower
