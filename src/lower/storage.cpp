#include "lower/storage.h"

#include <algorithm>

#include "ir/cin_order.h"
#include "ir/symbols.h"
#include "lower/operand_table.h"

namespace scorchc::lower {

std::vector<LevelGroup> sparse_groups(const StoredTensor& tensor) {
  std::vector<LevelGroup> groups;
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    if (!tensor.levels[l].format->append) continue;
    if (tensor.levels[l].site.is_run_first)
      groups.push_back({l, l, !groups.empty() && groups.back().last + 1 == l});
    else
      groups.back().last = l;
  }
  return groups;
}

bool has_rows(const StoredTensor& tensor) {
  const std::vector<LevelGroup> groups = sparse_groups(tensor);
  if (groups.size() != 1 || groups[0].first != groups[0].last || groups[0].last + 1 != tensor.levels.size())
    return false;
  const StoredLevel& level = tensor.levels[groups[0].first];
  return level.format->append->has_pos(level.site);
}

bool is_first_half(const StoredTensor& tensor, std::size_t l) {
  return l + 1 < tensor.levels.size() && tensor.levels[l + 1].number == tensor.levels[l].number;
}

loop::Expr dense_extent(const StoredTensor& tensor, std::size_t l) {
  const std::vector<StoredLevel>& levels = tensor.levels;
  if (is_first_half(tensor, l)) return levels[l].site.whole;
  if (l > 0 && is_first_half(tensor, l - 1)) return loop::integer(1);
  return levels[l].site.extent;
}

std::size_t dense_levels(const StoredTensor& tensor) {
  std::size_t l = 0;
  while (l < tensor.levels.size() && tensor.levels[l].format->locate) ++l;
  return l;
}

loop::Expr number_of_rows(const StoredTensor& tensor) {
  loop::Expr rows = loop::integer(1);
  for (std::size_t l = 0; l < dense_levels(tensor); ++l) rows = loop::mul(rows, tensor.levels[l].site.extent);
  return rows;
}

std::optional<loop::Expr> stored_entries(const StoredTensor& tensor) {
  return stored_entries(tensor, tensor.levels.size());
}

// Entries of the last of the first `levels`, where `entries` are stored above level `first`.
static std::optional<loop::Expr> stored_below(const StoredTensor& tensor, std::size_t first, std::size_t levels,
                                              loop::Expr entries, int factors) {
  if (!tensor.table.empty()) return std::nullopt;
  for (std::size_t l = first; l < levels; ++l) {
    const levels::LevelSite& site = tensor.levels[l].site;
    if (!site.pos.empty()) {
      entries = loop::load_index(site.pos, site.pos_type, entries);
      factors = 1;
    } else if (!site.crd.empty()) {
      if (site.is_run_first) entries = site.count;
      factors = 1;
    } else {
      // An array has this many elements, or one of two factors is 0: the product does not overflow.
      const loop::Expr extent = dense_extent(tensor, l);
      if (!extent.as<loop::Integer>() && ++factors > 2) return std::nullopt;
      entries = loop::mul(entries, extent);
    }
  }
  return entries;
}

std::optional<loop::Expr> stored_entries(const StoredTensor& tensor, std::size_t levels) {
  return stored_below(tensor, 0, levels, loop::integer(1), 0);
}

std::optional<loop::Expr> stored_entries(const StoredTensor& tensor, std::size_t levels, const loop::Expr& before) {
  return stored_below(tensor, 1, levels, before, 1);
}

std::optional<loop::Expr> entries_before(const StoredTensor& tensor, std::size_t first, const loop::Expr& position) {
  loop::Expr at = position;
  std::optional<loop::Expr> entries;
  for (std::size_t l = first; l < tensor.levels.size(); ++l) {
    const levels::LevelFormat& format = *tensor.levels[l].format;
    const levels::LevelSite& site = tensor.levels[l].site;
    if (format.locate) {
      at = format.locate->position(site, at, loop::integer(0));
      continue;
    }
    if (!format.position_iteration) return std::nullopt;
    const loop::Expr begin = format.position_iteration->bounds(site, {at, loop::add(at, loop::integer(1))}).begin;
    if (begin == at) continue;
    // At position 0 the tensor may be empty, and arrays of the levels below may be missing.
    entries = entries ? loop::select(loop::less(loop::integer(0), at), begin, loop::integer(0)) : begin;
    at = *entries;
  }
  return entries;
}

loop::Expr empty_sum(const StoredTensor& tensor) {
  return loop::number(tensor.value, tensor.temporary.keeps_signs ? -0.0 : 0.0, 0);
}

