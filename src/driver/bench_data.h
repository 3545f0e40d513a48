// The data that a kernel is timed on.
#pragma once

#include <string>
#include <vector>

#include "driver/call.h"
#include "driver/sources.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// For each kernel what --data says of its tensors. An operand without data gets random ones: the n-th operand those of
/// seed n, a dense one all components, a sparse one as many as --nnz says, or 1 % of them. So does a result that is
/// read, with the seed behind. Failures: those of parse_data, where a tensor is none of any kernel.
std::vector<std::vector<Binding>> data_of_each(const std::vector<std::string>& arguments,
                                               const std::vector<Kernel>& kernels);

/// What the kernel, whose formats are complete, is called with. Random data take hints for extents.
KernelCall call_with(const Kernel& complete, const std::vector<Binding>& data);

}  // namespace scorchc::driver
