#include "emit/calling/kernel_header.h"

#include <algorithm>

#include "embed/shared_blocks.h"
#include "emit/cpp_names.h"
#include "emit/writer.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {
namespace {

using loop::FieldDeclaration;
using loop::Phase;

std::string field_declaration(const FieldDeclaration& field) {
  std::string text = (field.is_const ? "const " : "") + type_name(field.type);
  text += (field.is_array ? "* " : " ") + field.name;
  if (field.fixed_count > 0) text += "[" + std::to_string(field.fixed_count) + "]";
  return text + ";";
}

/// Writes one field per line, with comments in a column after the fields, or above them if a line would be too long.
void write_fields(const std::vector<FieldDeclaration>& fields, Writer& writer) {
  std::size_t widest = 0;
  for (const FieldDeclaration& field : fields) widest = std::max(widest, field_declaration(field).size());
  const bool fits_in_column = std::all_of(fields.begin(), fields.end(), [&](const FieldDeclaration& field) {
    return widest + field.comment.size() + 7 <= 100 && field.comment.find('\n') == std::string::npos;
  });
  for (const FieldDeclaration& field : fields) {
    std::string text = field_declaration(field);
    if (fits_in_column && !field.comment.empty())
      text += std::string(widest - text.size() + 2, ' ') + "// " + comment_text(field.comment);
    else if (!field.comment.empty())
      writer.comment(field.comment, "  //");
    writer.raw("  " + text);
  }
}

/// Writes fields that an earlier struct of the same kind explains: without comments, several per line.
void write_fields_again(const std::vector<FieldDeclaration>& fields, Writer& writer) {
  std::string line = " ";
  for (const FieldDeclaration& field : fields) {
    const std::string text = field_declaration(field);
    if (line.size() > 1 && line.size() + 1 + text.size() > 100) {
      writer.raw(line);
      line = " ";
    }
    line += " " + text;
  }
  writer.raw(line);
}

bool is_explained_before(const loop::Struct& structure) {
  return !structure.fields.empty() && std::all_of(structure.fields.begin(), structure.fields.end(),
                                                  [](const FieldDeclaration& field) { return field.comment.empty(); });
}

void write_struct(const loop::Module& module, const loop::Struct& structure, Writer& writer) {
  const std::string name_of = struct_symbol(module, structure.name);
  const bool is_repeated = is_explained_before(structure);
  if (!is_repeated) writer.blank();
  if (!structure.comment.empty()) writer.comment(structure.comment);
  writer.raw("typedef struct " + name_of + " {");
  if (structure.fields.empty()) writer.raw("  char unused;  // C has no empty structs");
  is_repeated ? write_fields_again(structure.fields, writer) : write_fields(structure.fields, writer);
  writer.raw("} " + name_of + ";");
}

void write_prototype(const loop::Module& module, const loop::Function& function, Writer& writer) {
  writer.blank();
  if (!function.comment.empty()) writer.comment(function.comment);
  writer.line(return_type(function.phase) + " " + symbol(module, function.phase) + "(" +
              parameter_list(module, function, symbol_prefix(module)) + ");");
}

/// Repeats the names in the user's namespace, as type aliases and inline functions.
void write_namespace(const loop::Module& module, Writer& writer) {
  writer.blank();
  writer.raw("#ifdef __cplusplus");
  writer.raw("namespace " + module.name_space + " {\n");
  for (const loop::Struct& structure : module.structs)
    writer.line("using " + own_struct_name(module, structure.name) + " = ::" + struct_symbol(module, structure.name) +
                ";");
  for (const loop::Function& function : module.functions) {
    if (!function.is_public) continue;
    std::string arguments;
    for (const loop::Parameter& parameter : function.parameters) arguments += parameter.name + ", ";
    writer.blank();
    writer.open("inline " + return_type(function.phase) + " " + own_name(module, function.phase) + "(" +
                parameter_list(module, function, "") + ")");
    writer.line((function.phase == Phase::release ? "::" : "return ::") + symbol(module, function.phase) + "(" +
                arguments + "context);");
    writer.close();
  }
  writer.raw("\n}  // namespace " + module.name_space + "\n#endif");
}

/// Whether a run-time check guards a prefetch: operands that fit in a cache are not prefetched.
bool prefetches_some(const loop::Module& module) {
  const auto prefetches = [](const loop::Block& block) {
    return std::ranges::any_of(block, [](const loop::Stmt& stmt) { return stmt.as<loop::Prefetch>() != nullptr; });
  };
  bool found = false;
  for (const loop::Function& function : module.functions)
    loop::for_each_statement(function.body, [&](const loop::Stmt& stmt) {
      const loop::If* node = stmt.as<loop::If>();
      found = found || (node && std::ranges::any_of(node->blocks, prefetches));
    });
  return found;
}

void write_opening(const loop::Module& module, std::vector<std::string> choices, Writer& writer) {
  if (prefetches_some(module)) choices.emplace_back("prefetching of rows (if an operand is larger than a cache)");
  for (const std::string& line : module.opening) writer.comment(line);
  writer.comment("");
  if (!choices.empty()) {
    std::string all;
    for (const std::string& each : choices) all += (all.empty() ? "" : "; ") + each;
    writer.comment("Chosen at run time, in each call: " + all + ".");
    writer.comment("");
  }
  writer.comment(
      "Components that are not stored take no part: 0 * x is 0 for an unstored 0, even if x is NaN or infinite. "
      "Stored zeros are ordinary values. The result's arrays must not overlap an operand's.");
  writer.comment("");
  writer.comment(generated_by());
}

}  // namespace

std::string generated_by() { return std::string(generated_mark) + SCORCHC_VERSION; }

std::string kernel_header(const loop::Module& module, const std::vector<std::string>& choices,
                          const std::string& helpers) {
  Writer writer;
  write_opening(module, choices, writer);
  const std::string guard = "SCORCH_KERNEL_" + symbol(module, Phase::run) + "_H";
  writer.blank();
  writer.raw("#ifndef " + guard + "\n#define " + guard);
  writer.raw("\n#include <stddef.h>\n#include <stdint.h>\n\n");
  writer.raw("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
  writer.raw(abi_block());
  for (const loop::Struct& structure : module.structs) write_struct(module, structure, writer);
  for (const loop::Function& function : module.functions)
    if (function.is_public) write_prototype(module, function, writer);
  if (!helpers.empty()) writer.raw(helpers);
  writer.raw("\n#ifdef __cplusplus\n}  // extern \"C\"\n#endif");
  if (!module.name_space.empty()) write_namespace(module, writer);
  writer.raw("\n#endif  // " + guard);
  return writer.text();
}

}  // namespace scorchc::emit
