// Classifies sources: files, or text of the command line.
#pragma once

#include "support/source.h"

namespace scorchc {

/// True for a file or standard input; false for the expression or a flag of the command line.
inline bool is_file(const Source& source) {
  return !(source.name.starts_with("-") && source.name != "-") && source.name != "expression";
}

}  // namespace scorchc
