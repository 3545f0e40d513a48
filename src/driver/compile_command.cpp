// Implements the commands that read kernels and write texts.
#include <algorithm>

#include "driver/commands.h"
#include "driver/depfile.h"
#include "driver/errors_page.h"
#include "driver/explanation.h"
#include "driver/golden_check.h"
#include "driver/input.h"
#include "driver/json_output.h"
#include "driver/load.h"
#include "driver/lock_file.h"
#include "driver/output_files.h"
#include "driver/sources.h"
#include "driver/verify.h"
#include "support/files.h"

namespace scorchc::driver {
namespace {

/// Whether to explain a kernel whose compilation fails, up to the failure.
enum class Explain { no, yes };

/// Returns the data of --data, whose tensors belong to a single statement.
std::vector<Binding> data_of(const Options& options, const std::vector<Kernel>& kernels) {
  if (options.data.empty()) return {};
  if (kernels.size() != 1)
    fail(Code::several_statements, {},
         "`--data` needs a single kernel, but there are " + std::to_string(kernels.size()));
  return parse_data(options.data, kernels[0]);
}

std::vector<CompiledKernel> compile_all(const std::vector<Kernel>& kernels, const Options& options, Explain explain,
                                        Console& console) {
  const std::vector<Binding> data = data_of(options, kernels);
  std::vector<CompiledKernel> compiled;
  for (const Kernel& kernel : kernels) {
    Decisions decisions;
    if (options.lock) decisions.push_back(lock_decision(kernel, *options.lock));
    try {
      compiled.push_back(compile_for(data, {}, kernel, console.warnings, decisions));
    } catch (const Failure&) {
      if (explain == Explain::yes && !decisions.empty())
        console.note(explain_text(kernel, decisions, explanation_width()));
      throw;
    }
  }
  return compiled;
}

Explain wanted(const Options& options) { return options.explain ? Explain::yes : Explain::no; }

/// Prints the output of --explain on standard error.
void print_explanation(const std::vector<CompiledKernel>& compiled, const Options& options, Console& console) {
  if (!options.explain) return;
  if (options.json) return console.note_json(explain_json(compiled, JsonLayout::one_line));
  for (const CompiledKernel& kernel : compiled) console.note(explain_text(kernel, explanation_width()));
}

/// "2 kernels".
std::string count_of(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

enum class Compiler { present, missing };

/// The result of running the kernels in `check`.
struct Checked {
  std::vector<VerifiedKernel> kernels;
  std::optional<Diagnostic> difference;
  std::string description;  // of the first case that differs
};

Checked run_cases(const std::vector<CompiledKernel>& compiled, const Options& options) {
  Checked checked;
  for (const CompiledKernel& kernel : compiled) {
    try {
      const RunnableKernel runnable = load(kernel, options.cxx);
      const VerifyOutcome outcome = verify_kernel(kernel, runnable.runner, {});
      checked.kernels.push_back({kernel.kernel.name, outcome.cases, outcome.undecided, {}});
      if (outcome.passed()) continue;
      checked.difference = difference(kernel.kernel, outcome, "`scorchc verify` reproduces it");
      checked.description = outcome.description;
      return checked;
    } catch (const Failure& failure) {
      if (failure.diagnostic().code != Code::too_large) throw;
      checked.kernels.push_back({kernel.kernel.name, 0, 0, "its extents are too large for the interpreter"});
    }
  }
  return checked;
}

Checked not_run(const std::vector<CompiledKernel>& compiled) {
  Checked checked;
  for (const CompiledKernel& kernel : compiled)
    checked.kernels.push_back({kernel.kernel.name, 0, 0, "no compiler was found"});
  return checked;
}

std::string check_summary(const Checked& checked, Compiler compiler) {
  std::string said = "ok: " + count_of(checked.kernels.size(), "kernel");
  if (compiler == Compiler::missing) return said + "; not run: no compiler was found, name one with `--cxx g++`\n";
  std::int64_t cases = 0;
  for (const VerifiedKernel& kernel : checked.kernels) cases += kernel.cases;
  said += ", " + count_of(static_cast<std::size_t>(cases), "random case") + " agree";
  for (const VerifiedKernel& kernel : checked.kernels)
    if (!kernel.not_run.empty()) said += "; `" + kernel.name + "` was not run: " + kernel.not_run;
  return said + "\n";
}

/// Normalises a diagnostic code: "sc0204" and "SC204" give "SC0204". Returns an empty text for any other word.
std::string as_code(const std::string& word) {
  const bool has_letters = word.size() > 2 && (word.starts_with("SC") || word.starts_with("sc"));
  if (!has_letters || word.size() > 6 || word.find_first_not_of("0123456789", 2) != std::string::npos) return {};
  return "SC" + std::string(6 - word.size(), '0') + word.substr(2);
}

}  // namespace

ExitCode compile_command(const Options& options, Console& console) {
  const std::vector<Kernel> kernels = read_kernels(options, console);
  const Destination destination = parse_destination(options);
  const std::vector<PlannedOutput> planned = plan_outputs(kernels, options, destination);
  const std::optional<Depfile> depfile = plan_depfile(options, destination, planned);

  const std::vector<CompiledKernel> compiled = compile_all(kernels, options, wanted(options), console);
  std::vector<std::string> contents;
  for (const PlannedOutput& output : planned) {
    const auto number = static_cast<std::size_t>(output.kernel - kernels.data());
    contents.push_back(planned_bytes(output, compiled[number], options, destination));
  }

  if (options.cxx)
    for (const CompiledKernel& kernel : compiled) check_with(*options.cxx, kernel);

  if (options.check && !options.update) return check_outputs(planned, contents, destination, options, console);

  // Everything is compiled; from here on only writing can fail.
  if (destination.place == Destination::Place::folder) make_folder(destination.path);
  StagedFiles files;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (!planned[i].path) {
      console.print(contents[i]);
      continue;
    }
    // Outputs to one device are joined: a reader of a pipe sees the end of file when the writer closes it.
    if (i + 1 < planned.size() && planned[i + 1].path == planned[i].path) {
      contents[i + 1] = contents[i] + contents[i + 1];
      continue;
    }
    files.add(*planned[i].path, contents[i]);
    if (console.is_verbose()) console.note("output " + quoted(*planned[i].path) + "\n");
  }
  if (depfile) files.add(depfile->path, depfile->text);
  files.commit();
  if (options.update) note_left_files(planned, destination, options, console);
  print_explanation(compiled, options, console);
  return ExitCode::ok;
}

ExitCode explain_command(const Options& options, Console& console) {
  const std::string word = as_code(options.words.at(0));
  if (!word.empty()) {
    if (const std::string_view section = error_section(word); !section.empty()) {
      const std::vector<CodeInfo>& rows = all_codes();
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const CodeInfo& each) { return each.id == word; });
      console.print(options.json && row != rows.end() ? code_answer(*row, section) : std::string(section));
      return ExitCode::ok;
    }
    std::vector<std::string> codes;
    for (const CodeInfo& code : all_codes()) codes.emplace_back(code.id);
    fail(Code::usage, {}, "no diagnostic has the code " + quoted(word), nearest(word, codes));
  }
  const std::vector<Kernel> kernels = read_kernels(options, console);
  const std::vector<CompiledKernel> compiled = compile_all(kernels, options, Explain::yes, console);
  if (options.json)
    console.print(explain_json(compiled, JsonLayout::lines));
  else
    for (const CompiledKernel& kernel : compiled) console.print(explain_text(kernel, explanation_width()));
  return ExitCode::ok;
}

