// Compiles a source to an object, assembly or LLVM IR in memory.
#include <clang/CodeGen/CodeGenAction.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LLVMContext.h>

#include <utility>

#include "clang/plugin/parts.h"

namespace scorchc::clang_plugin {
namespace {

template <class Action>
CompileResult emit(const CompileOptions& options, const std::vector<std::string>& kind_arguments) {
  llvm::LLVMContext context;
  Action action(&context);
  llvm::SmallVector<char, 0> output;
  CheckResult run = run_action(options, kind_arguments, action, &output);
  CompileResult result{run.ok, std::move(run.messages), {}};
  if (result.ok) result.output.assign(output.begin(), output.end());
  return result;
}

}  // namespace

CompileResult compile_source(const CompileOptions& options, OutputKind kind) {
  switch (kind) {
    case OutputKind::object:
      return emit<clang::EmitObjAction>(options, {"-c"});
    case OutputKind::assembly:
      return emit<clang::EmitAssemblyAction>(options, {"-S"});
    case OutputKind::llvm_ir:
      return emit<clang::EmitLLVMAction>(options, {"-S", "-emit-llvm"});
  }
  return {};
}

}  // namespace scorchc::clang_plugin
