// The rooms in their order. Data passes each once, downwards.
#include "driver/compile.h"

#include <algorithm>

#include "emit/emit.h"
#include "emit/emit_runner.h"
#include "infer/infer_formats.h"
#include "ir/loop.h"
#include "ir/schedule.h"
#include "lower/lower.h"
#include "optimise/simplify.h"
#include "schedule/auto_schedule.h"

namespace scorchc::driver {
namespace {

// A noun that does not verify is our own mistake, never the user's.
void must_hold(const std::string& problem, const char* after) {
  if (!problem.empty()) fail(Code::internal_error, {}, std::string("after ") + after + ": " + problem);
}

Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// Where the command that a message begins with, `reorder(i, i)` say, stands among the user's; all of them if nowhere.
Place command_place(const SourcePtr& source, const std::string& message) {
  const std::string& text = source->text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const std::size_t first = std::min(text.find_first_not_of(" \t\n", begin), end);
    for (const schedule::Command& command : schedule::parse(make_source("", text.substr(first, end - first))))
      if (message.starts_with("`" + schedule::print(command) + "`")) return {source, span_of(first, end)};
    begin = end + 1;
  }
  return {source, span_of(0, text.size())};
}

/// What is wrong with commands that the user wrote is shown in them, and not in the statement.
schedule::Scheduled schedule_kernel(const Kernel& kernel, Decisions& decisions) {
  try {
    return schedule::auto_schedule(kernel, decisions);
  } catch (const Failure& failure) {
    Diagnostic diagnostic = failure.diagnostic();
    if (diagnostic.code != Code::schedule_illegal) throw;
    diagnostic.place = command_place(make_source("--schedule", kernel.schedule), diagnostic.message);
    throw Failure(std::move(diagnostic));
  }
}

}  // namespace

CompiledKernel compile(const Kernel& kernel, Diagnostics& warnings) { return compile_with({}, kernel, warnings); }

std::string print(const Decisions& decisions) {
  std::string text;
  for (const Decision& decision : decisions)
    text += decision.room + ": " + decision.subject + ": " + decision.choice + " (" + decision.reason + ")\n";
  return text;
}

CompiledKernel compile_with(const lower::Options& lowering, const Kernel& kernel, Diagnostics& warnings) {
  Decisions decisions;
  return compile_with(lowering, kernel, warnings, decisions);
}

CompiledKernel compile_with(const lower::Options& lowering, const Kernel& kernel, Diagnostics& warnings,
                            Decisions& decisions) {
  // 2 infer: from here on every tensor has a format; only the order of an inferred result's levels may be open.
  const Kernel complete = infer::infer_formats(kernel, decisions, warnings);

  // 3, 4 concretize and schedule: from here on every loop has its place and every format is complete.
  const schedule::Scheduled scheduled = schedule_kernel(complete, decisions);
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
          .header = files.header,
          .source = files.source,
          .single_file = files.single_file,
          .runner = emit_runner(module),
          .cin = cin::print(scheduled.program),
          .schedule = schedule::print(scheduled.commands) + "\n",
          .loops = loop::print(module),
          .decisions = print(decisions)};
}

}  // namespace scorchc::driver
