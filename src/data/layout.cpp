#include "data/layout.h"

#include "data/storage.h"
#include "support/diagnostics.h"

namespace scorchc::data {
namespace {

LevelKind level_kind(const Format& format, std::size_t level) {
  const std::string& name = format.levels[level].level;
  if (name == "dense") return LevelKind::dense;
  if (name == "compressed") return LevelKind::compressed;
  if (name != "coordinate") fail(Code::internal_error, {}, "packing does not support the level format " + quoted(name));
  const bool inside = level > 0 && format.levels[level - 1].level == "coordinate";
  return inside ? LevelKind::run_next : LevelKind::run;
}

std::int64_t level_extent(const LevelSpec& spec, std::int64_t extent) {
  switch (spec.part) {
    case BlockPart::whole:
      return extent;
    case BlockPart::outer:
      return extent / spec.block + (extent % spec.block == 0 ? 0 : 1);
    case BlockPart::inner:
      break;
  }
  return spec.block;
}

}  // namespace

std::int64_t LevelLayout::of_mode(std::int64_t coordinate) const {
  if (part == BlockPart::whole) return coordinate;
  return part == BlockPart::outer ? coordinate / block : coordinate % block;
}

std::int64_t LevelLayout::to_mode(std::int64_t level_coordinate) const {
  return part == BlockPart::outer ? level_coordinate * block : level_coordinate;
}

std::vector<std::int64_t> Layout::extents() const {
  std::vector<std::int64_t> result;
  for (const LevelLayout& level : levels) result.push_back(level.extent);
  return result;
}

std::size_t Layout::end_of_run(std::size_t level) const {
  std::size_t end = level + 1;
  while (end < levels.size() && levels[end].kind == LevelKind::run_next) ++end;
  return end;
}

bool Layout::has_pos(std::size_t level) const {
  return levels[level].kind == LevelKind::compressed || (levels[level].kind == LevelKind::run && level > 0);
}

Layout make_layout(const Format& format, const std::vector<std::int64_t>& dimensions, const TensorLabel& label) {
  if (const std::string wrong = verify(format); !wrong.empty()) {
    fail(Code::format_syntax, label.place, prefix(label) + wrong);
  }
  if (static_cast<std::size_t>(format.order()) != dimensions.size()) {
    fail(Code::data_order, label.place,
         prefix(label) + "the format " + quoted(print_short(format)) + " has order " + std::to_string(format.order()) +
             ", but the data have order " + std::to_string(dimensions.size()));
  }
  Layout layout;
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    const LevelSpec& spec = format.levels[l];
    const auto mode = static_cast<std::size_t>(spec.mode);
    layout.levels.push_back({level_kind(format, l), mode, spec.part, spec.block, level_extent(spec, dimensions[mode])});
    layout.all_dense = layout.all_dense && layout.levels.back().kind == LevelKind::dense;
    layout.blocked = layout.blocked || spec.part != BlockPart::whole;
  }
  return layout;
}

std::vector<std::vector<std::int64_t>> dense_places(const Layout& layout, const std::vector<std::int64_t>& dimensions) {
  std::vector<std::vector<std::int64_t>> places;
  for (const std::int64_t extent : dimensions) places.emplace_back(static_cast<std::size_t>(extent), 0);
  const std::vector<std::int64_t> strides = row_major_strides(layout.extents());
  for (std::size_t l = 0; l < layout.levels.size(); ++l) {
    std::vector<std::int64_t>& of_mode = places[layout.levels[l].mode];
    for (std::size_t c = 0; c < of_mode.size(); ++c) {
      of_mode[c] += layout.levels[l].of_mode(static_cast<std::int64_t>(c)) * strides[l];
    }
  }
  return places;
}

}  // namespace scorchc::data
