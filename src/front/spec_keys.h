// Lists the keys of the objects in a JSON spec, with descriptions. `scorchc help spec` prints them. The descriptions in
// docs/schema/spec.json must be equal; a test compares them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc::front {

struct SpecKey {
  std::string_view key, about;
};

inline constexpr std::array spec_keys{
    SpecKey{"$schema", "URL of the JSON Schema of this format, for editors; scorchc ignores it"},
    SpecKey{"scorch", "the version of this format: 1"},
    SpecKey{"namespace", "namespace of all kernels, as --namespace: `mylib`, `my::lib`"},
    SpecKey{"defaults", "default settings for all tensors and kernels"},
    SpecKey{"dims", "extents of indices, by name: `{\"j\": 4096}`"},
    SpecKey{"tensors", "settings of tensors, by name: `{\"A\": {\"format\": \"csr\"}}`"},
    SpecKey{"kernels", "the list of kernels, at least one"},
};
inline constexpr std::array defaults_keys{
    SpecKey{"value", "value type, as --type: f32, f64, i32, i64"},
    SpecKey{"index", "type of positions and coordinates, as --index: i32, i64"},
    SpecKey{"parallel", "threads, as --parallel: openmp, none"},
};
inline constexpr std::array extent_keys{
    SpecKey{"hint", "an estimated extent, for scheduling only; the kernel accepts any extent"},
};
inline constexpr std::array tensor_keys{
    SpecKey{"format", "storage format, as --fmt: `csr`, `dense,compressed:1,0`, a map"},
    SpecKey{"value", "value type: f32, f64, i32, i64"},
    SpecKey{"nnz", "estimated number of stored components, or their share: \"5%\""},
};
inline constexpr std::array kernel_keys{
    SpecKey{"name", "name of the function and its files; by default formed from the names of its tensors"},
    SpecKey{"expr", "a statement, or a list of them that use each other's results"},
    SpecKey{"tensors", "as for the spec, for this kernel only"},
    SpecKey{"dims", "as for the spec, for this kernel only"},
    SpecKey{"schedule", "\"auto\", \"none\", or commands: one text or a list"},
    SpecKey{"emit", "a list of outputs, as --emit"},
    SpecKey{"with", "functions for each tensor, as --with: \"validate,pack,unpack\", one text or a list"},
    SpecKey{"parallel", "threads: openmp, none"},
};

template <class Keys>
std::vector<std::string> names_of(const Keys& keys) {
  std::vector<std::string> names;
  for (const SpecKey& each : keys) names.emplace_back(each.key);
  return names;
}

}  // namespace scorchc::front
