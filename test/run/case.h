// A run case: an expression and its settings, as a user gives them.
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

/// `EXPRESSION | WORDS | SCHEDULE`, the last two optional. A word is a format `A=csr`, or `dim:i=3`, `type:f64`,
/// `index:i64`.
Case read_case(const std::string& line);
/// The line that read_case reads; its formats must have no spaces.
std::string write_case(const Case& run_case);
/// The cases of a file, one a line; blank lines and those that start with # are passed over.
std::vector<Case> read_cases(const std::string& path);

/// The command that repeats `cases` random cases from a seed on.
std::string replay_command(const Case& run_case, std::uint64_t seed, std::int64_t cases = 1);

}  // namespace scorchc::test
