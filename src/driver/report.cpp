#include "driver/report.h"

#include <algorithm>
#include <array>
#include <set>

#include "draw/svg.h"
#include "driver/report_parts.h"
#include "emit/calling/kernel_header.h"
#include "schedule/explain/numbers.h"

namespace scorchc::driver {
namespace {

using html::block;
using html::element;
using html::Markup;
using html::text;

struct Part {
  const char* id;
  const char* title;
  Markup (*content)(const CompiledKernel& compiled);
};

Markup row(std::string_view cell, const std::vector<Markup>& contents) {
  Markup cells;
  for (const Markup& each : contents) cells += element(cell, each);
  return block("tr", cells);
}

Markup head(const std::vector<std::string>& titles) {
  Markup cells;
  for (const std::string& each : titles) cells += element("th", {{"scope", "col"}}, text(each));
  return block("thead", block("tr", cells));
}

Markup schedule_part(const CompiledKernel& compiled) {
  const std::string commands = schedule::print(compiled.commands);
  return block("p", text("This is the complete schedule. Edit it and pass it with ") +
                        element("code", {{"class", "option"}}, text("--schedule")) + text(".")) +
         scrolling("schedule",
                   block("pre", {{"class", "commands"}}, element("code", commands.empty() ? "none" : commands)));
}

Markup graph_part(const CompiledKernel& compiled) {
  return block("p",
               text("One row per index, outermost loop first; one column per access. Levels are numbered from the "
                    "outermost. A path that only goes down visits the operand in storage order; a red curve leads back "
                    "up, against the loop order.")) +
         scrolling("iteration graph", html::trusted(draw::graph_svg(compiled.program)));
}

Markup decisions_part(const CompiledKernel& compiled) {
  Markup rows;
  for (const Decision& decision : compiled.choices)
    rows +=
        row("td", {text(decision.phase), text(decision.subject), element("b", decision.choice), text(decision.reason)});
  return block("table", {{"class", "decisions"}}, head({"phase", "what", "choice", "why"}) + block("tbody", rows));
}

Markup number(const schedule::Formula& formula) {
  return text((formula.exact ? "= " : "~ ") + schedule::about(formula.number));
}

/// Collects the symbols of a formula other than extents: `nnz(A)`, `#A1`, `#A(:,j)`, `#w`.
void add_symbols(const std::string& formula, std::set<std::string>& symbols) {
  for (std::size_t begin = 0; (begin = formula.find_first_of("#n", begin)) != std::string::npos; ++begin) {
    if (formula[begin] == 'n' && formula.compare(begin, 4, "nnz(") != 0) continue;
    std::size_t end = std::min(formula.find_first_of(" (", begin), formula.size());
    if (end < formula.size() && formula[end] == '(') end = std::min(formula.find(')', end), formula.size() - 1) + 1;
    symbols.insert(formula.substr(begin, end - begin));
  }
}

std::string meaning(const std::string& symbol, const Kernel& kernel) {
  const std::size_t open = symbol.find('(');
  if (symbol[0] != '#') return "components that " + symbol.substr(open + 1, symbol.size() - open - 2) + " stores";
  const std::string name = symbol.substr(1, open - 1);
  if (open != std::string::npos) {
    const std::string box = symbol.substr(open + 1, symbol.size() - open - 2);
    std::string indices;
    for (std::size_t begin = 0; begin <= box.size();) {
      const std::size_t end = std::min(box.find(',', begin), box.size());
      if (const std::string index = box.substr(begin, end - begin); index != ":")
        indices += (indices.empty() ? "" : ", ") + index;
      begin = end + 1;
    }
    return "coordinates " + indices + " at which " + name +
           " stores a component, with any coordinate in place of the colon";
  }
  for (const TensorDeclaration& tensor : kernel.tensors)
    if (name.starts_with(tensor.name) && name.size() > tensor.name.size() &&
        name.find_first_not_of("0123456789", tensor.name.size()) == std::string::npos)
      return "stored coordinates of " + tensor.name + " down to level " + name.substr(tensor.name.size());
  return "components of the temporary " + name + ", per computation";
}

Markup work_part(const CompiledKernel& compiled) {
  const schedule::Work& work = compiled.work;
  Markup rows;
  std::set<std::string> symbols;
  const auto add = [&](const std::string& what, const schedule::Formula& formula) {
    rows += row("td", {text(what), element("code", formula.text.empty() ? "0" : formula.text), number(formula)});
    add_symbols(formula.text, symbols);
  };
  for (const schedule::LoopWork& loop : work.loops) add("iterations of " + described(loop), loop.iterations);
  add("arithmetic", work.flops);
  add("bytes", work.bytes);
  std::string sums =
      "A multiplication and an addition are two operations. Bytes are a lower bound on memory traffic: each element "
      "that is touched counts once. = is exact, ~ is an estimate.";
  if (work.flops.number > 0 && work.bytes.number > 0)
    sums += " That is " + schedule::about(work.bytes.number / work.flops.number) + " bytes for each operation.";
  Markup legend;
  for (const std::string& symbol : symbols)
    legend += block("li", element("code", symbol) + text(": " + meaning(symbol, compiled.kernel)));
  return block("table", {{"class", "work"}}, head({"what", "formula", "number"}) + block("tbody", rows)) +
         block("p", text(sums)) +
         block("p", text("In the formulas an index means its extent" + std::string(symbols.empty() ? "." : ", and"))) +
         (symbols.empty() ? Markup() : block("ul", legend));
}

constexpr std::array parts{
    Part{"formats", "Formats", formats_part},       Part{"graph", "Iteration graph", graph_part},
    Part{"loops", "Loops and code", loops_part},    Part{"schedule", "Schedule", schedule_part},
    Part{"decisions", "Decisions", decisions_part}, Part{"work", "Predicted work", work_part},
};

/// Shows one statement per line.
Markup statements(const std::string& all) {
  Markup lines;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find("; ", begin), all.size());
    lines += block("p", {{"class", "statement"}}, element("code", all.substr(begin, end - begin)));
    begin = end + 2;
  }
  return lines;
}

