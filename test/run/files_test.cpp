// Checks the emitted files: kernels of the hand-written list must compile without a warning with every installed
// compiler. run_test.cpp checks the same warnings for all kernels of that list, each with one compiler.
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "batch.h"
#include "catch.h"
#include "clang/plugin.h"
#include "depth.h"
#include "sets.h"

namespace scorchc::test {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "scorchc-run-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

clang_plugin::CompileOptions options_for(const std::string& standard, const std::vector<std::string>& more = {}) {
  clang_plugin::CompileOptions options{{{"empty.cpp", ""}}, {"-std=" + standard}};
  options.arguments.insert(options.arguments.end(), warning_flags().begin(), warning_flags().end());
  options.arguments.insert(options.arguments.end(), more.begin(), more.end());
  return options;
}

/// The installed compilers, at most one of each vendor.
std::vector<std::string> compilers() {
  std::vector<std::string> result;
  const auto is_here = [](const std::string& cxx) {
    return clang_plugin::check_with_compiler(cxx, options_for("c++17")).ok;
  };
  if (is_here("g++")) result.emplace_back("g++");
  for (const std::string clang : {"clang++-19", "clang++"})
    if (is_here(clang)) {
      result.push_back(clang);
      break;
    }
  return result;
}

TEST_CASE("emitted files compile without a warning", "[gate][optimised]") {
  const Folder folder;
  std::vector<std::string> sources;
  Report report;
  const std::vector<Case> all = read_cases(SCORCHC_SOURCE_DIR "/test/run/hand-written.cases");
  for (const Case& each : is_deep() ? all : sample(all, 40, turn())) {
    const std::string name = "file" + std::to_string(sources.size());
    const auto compiled = compile_case(each, name, driver::compile, report);
    if (!compiled) continue;
    folder.write(name + ".h", compiled->header);
    sources.push_back(folder.write(name + ".cpp", compiled->source));
  }
  REQUIRE(report.wrong.empty());
  struct Run {
    std::string compiler, standard;
    clang_plugin::CheckResult result;
  };
  std::vector<Run> runs;
  for (const std::string& compiler : compilers())
    for (const char* standard : {"c++17", "c++20"}) runs.push_back({compiler, standard, {}});
  REQUIRE(!runs.empty());
  two_at_a_time(runs.size(), [&](std::size_t n) {
    runs[n].result = clang_plugin::check_with_compiler(runs[n].compiler, options_for(runs[n].standard, sources));
  });
  for (const Run& run : runs) {
    std::cout << sources.size() << " files by " << run.compiler << " -std=" << run.standard << ": "
              << run.result.messages.size() << " messages\n";
    for (const clang_plugin::Message& message : run.result.messages)
      UNSCOPED_INFO(message.file << ":" << message.line << ": " << message.text);
    CHECK(run.result.ok);
    CHECK(run.result.messages.empty());
  }
}

// Included headers must exist on every platform, and they cost time whenever a user compiles the file.
TEST_CASE("emitted files include only headers of C", "[gate]") {
  const std::vector<std::string> small = {"<stdint.h>", "<stddef.h>", "<stdlib.h>", "<string.h>", "<math.h>",
                                          "<cstdint>",  "<cstddef>",  "<cstdlib>",  "<cstring>",  "<omp.h>"};
  Report report;
  for (const Case& each : read_cases(SCORCHC_SOURCE_DIR "/test/run/chosen.cases")) {
    const auto compiled = compile_case(each, "k", driver::compile, report);
    if (!compiled) continue;
    std::istringstream lines(compiled->single_file);
    for (std::string line; std::getline(lines, line);)
      if (const std::size_t at = line.find("#include "); at != std::string::npos) {
        INFO(compiled->kernel.source_statement << ": " << line);
        CHECK(std::find(small.begin(), small.end(), line.substr(at + 9)) != small.end());
      }
  }
  CHECK(report.wrong.empty());
}

// Clang cross-compiles. The C libraries of the targets are not installed, so the test supplies headers that declare the
// few functions that kernels use.
TEST_CASE("vector loops compile for other processors", "[optimised]") {
  const std::vector<std::string> all = compilers();
  const auto clang =
      std::find_if(all.begin(), all.end(), [](const std::string& each) { return each.starts_with("clang"); });
  if (clang == all.end()) return;
  const Folder folder;
  folder.write("cstddef", "#include <stddef.h>\n");
  folder.write("cstdint", "#include <stdint.h>\n");
  folder.write("math.h", "extern \"C\" { float expf(float); double exp(double); }\n");
  folder.write(
      "cstdlib",
      "#include <stddef.h>\nextern \"C\" { void* malloc(size_t); void* calloc(size_t, size_t); void* realloc(void*, "
      "size_t); "
      "void free(void*); }\nnamespace std { using ::malloc; using ::calloc; using ::realloc; using ::free; }\n");
  folder.write("cstring",
               "#include <stddef.h>\nextern \"C\" { void* memcpy(void*, const void*, size_t); void* memmove(void*, "
               "const void*, size_t); "
               "void* memset(void*, int, size_t); int memcmp(const void*, const void*, size_t); }\n"
               "namespace std { using ::memcmp; using ::memcpy; using ::memmove; using ::memset; }\n");
  std::vector<std::string> sources;
  Report report;
  for (const Case& each : read_cases(SCORCHC_SOURCE_DIR "/test/run/vectors.cases")) {
    const std::string name = "vector" + std::to_string(sources.size());
    const auto compiled = compile_case(each, name, driver::compile, report);
    REQUIRE(compiled);
    folder.write(name + ".h", compiled->header);
    sources.push_back(folder.write(name + ".cpp", compiled->source));
  }
  for (const std::string target : {"aarch64-linux-gnu", "riscv64-linux-gnu", "i386-linux-gnu"}) {
    clang_plugin::CompileOptions options = options_for("c++17", sources);
    for (const std::string& flag : {"--target=" + target, std::string("-ffreestanding"), std::string("-nostdinc++"),
                                    std::string("-nostdlibinc"), "-isystem" + folder.path().string()})
      options.arguments.push_back(flag);
    const clang_plugin::CheckResult result = clang_plugin::check_with_compiler(*clang, options);
    for (const clang_plugin::Message& message : result.messages)
      UNSCOPED_INFO(target << ": " << message.file << ":" << message.line << ": " << message.text);
    CHECK(result.ok);
    CHECK(result.messages.empty());
  }
}

}  // namespace
}  // namespace scorchc::test
