// The loop nest beside the emitted code. A loop has a number, and so have its lines: what belongs together has the same
// number and colour, and is marked when either is pointed at (report_style.cpp).
#include <algorithm>
#include <map>
#include <set>

#include "driver/report_parts.h"

namespace scorchc::driver {
namespace {

using html::block;
using html::element;
using html::Markup;
using html::text;

std::string numbered(char letter, std::size_t number) { return letter + std::to_string(number); }

/// Colours repeat.
std::string colour(std::size_t kind) { return numbered('c', (kind - 1) % 6); }

/// The kinds of loops, numbered from 1 in the order of the nest.
class Kinds {
 public:
  explicit Kinds(const cin::Stmt& stmt) { add(stmt, 0); }

  std::size_t count() const { return labels_.size(); }
  std::size_t of(const cin::Forall& loop) const { return numbers_.at(cin::label(loop)); }

  /// Those that a loop of the code is of: where a part of the statement has been left out of it, those of its index.
  std::set<std::size_t> of(const std::string& label) const {
    if (const auto known = numbers_.find(label); known != numbers_.end()) return {known->second};
    std::set<std::size_t> alike;
    for (const auto& [each, number] : numbers_)
      if (each.starts_with(label.substr(0, label.find(':') + 1))) alike.insert(number);
    return alike;
  }

 private:
  void add(const cin::Stmt& stmt, std::size_t fused_into) {
    match(
        stmt, [](const cin::Assign&) {},
        [&](const cin::Forall& loop) {
          // The second loop of two that are one has no lines of its own.
          const bool is_new = numbers_.emplace(cin::label(loop), fused_into > 0 ? fused_into : labels_.size() + 1).second;
          if (is_new && fused_into == 0) labels_.push_back(cin::label(loop));
          add(loop.body[0], loop.fused_as.empty() ? 0 : of(loop));
        },
        [&](const cin::Where& where) {
          add(where.producer(), 0);
          add(where.consumer(), 0);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) add(part, 0);
        });
  }

  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> labels_;
};

/// For each line of the source the kinds of loops that it is in, the outermost first.
std::vector<std::vector<std::size_t>> kinds_of_lines(const SourceMap& map, const Kinds& kinds, std::size_t lines) {
  std::vector<std::vector<std::size_t>> found(lines + 1);
  for (const LoopLines& loop : map.loops)
    for (const std::size_t kind : kinds.of(loop.label))
      for (std::size_t line = loop.first; line <= loop.last && line <= lines; ++line)
        if (std::find(found[line].begin(), found[line].end(), kind) == found[line].end()) found[line].push_back(kind);
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
  Nest(const CompiledKernel& compiled, const Kinds& kinds, const std::set<std::size_t>& in_code)
      : work_(compiled.work.loops), kinds_(kinds), in_code_(in_code) {}

  Markup list(const cin::Stmt& stmt) { return block("ul", {{"class", "nest"}}, items(stmt)); }

 private:
  Markup items(const cin::Stmt& stmt) {
    return match(
        stmt,
        [](const cin::Assign& assign) {
          return block("li", element("code", print(assign.lhs) + " " + std::string(name(assign.op)) + " " + print(assign.rhs)));
        },
        [&](const cin::Forall& loop) {
          const Markup head = heading(loop);
          return block("li", head + list(loop.body[0]));
        },
        [&](const cin::Where& where) {
          const Markup title = element("p", text("where ") + element("code", print(where.temporary)) +
                                                text(", " + std::string(cin::name(cin::kind_of(where))) + ", is made by"));
          const bool converts = cin::kind_of(where) == cin::TemporaryKind::converted;
          const bool counted = std::exchange(is_counted_, is_counted_ && !converts);
          const Markup producer = list(where.producer());
          is_counted_ = counted;
          return block("li", title + producer + element("p", "and then used by") + list(where.consumer()));
        },
        [&](const cin::Sequence& sequence) {
          Markup all;
          for (const cin::Stmt& part : sequence.statements) all += items(part);
          return all;
        });
  }

  Markup heading(const cin::Forall& loop) {
    const std::size_t kind = kinds_.of(loop);
    const Markup title = element("b", std::to_string(kind)) + element("code", cin::heading(loop));
    const std::string classes = "loop " + colour(kind) + " " + numbered('n', kind);
    Markup head = in_code_.count(kind) ? element("a", {{"class", classes}, {"href", "#loop" + std::to_string(kind)}}, title)
                                       : element("span", {{"class", "loop"}}, title);
    // Formulas stand in the order of the nest; loops that store operands again have none.
    if (is_counted_ && next_ < work_.size() && work_[next_].index == loop.index) {
      const schedule::Formula& iterations = work_[next_++].iterations;
      head += element("small", (iterations.exact ? " = " : " ~ ") + schedule::about(iterations.number) + " iterations");
    }
    return head;
  }

  const std::vector<schedule::LoopWork>& work_;
  const Kinds& kinds_;
  const std::set<std::size_t>& in_code_;
  std::size_t next_ = 0;
  bool is_counted_ = true;
};

/// A comment, or what the preprocessor reads.
bool is_aside(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin != std::string_view::npos && (line.substr(begin).starts_with("//") || line[begin] == '#');
}

class Listing {
 public:
  Listing(const std::vector<std::string_view>& lines, const std::vector<std::vector<std::size_t>>& kinds)
      : lines_(lines), kinds_(kinds) {}

