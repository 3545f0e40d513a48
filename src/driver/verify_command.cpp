// Implements scorchc verify: compares emitted or interpreted code with the dense interpreter.
#include "driver/commands.h"
#include "driver/input.h"
#include "driver/interpreted.h"
#include "driver/json_output.h"
#include "driver/load.h"
#include "driver/option_values.h"
#include "driver/verify.h"

namespace scorchc::driver {
namespace {

std::string replay(const Options& options, const VerifyOutcome& outcome) {
  std::string text = "scorchc verify with the same arguments, --seed " + std::to_string(outcome.seed) + " --cases 1";
  if (options.interpret) text += " --interpret";
  if (options.cxx) text += " --cxx " + *options.cxx;
  return text;
}

}  // namespace

ExitCode verify_command(const Options& options, Console& console) {
  VerifyOptions verify_options;
  read_number(options.cases, "--cases", verify_options.cases, {});
  read_number(options.seed, "--seed", verify_options.seed, {});
  const std::vector<Kernel> kernels = read_kernels(options, console);
  std::int64_t cases = 0, undecided = 0;
  std::vector<VerifiedKernel> verified;
  for (const Kernel& kernel : kernels) {
    const CompiledKernel compiled = compile(kernel, console.warnings);
    const RunnableKernel runnable =
        options.interpret ? RunnableKernel{nullptr, interpreted(compiled)} : load(compiled, options.cxx);
    const VerifyOutcome outcome = verify_kernel(compiled, runnable.runner, verify_options);
    cases += outcome.cases;
    undecided += outcome.undecided;
    verified.push_back({kernel.name, outcome.cases, outcome.undecided, {}});
    if (outcome.passed()) continue;
    console.report(difference(kernel, outcome, replay(options, outcome)));
    console.note(outcome.description);
    return ExitCode::difference;
  }
  if (options.json) {
    console.print(verified_answer(verified));
    return ExitCode::ok;
  }
  console.print("verified: " + std::to_string(cases) + " cases" +
                (kernels.size() > 1 ? " of " + std::to_string(kernels.size()) + " kernels" : "") + " agree\n");
  if (undecided > 0)
    console.print("undecided: " + std::to_string(undecided) +
                  " components with NaN or infinite terms, which the schedule groups in another way\n");
  return ExitCode::ok;
}

}  // namespace scorchc::driver
