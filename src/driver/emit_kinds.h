// Lists the kinds of output that --emit accepts, one row each.
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
  torch  // bindings and callers (emit/calling)
};
enum class EmitContent { text, bytes };

struct EmitKindInfo {
  EmitKind kind;
  std::string_view word;    // as written in --emit
  std::string_view suffix;  // of a file in a folder: N.SUFFIX
  EmitContent content;
};
std::span<const EmitKindInfo> all_emit_kinds();
const EmitKindInfo& info(EmitKind kind);

/// A kind of output with its option. Only `loops` has options: `loops:after=PASS` and `loops:all` (passes/dump.h).
struct EmitRequest {
  EmitKind kind = EmitKind::cpp;
  std::string option = {};  // "after=PASS", "all", or empty
  bool operator==(const EmitRequest&) const = default;
};
/// As written in --emit: "loops:after=sink".
std::string word_of(const EmitRequest& request);
/// Of a file in a folder: "cpp", "after-sink.loops".
std::string suffix_of(const EmitRequest& request);

/// Returns the requests in the order given, without duplicates. Fails with usage for an unknown word.
std::vector<EmitRequest> parse_emit(const std::vector<std::string>& lists);
/// The same for the words of a spec, which have no options; an unknown word fails with setting_value at its place.
std::vector<EmitRequest> parse_emit(const std::vector<RequestedOutput>& requested);

/// Returns an output of the given kind. `cpp` is the source that includes its header. Object code, assembly and LLVM IR
/// require the Clang plugin; without it, fails with needs_clang_plugin.
std::string content_of(const EmitRequest& request, const CompiledKernel& compiled);

/// Formats a text in a clang-format style with the Clang plugin; "off" leaves it unchanged.
std::string in_style(const std::string& text, const std::string& style, const std::string& folder);

}  // namespace scorchc::driver