Markup header(const CompiledKernel& compiled) {
  const Kernel& kernel = compiled.kernel;
  const std::string desugared = print_statements(kernel);
  Markup content = block("h1", text((kernel.name_space.empty() ? "" : kernel.name_space + "::") + kernel.name));
  content += statements(kernel.source_statement);
  if (desugared != kernel.source_statement) content += block("p", text("Desugared:")) + statements(desugared);
  Markup links;
  for (const Part& part : parts)
    links += block("li", element("a", {{"href", std::string("#") + part.id}}, text(part.title)));
  return block("header", content + block("nav", {{"aria-label", "contents"}}, block("ul", links)));
}

}  // namespace

html::Markup scrolling(const std::string& name, const html::Markup& content) {
  return block("div", {{"class", "scrolling"}, {"role", "region"}, {"aria-label", name}, {"tabindex", "0"}}, content);
}

std::string html_report(const CompiledKernel& compiled) {
  const Kernel& kernel = compiled.kernel;
  Markup sections;
  for (const Part& part : parts)
    sections += block("section", {{"aria-labelledby", part.id}},
                      block("h2", {{"id", part.id}}, text(part.title)) + part.content(compiled));
  const Markup page_head = html::trusted(
                               "<meta charset=\"utf-8\">\n"
                               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                               "<meta name=\"color-scheme\" content=\"light dark\">\n") +
                           block("title", text(kernel.name + ": " + kernel.source_statement)) +
                           block("style", html::trusted(style_sheet(count_of_loops(compiled))));
  const Markup body =
      header(compiled) + block("main", sections) + block("footer", block("p", text(emit::generated_by())));
  return "<!DOCTYPE html>\n" + block("html", {{"lang", "en"}}, block("head", page_head) + block("body", body)).text;
}

}  // namespace scorchc::driver
