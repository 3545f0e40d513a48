// The public library: the command line's compilation without its files and streams.
#include <scorchc/compile.h>

#include <exception>
#include <new>
#include <sstream>

#include "driver/compile.h"
#include "driver/input.h"
#include "front/front.h"

namespace scorchc {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

void compile_into(std::string_view spec, std::string_view name, Diagnostics& warnings, CompileOutcome& outcome) {
  const SourcePtr source = make_source(std::string(name), std::string(spec));
  const bool is_json = driver::classify_text(spec) == driver::InputKind::json_spec;
  const std::vector<Kernel> kernels =
      is_json ? front::read_json_spec(source, {}, warnings) : front::read_text_spec(source, {}, warnings);
  for (const Kernel& kernel : kernels) {
    driver::CompiledKernel compiled = driver::compile(kernel, warnings);
    outcome.kernels.push_back({compiled.kernel.name, std::move(compiled.header), std::move(compiled.source),
                               std::move(compiled.schedule), lines(compiled.decisions)});
  }
}

}  // namespace

CompileOutcome compile_spec(std::string_view spec, std::string_view name) {
  CompileOutcome outcome;
  Diagnostics warnings;
  const auto failed = [&](ExitCode code, std::string text) {
    outcome.exit_code = static_cast<int>(code);
    outcome.kernels.clear();
    outcome.diagnostics.push_back(std::move(text));
  };
  try {
    compile_into(spec, name, warnings, outcome);
  } catch (const Failure& failure) {
    failed(failure.exit_code(), render(failure.diagnostic(), false));
  } catch (const std::bad_alloc&) {
    failed(ExitCode::limit, "error: out of memory");
  } catch (const std::exception& error) {
    failed(ExitCode::internal, std::string("error: internal: ") + error.what());
  }
  for (const Diagnostic& warning : warnings) outcome.diagnostics.push_back(render(warning, false));
  return outcome;
}

}  // namespace scorchc
