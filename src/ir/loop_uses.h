// Collects the names that loop IR reads, writes or refers to.
#pragma once

#include <set>
#include <string>

#include "ir/identifiers.h"
#include "ir/loop.h"

namespace scorchc::loop {

/// Variables and arrays that the block mentions, including its own declarations.
std::set<std::string> used_names(const Block& block);
/// A generator of fresh names, in which all names of the function are reserved.
Names names_in(const Function& function);

/// Variables that the block reads, and arrays that it reads or stores to. Names that are only declared or assigned are
/// excluded.
std::set<std::string> read_names(const Block& block);
/// The names that the statement itself reads. Reads in the blocks of a loop or a branch are excluded.
std::set<std::string> own_reads(const Stmt& stmt);
/// The names that the expression reads.
std::set<std::string> own_reads(const Expr& expr);
/// True if the expression reads one of `names`.
bool reads_any(const Expr& expr, const std::set<std::string>& names);
/// True if an expression in the body of the vector loop may differ between lanes.
bool varies(const Expr& expr, const VectorFor& node);

/// The constants that the block declares and on which `names` depend, in order.
Block constants_for(const std::set<std::string>& names, const Block& block);

/// Adds to `changed` the variables that the block declares or assigns, and the arrays that it stores to.
void add_changed(const Block& block, std::set<std::string>& changed);

}  // namespace scorchc::loop
