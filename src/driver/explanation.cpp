#include "driver/explanation.h"

#include "schedule/explain/explain_plan.h"
#include "support/words.h"

namespace scorchc::driver {
namespace {

/// Prints the statement, and the desugared statement if it differs: `C(i,k) = sum(j, A(i,j) * B(j,k))` for `C(i,k) =
/// A(i,j) * B(j,k)`.
std::string statement_lines(const Kernel& kernel, std::size_t width) {
  const std::string desugared = print_statements(kernel);
  std::string text = wrapped(kernel.name + ": " + kernel.source_statement, width, 0, 6);
  if (desugared != kernel.source_statement) text += wrapped("that is: " + desugared, width, 2, 6);
  return text;
}

/// Prints each decision and, indented below it, its reason.
std::string decision_lines(const Decisions& decisions, std::size_t width) {
  std::string text;
  for (const Decision& decision : decisions) {
    text += wrapped(decision.phase + ": " + decision.subject + ": " + decision.choice, width, 0, 6);
    if (!decision.reason.empty()) text += wrapped(decision.reason, width, 4, 4);
  }
  return text;
}

}  // namespace

std::vector<std::string> plan_summary(const cin::Program& program, const schedule::Work& work) {
  constexpr std::size_t longest = 160;  // longer lines are not printed in a comment
  std::vector<std::string> lines;
  for (const std::string& workspace : schedule::workspaces(program)) lines.push_back("workspace: " + workspace);
  std::string loops;
  for (const schedule::LoopWork& loop : work.loops)
    loops += (loops.empty() ? "" : "; ") + described(loop) + ": " + loop.iterations.text;
  const auto add = [&](const std::string& what, const std::string& text) {
    if (!text.empty() && text.size() <= longest) lines.push_back(what + ": " + text);
  };
  add("iterations", loops);
  add("arithmetic", work.flops.text);
  add("bytes, at least", work.bytes.text);
  if (!lines.empty()) lines.push_back("`scorchc explain` describes these figures and the reasons for this plan.");
  return lines;
}

std::string explain_text(const CompiledKernel& compiled, std::size_t width) {
  std::string text = statement_lines(compiled.kernel, width);
  for (const TensorDeclaration& tensor : compiled.kernel.tensors)
    if (tensor.format)
      text += "  " + tensor.name + ": " + print_short(*tensor.format) + (tensor.format_inferred ? " (inferred)" : "") +
              "\n";
  for (const TensorDeclaration& tensor : compiled.kernel.temporaries)
    text += "  " + tensor.name + ": " + print_short(*tensor.format) + " (temporary" +
            (tensor.format_inferred ? ", inferred" : "") + ")\n";
  return text + decision_lines(compiled.choices, width) +
         wrapped("schedule: " + schedule::print(compiled.commands), width, 0, 6);
}

std::string explain_text(const Kernel& kernel, const Decisions& decisions, std::size_t width) {
  return statement_lines(kernel, width) + decision_lines(decisions, width);
}

}  // namespace scorchc::driver
