// Declares the interface of the Clang plugin, without any header of Clang or LLVM. The implementation is a shared
// object (libscorchc_clang.so) that is loaded on first use, so scorchc starts quickly and runs without LLVM. The
// interface is an abstract C++ class: both sides must be built together, from the same tree.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace scorchc::clang_plugin {

/// A C++ source in memory, under a name that need not exist on disk.
struct SourceFile {
  std::string name;  // "spmv.cpp"
  std::string text;
};

struct CompileOptions {
  std::vector<SourceFile> files;       // the first is the main file, which can include the others
  std::vector<std::string> arguments;  // further clang arguments: "-O3", "-march=native", "-fopenmp", "-std=c++17"
};

struct Message {
  enum class Level { note, warning, error } level = Level::error;
  std::string file;
  unsigned line = 0, column = 0;  // 1-based; 0 if unknown
  std::string text;
  std::string flag;  // "-Wshadow", or empty
};

struct CheckResult {
  bool ok = false;  // there are no errors
  std::vector<Message> messages;
};

enum class OutputKind { object, assembly, llvm_ir };

struct CompileResult {
  bool ok = false;
  std::vector<Message> messages;
  std::string output;  // the object's bytes, or text
};

/// A kernel compiled and linked into this process. Its symbols live as long as this object. Two loaded kernels may
/// define the same symbols.
class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  /// Returns the address of an extern "C" symbol, or nullptr.
  virtual void* symbol(const std::string& name) = 0;
};

class Plugin {
 public:
  virtual ~Plugin() = default;
  /// Returns the version of the LLVM that the plugin was built with, "19.1.7".
  virtual std::string version() const = 0;
  /// Checks syntax and semantics, with the warnings enabled by `arguments`.
  virtual CheckResult check(const CompileOptions& options) = 0;
  virtual CompileResult compile(const CompileOptions& options, OutputKind kind) = 0;
  /// Formats C++ in a style: "file" (the nearest .clang-format in or above `directory`), "llvm", "google", or "{...}"
  /// (YAML). "off" returns the text unchanged. On failure returns the text unchanged and sets `error`; otherwise clears
  /// it.
  virtual std::string format(const std::string& text, const std::string& style, const std::string& directory,
                             std::string* error) = 0;
  /// Compiles to an object in memory and links it into this process with ORC. With -fopenmp, LLVM's OpenMP library is
  /// loaded too; if it is missing, the kernel is compiled without OpenMP and a note is added. Constructors of global
  /// objects do not run. On failure returns nullptr, with the reason in `messages`.
  virtual std::unique_ptr<LoadedKernel> load(const CompileOptions& options, std::vector<Message>* messages) = 0;
};

/// Returns the plugin, or nullptr with the reason in `why` if it is missing or was built for another scorchc. The
/// search covers the program's folder, ../lib and ../lib/scorchc relative to it, and the build's library folder; the
/// environment variable SCORCHC_CLANG_PLUGIN overrides it. The search runs once per process, and the plugin is never
/// unloaded.
Plugin* find_plugin(std::string* why);

/// Checks without the plugin, with the C++ compiler `cxx`: a program's name on PATH or its path, never a command line.
/// The compiler is started without a shell on files in a private temporary folder, which is removed afterwards. File
/// names in messages are relative. A compiler that cannot be started is reported as an error message.
CheckResult check_with_compiler(const std::string& cxx, const CompileOptions& options);

/// Compiles to a shared library and loads it. On failure returns nullptr, with the reason in `messages`.
std::unique_ptr<LoadedKernel> load_with_compiler(const std::string& cxx, const CompileOptions& options,
                                                 std::vector<Message>* messages);

}  // namespace scorchc::clang_plugin
