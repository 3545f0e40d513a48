// The keys of the objects in a JSON spec, and what each says. docs/schema/spec.json has the same, a test compares;
// `scorchc help spec` prints them.
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
    SpecKey{"$schema", "where this form's JSON Schema is, for editors; scorchc reads past it"},
    SpecKey{"scorch", "the version of this form: 1"},
    SpecKey{"namespace", "before all names, as --namespace: `mylib`, `my::lib`"},
    SpecKey{"defaults", "for all tensors and kernels that say nothing else"},
    SpecKey{"dims", "extents of indices, by their names: `{\"j\": 4096}`"},
    SpecKey{"tensors", "settings of tensors, by their names: `{\"A\": {\"format\": \"csr\"}}`"},
    SpecKey{"kernels", "the list of kernels, at least one"},
};
inline constexpr std::array defaults_keys{
    SpecKey{"value", "value type, as --type: f32, f64, i32, i64"},
    SpecKey{"index", "type of positions and coordinates, as --index: i32, i64"},
    SpecKey{"parallel", "threads, as --parallel: openmp, none"},
};
inline constexpr std::array extent_keys{
    SpecKey{"hint", "the extent that schedules are made for, while the code takes any"},
};
inline constexpr std::array tensor_keys{
    SpecKey{"format", "how it is stored, as --fmt: `csr`, `dense,compressed:1,0`, a map"},
    SpecKey{"value", "value type: f32, f64, i32, i64"},
    SpecKey{"nnz", "how much is stored, a hint: components, or \"5%\" of all"},
};
inline constexpr std::array kernel_keys{
    SpecKey{"name", "of the function and its files; without it the kernel is called after its tensors"},
    SpecKey{"expr", "a statement, or a list of them that use each other's results"},
    SpecKey{"tensors", "as above, for this kernel"},
    SpecKey{"dims", "as above, for this kernel"},
    SpecKey{"schedule", "\"auto\", \"none\", or commands: one text or a list"},
    SpecKey{"emit", "a list of what is written, as --emit"},
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
