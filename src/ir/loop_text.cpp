#include "ir/loop_text.h"

#include <algorithm>
#include <charconv>

namespace scorchc::loop {

NamedRole role_of_name(std::string_view field) {
  if (field == "dimension") return {FieldRole::dimension};
  if (field == "owned") return {FieldRole::owned};
  const std::size_t at = field.rfind('_');
  const std::string_view stem = field.substr(0, std::min(at, field.size()));
  const std::string_view word = at == std::string_view::npos ? field : field.substr(at + 1);
  // The level is the number at the end of the stem: `A2_pos`.
  const std::size_t letters = stem.find_last_not_of("0123456789") + 1;
  int level = 0;
  std::from_chars(stem.data() + letters, stem.data() + stem.size(), level);
  if (word == "vals") return {FieldRole::vals};
  if (word == "count" && level == 0) return {FieldRole::vals_count};
  if (word == "count") return {FieldRole::level_count, level - 1};
  if (word == "pos") return {FieldRole::pos, std::max(level - 1, 0)};
  if (word == "crd") return {FieldRole::crd, std::max(level - 1, 0)};
  return {};
}

}  // namespace scorchc::loop
