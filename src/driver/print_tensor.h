// A tensor for people: its shape, how many components it stores, and the first of them.
#pragma once

#include <string>

#include "data/tensor.h"

namespace scorchc::driver {

/// `format` is how the tensor was stored; at most `limit` components are printed.
std::string print_summary(const std::string& name, const data::Tensor& tensor, const Format& format,
                          std::size_t limit = 10);

/// All stored components on one line: `{(0,2): 5, (1,0): 7}`.
std::string print_components(const data::Tensor& tensor);

}  // namespace scorchc::driver
