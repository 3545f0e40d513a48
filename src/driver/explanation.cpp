#include "driver/explanation.h"

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
    text += decision.room + ": " + decision.subject + ": " + decision.choice + "\n";
    text += "    " + decision.reason + "\n";
  }
  return text;
}

}  // namespace

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
