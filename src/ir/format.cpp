// Prints, verifies and queries formats.
#include "ir/format.h"

#include <algorithm>
#include <array>

namespace scorchc {
namespace {

std::string mode_name(int mode, const std::vector<std::string>& indices) {
  const auto m = static_cast<std::size_t>(mode);
  if (m < indices.size()) return indices[m];
  constexpr std::string_view letters = "ijklmn";
  if (m < letters.size()) return std::string(1, letters[m]);
  return "d" + std::to_string(mode);
}

/// The level's mode as it is written in a map: `i`, `i/4`, `i%4`.
std::string part_text(const LevelSpec& level, const std::vector<std::string>& indices) {
  std::string mode = mode_name(level.mode, indices);
  if (level.part == BlockPart::whole) return mode;
  return mode + (level.part == BlockPart::outer ? "/" : "%") + std::to_string(level.block);
}

/// Mode orderings: `0,1,...` is natural and `1,0` is swapped. Formats with any other ordering have no name.
enum class Ordering { natural, swapped, other };

Ordering ordering(const Format& format) {
  bool natural = true;
  for (std::size_t l = 0; l < format.levels.size(); ++l)
    natural = natural && format.levels[l].mode == static_cast<int>(l);
  if (natural) return Ordering::natural;
  return format.levels.size() == 2 ? Ordering::swapped : Ordering::other;
}

std::string whole_name(const Format& format) {
  const auto all = [&](std::string_view level) {
    return std::all_of(format.levels.begin(), format.levels.end(),
                       [&](const LevelSpec& l) { return l.level == level; });
  };
  const Ordering order = ordering(format);
  if (order == Ordering::other) return {};
  const bool natural = order == Ordering::natural;
  if (all("dense")) return natural ? "dense" : "dense-col";
  if (all("coordinate")) return natural ? "coo" : "";
  if (format.levels.size() == 1) return all("compressed") ? "sv" : "";
  if (format.levels.size() == 2) {
    if (all("compressed")) return natural ? "dcsr" : "dcsc";
    if (format.levels[0].level == "dense" && format.levels[1].level == "compressed") return natural ? "csr" : "csc";
    return {};
  }
  return all("compressed") ? "csf" : "";
}

std::string block_name(const Format& format) {
  if (format.levels.size() != 4) return {};
  std::array<std::int64_t, 2> blocks{};
  for (int mode = 0; mode < 2; ++mode) {
    const LevelSpec& inner = format.levels[2 + static_cast<std::size_t>(mode)];
    if (inner != LevelSpec{"dense", mode, BlockPart::inner, inner.block}) return {};
    blocks.at(static_cast<std::size_t>(mode)) = inner.block;
  }
  for (int first = 0; first < 2; ++first) {
    const LevelSpec row{"dense", first, BlockPart::outer, blocks.at(static_cast<std::size_t>(first))};
    const LevelSpec column{"compressed", 1 - first, BlockPart::outer, blocks.at(static_cast<std::size_t>(1 - first))};
    if (format.levels[0] == row && format.levels[1] == column)
      return (first == 0 ? "bcsr" : "bcsc") + std::to_string(blocks[0]) + "x" + std::to_string(blocks[1]);
  }
  return {};
}

std::string level_list(const Format& format) {
  std::string text, modes;
  for (const LevelSpec& level : format.levels) {
    if (!text.empty()) text += ',';
    if (!modes.empty()) modes += ',';
    text += level.level;
    modes += std::to_string(level.mode);
  }
  return ordering(format) == Ordering::natural ? text : text + ":" + modes;
}

std::string verify_mode(const Format& format, int mode) {
  const std::string name = "mode " + std::to_string(mode);
  const LevelSpec* whole = nullptr;
  const LevelSpec* outer = nullptr;
  const LevelSpec* inner = nullptr;
  for (const LevelSpec& level : format.levels) {
    if (level.mode != mode) continue;
    const LevelSpec*& slot = level.part == BlockPart::whole ? whole : level.part == BlockPart::outer ? outer : inner;
    if (slot != nullptr) return name + " is stored twice";
    if (level.part == BlockPart::inner && outer == nullptr)
      return "the level of offsets in the blocks of " + name + " is above the level of its blocks";
    if ((level.part == BlockPart::whole) != (level.block == 0)) return name + " has a block size, but is not blocked";
    if (level.block < 0) return name + " has a negative block size";
    slot = &level;
  }
  if (whole == nullptr && outer == nullptr) return name + " is not stored";
  if (whole != nullptr && outer != nullptr) return name + " is stored twice";
  if (whole == nullptr && inner == nullptr) return "the offsets in the blocks of " + name + " are not stored";
  if (whole == nullptr && outer->block != inner->block) return name + " has two block sizes";
  return {};
}

}  // namespace

std::string_view name(ValueType type) {
  constexpr std::array<std::string_view, 4> names{"f32", "f64", "i32", "i64"};
  return names.at(static_cast<std::size_t>(type));
}

std::string_view name(IndexType type) { return type == IndexType::i32 ? "i32" : "i64"; }

ValueType promote(ValueType a, ValueType b) {
  if (a == b) return a;
  if (!is_floating(a) && !is_floating(b)) return ValueType::i64;
  // f32 has too few significant digits for i64.
  const auto wide = [](ValueType type) { return type == ValueType::f64 || type == ValueType::i64; };
  return wide(a) || wide(b) ? ValueType::f64 : ValueType::f32;
}

int Format::order() const {
  return static_cast<int>(
      std::count_if(levels.begin(), levels.end(), [](const LevelSpec& l) { return l.part != BlockPart::inner; }));
}

bool is_dense(const LevelSpec& level) { return level.level.starts_with("dense"); }

bool Format::is_dense() const {
  return std::all_of(levels.begin(), levels.end(), [](const LevelSpec& l) { return scorchc::is_dense(l); });
}

bool Format::is_indexed_list() const { return !levels.empty() && levels.front().level == "workspace"; }

bool Format::is_blocked() const {
  return std::any_of(levels.begin(), levels.end(), [](const LevelSpec& l) { return l.part != BlockPart::whole; });
}

Format dense_format(int order, ValueType value) {
  Format format;
  format.value = value;
  for (int mode = 0; mode < order; ++mode) format.levels.push_back({"dense", mode});
  return format;
}

std::string print_map(const Format& format, const std::vector<std::string>& indices) {
  std::string modes, levels;
  for (int mode = 0; mode < format.order(); ++mode) modes += (mode > 0 ? "," : "") + mode_name(mode, indices);
  for (const LevelSpec& level : format.levels)
    levels += (levels.empty() ? "" : ", ") + part_text(level, indices) + ": " + level.level;
  return "(" + modes + ") -> (" + levels + ")";
}

std::string print_short(const Format& format) {
  std::string text = format.is_blocked() ? block_name(format) : whole_name(format);
  if (text.empty()) text = format.is_blocked() ? print_map(format) : level_list(format);
  if (format.value != ValueType::f32) text += ":" + std::string(name(format.value));
  if (format.pos != IndexType::i32) text += ":pos=" + std::string(name(format.pos));
  if (format.crd != IndexType::i32) text += ":crd=" + std::string(name(format.crd));
  return text;
}

std::string verify(const Format& format) {
  for (const LevelSpec& level : format.levels)
    if (level.mode < 0 || level.mode >= format.order()) return "mode " + std::to_string(level.mode) + " does not exist";
  for (int mode = 0; mode < format.order(); ++mode)
    if (std::string problem = verify_mode(format, mode); !problem.empty()) return problem;
  return {};
}

}  // namespace scorchc
