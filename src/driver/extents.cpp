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
  // Replace each index by the index that it shares its extent with.
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
    given_.insert(index);
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
                 std::to_string(dimensions[mode]) + " " + origin,
             help_of_clash(index, std::max(known->second, dimensions[mode])));
    }
  }
}

std::vector<std::int64_t> Extents::extend(const std::string& tensor, std::vector<std::int64_t> dimensions,
                                          const std::string& where, const Place& place) {
  for (const Access& access : accesses_) {
    if (access.tensor != tensor) continue;
    for (std::size_t mode = 0; mode < dimensions.size(); ++mode) {
      const std::string& index = access.indices.at(mode);
      std::int64_t& least = may_extend_.try_emplace(index, dimensions[mode]).first->second;
      least = std::min(least, dimensions[mode]);
      if (given_.contains(index)) dimensions[mode] = std::max(dimensions[mode], extents_[index]);
    }
  }
  add(tensor, dimensions, where, place);
  return dimensions;
}

std::string Extents::help_of_clash(const std::string& index, std::int64_t larger) const {
  const auto from_coordinates = may_extend_.find(index);
  if (from_coordinates == may_extend_.end()) return {};
  const bool is_given = given_.contains(index);
  if (from_coordinates->second == larger && !is_given) return {};
  return "a `.tns` file without a line `# dims:` has the extents of its largest coordinates; `--dim " + index + "=" +
         std::to_string(larger) + (is_given ? "` includes them" : "` extends it");
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
      fail(Code::unknown_extent, {}, "the extent of `" + index + "` is unknown; " + why + " needs it",
           "pass it: `--dim " + index + "=N`");
    result.push_back(known->second);
  }
  return result;
}

}  // namespace scorchc::driver
