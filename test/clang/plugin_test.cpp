// Tests checking, compiling and formatting in the Clang plugin.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "plugin_or_skip.h"

using namespace scorchc::clang_plugin;

namespace {

const char* const kernel = R"(#include <cstdint>
extern "C" void scale(std::int64_t n, double* x) {
  for (std::int64_t i = 0; i < n; ++i) x[i] *= 2;
}
)";

CompileOptions one_file(const std::string& text, std::vector<std::string> arguments) {
  return {{{"kernel.cpp", text}}, std::move(arguments)};
}

}  // namespace

TEST_CASE("a version of LLVM is named") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  CHECK(plugin->version().find('.') != std::string::npos);
  CHECK(find_plugin(nullptr) == plugin);
}

TEST_CASE("a correct kernel has no messages") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const CheckResult result = plugin->check(one_file(kernel, {"-std=c++17", "-Wall", "-Wextra"}));
  CHECK(result.ok);
  CHECK(result.messages.empty());
}

TEST_CASE("an error has its location") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const CheckResult result = plugin->check(one_file("int f() {\n  return absent_name;\n}\n", {}));
  CHECK_FALSE(result.ok);
  REQUIRE(result.messages.size() == 1);
  const Message& message = result.messages.front();
  CHECK(message.level == Message::Level::error);
  CHECK(message.file == "kernel.cpp");
  CHECK(message.line == 2);
  CHECK(message.column == 10);
  CHECK_THAT(message.text, ContainsSubstring("undeclared identifier 'absent_name'"));
  CHECK(message.flag.empty());
}

TEST_CASE("a warning has its flag, also as an error") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const std::string text = "int f(long n) {\n  return n;\n}\n";
  const CheckResult warned = plugin->check(one_file(text, {"-Wconversion"}));
  CHECK(warned.ok);
  REQUIRE(warned.messages.size() == 1);
  CHECK(warned.messages.front().level == Message::Level::warning);
  CHECK(warned.messages.front().flag == "-Wshorten-64-to-32");
  CHECK(warned.messages.front().line == 2);
  const CheckResult refused = plugin->check(one_file(text, {"-Wconversion", "-Werror"}));
  CHECK_FALSE(refused.ok);
  REQUIRE(refused.messages.size() == 1);
  CHECK(refused.messages.front().level == Message::Level::error);
  CHECK(refused.messages.front().flag == "-Wshorten-64-to-32");
}

TEST_CASE("files in memory include each other") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  CompileOptions options;
  options.files = {{"spmv.cpp", "#include \"spmv.h\"\nint f() { return answer(); }\n"},
                   {"spmv.h", "inline int answer() { return 42; }\ninline int slip() { return nothing; }\n"}};
  const CheckResult result = plugin->check(options);
  CHECK_FALSE(result.ok);
  REQUIRE(result.messages.size() == 1);
  CHECK_THAT(result.messages.front().file, ContainsSubstring("spmv.h"));
  CHECK(result.messages.front().line == 2);
}

TEST_CASE("a C header can be checked as C11") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  CompileOptions options{{{"k.h", "#pragma once\n#include <stdint.h>\nint32_t f(int32_t class);\n"}}, {}};
  CHECK_FALSE(plugin->check(options).ok);  // uses a keyword of C++
  options.arguments = {"-x", "c-header", "-std=c11", "-Wall", "-Wpedantic", "-Werror"};
  CHECK(plugin->check(options).messages.empty());
}

TEST_CASE("arguments that cannot be used and missing files are errors") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const CheckResult unknown = plugin->check(one_file(kernel, {"-funknown-to-all"}));
  CHECK_FALSE(unknown.ok);
  REQUIRE_FALSE(unknown.messages.empty());
  CHECK_THAT(unknown.messages.front().text, ContainsSubstring("-funknown-to-all"));
  CHECK_FALSE(plugin->check(one_file(kernel, {"-march=abacus"})).ok);
  const CheckResult none = plugin->check({});
  CHECK_FALSE(none.ok);
  CHECK(none.messages.size() == 1);
}

TEST_CASE("a very long expression does not end the process") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  std::string text = "double f(double x) { return x";
  for (int term = 0; term < 100000; ++term) text += "+x";
  CHECK(plugin->check(one_file(text + "; }\n", {})).ok);
}

TEST_CASE("the folder of Clang's own headers can be overridden") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  std::string folder = (std::filesystem::temp_directory_path() / "scorchc-resources-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::filesystem::create_directory(folder + "/include");
  std::ofstream(folder + "/include/stddef.h") << "inline int of_this_folder() { return 1; }\n";
  const CompileOptions options = one_file("#include <stddef.h>\nint f() { return of_this_folder(); }\n", {});
  CHECK_FALSE(plugin->check(options).ok);
  REQUIRE(setenv("SCORCHC_CLANG_RESOURCE_DIR", folder.c_str(), 1) == 0);
  const CheckResult result = plugin->check(options);
  unsetenv("SCORCHC_CLANG_RESOURCE_DIR");
  std::filesystem::remove_all(folder);
  CHECK(result.ok);
}

