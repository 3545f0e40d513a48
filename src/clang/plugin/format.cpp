// Formats a source with the clang-format library.
#include <clang/Format/Format.h>
#include <clang/Tooling/Core/Replacement.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/SourceMgr.h>

#include <filesystem>
#include <utility>

#include "clang/plugin/parts.h"
#include "support/format_file.h"

namespace scorchc::clang_plugin {
namespace {

using clang::format::FormatStyle;
using clang::tooling::Replacements;
namespace fs = std::filesystem;

/// Determines the language only; no such file is read.
constexpr const char* file_name = "kernel.cpp";

llvm::Expected<FormatStyle> find_style(const std::string& style, const std::string& directory,
                                       const std::string& text) {
  const std::string name = (fs::path(directory.empty() ? "." : directory) / file_name).string();
#if LLVM_VERSION_MAJOR >= 19
  // Without this callback, YAML errors are also printed on stderr.
  return clang::format::getStyle(style, name, "none", text, nullptr, false, [](const llvm::SMDiagnostic&, void*) {});
#else
  return clang::format::getStyle(style, name, "none", text);
#endif
}

std::vector<clang::tooling::Range> whole(const std::string& text) {
  return {clang::tooling::Range(0, static_cast<unsigned>(text.size()))};
}

llvm::Expected<std::string> formatted(const std::string& text, const std::string& style, const std::string& directory) {
  llvm::Expected<FormatStyle> found = find_style(style, directory, text);
  if (!found) return found.takeError();
  // In the order of the clang-format program, so that running it afterwards changes nothing.
  const Replacements includes = clang::format::sortIncludes(*found, text, whole(text), file_name);
  llvm::Expected<std::string> sorted = clang::tooling::applyAllReplacements(text, includes);
  if (!sorted) return sorted.takeError();
  const Replacements layout = clang::format::reformat(*found, *sorted, whole(*sorted), file_name);
  return clang::tooling::applyAllReplacements(*sorted, layout);
}

}  // namespace

std::string format_source(const std::string& text, const std::string& style, const std::string& directory,
                          std::string* error) {
  if (error != nullptr) error->clear();
  if (style == "off" || style == "none") return text;
  const auto refuse = [&](std::string why) {
    if (error != nullptr) *error = std::move(why);
    return text;
  };
  // getStyle treats a missing file as "do not format".
  if (style == "file" && !nearest_format_file(directory)) {
    return refuse("no .clang-format in or above `" + directory + "`");
  }
  llvm::Expected<std::string> result = formatted(text, style, directory);
  if (!result) return refuse("style `" + style + "`: " + llvm::toString(result.takeError()));
  return std::move(*result);
}

}  // namespace scorchc::clang_plugin
