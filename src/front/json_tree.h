// JSON text to a tree that knows where everything stands, so that every error about a spec can point at it. Keys that
// stand twice are refused here: a parser that keeps the last one silently would drop what its user wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "front/fragment.h"

namespace scorchc::front {

struct JsonMember;

struct JsonValue {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  Span span;                        // of all of it, quotes and brackets included
  std::string text;                 // a string's, decoded; a number's, as written
  std::vector<JsonValue> items;     // of an array
  std::vector<JsonMember> members;  // of an object, in the order of the text
};

struct JsonMember {
  std::string key;
  Span key_span;
  JsonValue value;
};

/// Fails with Code::json_syntax, Code::repeated_key or Code::too_large.
JsonValue parse_json(const SourcePtr& source);

/// The text of a string, each byte with its place in the source; or a number's text.
Fragment text_of(const SourcePtr& source, const JsonValue& scalar);
Fragment key_of(const SourcePtr& source, const JsonMember& member);

std::string_view name(JsonValue::Kind kind);  // "a string"

}  // namespace scorchc::front
