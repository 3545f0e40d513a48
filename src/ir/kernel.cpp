// Implements queries on kernels: types, extents, and which assembly strategies a result permits.
#include "ir/kernel.h"

#include <algorithm>
#include <array>

#include "support/words.h"

namespace scorchc {
namespace {

bool makes_floating(const Expr& expr) {
  return match(
      expr, [](const Access&) { return false; }, [](const Literal& number) { return !number.integral; },
      [](const Apply& node) {
        return info(node.op).floating || std::any_of(node.operands.begin(), node.operands.end(), makes_floating);
      },
      [](const Reduce& node) { return makes_floating(node.body[0]); }, [](const Equal&) { return false; });
}

}  // namespace

std::vector<LevelSpec> levels_in_order(const TensorDeclaration& result, const std::vector<int>& modes) {
  std::vector<LevelSpec> levels;
  int dense = 0;  // number of dense levels so far; all of them are outermost
  for (const int mode : modes) {
    levels.push_back(result.format->levels[static_cast<std::size_t>(mode)]);
    if (!result.outer) continue;
    const bool may_be_dense =
        std::find(result.outer->modes.begin(), result.outer->modes.end(), mode) != result.outer->modes.end();
    const bool is_outermost =
        may_be_dense && dense < result.outer->most && dense + 1 == static_cast<int>(levels.size());
    if (is_outermost) ++dense;
    levels.back().level = is_outermost ? "dense" : "compressed";
  }
  return levels;
}

ValueType expression_type(const Kernel& kernel) {
  std::optional<ValueType> type;
  for (const Access* access : accesses_in(kernel.statement.rhs)) {
    const ValueType operand = kernel.tensor(access->tensor).value;
    type = type ? promote(*type, operand) : operand;
  }
  const ValueType result = type.value_or(kernel.result().value);
  return !is_floating(result) && makes_floating(kernel.statement.rhs) ? ValueType::f64 : result;
}

ValueType computation_type(const Kernel& kernel) { return promote(expression_type(kernel), kernel.result().value); }

ValueType filling_type(const Kernel& kernel, const std::string& temporary, ValueType around) {
  for (std::size_t n = 0; n < kernel.earlier.size(); ++n)
    if (kernel.earlier[n].lhs.tensor == temporary) return computation_type(earlier_kernel(kernel, n));
  return around;
}

bool is_rounded_to_f32(const Kernel& kernel) {
  const auto is_in_f32 = [](const Kernel& one) {
    return computation_type(one) == ValueType::f32 || one.result().value == ValueType::f32;
  };
  bool found = is_in_f32(kernel);
  for (std::size_t n = 0; n < kernel.earlier.size(); ++n) found = found || is_in_f32(earlier_kernel(kernel, n));
  return found;
}

bool Kernel::can_counting_sort() const {
  const std::vector<LevelSpec>& levels = result().format->levels;
  const std::vector<std::string>& lhs = statement.lhs.indices;
  if (levels.size() < 2 || levels.size() != lhs.size() || result().mode_order_open || statement.op != AssignOp::set)
    return false;
  if (has_repeats(lhs)) return false;
  // A row must not have more entries than its position type can count.
  if (result().format->pos == IndexType::i32 && result().format->crd != IndexType::i32) return false;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const bool row = l + 1 < levels.size();
    if (is_dense(levels[l]) != row || levels[l].part != BlockPart::whole) return false;
    if (row && levels[l].level != "dense") return false;
  }
  return true;
}

bool Kernel::needs_counting_sort(const std::vector<std::string>& loops) const {
  if (!can_counting_sort()) return false;
  // Each level needs a loop over exactly its index; loops over the whole of a blocked index, or over other parts, do
  // not count.
  const std::vector<LevelSpec>& levels = result().format->levels;
  const auto own = [&](const LevelSpec& level) {
    return std::find(loops.begin(), loops.end(), statement.lhs.indices[static_cast<std::size_t>(level.mode)]);
  };
  return std::any_of(levels.begin(), levels.end(), [&](const LevelSpec& level) { return own(level) == loops.end(); }) ||
         std::any_of(levels.begin(), levels.end() - 1,
                     [&](const LevelSpec& row) { return own(row) > own(levels.back()); });
}

bool Kernel::can_assemble_blocks() const {
  const Format& format = *result().format;
  const std::vector<LevelSpec>& levels = format.levels;
  if (levels.size() != statement.lhs.indices.size() || result().mode_order_open || statement.op != AssignOp::set)
    return false;
  if (has_repeats(statement.lhs.indices)) return false;
  // A row must not have more entries than its position type can count.
  if (format.pos == IndexType::i32 && format.crd != IndexType::i32) return false;
  const auto sparse = std::find_if_not(levels.begin(), levels.end(), is_dense);
  return sparse != levels.begin() && sparse != levels.end() && sparse + 1 != levels.end() &&
         std::all_of(sparse + 1, levels.end(), is_dense);
}

