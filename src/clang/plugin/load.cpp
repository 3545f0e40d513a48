// Compiles a source and links it into this process with ORC.
#include <dlfcn.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ObjectFileInterface.h>
#include <llvm/Support/DynamicLibrary.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "clang/plugin/llvm_compat.h"
#include "clang/plugin/parts.h"

#if defined(__x86_64__)
// Read by __builtin_cpu_supports, here and in kernels. Each program has its own hidden copy, from libgcc.
extern "C" __attribute__((visibility("hidden"))) char __cpu_model[];
#endif

namespace scorchc::clang_plugin {
namespace {

namespace orc = llvm::orc;

class JitKernel final : public LoadedKernel {
 public:
  JitKernel(std::unique_ptr<orc::LLJIT> jit, std::map<std::string, void*> symbols)
      : jit_(std::move(jit)), symbols_(std::move(symbols)) {}
  void* symbol(const std::string& name) override {
    const auto found = symbols_.find(name);
    return found == symbols_.end() ? nullptr : found->second;
  }

 private:
  std::unique_ptr<orc::LLJIT> jit_;  // owns the code
  std::map<std::string, void*> symbols_;
};

bool enables_openmp(const std::string& argument) {
  return argument == "-fopenmp" || argument.starts_with("-fopenmp=");  // not -fopenmp-simd
}

/// Returns LLVM's OpenMP library, or nullptr. It is never closed, since its threads outlive every kernel. Its symbols
/// stay local: they include those of gcc's OpenMP, which kernels compiled by gcc must keep using.
void* open_openmp() {
  // Prefer a copy that the process has already loaded: a second copy aborts the process ("OMP: Error #15").
  for (const char* name : {"libomp.so.5", "libomp.so"}) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)) return library;
  }
  for (const char* path :
       {SCORCHC_LLVM_LIBRARY_DIR "/libomp.so.5", SCORCHC_LLVM_LIBRARY_DIR "/libomp.so", "libomp.so.5", "libomp.so"}) {
    if (void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  return nullptr;
}

/// Limits look-ups in the OpenMP library to its own symbols. They would otherwise also reach its C library, whose
/// malloc may differ from the process's.
bool is_of_openmp(const orc::SymbolStringPtr& symbol) {
  const std::string_view name((*symbol).data(), (*symbol).size());
  return name.starts_with("omp_") || name.starts_with("kmp_") || name.starts_with("__kmpc_");
}

/// Returns a separate JIT for each kernel: equal names do not collide, and destroying it frees the whole kernel.
llvm::Expected<std::unique_ptr<orc::LLJIT>> make_jit(void* openmp, const std::shared_ptr<std::string>& session_errors) {
  auto jit = orc::LLJITBuilder().create();
  if (!jit) return jit.takeError();
  // By default, session errors are printed on stderr.
  (*jit)->getExecutionSession().setErrorReporter([session_errors](llvm::Error error) {
    *session_errors += (session_errors->empty() ? "" : "; ") + llvm::toString(std::move(error));
  });
  const char prefix = (*jit)->getDataLayout().getGlobalPrefix();
  orc::JITDylib& library = (*jit)->getMainJITDylib();
  // OpenMP precedes the process: in a host with gcc's OpenMP, the kernel would otherwise read a thread number of 0 from
  // it.
  if (openmp != nullptr) {
    library.addGenerator(
        std::make_unique<orc::DynamicLibrarySearchGenerator>(llvm::sys::DynamicLibrary(openmp), prefix, is_of_openmp));
  }
#if defined(__x86_64__)
  // Kernels select their instruction set from it.
  __builtin_cpu_init();
  if (llvm::Error error =
          library.define(orc::absoluteSymbols(symbol_at((*jit)->mangleAndIntern("__cpu_model"), __cpu_model))))
    return error;
#endif
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix);
  if (!process) return process.takeError();
  library.addGenerator(std::move(*process));
  return jit;
}

/// Links the object and resolves all symbols that it defines. Resolution is eager, so that an undefined symbol is an
/// error of loading.
llvm::Expected<std::map<std::string, void*>> link(orc::LLJIT& jit, const std::string& object) {
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(object, "kernel.o");
  auto interface = orc::getObjectFileInterface(jit.getExecutionSession(), buffer->getMemBufferRef());
  if (!interface) return interface.takeError();
  std::vector<std::string> names;
  for (const auto& [name, flags] : interface->SymbolFlags) {
    if (flags.isExported()) names.push_back((*name).str());
  }
  std::sort(names.begin(), names.end());
  if (llvm::Error error = jit.addObjectFile(std::move(buffer))) return error;
  std::map<std::string, void*> symbols;
  for (const std::string& name : names) {
    auto address = jit.lookupLinkerMangled(name);
    if (!address) return address.takeError();
    symbols.emplace(name, address->toPtr<void*>());
  }
  return symbols;
}

}  // namespace

std::unique_ptr<LoadedKernel> load_source(const CompileOptions& options, std::vector<Message>* messages) {
  std::vector<Message> ignored;
  std::vector<Message>& out = messages != nullptr ? *messages : ignored;
  out.clear();
  CompileOptions adapted = options;
  std::vector<std::string>& arguments = adapted.arguments;
  void* openmp = nullptr;
  const bool parallel = std::any_of(arguments.begin(), arguments.end(), enables_openmp);
  if (parallel) openmp = open_openmp();
  if (parallel && openmp == nullptr) {
    arguments.erase(std::remove_if(arguments.begin(), arguments.end(), enables_openmp), arguments.end());
  }
  // The code may be placed anywhere, far from the process's own code, which it must reach through tables.
  arguments.emplace_back("-fPIC");

  CompileResult compiled = compile_source(adapted, OutputKind::object);
  out = std::move(compiled.messages);
  if (parallel && openmp == nullptr) {
    Message note;
    note.level = Message::Level::note;
    note.text = "LLVM's OpenMP library (libomp.so.5) is not installed: the kernel runs on one thread";
    out.push_back(std::move(note));
  }
  if (!compiled.ok) return nullptr;

  const auto refuse = [&](const std::string& why) {
    Message message;
    message.text = "cannot load the compiled kernel: " + why;
    out.push_back(std::move(message));
    return nullptr;
  };
  // Shared with the JIT, which may report errors until it is destroyed.
  const auto session_errors = std::make_shared<std::string>();
  auto jit = make_jit(openmp, session_errors);
  if (!jit) return refuse(llvm::toString(jit.takeError()));
  auto symbols = link(**jit, compiled.output);
  if (!symbols) {
    std::string why = llvm::toString(symbols.takeError());
    return refuse(session_errors->empty() ? why : *session_errors);
  }
  return std::make_unique<JitKernel>(std::move(*jit), std::move(*symbols));
}

}  // namespace scorchc::clang_plugin
