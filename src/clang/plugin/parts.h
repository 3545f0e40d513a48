// Declares the plugin's parts, one file each, so that each file includes only the Clang headers that it needs (each
// costs seconds to compile). plugin.cpp combines them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clang/plugin.h"

namespace clang {
class FrontendAction;
}
namespace llvm {
template <class Type>
class SmallVectorImpl;
}

namespace scorchc::clang_plugin {

/// frontend.cpp: runs one action of the front end over the files in memory, overlaid on the real file system.
/// `kind_arguments` select the output ("-c") and precede the options' own arguments. The output, if any, is written to
/// `output`.
CheckResult run_action(const CompileOptions& options, const std::vector<std::string>& kind_arguments,
                       clang::FrontendAction& action, llvm::SmallVectorImpl<char>* output);
CheckResult check_source(const CompileOptions& options);

/// compile.cpp
CompileResult compile_source(const CompileOptions& options, OutputKind kind);

/// format.cpp
std::string format_source(const std::string& text, const std::string& style, const std::string& directory,
                          std::string* error);

/// load.cpp
std::unique_ptr<LoadedKernel> load_source(const CompileOptions& options, std::vector<Message>* messages);

}  // namespace scorchc::clang_plugin
