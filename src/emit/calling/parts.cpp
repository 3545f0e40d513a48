#include "emit/calling/parts.h"

#include <algorithm>
#include <map>

#include "support/diagnostics.h"

namespace scorchc::emit {
namespace {

/// Limit of values written out, so that they are readable and quick to compile.
constexpr std::int64_t most_cells = 4096;

/// Builds a tensor's arrays level by level from sorted, distinct entries.
class SmallBuilder {
 public:
  SmallBuilder(const InterfaceTensor& tensor, SmallTensor& small, std::vector<std::vector<std::int64_t>> entries)
      : tensor_(tensor), small_(small), entries_(std::move(entries)), positions_(entries_.size(), 0) {}

  void build(std::int64_t first_value) {
    small_.pos.resize(tensor_.levels.size());
    small_.crd.resize(tensor_.levels.size());
    for (std::size_t level = 0; level < tensor_.levels.size(); ++level)
      if (!tensor_.levels[level].crd)
        dense(level);
      else if (!tensor_.levels[level].continues_run)
        sparse(level);
    small_.values.assign(static_cast<std::size_t>(parents_), 0);
    for (std::size_t e = 0; e < entries_.size(); ++e)
      small_.values[static_cast<std::size_t>(positions_[e])] = first_value + static_cast<std::int64_t>(e % 7);
  }

 private:
  void dense(std::size_t level) {
    const std::int64_t extent = level_extent(tensor_.levels[level].spec, small_.dimension);
    parents_ *= extent;
    for (std::size_t e = 0; e < entries_.size(); ++e) positions_[e] = positions_[e] * extent + entries_[e][level];
  }

  void sparse(std::size_t level) {
    std::size_t end = level + 1;
    while (end < tensor_.levels.size() && tensor_.levels[end].continues_run) ++end;
    std::vector<std::int64_t> pos(static_cast<std::size_t>(parents_) + 1, 0);
    const std::vector<std::int64_t> parents = positions_;
    std::int64_t count = 0;
    for (std::size_t e = 0; e < entries_.size(); ++e) {
      const auto at = [&](std::size_t entry) { return entries_[entry].begin() + static_cast<std::ptrdiff_t>(level); };
      const auto length = static_cast<std::ptrdiff_t>(end - level);
      if (e == 0 || parents[e] != parents[e - 1] || !std::equal(at(e), at(e) + length, at(e - 1))) {
        ++count;
        ++pos[static_cast<std::size_t>(parents[e]) + 1];
        for (std::size_t l = level; l < end; ++l) small_.crd[l].push_back(entries_[e][l]);
      }
      positions_[e] = count - 1;
    }
    for (std::size_t parent = 1; parent < pos.size(); ++parent) pos[parent] += pos[parent - 1];
    if (tensor_.levels[level].pos) small_.pos[level] = std::move(pos);
    parents_ = count;
  }

