// Where tensors' data come from: what --data says, the files read, random components drawn.
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

/// A Failure (setting_value) without a tensor's name or a value; `example` is for its help.
Binding parse_binding(const char* flag, const std::string& argument, const std::string& example);
/// What --data gives: each tensor once, an operand, or the result where its old value takes part. Else a Failure.
std::vector<Binding> parse_data(const std::vector<std::string>& arguments, const Kernel& kernel);

/// A tensor's data: a file's, read already, or random ones, drawn when the extents are known.
struct Source {
  const TensorDeclaration* tensor = nullptr;
  data::TensorLabel label;
  std::optional<data::Tensor> components;
  std::optional<data::RandomSpec> random;
};

/// Reads the file. The tensor must have its format.
Source open_source(const Kernel& kernel, const Binding& binding);
/// What a file says of extents. A Failure (extent_clash) that names both places where it disagrees. A tensor whose file
/// gives no extents gets those of `--dim`.
void add_extents(Source& source, Extents& extents);
/// Random components. A Failure (unknown_extent) where an extent is not known.
void draw(Source& source, const Extents& extents);

}  // namespace scorchc::driver
