// Assembles the files of the C++ back end: header, source, and both in one text.
#include <algorithm>

#include "embed/shared_blocks.h"
#include "emit/calling/helpers.h"
#include "emit/calling/kernel_header.h"
#include "emit/cpp_names.h"
#include "emit/cpp_stmt.h"
#include "emit/emit.h"
#include "emit/loop_marks.h"
#include "emit/writer.h"

namespace scorchc {
namespace {

/// Declares the static functions, which call each other in any order. The header declares the public ones.
std::string internal_declarations(const loop::Module& module) {
  emit::Writer writer;
  for (const loop::Function& function : module.functions) {
    if (function.is_public) continue;
    writer.blank();
    if (!function.comment.empty()) writer.comment(function.comment);
    writer.line("static " + emit::return_type(function.phase) + " " + emit::symbol(module, function) + "(" +
                emit::parameter_list(module, function, emit::symbol_prefix(module)) + ");");
  }
  return writer.text().empty() ? "" : "\n" + writer.text();
}

EmittedFiles files_of(const loop::Module& module, const Interface* interface) {
  SharedBlocks shared;
  std::string functions;
  for (const loop::Function& function : module.functions)
    functions += "\n" + emit::function_definition(module, function, shared);
  if (interface) functions += emit::helper_definitions(*interface, shared);

  const std::string includes = shared.includes();
  const std::string before = (includes.empty() ? "" : "\n" + includes) + shared.text() + internal_declarations(module);
  const std::string name = module.name;
  const std::string opening = "// Source of the kernel `" + name + "`. " + name +
                              ".h documents what it computes and how to call it.\n// " + emit::generated_by() +
                              "\n#include \"" + name + ".h\"\n";
  EmittedFiles files;
  files.header =
      emit::kernel_header(module, shared.choices(), interface ? emit::helper_declarations(*interface) : std::string());
  files.map.functions = static_cast<std::size_t>(std::ranges::count(opening + before, '\n')) + 1;
  emit::UnmarkedText source = emit::without_marks(opening + before + functions);
  files.source = std::move(source.text);
  files.map.loops = std::move(source.loops);
  files.single_file = files.header + files.source.substr(opening.size());
  return files;
}

}  // namespace

EmittedFiles emit_cpp(const loop::Module& module) { return files_of(module, nullptr); }

EmittedFiles emit_cpp(const loop::Module& module, const Interface& interface) { return files_of(module, &interface); }

}  // namespace scorchc