ExitCode check_command(const Options& options, Console& console) {
  const std::vector<Kernel> kernels = read_kernels(options, console);
  const std::vector<CompiledKernel> compiled = compile_all(kernels, options, wanted(options), console);
  const Compiler compiler =
      options.cxx || clang_plugin::find_plugin(nullptr) != nullptr ? Compiler::present : Compiler::missing;
  const Checked checked = compiler == Compiler::present ? run_cases(compiled, options) : not_run(compiled);
  if (checked.difference) {
    console.report(*checked.difference);
    console.note(checked.description);
    return ExitCode::difference;
  }
  console.print(options.json ? verified_answer(checked.kernels) : check_summary(checked, compiler));
  print_explanation(compiled, options, console);
  return ExitCode::ok;
}

ExitCode outputs_command(const Options& options, Console& console) {
  const std::vector<Kernel> kernels = read_kernels(options, console);
  Destination destination = parse_destination(options);
  // Without -o, print names as in a folder; build systems prepend their own folder.
  if (options.outputs.empty()) destination.place = Destination::Place::folder;
  const std::vector<PlannedOutput> planned = plan_outputs(kernels, options, destination);
  const std::optional<Depfile> depfile = plan_depfile(options, destination, planned);
  if (options.json) {
    console.print(outputs_answer(planned, depfile));
    return ExitCode::ok;
  }
  for (const PlannedOutput& output : planned)
    if (output.path) console.print(*output.path + "\n");
  if (depfile) console.print(depfile->path + "\n");
  return ExitCode::ok;
}

}  // namespace scorchc::driver
