// The texts of `scorchc --help` and `scorchc help TOPIC`.
#pragma once

#include <string>
#include <string_view>

namespace scorchc::tools {

/// The page of a topic, "" for the overview. A Failure (usage) for a topic that there is not.
std::string help(const std::string& topic);

}  // namespace scorchc::tools
