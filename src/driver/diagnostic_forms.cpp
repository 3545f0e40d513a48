#include "driver/diagnostic_forms.h"

#include <algorithm>

#include "driver/errors_page.h"
#include "driver/json_document.h"
#include "support/source_kind.h"

namespace scorchc::driver {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

/// Returns the length in bytes of the UTF-8 character at the start of `text`; 0 for invalid UTF-8.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  return std::all_of(text.begin() + 1, text.begin() + static_cast<long>(length), is_continuation) ? length : 0;
}

std::string json_string(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const auto c = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      out += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      out += {'\\', text[0]};
    } else if (c < 0x20 || c == 0x7f) {
      out += std::string("\\u00") + digits[c >> 4] + digits[c & 15];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + '"';
}

/// Returns a path as a URI reference, with percent-encoding.
std::string uri_of(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF", harmless = "-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain || harmless.find(c) != std::string_view::npos)
      uri += c;
    else
      uri += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return uri;
}

class SarifLog {
 public:
  explicit SarifLog(const RunReport& report) : report_(report) {}

  std::string print() {
    Json results = Json::array(), notifications = Json::array();
    for (const Diagnostic& diagnostic : report_.diagnostics) results.push_back(result(diagnostic));
    for (const std::string& note : report_.notes)
      notifications.push_back(
          {{"level", "note"}, {"message", {{"text", note.substr(0, note.find_last_not_of('\n') + 1)}}}});
    const int code = static_cast<int>(report_.exit);
    Json run;
    run["tool"]["driver"] = {{"name", "scorchc"}, {"version", report_.version}, {"rules", rules_}};
    run["columnKind"] = "unicodeCodePoints";
    run["invocations"] = {
        {{"executionSuccessful", code == 0}, {"exitCode", code}, {"toolExecutionNotifications", notifications}}};
    if (!artifacts_.empty()) run["artifacts"] = artifacts_;
    run["results"] = results;
    const Json log = {
        {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {run}}};
    return log.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
  }

 private:
  const RunReport& report_;
  Json rules_ = Json::array(), artifacts_ = Json::array();
  std::vector<Code> codes_;                      // of rules_
  std::vector<const scorchc::Source*> sources_;  // of artifacts_

  template <class T>
  static std::size_t index_of(std::vector<T>& list, T item) {
    const auto at = std::find(list.begin(), list.end(), item);
    const auto index = static_cast<std::size_t>(at - list.begin());
    if (at == list.end()) list.push_back(item);
    return index;
  }

  std::size_t rule(Code code) {
    const std::size_t index = index_of(codes_, code);
    if (index < rules_.size()) return index;
    const CodeInfo& row = info(code);
    rules_.push_back({{"id", row.id},
                      {"name", row.name},
                      {"shortDescription", {{"text", row.title}}},
                      {"help", {{"text", error_section(row.id)}, {"markdown", error_section(row.id)}}}});
    return index;
  }

  /// Texts that are not in a file, such as the statement and flags, are embedded in the log.
  Json artifact(const scorchc::Source& source) {
    if (is_file(source)) return {{"uri", uri_of(source.name)}};
    const std::size_t index = index_of(sources_, &source);
    if (index == artifacts_.size())
      artifacts_.push_back({{"description", {{"text", source.name}}}, {"contents", {{"text", source.text}}}});
    return {{"index", index}};
  }

  Json result(const Diagnostic& diagnostic) {
    Json json = {
        {"ruleId", info(diagnostic.code).id},
        {"ruleIndex", rule(diagnostic.code)},
        {"level", diagnostic.severity == Severity::error ? "error" : "warning"},
        {"message", {{"text", diagnostic.message + (diagnostic.help.empty() ? "" : "\nhelp: " + diagnostic.help)}}}};
    if (!diagnostic.place.source) return json;
    const scorchc::Source& source = *diagnostic.place.source;
    const TextPosition begin = position_of(source, diagnostic.place.span.begin);
    const TextPosition end = position_of(source, std::max(diagnostic.place.span.begin, diagnostic.place.span.end));
    Json region = {
        {"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line}, {"endColumn", end.column}};
    json["locations"] = {{{"physicalLocation", {{"artifactLocation", artifact(source)}, {"region", region}}}}};
    return json;
  }
};

}  // namespace

TextPosition position_of(const scorchc::Source& source, std::uint32_t byte) {
  const std::string_view before = std::string_view(source.text).substr(0, byte);
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  return {1 + std::count(before.begin(), before.end(), '\n'),
          1 + std::count_if(before.begin() + static_cast<long>(line_begin), before.end(),
                            [](char c) { return !is_continuation(c); })};
}

std::string render_json(const Diagnostic& diagnostic) {
  const CodeInfo& code = info(diagnostic.code);
  std::string out = "{\"severity\": ";
  out += diagnostic.severity == Severity::error ? "\"error\"" : "\"warning\"";
  out += ", \"code\": " + json_string(code.id) + ", \"message\": " + json_string(diagnostic.message);
  if (diagnostic.place.source) {
    const TextPosition at = position_of(*diagnostic.place.source, diagnostic.place.span.begin);
    out += ", \"file\": " + json_string(diagnostic.place.source->name);
    out += ", \"line\": " + std::to_string(at.line) + ", \"column\": " + std::to_string(at.column);
  }
  if (!diagnostic.help.empty()) out += ", \"help\": " + json_string(diagnostic.help);
  return out + "}\n";
}

std::string render_json_note(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return "{\"note\": " + json_string(text) + "}\n";
}

std::string render_sarif(const RunReport& report) { return SarifLog(report).print(); }

}  // namespace scorchc::driver
