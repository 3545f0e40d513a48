// Shows the formats of a kernel, each with a small tensor that is packed into it.
#include <algorithm>
#include <map>
#include <optional>

#include "data/generator.h"
#include "data/layout.h"
#include "data/pack.h"
#include "data/storage.h"
#include "driver/print_tensor.h"
#include "driver/report_parts.h"

namespace scorchc::driver {
namespace {

using html::block;
using html::element;
using html::Markup;
using html::text;

/// Maximum number of cells of an example.
constexpr std::int64_t most_cells = 400;
constexpr double stored_components = 7;  // approximate number

/// A format and the tensors that share it; indices are those of the first tensor.
struct Shared {
  const TensorDeclaration* first = nullptr;
  std::vector<std::string> indices;
  std::vector<std::string> tensors;
};

std::vector<std::string> indices_of(const TensorDeclaration& tensor, const Kernel& kernel) {
  for (const Statement& statement : all_statements(kernel))
    if (statement.lhs.tensor == tensor.name) return statement.lhs.indices;
  for (const Access& access : all_operands(kernel))
    if (access.tensor == tensor.name) return access.indices;
  return {};
}

std::string name_and_role(const TensorDeclaration& tensor, const Kernel& kernel) {
  const std::string role = &tensor == &kernel.result()               ? "result"
                           : kernel.is_assigned_earlier(tensor.name) ? "temporary"
                                                                     : "operand";
  return tensor.name + " (" + role + (tensor.format_inferred ? ", inferred)" : ")");
}

std::vector<Shared> shared_formats(const Kernel& kernel) {
  std::vector<Shared> found;
  const auto add = [&](const TensorDeclaration& tensor) {
    if (!tensor.format) return;
    const std::vector<std::string> indices = indices_of(tensor, kernel);
    auto at = std::find_if(found.begin(), found.end(),
                           [&](const Shared& each) { return *each.first->format == *tensor.format; });
    if (at == found.end()) at = found.insert(found.end(), {&tensor, indices, {}});
    at->tensors.push_back(name_and_role(tensor, kernel));
  };
  for (const TensorDeclaration& tensor : kernel.tensors) add(tensor);
  for (const TensorDeclaration& tensor : kernel.temporaries)
    if (tensor.assigned_earlier) add(tensor);
  return found;
}

std::vector<std::int64_t> small_extents(const Format& format) {
  const int order = format.order();
  std::vector<std::int64_t> extents(static_cast<std::size_t>(order), order == 1   ? 8
                                                                     : order == 2 ? 4
                                                                     : order == 3 ? 3
                                                                                  : 2);
  if (order == 2 || order == 3) extents.back() = order == 2 ? 6 : 4;
  for (const LevelSpec& level : format.levels)
    if (level.block > 0) extents[static_cast<std::size_t>(level.mode)] = 2 * level.block;
  return extents;
}

/// Returns a small tensor in the format, with values 1, 2, 3, ...: all cells of a dense format, else a few. Returns
/// nothing if the extents are too large.
std::optional<data::PackedTensor> small_example(const Format& format) {
  const std::vector<std::int64_t> extents = small_extents(format);
  const std::int64_t cells = data::product(extents).value_or(most_cells + 1);
  if (cells > most_cells) return std::nullopt;
  const double share = format.is_dense() ? 1 : std::min(stored_components / static_cast<double>(cells), 1.0 / 3);
  data::Generator generator(493);  // leaves a row of 4 x 6, a slice of a tensor and a 2 x 2 block empty
  data::CoordinateList list{extents, {}, std::vector<std::int64_t>{}};
  std::int64_t value = 0;
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    if (!generator.chance(share)) continue;
    std::vector<std::int64_t> at(extents.size());
    auto rest = cell;
    for (std::size_t mode = at.size(); mode-- > 0; rest /= extents[mode]) at[mode] = rest % extents[mode];
    list.coordinates.insert(list.coordinates.end(), at.begin(), at.end());
    std::get<std::vector<std::int64_t>>(list.values).push_back(++value);
  }
  return data::pack(list, format);
}

std::vector<std::string> texts_of(const data::Values& values) {
  std::vector<std::string> texts;
  std::visit(
      [&](const auto& array) {
        for (const auto value : array) texts.push_back(data::print_number(static_cast<std::int64_t>(value)));
      },
      values);
  return texts;
}

std::vector<std::string> texts_of(const data::Indices& indices) {
  std::vector<std::string> texts;
  for (std::int64_t at = 0; at < data::size(indices); ++at) texts.push_back(std::to_string(data::at(indices, at)));
  return texts;
}

/// Shows an array with the index of each element below it. Consecutive groups alternate in shade.
Markup array(const std::string& name, const std::vector<std::string>& elements,
             const std::vector<std::size_t>& groups) {
  Markup cells;
  std::size_t before = 0;  // number of non-empty groups before this one
  for (std::size_t at = 0; at < elements.size(); ++at) {
    if (at > 0 && at < groups.size() && groups[at] != groups[at - 1]) ++before;
    cells += element("li", before % 2 == 1 ? html::Attributes{{"class", "odd"}} : html::Attributes{},
                     text(elements[at]) + element("small", std::to_string(at)));
  }
  if (elements.empty()) cells = element("li", "empty");
  return block("div", {{"class", "array"}},
               block("p", element("code", name)) + block("ul", {{"aria-label", name}}, cells));
}

/// Returns for each entry of the level the position of its parent; entries of one parent share a shade.
std::vector<std::size_t> parents_of(const data::Indices& pos) {
  std::vector<std::size_t> parents;
  for (std::int64_t parent = 0; parent + 1 < data::size(pos); ++parent)
    parents.resize(static_cast<std::size_t>(data::at(pos, parent + 1)), static_cast<std::size_t>(parent));
  return parents;
}

/// Returns "i", or "i/4" and "i%4" for the two levels of a blocked mode.
std::string mode_name(const LevelSpec& level, const std::vector<std::string>& indices) {
  const std::string& index = indices.at(static_cast<std::size_t>(level.mode));
  if (level.part == BlockPart::whole) return index;
  return index + (level.part == BlockPart::outer ? "/" : "%") + std::to_string(level.block);
}

/// Returns for each value the group that it belongs to: the values below one position of the level above the innermost
/// dense levels, or else the entries of one parent.
std::vector<std::size_t> groups_of_values(const data::PackedTensor& packed, const data::Layout& layout,
                                          const std::vector<std::size_t>& parents) {
  std::size_t row = 1;
  for (std::size_t level = layout.levels.size(); level > 0; --level) {
    const bool is_row = row > 1 && packed.format.levels[level - 1].part != BlockPart::inner;
    if (layout.levels[level - 1].kind != data::LevelKind::dense || is_row) break;
    row *= static_cast<std::size_t>(layout.levels[level - 1].extent);
  }
  std::vector<std::size_t> groups(data::size(packed.values));
  for (std::size_t at = 0; at < groups.size(); ++at)
    groups[at] = row > 1 ? at / row : at < parents.size() ? parents[at] : 0;
  return groups;
}

/// Returns the name of an array in the tensor's struct, "A2_pos".
std::string field_name(const loop::Module& module, const std::string& tensor, loop::FieldRole role, std::size_t level,
                       const std::string& otherwise) {
  for (const loop::Struct& each : module.structs) {
    if (each.name != tensor) continue;
    for (const loop::FieldDeclaration& field : each.fields)
      if (field.role == role && (role == loop::FieldRole::vals || field.level == static_cast<int>(level)))
        return field.name;
  }
  return otherwise;
}

Markup arrays(const data::PackedTensor& packed, const Shared& shared, const loop::Module& module) {
  const std::string& tensor = shared.first->name;
  const data::Layout layout = data::make_layout(packed.format, packed.dimensions, {});
  Markup levels;
  std::vector<std::size_t> parents;
  for (std::size_t level = 0; level < packed.levels.size(); ++level) {
    const LevelSpec& spec = packed.format.levels[level];
    Markup content =
        element("p", "level " + std::to_string(level + 1) + ", " + mode_name(spec, shared.indices) + ": " + spec.level);
    if (layout.levels[level].kind == data::LevelKind::dense) {
      content += element("p", "no array: " + std::to_string(layout.levels[level].extent) + " coordinates" +
                                  (level == 0 ? "" : " below each position of the level above"));
    } else {
      const data::LevelArrays& own = packed.levels[level];
      if (layout.has_pos(level)) {
        parents = parents_of(own.pos);
        content += array(field_name(module, tensor, loop::FieldRole::pos, level, "pos"), texts_of(own.pos), {});
      }
      content += array(field_name(module, tensor, loop::FieldRole::crd, level, "crd"), texts_of(own.crd), parents);
    }
    levels += block("li", content);
  }
  levels += block("li", element("p", "values: one per position of the last level") +
                            array(field_name(module, tensor, loop::FieldRole::vals, 0, "vals"), texts_of(packed.values),
                                  groups_of_values(packed, layout, parents)));
  return block("ol", {{"class", "levels"}}, levels);
}

/// Returns the stored components by coordinates.
std::map<std::vector<std::int64_t>, std::string> components(const data::PackedTensor& packed) {
  const data::Tensor tensor = data::unpack(packed);
  const std::vector<std::string> values = texts_of(data::values(tensor));
  std::map<std::vector<std::int64_t>, std::string> found;
  for (std::size_t entry = 0; entry < values.size(); ++entry) {
    std::vector<std::int64_t> at(packed.dimensions.size());
    auto rest = static_cast<std::int64_t>(entry);
    for (std::size_t mode = at.size(); mode-- > 0; rest /= packed.dimensions[mode])
      at[mode] = rest % packed.dimensions[mode];
    if (const auto* list = std::get_if<data::CoordinateList>(&tensor))
      std::copy_n(list->coordinates.begin() + static_cast<std::ptrdiff_t>(entry * at.size()), at.size(), at.begin());
    found.emplace(std::move(at), values[entry]);
  }
  return found;
}

/// Shows the last two modes as a table, with the other coordinates fixed. Cells without a stored component are empty.
Markup grid(const data::PackedTensor& packed, const std::map<std::vector<std::int64_t>, std::string>& stored,
            const std::vector<std::string>& indices, const std::vector<std::int64_t>& fixed) {
  const std::size_t order = packed.dimensions.size();
  const bool has_rows = order > 1;
  std::string caption;
  for (std::size_t mode = 0; mode < fixed.size(); ++mode)
    caption += indices[mode] + " = " + std::to_string(fixed[mode]) + ", ";
  caption += has_rows ? "rows " + indices[order - 2] + ", columns " + indices[order - 1] : indices[0];
  Markup rows, titles = has_rows ? element("td", "") : Markup{};
  for (std::int64_t column = 0; column < packed.dimensions[order - 1]; ++column)
    titles += element("th", {{"scope", "col"}}, text(std::to_string(column)));
  rows += block("tr", titles);
  for (std::int64_t row = 0; row < (has_rows ? packed.dimensions[order - 2] : 1); ++row) {
    Markup cells = has_rows ? element("th", {{"scope", "row"}}, text(std::to_string(row))) : Markup{};
    for (std::int64_t column = 0; column < packed.dimensions[order - 1]; ++column) {
      std::vector<std::int64_t> at = fixed;
      if (has_rows) at.push_back(row);
      at.push_back(column);
      const auto value = stored.find(at);
      cells += value == stored.end() ? element("td", "") : element("td", {{"class", "stored"}}, text(value->second));
    }
    rows += block("tr", cells);
  }
  return block("table", {{"class", "grid"}}, block("caption", text(caption)) + rows);
}

Markup picture(const data::PackedTensor& packed, const std::vector<std::string>& indices) {
  const std::size_t order = packed.dimensions.size();
  if (order == 0 || order > 3) return block("p", element("code", print_components(data::unpack(packed))));
  const std::map<std::vector<std::int64_t>, std::string> stored = components(packed);
  Markup grids;
  if (order < 3) return grid(packed, stored, indices, {});
  for (std::int64_t slice = 0; slice < packed.dimensions[0]; ++slice) grids += grid(packed, stored, indices, {slice});
  return grids;
}

Markup example(const Shared& shared, const loop::Module& module) {
  const Format& format = *shared.first->format;
  const std::optional<data::PackedTensor> packed = small_example(format);
  if (!packed) return block("p", text("An example of this format would be too large to show."));
  const std::string stored =
      format.is_dense() ? "every component is stored"
                        : "cells without a stored component are empty; entries of one row or block share a shade";
  return block("figure", block("figcaption", text("A small example: " + stored + ".")) +
                             scrolling("example of " + print_short(format),
                                       block("div", {{"class", "example"}},
                                             block("div", picture(*packed, shared.indices)) +
                                                 block("div", arrays(*packed, shared, module)))));
}

}  // namespace

html::Markup formats_part(const CompiledKernel& compiled) {
  Markup formats;
  for (const Shared& shared : shared_formats(compiled.kernel)) {
    const Format& format = *shared.first->format;
    std::string tensors;
    for (const std::string& each : shared.tensors) tensors += (tensors.empty() ? "" : ", ") + each;
    const std::string types = "values " + std::string(name(format.value)) +
                              (format.is_dense() ? ""
                                                 : ", positions " + std::string(name(format.pos)) + ", coordinates " +
                                                       std::string(name(format.crd)));
    formats +=
        block("article", block("h3", element("code", print_short(format)) + text(": " + tensors)) +
                             block("p", element("code", print_map(format, shared.indices)) + text("; " + types)) +
                             example(shared, compiled.module));
  }
  return formats;
}

}  // namespace scorchc::driver
