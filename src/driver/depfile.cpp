#include "driver/depfile.h"

#include "data/random.h"
#include "driver/input.h"
#include "support/diagnostics.h"
#include "support/format_file.h"
#include "support/words.h"

namespace scorchc::driver {
namespace {

// Escapes names as GCC does: backslashes before a blank are doubled and one is added; `$` is doubled.
std::string escaped(const std::string& path) {
  std::string text;
  std::size_t backslashes = 0;
  for (const char c : path) {
    if (c == ' ' || c == '\t') text += std::string(backslashes + 1, '\\');
    if (c == '#') text += '\\';
    if (c == '$') text += '$';
    backslashes = c == '\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text;
}

// Returns the path of the spec; nothing for an expression or standard input.
std::optional<std::string> spec_path(const Options& options) {
  const std::string& word = options.words.at(0);
  if (word == "-" || is_expression(word)) return std::nullopt;
  return word;
}

std::vector<std::string> inputs_of(const Options& options, const Destination& destination) {
  std::vector<std::string> inputs;
  const auto add = [&](const std::string& path) {
    if (!has(inputs, path)) inputs.push_back(path);
  };
  if (const auto spec = spec_path(options)) add(*spec);
  for (const std::string& path : options.response_files) add(path);
  constexpr std::string_view named_style = "file:";
  if (options.style && options.style->starts_with(named_style)) add(options.style->substr(named_style.size()));
  if (options.style == "file")
    if (const auto path = nearest_format_file(destination.folder())) add(*path);
  if (options.lock) add(*options.lock);
  for (const std::string& binding : options.data) {
    const std::string value = binding.substr(binding.find('=') + 1);
    if (!data::is_random_spec(value)) add(value);
  }
  return inputs;
}

std::string without_suffix(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1, dot = path.rfind('.');
  return dot != std::string::npos && dot > name ? path.substr(0, dot) : path;
}

std::string path_of(const Options& options, const Destination& destination, const std::vector<PlannedOutput>& planned) {
  using Place = Destination::Place;
  if (options.depfile_name) {
    if (options.depfile_name->empty()) fail(Code::usage, {}, "-MF needs a file name");
    if (*options.depfile_name == "-") fail(Code::usage, {}, "-MF needs a file; standard output takes the emitted code");
    return *options.depfile_name;
  }
  if (destination.place == Place::standard_output || destination.place == Place::device)
    fail(Code::usage, {}, "-MD needs a name for the depfile", "use `-MF FILE` with `-MT TARGET`, or `-o DIR/`");
  if (destination.place != Place::folder) return without_suffix(destination.path) + ".d";
  const std::optional<std::string> spec = spec_path(options);
  const std::string name = spec ? without_suffix(spec->substr(spec->rfind('/') + 1)) : planned.at(0).kernel->name;
  return destination.path + name + ".d";
}

std::string text_of(const Options& options, const Destination& destination, const std::vector<PlannedOutput>& planned) {
  std::vector<std::string> targets = options.depfile_targets;
  if (targets.empty())
    for (const PlannedOutput& output : planned)
      if (output.path) targets.push_back(*output.path);
  if (targets.empty())
    fail(Code::usage, {}, "-MD needs a target, because no output goes to a file", "use `-MT TARGET`");
  const std::vector<std::string> inputs = inputs_of(options, destination);
  std::string text;
  for (const std::string& target : targets) text += (text.empty() ? "" : " \\\n  ") + escaped(target);
  text += ":";
  for (const std::string& input : inputs) text += " \\\n  " + escaped(input);
  text += "\n";
  if (options.depfile_phony)
    for (const std::string& input : inputs) text += "\n" + escaped(input) + ":\n";
  return text;
}

}  // namespace

std::optional<Depfile> plan_depfile(const Options& options, const Destination& destination,
                                    const std::vector<PlannedOutput>& planned) {
  if (options.depfile && options.check && !options.update)
    fail(Code::usage, {}, "-MD cannot be combined with --check, which writes nothing", "add `--update` to write both");
  if (options.depfile) return Depfile{path_of(options, destination, planned), text_of(options, destination, planned)};
  if (options.depfile_name || !options.depfile_targets.empty() || options.depfile_phony)
    fail(Code::usage, {}, "-MF, -MT and -MP need -MD");
  return std::nullopt;
}

}  // namespace scorchc::driver
