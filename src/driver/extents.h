// The extents of a statement's indices: each is found in one place, and must agree with every other.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::driver {

/// Every access of the statements as their user wrote them, the result first.
std::vector<Access> all_accesses(const Kernel& kernel);

class Extents {
 public:
  /// With what `--dim` and specs say.
  explicit Extents(const Kernel& kernel);

  /// The tensor has these dimensions, by `where` ("a.mtx"). A Failure (extent_clash) that names both places if that
  /// disagrees.
  void add(const std::string& tensor, const std::vector<std::int64_t>& dimensions, const std::string& where,
           const Place& place);
  /// The same of a tensor whose file only bounds its dimensions from below. Returns them, extended to what `--dim`
  /// says.
  std::vector<std::int64_t> extend(const std::string& tensor, std::vector<std::int64_t> dimensions,
                                   const std::string& where, const Place& place);

  /// What `--dim i=~1000` guesses, for indices that have no extent yet.
  void add_hints(const Kernel& kernel);

  /// The tensor's dimensions. A Failure (unknown_extent) where nothing gives one; `why` says who needs it.
  std::vector<std::int64_t> dimensions_of(const std::string& tensor, const std::string& why) const;
  const std::map<std::string, std::int64_t>& all() const { return extents_; }

 private:
  std::string help_of_clash(const std::string& index, std::int64_t larger) const;

  std::vector<Access> accesses_;
  std::map<std::string, std::int64_t> extents_;
  std::map<std::string, std::string> origin_;       // "in `A` (a.mtx)", "by --dim"
  std::set<std::string> given_;                     // by `--dim` or a spec
  std::map<std::string, std::int64_t> may_extend_;  // extents that `--dim` may raise: the least of each index
};

}  // namespace scorchc::driver
