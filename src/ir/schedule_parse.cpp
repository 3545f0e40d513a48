// Parses schedule commands.
#include <algorithm>
#include <cctype>
#include <charconv>

#include "ir/schedule.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

const std::vector<std::string> command_names = {
    "reorder",  "storage_order", "convert", "factor",      "precompute", "split",  "tile",     "pack",     "workspace",
    "protocol", "fuse",          "fission", "parallelize", "vectorize",  "unroll", "prefetch", "assemble", "variant"};

/// Maps spellings of versions before 0.2, which are accepted until 0.3 (docs/glossary.md), to the current ones.
std::string current_spelling(const std::string& word) {
  if (word == "order") return "storage_order";
  if (word == "split_statement") return "fission";
  return word;
}

std::string listed(const std::vector<std::string>& words, const std::string& last) {
  const std::vector<std::string> first(words.begin(), words.end() - 1);
  return first.empty() ? words.back() : joined(first) + " " + last + " " + words.back();
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> in_backquotes(std::vector<std::string> words) {
  for (std::string& word : words) word = "`" + word + "`";
  return words;
}

class Parser {
 public:
  explicit Parser(SourcePtr source) : source_(std::move(source)) {}

  Commands parse() {
    Commands commands;
    skip_separators();
    while (!at_end()) {
      commands.push_back(command());
      skip_space();
      if (!at_end() && peek() != ';' && peek() != '\n') unexpected("`;` or the end of the schedule");
      skip_separators();
    }
    return commands;
  }

 private:
  Command command() {
    const std::size_t start = position_;
    const std::string word = current_spelling(name("a command"));
    expect('(');
    is_inside_ = true;
    if (const std::optional<Choice> choice = choice_named(word); choice && leaves_it_out())
      return finish(Without{*choice});
    if (word == "reorder") return finish(reorder());
    if (word == "parallelize") return finish(parallelize());
    if (word == "vectorize") return finish(Vectorize{name("an index")});
    if (word == "fission") return finish(Fission{});
    if (word == "convert") return finish(convert());
    if (word == "split") return finish(split());
    if (word == "tile") return finish(tile());
    if (word == "pack") return finish(pack());
    if (word == "workspace") return finish(workspace());
    if (word == "protocol") return finish(protocol());
    if (word == "fuse") return finish(fuse());
    if (word == "unroll") return finish(unroll());
    if (word == "prefetch") return finish(prefetch());
    if (word == "assemble") return finish(assemble());
    if (word == "variant") return finish(variant());
    if (word == "factor") return finish(factor());
    if (word == "precompute") return finish(precompute());
    if (word == "storage_order") {
      std::string tensor = name("a tensor");
      expect(':');
      return finish(StorageOrder{std::move(tensor), names()});
    }
    const std::string near = nearest(word, command_names);
    fail(Code::schedule_syntax, place(start, start + word.size()), "unknown schedule command " + quoted(word),
         near.empty() ? "the commands are " + listed(command_names, "and") : near);
  }

  // Accepts `none)`, leaving the parenthesis; consumes nothing if something else follows.
  bool leaves_it_out() {
    const std::size_t start = position_;
    skip_space();
    if (source_->text.compare(position_, 4, "none") == 0) {
      position_ += 4;
      skip_space();
      if (!at_end() && peek() == ')') return true;
    }
    position_ = start;
    return false;
  }

  Reorder reorder() {
    const std::size_t start = position_;
    skip_space();
    if (!at_end() && peek() == ')') return Reorder{{}, 1};  // the statement has no loops
    const std::size_t first_start = position_;
    const std::string first = name("an index");
    skip_space();
    int part = 1;
    std::string of;
    if (!at_end() && peek() == ':') {
      const auto [end, status] = std::from_chars(first.data(), first.data() + first.size(), part);
      const bool is_number = std::isdigit(static_cast<unsigned char>(first.front())) != 0;
      if (is_number && (status != std::errc{} || end != first.data() + first.size() || part < 1))
        fail(Code::schedule_syntax, place(first_start, first_start + first.size()),
             "expected the number of an addend from 1, found " + quoted(first));
      if (!is_number) of = first;
      ++position_;
      skip_space();
      if (!at_end() && peek() == ')') return Reorder{{}, part, std::move(of)};
    } else {
      position_ = start;
    }
    return Reorder{names(), part, std::move(of)};
  }

  Access access() {
    Access found{name("a tensor"), {}};
    skip_space();
    if (!at_end() && peek() == '(') {
      ++position_;
      found.indices = names();
      expect(')');
    }
    return found;
  }

  std::vector<Access> factors() {
    std::vector<Access> found = {access()};
    skip_space();
    while (!at_end() && peek() == ',') {
      ++position_;
      found.push_back(access());
      skip_space();
    }
    return found;
  }

  std::int64_t number(const char* what, std::int64_t least, std::int64_t most) {
    skip_space();
    const std::size_t start = position_;
    const std::string digits = name("a number");
    std::int64_t value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status != std::errc{} || end != digits.data() + digits.size() || value < least || value > most)
      fail(Code::schedule_syntax, place(start, position_),
           std::string(what) + " must be from " + std::to_string(least) + " to " + std::to_string(most) + ", found " +
               quoted(digits));
    return value;
  }

  Split split() {
    std::string index = name("an index");
    expect(':');
    return Split{std::move(index), number("block size", 1, largest_split)};
  }

  Tile tile() {
    Tile command{{split()}};
    skip_space();
    while (!at_end() && peek() == ',') {
      ++position_;
      command.splits.push_back(split());
      skip_space();
    }
    return command;
  }

  Pack pack() {
    Access packed = access();
    expect(',');
    return Pack{std::move(packed), split()};
  }

  Workspace workspace() {
    Workspace command{access()};
    expect(':');
    if (one_of({"array", "tuples"}) == "tuples") command.held = WorkspaceKind::tuples;
    return command;
  }

  Protocol protocol() {
    Protocol command{access(), {}};
    expect(',');
    command.index = name("an index");
    expect(':');
    const std::string how = one_of({"walk", "locate", "masked", "gallop"}, {"clear"});
    if (how == "clear") command.reading = Reading::masked;  // accepted until 0.3
    for (const Reading reading : {Reading::locate, Reading::masked, Reading::gallop})
      if (how == scorchc::name(reading)) command.reading = reading;
    return command;
  }

  Parallelize parallelize() {
    Parallelize command{name("an index")};
    if (follows(':') && one_of({"work", "iterations"}) == scorchc::name(Partition::iterations))
      command.partition = Partition::iterations;
    return command;
  }

  Fuse fuse() {
    std::string outer = name("an index");
    expect(',');
    return Fuse{std::move(outer), name("an index")};
  }

  Unroll unroll() {
    std::string index = name("an index");
    expect(':');
    return Unroll{std::move(index), number("unroll factor", 2, most_unrolled)};
  }

  Factor factor() {
    std::vector<std::string> indices = names();
    expect(':');
    return Factor{std::move(indices), factors()};
  }

  Precompute precompute() {
    Access temporary = access();
    expect(':');
    Precompute command{std::move(temporary), factors()};
    if (follows(';')) {
      const std::string word = one_of({"dense", "sparse", "workspace"});
      command.holder = word == "dense" ? Holder::dense : word == "sparse" ? Holder::sparse : Holder::workspace;
    }
    return command;
  }

  Prefetch prefetch() {
    Prefetch command{access()};
    expect(':');
    command.distance = number("prefetch distance", 1, furthest_prefetch);
    if (follows(';')) {
      one_of({"always"});
      command.condition = PrefetchCondition::always;
    }
    return command;
  }

  Assemble assemble() {
    std::string tensor = name("a tensor");
    expect(':');
    const std::string how = one_of({"one_pass", "count"});
    return Assemble{std::move(tensor), how == "count" ? Assembling::count : Assembling::one_pass};
  }

  Variant variant() {
    const std::size_t start = position_;
    if (name("a condition") == "none" && follows(')')) {
      --position_;
      return Variant{};
    }
    position_ = start;
    Variant command{{condition()}};
    for (skip_space(); !at_end() && peek() != ')'; skip_space()) {
      one_of({"and"});
      command.conditions.push_back(condition());
    }
    return command;
  }

  Condition condition() {
    Condition found;
    found.left = quantity();
    if (follows('>'))
      found.side = Condition::Side::above;
    else if (!follows('<'))
      unexpected("`<` or `>`");
    found.right = quantity();
    return found;
  }

  Quantity quantity() {
    Quantity found;
    if (starts_with_digit()) {
      found.number = number("constant of a condition", 0, most_compared);
      return found;
    }
    std::string first = name("an index, `nnz(...)` or a number");
    if (first == "nnz" && follows('(')) {
      found.tensor = name("a tensor");
      expect(')');
    } else {
      found.index = std::move(first);
    }
    while (follows('/')) {
      if (starts_with_digit()) {
        found.parts = number("divisor", 1, most_parts);
        break;
      }
      found.rows.push_back(name("an index or a number"));
    }
    return found;
  }

  bool starts_with_digit() {
    skip_space();
    return !at_end() && std::isdigit(static_cast<unsigned char>(peek())) != 0;
  }

  bool follows(char wanted) {
    skip_space();
    if (at_end() || peek() != wanted) return false;
    ++position_;
    return true;
  }

  /// Reads one of `words`, or an `old` spelling, which is accepted but not suggested.
  std::string one_of(const std::vector<std::string>& words, const std::vector<std::string>& old = {}) {
    skip_space();
    const std::size_t start = position_;
    const std::string word = name(listed(in_backquotes(words), "or"));
    if (std::find(words.begin(), words.end(), word) == words.end() &&
        std::find(old.begin(), old.end(), word) == old.end())
      fail(Code::schedule_syntax, place(start, position_),
           "expected " + listed(in_backquotes(words), "or") + ", found " + quoted(word));
    return word;
  }

  Convert convert() {
    Convert command{{name("a tensor"), {}}, {}};
    if (follows(':')) {  // an optional temporary before the access
      skip_space();
      if (at_end() || peek() == ')') return command;
      command.of = std::exchange(command.access.tensor, name("a tensor"));
    }
    expect('(');
    command.access.indices = names();
    expect(')');
    expect(':');
    command.indices = names();
    return command;
  }

  Command finish(Command command) {
    expect(')');
    is_inside_ = false;
    return command;
  }

  std::vector<std::string> names() {
    std::vector<std::string> found = {name("an index")};
    skip_space();
    while (!at_end() && peek() == ',') {
      ++position_;
      found.push_back(name("an index"));
      skip_space();
    }
    return found;
  }

  std::string name(const std::string& what) {
    skip_space();
    const std::size_t start = position_;
    while (!at_end() && is_word(peek())) ++position_;
    if (start == position_) unexpected(what);
    return source_->text.substr(start, position_ - start);
  }

  void expect(char wanted) {
    skip_space();
    if (at_end() || peek() != wanted) unexpected(std::string("`") + wanted + "`");
    ++position_;
  }

  /// Reports that the word or character at the current position is not what the grammar requires.
  [[noreturn]] void unexpected(const std::string& wanted) {
    const Place found = place(position_, end_of_token());
    const std::string text = source_->text.substr(found.span.begin, found.span.end - found.span.begin);
    const std::string what = at_end()                       ? std::string("the end of the schedule")
                             : text == "\n" || text == "\r" ? std::string("the end of the line")
                                                            : quoted(text);
    fail(Code::schedule_syntax, found, "expected " + wanted + ", found " + what);
  }
  /// The end of the word at the current position, or of one character in UTF-8; the position itself at the end.
  std::size_t end_of_token() const {
    const std::string& text = source_->text;
    std::size_t end = position_;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > position_ || at_end()) return end;
    do ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U);
    return end;
  }
  Place place(std::size_t begin, std::size_t end) const {
    return {source_, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}};
  }
  bool at_end() const { return position_ >= source_->text.size(); }
  char peek() const { return source_->text[position_]; }
  // Inside parentheses line breaks are blanks: comments of emitted code wrap long commands.
  void skip_space() {
    while (!at_end() && (peek() == ' ' || peek() == '\t' || (is_inside_ && (peek() == '\n' || peek() == '\r'))))
      ++position_;
  }
  void skip_separators() {
    while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == ';' || peek() == '\n' || peek() == '\r'))
      ++position_;
  }

  SourcePtr source_;
  std::size_t position_ = 0;
  bool is_inside_ = false;  // of a command's parentheses
};

}  // namespace

Commands parse(const SourcePtr& source) { return Parser(source).parse(); }

}  // namespace scorchc::schedule
