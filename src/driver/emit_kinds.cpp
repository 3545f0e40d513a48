#include "driver/emit_kinds.h"

#include <algorithm>
#include <array>

#include "clang/plugin.h"
#include "draw/dot.h"
#include "draw/svg.h"
#include "driver/code_style.h"
#include "driver/interface_json.h"
#include "driver/report.h"
#include "emit/calling/texts.h"

namespace scorchc::driver {
namespace {

constexpr std::array kind_infos{
    EmitKindInfo{EmitKind::cpp, "cpp", "cpp", EmitContent::text},
    EmitKindInfo{EmitKind::h, "h", "h", EmitContent::text},
    EmitKindInfo{EmitKind::cin, "cin", "cin", EmitContent::text},
    EmitKindInfo{EmitKind::schedule, "schedule", "schedule", EmitContent::text},
    EmitKindInfo{EmitKind::loops, "loops", "loops", EmitContent::text},
    EmitKindInfo{EmitKind::decisions, "decisions", "decisions", EmitContent::text},
    EmitKindInfo{EmitKind::dot, "dot", "dot", EmitContent::text},
    EmitKindInfo{EmitKind::svg, "svg", "svg", EmitContent::text},
    EmitKindInfo{EmitKind::html, "html", "html", EmitContent::text},
    EmitKindInfo{EmitKind::obj, "obj", "o", EmitContent::bytes},
    EmitKindInfo{EmitKind::assembly, "asm", "asm", EmitContent::text},
    EmitKindInfo{EmitKind::ir, "ir", "ir", EmitContent::text},
    EmitKindInfo{EmitKind::json, "json", "json", EmitContent::text},
    EmitKindInfo{EmitKind::hpp, "hpp", "hpp", EmitContent::text},
    EmitKindInfo{EmitKind::main, "main", "main.cpp", EmitContent::text},
    EmitKindInfo{EmitKind::test, "test", "test.cpp", EmitContent::text},
    EmitKindInfo{EmitKind::eigen, "eigen", "eigen.hpp", EmitContent::text},
    EmitKindInfo{EmitKind::ctypes, "ctypes", "py", EmitContent::text},
    EmitKindInfo{EmitKind::torch, "torch", "torch.cpp", EmitContent::text},
};

EmitKind parse_kind(const std::string& word, Code unknown, const Place& place) {
  for (const EmitKindInfo& row : kind_infos)
    if (row.word == word) return row.kind;
  std::vector<std::string> words;
  std::string all;
  for (const EmitKindInfo& row : kind_infos) {
    words.emplace_back(row.word);
    all += (all.empty() ? "" : ", ") + words.back();
  }
  fail(unknown, place, quoted(word) + " is not a kind of output", nearest_or(word, words, "kinds are " + all));
}

void add_once(std::vector<EmitKind>& kinds_so_far, EmitKind kind) {
  if (std::find(kinds_so_far.begin(), kinds_so_far.end(), kind) == kinds_so_far.end()) kinds_so_far.push_back(kind);
}

clang_plugin::Plugin& plugin_for(const std::string& what) {
  std::string why;
  if (clang_plugin::Plugin* plugin = clang_plugin::find_plugin(&why)) return *plugin;
  fail(Code::needs_clang_plugin, {}, what + " needs the Clang plugin: " + why);
}

std::string compiled_output(const CompiledKernel& compiled, EmitKind kind, clang_plugin::OutputKind output) {
  clang_plugin::CompileOptions options;
  options.files = {{compiled.kernel.name + ".cpp", compiled.single_file}};
  options.arguments = {"-std=c++17", "-O3"};
  if (compiled.kernel.parallel) options.arguments.emplace_back("-fopenmp");
  const std::string flag = "`--emit=" + std::string(info(kind).word) + "`";
  clang_plugin::CompileResult result = plugin_for(flag).compile(options, output);
  if (!result.ok) {
    const auto error = std::find_if(result.messages.begin(), result.messages.end(), [](const clang_plugin::Message& m) {
      return m.level == clang_plugin::Message::Level::error;
    });
    fail(Code::internal_error, {},
         flag + ": Clang rejects the emitted code" + (error == result.messages.end() ? "" : ": " + error->text));
  }
  return std::move(result.output);
}

}  // namespace

std::span<const EmitKindInfo> all_emit_kinds() { return kind_infos; }

const EmitKindInfo& info(EmitKind kind) { return kind_infos.at(static_cast<std::size_t>(kind)); }

std::vector<EmitKind> parse_emit(const std::vector<std::string>& lists) {
  std::vector<EmitKind> result;
  for (const std::string& list : lists) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      add_once(result, parse_kind(list.substr(begin, end - begin), Code::usage, {}));
      begin = end + 1;
    }
  }
  return result;
}

std::vector<EmitKind> parse_emit(const std::vector<RequestedOutput>& requested) {
  std::vector<EmitKind> result;
  for (const RequestedOutput& each : requested)
    add_once(result, parse_kind(each.word, Code::setting_value, each.place));
  return result;
}

std::string content_of(EmitKind kind, const CompiledKernel& compiled) {
  switch (kind) {
    case EmitKind::cpp:
      return compiled.source;
    case EmitKind::h:
      return compiled.header;
    case EmitKind::cin:
      return compiled.cin;
    case EmitKind::schedule:
      return compiled.schedule;
    case EmitKind::loops:
      return compiled.loops;
    case EmitKind::decisions:
      return compiled.decisions;
    case EmitKind::dot:
      return draw::dot(compiled.program);
    case EmitKind::svg:
      return draw::svg(compiled.program);
    case EmitKind::html:
      return html_report(compiled);
    case EmitKind::obj:
      return compiled_output(compiled, kind, clang_plugin::OutputKind::object);
    case EmitKind::assembly:
      return compiled_output(compiled, kind, clang_plugin::OutputKind::assembly);
    case EmitKind::ir:
      return compiled_output(compiled, kind, clang_plugin::OutputKind::llvm_ir);
    case EmitKind::json:
      return interface_json(compiled.interface);
    case EmitKind::hpp:
      return emit::cpp_wrapper(compiled.interface);
    case EmitKind::main:
      return emit::main_program(compiled.interface);
    case EmitKind::test:
      return emit::test_program(compiled.interface);
    case EmitKind::eigen:
      return emit::eigen_adapter(compiled.interface);
    case EmitKind::ctypes:
      return emit::ctypes_module(compiled.interface);
    case EmitKind::torch:
      return emit::torch_extension(compiled.interface);
  }
  return {};
}

std::string in_style(const std::string& text, const std::string& style, const std::string& folder) {
  if (is_style_off(style)) return text;
  std::string error;
  std::string formatted = plugin_for("`--style`").format(text, style, folder, &error);
  if (!error.empty())
    fail(Code::style, {make_source("--style", style), {0, static_cast<std::uint32_t>(style.size())}},
         "the style " + quoted(style) + " cannot be used: " + error);
  return formatted;
}

}  // namespace scorchc::driver
