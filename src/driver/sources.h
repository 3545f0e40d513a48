// Reads the data of tensors: parses --data, reads files, draws random components.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/random.h"
#include "data/tensor.h"
#include "driver/extents.h"
#include "ir/kernel.h"

namespace scorchc::driver {

/// `T=VALUE` of --data and -o.
struct Binding {
  std::string tensor, value;
  SourcePtr source;

  Place name_place() const { return {source, {0, static_cast<std::uint32_t>(tensor.size())}}; }
  Place value_place() const { return {source, value_span()}; }
  Span value_span() const {
    const std::size_t end = source->text.size();
    return {static_cast<std::uint32_t>(end - value.size()), static_cast<std::uint32_t>(end)};
  }
};

/// Fails with setting_value if the tensor's name or the value is missing; `example` is shown in the help.
Binding parse_binding(const char* flag, const std::string& argument, const std::string& example);
/// Parses --data: each tensor at most once, an operand, or the result if its old value is read. Fails otherwise.
std::vector<Binding> parse_data(const std::vector<std::string>& arguments, const Kernel& kernel);

/// A tensor's data: components that were read from a file, or random ones that are drawn when the extents are known.
struct Source {
  const TensorDeclaration* tensor = nullptr;
  data::TensorLabel label;
  std::optional<data::Tensor> components;
  std::optional<data::RandomSpec> random;
};

/// Reads the file of a binding. The tensor must have a format.
Source open_source(const Kernel& kernel, const Binding& binding);
/// Adds the extents of a file. Fails with extent_clash if they disagree, and names both sources. A tensor whose file
/// declares no extents takes those of `--dim`.
void add_extents(Source& source, Extents& extents);
/// Draws random components. Fails with unknown_extent if an extent is not known.
void draw(Source& source, const Extents& extents);

}  // namespace scorchc::driver
