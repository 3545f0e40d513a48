// A format applied to extents: what packing, unpacking and validating need to know of each level.
#pragma once

#include <cstdint>
#include <vector>

#include "data/tensor.h"
#include "ir/format.h"

namespace scorchc::data {

enum class LevelKind {
  dense,       // every coordinate of the extent under each parent
  compressed,  // pos over the parents, one crd
  run,         // the first of a maximal run of coordinate levels: pos over the parents unless at the root, and a crd
  run_next,    // a further level of a run: a crd only
};

struct LevelLayout {
  LevelKind kind = LevelKind::dense;
  std::size_t mode = 0;
  BlockPart part = BlockPart::whole;
  std::int64_t block = 0;
  std::int64_t extent = 0;  // of this level: a mode's, the number of blocks, or the block's size

  /// What this level stores of a coordinate of its mode, and the other way: what it adds to the coordinate.
  std::int64_t of_mode(std::int64_t coordinate) const;
  std::int64_t to_mode(std::int64_t level_coordinate) const;
};

struct Layout {
  std::vector<LevelLayout> levels;
  bool all_dense = true;
  bool blocked = false;

  std::vector<std::int64_t> extents() const;
  /// The level behind the run (or the single level) that starts at `level`.
  std::size_t end_of_run(std::size_t level) const;
  bool has_pos(std::size_t level) const;
};

/// A Failure where the format is not well-formed or has another order than the extents.
Layout make_layout(const Format& format, const std::vector<std::int64_t>& dimensions, const TensorLabel& label);

/// For each mode and coordinate, what it adds to the place of a cell in dense storage, whatever the ordering and the
/// blocks are. Only for layouts of dense levels whose cells were counted before (checked_cells).
std::vector<std::vector<std::int64_t>> dense_places(const Layout& layout, const std::vector<std::int64_t>& dimensions);

/// visit(cell, place) for each cell of a dense array, row-major, with its place in dense storage.
template <class Visit>
void for_each_dense_cell(const Layout& layout, const std::vector<std::int64_t>& dimensions, Visit&& visit) {
  for (const std::int64_t extent : dimensions) {
    if (extent == 0) return;
  }
  const std::vector<std::vector<std::int64_t>> places = dense_places(layout, dimensions);
  std::vector<std::size_t> at(dimensions.size(), 0);
  std::int64_t place = 0;
  for (std::size_t mode = 0; mode < at.size(); ++mode) place += places[mode][0];
  for (std::size_t cell = 0;; ++cell) {
    visit(cell, static_cast<std::size_t>(place));
    std::size_t mode = at.size();
    while (mode > 0) {
      --mode;
      place -= places[mode][at[mode]];
      at[mode] = at[mode] + 1 == places[mode].size() ? 0 : at[mode] + 1;
      place += places[mode][at[mode]];
      if (at[mode] != 0) break;
      if (mode == 0) return;
    }
    if (at.empty()) return;
  }
}

}  // namespace scorchc::data
