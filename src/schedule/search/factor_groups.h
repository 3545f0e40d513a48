// Lists groups of factors that may be multiplied before the rest of a product.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/estimate/sizes.h"
#include "schedule/transform/stages.h"

namespace scorchc::schedule {

/// Some factors of a product: `own` are the summed indices that no other factor has, `free` the others.
struct Group {
  std::vector<Access> factors;
  std::vector<std::string> own, free;
};

/// Every group that may pay; of products with more than `most_factors` factors only pairs.
std::vector<Group> groups(const Product& product, const Kernel& kernel);
inline constexpr std::size_t most_factors = 6;  // of a product whose groups are all examined

/// Whether the group is a sparse vector that other factors intersect. Scattered into an array, it is located by
/// coordinate.
bool is_spread_out(const Group& group, const Kernel& kernel);
/// What holds such a vector.
Holder holder_of_vector(const Kernel& kernel);

/// Decides how the group's product can be stored. In an array if it is full, or if it is a vector as long as an
/// existing array; otherwise by its entries. Either way its memory is limited by that of the operands and the result.
class Places {
 public:
  /// Keeps references to all.
  Places(const Kernel& kernel, const Sizes& sizes, const Group& group);
  bool in_array() const;
  bool as_stored() const;

 private:
  bool is_long_somewhere(const std::string& index) const;

  const Kernel& kernel_;
  const Sizes& sizes_;
  const Group& group_;
  double cells_ = 1, held_ = 1e6;
  bool full_ = true;
};

}  // namespace scorchc::schedule