bool Kernel::places(const std::vector<std::string>& loops) const {
  if (!can_assemble_blocks()) return false;
  // An index is bound by its own loop, or by the loop over the whole index.
  const auto bound = [&](const LevelSpec& level) {
    const std::string& index = statement.lhs.indices[static_cast<std::size_t>(level.mode)];
    const auto part = indices.find(index);
    return std::find_if(loops.begin(), loops.end(), [&](const std::string& loop) {
      return loop == index || (part != indices.end() && part->second.block_of == loop);
    });
  };
  const std::vector<LevelSpec>& levels = result().format->levels;
  const auto sparse = std::find_if_not(levels.begin(), levels.end(), is_dense);
  // A level is unbound if the loops iterate its index in blocks of another size; such loops cannot append.
  return std::any_of(levels.begin(), levels.end(),
                     [&](const LevelSpec& level) { return bound(level) == loops.end(); }) ||
         std::any_of(levels.begin(), sparse, [&](const LevelSpec& row) { return bound(row) > bound(*sparse); }) ||
         std::any_of(sparse + 1, levels.end(), [&](const LevelSpec& place) { return bound(place) <= bound(*sparse); });
}

Kernel earlier_kernel(const Kernel& kernel, std::size_t number) {
  Kernel alone = kernel;
  alone.statement = kernel.earlier[number];
  alone.earlier.clear();
  const std::vector<Access> read = accesses(alone.statement.rhs);
  const auto is_unread = [&](const TensorDeclaration& tensor) {
    return std::none_of(read.begin(), read.end(), [&](const Access& access) { return access.tensor == tensor.name; });
  };
  erase_if(alone.tensors, is_unread);
  erase_if(alone.temporaries, is_unread);
  alone.tensors.insert(alone.tensors.begin(), kernel.tensor(alone.statement.lhs.tensor));
  return alone;
}

std::vector<Statement> all_statements(const Kernel& kernel) {
  std::vector<Statement> all = kernel.earlier;
  all.push_back(kernel.statement);
  return all;
}

std::string print_statements(const Kernel& kernel) {
  std::string text;
  for (const Statement& statement : all_statements(kernel)) text += (text.empty() ? "" : "; ") + print(statement);
  return text;
}

std::vector<Access> all_operands(const Kernel& kernel) {
  std::vector<Access> all;
  const auto add = [&](const Statement& statement) {
    for (Access& access : accesses(statement.rhs)) all.push_back(std::move(access));
  };
  for (const Statement& statement : kernel.earlier) add(statement);
  add(kernel.statement);
  return all;
}

std::string_view name(Helper helper) {
  switch (helper) {
    case Helper::validate:
      return "validate";
    case Helper::pack:
      return "pack";
    case Helper::unpack:
      return "unpack";
  }
  return {};
}

std::span<const Helper> all_helpers() {
  static constexpr std::array table{Helper::validate, Helper::pack, Helper::unpack};
  return table;
}

// The extent of a loop over the index, fixed or, if `hints_count`, hinted; 0 if unknown, and for offsets in a block.
static std::int64_t known_extent(const std::map<std::string, IndexDeclaration>& indices, const std::string& index,
                                 bool hints_count) {
  const auto declared = indices.find(index);
  if (declared == indices.end() || declared->second.part == BlockPart::inner) return 0;
  const IndexDeclaration& part = declared->second;
  const auto whole = part.part == BlockPart::outer ? indices.find(part.block_of) : declared;
  if (whole == indices.end()) return 0;
  const std::int64_t hint = hints_count ? whole->second.hint.value_or(0) : 0;
  return whole->second.extent.value_or(hint) / (part.part == BlockPart::outer ? part.block : 1);
}

bool Kernel::is_huge(const std::string& index) const { return known_extent(indices, index, true) > longest_array; }

bool Kernel::is_short(const std::string& index) const {
  const std::int64_t known = known_extent(indices, index, false);
  return 0 < known && known <= short_array;
}

bool Kernel::reads_old_result() const {
  if (statement.op != AssignOp::set) return true;
  const auto is_old = [&](const std::string& name_of) {
    const TensorDeclaration* tensor = find(name_of);
    return tensor != nullptr && data_name(*tensor) == result().name;
  };
  const std::vector<Access> all = accesses(statement.rhs);
  return std::any_of(all.begin(), all.end(), [&](const Access& access) { return is_old(access.tensor); });
}

std::map<std::string, std::vector<std::string>> written_indices(const Kernel& kernel) {
  std::map<std::string, std::vector<std::string>> indices;
  indices[kernel.statement.lhs.tensor] = kernel.statement.lhs.indices;
  for (Access& access : all_operands(kernel)) indices.try_emplace(access.tensor, std::move(access.indices));
  for (const TensorDeclaration& tensor : kernel.tensors) indices.try_emplace(tensor.name);
  return indices;
}

}  // namespace scorchc
