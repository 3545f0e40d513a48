// What --emit can name: one row a kind.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/compile.h"

namespace scorchc::driver {

enum class EmitKind {
  cpp,
  h,
  cin,
  schedule,
  loops,
  decisions,
  dot,
  svg,
  html,
  obj,
  assembly,
  ir,
  json,
  hpp,
  main,
  test,
  eigen,
  ctypes,
  torch  // how a kernel is called (emit/calling)
};
enum class EmitContent { text, bytes };

struct EmitKindInfo {
  EmitKind kind;
  std::string_view word;    // in --emit
  std::string_view suffix;  // of the file in a folder: N.SUFFIX
  EmitContent content;
};
std::span<const EmitKindInfo> all_emit_kinds();
const EmitKindInfo& info(EmitKind kind);

/// The kinds in the order named, each once. A Failure (usage) for a word that is none.
std::vector<EmitKind> parse_emit(const std::vector<std::string>& lists);
/// The same of a spec's words: an unknown one is a setting's wrong value, at its place.
std::vector<EmitKind> parse_emit(const std::vector<RequestedOutput>& requested);

/// What a kernel's files hold, of a kind. `cpp` is the source that includes its header. Object code, assembly and IR
/// come from the Clang plugin; where that is missing: a Failure (needs_clang_plugin).
std::string content_of(EmitKind kind, const CompiledKernel& compiled);

/// The text by a style of clang-format, through the Clang plugin. "off" leaves it as it is.
std::string in_style(const std::string& text, const std::string& style, const std::string& folder);

}  // namespace scorchc::driver
