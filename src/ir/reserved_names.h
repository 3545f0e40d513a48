// The table behind is_reserved (ir/identifiers.h): words separated by blanks.
#pragma once

#include <string_view>
#include <vector>

namespace scorchc {

const std::vector<std::string_view>& reserved_name_lists();
/// What begins like one of these is reserved as well.
std::string_view reserved_name_prefixes();

}  // namespace scorchc
