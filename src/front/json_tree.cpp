// Parses JSON with nlohmann's SAX parser into a tree with locations.
#include "front/json_tree.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace scorchc::front {
namespace {

/// Finds the location of each event of nlohmann's parser. Events come token by token, so each event corresponds to the
/// next token. The parser has already checked its syntax.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t begin) : text_(text), at_(begin) {}

  Span token() {
    skip(" \t\r\n,:");
    return scan();
  }

  /// The token that contains byte `at`, at which the parser failed.
  Span token_at(std::size_t at) {
    while (true) {
      skip(" \t\r\n");
      const Span span = scan();
      if (span.end > at || at_ >= text_.size()) return span;
    }
  }

 private:
  std::string_view text_;
  std::size_t at_;

  void skip(std::string_view blanks) { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  Span scan() {
    const std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
        if (text_[at_] == '\\') ++at_;
      at_ = std::min(at_ + 1, text_.size());
    } else if (at_ < text_.size() && std::string_view("{}[],:").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    } else {
      at_ = std::min(text_.find_first_of("{}[],:\" \t\r\n", at_), text_.size());
    }
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const SourcePtr& source, const Fragment& text)
      : source_(source), scanner_(source->text, text.span(0, 0).begin) {}

  JsonValue take() { return std::move(root_); }

  bool null() override { return scalar(JsonValue::Kind::null, {}); }
  bool boolean(bool) override { return scalar(JsonValue::Kind::boolean, {}); }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t) override { return number(); }
  bool number_float(number_float_t, const string_t&) override { return number(); }
  bool string(string_t& text) override { return scalar(JsonValue::Kind::string, std::move(text)); }
  bool binary(binary_t&) override { return false; }  // occurs only in binary formats
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    const Span span = scanner_.token();
    if (!open_.back().keys.insert(key).second)
      fail(Code::repeated_key, {source_, span}, "key " + scorchc::quoted(key) + " occurs twice in this object",
           "remove one of them");
    open_.back().value->members.push_back({std::move(key), span, {}});
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    const std::size_t at = position == 0 ? 0 : position - 1;
    Span span = scanner_.token_at(at);
    std::string message = error.what();
    // Removes nlohmann's quotation of the user's text; the caret shows it.
    message.resize(std::min(message.find("; last read"), message.size()));
    // Removes the library's tag, which ends at the first bracket. Later brackets belong to the message.
    if (const std::size_t prefix = message.find(']'); prefix != std::string::npos) message.erase(0, prefix + 1);
    for (const std::string_view lead : {"syntax error ", " - "})
      if (const std::size_t found = message.find(lead); found != std::string::npos)
        message.erase(0, found + lead.size());
    const bool inside_string = message.find("invalid string") != std::string::npos;
    if (inside_string && at >= span.begin && at < span.end)
      span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)};
    if (at >= source_->text.size() || token.empty())
      span = {static_cast<std::uint32_t>(source_->text.size()), static_cast<std::uint32_t>(source_->text.size())};
    fail(Code::json_syntax, {source_, span}, "this is not JSON: " + message);
  }

 private:
  struct Open {
    JsonValue* value;  // stable, because its parent does not grow while this value is open
    std::set<std::string> keys;
  };
  const SourcePtr& source_;
  Scanner scanner_;
  JsonValue root_;
  std::vector<Open> open_;
  int values_ = 0;

  JsonValue& place_of_next() {
    if (open_.empty()) return root_;
    JsonValue& parent = *open_.back().value;
    if (parent.kind == JsonValue::Kind::object) return parent.members.back().value;
    return parent.items.emplace_back();
  }

  bool add(JsonValue value) {
    if (++values_ > max_json_values)
      fail(Code::too_large, {source_, value.span},
           "the spec has more than " + std::to_string(max_json_values) + " values");
    place_of_next() = std::move(value);
    return true;
  }
  bool scalar(JsonValue::Kind kind, std::string text) { return add({kind, scanner_.token(), std::move(text), {}, {}}); }
  bool number() {
    const Span span = scanner_.token();
    return add({JsonValue::Kind::number, span, source_->text.substr(span.begin, span.end - span.begin), {}, {}});
  }

  bool open(JsonValue::Kind kind) {
    const Span span = scanner_.token();
    if (open_.size() == static_cast<std::size_t>(max_nesting))
      fail(Code::too_large, {source_, span}, "the spec is nested more than " + std::to_string(max_nesting) + " deep");
    JsonValue* parent = open_.empty() ? nullptr : open_.back().value;
    add({kind, span, {}, {}, {}});
    JsonValue* value = parent == nullptr                         ? &root_
                       : parent->kind == JsonValue::Kind::object ? &parent->members.back().value
                                                                 : &parent->items.back();
    open_.push_back({value, {}});
    return true;
  }

  bool close() {
    open_.back().value->span.end = scanner_.token().end;
    open_.pop_back();
    return true;
  }
};

std::uint32_t hex4(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    const char lower = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    value = value * 16 + static_cast<std::uint32_t>(lower >= 'a' ? lower - 'a' + 10 : lower - '0');
  }
  return value;
}

/// The lengths of a character or an escape sequence in a JSON string.
struct Escape {
  std::size_t raw = 1;      // in bytes of the source
  std::size_t decoded = 1;  // in bytes of UTF-8
};

Escape escape(std::string_view raw) {
  if (raw[0] != '\\') return {};
  if (raw[1] != 'u') return {2, 1};
  const std::uint32_t value = hex4(raw.substr(2, 4));
  if (value >= 0xd800 && value < 0xdc00) return {12, 4};  // a surrogate pair
  return {6, value < 0x80 ? std::size_t{1} : value < 0x800 ? std::size_t{2} : std::size_t{3}};
}

/// The contents of a JSON string whose quotes are at `quotes`, with the location of each byte of the decoded `text`.
Fragment decode(const SourcePtr& source, Span quotes, const std::string& text) {
  const Span inside{quotes.begin + 1, quotes.end - 1};
  const std::string_view raw = std::string_view(source->text).substr(inside.begin, inside.end - inside.begin);
  if (raw.find('\\') == std::string_view::npos) return {source, inside};
  std::vector<std::uint32_t> origins;
  for (std::size_t at = 0; at < raw.size();) {
    const Escape next = escape(raw.substr(at));
    origins.insert(origins.end(), next.decoded, inside.begin + static_cast<std::uint32_t>(at));
    at += next.raw;
  }
  origins.push_back(inside.end);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f)
      fail(Code::unexpected_character, {source, {origins[i], origins[i + 1]}}, "the text contains a control character");
  }
  return {source, text, std::move(origins)};
}

}  // namespace

JsonValue parse_json(const SourcePtr& source) {
  const Fragment text = whole_text(source);
  TreeBuilder builder(source, text);
  nlohmann::json::sax_parse(source->text, &builder);
  return builder.take();
}

Fragment text_of(const SourcePtr& source, const JsonValue& scalar) {
  if (scalar.kind == JsonValue::Kind::string) return decode(source, scalar.span, scalar.text);
  return {source, scalar.span};
}

Fragment key_of(const SourcePtr& source, const JsonMember& member) {
  return decode(source, member.key_span, member.key);
}

std::string_view name(JsonValue::Kind kind) {
  constexpr std::array<std::string_view, 6> names{"null",     "true or false", "a number",
                                                  "a string", "an array",      "an object"};
  return names.at(static_cast<std::size_t>(kind));
}

}  // namespace scorchc::front
