#include "engine.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "clang/plugin.h"
#include "driver/interpreted.h"
#include "run/emitted_flags.h"

namespace scorchc::fuzz {
namespace {

using clang_plugin::Message;

std::vector<std::string> compiler_arguments(const std::string& text) {
  // One batch in eight, selected by the length of its text, is compiled with optimisation and all sanitizer checks,
  // which takes six times as long.
  const bool thorough = text.size() % 8 == 0;
  std::vector<std::string> arguments = {"-std=c++17", thorough ? "-O1" : "-O0", "-g1"};
  for (const std::vector<std::string>& flags :
       {test::warning_flags(),
        test::sanitizer_flags(thorough ? test::SanitizerSet::all : test::SanitizerSet::without_pointers)})
    arguments.insert(arguments.end(), flags.begin(), flags.end());
  if (SCORCHC_TEST_OPENMP) arguments.insert(arguments.end(), test::thread_flags().begin(), test::thread_flags().end());
  // One vector width per batch: kernels with all three take several times as long to compile.
  arguments.push_back("-DSCORCH_VECTOR_BYTES=" + std::to_string(std::array{16, 32, 64}[text.size() % 3]));
  return arguments;
}

/// Indices of kernels in the batch.
using Places = std::vector<std::size_t>;

class Loader {
 public:
  explicit Loader(const Kernels& kernels) : kernels_(kernels) { loaded_.runners.resize(kernels.size()); }

  void load(Places places) {
    while (!places.empty()) {
      std::vector<Message> messages;
      if (load_unit(places, messages)) return;
      const Places guilty = take_guilty(places, messages);
      if (!guilty.empty()) {
        std::erase_if(places, [&](std::size_t place) { return loaded_.refused.contains(place); });
      } else if (places.size() == 1) {
        loaded_.refused[places[0]] = messages.empty() ? "no message" : messages[0].text;
        return;
      } else {
        const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
        load({middle, places.end()});
        places.erase(middle, places.end());
      }
    }
  }
  Loaded take() { return std::move(loaded_); }

 private:
  bool load_unit(const Places& places, std::vector<Message>& messages) {
    std::string text;
    ends_.clear();
    unsigned lines = 0;
    for (const std::size_t place : places) {
      const std::string part =
          kernels_[place]->single_file + driver::numbered_runner(kernels_[place]->runner, static_cast<int>(place));
      lines += static_cast<unsigned>(std::count(part.begin(), part.end(), '\n'));
      ends_.push_back(lines);
      text += part;
    }
    std::vector<std::string> arguments = compiler_arguments(text);
    std::shared_ptr<clang_plugin::LoadedKernel> library = clang_plugin::load_with_compiler(
        SCORCHC_TEST_CXX, {{{"batch.cpp", std::move(text)}}, std::move(arguments)}, &messages);
    if (library == nullptr) return false;
    for (const std::size_t place : places)
      loaded_.runners[place] = driver::find_runner(*library, static_cast<int>(place));
    loaded_.keep.push_back(std::move(library));
    return true;
  }

  /// The kernels whose lines have errors. Marks them as refused.
  Places take_guilty(const Places& places, const std::vector<Message>& messages) {
    Places guilty;
    for (const Message& message : messages) {
      if (message.line == 0 || message.level == Message::Level::note) continue;
      const auto end = std::lower_bound(ends_.begin(), ends_.end(), message.line);
      if (end == ends_.end()) continue;
      const std::size_t place = places[static_cast<std::size_t>(end - ends_.begin())];
      if (loaded_.refused.try_emplace(place, message.text + " " + message.flag).second) guilty.push_back(place);
    }
    return guilty;
  }

  const Kernels& kernels_;
  std::vector<unsigned> ends_;  // the last line of each kernel
  Loaded loaded_;
};

}  // namespace

Loaded load_compiled(const Kernels& kernels) {
  Loader loader(kernels);
  Places all;
  for (std::size_t place = 0; place < kernels.size(); ++place) all.push_back(place);
  loader.load(std::move(all));
  return loader.take();
}

Loaded load_interpreted(const Kernels& kernels) {
  Loaded loaded;
  loaded.finds_leaks = true;
  for (const driver::CompiledKernel* kernel : kernels) loaded.runners.push_back(driver::interpreted(*kernel));
  return loaded;
}

Engine find_engine(const std::string& name) {
  if (name == "compiled") return load_compiled;
  if (name == "interpreted") return load_interpreted;
  return {};
}

}  // namespace scorchc::fuzz
