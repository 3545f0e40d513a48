// Parses modules, structs and functions of loop IR.
#include "ir/loop_parse.h"

#include <algorithm>
#include <cstdlib>

#include "ir/loop_parse_line.h"
#include "ir/loop_parse_stmt.h"

namespace scorchc::loop {
namespace {

class ModuleParser {
 public:
  explicit ModuleParser(std::string_view text) : lines_(lines_of(text)), statements_(lines_, at_) {}

  Module module() {
    name();
    while (is_ahead("struct")) structure();
    while (at_ < lines_.size()) function();
    return module_;
  }
  /// The line of a statement; 0 for null.
  int line_of(const Stmt::Node* statement) const {
    const auto found = statements_.line_numbers().find(statement);
    return found == statements_.line_numbers().end() ? 0 : found->second;
  }

 private:
  bool is_ahead(std::string_view word) const {
    return at_ < lines_.size() && lines_[at_].depth == 0 && LineLexer(lines_[at_]).is_ahead({word});
  }

  // module A::B::NAME
  void name() {
    if (!is_ahead("module")) throw ParseError(lines_.empty() ? 1 : lines_[0].number, "expected `module NAME`");
    LineLexer line(lines_[at_++]);
    line.expect("module");
    std::vector<std::string> parts;
    do parts.push_back(line.name("a name"));
    while (line.accept("::"));
    line.expect_end();
    module_.name = parts.back();
    parts.pop_back();
    for (const std::string& part : parts) module_.name_space += (module_.name_space.empty() ? "" : "::") + part;
  }

  void structure() {
    LineLexer line(lines_[at_++]);
    line.expect("struct");
    Struct structure{line.name("a name"), {}, {}};
    line.expect_end();
    while (at_ < lines_.size() && lines_[at_].depth == 1) structure.fields.push_back(field(lines_[at_++]));
    module_.structs.push_back(std::move(structure));
  }

  // [const] T[] NAME, T[N] NAME, T NAME, each with `: ROLE LEVEL` if the name does not say the role
  FieldDeclaration field(const Line& of) {
    StatementLine at(of, statements_.symbols());
    FieldDeclaration field;
    field.is_const = at.line.accept("const");
    field.type = at.type();
    if (at.line.accept("[")) {
      field.is_array = at.line.peek().text == "]";
      if (!field.is_array) field.fixed_count = static_cast<int>(at.line.integer());
      at.line.expect("]");
    }
    field.name = at.line.name("a field");
    NamedRole role = role_of_name(field.name);
    if (at.line.accept(":")) role = named_role(at.line);
    at.line.expect_end();
    field.role = role.role;
    field.level = role.level;
    return field;
  }

  static NamedRole named_role(LineLexer& line) {
    for (const auto& [role, word] : role_words) {
      if (!line.accept(word)) continue;
      const bool has_level = line.peek().kind == LoopToken::Kind::number;
      return {role, has_level ? static_cast<int>(line.integer()) - 1 : 0};
    }
    line.fail("the role of a field");
  }

  // [internal] function NAME(PARAMETERS)
  void function() {
    LineLexer line(lines_[at_++]);
    Function function;
    function.is_public = !line.accept("internal");
    line.expect("function");
    set_name(function, line);
    line.expect("(");
    SymbolTable& symbols = statements_.symbols();
    symbols.open();
    while (line.peek().text != ")") {
      if (!function.parameters.empty()) line.expect(",");
      function.parameters.push_back(parameter(line));
    }
    line.expect(")");
    line.expect_end();
    function.body = statements_.block(1);
    symbols.close();
    module_.functions.push_back(std::move(function));
  }

  Parameter parameter(LineLexer& line) {
    LineLexer ahead = line;
    ahead.next();
    Parameter parameter;
    parameter.is_const = line.peek().text != "out" || ahead.peek().kind != LoopToken::Kind::name;
    if (!parameter.is_const) line.next();
    const auto structure = std::find_if(module_.structs.begin(), module_.structs.end(),
                                        [&](const Struct& each) { return each.name == line.peek().text; });
    if (structure == module_.structs.end()) line.fail("a struct");
    parameter.name = line.name("a struct");
    statements_.symbols().declare(parameter.name, {Symbol::Kind::object, Type::i64, &*structure});
    return parameter;
  }

  /// `count`, or of the second plan `count_plan_2`.
  static void set_name(Function& function, LineLexer& line) {
    for (const Phase phase :
         {Phase::run, Phase::count, Phase::pattern, Phase::compute, Phase::assemble, Phase::release}) {
      const std::string begin = std::string(loop::name(phase)), word(line.peek().text);
      if (!word.starts_with(begin)) continue;
      function.phase = phase;
      function.plan = word == begin ? 0 : std::atoi(word.c_str() + std::min(word.size(), begin.size() + 6));
      if (loop::name(function) != word) continue;
      line.next();
      return;
    }
    line.fail("a function of a kernel: run, count, pattern, compute, assemble or free");
  }

  const std::vector<Line> lines_;
  std::size_t at_ = 0;
  StatementParser statements_;
  Module module_;
};

}  // namespace

Module parse(std::string_view text) {
  ModuleParser parser(text);
  Module module = parser.module();
  if (const std::optional<Problem> problem = find_problem(module))
    throw ParseError(parser.line_of(problem->statement), problem->rule);
  return module;
}

Module without_notes(Module module) {
  const Module initial;
  module.instruction_sets = initial.instruction_sets;
  module.opening.clear();
  for (Struct& structure : module.structs) {
    structure.comment.clear();
    for (FieldDeclaration& field : structure.fields) field.comment.clear();
  }
  for (Function& function : module.functions) function.comment.clear();
  return module;
}

}  // namespace scorchc::loop
