// Resolves specs of both forms into kernels.
#include "front/spec.h"

#include "front/parser.h"
#include "front/resolve.h"

namespace scorchc::front {

std::vector<Statement> read_kernel_statements(const Fragment& text) {
  if (is_einsum(text.text())) return {parse_einsum(text, std::nullopt)};
  return parse_program(text);
}

std::vector<Kernel> resolve_spec(const Spec& spec, const Settings& settings, Diagnostics& warnings) {
  const ParsedOptions flags = read_settings(settings);
  if (settings.tensors)
    fail(Code::setting_value, whole_text("--tensors", *settings.tensors).place(),
         "--tensors names the tensors of an einsum statement on the command line, but this is a spec");
  if (flags.name && spec.kernels.size() > 1)
    fail(Code::repeated_name, flags.name->place,
         "--name is given, but the spec has " + std::to_string(spec.kernels.size()) + " kernels",
         "leave out --name, or put the kernel into a spec of its own; `scorchc run --name` selects a kernel");
  std::vector<Job> jobs;
  for (const SpecKernel& kernel : spec.kernels)
    jobs.push_back({kernel.statements, {&flags, &kernel.given_options, &spec.common}});
  return resolve(jobs, {&flags, &spec.common}, warnings);
}

}  // namespace scorchc::front
