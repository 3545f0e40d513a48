// Implements look-ups in the interface of a kernel.
#include "ir/interface.h"

#include <algorithm>
#include <array>

namespace scorchc {

std::span<const StatusInfo> all_statuses() {
  using loop::Status;
  static constexpr std::array table{
      StatusInfo{Status::ok, "SCORCH_OK", "ok"},
      StatusInfo{Status::null_argument, "SCORCH_NULL_ARGUMENT", "null argument"},
      StatusInfo{Status::shape_mismatch, "SCORCH_SHAPE_MISMATCH", "shape mismatch"},
      StatusInfo{Status::out_of_memory, "SCORCH_OUT_OF_MEMORY", "out of memory"},
      StatusInfo{Status::index_overflow, "SCORCH_INDEX_OVERFLOW", "index overflow"},
      StatusInfo{Status::division_by_zero, "SCORCH_DIVISION_BY_ZERO", "division by zero"},
  };
  return table;
}

const InterfaceField* InterfaceTensor::entries(std::size_t level) const {
  while (levels[level].continues_run) --level;
  return levels[level].count ? &*levels[level].count : nullptr;
}

const InterfaceFunction* Interface::find(loop::Phase phase) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const InterfaceFunction& each) { return each.phase == phase; });
  return found == functions.end() ? nullptr : &*found;
}

const InterfaceIndex* Interface::find_index(std::string_view index) const {
  const auto found =
      std::find_if(indices.begin(), indices.end(), [&](const InterfaceIndex& each) { return each.name == index; });
  return found == indices.end() ? nullptr : &*found;
}

bool Interface::has_helper(std::string_view does) const {
  return std::any_of(helpers.begin(), helpers.end(), [&](const InterfaceHelper& each) { return each.does == does; });
}

const InterfaceTensor* Interface::find_tensor(std::string_view tensor) const {
  const auto found =
      std::find_if(tensors.begin(), tensors.end(), [&](const InterfaceTensor& each) { return each.name == tensor; });
  return found == tensors.end() ? nullptr : &*found;
}

std::int64_t level_extent(const LevelSpec& level, const std::vector<std::int64_t>& dimension) {
  if (level.part == BlockPart::inner) return level.block;
  const std::int64_t extent = dimension[static_cast<std::size_t>(level.mode)];
  if (level.part == BlockPart::whole) return extent;
  return extent / level.block + (extent % level.block == 0 ? 0 : 1);
}

}  // namespace scorchc
