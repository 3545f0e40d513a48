// Runs the phases of the compiler in order. Each phase reads the IR of the previous one.
#include "driver/compile.h"

#include <algorithm>

#include "driver/count_data.h"
#include "driver/explanation.h"
#include "driver/make_interface.h"
#include "emit/calling/runner.h"
#include "emit/emit.h"
#include "infer/infer_formats.h"
#include "lower/dispatch_variants.h"
#include "lower/lower.h"
#include "passes/pipeline.h"
#include "schedule/auto_schedule.h"
#include "schedule/estimate/cost.h"

namespace scorchc::driver {
namespace {

// An IR that fails verification is an error of scorchc, never the user's.
void require_verified(const std::string& problem, const char* after) {
  if (!problem.empty()) fail(Code::internal_error, {}, std::string("after ") + after + ": " + problem);
}

Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// Returns the position of the separator after the command that begins at `at`, or the end.
std::size_t end_of_command(const std::string& text, std::size_t at) {
  for (int depth = 0; at < text.size() && (text[at] != ';' || depth > 0); ++at)
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
  return at;
}

/// Returns the span, in the user's schedule, of the command that a message begins with, such as `reorder(i, i)`: its
/// last occurrence, or the whole schedule if there is none.
Span command_span(const std::string& text, const std::string& message) {
  Span found = span_of(0, text.size());
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = end_of_command(text, begin);
    const std::size_t first = std::min(text.find_first_not_of(" \t\n", begin), end);
    for (const schedule::Command& command : schedule::parse(make_source("", text.substr(first, end - first))))
      if (message.starts_with("`" + schedule::print(command) + "`")) found = span_of(first, end);
    begin = end + 1;
  }
  return found;
}

/// Returns the place of a part of the schedule in the user's text. In JSON the text may differ; then the whole schedule
/// is the place.
Place schedule_place(const Kernel& kernel, Span span) {
  const Place& whole = kernel.schedule_place;
  if (!whole.source) return {make_source("--schedule", kernel.schedule), span};
  const std::string_view written = std::string_view(whole.source->text).substr(whole.span.begin);
  if (!written.starts_with(kernel.schedule)) return whole;
  return {whole.source, {whole.span.begin + span.begin, whole.span.begin + span.end}};
}

/// Places errors in the user's commands in the schedule instead of the statement.
template <class Phase>
auto with_commands_of(const Kernel& kernel, const Phase& phase) {
  try {
    return phase();
  } catch (const Failure& failure) {
    Diagnostic diagnostic = failure.diagnostic();
    const bool is_ours = kernel.schedule == "auto" || kernel.schedule == "none";
    if (diagnostic.code == Code::schedule_illegal && is_ours)
      fail(Code::internal_error, diagnostic.place, "the chosen schedule is illegal: " + diagnostic.message);
    if (diagnostic.code == Code::schedule_illegal)
      diagnostic.place = schedule_place(kernel, command_span(kernel.schedule, diagnostic.message));
    if (diagnostic.code == Code::schedule_syntax) diagnostic.place = schedule_place(kernel, diagnostic.place.span);
    throw Failure(std::move(diagnostic));
  }
}

// Numbers the loops of all plans consecutively.
void number_loops(schedule::Scheduled& scheduled) {
  int loops = 0;
  const auto number = [&](cin::Program& program) {
    program.body = cin::numbered(program.body, loops);
    loops += static_cast<int>(cin::count_of_loops(program.body));
    require_verified(cin::verify(program), "scheduling");
  };
  number(scheduled.program);
  for (schedule::ScheduledVariant& variant : scheduled.variants) number(variant.program);
}

loop::Module lower_all(const schedule::Scheduled& scheduled, Decisions& decisions, const lower::Options& lowering) {
  const std::vector<schedule::PlanCommands> commands = plans_of(scheduled.commands);
  loop::Module first = lower::lower(scheduled.program, commands[0].commands, decisions, lowering);
  if (scheduled.variants.empty()) return first;
  std::vector<lower::LoweredPlan> plans = {{{}, std::move(first)}};
  for (std::size_t n = 0; n < scheduled.variants.size(); ++n) {
    Decisions unsaid;
    const auto& [when, program] = scheduled.variants[n];
    plans.push_back({when, lower::lower(program, commands[n + 1].commands, unsaid, lowering)});
  }
  return lower::dispatch_variants(scheduled.program, scheduled.commands, std::move(plans), lowering);
}

// Prints the loops of each plan, after the command with its condition.
std::string print_programs(const schedule::Scheduled& scheduled) {
  std::string text = cin::print(scheduled.program);
  for (const auto& [when, program] : scheduled.variants)
    text += schedule::print(schedule::Command(when)) + "\n" + cin::print(program);
  return text;
}

}  // namespace

