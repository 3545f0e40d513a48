#include "driver/explanation.h"

#include "schedule/explain_plan.h"

namespace scorchc::driver {
namespace {

/// `C(i,k) = A(i,j) * B(j,k)` is `C(i,k) = sum(j, A(i,j) * B(j,k))`: said only where it says more.
std::string statement_lines(const Kernel& kernel) {
  const std::string desugared = print_statements(kernel);
  std::string text = kernel.name + ": " + kernel.source_statement + "\n";
  if (desugared != kernel.source_statement) text += "  that is: " + desugared + "\n";
  return text;
}

/// A line for what, one for why.
std::string decision_lines(const Decisions& decisions) {
  std::string text;
  for (const Decision& decision : decisions) {
    text += decision.phase + ": " + decision.subject + ": " + decision.choice + "\n";
    text += "    " + decision.reason + "\n";
  }
  return text;
}

}  // namespace

std::vector<std::string> plan_in_short(const cin::Program& program, const schedule::Work& work) {
  constexpr std::size_t longest = 160;  // that somebody reads in a comment
  std::vector<std::string> lines;
  for (const std::string& workspace : schedule::workspaces(program)) lines.push_back("workspace: " + workspace);
  std::string loops;
  for (const schedule::LoopWork& loop : work.loops)
    loops += (loops.empty() ? "" : "; ") + loop.index + ": " + loop.iterations.text;
  const auto add = [&](const std::string& what, const std::string& text) {
    if (!text.empty() && text.size() <= longest) lines.push_back(what + ": " + text);
  };
  add("iterations", loops);
  add("arithmetic", work.flops.text);
  add("bytes, at least", work.bytes.text);
  if (!lines.empty()) lines.push_back("`scorchc explain` says what that means, and why it was chosen.");
  return lines;
}

std::string explain_text(const CompiledKernel& compiled) {
  std::string text = statement_lines(compiled.kernel);
  for (const TensorDeclaration& tensor : compiled.kernel.tensors)
    if (tensor.format)
      text += "  " + tensor.name + ": " + print_short(*tensor.format) + (tensor.format_inferred ? " (inferred)" : "") +
              "\n";
  for (const TensorDeclaration& tensor : compiled.kernel.temporaries)
    text += "  " + tensor.name + ": " + print_short(*tensor.format) + " (temporary" +
            (tensor.format_inferred ? ", inferred" : "") + ")\n";
  return text + decision_lines(compiled.choices) + "schedule: " + compiled.schedule;
}

std::string explain_text(const Kernel& kernel, const Decisions& decisions) {
  return statement_lines(kernel) + decision_lines(decisions);
}

}  // namespace scorchc::driver
