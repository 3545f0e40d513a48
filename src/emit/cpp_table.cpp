#include "emit/cpp_table.h"

#include "emit/cpp_names.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {

namespace {

// Tables with more rows than this have several per line.
constexpr std::size_t most_alone = 12;
constexpr std::size_t line_width = 100;

void write_rows(const std::vector<std::string>& rows, Writer& writer) {
  const std::size_t width = line_width - writer.indentation().size();
  std::string line;
  for (const std::string& row : rows) {
    if (!line.empty() && (rows.size() <= most_alone || line.size() + 1 + row.size() > width)) {
      writer.line(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + row;
  }
  writer.line(line);
}

// The type, with the blank or star that precedes a name.
std::string column_type(const loop::Table::Column& column) {
  return type_name(column.type) + (column.is_array ? "* " : " ");
}

}  // namespace

void write_table(const loop::Table& table, ExprEmitter& exprs, Writer& writer) {
  writer.open("const struct");
  for (const loop::Table::Column& column : table.columns) {
    writer.line((column.is_array ? "const " : "") + column_type(column) + column.name + ";");
  }
  writer.reopen(table.name + "[] =");
  std::vector<std::string> rows;
  for (const std::vector<loop::Expr>& row : table.rows) {
    std::string cells;
    for (std::size_t n = 0; n < row.size(); ++n)
      cells += (n == 0 ? "" : ", ") +
               (table.columns[n].is_array ? exprs.text(row[n]) : exprs.value_for(table.columns[n].type, row[n]));
    rows.push_back("{" + cells + "},");
  }
  write_rows(rows, writer);
  writer.close(";");
}

void open_rows(const loop::ForEach& loop, Writer& writer) {
  bool has_threads = false;
  loop::for_each_statement(loop.body,
                           [&](const loop::Stmt& stmt) { has_threads = has_threads || stmt.as<loop::Parallel>(); });
  if (!has_threads) {
    std::string names;
    for (const loop::Table::Column& column : loop.columns) names += (names.empty() ? "" : ", ") + column.name;
    return writer.open("for (const auto& [" + names + "] : " + loop.table + ")");
  }
  writer.open("for (const auto& scorch_row : " + loop.table + ")");
  for (const loop::Table::Column& column : loop.columns)
    writer.line("const " + column_type(column) + (column.is_array ? "const " : "") + column.name + " = scorch_row." +
                column.name + ";");
}

}  // namespace scorchc::emit
