// A statement taken apart: sums of some factors of a product that are formed by themselves (`factor`), or before all
// loops in a temporary (`precompute`). The user's earlier statements come first: each fills a temporary, too.
//
//   in   a normalised kernel as the loops see it, commands
//   out  the statements that are computed one after the other, the user's last
//
// Example: y(i) = sum(j,k, A(i,j) * B(j,k) * x(k)) with precompute(t(j): B(j,k), x(k)) gives
//   t(j) = sum(k, B(j,k) * x(k))   and   y(i) = sum(j, A(i,j) * t(j))
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

struct Stage {
  Kernel kernel;
  Access temporary;  // that it fills; without a name: the statement itself
};

/// Throws Failure (schedule_illegal) where the factors are not those of one product, an index that is summed occurs in
/// another factor, too, or the names do not fit.
std::vector<Stage> stages(const Kernel& kernel, const Commands& commands);

/// Whether one of the statements before the last fills the tensor.
bool is_made_in(const std::vector<Stage>& computed, const std::string& tensor);

/// The sizes of `kernel`, and how much the sparse temporaries of its stages are expected to store.
Sizes sizes_of_stages(const Kernel& kernel, const std::vector<Stage>& made);
/// The same for any sizes of the operands.
Sizes with_temporaries(Sizes sizes, const std::vector<Stage>& made);

/// The factors of a product that can be regrouped, and the indices that it is summed over.
struct Product {
  std::vector<std::string> summed;
  std::vector<Access> factors;  // that are accesses
  std::size_t others = 0;       // that are not
};
/// Those of the statement with two factors or more.
std::vector<Product> products(const Kernel& kernel);

}  // namespace scorchc::schedule
