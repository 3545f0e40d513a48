#include "lower/storage.h"

namespace scorchc::lower {

std::vector<LevelGroup> sparse_groups(const StoredTensor& tensor) {
  std::vector<LevelGroup> groups;
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    if (!tensor.levels[l].format->append) continue;
    if (tensor.levels[l].site.is_run_first)
      groups.push_back({l, l});
    else
      groups.back().last = l;
  }
  return groups;
}

std::string level_name(const StoredLevel& level) { return level.site.crd.substr(0, level.site.crd.rfind("_crd")); }

const StoredLevel* StoredTensor::find(int wanted) const {
  for (const StoredLevel& level : levels)
    if (level.number == wanted) return &level;
  return nullptr;
}

Storage::Storage(const Kernel& kernel, const std::vector<std::string>& indices,
                 const std::map<std::string, std::vector<std::string>>& of_tensors)
    : kernel_(kernel) {
  // The user's own names first: what we make up gives way to them.
  std::map<std::string, std::string> objects;
  for (const TensorDeclaration& tensor : kernel.tensors)
    if (tensor.alias_of.empty()) objects[tensor.name] = names.fresh(tensor.name);
  for (const std::string& index : indices) coordinates_[index] = names.fresh(index);
  for (const std::string& index : indices)
    if (original(index) == index && part_of(index).empty()) extents_[index] = names.fresh(index + "_size");
  for (const std::string& index : indices)
    if (part_of(index).empty() && !extents_.count(original(index))) extents_[original(index)] = names.fresh(original(index) + "_size");
  for (const auto& [index, declaration] : kernel.indices)
    if (declaration.part == BlockPart::outer) extents_[index] = names.fresh(index + "s");
  for (const TensorDeclaration& tensor : kernel.tensors) {
    tensors_[tensor.name].object = objects[tensor.alias_of.empty() ? tensor.name : tensor.alias_of];
    add_tensor(tensor, of_tensors.at(tensor.name));
  }
  for (const TensorDeclaration& tensor : kernel.temporaries) add_temporary(tensor, of_tensors.at(tensor.name));
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

void Storage::add_tensor(const TensorDeclaration& declaration, const std::vector<std::string>& indices) {
  StoredTensor& tensor = tensors_[declaration.name];
  const Format& format = *declaration.format;
  const bool is_result = declaration.name == kernel_.result().name;
  tensor.name = declaration.name;
  tensor.indices = indices;
  tensor.order = declaration.order;
  tensor.value = loop::type_of(declaration.value);
  const StoredTensor* twin = declaration.alias_of.empty() ? nullptr : &tensors_.at(declaration.alias_of);
  tensor.vals = twin ? twin->vals : names.fresh(declaration.name + "_vals");
  if (!declaration.stands_for.empty()) tensor.table = names.fresh("operands");
  if (!declaration.stands_for_numbers.empty()) tensor.table = names.fresh("numbers");
  if (is_result && !format.is_dense()) tensor.count_field = names.fresh(declaration.name + "_count");
  const std::size_t count = format.levels.size();
  int stored_levels = 0;
  for (std::size_t l = 0; l < count; ++l) {
    StoredLevel level;
    // The two halves of a dense level are one to the user.
    if (format.levels[l].level != "dense_place") ++stored_levels;
    level.number = stored_levels;
    const StoredLevel* same = twin ? twin->find(level.number) : nullptr;
    level.format = &levels::level_format(format.levels[l].level);
    level.mode = format.levels[l].mode;
    const std::string prefix = declaration.name + std::to_string(level.number);
    const bool runs = level.format->forms_runs;
    level.site.is_root = l == 0;
    level.site.is_run_first = !runs || l == 0 || format.levels[l - 1].level != format.levels[l].level;
    level.site.is_run_last = !runs || l + 1 == count || format.levels[l + 1].level != format.levels[l].level;
    level.site.pos_type = loop::type_of(format.pos);
    level.site.crd_type = loop::type_of(format.crd);
    const std::string& index = indices[static_cast<std::size_t>(level.mode)];
    level.site.extent = extent(index);
    if (const auto it = kernel_.indices.find(index); it != kernel_.indices.end() && !it->second.block_of.empty()) {
      level.site.whole = extent(it->second.block_of);
      level.site.block = it->second.block;
    }
    if (level.format->stores_pos(level.site)) level.site.pos = same ? same->site.pos : names.fresh(prefix + "_pos");
    if (level.format->stores_crd(level.site)) {
      level.site.crd = same ? same->site.crd : names.fresh(prefix + "_crd");
      const bool has_count = is_result ? level.site.is_run_first : level.site.is_run_first && level.site.pos.empty();
      if (has_count) level.count_field = same ? same->count_field : names.fresh(prefix + "_count");
    }
    if (is_result && !level.site.pos.empty()) level.capacity = names.fresh(level.site.pos + "_capacity");
    if (is_result && !level.count_field.empty()) level.total = names.fresh(prefix + "_total");
    if (!declaration.stands_for.empty())
      level.site.count = loop::index_variable(level.count_field);
    else if (!level.count_field.empty())
      level.site.count = loop::Field{tensor.object, level.count_field, -1, loop::Type::i64};
    tensor.levels.push_back(std::move(level));
  }
}

// Positions and coordinates of temporaries are i64: no index type of the user's limits them.
void Storage::add_temporary(const TensorDeclaration& declaration, const std::vector<std::string>& indices) {
  StoredTensor& tensor = tensors_[declaration.name];
  const Format& format = *declaration.format;
  tensor.name = declaration.name;
  tensor.indices = indices;
  tensor.order = declaration.order;
  tensor.value = loop::type_of(declaration.value);
  tensor.vals = names.fresh(declaration.name + "_vals");
  TemporaryNames& temporary = tensor.temporary;
  temporary.count = names.fresh(declaration.name + "_count");
  const bool is_workspace = format.levels.front().level == "workspace";
  if (format.is_dense()) {
    // no list: every component is held
  } else if (is_workspace) {
    temporary.seen = names.fresh(declaration.name + "_seen");
    temporary.scratch = names.fresh(declaration.name + "_scratch");
  } else {
    temporary.tuples = names.fresh(declaration.name);
  }
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    StoredLevel level;
    level.format = &levels::level_format(format.levels[l].level);
    level.mode = format.levels[l].mode;
    const std::string prefix = declaration.name + std::to_string(l + 1);
    const bool is_dense = level.format->locate.has_value();
    level.site.is_root = l == 0;
    level.site.is_run_first = l == 0 || scorchc::is_dense(format.levels[l - 1]);
    level.site.is_run_last = l + 1 == format.levels.size();
    level.site.pos_type = level.site.crd_type = loop::Type::i64;
    level.site.extent = extent(indices[static_cast<std::size_t>(level.mode)]);
    level.site.count = loop::index_variable(temporary.count);
    const std::string crd = names.fresh(prefix + "_crd");
    if (!is_dense) level.site.crd = crd;
    if (!temporary.tuples.empty()) temporary.columns.push_back(crd);
    if (!is_dense && level.site.is_run_first && l > 0) level.site.pos = names.fresh(prefix + "_pos");
    tensor.levels.push_back(std::move(level));
  }
}

IndicesOfTensors indices_of_tensors(const Kernel& kernel) {
  IndicesOfTensors indices;
  indices[kernel.statement.lhs.tensor] = kernel.statement.lhs.indices;
  for (Access& access : accesses(kernel.statement.rhs)) indices.try_emplace(access.tensor, std::move(access.indices));
  for (const TensorDeclaration& tensor : kernel.tensors) indices.try_emplace(tensor.name);
  return indices;
}

}  // namespace scorchc::lower
