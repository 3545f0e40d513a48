// Lists the formats that have a name, for `scorchc formats`.
#pragma once

#include <span>
#include <string_view>

namespace scorchc::driver {

struct NamedFormat {
  std::string_view name, about;
};
std::span<const NamedFormat> named_formats();

}  // namespace scorchc::driver
