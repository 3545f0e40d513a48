// The Clang room, seen from outside: strings in, results out. No header of Clang or LLVM is included here. The
// implementation is a plugin (libscorchc_clang.so) that is loaded when first needed, so that scorchc itself starts in
// the time of a plain program and runs without LLVM. Its C++ interface is an abstract class: both sides are built
// together, from one tree.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc::clang_room {

/// What to compile: C++17 text held in memory under a name that need not exist on disk.
struct SourceFile {
  std::string name;  // "spmv.cpp"
  std::string text;
};

struct CompileOptions {
  std::vector<SourceFile> files;         // the first is the main file; the others can be included by it
  std::vector<std::string> arguments;    // further clang arguments: "-O3", "-march=native", "-fopenmp", "-std=c++17"
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

/// A kernel that was compiled and linked into this process. Symbols live as long as this object.
class LoadedKernel {
 public:
  virtual ~LoadedKernel() = default;
  /// The address of an extern "C" symbol, or nullptr.
  virtual void* symbol(const std::string& name) = 0;
};

class Room {
 public:
  virtual ~Room() = default;
  /// "19.1.7": the LLVM that the room was built with.
  virtual std::string version() const = 0;
  /// Syntax and semantic check, warnings as asked for by `arguments`.
  virtual CheckResult check(const CompileOptions& options) = 0;
  virtual CompileResult compile(const CompileOptions& options, OutputKind kind) = 0;
  /// Formats by a style: "file" (the nearest .clang-format above `directory`), "llvm", "google", or "{...}" YAML.
  /// On failure `error` says why and the text comes back unchanged.
  virtual std::string format(const std::string& text, const std::string& style, const std::string& directory,
                             std::string* error) = 0;
  /// Compiles to an object in memory and links it into this process by ORC, OpenMP included where available.
  /// nullptr on failure, `messages` says why.
  virtual std::unique_ptr<LoadedKernel> load(const CompileOptions& options, std::vector<Message>* messages) = 0;
};

/// The plugin's room, or nullptr if the plugin is not there or does not fit (`why` then says so). It is looked for
/// beside the program, in ../lib of it, and in the build's own library folder; SCORCHC_CLANG_PLUGIN overrides. The room
/// lives until the process ends.
Room* find_room(std::string* why);

/// The way without the plugin: compiles to a shared library with the C++ compiler `cxx` (a path or a name on PATH,
/// started without a shell) in a private temporary folder, and loads it. nullptr on failure, `messages` says why.
std::unique_ptr<LoadedKernel> load_with_compiler(const std::string& cxx, const CompileOptions& options,
                                                 std::vector<Message>* messages);

}  // namespace scorchc::clang_room
