// Finds and loads the Clang plugin (plugin.h).
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "clang/plugin.h"
#include "clang/plugin_boundary.h"

namespace scorchc::clang_plugin {
namespace {

struct Found {
  Plugin* plugin = nullptr;
  std::string why;
};

template <class Function>
Function* symbol_of(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

Found open_plugin(const std::string& path) {
  // RTLD_NOW: a plugin whose LLVM is missing must fail here, not end the process at its first call. RTLD_LOCAL: the
  // host must not resolve its own symbols to LLVM's.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    return {nullptr, "cannot load the Clang plugin: " + std::string(reason != nullptr ? reason : path)};
  }
  auto* boundary = symbol_of<BoundaryFunction>(library, boundary_symbol);
  auto* plugin = symbol_of<PluginFunction>(library, plugin_symbol);
  if (boundary == nullptr || plugin == nullptr) {
    dlclose(library);
    return {nullptr, "`" + path + "` is not a scorchc plugin"};
  }
  if (const std::string_view theirs = boundary(); theirs != SCORCHC_PLUGIN_BOUNDARY) {
    std::string why = "the plugin `" + path + "` was built for another scorchc: its interface is " +
                      std::string(theirs) + ", expected " SCORCHC_PLUGIN_BOUNDARY;
    dlclose(library);
    return {nullptr, why};
  }
  return {plugin(), ""};
}

/// Whether the effective user owns the file. The build folder may be writable by others, and this program may have been
/// copied to another machine; the plugin is loaded from the build folder only for the user who built it.
bool is_own_file(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && status.st_uid == geteuid();
}

std::vector<std::string> places() {
  std::vector<std::string> result;
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const std::filesystem::path folder = program.parent_path();
    for (const char* relative : {"", "../lib", "../lib/scorchc"}) {
      result.push_back((folder / relative / "libscorchc_clang.so").lexically_normal().string());
    }
  }
  return result;
}

Found search() {
  if (const char* override = std::getenv("SCORCHC_CLANG_PLUGIN"); override != nullptr && *override != '\0') {
    // Without a slash, dlopen would search the system's library folders.
    const std::string path = override;
    return open_plugin(path.find('/') == std::string::npos ? "./" + path : path);
  }
  std::vector<std::string> candidates = places();
  if (is_own_file(SCORCHC_BUILD_PLUGIN)) candidates.emplace_back(SCORCHC_BUILD_PLUGIN);
  std::string looked;
  for (const std::string& path : candidates) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return open_plugin(path);
    looked += (looked.empty() ? "" : ", ") + path;
  }
  return {nullptr, "scorchc was built without the Clang plugin, or its plugin is not installed (looked for " + looked +
                       "; SCORCHC_CLANG_PLUGIN can name it)"};
}

}  // namespace

Plugin* find_plugin(std::string* why) {
  // The result is cached: a loaded plugin is never unloaded, and a failure would repeat.
  static const Found found = search();
  if (found.plugin == nullptr && why != nullptr) *why = found.why;
  return found.plugin;
}

}  // namespace scorchc::clang_plugin

#if defined(__SANITIZE_ADDRESS__)
// A kernel with OpenMP loads a library with thread-local data into the running process. The leak checker of gcc 12
// reads such data from wrong addresses and crashes at exit unless this option is off. (clang does not define the macro
// and does not need the option.) The function is in this file because every program that loads kernels links it.
extern "C" __attribute__((weak)) const char* __asan_default_options();
const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }
#endif
