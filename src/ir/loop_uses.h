// Which names a block of loop IR reads, writes or refers to.
#pragma once

#include <set>
#include <string>

#include "ir/identifiers.h"
#include "ir/loop.h"

namespace scorchc::loop {

/// Variables and arrays that the block mentions, its own declarations included.
std::set<std::string> used_names(const Block& block);
/// With those of the function taken: for more of them.
Names names_in(const Function& function);

/// Variables whose values are read and arrays that are read or stored to: what has to be declared. Not those that are
/// only declared or assigned.
std::set<std::string> read_names(const Block& block);
/// The names that the statement itself reads: of a loop or a branch not what its blocks read.
std::set<std::string> own_reads(const Stmt& stmt);
std::set<std::string> own_reads(const Expr& expr);
/// Whether it reads one of the names.
bool reads_any(const Expr& expr, const std::set<std::string>& names);

/// Variables that the block declares or assigns, and arrays that it stores to.
void add_changed(const Block& block, std::set<std::string>& changed);

}  // namespace scorchc::loop
