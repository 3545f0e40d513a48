// The keys of the objects in a JSON spec. docs/schema/spec.json has the same: a test compares.
#pragma once

#include <array>
#include <string_view>

namespace scorchc::front {

inline constexpr std::array<std::string_view, 6> spec_keys{"scorch", "namespace", "defaults",
                                                           "dims",   "tensors",   "kernels"};
inline constexpr std::array<std::string_view, 3> defaults_keys{"value", "index", "parallel"};
inline constexpr std::array<std::string_view, 1> extent_keys{"hint"};
inline constexpr std::array<std::string_view, 3> tensor_keys{"format", "value", "nnz"};
inline constexpr std::array<std::string_view, 8> kernel_keys{"name",     "expr", "tensors", "dims",
                                                             "schedule", "emit", "with",    "parallel"};

}  // namespace scorchc::front
