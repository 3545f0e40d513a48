// Splits a statement into stages, as commands say. `factor` computes the sum of some factors of a product by itself;
// `precompute` computes it in a temporary before all loops. The user's earlier statements come first: each fills a
// temporary, too.
//
//   in   a normalised kernel, split into blocks; commands
//   out  the statements in the order they run, the user's last statement at the end
//
// Example: y(i) = sum(j,k, A(i,j) * B(j,k) * x(k)) with precompute(t(j): B(j,k), x(k)) gives
//   t(j) = sum(k, B(j,k) * x(k))   and   y(i) = sum(j, A(i,j) * t(j))
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"

namespace scorchc::schedule {

struct Stage {
  Kernel kernel;
  Access temporary;  // the temporary it fills; without a name: the statement itself
};

/// Throws Failure (schedule_illegal) if the factors are not factors of one product, a summed index occurs in another
/// factor, or a name is in use or missing.
std::vector<Stage> stages(const Kernel& kernel, const Commands& commands);

/// Whether a statement before the last one fills the tensor.
bool is_made_in(const std::vector<Stage>& computed, const std::string& tensor);

/// A product whose factors can be regrouped, and the indices that it is summed over.
struct Product {
  std::vector<std::string> summed;
  std::vector<Access> factors;  // those that are accesses
  std::size_t others = 0;       // number of those that are not
};
/// The statement's products with two factors or more.
std::vector<Product> products(const Kernel& kernel);

}  // namespace scorchc::schedule
