#include "driver/bench_data.h"

#include <algorithm>
#include <charconv>

#include "driver/prepare_call.h"

namespace scorchc::driver {
namespace {

std::string fixed_number(double value) {
  char text[400];  // the largest double has 309 digits
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr};
}

/// Returns the binding of `--data T=random:...`.
Binding random_data(const TensorDeclaration& tensor, std::size_t seed) {
  std::string value = "random:";
  if (!tensor.format->is_dense()) {
    if (tensor.nnz_hint)
      value += "nnz=" + fixed_number(*tensor.nnz_hint) + ":";
    else
      value += "nnz=" + fixed_number(100 * tensor.fill_hint.value_or(0.01)) + "%:";
  }
  value += "seed=" + std::to_string(seed);
  return {tensor.name, value, make_source("--data", tensor.name + "=" + value)};
}

bool takes(const Kernel& kernel, const std::string& argument) {
  const std::string tensor = argument.substr(0, argument.find('='));
  return kernel.find(tensor) != nullptr && (tensor != kernel.result().name || kernel.reads_old_result());
}

}  // namespace

std::vector<std::vector<Binding>> data_of_each(const std::vector<std::string>& arguments,
                                               const std::vector<Kernel>& kernels) {
  for (const std::string& argument : arguments)
    if (std::none_of(kernels.begin(), kernels.end(), [&](const Kernel& kernel) { return takes(kernel, argument); }))
      parse_data({argument}, kernels.at(0));  // fails with the reason
  std::vector<std::vector<Binding>> result;
  for (const Kernel& kernel : kernels) {
    std::vector<std::string> own;
    std::copy_if(arguments.begin(), arguments.end(), std::back_inserter(own),
                 [&](const std::string& argument) { return takes(kernel, argument); });
    std::vector<Binding>& data = result.emplace_back(parse_data(own, kernel));
    for (std::size_t n = 0; n < kernel.tensors.size(); ++n) {
      // A result that is read but has no format yet starts empty.
      if (n == 0 && (!kernel.reads_old_result() || !kernel.result().format)) continue;
      const auto is_given = [&](const Binding& binding) { return binding.tensor == kernel.tensors[n].name; };
      if (std::none_of(data.begin(), data.end(), is_given))
        data.push_back(random_data(kernel.tensors[n], n == 0 ? kernel.tensors.size() : n));
    }
  }
  return result;
}

KernelCall call_with(const Kernel& complete, const std::vector<Binding>& data) {
  Extents extents(complete);
  std::vector<Source> sources;
  for (const Binding& binding : data) {
    sources.push_back(open_source(complete, binding));
    if (sources.back().components) add_extents(sources.back(), extents);
  }
  extents.add_hints(complete);
  return prepare_call(complete, std::move(sources), std::move(extents));
}

}  // namespace scorchc::driver
