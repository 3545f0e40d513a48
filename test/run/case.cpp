#include "case.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace scorchc::test {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '|');) result.push_back(trimmed(field));
  result.resize(3);
  return result;
}

std::string argument(const std::string& flag, const std::string& text) { return " --" + flag + " '" + text + "'"; }

}  // namespace

Case read_case(const std::string& line) {
  const std::vector<std::string> field = fields(line);
  Case result{field[0], {}};
  std::istringstream words(field[1]);
  for (std::string word; words >> word;) {
    if (word.starts_with("dim:"))
      result.settings.dims.push_back(word.substr(4));
    else if (word.starts_with("type:"))
      result.settings.types.push_back(word.substr(5));
    else if (word.starts_with("index:"))
      result.settings.index = word.substr(6);
    else
      result.settings.formats.push_back(word);
  }
  if (!field[2].empty()) result.settings.schedule = field[2];
  return result;
}

std::string write_case(const Case& run_case) {
  const front::Settings& settings = run_case.settings;
  std::string words;
  for (const std::string& format : settings.formats) words += " " + format;
  for (const std::string& type : settings.types) words += " type:" + type;
  for (const std::string& dim : settings.dims) words += " dim:" + dim;
  if (settings.index) words += " index:" + *settings.index;
  std::string line = run_case.expression;
  if (!words.empty() || settings.schedule) line += " |" + words;
  if (settings.schedule) line += " | " + *settings.schedule;
  return line;
}

std::vector<Case> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);)
    if (const std::string text = trimmed(line); !text.empty() && text[0] != '#') cases.push_back(read_case(text));
  return cases;
}

std::string replay_command(const Case& run_case, std::uint64_t seed, std::int64_t cases) {
  const front::Settings& settings = run_case.settings;
  std::string command = "scorchc verify '" + run_case.expression + "'";
  for (const std::string& format : settings.formats) command += argument("fmt", format);
  for (const std::string& type : settings.types) command += argument("type", type);
  for (const std::string& dim : settings.dims) command += argument("dim", dim);
  if (settings.index) command += argument("index", *settings.index);
  if (settings.schedule) command += argument("schedule", *settings.schedule);
  return command + " --cases " + std::to_string(cases) + " --seed " + std::to_string(seed);
}

}  // namespace scorchc::test
