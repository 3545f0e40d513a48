// Which of the matrices that SciPy and torch have a tensor is stored as.
#pragma once

#include "ir/interface.h"

namespace scorchc::emit {

enum class LibraryForm { none, dense, csr, csc, coo, bsr };
/// `dense` is an array without blocks, in any order of modes. The others are matrices with one type of indices.
LibraryForm library_form(const InterfaceTensor& tensor);

}  // namespace scorchc::emit
