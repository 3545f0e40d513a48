#include "driver/extents.h"

#include <algorithm>

#include "support/diagnostics.h"

namespace scorchc::driver {

std::vector<Access> all_accesses(const Kernel& kernel) {
  std::vector<Access> result = {kernel.written.back().lhs};
  for (const Statement& statement : kernel.written) {
    if (&statement != &kernel.written.back()) result.push_back(statement.lhs);
    for (Access& access : accesses(statement.rhs)) result.push_back(std::move(access));
  }
  // Where two indices are as long, one stands for both.
  for (Access& access : result)
    for (std::string& index : access.indices) {
      const std::string& same_as = kernel.indices.at(index).same_as;
      if (!same_as.empty()) index = same_as;
    }
  return result;
}

Extents::Extents(const Kernel& kernel) : accesses_(all_accesses(kernel)) {
  for (const auto& [index, declaration] : kernel.indices) {
    if (!declaration.extent || !declaration.same_as.empty()) continue;
    extents_[index] = *declaration.extent;
    const SourcePtr& source = declaration.place.source;
    origin_[index] = "by " + (source ? source->name : std::string("--dim"));
  }
}

void Extents::add(const std::string& tensor, const std::vector<std::int64_t>& dimensions, const std::string& where,
                  const Place& place) {
  for (const Access& access : accesses_) {
    if (access.tensor != tensor) continue;
    for (std::size_t mode = 0; mode < dimensions.size(); ++mode) {
      const std::string& index = access.indices.at(mode);
      const std::string origin = "in dimension " + std::to_string(mode + 1) + " of `" + tensor + "` (" + where + ")";
      const auto [known, fresh] = extents_.try_emplace(index, dimensions[mode]);
      if (fresh) origin_[index] = origin;
      if (known->second != dimensions[mode])
        fail(Code::extent_clash, place,
             "the extent of `" + index + "` is " + std::to_string(known->second) + " " + origin_[index] + ", but " +
                 std::to_string(dimensions[mode]) + " " + origin);
    }
  }
}

void Extents::add_hints(const Kernel& kernel) {
  for (const auto& [index, declaration] : kernel.indices)
    if (declaration.hint && declaration.same_as.empty()) extents_.try_emplace(index, *declaration.hint);
}

std::vector<std::int64_t> Extents::dimensions_of(const std::string& tensor, const std::string& why) const {
  const auto access =
      std::find_if(accesses_.begin(), accesses_.end(), [&](const Access& each) { return each.tensor == tensor; });
  if (access == accesses_.end()) fail(Code::internal_error, {}, "no access of `" + tensor + "`");
  std::vector<std::int64_t> result;
  for (const std::string& index : access->indices) {
    const auto known = extents_.find(index);
    if (known == extents_.end())
      fail(Code::unknown_extent, {}, "nothing gives the extent of `" + index + "`, which " + why + " needs",
           "say `--dim " + index + "=64`");
    result.push_back(known->second);
  }
  return result;
}

}  // namespace scorchc::driver
