#include <algorithm>
#include <numeric>

#include "program.h"

namespace scorchc::fuzz {
namespace {

struct Level {
  std::string mode, level;  // "j", "i/2", "i%2"
};

const Strings mode_names = {"i", "j", "k", "l", "m"};

std::vector<std::size_t> draw_ordering(Draw& draw, std::size_t order) {
  std::vector<std::size_t> modes(order);
  std::iota(modes.begin(), modes.end(), std::size_t{0});
  if (draw.chance(35)) draw.shuffle(modes);
  return modes;
}

std::string draw_level(Draw& draw) {
  static const Strings levels = {"compressed", "dense", "coordinate"};
  return levels[draw.weighted({45, 30, 25})];
}

std::string map_text(std::size_t order, const std::vector<Level>& levels) {
  std::string text = "(";
  for (std::size_t mode = 0; mode < order; ++mode) text += (mode > 0 ? "," : "") + mode_names[mode];
  text += ")->(";
  for (std::size_t level = 0; level < levels.size(); ++level)
    text += (level > 0 ? "," : "") + levels[level].mode + ":" + levels[level].level;
  return text + ")";
}

/// A format with some modes in blocks. Levels inside blocks are mostly dense, and below all other levels.
std::string draw_blocked(Draw& draw, std::size_t order) {
  std::vector<Level> outer, inner;
  for (const std::size_t mode : draw_ordering(draw, order)) {
    const std::string& name = mode_names[mode];
    if (!outer.empty() && draw.chance(25)) {
      outer.push_back({name, draw_level(draw)});
      continue;
    }
    const std::string size = std::to_string(1 + draw.weighted({5, 45, 35, 15}));
    outer.push_back({name + "/" + size, draw_level(draw)});
    inner.push_back({name + "%" + size, draw.chance(90) ? "dense" : draw_level(draw)});
  }
  if (draw.chance(70))
    std::sort(inner.begin(), inner.end(), [](const Level& a, const Level& b) { return a.mode < b.mode; });
  outer.insert(outer.end(), inner.begin(), inner.end());
  return map_text(order, outer);
}

std::string draw_dense(Draw& draw, std::size_t order) {
  if (draw.chance(75)) return "dense";
  std::string text = "dense:";
  const std::vector<std::size_t> modes = draw_ordering(draw, order);
  for (std::size_t level = 0; level < order; ++level) text += (level > 0 ? "," : "") + std::to_string(modes[level]);
  return text;
}

std::string draw_name(Draw& draw, std::size_t order) {
  static const Strings matrices = {"csr", "csc", "dcsr", "dcsc", "coo", "dense-col", "bcsr2x3", "bcsc3x2"};
  if (order == 1) return "sv";
  if (order > 2) return draw.chance(60) ? "csf" : "coo";
  return matrices[draw.weighted({28, 20, 17, 8, 17, 4, 4, 2})];
}

std::string draw_levels(Draw& draw, std::size_t order) {
  const std::vector<std::size_t> modes = draw_ordering(draw, order);
  std::vector<Level> levels;
  for (const std::size_t mode : modes) levels.push_back({mode_names[mode], draw_level(draw)});
  if (draw.chance(15)) return map_text(order, levels);
  std::string text, ordering;
  for (std::size_t level = 0; level < order; ++level) {
    text += (level > 0 ? "," : "") + levels[level].level;
    ordering += (level > 0 ? "," : ":") + std::to_string(modes[level]);
  }
  return std::is_sorted(modes.begin(), modes.end()) ? text : text + ordering;
}

}  // namespace

std::string draw_format(Draw& draw, std::size_t order, Density density) {
  if (density == Density::dense) return draw_dense(draw, order);
  switch (draw.weighted({5, 35, 54, 6})) {
    case 0:
      return draw_dense(draw, order);
    case 1:
      return draw_name(draw, order);
    case 2:
      return draw_levels(draw, order);
    default:
      return draw_blocked(draw, order);
  }
}

}  // namespace scorchc::fuzz
