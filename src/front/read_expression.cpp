// Reads an expression from the command line.
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
           "--tensors names the tensors of an einsum statement, but this is not an einsum statement",
           "an einsum statement has the form `ij,jk->ik`");
    statements = parse_program(text);
  }
  std::vector<Statements> kernels = connected(statements);
  if (given_options.name && kernels.size() > 1)
    fail(Code::repeated_name, given_options.name->place,
         "--name is given, but the statements form " + std::to_string(kernels.size()) +
             " kernels, as they do not use each other's results",
         "leave out --name, or write a spec with a line `kernel NAME: STATEMENT` for each kernel");

  std::vector<Job> jobs;
  for (Statements& kernel : kernels) jobs.push_back({std::move(kernel), {&given_options}});
  return resolve(jobs, {&given_options}, warnings);
}

}  // namespace scorchc::front
