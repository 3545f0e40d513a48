#include "driver/prepare_call.h"

#include <algorithm>

#include "data/pack.h"
#include "data/storage.h"

namespace scorchc::driver {
namespace {

data::PackedTensor pack_source(Source source, const Extents& extents) {
  if (source.random) draw(source, extents);
  return data::pack(*source.components, *source.tensor->format, source.label);
}

/// Returns the initial contents of a dense result: zeros, or the data of --data for `+=` and similar assignments.
data::Values start_values(const Kernel& kernel, const std::vector<Source>& sources, const Extents& extents,
                          const std::vector<std::int64_t>& dimensions) {
  const TensorDeclaration& result = kernel.result();
  for (const Source& source : sources)
    if (source.tensor->name == result.name) return pack_source(source, extents).values;
  const data::TensorLabel label{result.name, {}};
  const std::int64_t cells = dense_cells(*result.format, dimensions, label);
  return data::within_memory(label, [&] { return data::zeros(result.format->value, cells); });
}

}  // namespace

KernelCall prepare_call(const Kernel& kernel, std::vector<Source> sources, Extents extents) {
  for (Source& source : sources)
    if (source.components) add_extents(source, extents);
  KernelCall call;
  call.format = *kernel.result().format;
  call.dimensions = extents.dimensions_of(kernel.result().name, "the result");
  for (auto tensor = kernel.tensors.begin() + 1; tensor != kernel.tensors.end(); ++tensor) {
    const auto source = std::find_if(sources.begin(), sources.end(),
                                     [&](const Source& each) { return each.tensor->name == data_name(*tensor); });
    if (source == sources.end()) {
      // A result starts empty unless data are given.
      const data::TensorLabel label{kernel.result().name, {}};
      call.operands.push_back(data::pack(
          data::CoordinateList{call.dimensions, {}, data::zeros(tensor->format->value, 0)}, *tensor->format, label));
      continue;
    }
    call.operands.push_back(pack_source(*source, extents));
    source->components.reset();  // frees the components, which are packed now: large data should not be in memory twice
  }
  if (call.format.is_dense()) call.start = start_values(kernel, sources, extents, call.dimensions);
  return call;
}

}  // namespace scorchc::driver
