// Implements scorchc run: loads data, runs one kernel, writes its result.
#include <algorithm>

#include "data/file_type.h"
#include "data/pack.h"
#include "data/write.h"
#include "driver/call.h"
#include "driver/commands.h"
#include "driver/input.h"
#include "driver/json_output.h"
#include "driver/option_values.h"
#include "driver/prepare_call.h"
#include "driver/print_tensor.h"
#include "driver/sources.h"
#include "support/files.h"
#include "support/words.h"

namespace scorchc::driver {
namespace {

void check_operands(const Kernel& kernel, const std::vector<Binding>& data) {
  for (auto tensor = kernel.tensors.begin() + 1; tensor != kernel.tensors.end(); ++tensor) {
    const auto given = [&](const Binding& binding) { return binding.tensor == tensor->name; };
    if (std::none_of(data.begin(), data.end(), given))
      fail(Code::missing_data, {}, "the operand `" + tensor->name + "` has no data",
           "use `--data " + tensor->name + "=FILE` or `--data " + tensor->name + "=random:seed=1`");
  }
}

/// Parses `-o T=FILE`, or a path alone, which means the result.
Binding parse_output(const std::string& argument, const std::string& result_name) {
  if (argument.find('=') != std::string::npos)
    return parse_binding("-o", argument, "-o " + result_name + "=result.npy");
  return {result_name, argument, make_source("-o", argument)};
}

/// Returns the files to write. Their suffixes are checked early, before any long computation.
std::vector<Binding> parse_outputs(const Options& options, const Kernel& kernel) {
  const std::string& result_name = kernel.result().name;
  std::vector<Binding> outputs;
  for (const std::string& argument : options.outputs) {
    if (argument == "-") continue;
    Binding binding = parse_output(argument, result_name);
    if (binding.tensor != result_name)
      fail(Code::unknown_name, binding.name_place(),
           "only the result " + quoted(result_name) + " can be written, not " + quoted(binding.tensor),
           "use `-o " + result_name + "=" + binding.value + "`");
    const data::FileType type = data::output_type(binding.value, binding.value_place());
    if (type.content == data::FileContent::mtx && kernel.result().order > 2)
      fail(Code::data_order, binding.value_place(),
           quoted(result_name) + " has order " + std::to_string(kernel.result().order) +
               ", but `.mtx` files hold only matrices",
           "use `.tns` or `.npy`");
    outputs.push_back(std::move(binding));
  }
  return outputs;
}

bool prints_summary(const Options& options) {
  return options.outputs.empty() ||
         std::find(options.outputs.begin(), options.outputs.end(), "-") != options.outputs.end();
}

/// Returns the kernel called `name`.
Kernel take_kernel(std::vector<Kernel> kernels, const std::string& name) {
  const auto found =
      std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& kernel) { return kernel.name == name; });
  if (found != kernels.end()) return std::move(*found);
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels) names.push_back(kernel.name);
  fail(Code::unknown_name, {make_source("--name", name), {0, static_cast<std::uint32_t>(name.size())}},
       "there is no kernel " + quoted(name), nearest_or(name, names, "kernels are " + joined(names)));
}

/// Returns the input's kernel. `--name` selects one of several kernels, and names a single one.
Kernel read_one_kernel(const Options& options, Console& console) {
  const std::optional<std::string>& name = options.settings.name;
  Options unnamed = options;
  unnamed.settings.name.reset();
  std::vector<Kernel> kernels = read_kernels(unnamed, console);
  if (kernels.size() > 1 && name) return take_kernel(std::move(kernels), *name);
  if (kernels.size() > 1)
    fail(Code::several_statements, {},
         "`scorchc run` takes one kernel, but there are " + std::to_string(kernels.size()),
         "`--name " + kernels[0].name + "` runs one of them");
  if (!name) return std::move(kernels[0]);
  console.warnings = {};  // reading again repeats them
  return std::move(read_kernels(options, console)[0]);
}

/// Returns the kernel with the extents of files as hints, for indices too long for dense temporary arrays; nothing if
/// there are none. The kernel must have its formats.
std::optional<Kernel> with_huge_extents(const Kernel& kernel, std::vector<Source>& sources) {
  Extents found(kernel);
  for (Source& source : sources)
    if (!source.random) add_extents(source, found);
  Kernel result = kernel;
  bool changed = false;
  for (const auto& [index, extent] : found.all()) {
    IndexDeclaration& declared = result.indices.at(index);
    if (declared.extent || extent <= longest_array) continue;
    declared.hint = extent;
    changed = true;
  }
  return changed ? std::optional(std::move(result)) : std::nullopt;
}

std::vector<Source> open_sources(const Kernel& kernel, const std::vector<Binding>& bindings) {
  std::vector<Source> sources;
  for (const Binding& binding : bindings) sources.push_back(open_source(kernel, binding));
  return sources;
}

}  // namespace

ExitCode run_command(const Options& options, Console& console) {
  std::int32_t threads = 0;
  read_number<std::int32_t>(options.threads, "--threads", threads, 1);
  const Kernel kernel = read_one_kernel(options, console);
  const std::vector<Binding> bindings = parse_data(options.data, kernel);
  check_operands(kernel, bindings);
  const std::vector<Binding> outputs = parse_outputs(options, kernel);
  Decisions decisions;
  const Kernel inferred = complete({}, kernel, console.warnings, decisions);
  const Decisions of_formats = decisions;
  CompiledKernel compiled = compile_complete({}, inferred, decisions);

  // Every format is complete from here on, so data can be packed.
  std::vector<Source> sources = open_sources(compiled.kernel, bindings);
  // Formats are those that `compile` infers; they do not depend on the extents of the data.
  if (const std::optional<Kernel> huge = with_huge_extents(inferred, sources)) {
    decisions = of_formats;
    compiled = compile_complete({}, *huge, decisions);
    sources = open_sources(compiled.kernel, bindings);
  }
  if (options.explain) console.note(compiled.decisions);  // printed before the kernel runs, which may fail
  KernelCall call = prepare_call(compiled.kernel, std::move(sources), Extents(compiled.kernel));
  call.threads = threads;

  const RunnableKernel runnable = load(compiled, options.cxx);
  const CallResult outcome = call_kernel(runnable.runner, call);
  if (outcome.status != KernelStatus::ok) fail_status(outcome.status);
  std::string broken = outcome.broken.empty() ? data::validate(outcome.result) : outcome.broken;
  if (!broken.empty()) fail(Code::internal_error, {}, "the kernel's result is malformed: " + broken);

  const data::Tensor result = data::unpack(outcome.result);
  StagedFiles files;
  for (const Binding& output : outputs) {
    at_place(output.value_place(), [&] { files.add(output.value, data::print_file(output.value, result)); });
    if (console.is_verbose()) console.note("output " + quoted(output.value) + "\n");
  }
  files.commit();
  if (prints_summary(options)) {
    const std::string& name = kernel.result().name;
    console.print(options.json ? result_answer(name, result, call.format) : print_summary(name, result, call.format));
  }
  return ExitCode::ok;
}

}  // namespace scorchc::driver
