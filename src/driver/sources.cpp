#include "driver/sources.h"

#include <algorithm>

#include "data/read.h"
#include "support/diagnostics.h"
#include "support/files.h"

namespace scorchc::driver {
namespace {

std::vector<std::string> tensor_names(const Kernel& kernel) {
  std::vector<std::string> names;
  for (const TensorDeclaration& tensor : kernel.tensors) names.push_back(tensor.name);
  return names;
}

}  // namespace

Binding parse_binding(const char* flag, const std::string& argument, const std::string& example) {
  const SourcePtr source = make_source(flag, argument);
  const Span whole{0, static_cast<std::uint32_t>(argument.size())};
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos)
    fail(Code::setting_value, {source, whole}, quoted(argument) + " has no `=`", "write `" + example + "`");
  Binding binding{argument.substr(0, equals), argument.substr(equals + 1), source};
  if (binding.value.empty()) fail(Code::setting_value, binding.value_place(), "a file is missing here");
  return binding;
}

std::vector<Binding> parse_data(const std::vector<std::string>& arguments, const Kernel& kernel) {
  std::vector<Binding> result;
  const std::vector<std::string> names = tensor_names(kernel);
  for (const std::string& argument : arguments) {
    Binding binding = parse_binding("--data", argument, "--data " + names.back() + "=FILE");
    if (std::find(names.begin(), names.end(), binding.tensor) == names.end())
      fail(Code::unknown_name, binding.name_place(), "the statement has no tensor " + quoted(binding.tensor),
           nearest(binding.tensor, names));
    if (binding.tensor == kernel.result().name && !kernel.reads_old_result())
      fail(Code::unknown_name, binding.name_place(), quoted(binding.tensor) + " is the result, which `=` overwrites",
           "`+=` adds to the given result");
    for (const Binding& other : result)
      if (other.tensor == binding.tensor)
        fail(Code::repeated_setting, binding.name_place(),
             "the data of " + quoted(binding.tensor) + " are given twice");
    result.push_back(std::move(binding));
  }
  return result;
}

Source open_source(const Kernel& kernel, const Binding& binding) {
  Source source;
  source.tensor = kernel.find(binding.tensor);
  source.label = {binding.tensor, binding.value_place()};
  if (data::is_random_spec(binding.value))
    source.random = data::parse_random_spec(binding.source, binding.value_span());
  else
    source.components = at_place(binding.value_place(), [&] {
      data::ReadLimits limits;
      limits.values = source.tensor->format->value;
      limits.label = source.label;
      return data::with_order(data::read_tensor(binding.value, limits), source.tensor->order, source.label);
    });
  return source;
}

void add_extents(Source& source, Extents& extents) {
  const Place& place = source.label.place;
  const std::string where = place.source->text.substr(place.span.begin);
  auto* list = std::get_if<data::CoordinateList>(&*source.components);
  if (list && list->may_grow)
    list->dimensions = extents.extend(source.tensor->name, list->dimensions, where, place);
  else
    extents.add(source.tensor->name, data::dimensions(*source.components), where, place);
}

void draw(Source& source, const Extents& extents) {
  const std::string why = "the random data of `" + source.tensor->name + "`";
  source.components = data::random_tensor(*source.random, extents.dimensions_of(source.tensor->name, why),
                                          source.tensor->format->value, source.label);
}

}  // namespace scorchc::driver