  const InterfaceTensor& tensor_;
  SmallTensor& small_;
  std::vector<std::vector<std::int64_t>> entries_;  // coordinates by level, sorted
  std::vector<std::int64_t> positions_;
  std::int64_t parents_ = 1;
};

std::int64_t level_coordinate(const LevelSpec& level, std::int64_t coordinate) {
  if (level.part == BlockPart::whole) return coordinate;
  return level.part == BlockPart::outer ? coordinate / level.block : coordinate % level.block;
}

void check_size(const InterfaceTensor& tensor, const std::vector<std::int64_t>& dimension) {
  double cells = 1;
  for (const InterfaceLevel& level : tensor.levels) cells *= static_cast<double>(level_extent(level.spec, dimension));
  if (cells <= static_cast<double>(most_cells)) return;
  fail(Code::too_large, {},
       "an example with " + quoted(tensor.name) + " would have more than " + std::to_string(most_cells) +
           " values to write out",
       "leave out the extents of its indices");
}

}  // namespace

const InterfaceField* root_entries(const InterfaceTensor& tensor) {
  return tensor.is_operand() && !tensor.levels.empty() && tensor.levels[0].count ? &*tensor.levels[0].count : nullptr;
}

std::vector<InterfaceField> arrays_of(const InterfaceTensor& tensor) {
  std::vector<InterfaceField> arrays;
  for (const InterfaceLevel& level : tensor.levels) {
    if (level.pos) arrays.push_back(*level.pos);
    if (level.crd) arrays.push_back(*level.crd);
  }
  arrays.push_back(tensor.vals);
  return arrays;
}

const InterfaceIndex& index_of(const Interface& interface, const InterfaceTensor& tensor, std::size_t mode) {
  for (const InterfaceIndex& index : interface.indices)
    for (const InterfaceMode& each : index.modes)
      if (each.tensor == tensor.name && each.mode == mode) return index;
  fail(Code::internal_error, {}, "a mode of " + quoted(tensor.name) + " has no index");
}

std::vector<const InterfaceIndex*> of_one_size(const Interface& interface, const InterfaceIndex& index) {
  const auto share = [](const InterfaceIndex& a, const InterfaceIndex& b) {
    return std::any_of(a.modes.begin(), a.modes.end(), [&](const InterfaceMode& one) {
      return std::any_of(b.modes.begin(), b.modes.end(), [&](const InterfaceMode& other) {
        return one.tensor == other.tensor && one.mode == other.mode;
      });
    });
  };
  std::vector<const InterfaceIndex*> group = {&index};
  for (std::size_t n = 0; n < group.size(); ++n)
    for (const InterfaceIndex& other : interface.indices)
      if (share(*group[n], other) && std::find(group.begin(), group.end(), &other) == group.end())
        group.push_back(&other);
  std::sort(group.begin(), group.end());
  return group;
}

std::optional<std::int64_t> fixed_extent(const Interface& interface, const InterfaceIndex& index) {
  for (const InterfaceIndex* each : of_one_size(interface, index))
    if (each->extent) return each->extent;
  return std::nullopt;
}

std::vector<std::int64_t> dimensions(const Interface& interface, const InterfaceTensor& tensor,
                                     const ExtentOf& extent_of) {
  std::vector<std::int64_t> result;
  for (std::size_t mode = 0; mode < tensor.order(); ++mode)
    result.push_back(extent_of(index_of(interface, tensor, mode)));
  return result;
}

SmallTensor make_small_tensor(const InterfaceTensor& tensor, const std::vector<std::int64_t>& dimension,
                              std::int64_t first_value) {
  check_size(tensor, dimension);
  SmallTensor small;
  small.dimension = dimension;
  std::vector<std::vector<std::int64_t>> entries;
  std::vector<std::int64_t> at(dimension.size(), 0);
  const bool is_empty = std::find(dimension.begin(), dimension.end(), 0) != dimension.end();
  for (bool more = !is_empty; more;) {
    std::int64_t number = 0;
    for (const std::int64_t coordinate : at) number += coordinate;
    if (tensor.format.is_dense() || number % 2 == 0) {
      std::vector<std::int64_t> entry;
      for (const InterfaceLevel& level : tensor.levels)
        entry.push_back(level_coordinate(level.spec, at[static_cast<std::size_t>(level.spec.mode)]));
      entries.push_back(std::move(entry));
    }
    more = false;
    for (std::size_t mode = at.size(); mode-- > 0 && !more;) {
      more = ++at[mode] < dimension[mode];
      if (!more) at[mode] = 0;
    }
  }
  std::sort(entries.begin(), entries.end());
  SmallBuilder(tensor, small, std::move(entries)).build(first_value);
  return small;
}

std::string number_list(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

std::string extent_of_level(const InterfaceLevel& level, const std::string& dimensions, BlocksText blocks) {
  if (level.spec.part == BlockPart::inner) return std::to_string(level.spec.block);
  std::string whole = dimensions + "[" + std::to_string(level.spec.mode) + "]";
  return level.spec.part == BlockPart::whole ? whole : blocks(whole, level.spec.block);
}

void each_array(const InterfaceTensor& tensor, const std::string& object,
                const std::function<std::string(const InterfaceLevel&)>& extent,
                const std::function<void(const InterfaceField&, const std::string& count)>& take) {
  std::string entries = "1";
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const InterfaceLevel& level = tensor.levels[l];
    if (level.pos) take(*level.pos, entries + " + 1");
    if (level.crd) {
      entries = object + "." + tensor.entries(l)->name;
      take(*level.crd, entries);
    } else {
      entries = (entries == "1" ? "" : entries + " * ") + extent(level);
    }
  }
  take(tensor.vals, object + "." + tensor.vals_count->name);
}

}  // namespace scorchc::emit
