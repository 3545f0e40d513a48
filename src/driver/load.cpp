#include "driver/load.h"

#include <algorithm>

namespace scorchc::driver {
namespace {

constexpr std::string_view runner_prefix = "scorch_runner_";

std::string numbered_prefix(int number) { return std::string(runner_prefix) + std::to_string(number) + "_"; }

std::string numbered_symbol(std::string_view symbol, int number) {
  return numbered_prefix(number) + std::string(symbol.substr(runner_prefix.size()));
}

Runner find_runner(clang_plugin::LoadedKernel& loaded, const std::string& call, const std::string& release) {
  Runner runner;
  runner.call = reinterpret_cast<RunnerCall>(loaded.symbol(call));
  runner.release = reinterpret_cast<RunnerFree>(loaded.symbol(release));
  if (runner.call == nullptr || runner.release == nullptr)
    fail(Code::internal_error, {}, "the compiled kernel lacks its runner");
  return runner;
}

std::string first_error(const std::vector<clang_plugin::Message>& messages) {
  const auto error = std::find_if(messages.begin(), messages.end(), [](const clang_plugin::Message& message) {
    return message.level == clang_plugin::Message::Level::error;
  });
  return error == messages.end() ? "no message" : error->text;
}

[[noreturn]] void fail_compiler(const std::string& cxx, const std::vector<clang_plugin::Message>& messages) {
  fail(Code::compiler_failed, {make_source("--cxx", cxx), {0, static_cast<std::uint32_t>(cxx.size())}},
       scorchc::quoted(cxx) + " cannot compile the kernel: " + first_error(messages));
}

RunnableKernel load_by_compiler(const std::string& cxx, clang_plugin::CompileOptions options) {
  std::vector<clang_plugin::Message> messages;
  if (auto loaded = clang_plugin::load_with_compiler(cxx, options, &messages)) return {std::move(loaded), {}};
  // A compiler may be installed without its OpenMP library.
  std::erase(options.arguments, "-fopenmp");
  std::vector<clang_plugin::Message> plain_messages;
  if (auto loaded = clang_plugin::load_with_compiler(cxx, options, &plain_messages))
    return {std::move(loaded), {}, scorchc::quoted(cxx) + " does not support OpenMP"};
  fail_compiler(cxx, messages);
}

RunnableKernel load_by_plugin(const clang_plugin::CompileOptions& options) {
  std::string why;
  clang_plugin::Plugin* plugin = clang_plugin::find_plugin(&why);
  if (plugin == nullptr)
    fail(Code::compiler_missing, {}, "no compiler was found to run the kernel: " + why,
         "name a C++ compiler with `--cxx g++`");
  std::vector<clang_plugin::Message> messages;
  if (auto loaded = plugin->load(options, &messages)) {
    RunnableKernel result{std::move(loaded), {}};
    for (const clang_plugin::Message& message : messages)
      if (message.level == clang_plugin::Message::Level::note && message.text.find("OpenMP") != std::string::npos)
        result.one_thread = message.text;
    return result;
  }
  fail(Code::internal_error, {}, "Clang rejects the emitted code: " + first_error(messages));
}

}  // namespace

clang_plugin::CompileOptions load_options(const CompiledKernel& compiled, const std::optional<std::string>& cxx) {
  clang_plugin::CompileOptions options;
  options.files = {{compiled.kernel.name + ".cpp", compiled.single_file + compiled.runner}};
  options.arguments = {"-std=c++17", cxx ? "-O2" : "-O3"};
  if (compiled.kernel.parallel) options.arguments.emplace_back("-fopenmp");
  return options;
}

RunnableKernel load(const CompiledKernel& compiled, const std::optional<std::string>& cxx) {
  clang_plugin::CompileOptions options = load_options(compiled, cxx);
  RunnableKernel result = cxx ? load_by_compiler(*cxx, std::move(options)) : load_by_plugin(options);
  result.runner = find_runner(*result.loaded, runner_symbol, runner_free_symbol);
  return result;
}

std::string compiler_name(const std::optional<std::string>& cxx) {
  if (cxx) return *cxx + " -O2";
  const clang_plugin::Plugin* plugin = clang_plugin::find_plugin(nullptr);
  return plugin == nullptr ? "" : "Clang " + plugin->version() + " -O3";
}

void check_with(const std::string& cxx, const CompiledKernel& compiled) {
  clang_plugin::CompileOptions options;
  options.files = {{compiled.kernel.name + ".cpp", compiled.single_file}};
  options.arguments = {"-std=c++17"};
  const clang_plugin::CheckResult result = clang_plugin::check_with_compiler(cxx, options);
  if (!result.ok) fail_compiler(cxx, result.messages);
}

std::string numbered_runner(const std::string& runner, int number) {
  const std::string with = numbered_prefix(number);
  std::string result;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = runner.find(runner_prefix, begin);
    if (end == std::string::npos) return result + runner.substr(begin);
    result += runner.substr(begin, end - begin) + with;
    begin = end + runner_prefix.size();
  }
}

Runner find_runner(clang_plugin::LoadedKernel& loaded, int number) {
  return find_runner(loaded, numbered_symbol(runner_symbol, number), numbered_symbol(runner_free_symbol, number));
}

}  // namespace scorchc::driver
