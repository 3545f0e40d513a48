// Determines the extents of a statement's indices; all sources of an extent must agree.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/kernel.h"

namespace scorchc::driver {

/// Returns every access of the statements as the user wrote them, the result first.
std::vector<Access> all_accesses(const Kernel& kernel);

class Extents {
 public:
  /// Starts with the extents given by `--dim` and specs.
  explicit Extents(const Kernel& kernel);

  /// Adds a tensor's dimensions, known from `where` ("a.mtx"). Fails with extent_clash if they disagree, and names both
  /// sources.
  void add(const std::string& tensor, const std::vector<std::int64_t>& dimensions, const std::string& where,
           const Place& place);
  /// The same for a tensor whose file gives only a lower bound of its dimensions. Returns the dimensions, extended to
  /// those of `--dim`.
  std::vector<std::int64_t> extend(const std::string& tensor, std::vector<std::int64_t> dimensions,
                                   const std::string& where, const Place& place);

  /// Uses hints (`--dim i=~1000`) for indices without an extent.
  void add_hints(const Kernel& kernel);

  /// Returns the tensor's dimensions. Fails with unknown_extent if an extent is missing; `why` names what needs it.
  std::vector<std::int64_t> dimensions_of(const std::string& tensor, const std::string& why) const;
  const std::map<std::string, std::int64_t>& all() const { return extents_; }

 private:
  std::string help_of_clash(const std::string& index, std::int64_t larger) const;

  std::vector<Access> accesses_;
  std::map<std::string, std::int64_t> extents_;
  std::map<std::string, std::string> origin_;       // "in `A` (a.mtx)", "by --dim"
  std::set<std::string> given_;                     // by `--dim` or a spec
  std::map<std::string, std::int64_t> may_extend_;  // by index, the smallest extent that `--dim` may raise
};

}  // namespace scorchc::driver
