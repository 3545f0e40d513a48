// Decides where expressions store components: everywhere along some indices, or in whole blocks.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::schedule {

/// Whether the expression has a stored component at every coordinate of `index`, so that a dense loop visits it.
bool is_full(const Expr& expr, const std::string& index, const Kernel& kernel);
/// Whether it has one at every combination of coordinates of `indices`: x(i) + y(j) with sparse vectors is full along
/// either index, but not along both.
bool is_full(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel);

/// Whether the tensor has a dense level, and so an array as long as one of its extents.
bool has_array(const Format& format);

/// Whether the expression is a product of accesses and numbers, which is unstored wherever one factor is. A sum may be
/// stored for different addends at different coordinates.
bool is_stored_as_one(const Expr& expr);

/// How many of the last of `indices` are positions in blocks.
std::size_t places_in_blocks(const std::vector<std::string>& indices, const Kernel& kernel);
/// How many of these positions are stored as a whole: where `expr`, a product of tensors of the kernel, has a
/// component, it has all that differ only in these indices.
std::size_t places_stored_together(const Expr& expr, const std::vector<std::string>& indices, const Kernel& kernel);

}  // namespace scorchc::schedule
