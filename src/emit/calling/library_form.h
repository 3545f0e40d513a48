// Maps the format of a tensor to a matrix format of SciPy and torch.
#pragma once

#include "ir/interface.h"

namespace scorchc::emit {

enum class LibraryForm { none, dense, csr, csc, coo, bsr };
/// `dense` is an array without blocks, in any mode ordering. The others are matrices whose pos and crd have one type.
LibraryForm library_form(const InterfaceTensor& tensor);

}  // namespace scorchc::emit
