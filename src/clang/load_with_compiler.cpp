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

/// An OpenMP library keeps its threads after a loop. If it left with the kernel that brought it, they would run on in
/// memory that is gone.
void keep_openmp_loaded() {
  for (const char* name : {"libgomp.so.1", "libomp.so.5", "libomp.so"}) {
    // Raises the count of a library that is there; loads nothing.
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
  // -Bsymbolic: a kernel's calls to its own functions stay inside it, whatever else the process has under those names.
  CheckResult compiled = run_compiler(cxx, options, {"-fPIC", "-shared", "-Wl,-Bsymbolic", "-o", library}, folder);
  if (messages != nullptr) *messages = std::move(compiled.messages);
  if (!compiled.ok) return nullptr;
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    if (messages != nullptr) {
      messages->push_back(plain_error("the compiled kernel does not load: " + std::string(reason ? reason : library)));
    }
    return nullptr;
  }
  keep_openmp_loaded();
  // The mapping outlives its file, so the folder goes now: a process that is killed later leaves nothing behind.
  return std::make_unique<SharedLibrary>(handle);
}

}  // namespace scorchc::clang_plugin
