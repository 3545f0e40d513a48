// Computes the extent and storage kind of each level of a format, for packing, unpacking and validation.
#pragma once

#include <cstdint>
#include <vector>

#include "data/tensor.h"
#include "ir/format.h"

namespace scorchc::data {

enum class LevelKind {
  dense,       // every coordinate of the extent under each parent
  compressed,  // pos over the parents, and one crd
  run,         // the first of a maximal run of coordinate levels: a crd, and a pos over the parents unless at the root
  run_next,    // a further level of a run: a crd only
};

struct LevelLayout {
  LevelKind kind = LevelKind::dense;
  std::size_t mode = 0;
  BlockPart part = BlockPart::whole;
  std::int64_t block = 0;
  std::int64_t extent = 0;  // of this level: the mode's extent, the number of blocks, or the block size

  /// of_mode: this level's coordinate for a coordinate of its mode. to_mode: what a level's coordinate contributes to
  /// the mode's.
  std::int64_t of_mode(std::int64_t coordinate) const;
  std::int64_t to_mode(std::int64_t level_coordinate) const;
};

struct Layout {
  std::vector<LevelLayout> levels;
  bool all_dense = true;
  bool blocked = false;

  std::vector<std::int64_t> extents() const;
  /// Returns the index of the first level after the run (or single level) that starts at `level`.
  std::size_t end_of_run(std::size_t level) const;
  bool has_pos(std::size_t level) const;
};

/// Fails if the format is malformed or its order differs from the number of extents.
Layout make_layout(const Format& format, const std::vector<std::int64_t>& dimensions, const TensorLabel& label);

/// Returns, for each mode and coordinate, its contribution to a cell's position in dense storage, for any mode ordering
/// and blocking. The layout must be all dense, and its number of cells already checked (checked_cells).
std::vector<std::vector<std::int64_t>> dense_places(const Layout& layout, const std::vector<std::int64_t>& dimensions);

/// Calls visit(cell, position) for each cell of a dense array in row-major order, with its position in dense storage.
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
