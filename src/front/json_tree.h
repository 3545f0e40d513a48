// Parses JSON into a tree with the location of every value and key, so that errors about a spec can point at them. A
// repeated key is an error: keeping only the last value would silently drop input.
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
  Span span;                        // location, including quotes and brackets
  std::string text;                 // of a string, decoded; of a number, as written
  std::vector<JsonValue> items;     // of an array
  std::vector<JsonMember> members;  // of an object, in the order of the text
};

struct JsonMember {
  std::string key;
  Span key_span;
  JsonValue value;
};

/// Parses a source. Fails with Code::json_syntax, Code::repeated_key or Code::too_large.
JsonValue parse_json(const SourcePtr& source);

/// The text of a string (decoded, with the location of each byte) or of a number.
Fragment text_of(const SourcePtr& source, const JsonValue& scalar);
/// The key of a member, in the same form.
Fragment key_of(const SourcePtr& source, const JsonMember& member);

std::string_view name(JsonValue::Kind kind);  // "a string", "an object"

}  // namespace scorchc::front
