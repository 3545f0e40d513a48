// The rooms in their order. Data passes each once, downwards.
#include "driver/compile.h"

#include "emit/emit.h"
#include "emit/emit_runner.h"
#include "infer/infer_formats.h"
#include "ir/loop.h"
#include "lower/lower.h"
#include "optimise/simplify.h"
#include "schedule/auto_schedule.h"

namespace scorchc::driver {
namespace {

// A noun that does not verify is our own mistake, never the user's.
void must_hold(const std::string& problem, const char* after) {
  if (!problem.empty()) fail(Code::internal_error, {}, std::string("after ") + after + ": " + problem);
}

std::string print_decisions(const Decisions& decisions) {
  std::string text;
  for (const Decision& decision : decisions)
    text += decision.room + ": " + decision.subject + ": " + decision.choice + " (" + decision.reason + ")\n";
  return text;
}

}  // namespace

CompiledKernel compile(const Kernel& kernel, Diagnostics& warnings) { return compile_with({}, kernel, warnings); }

CompiledKernel compile_with(const lower::Options& lowering, const Kernel& kernel, Diagnostics& warnings) {
  Decisions decisions;

  // 2 infer: from here on every tensor has a format; only the order of an inferred result's levels may be open.
  const Kernel complete = infer::infer_formats(kernel, decisions, warnings);

  // 3, 4 concretize and schedule: from here on every loop has its place and every format is complete.
  const schedule::Scheduled scheduled = schedule::auto_schedule(complete, decisions);
  must_hold(cin::verify(scheduled.program), "scheduling");

  // 5 lower: from here on there are only loops over plain arrays.
  const loop::Module lowered = lower::lower(scheduled.program, scheduled.commands, lowering);
  must_hold(loop::verify(lowered), "lowering");

  // 6 optimise
  const loop::Module module = optimise::simplify(lowered);
  must_hold(loop::verify(module), "simplifying");

  // 7 emit
  const EmittedFiles files = emit_cpp(module);
  return {.kernel = scheduled.program.kernel,
          .module = module,
          .header = files.header,
          .source = files.source,
          .single_file = files.single_file,
          .runner = emit_runner(module),
          .cin = cin::print(scheduled.program),
          .schedule = schedule::print(scheduled.commands) + "\n",
          .loops = loop::print(module),
          .decisions = print_decisions(decisions)};
}

}  // namespace scorchc::driver
