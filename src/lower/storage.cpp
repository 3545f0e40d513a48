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

Storage::Storage(const Kernel& kernel, const std::vector<std::string>& indices,
                 const std::map<std::string, std::vector<std::string>>& temporaries)
    : kernel_(kernel) {
  // The user's own names first: what we make up gives way to them.
  std::map<std::string, std::string> objects;
  for (const TensorDeclaration& tensor : kernel.tensors) objects[tensor.name] = names.fresh(tensor.name);
  for (const std::string& index : indices) coordinates_[index] = names.fresh(index);
  for (const std::string& index : indices)
    if (original(index) == index) extents_[index] = names.fresh(index + "_size");
  for (const std::string& index : indices)
    if (!extents_.count(original(index))) extents_[original(index)] = names.fresh(original(index) + "_size");
  const IndicesOfTensors modes = indices_of_tensors(kernel);
  for (const TensorDeclaration& tensor : kernel.tensors) {
    tensors_[tensor.name].object = objects[tensor.name];
    add_tensor(tensor, modes.at(tensor.name));
  }
  for (const TensorDeclaration& tensor : kernel.temporaries) add_temporary(tensor, temporaries.at(tensor.name));
}

const std::string& Storage::original(const std::string& index) const {
  const auto it = kernel_.indices.find(index);
  return it == kernel_.indices.end() || it->second.same_as.empty() ? index : original(it->second.same_as);
}

loop::Expr Storage::extent(const std::string& index) const { return loop::index_variable(extent_name(index)); }

void Storage::add_tensor(const TensorDeclaration& declaration, const std::vector<std::string>& indices) {
  StoredTensor& tensor = tensors_[declaration.name];
  const Format& format = *declaration.format;
  const bool is_result = declaration.name == kernel_.result().name;
  tensor.name = declaration.name;
  tensor.order = declaration.order;
  tensor.value = loop::type_of(declaration.value);
  tensor.vals = names.fresh(declaration.name + "_vals");
  if (is_result && !format.is_dense()) tensor.count_field = names.fresh(declaration.name + "_count");
  const std::size_t count = format.levels.size();
  for (std::size_t l = 0; l < count; ++l) {
    StoredLevel level;
    level.format = &levels::level_format(format.levels[l].level);
    level.mode = format.levels[l].mode;
    const std::string prefix = declaration.name + std::to_string(l + 1);
    const bool runs = level.format->forms_runs;
    level.site.is_root = l == 0;
    level.site.is_run_first = !runs || l == 0 || format.levels[l - 1].level != format.levels[l].level;
    level.site.is_run_last = !runs || l + 1 == count || format.levels[l + 1].level != format.levels[l].level;
    level.site.pos_type = loop::type_of(format.pos);
    level.site.crd_type = loop::type_of(format.crd);
    level.site.extent = extent(indices[static_cast<std::size_t>(level.mode)]);
    if (level.format->stores_pos(level.site)) level.site.pos = names.fresh(prefix + "_pos");
    if (level.format->stores_crd(level.site)) {
      level.site.crd = names.fresh(prefix + "_crd");
      const bool has_count = is_result ? level.site.is_run_first : level.site.is_run_first && level.site.pos.empty();
      if (has_count) level.count_field = names.fresh(prefix + "_count");
    }
    if (is_result && !level.site.pos.empty()) level.capacity = names.fresh(level.site.pos + "_capacity");
    if (is_result && !level.count_field.empty()) level.total = names.fresh(prefix + "_total");
    if (!level.count_field.empty())
      level.site.count = loop::Field{tensor.object, level.count_field, -1, loop::Type::i64};
    tensor.levels.push_back(std::move(level));
  }
}

// Positions and coordinates of temporaries are i64: no index type of the user's limits them.
void Storage::add_temporary(const TensorDeclaration& declaration, const std::vector<std::string>& indices) {
  StoredTensor& tensor = tensors_[declaration.name];
  const Format& format = *declaration.format;
  tensor.name = declaration.name;
  tensor.order = declaration.order;
  tensor.value = loop::type_of(declaration.value);
  tensor.vals = names.fresh(declaration.name + "_vals");
  TemporaryNames& temporary = tensor.temporary;
  temporary.count = names.fresh(declaration.name + "_count");
  const bool is_workspace = format.levels.front().level == "workspace";
  if (is_workspace) {
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
    level.site.is_run_first = l == 0 || format.levels[l - 1].level == "dense";
    level.site.is_run_last = l + 1 == format.levels.size();
    level.site.pos_type = level.site.crd_type = loop::Type::i64;
    level.site.extent = extent(indices[static_cast<std::size_t>(level.mode)]);
    level.site.count = loop::index_variable(temporary.count);
    const std::string crd = names.fresh(prefix + "_crd");
    if (!is_dense) level.site.crd = crd;
    if (!is_workspace) temporary.columns.push_back(crd);
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
