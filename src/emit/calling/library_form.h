// Which of the matrices that SciPy and torch have a tensor is stored as.
#pragma once

#include <string_view>

#include "ir/interface.h"

namespace scorchc::emit {

enum class LibraryForm { none, dense, csr, csc, coo, bsr };
/// `dense` is an array without blocks, in any order of modes. The others are matrices with one type of indices.
LibraryForm library_form(const InterfaceTensor& tensor);

/// Whether a word of Python's or a name of the modules that scorchc writes.
bool is_python_word(std::string_view word);

}  // namespace scorchc::emit
