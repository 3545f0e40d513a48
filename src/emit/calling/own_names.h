// Allocates identifiers that an emitted text derives from users' names, such as `size_i` for the extent of index `i`.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace scorchc::emit {

/// Allocates the names that an emitted text makes itself, such that none equals another identifier of the text.
class OwnNames {
 public:
  /// `wanted`, with `_` appended if that is taken. Equal requests get equal names.
  std::string operator()(const std::string& wanted);
  /// Reserves every identifier of a text, except in comments and strings, and members after a dot.
  void reserve_all_of(std::string_view text);
  void reserve(std::string_view name) { taken_.emplace(name); }

 private:
  friend std::string with_own_names(const std::function<std::string(OwnNames&)>&);

  bool is_dry_run_ = false;
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::string, std::less<>> given_;
};

/// The text that `render` returns. It is called twice: first without the text's own names, to collect all other
/// identifiers.
std::string with_own_names(const std::function<std::string(OwnNames&)>& render);

}  // namespace scorchc::emit
