// Reads and writes run cases: an expression and its settings, as a user gives them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "front/front.h"

namespace scorchc::test {

struct Case {
  std::string expression;
  front::Settings settings;
};

/// Parses `EXPRESSION | WORDS | SCHEDULE`; the last two parts are optional. A word is a format (`A=csr`) or one of
/// `dim:i=3`, `type:f64`, `index:i64`.
Case read_case(const std::string& line);
/// The line that `read_case` parses back. Formats must contain no spaces.
std::string write_case(const Case& run_case);
/// The cases of a file, one per line. Blank lines and lines that start with # are skipped.
std::vector<Case> read_cases(const std::string& path);

/// The scorchc command that verifies `cases` random cases, beginning with the seed.
std::string replay_command(const Case& run_case, std::uint64_t seed, std::int64_t cases = 1);

}  // namespace scorchc::test
