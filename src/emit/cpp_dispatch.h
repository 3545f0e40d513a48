// Flags that decide what is asked for ahead are settled outside of the loops: without such requests these cost what
// they would if there were none.
#pragma once

#include <set>
#include <string>

#include "ir/loop.h"

namespace scorchc::emit {

/// The flags that stand before requests in the statement and are declared outside of it.
std::set<std::string> flags_of_prefetches(const loop::Stmt& stmt);

/// "bool a, bool b"
std::string listed_flags(const std::set<std::string>& flags, const std::string& before);

}  // namespace scorchc::emit
