// Prints a tensor for people: its shape, the number of stored components, and the first of them.
#pragma once

#include <charconv>
#include <string>
#include <vector>

#include "data/tensor.h"

namespace scorchc::driver {

inline constexpr std::size_t components_shown = 10;

/// Prints a number with the fewest digits that read back as the same value.
template <class T>
std::string print_number(T value) {
  char buffer[32];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::vector<std::int64_t> coordinates_of(const data::Tensor& tensor, std::size_t entry);

/// `format` is the tensor's storage format; at most `limit` components are printed.
std::string print_summary(const std::string& name, const data::Tensor& tensor, const Format& format,
                          std::size_t limit = components_shown);

/// Returns all stored components on one line: `{(0,2): 5, (1,0): 7}`.
std::string print_components(const data::Tensor& tensor);

}  // namespace scorchc::driver
