#include "emit/cpp_table.h"

#include "emit/cpp_names.h"

namespace scorchc::emit {

void write_table(const loop::Table& table, ExprEmitter& exprs, Writer& writer) {
  writer.open("const struct");
  for (const loop::Table::Column& column : table.columns) {
    const std::string type(type_name(column.type));
    writer.line((column.is_array ? "const " + type + "* " : type + " ") + column.name + ";");
  }
  writer.reopen(table.name + "[] =");
  for (const std::vector<loop::Expr>& row : table.rows) {
    std::string cells;
    for (std::size_t n = 0; n < row.size(); ++n)
      cells += (n == 0 ? "" : ", ") +
               (table.columns[n].is_array ? exprs.text(row[n]) : exprs.value_for(table.columns[n].type, row[n]));
    writer.line("{" + cells + "},");
  }
  writer.close(";");
}

std::string head_of(const loop::ForEach& loop) {
  std::string names;
  for (const loop::Table::Column& column : loop.columns) names += (names.empty() ? "" : ", ") + column.name;
  return "for (const auto& [" + names + "] : " + loop.table + ")";
}

}  // namespace scorchc::emit
