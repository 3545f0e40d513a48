// Contains every difference between the supported LLVM versions. Tested with 16 and 19; the branches for other versions
// follow their headers.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/Support/VirtualFileSystem.h>

// Moved in 17.
#if __has_include(<llvm/TargetParser/Host.h>)
#include <llvm/TargetParser/Host.h>
#else
#include <llvm/Support/Host.h>
#endif

#include <memory>
#include <utility>

namespace scorchc::clang_plugin {

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// Provides diagnostics before a compiler instance exists, for the driver and the parsing of arguments. From 21, the
/// engine refers to options that it no longer owns.
class ArgumentDiagnostics {
 public:
  explicit ArgumentDiagnostics(clang::DiagnosticConsumer& consumer)
#if LLVM_VERSION_MAJOR >= 21
      : engine_(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), options_, &consumer, /*ShouldOwnClient=*/false){}
#else
      : engine_(new clang::DiagnosticIDs(), new clang::DiagnosticOptions(), &consumer, /*ShouldOwnClient=*/false) {
  }
#endif
        clang::DiagnosticsEngine
        &
        engine() {
    return engine_;
  }

 private:
#if LLVM_VERSION_MAJOR >= 21
  clang::DiagnosticOptions options_;
#endif
  clang::DiagnosticsEngine engine_;
};

/// Returns a symbol map that binds `name` to `address` in this process. Addresses have their own type from 17.
inline llvm::orc::SymbolMap symbol_at(const llvm::orc::SymbolStringPtr& name, void* address) {
#if LLVM_VERSION_MAJOR >= 17
  return {{name, {llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported}}};
#else
  return {{name, llvm::JITEvaluatedSymbol(llvm::pointerToJITTargetAddress(address), llvm::JITSymbolFlags::Exported)}};
#endif
}

/// Returns a compiler instance with its invocation, file system and diagnostics. From 20 the diagnostics require the
/// file system, from 21 the constructor takes the invocation, from 22 the instance holds the file system.
inline std::unique_ptr<clang::CompilerInstance> make_instance(std::shared_ptr<clang::CompilerInvocation> invocation,
                                                              const FileSystem& files,
                                                              clang::DiagnosticConsumer& consumer) {
#if LLVM_VERSION_MAJOR >= 21
  auto instance = std::make_unique<clang::CompilerInstance>(std::move(invocation));
#else
  auto instance = std::make_unique<clang::CompilerInstance>();
  instance->setInvocation(std::move(invocation));
#endif
#if LLVM_VERSION_MAJOR >= 22
  instance->setVirtualFileSystem(files);
  instance->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  instance->createFileManager();
#elif LLVM_VERSION_MAJOR >= 20
  instance->createDiagnostics(*files, &consumer, /*ShouldOwnClient=*/false);
  instance->createFileManager(files);
#else
  instance->createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  instance->createFileManager(files);
#endif
  return instance;
}

}  // namespace scorchc::clang_plugin
