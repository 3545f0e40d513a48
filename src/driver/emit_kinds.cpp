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
#include "passes/dump.h"

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

constexpr std::string_view after_pass = "after=", all_passes = "all";

/// Reads `loops:after=PASS` and `loops:all`.
EmitRequest parse_loops(const std::string& option) {
  if (option == all_passes) return {EmitKind::loops, option};
  if (!option.starts_with(after_pass))
    fail(Code::usage, {}, quoted(option) + " is not an option of `--emit=loops`",
         "options are `loops:after=PASS` and `loops:all`");
  const std::string pass = option.substr(after_pass.size());
  const std::vector<std::string> places = passes::dump_places();
  if (std::find(places.begin(), places.end(), pass) == places.end())
    fail(Code::usage, {}, quoted(pass) + " is not a pass",
         nearest_or(pass, places, "`scorchc help passes` lists the passes"));
  return {EmitKind::loops, option};
}

EmitRequest parse_request(const std::string& word) {
  if (constexpr std::string_view with_option = "loops:"; word.starts_with(with_option))
    return parse_loops(word.substr(with_option.size()));
  return {parse_kind(word, Code::usage, {}), {}};
}

void add_once(std::vector<EmitRequest>& requests, EmitRequest request) {
  if (std::find(requests.begin(), requests.end(), request) == requests.end()) requests.push_back(std::move(request));
}

/// Runs the passes again, and prints the loops in between.
std::string loops_between_passes(const std::string& option, const CompiledKernel& compiled) {
  Decisions decisions;
  passes::Context context = context_of_passes(compiled.kernel, decisions);
  if (option == all_passes) return passes::print_all(compiled.lowered, context);
  return passes::print_after(option.substr(after_pass.size()), compiled.lowered, context);
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

std::string word_of(const EmitRequest& request) {
  return std::string(info(request.kind).word) + (request.option.empty() ? "" : ":" + request.option);
}

std::string suffix_of(const EmitRequest& request) {
  std::string option = request.option;
  std::replace(option.begin(), option.end(), '=', '-');
  return (option.empty() ? "" : option + ".") + std::string(info(request.kind).suffix);
}

std::vector<EmitRequest> parse_emit(const std::vector<std::string>& lists) {
  std::vector<EmitRequest> result;
  for (const std::string& list : lists) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      add_once(result, parse_request(list.substr(begin, end - begin)));
      begin = end + 1;
    }
  }
  return result;
}

std::vector<EmitRequest> parse_emit(const std::vector<RequestedOutput>& requested) {
  std::vector<EmitRequest> result;
  for (const RequestedOutput& each : requested)
    add_once(result, {parse_kind(each.word, Code::setting_value, each.place), {}});
  return result;
}

std::string content_of(const EmitRequest& request, const CompiledKernel& compiled) {
  const EmitKind kind = request.kind;
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
      return request.option.empty() ? compiled.loops : loops_between_passes(request.option, compiled);
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