bool may_outgrow_pos(const StoredTensor& tensor, const LevelGroup& group) {
  const levels::LevelSite& site = tensor.levels[group.first].site;
  return site.pos_type == loop::Type::i32 && (site.crd_type != loop::Type::i32 || group.first != group.last);
}

std::string level_name(const StoredLevel& level) { return level.site.crd.substr(0, level.site.crd.rfind("_crd")); }

const StoredLevel* StoredTensor::find(int wanted) const {
  for (const StoredLevel& level : levels)
    if (level.number == wanted) return &level;
  return nullptr;
}

namespace {

// The indices of the program, those of its loops first.
std::vector<std::string> all_indices(const cin::Program& program) {
  std::vector<std::string> indices = cin::indices(program.body);
  for (const auto& [index, declaration] : program.split.indices)
    if (std::find(indices.begin(), indices.end(), index) == indices.end()) indices.push_back(index);
  return indices;
}

// The indices of one access of each tensor: they name its modes.
std::map<std::string, std::vector<std::string>> indices_of_tensors(const cin::Program& program) {
  std::map<std::string, std::vector<std::string>> indices;
  const Access& result = program.split.statement.lhs;
  indices[result.tensor] = result.indices;
  for (const Access& access : cin::operands(program.body)) indices.try_emplace(access.tensor, access.indices);
  for (const TensorDeclaration& tensor : program.split.tensors)
    for (const std::string& operand : tensor.stands_for) indices.try_emplace(operand, indices.at(tensor.name));
  for (const cin::Where& where : cin::wheres(program.body)) indices[where.temporary.tensor] = where.temporary.indices;
  return indices;
}

// Reserves the names of the kernel's functions and structs, which a parameter or a variable would hide.
void reserve_symbols(const Kernel& kernel, Names& names) {
  for (const std::string& outer : {std::string(), symbol_prefix(kernel.name_space)}) {
    const std::string prefix = outer + kernel.name + "_";
    for (const loop::Phase phase :
         {loop::Phase::count, loop::Phase::pattern, loop::Phase::compute, loop::Phase::assemble, loop::Phase::release})
      names.reserve(prefix + std::string(name(phase)));
    for (const TensorDeclaration& tensor : kernel.tensors) names.reserve(prefix + tensor.name);
  }
}

}  // namespace

Storage::Storage(const cin::Program& program) : kernel_(program.split) {
  const Kernel& kernel = kernel_;
  reserve_symbols(kernel, names);
  const std::vector<std::string> indices = all_indices(program);
  const std::map<std::string, std::vector<std::string>> of_tensors = indices_of_tensors(program);
  // The user's own names first; generated names give way to them.
  std::map<std::string, std::string> objects;
  for (const TensorDeclaration& tensor : kernel.tensors)
    if (tensor.alias_of.empty()) objects[tensor.name] = names.fresh(tensor.name);
  for (const std::string& index : indices) coordinates_[index] = names.fresh(index);
  for (const std::string& index : indices)
    if (original(index) == index && part_of(index).empty()) extents_[index] = names.fresh(index + "_size");
  for (const std::string& index : indices)
    if (part_of(index).empty() && !extents_.count(original(index)))
      extents_[original(index)] = names.fresh(original(index) + "_size");
  for (const auto& [index, declaration] : kernel.indices)
    if (declaration.part == BlockPart::outer) extents_[index] = names.fresh(index + "s");
  for (const TensorDeclaration& tensor : kernel.tensors) {
    tensors_[tensor.name].object = objects[tensor.alias_of.empty() ? tensor.name : tensor.alias_of];
    name_fields(tensor, add(tensor, of_tensors.at(tensor.name)));
  }
  for (const TensorDeclaration& tensor : kernel.temporaries)
    name_variables(tensor, add(tensor, of_tensors.at(tensor.name)));
  for (const cin::Where& where : cin::wheres(program.body))
    if (!where.temporary.indices.empty()) {
      narrow_coordinates(where, tensors_.at(where.temporary.tensor));
      name_round(where, tensors_.at(where.temporary.tensor));
      arrange_by_rows(where, tensors_.at(where.temporary.tensor));
      tensors_.at(where.temporary.tensor).temporary.keeps_signs = !cin::sums_over_index(where, kernel_);
    }
  note_stored_components(program.body);
}

