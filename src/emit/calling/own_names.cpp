#include "emit/calling/own_names.h"

#include <algorithm>

namespace scorchc::emit {
namespace {

bool is_part_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The place after the string literal that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

}  // namespace

std::string OwnNames::operator()(const std::string& wanted) {
  if (is_dry_run_) return "?";  // part of no identifier
  const auto [place, is_new] = given_.try_emplace(wanted, wanted);
  if (!is_new) return place->second;
  std::string& name = place->second;
  while (taken_.contains(name)) name += name.back() == '_' ? "x" : "_";
  taken_.insert(name);
  return name;
}

void OwnNames::reserve_all_of(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      at = end_of_string(text, at);
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (is_part_of_name(text[at])) {
      const std::size_t begin = at;
      while (at < text.size() && is_part_of_name(text[at])) ++at;
      const bool is_member = begin > 0 && text[begin - 1] == '.';
      if (!is_member) reserve(text.substr(begin, at - begin));
    } else {
      ++at;
    }
  }
}

std::string with_own_names(const std::function<std::string(OwnNames&)>& render) {
  OwnNames names;
  names.is_dry_run_ = true;
  names.reserve_all_of(render(names));
  names.is_dry_run_ = false;
  return render(names);
}

}  // namespace scorchc::emit
