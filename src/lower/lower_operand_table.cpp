// Lowers statements that stand for several as a loop over a table of their operands.
#include <algorithm>

#include "ir/loop_uses.h"
#include "lower/lowerer.h"
#include "lower/operand_table.h"

namespace scorchc::lower {
namespace {

std::string enumerated(const std::vector<std::string>& names) {
  if (names.size() > 4) return names[0] + ", " + names[1] + ", ..., " + names.back();
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Adds to a table the fields of a tensor that `used` contains, with a row for each operand that the tensor stands for.
class Columns {
 public:
  Columns(const std::set<std::string>& used, loop::Table& table) : used_(used), table_(table) {}

  void add(const StoredTensor& tensor, const std::vector<const StoredTensor*>& operands) {
    for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
      const auto level = [l](const StoredTensor& each) -> const StoredLevel& { return each.levels[l]; };
      const StoredLevel& own = tensor.levels[l];
      add({own.count_field, loop::Type::i64, false}, operands,
          [&](const auto& each) { return level(each).count_field; });
      add({own.site.pos, own.site.pos_type, true}, operands, [&](const auto& each) { return level(each).site.pos; });
      add({own.site.crd, own.site.crd_type, true}, operands, [&](const auto& each) { return level(each).site.crd; });
    }
    add({tensor.vals, tensor.value, true}, operands, [](const auto& each) { return each.vals; });
  }

 private:
  template <class FieldOf>
  void add(const loop::Table::Column& column, const std::vector<const StoredTensor*>& operands,
           const FieldOf& field_of) {
    if (!used_.count(column.name)) return;
    table_.columns.push_back(column);
    table_.rows.resize(operands.size());
    for (std::size_t n = 0; n < operands.size(); ++n)
      table_.rows[n].push_back(loop::Field{operands[n]->object, field_of(*operands[n]), -1, column.type});
  }

  const std::set<std::string>& used_;
  loop::Table& table_;
};

void add_numbers(const loop::Table::Column& column, const std::vector<Literal>& numbers, loop::Table& table) {
  table.columns.push_back(column);
  table.rows.resize(numbers.size());
  for (std::size_t n = 0; n < numbers.size(); ++n)
    table.rows[n].push_back(loop::number(column.type, numbers[n].value, numbers[n].integer));
}

}  // namespace

void Lowerer::lower_part(const cin::Stmt& part, const Scope& scope, Block& out) {
  const std::vector<const TensorDeclaration*> tensors = operand_table(part, kernel_);
  if (tensors.empty()) return lower(part, scope, out);
  const std::size_t names = storage_.names.mark();
  Block body;
  Scope inner = scope;
  for (const TensorDeclaration* tensor : tensors)
    if (tensor->stands_for.empty()) {
      Temporary& number = inner.temporaries[tensor->name];
      number.variable = storage_.tensor(tensor->name).object;
      number.type = compute_type_;
    }
  lower(part, inner, body);
  storage_.names.forget_since(names);
  loop::Table table;
  Block comments;
  table.name = storage_.tensor(tensors[0]->name).table;
  for (const TensorDeclaration* tensor : tensors)
    if (!tensor->stands_for.empty()) table.name = storage_.tensor(tensor->name).table;
  const std::set<std::string> used = loop::used_names(body);
  for (const TensorDeclaration* tensor : tensors) {
    if (tensor->stands_for.empty()) {
      const std::string& variable = storage_.tensor(tensor->name).object;
      if (used.count(variable)) add_numbers({variable, compute_type_, false}, tensor->stands_for_numbers, table);
      continue;
    }
    std::vector<const StoredTensor*> operands;
    for (const std::string& name : tensor->stands_for) operands.push_back(&storage_.tensor(name));
    Columns(used, table).add(storage_.tensor(tensor->name), operands);
    comments.push_back(loop::Comment{tensor->name + ": " + enumerated(tensor->stands_for)});
  }
  // If only values differ, counting does the same for all operands, so no table is needed.
  if (table.columns.empty()) {
    out.insert(out.end(), body.begin(), body.end());
    return;
  }
  out.insert(out.end(), comments.begin(), comments.end());
  // The same operands may be walked twice, for their coordinates and with values: each walk has its own table.
  const auto is_other = [&](const loop::Stmt& other) {
    return other.as<loop::Table>()->name == table.name && !(*other.as<loop::Table>() == table);
  };
  const auto others = std::count_if(tables_->begin(), tables_->end(), is_other);
  if (others > 0) table.name = storage_.names.fresh(table.name);
  out.push_back(loop::ForEach{table.name, table.columns, std::move(body)});
  if (!std::count(tables_->begin(), tables_->end(), loop::Stmt(table))) tables_->push_back(std::move(table));
}

}  // namespace scorchc::lower
