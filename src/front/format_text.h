// Formats in their three spellings (docs/formats.md), with what their text leaves open.
#pragma once

#include <optional>
#include <string>

#include "front/fragment.h"
#include "ir/format.h"

namespace scorchc::front {

struct FormatText {
  Format format;  // attributes that are not given have their defaults
  std::optional<ValueType> value;
  std::optional<IndexType> pos, crd;
  Place value_place;
};

/// The tensor that a format is for: `dense`, `coo` and `csf` fit any order, and errors name it.
struct FormatUse {
  std::string tensor;  // may be empty: nobody's
  std::optional<int> order;
};

FormatText read_format(const Fragment& text, const FormatUse& use);

std::optional<ValueType> find_value_type(std::string_view name);
std::optional<IndexType> find_index_type(std::string_view name);

}  // namespace scorchc::front