// In the order in which temporaries are made, since later ones read earlier ones.
void Storage::note_stored_components(const cin::Stmt& body) {
  const auto knows = [&](const std::string& name) {
    const StoredTensor* made = find(name);
    return made && made->temporary.components.has_value();
  };
  for (const cin::Where* where : cin::wheres_in(body)) {
    const std::string& name = where->temporary.tensor;
    const TensorDeclaration* made = kernel_.temporaries.find(name);
    if (!made || !made->format->is_dense() || kernel_.is_assigned_earlier(name) || !sets_all(where->producer()))
      continue;
    if (is_floating(made->value)) tensors_.at(name).temporary.components = stored_components(*where, kernel_, knows);
  }
}

const std::string& Storage::original(const std::string& index) const {
  const auto it = kernel_.indices.find(index);
  return it == kernel_.indices.end() || it->second.same_as.empty() ? index : original(it->second.same_as);
}

const std::string& Storage::part_of(const std::string& index) const {
  static const std::string none;
  const auto it = kernel_.indices.find(index);
  return it == kernel_.indices.end() ? none : it->second.block_of;
}

loop::Expr Storage::extent(const std::string& index) const {
  const auto it = kernel_.indices.find(index);
  if (it != kernel_.indices.end() && it->second.part == BlockPart::inner) return loop::integer(it->second.block);
  return loop::index_variable(extent_name(index));
}

StoredTensor& Storage::add(const TensorDeclaration& declaration, const std::vector<std::string>& indices) {
  StoredTensor& tensor = tensors_[declaration.name];
  tensor.name = declaration.name;
  tensor.indices = indices;
  tensor.order = declaration.order;
  tensor.value = loop::type_of(declaration.value);
  const std::vector<LevelSpec>& levels = declaration.format->levels;
  int number = 0;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    StoredLevel level;
    level.format = &levels::level_format(levels[l].level);
    level.mode = levels[l].mode;
    // The two halves of a dense level are one level to the user.
    if (levels[l].level != "dense_place") ++number;
    level.number = number;
    const bool runs = level.format->forms_runs;
    level.site.is_root = l == 0;
    level.site.is_run_first = !runs || l == 0 || levels[l - 1].level != levels[l].level;
    level.site.is_run_last = !runs || l + 1 == levels.size() || levels[l + 1].level != levels[l].level;
    const std::string& index = indices[static_cast<std::size_t>(level.mode)];
    level.site.extent = extent(index);
    if (const auto it = kernel_.indices.find(index); it != kernel_.indices.end() && !it->second.block_of.empty()) {
      level.site.whole = extent(it->second.block_of);
      level.site.block = it->second.block;
    }
    tensor.levels.push_back(std::move(level));
  }
  return tensor;
}

void Storage::name_fields(const TensorDeclaration& declaration, StoredTensor& tensor) {
  const Format& format = *declaration.format;
  const bool is_result = declaration.name == kernel_.result().name;
  const StoredTensor* twin = declaration.alias_of.empty() ? nullptr : &tensors_.at(declaration.alias_of);
  tensor.vals = twin ? twin->vals : names.fresh(declaration.name + "_vals");
  if (!declaration.stands_for.empty()) tensor.table = names.fresh("operands");
  if (!declaration.stands_for_numbers.empty()) tensor.table = names.fresh("numbers");
  if (is_result && !format.is_dense()) tensor.count_field = names.fresh(declaration.name + "_count");
  for (StoredLevel& level : tensor.levels) {
    const StoredLevel* same = twin ? twin->find(level.number) : nullptr;
    const std::string prefix = declaration.name + std::to_string(level.number);
    level.site.pos_type = loop::type_of(format.pos);
    level.site.crd_type = loop::type_of(format.crd);
    if (level.format->stores_pos(level.site)) level.site.pos = same ? same->site.pos : names.fresh(prefix + "_pos");
    if (level.format->stores_crd(level.site)) {
      level.site.crd = same ? same->site.crd : names.fresh(prefix + "_crd");
      const bool has_count = level.site.is_run_first && (is_result || level.site.pos.empty());
      if (has_count) level.count_field = same ? same->count_field : names.fresh(prefix + "_count");
    }
    if (is_result && !level.site.pos.empty()) level.capacity = names.fresh(level.site.pos + "_capacity");
    if (is_result && !level.count_field.empty()) level.total = names.fresh(prefix + "_total");
    if (!level.count_field.empty() && !is_result && !twin)
      level.site.count = loop::index_variable(level.count_field);  // declared by a row of a table, or by bind_arrays
    else if (!level.count_field.empty())
      level.site.count = loop::Field{tensor.object, level.count_field, -1, loop::Type::i64};
  }
}

