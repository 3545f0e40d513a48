#include "driver/format_drawing.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "data/pack.h"
#include "data/storage.h"
#include "driver/print_tensor.h"

namespace scorchc::driver {
namespace {

using ExampleExtents = std::vector<std::int64_t>;

/// Names of modes, as in maps.
constexpr std::string_view mode_names = "ijk";
constexpr std::int64_t widest_drawn = 12;  // maximum number of rows and columns in a drawing
constexpr std::int64_t least_blocked = 5;  // minimum extent of a blocked mode, so that small blocks repeat
constexpr std::size_t most_modes = 6;
constexpr std::size_t line_width = 100;

/// Returns small extents that differ, so that modes are distinguishable. A blocked mode has whole blocks and a partial
/// one.
ExampleExtents example_extents(const Format& format) {
  const auto order = static_cast<std::size_t>(format.order());
  ExampleExtents extents = order == 1   ? ExampleExtents{8}
                           : order == 2 ? ExampleExtents{4, 5}
                           : order == 3 ? ExampleExtents{3, 4, 5}
                                        : ExampleExtents(order, 2);
  for (const LevelSpec& level : format.levels) {
    if (level.part != BlockPart::outer) continue;
    std::int64_t& extent = extents[static_cast<std::size_t>(level.mode)];
    for (extent = level.block + (level.block + 1) / 2; extent < least_blocked;) extent += level.block;
  }
  return extents;
}

/// Leaves row 1 empty and fills columns unevenly.
bool is_stored(const std::vector<std::int64_t>& at) {
  std::int64_t sum = at[0] * at[0];
  for (std::size_t mode = 1; mode < at.size(); ++mode) sum += at[mode] * (mode % 2 == 1 ? 2 : 1);
  return at[0] != 1 && sum % 3 == 0;
}

/// Returns the entries in row-major order, with values 1, 2, 3, ...
data::CoordinateList example_entries(const ExampleExtents& extents) {
  data::CoordinateList list{extents, {}, {}};
  std::vector<float> values;
  std::vector<std::int64_t> at(extents.size(), 0);
  while (true) {
    if (is_stored(at)) {
      list.coordinates.insert(list.coordinates.end(), at.begin(), at.end());
      values.push_back(static_cast<float>(values.size() + 1));
    }
    std::size_t mode = at.size();
    while (mode > 0 && ++at[mode - 1] == extents[mode - 1]) at[--mode] = 0;
    if (mode == 0) break;
  }
  list.values = std::move(values);
  return list;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// Prints `NAME  1 2 3`; further lines are aligned with the first number.
std::string print_array(const std::string& name, const std::vector<std::string>& numbers) {
  std::size_t width = 1;
  for (const std::string& number : numbers) width = std::max(width, number.size());
  const std::string begin = "  " + name + std::string(8 - std::min<std::size_t>(name.size(), 7), ' ');
  std::string text = begin, line;
  for (const std::string& number : numbers) {
    if (begin.size() + line.size() + width + 1 > line_width) {
      text += line + "\n" + std::string(begin.size(), ' ');
      line.clear();
    }
    line += " " + right_aligned(number, width);
  }
  return text + line + "\n";
}

std::vector<std::string> numbers_of(const data::Indices& indices) {
  std::vector<std::string> numbers;
  for (std::int64_t n = 0; n < data::size(indices); ++n) numbers.push_back(std::to_string(data::at(indices, n)));
  return numbers;
}

std::vector<std::string> numbers_of(const data::Values& values) {
  std::vector<std::string> numbers;
  std::visit(
      [&](const auto& array) {
        for (const auto value : array) {
          using Wide =
              std::conditional_t<std::is_floating_point_v<std::decay_t<decltype(value)>>, double, std::int64_t>;
          numbers.push_back(data::print_number(static_cast<Wide>(value)));
        }
      },
      values);
  return numbers;
}

/// Prints a grid over the last two modes, with the other coordinates fixed at `first`; `.` marks components not stored.
std::string print_grid(const data::CoordinateList& list, const std::vector<std::int64_t>& first) {
  const std::size_t order = list.order();
  const std::int64_t rows = order == 1 ? 1 : list.dimensions[order - 2], columns = list.dimensions[order - 1];
  const std::size_t width = std::to_string(list.count()).size();
  const std::vector<std::string> values = numbers_of(list.values);
  std::string text = "  " + std::string(6, ' ') + mode_names[order - 1] + " ";
  for (std::int64_t column = 0; column < columns; ++column) text += " " + right_aligned(std::to_string(column), width);
  text += "\n";
  for (std::int64_t row = 0; row < rows; ++row) {
    std::string label = order == 1 ? ""
                                   : (row == 0 ? std::string(1, mode_names[order - 2]) : " ") + " " +
                                         right_aligned(std::to_string(row), 2);
    text += "    " + label + std::string(6 - label.size(), ' ');
    for (std::int64_t column = 0; column < columns; ++column) {
      std::vector<std::int64_t> at = first;
      if (order > 1) at.push_back(row);
      at.push_back(column);
      std::string cell = ".";
      for (std::size_t e = 0; e < list.count(); ++e)
        if (std::equal(at.begin(), at.end(), list.coordinates.begin() + static_cast<std::ptrdiff_t>(e * order)))
          cell = values[e];
      text += " " + right_aligned(cell, width);
    }
    text += "\n";
  }
  return text;
}

std::string print_tensor(const data::CoordinateList& list) {
  if (list.order() < 3) return print_grid(list, {});
  if (list.order() > mode_names.size()) return "  " + print_components(list) + "\n";
  std::string text;
  for (std::int64_t slice = 0; slice < list.dimensions[0]; ++slice)
    text += "  " + std::string(1, mode_names[0]) + " = " + std::to_string(slice) + "\n" + print_grid(list, {slice});
  return text;
}

}  // namespace

std::string draw_example(const Format& format) {
  const ExampleExtents extents = example_extents(format);
  const bool is_small =
      std::all_of(extents.begin(), extents.end(), [](std::int64_t extent) { return extent <= widest_drawn; });
  if (extents.empty() || extents.size() > most_modes || !is_small) return {};
  const data::CoordinateList list = example_entries(extents);
  const data::PackedTensor packed = data::pack(list, format);
  std::string shape;
  for (const std::int64_t extent : extents) shape += (shape.empty() ? "" : " x ") + std::to_string(extent);
  std::string text = "For example A, " + shape + ":\n\n" + print_tensor(list) + "\n";
  for (std::size_t level = 0; level < packed.levels.size(); ++level) {
    const std::string name = "A" + std::to_string(level + 1);
    const data::LevelArrays& arrays = packed.levels[level];
    if (data::size(arrays.pos) > 0) text += print_array(name + "_pos", numbers_of(arrays.pos));
    if (data::size(arrays.crd) > 0) text += print_array(name + "_crd", numbers_of(arrays.crd));
  }
  return text + print_array("A_vals", numbers_of(packed.values));
}

}  // namespace scorchc::driver
