// Implements the Plugin interface with the plugin's parts (parts.h), and exports it.
#include <llvm/Support/TargetSelect.h>

#include "clang/plugin/parts.h"
#include "clang/plugin_boundary.h"

namespace scorchc::clang_plugin {
namespace {

class ClangPlugin final : public Plugin {
 public:
  ClangPlugin() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  }
  std::string version() const override { return SCORCHC_LLVM_VERSION; }
  CheckResult check(const CompileOptions& options) override { return check_source(options); }
  CompileResult compile(const CompileOptions& options, OutputKind kind) override {
    return compile_source(options, kind);
  }
  std::string format(const std::string& text, const std::string& style, const std::string& directory,
                     std::string* error) override {
    return format_source(text, style, directory, error);
  }
  std::unique_ptr<LoadedKernel> load(const CompileOptions& options, std::vector<Message>* messages) override {
    return load_source(options, messages);
  }
};

}  // namespace
}  // namespace scorchc::clang_plugin

// Only these two symbols are exported; all others of the plugin are hidden.
#define SCORCHC_EXPORT extern "C" __attribute__((visibility("default")))

SCORCHC_EXPORT const char* scorchc_clang_boundary();
const char* scorchc_clang_boundary() { return SCORCHC_PLUGIN_BOUNDARY; }

SCORCHC_EXPORT scorchc::clang_plugin::Plugin* scorchc_clang_plugin();
scorchc::clang_plugin::Plugin* scorchc_clang_plugin() {
  static scorchc::clang_plugin::ClangPlugin plugin;
  return &plugin;
}
