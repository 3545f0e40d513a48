// Provides the tables for is_reserved (ir/identifiers.h).
#pragma once

#include <string_view>
#include <vector>

namespace scorchc {

/// Lists of reserved names, each separated by blanks.
const std::vector<std::string_view>& reserved_name_lists();
/// Prefixes, separated by blanks. Every name that begins with one of them is reserved.
std::string_view reserved_name_prefixes();

}  // namespace scorchc
