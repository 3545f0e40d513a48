// The texts of `scorchc --help`, `scorchc COMMAND --help` and `scorchc help TOPIC`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scorchc::tools {

/// Everything that `help` has a page on: commands, then other topics.
std::vector<std::string> all_topics();

/// The page of a topic, "" for the overview. A Failure (usage) for a topic that there is not.
std::string help(const std::string& topic);

}  // namespace scorchc::tools
