// Statements that stand for several: a loop over a table of their operands.
#include "ir/loop_uses.h"
#include "lower/lowerer.h"
#include "lower/roll_sums.h"

namespace scorchc::lower {
namespace {

std::string enumerated(const std::vector<std::string>& names) {
  if (names.size() > 4) return names[0] + ", " + names[1] + ", ..., " + names.back();
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The fields of one tensor that `used` has, beside those of each that it stands for.
class Columns {
 public:
  Columns(const std::set<std::string>& used, loop::Table& table) : used_(used), table_(table) {}

  void add(const StoredTensor& tensor, const std::vector<const StoredTensor*>& operands) {
    for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
      const auto level = [l](const StoredTensor& each) -> const StoredLevel& { return each.levels[l]; };
      const StoredLevel& own = tensor.levels[l];
      add({own.count_field, loop::Type::i64, false}, operands, [&](const auto& each) { return level(each).count_field; });
      add({own.site.pos, own.site.pos_type, true}, operands, [&](const auto& each) { return level(each).site.pos; });
      add({own.site.crd, own.site.crd_type, true}, operands, [&](const auto& each) { return level(each).site.crd; });
    }
    add({tensor.vals, tensor.value, true}, operands, [](const auto& each) { return each.vals; });
  }

 private:
  template <class FieldOf>
  void add(const loop::Table::Column& column, const std::vector<const StoredTensor*>& operands, const FieldOf& field_of) {
    if (!used_.count(column.name)) return;
    table_.columns.push_back(column);
    table_.rows.resize(operands.size());
    for (std::size_t n = 0; n < operands.size(); ++n)
      table_.rows[n].push_back({operands[n]->object, field_of(*operands[n])});
  }

  const std::set<std::string>& used_;
  loop::Table& table_;
};

}  // namespace

void Lowerer::lower_part(const cin::Stmt& part, const Scope& scope, Block& out) {
  const std::vector<const TensorDeclaration*> tensors = stand_ins(part, kernel_);
  if (tensors.empty()) return lower(part, scope, out);
  const std::size_t names = storage_.names.mark();
  Block body;
  lower(part, scope, body);
  storage_.names.forget_since(names);
  loop::Table table;
  table.name = storage_.tensor(tensors[0]->name).table;
  const std::set<std::string> used = loop::used_names(body);
  for (const TensorDeclaration* tensor : tensors) {
    std::vector<const StoredTensor*> operands;
    for (const std::string& name : tensor->stands_for) operands.push_back(&storage_.tensor(name));
    Columns(used, table).add(storage_.tensor(tensor->name), operands);
    out.push_back(loop::Comment{tensor->name + ": " + enumerated(tensor->stands_for)});
  }
  out.push_back(loop::ForEach{table.name, table.columns, std::move(body)});
  tables_->push_back(std::move(table));
}

}  // namespace scorchc::lower
