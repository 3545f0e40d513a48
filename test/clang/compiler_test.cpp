// Tests kernels compiled by the user's compiler, and the parsing of its messages.
#include <cstdlib>
#include <filesystem>

#include "catch.h"
#include "clang/compiler_messages.h"
#include "clang/compiler_process.h"
#include "clang/plugin.h"

using namespace scorchc::clang_plugin;

namespace {

const char* const kernel = R"(#include <cstdint>
#include "scale.h"
extern "C" std::int64_t sum(std::int64_t n, const double* x) {
  double s = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : s)
#endif
  for (std::int64_t i = 0; i < n; ++i) s += x[i];
  return static_cast<std::int64_t>(scale(s));
}
)";

CompileOptions kernel_options(std::vector<std::string> arguments) {
  return {{{"sum.cpp", kernel}, {"scale.h", "inline double scale(double x) { return 2 * x; }\n"}},
          std::move(arguments)};
}

bool is_installed(const std::string& compiler) { return check_with_compiler(compiler, {{{"empty.cpp", ""}}, {}}).ok; }

/// Returns the compilers of the machine; in practice at least the one that built this test.
std::vector<std::string> compilers() {
  std::vector<std::string> result;
  for (const char* name : {"g++", "c++", "clang++", "clang++-19"}) {
    if (is_installed(name)) result.emplace_back(name);
  }
  return result;
}

/// A temporary folder for this process alone, so that leftover files are visible.
class OwnTemporaryFolder {
 public:
  OwnTemporaryFolder() { REQUIRE(setenv("TMPDIR", folder_.path().c_str(), 1) == 0); }
  ~OwnTemporaryFolder() { unsetenv("TMPDIR"); }
  bool is_empty() const { return std::filesystem::is_empty(folder_.path()); }

 private:
  PrivateFolder folder_;
};

}  // namespace

TEST_CASE("messages of gcc and clang are read") {
  const auto messages = read_messages(
      "In file included from /tmp/x/src/k.cpp:1:\n"
      "/tmp/x/src/k.h:3:7: warning: unused variable 'n' [-Wunused-variable]\n"
      "    3 |   int n;\n"
      "      |       ^\n"
      "/tmp/x/src/k.cpp:9:2: error: no [matching] thing: error: twice [-Werror=shadow]\n"
      "/tmp/x/src/k.cpp:9:2: error: it [-Werror,-Wshadow]\n"
      "k.cpp:12: note: only a line\n"
      "/a:b/k.cpp:4:5: fatal error: gone.h: No such file or directory\n"
      "g++: error: unrecognized command-line option '-fx'",
      "/tmp/x/src");
  REQUIRE(messages.size() == 6);
  CHECK(messages[0].level == Message::Level::warning);
  CHECK(messages[0].file == "k.h");
  CHECK(messages[0].line == 3);
  CHECK(messages[0].column == 7);
  CHECK(messages[0].text == "unused variable 'n'");
  CHECK(messages[0].flag == "-Wunused-variable");
  CHECK(messages[1].text == "no [matching] thing: error: twice");
  CHECK(messages[1].flag == "-Wshadow");
  CHECK(messages[2].flag == "-Wshadow");
  CHECK(messages[3].level == Message::Level::note);
  CHECK(messages[3].line == 12);
  CHECK(messages[3].column == 0);
  CHECK(messages[4].file == "/a:b/k.cpp");
  CHECK(messages[4].text == "gone.h: No such file or directory");
  CHECK(messages[5].file.empty());
  CHECK(messages[5].text == "g++: unrecognized command-line option '-fx'");
  CHECK(read_messages("", "/x").empty());
  CHECK(read_messages("\n: error: \n", "/x").size() == 1);
}

TEST_CASE("a kernel is compiled and loaded by a compiler") {
  const OwnTemporaryFolder temporary;
  for (const std::string& compiler : compilers()) {
    INFO(compiler);
    std::vector<Message> messages;
    const auto loaded = load_with_compiler(compiler, kernel_options({"-O2", "-std=c++17"}), &messages);
    REQUIRE(loaded != nullptr);
    CHECK(messages.empty());
    auto* sum = reinterpret_cast<std::int64_t (*)(std::int64_t, const double*)>(loaded->symbol("sum"));
    REQUIRE(sum != nullptr);
    const double x[] = {1, 2, 3};
    CHECK(sum(3, x) == 12);
    CHECK(loaded->symbol("product") == nullptr);
  }
  CHECK(temporary.is_empty());
}

TEST_CASE("a kernel with OpenMP is compiled, run and unloaded") {
  if (!is_installed("g++")) return;
  const std::vector<double> x(1000, 1.0);
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<Message> messages;
    const auto loaded = load_with_compiler("g++", kernel_options({"-O2", "-fopenmp"}), &messages);
    REQUIRE(loaded != nullptr);
    auto* sum = reinterpret_cast<std::int64_t (*)(std::int64_t, const double*)>(loaded->symbol("sum"));
    CHECK(sum(1000, x.data()) == 2000);
  }
}

