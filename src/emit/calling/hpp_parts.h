// Declares names, types and members that several classes of NAME.hpp share.
#pragma once

#include <string>

#include "emit/calling/parts.h"
#include "emit/cpp_names.h"
#include "emit/writer.h"
#include "ir/interface.h"

namespace scorchc::emit {

/// `A_view`. No other names in its namespace end like this.
inline std::string view_name(const InterfaceTensor& tensor) { return tensor.name + "_view"; }
inline std::string std_name(loop::Type type) {
  const std::string name(type_name(type));
  return name.ends_with("_t") ? "std::" + name : name;
}
inline std::string dimensions_type(const InterfaceTensor& tensor) {
  return "std::array<std::int64_t, " + std::to_string(tensor.order()) + ">";
}

/// extent_of_level in a class with the array `dimensions`, by default that of the tensor's struct `c_`.
inline std::string level_extent_text(const InterfaceLevel& level, const std::string& dimensions = "c_.dimension") {
  return extent_of_level(level, dimensions, [](const std::string& whole, std::int64_t block) {
    return "scorch_hpp::blocks(" + whole + ", " + std::to_string(block) + ")";
  });
}
/// "c_.dimension[0], c_.dimension[1]".
inline std::string dimensions_text(const InterfaceTensor& tensor) {
  std::string list;
  for (std::size_t mode = 0; mode < tensor.order(); ++mode)
    list += (mode == 0 ? "c_.dimension[" : ", c_.dimension[") + std::to_string(mode) + "]";
  return list;
}

/// Move operations and destructor of a class that owns a tensor's arrays.
void write_moves(const std::string& name, const std::string& release, Writer& writer);
/// The private members of such a class, a struct and the context that allocated its arrays, and the end of the class.
void write_owned(const std::string& name, const InterfaceTensor& tensor, Writer& writer);

/// A view's `check`: whether its arrays are as long as positions and dimensions require.
void write_check(const Interface& interface, const InterfaceTensor& tensor, Writer& writer);
/// The members `validate` and `unpack` of a view or an assembled result, if the interface lists these helpers.
void write_looking_helpers(const Interface& interface, const InterfaceTensor& tensor, Writer& writer);
/// A class that packs and owns an operand; nothing if the interface lists no `pack` for it.
void write_packed(const Interface& interface, const InterfaceTensor& tensor, Writer& writer);

}  // namespace scorchc::emit
