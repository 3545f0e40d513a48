// Provides the data that a kernel is timed on.
#pragma once

#include <string>
#include <vector>

#include "driver/call.h"
#include "driver/sources.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// Returns for each kernel the data of its tensors from --data. Other operands get random data: operand n with seed n,
/// a dense one all components, a sparse one as many as --nnz gives, or 1 %. A result that is read gets the next seed.
/// Fails as parse_data does for a tensor of no kernel.
std::vector<std::vector<Binding>> data_of_each(const std::vector<std::string>& arguments,
                                               const std::vector<Kernel>& kernels);

/// Returns the call of a kernel with complete formats. Random data may use hints as extents.
KernelCall call_with(const Kernel& complete, const std::vector<Binding>& data);

}  // namespace scorchc::driver
