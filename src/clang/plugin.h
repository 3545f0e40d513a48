// The Clang plugin, seen from outside: strings in, results out. No header of Clang or LLVM is included here. The
// implementation is a plugin (libscorchc_clang.so) that is loaded when first needed, so that scorchc itself starts in
// the time of a plain program and runs without LLVM. Its C++ interface is an abstract class: both sides are built
// together, from one tree.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace scorchc::clang_plugin {

/// What to compile: C++ text held in memory under a name that need not exist on disk.
struct SourceFile {
  std::string name;  // "spmv.cpp"
  std::string text;
};

struct CompileOptions {
  std::vector<SourceFile> files;       // the first is the main file; the others can be included by it
  std::vector<std::string> arguments;  // further clang arguments: "-O3", "-march=native", "-fopenmp", "-std=c++17"
};

struct Message {
  enum class Level { note, warning, error } level = Level::error;
  std::string file;
  unsigned line = 0, column = 0;  // 1-based; 0 without a place
  std::string text;
  std::string flag;  // "-Wshadow", or empty
};

struct CheckResult {
  bool ok = false;  // no error
  std::vector<Message> messages;
};

enum class OutputKind { object, assembly, llvm_ir };

struct CompileResult {
  bool ok = false;
  std::vector<Message> messages;
  std::string output;  // the object's bytes, or text
};

/// A kernel that was compiled and linked into this process. Symbols live as long as this object. Two loaded kernels may
/// define the same symbols.
class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  /// The address of an extern "C" symbol, or nullptr.
  virtual void* symbol(const std::string& name) = 0;
};

class Plugin {
 public:
  virtual ~Plugin() = default;
  /// "19.1.7": the LLVM that the plugin was built with.
  virtual std::string version() const = 0;
  /// Syntax and semantic check, warnings as asked for by `arguments`.
  virtual CheckResult check(const CompileOptions& options) = 0;
  virtual CompileResult compile(const CompileOptions& options, OutputKind kind) = 0;
  /// Formats C++ by a style: "file" (the nearest .clang-format in or above `directory`), "llvm", "google", or "{...}"
  /// YAML; "off" leaves the text as it is. On failure `error` says why and the text comes back unchanged; else `error`
  /// is empty.
  virtual std::string format(const std::string& text, const std::string& style, const std::string& directory,
                             std::string* error) = 0;
  /// Compiles to an object in memory and links it into this process by ORC. With -fopenmp, LLVM's OpenMP library is
  /// loaded too; where it is not there, the kernel is compiled without and a note says so. Constructors of global
  /// objects do not run. nullptr on failure, `messages` says why.
  virtual std::unique_ptr<LoadedKernel> load(const CompileOptions& options, std::vector<Message>* messages) = 0;
};

/// The plugin's plugin, or nullptr if the plugin is not there or does not fit (`why` then says so). It is looked for
/// beside the program, in ../lib and ../lib/scorchc of it, and in the build's own library folder; the environment
/// variable SCORCHC_CLANG_PLUGIN overrides. It is looked for once a process, and lives until the process ends.
Plugin* find_plugin(std::string* why);

/// The way without the plugin: a C++ compiler `cxx`, one program's name on PATH or its path, never a command line. It
/// is started without a shell on files in a private temporary folder, which is gone afterwards. File names are
/// relative. A compiler that cannot be started is an error among the messages.
CheckResult check_with_compiler(const std::string& cxx, const CompileOptions& options);

/// Compiles to a shared library and loads it. nullptr on failure, `messages` says why.
std::unique_ptr<LoadedKernel> load_with_compiler(const std::string& cxx, const CompileOptions& options,
                                                 std::vector<Message>* messages);

}  // namespace scorchc::clang_plugin
