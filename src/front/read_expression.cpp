#include "front/front.h"
#include "front/option_parsing.h"
#include "front/parser.h"
#include "front/resolve.h"
#include "front/sequence.h"

namespace scorchc::front {

std::vector<Kernel> read_expression(const std::string& expression, const Settings& settings, Diagnostics& warnings) {
  const Fragment text = whole_text("expression", expression);
  const ParsedOptions given_options = read_settings(settings);
  std::optional<Fragment> tensors;
  if (settings.tensors) tensors = whole_text("--tensors", *settings.tensors).trimmed();

  std::vector<Statement> statements;
  if (is_einsum(text.text())) {
    statements.push_back(parse_einsum(text, tensors));
  } else {
    if (tensors)
      fail(Code::setting_value, tensors->place(),
           "--tensors names the tensors of an einsum statement, and this is none",
           "an einsum statement is `ij,jk->ik`");
    statements = parse_program(text);
  }
  std::vector<Statements> kernels = connected(statements);
  if (given_options.name && kernels.size() > 1)
    fail(Code::repeated_name, given_options.name->place,
         "--name is given, but there are " + std::to_string(kernels.size()) +
             " statements that do not use each other's results");

  std::vector<Job> jobs;
  for (Statements& kernel : kernels) jobs.push_back({std::move(kernel), {&given_options}});
  return resolve(jobs, {&given_options}, warnings);
}

}  // namespace scorchc::front