Place place_of_schedule(const Kernel& kernel) { return schedule_place(kernel, span_of(0, kernel.schedule.size())); }

passes::Context context_of_passes(const Kernel& kernel, Decisions& decisions) {
  using passes::DenseProducts;
  return {.decisions = decisions,
          .dense_products = kernel.blas == Blas::cblas ? DenseProducts::blas : DenseProducts::loops,
          .entries_per_segment = static_cast<std::int64_t>(schedule::Constants().entries_per_segment)};
}

CompiledKernel compile(const Kernel& kernel, Diagnostics& warnings) { return compile_with({}, kernel, warnings); }

std::string print(const Decisions& decisions) {
  std::string text;
  for (const Decision& decision : decisions)
    text += decision.phase + ": " + decision.subject + ": " + decision.choice + " (" + decision.reason + ")\n";
  return text;
}

CompiledKernel compile_with(const lower::Options& lowering, const Kernel& kernel, Diagnostics& warnings) {
  Decisions decisions;
  return compile_for({}, lowering, kernel, warnings, decisions);
}

CompiledKernel compile_for(const std::vector<Binding>& data, const lower::Options& lowering, const Kernel& kernel,
                           Diagnostics& warnings, Decisions& decisions) {
  return compile_complete(lowering, complete(data, kernel, warnings, decisions), decisions);
}

Kernel complete(const std::vector<Binding>& data, const Kernel& kernel, Diagnostics& warnings, Decisions& decisions) {
  // 2 infer: from here on every tensor has a format; only the mode ordering of an inferred result may be open.
  const Kernel inferred = infer::infer_formats(kernel, decisions, warnings);

  // Data are counted after inference, so that they affect the schedule but not the formats.
  return with_statistics(inferred, data, decisions);
}

CompiledKernel compile_complete(const lower::Options& lowering, const Kernel& complete, Decisions& decisions) {
  // 3 schedule: from here on the loop nest is fixed and every format is complete.
  schedule::Scheduled scheduled =
      with_commands_of(complete, [&] { return schedule::auto_schedule(complete, decisions); });
  number_loops(scheduled);

  // 4 lower: from here on there are only loops over plain arrays.
  loop::Module lowered = with_commands_of(complete, [&] { return lower_all(scheduled, decisions, lowering); });
  if (std::vector<std::string> lines = plan_summary(scheduled.program, scheduled.work); !lines.empty()) {
    lowered.opening.emplace_back();
    lowered.opening.insert(lowered.opening.end(), lines.begin(), lines.end());
  }
  require_verified(loop::verify(lowered), "lowering");

  // 5 passes
  passes::Context context = context_of_passes(complete, decisions);
  const loop::Module module = passes::run(lowered, context);

  // 6 emit
  Interface interface = make_interface(complete, scheduled.program.kernel, module);
  const EmittedFiles files = emit_cpp(module, interface);
  return {.kernel = scheduled.program.kernel,
          .program = scheduled.program,
          .variants = scheduled.variants,
          .commands = scheduled.commands,
          .work = scheduled.work,
          .choices = decisions,
          .lowered = std::move(lowered),
          .module = module,
          .interface = std::move(interface),
          .header = files.header,
          .source = files.source,
          .single_file = files.single_file,
          .runner = emit_runner(module),
          .cin = print_programs(scheduled),
          .schedule = schedule::print(scheduled.commands) + "\n",
          .loops = loop::print(module),
          .decisions = print(decisions),
          .source_map = files.map};
}

}  // namespace scorchc::driver
