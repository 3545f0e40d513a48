// What the parts of NAME.hpp say in the same way.
#pragma once

#include <string>

#include "emit/cpp_names.h"
#include "emit/writer.h"
#include "ir/interface.h"

namespace scorchc::emit {

/// `A_view`: in a namespace where no other names end so.
inline std::string view_name(const InterfaceTensor& tensor) { return tensor.name + "_view"; }
inline std::string std_name(loop::Type type) {
  const std::string name(type_name(type));
  return name.ends_with("_t") ? "std::" + name : name;
}
inline std::string dimensions_type(const InterfaceTensor& tensor) {
  return "std::array<std::int64_t, " + std::to_string(tensor.order()) + ">";
}

/// How many entries a level has below one of the level above, in a class with the tensor's struct `c_`.
inline std::string level_extent_text(const InterfaceLevel& level) {
  if (level.spec.part == BlockPart::inner) return std::to_string(level.spec.block);
  const std::string whole = "c_.dimension[" + std::to_string(level.spec.mode) + "]";
  return level.spec.part == BlockPart::whole
             ? whole
             : "scorch_hpp::blocks(" + whole + ", " + std::to_string(level.spec.block) + ")";
}
/// "c_.dimension[0], c_.dimension[1]".
inline std::string dimensions_text(const InterfaceTensor& tensor) {
  std::string list;
  for (std::size_t mode = 0; mode < tensor.order(); ++mode)
    list += (mode == 0 ? "c_.dimension[" : ", c_.dimension[") + std::to_string(mode) + "]";
  return list;
}

// A class that owns a tensor's arrays can be moved, and has the struct and the context that they come from.
void write_moves(const std::string& name, const std::string& release, Writer& writer);
/// The private members behind these, to the end of the class.
void write_owned(const std::string& name, const InterfaceTensor& tensor, Writer& writer);

/// A view's `check`: whether its arrays are as long as positions and dimensions say.
void write_check(const Interface& interface, const InterfaceTensor& tensor, Writer& writer);
/// Members of a view or of an assembled result: the helpers that look at a tensor.
void write_looking_helpers(const Interface& interface, const InterfaceTensor& tensor, Writer& writer);
/// A class that owns an operand which it packs; nothing where that is not asked for.
void write_packed(const Interface& interface, const InterfaceTensor& tensor, Writer& writer);

}  // namespace scorchc::emit
