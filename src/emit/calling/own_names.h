// Names that a text makes for itself out of its user's, such as `size_i` for the extent of the index `i`.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace scorchc::emit {

/// Allocates an emitted text's own names, so that none is equal to another identifier of the text.
class OwnNames {
 public:
  /// `wanted`, or with `_` behind it where it is taken. Equal requests get equal names.
  std::string operator()(const std::string& wanted);
  /// Takes every identifier of a text, except in comments and strings, and of members behind a dot.
  void reserve_all_of(std::string_view text);
  void reserve(std::string_view name) { taken_.emplace(name); }

 private:
  friend std::string with_own_names(const std::function<std::string(OwnNames&)>&);

  bool is_dry_run_ = false;
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::string, std::less<>> given_;
};

/// The text that `render` makes. It is rendered twice: a first time without its own names, for all other identifiers.
std::string with_own_names(const std::function<std::string(OwnNames&)>& render);

}  // namespace scorchc::emit
