// Implements the check for reserved names and the generator of fresh ones.
#include "ir/identifiers.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ir/reserved_names.h"

namespace scorchc {
namespace {

void append_words(std::string_view text, std::vector<std::string_view>& words) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

const std::vector<std::string_view>& sorted_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> words;
    for (std::string_view list : reserved_name_lists()) append_words(list, words);
    std::sort(words.begin(), words.end());
    return words;
  }();
  return names;
}

const std::vector<std::string_view>& prefixes() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> found;
    append_words(reserved_name_prefixes(), found);
    return found;
  }();
  return words;
}

/// True for names such as `sinf32`, `M_PIf128`, `HUGE_VAL_F64X`: C23 repeats much of <math.h> with a suffix for each
/// interchange type.
bool is_of_interchange_type(std::string_view name) {
  constexpr std::string_view suffixes[] = {"f16", "f32", "f64", "f128", "f32x", "f64x", "f128x",
                                           "F16", "F32", "F64", "F128", "F32X", "F64X", "F128X"};
  return std::any_of(std::begin(suffixes), std::end(suffixes), [&](std::string_view suffix) {
    if (!name.ends_with(suffix)) return false;
    std::string_view stem = name.substr(0, name.size() - suffix.size());
    if (stem.ends_with('_')) stem.remove_suffix(1);
    return std::binary_search(sorted_names().begin(), sorted_names().end(), stem);
  });
}

}  // namespace

bool is_own_name(std::string_view name) { return name.starts_with("scorch_") || name.starts_with("SCORCH_"); }

bool is_reserved(std::string_view name) {
  if (name.starts_with('_') || name.find("__") != std::string_view::npos) return true;
  if (is_own_name(name)) return true;
  if (std::binary_search(sorted_names().begin(), sorted_names().end(), name)) return true;
  return is_of_interchange_type(name) || std::any_of(prefixes().begin(), prefixes().end(),
                                                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

std::string safe_identifier(std::string_view name) {
  std::string safe(name);
  if (safe.empty() || safe.front() == '_' || (safe.front() >= '0' && safe.front() <= '9')) safe.insert(0, 1, 'x');
  // Names with two adjacent underscores are reserved, so an `x` separates them.
  for (std::size_t at = safe.find("__"); at != std::string::npos; at = safe.find("__", at)) safe.insert(at + 1, 1, 'x');
  if (!is_reserved(safe)) return safe;
  // Appending does not help against a reserved prefix.
  const std::string appended = safe + (safe.back() == '_' ? "x" : "_");
  return is_reserved(appended) ? "x" + safe : appended;
}

std::span<const std::string_view> names_of_generated_functions() {
  static constexpr std::array<std::string_view, 4> names{"context", "grown", "new_capacity", "status"};
  return names;
}

Names::Names() {
  for (std::string_view name : names_of_generated_functions()) reserve(name);
}

void Names::reserve(std::string_view name) {
  if (taken_.emplace(name).second) in_order_.emplace_back(name);
}

void Names::forget_since(std::size_t mark) {
  for (; in_order_.size() > mark; in_order_.pop_back()) taken_.erase(in_order_.back());
}

std::string Names::fresh(std::string_view wanted) {
  const std::string safe = safe_identifier(wanted);
  std::string name = safe;
  for (int number = 2; taken_.contains(name) || is_reserved(name); ++number) {
    // After a trailing underscore no second one is added: `x_` becomes `x_2`.
    name = safe + (safe.back() == '_' ? "" : "_") + std::to_string(number);
  }
  reserve(name);
  return name;
}

}  // namespace scorchc
