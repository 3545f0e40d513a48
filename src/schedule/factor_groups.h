// Factors of a product that may be multiplied before the others.
#pragma once

#include <string>
#include <vector>

#include "ir/kernel.h"
#include "ir/schedule.h"
#include "schedule/parts.h"
#include "schedule/sizes.h"
#include "schedule/stages.h"

namespace scorchc::schedule {

/// Some factors of a product, and the indices that only they have.
struct Group {
  std::vector<Access> factors;
  std::vector<std::string> own, free;
};

/// Every group that may be worth it, of long products every pair.
std::vector<Group> groups(const Product& product, const Kernel& kernel);
inline constexpr std::size_t most_factors = 6;  // of products of which every group is looked at; else pairs

/// Whether the group is a sparse vector that other factors meet entry by entry: spread out, it is looked up by the
/// coordinate.
bool is_spread_out(const Group& group, const Kernel& kernel);
/// What holds such a vector.
Holder holder_of_vector(const Kernel& kernel);

/// Whether the group's product has a place: in an array where it is full, or a vector as long as another array; else
/// only what is stored of it. Neither takes much memory beyond that of the operands and the result.
class Places {
 public:
  /// All are kept by reference.
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
