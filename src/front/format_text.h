// Parses formats in their three spellings (docs/formats.md), and records which attributes the text gives.
#pragma once

#include <optional>
#include <string>

#include "front/fragment.h"
#include "ir/format.h"

namespace scorchc::front {

struct FormatText {
  Format format;                      // attributes that are not given have their defaults
  std::optional<ValueType> value;     // the value type, if given
  std::optional<IndexType> pos, crd;  // the types of positions and coordinates, if given
  Place value_place;                  // location of the value type
};

/// The tensor for which a format is parsed: its order determines the levels of `dense`, `coo` and `csf`, and errors
/// name it.
struct FormatUse {
  std::string tensor;        // empty if there is none
  std::optional<int> order;  // empty if unknown
};

/// Parses a format, and checks it against the tensor's order. Fails with the location of the error.
FormatText read_format(const Fragment& text, const FormatUse& use);

/// The type of that name ("f64"); empty if there is none.
std::optional<ValueType> find_value_type(std::string_view name);
std::optional<IndexType> find_index_type(std::string_view name);

}  // namespace scorchc::front
