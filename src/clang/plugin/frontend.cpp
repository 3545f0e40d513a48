// Runs actions of Clang's front end on sources in memory, and collects its diagnostics.
#include <clang/Basic/SourceManager.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/FrontendActions.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "clang/plugin/deep_stack.h"
#include "clang/plugin/llvm_compat.h"
#include "clang/plugin/parts.h"

namespace scorchc::clang_plugin {
namespace {

/// Collects Clang's diagnostics; nothing is printed on the process's own streams.
class MessageCollector final : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);  // counts the errors
    if (level == clang::DiagnosticsEngine::Ignored) return;
    Message message;
    message.level = level >= clang::DiagnosticsEngine::Error     ? Message::Level::error
                    : level == clang::DiagnosticsEngine::Warning ? Message::Level::warning
                                                                 : Message::Level::note;
    llvm::SmallString<256> text;
    diagnostic.FormatDiagnostic(text);
    message.text = text.str().str();
    // Static up to 19, a member from 20; this call compiles with both.
    const llvm::StringRef flag = diagnostic.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(diagnostic.getID());
    if (!flag.empty()) message.flag = (level == clang::DiagnosticsEngine::Remark ? "-R" : "-W") + flag.str();
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::PresumedLoc place = diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
      if (place.isValid()) {
        message.file = place.getFilename();
        message.line = place.getLine();
        message.column = place.getColumn();
      }
    }
    messages.push_back(std::move(message));
  }

  std::vector<Message> messages;
};

/// Returns the real file system overlaid with the options' files.
FileSystem with_files(const std::vector<SourceFile>& files) {
  // The file system has its own working directory, since the process's directory may have been removed.
  FileSystem real(llvm::vfs::createPhysicalFileSystem());
  if (!real->getCurrentWorkingDirectory()) real->setCurrentWorkingDirectory("/");
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem());
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay(new llvm::vfs::OverlayFileSystem(real));
  overlay->pushOverlay(memory);  // before the files: it sets the directory that their names are relative to
  for (const SourceFile& file : files) {
    memory->addFile(file.name, 0, llvm::MemoryBuffer::getMemBufferCopy(file.text, file.name));
  }
  return overlay;
}

std::vector<std::string> driver_command(const CompileOptions& options, const std::vector<std::string>& kind) {
  // Clang's own headers (stddef.h, omp.h) are in the resource folder, which Clang would look for relative to this
  // program.
  const char* resources = std::getenv("SCORCHC_CLANG_RESOURCE_DIR");
  std::vector<std::string> command = {
      SCORCHC_CLANG_PROGRAM,
      "-Qunused-arguments",
      "-x",
      "c++",
      "-resource-dir",
      resources != nullptr && *resources != '\0' ? resources : SCORCHC_CLANG_RESOURCE_DIR};
#if LLVM_VERSION_MAJOR >= 19
  // On some processors, -march=native enables a feature that Clang then warns about.
  command.emplace_back("-Wno-invalid-feature-combination");
#endif
  command.insert(command.end(), kind.begin(), kind.end());
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  command.insert(command.end(), {"--", options.files.front().name});
  return command;
}

/// Translates a user's arguments into those of the compiler proper, including the standard headers' paths. Returns
/// nullptr if the driver rejects them; the diagnostics then give the reason.
std::shared_ptr<clang::CompilerInvocation> make_invocation(const std::vector<std::string>& command,
                                                           const FileSystem& files,
                                                           clang::DiagnosticsEngine& diagnostics) {
  std::vector<const char*> arguments;
  for (const std::string& argument : command) arguments.push_back(argument.c_str());
  clang::driver::Driver driver(arguments.front(), llvm::sys::getDefaultTargetTriple(), diagnostics, "scorchc", files);
  driver.setCheckInputsExist(false);
  const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(arguments));
  if (!compilation || compilation->containsError()) return nullptr;
  for (const clang::driver::Command& job : compilation->getJobs()) {
    if (std::string_view(job.getCreator().getName()) != "clang") continue;
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    if (!clang::CompilerInvocation::CreateFromArgs(*invocation, job.getArguments(), diagnostics)) return nullptr;
    // The driver disables freeing, assuming that the process ends at once; this process continues.
    invocation->getFrontendOpts().DisableFree = false;
    invocation->getCodeGenOpts().DisableFree = false;
    invocation->getDiagnosticOpts().ShowCarets = false;  // otherwise "1 error generated." goes to stderr
    return invocation;
  }
  return nullptr;
}

}  // namespace

CheckResult run_action(const CompileOptions& options, const std::vector<std::string>& kind_arguments,
                       clang::FrontendAction& action, llvm::SmallVectorImpl<char>* output) {
  CheckResult result;
  MessageCollector collector;
  const auto run = [&] {
    const FileSystem files = with_files(options.files);
    ArgumentDiagnostics diagnostics(collector);
    auto invocation = make_invocation(driver_command(options, kind_arguments), files, diagnostics.engine());
    if (!invocation) return;
    const auto instance = make_instance(std::move(invocation), files, collector);
    instance->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    if (output != nullptr) instance->setOutputStream(std::make_unique<llvm::raw_svector_ostream>(*output));
    result.ok = instance->ExecuteAction(action) && collector.getNumErrors() == 0;
  };
  if (!options.files.empty()) call_on_deep_stack(run);
  result.messages = std::move(collector.messages);
  if (!result.ok && collector.getNumErrors() == 0) {
    Message message;
    message.text = options.files.empty() ? "no file to compile" : "Clang cannot compile with these arguments";
    result.messages.push_back(std::move(message));
  }
  return result;
}

CheckResult check_source(const CompileOptions& options) {
  clang::SyntaxOnlyAction action;
  return run_action(options, {"-fsyntax-only"}, action, nullptr);
}

}  // namespace scorchc::clang_plugin
