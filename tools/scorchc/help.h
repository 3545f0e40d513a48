// Returns the texts of `scorchc --help`, `scorchc COMMAND --help` and `scorchc help TOPIC`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scorchc::tools {

/// All topics that have a page: commands, then other topics.
std::vector<std::string> all_topics();

/// Returns the page of a topic; "" is the overview. Fails with `usage` for an unknown topic.
std::string help(const std::string& topic);

}  // namespace scorchc::tools