// Positions and coordinates of temporaries are i64 unless narrowed: the user's index types do not limit them.
void Storage::name_variables(const TensorDeclaration& declaration, StoredTensor& tensor) {
  const Format& format = *declaration.format;
  tensor.vals = names.fresh(declaration.name + "_vals");
  TemporaryNames& temporary = tensor.temporary;
  temporary.count = names.fresh(declaration.name + "_count");
  if (format.is_dense()) {
    // no list: all components are held, or none
    temporary.stored = names.fresh(declaration.name + "_stored");
  } else if (format.is_indexed_list()) {
    temporary.seen = names.fresh(declaration.name + "_seen");
    temporary.scratch = names.fresh(declaration.name + "_scratch");
  } else {
    temporary.tuples = names.fresh(declaration.name);
  }
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    StoredLevel& level = tensor.levels[l];
    const std::string prefix = declaration.name + std::to_string(l + 1);
    const bool is_dense = level.format->locate.has_value();
    level.site.pos_type = level.site.crd_type = loop::Type::i64;
    level.site.count = loop::index_variable(temporary.count);
    const std::string crd = names.fresh(prefix + "_crd");
    if (!is_dense) level.site.crd = crd;
    if (!temporary.tuples.empty()) temporary.columns.push_back(crd);
    if (!is_dense && level.site.is_run_first && l > 0) level.site.pos = names.fresh(prefix + "_pos");
  }
}

void Storage::name_round(const cin::Where& where, StoredTensor& tensor) {
  if (tensor.temporary.seen.empty() || !cin::is_located(where)) return;
  tensor.temporary.is_located = true;
  tensor.temporary.is_masked = cin::is_masked(where);
  if (where.distinct || tensor.temporary.is_masked) return;
  tensor.temporary.epoch = names.fresh(tensor.name + "_epoch");
  tensor.temporary.scratch = names.fresh(tensor.name + "_epochs");
}

void Storage::narrow_coordinates(const cin::Where& where, StoredTensor& tensor) const {
  if (!tensor.temporary.seen.empty()) return;
  const Access* converted = operand_stored_again(where, kernel_);
  const auto fits = [&](const StoredLevel& level) {
    return fits_i32(tensor.indices[static_cast<std::size_t>(level.mode)], converted);
  };
  const bool all_fit = std::all_of(tensor.levels.begin(), tensor.levels.end(), fits);
  const bool is_one_by_one = counting_sorts_into(where, tensor, *this);  // else tuples, whose columns share one type
  for (StoredLevel& level : tensor.levels)
    if (is_one_by_one ? fits(level) : all_fit) level.site.crd_type = loop::Type::i32;
  if (all_fit) tensor.temporary.coordinate = loop::Type::i32;
}

std::optional<loop::Expr> Storage::entries_to_convert(const cin::Where& where) const {
  const Access* converted = cin::converted_operand(where);
  if (!converted || kernel_.is_assigned_earlier(where.temporary.tensor) ||
      kernel_.is_assigned_earlier(converted->tensor))
    return {};
  const StoredTensor& operand = tensors_.at(converted->tensor);
  if (!operand.table.empty()) return {};                  // it stands for several operands
  if (kernel_.temporaries.find(operand.name)) return {};  // a temporary: its size is unknown before allocation
  return stored_entries(operand);
}

void Storage::arrange_by_rows(const cin::Where& where, StoredTensor& tensor) {
  if (tensor.temporary.tuples.empty() || tensor.levels.size() < 2 || tensor.levels[0].format->locate) return;
  if (!entries_to_convert(where)) return;
  levels::LevelSite &first = tensor.levels[0].site, &second = tensor.levels[1].site;
  tensor.temporary.rows = names.fresh(level_name(tensor.levels[0]) + "_count");
  first.count = loop::index_variable(tensor.temporary.rows);
  first.is_run_last = second.is_run_first = true;
  second.pos = names.fresh(level_name(tensor.levels[1]) + "_pos");
}

// Coordinates fit where the result stores the index in i32, since counting has refused larger extents, and where the
// converted operand stores it in i32.
bool Storage::fits_i32(const std::string& index, const Access* converted) const {
  const auto use_dense = [](const StoredLevel& level) {
    return !level.site.crd.empty() && level.site.crd_type == loop::Type::i32;
  };
  for (const StoredLevel& level : tensor(kernel_.result().name).levels)
    if (use_dense(level) && level.site.extent == extent(index)) return true;
  if (converted == nullptr) return false;
  for (const StoredLevel& level : tensor(converted->tensor).levels)
    if (use_dense(level) && converted->indices[static_cast<std::size_t>(level.mode)] == index) return true;
  return false;
}

}  // namespace scorchc::lower
