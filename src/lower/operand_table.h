// Operands that are alike, and the one tensor that stands for all of them in a loop over a table of their fields.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::lower {

using TensorNames = std::vector<std::string>;

/// Tensors that are read, in order of first occurrence.
TensorNames tensors_of(const cin::Stmt& stmt);

/// An assignment in loops, otherwise.
cin::Stmt changed(const cin::Stmt& stmt, const std::function<void(cin::Assign&)>& change);
/// The same with another right-hand side: `rule` says for each operand of its own what stands there.
cin::Stmt rewritten(const cin::Stmt& stmt, const std::function<Expr(const Expr&)>& rule);
/// Each tensor of `from` that is read as the one of `to`; others stay.
cin::Stmt renamed(const cin::Stmt& stmt, const TensorNames& from, const TensorNames& to);

/// An assignment in loops whose right-hand side is -x.
bool is_negative(const cin::Stmt& stmt);
/// The same with x there, and an assignment without a sign as it is.
cin::Stmt without_sign(const cin::Stmt& stmt);
/// An assignment in loops with `factor` before all that its right-hand side has.
cin::Stmt multiplied(const Expr& factor, const cin::Stmt& stmt);

bool is_parameter(const Kernel& kernel, const TensorDeclaration* tensor);
bool are_stored_alike(const TensorDeclaration& a, const TensorDeclaration& b);

/// What the names have in common, without a number: of a1, a2 and a3 "a".
std::string stem(const TensorNames& names);
/// Not yet a name in the kernel. A letter gives way to the next one.
std::string fresh_name(const Kernel& kernel, const std::string& wanted);

/// Declares a tensor that stands for these parameters, which are stored alike; its name.
std::string table_entry(Kernel& kernel, const TensorNames& operands);

/// Declares a scalar that stands for these numbers.
Expr table_entry(Kernel& kernel, std::vector<Literal> numbers, ValueType type);

/// The operand, or what stands for several, that is stored again: with its signs in front of it or without; null where
/// something else is made.
const Access* operand_stored_again(const cin::Where& where, const Kernel& kernel);

/// The tensors that stand for others in a statement of a sequence; empty if it is to be run only once.
std::vector<const TensorDeclaration*> operand_table(const cin::Stmt& stmt, const Kernel& kernel);

}  // namespace scorchc::lower
