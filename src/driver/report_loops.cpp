// Shows the loop nest next to the emitted code. Each loop and its lines share a number (Origin) and a colour; pointing
// at one highlights both (report_style.cpp).
#include <algorithm>
#include <set>
#include <utility>

#include "driver/report_parts.h"
#include "schedule/explain/numbers.h"

namespace scorchc::driver {
namespace {

using html::block;
using html::element;
using html::Markup;
using html::text;

std::string numbered(char letter, std::size_t number) { return letter + std::to_string(number); }

/// Returns one of six colours.
std::string colour(std::size_t loop) { return numbered('c', (loop - 1) % 6); }

/// Returns for each line of the source, counted from 1, the loops that contain it, outermost first.
std::vector<std::vector<std::size_t>> loops_of_lines(const SourceMap& map, std::size_t lines) {
  std::vector<std::vector<std::size_t>> found(lines + 1);
  for (const LoopLines& loop : map.loops)
    for (std::size_t line = loop.first; line <= loop.last; ++line) {
      const auto number = static_cast<std::size_t>(loop.loop);
      if (std::find(found[line].begin(), found[line].end(), number) == found[line].end()) found[line].push_back(number);
    }
  return found;
}

std::vector<std::string_view> lines_of(std::string_view source) {
  std::vector<std::string_view> lines;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('\n'), source.size() - 1);
    lines.push_back(source.substr(0, end));
    source.remove_prefix(end + 1);
  }
  return lines;
}

class Nest {
 public:
  Nest(std::vector<schedule::LoopWork> work, const std::set<std::size_t>& in_code)
      : work_(std::move(work)), in_code_(in_code) {}

  Markup list(const cin::Stmt& stmt) { return block("ul", {{"class", "nest"}}, items(stmt)); }

 private:
  Markup items(const cin::Stmt& stmt) {
    return match(
        stmt,
        [](const cin::Assign& assign) {
          return block(
              "li", element("code", print(assign.lhs) + " " + std::string(name(assign.op)) + " " + print(assign.rhs)));
        },
        [&](const cin::Forall& loop) {
          const Markup head = heading(loop);
          return block("li", head + list(loop.body[0]));
        },
        [&](const cin::Where& where) {
          const Markup title =
              element("p", text("where ") + element("code", print(where.temporary)) +
                               text(", " + std::string(cin::name(cin::kind_of(where))) + ", produced by"));
          const bool converts = cin::kind_of(where) == cin::TemporaryKind::converted;
          const bool counted = std::exchange(is_counted_, is_counted_ && !converts);
          const Markup producer = list(where.producer());
          is_counted_ = counted;
          return block("li", title + producer + element("p", "consumed by") + list(where.consumer()));
        },
        [&](const cin::Sequence& sequence) {
          Markup all;
          for (const cin::Stmt& part : sequence.statements) all += items(part);
          return all;
        });
  }

  Markup heading(const cin::Forall& loop) {
    const auto number = static_cast<std::size_t>(loop.origin.number);
    const Markup title = element("b", std::to_string(number)) + element("code", cin::heading(loop));
    const std::string classes = "loop " + colour(number) + " " + numbered('n', number);
    // A loop that is fused into another, or that copies arrays whole, has no lines of its own.
    Markup head = in_code_.count(number)
                      ? element("a", {{"class", classes}, {"href", "#loop-" + std::to_string(number)}}, title)
                      : element("span", {{"class", "loop"}}, title);
    // Formulas are in the order of the nest; the loops of conversions have none.
    if (is_counted_ && next_ < work_.size() && work_[next_].index == loop.index) {
      const schedule::Formula& iterations = work_[next_++].iterations;
      head += element("small", (iterations.exact ? " = " : " ~ ") + schedule::about(iterations.number) + " iterations");
    }
    return head;
  }

  const std::vector<schedule::LoopWork> work_;
  const std::set<std::size_t>& in_code_;
  std::size_t next_ = 0;
  bool is_counted_ = true;
};

/// Whether the line is a comment or a preprocessor directive.
bool is_aside(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin != std::string_view::npos && (line.substr(begin).starts_with("//") || line[begin] == '#');
}

class Listing {
 public:
  Listing(const std::vector<std::string_view>& lines, const std::vector<std::vector<std::size_t>>& loops)
      : lines_(lines), loops_(loops) {}

  /// Shows the lines from `first` to `last`; the first line of each loop is a link target.
  Markup of(std::size_t first, std::size_t last) {
    while (first < last && lines_[first - 1].empty()) ++first;
    Markup all;
    for (std::size_t line = first; line <= last; ++line) all += one(line);
    return block("pre", element("code", all));
  }

 private:
  Markup one(std::size_t line) {
    std::string classes = is_aside(lines_[line - 1]) ? "aside" : "";
    const auto add = [&](const std::string& name) { classes += (classes.empty() ? "" : " ") + name; };
    Markup content = text(lines_[line - 1]);
    for (const std::size_t loop : loops_[line]) {
      add(numbered('l', loop));
      if (jumped_to_.insert(loop).second) content = element("span", {{"id", "loop-" + std::to_string(loop)}}, content);
    }
    html::Attributes attributes;
    if (!loops_[line].empty()) {
      const std::size_t inner = loops_[line].back();
      add(colour(inner));
      add(numbered('i', inner));
      attributes.emplace_back("data-loop", std::to_string(inner));
    }
    if (!classes.empty()) attributes.emplace_back("class", classes);
    return element("span", attributes, content + text("\n"));
  }

  const std::vector<std::string_view>& lines_;
  const std::vector<std::vector<std::size_t>>& loops_;
  std::set<std::size_t> jumped_to_;
};

}  // namespace

std::size_t count_of_loops(const CompiledKernel& compiled) {
  std::size_t count = cin::count_of_loops(compiled.program.body);
  for (const schedule::ScheduledVariant& variant : compiled.variants)
    count += cin::count_of_loops(variant.program.body);
  return count;
}

html::Markup loops_part(const CompiledKernel& compiled) {
  const std::vector<std::string_view> lines = lines_of(compiled.source);
  const std::vector<std::vector<std::size_t>> loops = loops_of_lines(compiled.source_map, lines.size());
  std::set<std::size_t> in_code;
  for (const std::vector<std::size_t>& line : loops) in_code.insert(line.begin(), line.end());

  const std::size_t first = compiled.source_map.functions;
  const std::string file = compiled.kernel.name + ".cpp";
  Listing listing(lines, loops);
  Markup nests = block("h3", text("The loops")) + Nest(compiled.work.loops, in_code).list(compiled.program.body);
  for (const schedule::ScheduledVariant& variant : compiled.variants)
    nests += block("h3", text("Where ") + element("code", print(variant.when.conditions))) +
             Nest({}, in_code).list(variant.program.body);
  const Markup nest = block("div", {{"class", "nests"}}, nests);
  Markup code = block("h3", text(file)) + scrolling(file, listing.of(first, lines.size()));
  const std::string shared = "first " + std::to_string(first - 1) + " lines: support code that generated files share";
  code += block("details", block("summary", text(shared)) + scrolling(shared, listing.of(1, first - 1)));
  const std::string header = compiled.kernel.name + ".h: the header for callers";
  code += block("details",
                block("summary", text(header)) + scrolling(header, block("pre", element("code", compiled.header))));
  return block(
             "p",
             text("A loop and its lines share a number and a colour. Point at either, or move the keyboard focus to a "
                  "loop, to highlight both.")) +
         block("div", {{"class", "loops"}}, nest + block("div", {{"class", "code"}}, code));
}

}  // namespace scorchc::driver