  /// Lines from `first` to `last`; the first one of each kind can be jumped to.
  Markup of(std::size_t first, std::size_t last) {
    Markup all;
    for (std::size_t line = first; line <= last; ++line) all += one(line);
    return block("pre", element("code", all));
  }

 private:
  Markup one(std::size_t line) {
    html::Attributes attributes;
    std::string classes = is_aside(lines_[line - 1]) ? "aside" : "";
    const auto add = [&](const std::string& name) { classes += (classes.empty() ? "" : " ") + name; };
    Markup content = text(lines_[line - 1]);
    for (const std::size_t kind : kinds_[line]) {
      add(numbered('l', kind));
      if (jumped_to_.insert(kind).second) content = element("span", {{"id", "loop" + std::to_string(kind)}}, content);
    }
    if (!kinds_[line].empty()) {
      const std::size_t inner = kinds_[line].back();
      add(colour(inner));
      add(numbered('i', inner));
      attributes.emplace_back("data-loop", std::to_string(inner));
    }
    if (!classes.empty()) attributes.emplace_back("class", classes);
    return element("span", attributes, content + text("\n"));
  }

  const std::vector<std::string_view>& lines_;
  const std::vector<std::vector<std::size_t>>& kinds_;
  std::set<std::size_t> jumped_to_;
};

}  // namespace

std::size_t kinds_of_loops(const CompiledKernel& compiled) { return Kinds(compiled.program.body).count(); }

html::Markup loops_part(const CompiledKernel& compiled) {
  const Kinds kinds(compiled.program.body);
  const std::vector<std::string_view> lines = lines_of(compiled.source);
  const std::vector<std::vector<std::size_t>> kinds_of = kinds_of_lines(compiled.source_map, kinds, lines.size());
  std::set<std::size_t> in_code;
  for (const std::vector<std::size_t>& line : kinds_of) in_code.insert(line.begin(), line.end());

  const std::size_t first = compiled.source_map.functions;
  const std::string file = compiled.kernel.name + ".cpp";
  Listing listing(lines, kinds_of);
  const Markup nest = block("div", {{"class", "nests"}}, block("h3", text("The loops")) +
                                                             Nest(compiled, kinds, in_code).list(compiled.program.body));
  Markup code = block("h3", text(file)) + scrolling(file, listing.of(first, lines.size()));
  const std::string shared = "its first " + std::to_string(first - 1) + " lines: what generated files share";
  code += block("details", block("summary", text(shared)) + scrolling(shared, listing.of(1, first - 1)));
  const std::string header = compiled.kernel.name + ".h: what a caller includes";
  code += block("details", block("summary", text(header)) + scrolling(header, block("pre", element("code", compiled.header))));
  return block("p", text("A loop and its lines have one number and one colour. Point at either, or go through the loops by "
                         "keyboard, and both are marked.")) +
         block("div", {{"class", "loops"}}, nest + block("div", {{"class", "code"}}, code));
}

}  // namespace scorchc::driver
