// What a source is to its user.
#pragma once

#include "support/source.h"

namespace scorchc {

/// Whether it is a file or standard input, and not the expression or a flag of the command line.
inline bool is_file(const Source& source) {
  return !(source.name.starts_with("-") && source.name != "-") && source.name != "expression";
}

}  // namespace scorchc