TEST_CASE("a process whose folder is gone can still compile") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const std::filesystem::path before = std::filesystem::current_path();
  std::string folder = (std::filesystem::temp_directory_path() / "scorchc-gone-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::filesystem::current_path(folder);
  std::filesystem::remove(folder);
  const CheckResult result = plugin->check(one_file(kernel, {}));
  std::filesystem::current_path(before);
  CHECK(result.ok);
}

TEST_CASE("object, assembly and LLVM IR are written") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const CompileOptions options = one_file(kernel, {"-O2"});
  const CompileResult object = plugin->compile(options, OutputKind::object);
  CHECK(object.ok);
  CHECK(object.output.substr(0, 4) ==
        "\x7f"
        "ELF");
  const CompileResult assembly = plugin->compile(options, OutputKind::assembly);
  CHECK(assembly.ok);
  CHECK_THAT(assembly.output, ContainsSubstring("scale:"));
  const CompileResult ir = plugin->compile(options, OutputKind::llvm_ir);
  CHECK(ir.ok);
  CHECK_THAT(ir.output, ContainsSubstring("define") && ContainsSubstring("@scale("));
  // Compiling again gives the same bytes: no state leaks between compilations.
  CHECK(plugin->compile(options, OutputKind::object).output == object.output);
}

TEST_CASE("code that does not compile has no output") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const CompileResult result = plugin->compile(one_file("int f( {", {}), OutputKind::object);
  CHECK_FALSE(result.ok);
  CHECK(result.output.empty());
  CHECK_FALSE(result.messages.empty());
  // An error of the back end, not of the front end.
  const CompileResult late =
      plugin->compile(one_file("void f() { asm(\"not an instruction\"); }", {}), OutputKind::object);
  CHECK_FALSE(late.ok);
  REQUIRE_FALSE(late.messages.empty());
  CHECK(late.messages.front().level == Message::Level::error);
}

TEST_CASE("text is formatted by a named style") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const std::string text = "#include <cstring>\n#include <cstdint>\nint  f( ){return 1;}\n";
  std::string error = "old";
  CHECK(plugin->format(text, "llvm", "", &error) == "#include <cstdint>\n#include <cstring>\nint f() { return 1; }\n");
  CHECK(error.empty());
  CHECK(plugin->format(text, "off", "", &error) == text);
  CHECK(error.empty());
  CHECK(plugin->format("int*x;\n", "{BasedOnStyle: llvm, PointerAlignment: Left}", "", &error) == "int* x;\n");
  CHECK(error.empty());
}

TEST_CASE("text is formatted by the nearest .clang-format") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  std::string folder = (std::filesystem::temp_directory_path() / "scorchc-format-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::filesystem::create_directories(folder + "/deep/deeper");
  std::ofstream(folder + "/.clang-format")
      << "BasedOnStyle: Google\nIndentWidth: 7\nAllowShortFunctionsOnASingleLine: None\n";
  std::string error;
  CHECK(plugin->format("int f(){return 1;}\n", "file", folder + "/deep/deeper", &error) ==
        "int f() {\n       return 1;\n}\n");
  CHECK(error.empty());
  std::ofstream(folder + "/deep/.clang-format") << "IndentWidth: [many\n";
  CHECK(plugin->format("int  x;\n", "file", folder + "/deep", &error) == "int  x;\n");
  CHECK_FALSE(error.empty());
  std::filesystem::remove_all(folder);
}

TEST_CASE("an unknown style is reported") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  std::string error;
  CHECK(plugin->format("int  x;\n", "baroque", "", &error) == "int  x;\n");
  CHECK_THAT(error, ContainsSubstring("baroque"));
  CHECK(plugin->format("int  x;\n", "{IndentWidth: [}", "", &error) == "int  x;\n");
  CHECK_FALSE(error.empty());
  CHECK(plugin->format("int  x;\n", "file", "/proc", &error) == "int  x;\n");
  CHECK_THAT(error, ContainsSubstring("/proc"));
}

// The cases below run only by name, each in a process whose environment names an unsuitable plugin.
TEST_CASE("a file that is not a library is refused with a message", "[.misfit]") {
  std::string why;
  CHECK(find_plugin(&why) == nullptr);
  CHECK_THAT(why, ContainsSubstring("cannot load"));
}

TEST_CASE("a plugin of another scorchc is refused with a message", "[.misfit]") {
  std::string why;
  CHECK(find_plugin(&why) == nullptr);
  CHECK_THAT(why, ContainsSubstring("another scorchc") && ContainsSubstring("0.0.1-other"));
}
