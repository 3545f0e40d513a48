#include "emit/cpp_table.h"

#include "emit/cpp_names.h"

namespace scorchc::emit {

void write_table(const loop::Table& table, Writer& writer) {
  writer.open("const struct");
  for (const loop::Table::Column& column : table.columns) {
    const std::string type(type_name(column.type));
    writer.line((column.is_array ? "const " + type + "* " : type + " ") + column.name + ";");
  }
  writer.reopen(table.name + "[] =");
  for (const std::vector<loop::Table::Cell>& row : table.rows) {
    std::string cells;
    for (const loop::Table::Cell& cell : row) cells += (cells.empty() ? "" : ", ") + cell.object + "->" + cell.field;
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
