// Implements the public library: compilation as on the command line, without files and streams.
#include <scorchc/compile.h>

#include <algorithm>
#include <exception>
#include <new>

#include "driver/compile.h"
#include "driver/diagnostic_forms.h"
#include "driver/emit_kinds.h"
#include "driver/input.h"
#include "front/front.h"

namespace scorchc {
namespace {

Message message_of(const Diagnostic& diagnostic) {
  Message message;
  message.is_error = diagnostic.severity == Severity::error;
  message.code = info(diagnostic.code).id;
  message.message = diagnostic.message;
  message.help = diagnostic.help;
  message.text = render(diagnostic, false);
  const Place& place = diagnostic.place;
  if (!place.source) return message;
  message.file = place.source->name;
  const driver::TextPosition begin = driver::position_of(*place.source, place.span.begin);
  const driver::TextPosition end = driver::position_of(*place.source, std::max(place.span.begin, place.span.end));
  message.line = begin.line;
  message.column = begin.column;
  message.end_line = end.line;
  message.end_column = end.column;
  return message;
}

Message message_of(const std::string& text) {
  Message message;
  message.is_error = true;
  message.message = text;
  message.text = "error: " + text + "\n";
  return message;
}

std::vector<Choice> choices_of(const Decisions& decisions) {
  std::vector<Choice> choices;
  for (const Decision& each : decisions)
    choices.push_back({each.phase, each.subject, each.choice, each.reason, each.phase});
  return choices;
}

void compile_into(std::string_view spec, std::string_view name, Diagnostics& warnings, CompileOutcome& outcome) {
  const SourcePtr source = make_source(std::string(name), std::string(spec));
  const bool is_json = driver::classify_text(spec) == driver::InputKind::json_spec;
  const std::vector<Kernel> kernels =
      is_json ? front::read_json_spec(source, {}, warnings) : front::read_text_spec(source, {}, warnings);
  for (const Kernel& kernel : kernels) driver::parse_emit(kernel.emit);
  for (const Kernel& kernel : kernels) {
    driver::CompiledKernel compiled = driver::compile(kernel, warnings);
    outcome.kernels.push_back({compiled.kernel.name, std::move(compiled.header), std::move(compiled.source),
                               std::move(compiled.schedule), choices_of(compiled.choices)});
  }
}

}  // namespace

CompileOutcome compile_spec(std::string_view spec, std::string_view name) {
  CompileOutcome outcome;
  Diagnostics warnings;
  const auto failed = [&](ExitCode code, Message message) {
    outcome.exit_code = static_cast<int>(code);
    outcome.kernels.clear();
    outcome.diagnostics.push_back(std::move(message));
  };
  try {
    compile_into(spec, name, warnings, outcome);
  } catch (const Failure& failure) {
    failed(failure.exit_code(), message_of(failure.diagnostic()));
  } catch (const std::bad_alloc&) {
    failed(ExitCode::limit, message_of("out of memory"));
  } catch (const std::exception& error) {
    failed(ExitCode::internal, message_of(std::string("internal: ") + error.what()));
  }
  for (const Diagnostic& warning : warnings) outcome.diagnostics.push_back(message_of(warning));
  return outcome;
}

std::string version() { return SCORCHC_VERSION; }

}  // namespace scorchc