TEST_CASE("a compiler builds two kernels with the same symbol", "[compiler]") {
  for (const std::string& compiler : compilers()) {
    INFO(compiler);
    const auto text = [](int value) {
      return "extern \"C\" int inner() { return " + std::to_string(value) +
             "; }\nextern \"C\" int outer() { return inner(); }\n";
    };
    const auto one = load_with_compiler(compiler, {{{"k.cpp", text(1)}}, {}}, nullptr);
    const auto two = load_with_compiler(compiler, {{{"k.cpp", text(2)}}, {}}, nullptr);
    REQUIRE(one != nullptr);
    REQUIRE(two != nullptr);
    CHECK(reinterpret_cast<int (*)()>(one->symbol("outer"))() == 1);
    CHECK(reinterpret_cast<int (*)()>(two->symbol("outer"))() == 2);
  }
}

TEST_CASE("errors and warnings of a compiler have their locations") {
  for (const std::string& compiler : compilers()) {
    INFO(compiler);
    const CheckResult warned = check_with_compiler(
        compiler, {{{"deep/k.cpp", "int f(int n) {\n  { int n = 1; (void)n; }\n  return n;\n}\n"}}, {"-Wshadow"}});
    CHECK(warned.ok);
    REQUIRE_FALSE(warned.messages.empty());
    CHECK(warned.messages.front().level == Message::Level::warning);
    CHECK(warned.messages.front().file == "deep/k.cpp");
    CHECK(warned.messages.front().line == 2);
    CHECK(warned.messages.front().column == 9);
    CHECK(warned.messages.front().flag == "-Wshadow");
    std::vector<Message> messages;
    CHECK(load_with_compiler(compiler, {{{"k.cpp", "\nint f() { return missing; }\n"}}, {}}, &messages) == nullptr);
    REQUIRE_FALSE(messages.empty());
    CHECK(messages.front().level == Message::Level::error);
    CHECK(messages.front().line == 2);
    CHECK_FALSE(check_with_compiler(compiler, {{{"k.cpp", ""}}, {"-funknown-to-all"}}).ok);
  }
}

TEST_CASE("a missing symbol is found at loading") {
  for (const std::string& compiler : compilers()) {
    std::vector<Message> messages;
    CHECK(load_with_compiler(compiler, {{{"k.cpp", "int nobody();\nint f() { return nobody(); }\n"}}, {}}, &messages) ==
          nullptr);
    REQUIRE(messages.size() == 1);
    CHECK_THAT(messages.front().text, ContainsSubstring("cannot load") && ContainsSubstring("nobody"));
  }
}

TEST_CASE("a compiler that cannot be started is an error") {
  const OwnTemporaryFolder temporary;
  for (const std::string name : {"no-such-compiler", "/no/such/compiler", "", "g++ -O2", "/"}) {
    INFO(name);
    std::vector<Message> messages;
    CHECK(load_with_compiler(name, kernel_options({}), &messages) == nullptr);
    REQUIRE(messages.size() == 1);
    CHECK_THAT(messages.front().text, ContainsSubstring("compiler"));
    CHECK_FALSE(check_with_compiler(name, kernel_options({})).ok);
  }
  std::vector<Message> messages;
  CHECK(load_with_compiler("false", kernel_options({}), &messages) == nullptr);
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages.front().text, ContainsSubstring("status 1"));
  CHECK(temporary.is_empty());
}

TEST_CASE("no shell and no file outside the folder") {
  const std::string mark = (std::filesystem::temp_directory_path() / "hostile-mark").string();
  for (const std::string& name : {std::string("../") + "k.cpp", mark, std::string(), std::string("a/../../k.cpp")}) {
    INFO(name);
    const CheckResult result = check_with_compiler("g++", {{{name, "int x;\n"}}, {}});
    CHECK_FALSE(result.ok);
    REQUIRE(result.messages.size() == 1);
    CHECK_THAT(result.messages.front().text, ContainsSubstring("is not a relative path"));
  }
  CHECK(check_with_compiler("g++", {{{"$(touch " + std::string("x") + ");'k.cpp", "int x;\n"}}, {}}).ok);
  CHECK_FALSE(std::filesystem::exists(mark));
}

TEST_CASE("a temporary folder is private and is deleted") {
  std::string path;
  {
    const PrivateFolder folder;
    path = folder.path();
    REQUIRE_FALSE(path.empty());
    CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
          std::filesystem::perms::owner_all);
  }
  CHECK_FALSE(std::filesystem::exists(path));
}
