// Checks and loads kernels with the user's C++ compiler instead of the Clang plugin (plugin.h).
#include <dlfcn.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clang/compiler_process.h"
#include "clang/plugin.h"

namespace scorchc::clang_plugin {
namespace {

class SharedLibrary final : public LoadedKernel {
 public:
  explicit SharedLibrary(void* handle) : handle_(handle) {}
  ~SharedLibrary() override { dlclose(handle_); }
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;
  void* symbol(const std::string& name) override { return dlsym(handle_, name.c_str()); }

 private:
  void* handle_;
};

/// Pins a loaded OpenMP library. Its threads persist after a parallel loop; if it were unloaded with the kernel that
/// loaded it, they would run unmapped code.
void keep_openmp_loaded() {
  for (const char* name : {"libgomp.so.1", "libomp.so.5", "libomp.so"}) {
    // Raises the reference count of a library that is already loaded; loads nothing.
    dlopen(name, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  }
}

}  // namespace

CheckResult check_with_compiler(const std::string& cxx, const CompileOptions& options) {
  const PrivateFolder folder;
  return run_compiler(cxx, options, {"-fsyntax-only"}, folder);
}

std::unique_ptr<LoadedKernel> load_with_compiler(const std::string& cxx, const CompileOptions& options,
                                                 std::vector<Message>* messages) {
  const PrivateFolder folder;
  const std::string library = folder.path() + "/kernel.so";
  // -Bsymbolic binds a kernel's calls to its own functions, even if the process defines functions of the same names.
  CheckResult compiled = run_compiler(cxx, options, {"-fPIC", "-shared", "-Wl,-Bsymbolic", "-o", library}, folder);
  if (messages != nullptr) *messages = std::move(compiled.messages);
  if (!compiled.ok) return nullptr;
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    if (messages != nullptr) {
      messages->push_back(plain_error("cannot load the compiled kernel: " + std::string(reason ? reason : library)));
    }
    return nullptr;
  }
  keep_openmp_loaded();
  // The mapping outlives its file, so the folder is removed now: a process that is killed later leaves nothing behind.
  return std::make_unique<SharedLibrary>(handle);
}

}  // namespace scorchc::clang_plugin
