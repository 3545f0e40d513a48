// Unswitches outlined loops on the flags that guard prefetches: the version without prefetching pays nothing for it.
#pragma once

#include <set>
#include <string>

#include "ir/loop.h"

namespace scorchc::emit {

/// The flags that guard prefetches in the statement and are declared outside it.
std::set<std::string> flags_of_prefetches(const loop::Stmt& stmt);

/// The flags as a list, each after `before`: "bool a, bool b".
std::string listed_flags(const std::set<std::string>& flags, const std::string& before);

}  // namespace scorchc::emit
