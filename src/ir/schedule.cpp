#include "ir/schedule.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "support/diagnostics.h"
#include "support/match.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

const std::vector<std::string> command_names = {"reorder", "order", "convert", "factor", "precompute", "split", "tile",
                                                "fuse", "split_statement", "parallelize", "vectorize", "unroll",
                                                "prefetch", "assemble"};

std::string listed(const std::vector<std::string>& words) {
  const std::vector<std::string> first(words.begin(), words.end() - 1);
  return joined(first) + " and " + words.back();
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
      if (!at_end() && peek() != ';' && peek() != '\n') error("expected `;` or the end of the schedule");
      skip_separators();
    }
    return commands;
  }

 private:
  Command command() {
    const std::size_t start = position_;
    const std::string word = name("a command");
    expect('(');
    if (word == "reorder") return finish(reorder());
    if (word == "parallelize") return finish(Parallelize{name("an index")});
    if (word == "vectorize") return finish(Vectorize{name("an index")});
    if (word == "split_statement") return finish(SplitStatement{});
    if (word == "convert") return finish(convert());
    if (word == "split") return finish(split());
    if (word == "tile") return finish(tile());
    if (word == "fuse") return finish(fuse());
    if (word == "unroll") return finish(unroll());
    if (word == "prefetch") return finish(prefetch());
    if (word == "assemble") return finish(assemble());
    if (word == "factor") return finish(factor());
    if (word == "precompute") return finish(precompute());
    if (word == "order") {
      std::string tensor = name("a tensor");
      expect(':');
      return finish(Order{std::move(tensor), names()});
    }
    if (std::find(later_commands.begin(), later_commands.end(), word) != later_commands.end())
      fail(Code::not_supported_yet, place(start, start + word.size()),
           "the schedule command " + quoted(word) + " is not supported yet");
    const std::string near = nearest(word, command_names);
    fail(Code::schedule_syntax, place(start, start + word.size()), "unknown schedule command " + quoted(word),
         near.empty() ? "the commands are " + listed(command_names) : near);
  }

  Reorder reorder() {
    const std::size_t start = position_;
    skip_space();
    if (!at_end() && peek() == ')') return Reorder{{}, 1};  // of a scalar statement
    const std::string first = name("an index");
    skip_space();
    int part = 1;
    std::string of;
    if (!at_end() && peek() == ':') {
      const auto [end, status] = std::from_chars(first.data(), first.data() + first.size(), part);
      const bool is_number = std::isdigit(static_cast<unsigned char>(first.front())) != 0;
      if (is_number && (status != std::errc{} || end != first.data() + first.size() || part < 1))
        error("expected the number of a part");
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
      fail(Code::schedule_syntax, place(start, position_), quoted(digits) + " is " + what,
           "it is a number from " + std::to_string(least) + " to " + std::to_string(most));
    return value;
  }

  Split split() {
    std::string index = name("an index");
    expect(':');
    return Split{std::move(index), number("no size of blocks", 1, largest_split)};
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

  Fuse fuse() {
    std::string outer = name("an index");
    expect(',');
    return Fuse{std::move(outer), name("an index")};
  }

  Unroll unroll() {
    std::string index = name("an index");
    expect(':');
    return Unroll{std::move(index), number("no number of iterations a turn", 2, most_unrolled)};
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
    if (follows(';')) command.holder = one_of({"dense", "sparse"}) == "dense" ? Holder::dense : Holder::sparse;
    return command;
  }

  Prefetch prefetch() {
    Prefetch command{access()};
    expect(':');
    command.distance = number("no distance", 1, furthest_prefetch);
    if (follows(';')) {
      one_of({"always"});
      command.where = Ahead::always;
    }
    return command;
  }

  Assemble assemble() {
    std::string tensor = name("a tensor");
    expect(':');
    const std::string how = one_of({"one_pass", "count"});
    return Assemble{std::move(tensor), how == "count" ? Assembling::count : Assembling::one_pass};
  }

  bool follows(char wanted) {
    skip_space();
    if (at_end() || peek() != wanted) return false;
    ++position_;
    return true;
  }

  std::string one_of(const std::vector<std::string>& words) {
    skip_space();
    const std::size_t start = position_;
    const std::string word = name("a word");
    if (std::find(words.begin(), words.end(), word) == words.end())
      fail(Code::schedule_syntax, place(start, position_), quoted(word) + " says nothing here",
           "say " + (words.size() == 1 ? words[0] : words[0] + " or " + words[1]));
    return word;
  }

  Convert convert() {
    Access access{name("a tensor"), {}};
    skip_space();
    const bool is_scalar = !at_end() && peek() == ':';
    if (!is_scalar) {
      expect('(');
      access.indices = names();
      expect(')');
    }
    expect(':');
    return Convert{std::move(access), is_scalar ? std::vector<std::string>{} : names()};
  }

  Command finish(Command command) {
    expect(')');
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

  std::string name(const char* what) {
    skip_space();
    const std::size_t start = position_;
    while (!at_end() && (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '_')) ++position_;
    if (start == position_) error(std::string("expected ") + what);
    return source_->text.substr(start, position_ - start);
  }

  void expect(char wanted) {
    skip_space();
    if (at_end() || peek() != wanted) error(std::string("expected `") + wanted + "`");
    ++position_;
  }

  [[noreturn]] void error(const std::string& message) {
    fail(Code::schedule_syntax, place(position_, std::min(position_ + 1, source_->text.size())), message);
  }
  Place place(std::size_t begin, std::size_t end) const {
    return {source_, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}};
  }
  bool at_end() const { return position_ >= source_->text.size(); }
  char peek() const { return source_->text[position_]; }
  void skip_space() {
    while (!at_end() && (peek() == ' ' || peek() == '\t')) ++position_;
  }
  void skip_separators() {
    while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == ';' || peek() == '\n' || peek() == '\r')) ++position_;
  }

  SourcePtr source_;
  std::size_t position_ = 0;
};

std::string printed(const std::vector<Access>& accesses) {
  std::string text;
  for (const Access& access : accesses) text += (text.empty() ? "" : ", ") + print(access);
  return text;
}

std::string printed(const Split& split) { return split.index + ": " + std::to_string(split.size); }

std::string printed(const std::vector<Split>& splits) {
  std::string text;
  for (const Split& split : splits) text += (text.empty() ? "" : ", ") + printed(split);
  return text;
}

// Of what each may stand once: there is no second command of its kind.
std::string kind_of(const Command& command) {
  return match(
      command, [](const Reorder& c) { return "reorder " + std::to_string(c.part) + c.of; }, [](const Order&) { return std::string("order"); },
      [](const Convert& c) { return "convert " + print(c.access); }, [](const Factor& c) { return print(Command(c)); },
      [](const Precompute& c) { return "precompute " + c.temporary.tensor; }, [](const Split& c) { return "split " + c.index; },
      [](const Tile&) { return std::string("tile"); }, [](const Fuse& c) { return print(Command(c)); },
      [](const SplitStatement&) { return std::string("split_statement"); },
      [](const Parallelize& c) { return "parallelize " + c.index; }, [](const Vectorize& c) { return "vectorize " + c.index; },
      [](const Unroll& c) { return "unroll " + c.index; }, [](const Prefetch& c) { return "prefetch " + print(c.access); },
      [](const Assemble& c) { return "assemble " + c.tensor; });
}

bool names_an_index_twice(const Command& command) {
  return match(
      command, [](const Reorder& c) { return has_repeats(c.indices); }, [](const Order& c) { return has_repeats(c.indices); },
      [](const Convert& c) { return has_repeats(c.indices); }, [](const Factor& c) { return has_repeats(c.indices); },
      [](const Precompute& c) { return has_repeats(c.temporary.indices); }, [](const Split&) { return false; },
      [](const Tile& c) {
        std::vector<std::string> indices;
        for (const Split& split : c.splits) indices.push_back(split.index);
        return has_repeats(indices);
      },
      [](const Fuse& c) { return c.outer == c.inner; }, [](const SplitStatement&) { return false; },
      [](const Parallelize&) { return false; }, [](const Vectorize&) { return false; }, [](const Unroll&) { return false; },
      [](const Prefetch&) { return false; }, [](const Assemble&) { return false; });
}

// Indices that no other command of the kind may name: a loop is split once, and fused once.
std::vector<std::string> taken_by(const Command& command) {
  if (const Split* split = std::get_if<Split>(&command)) return {"split " + split->index};
  if (const Fuse* fuse = std::get_if<Fuse>(&command)) return {"fuse " + fuse->outer, "fuse " + fuse->inner};
  std::vector<std::string> taken;
  if (const Tile* tile = std::get_if<Tile>(&command))
    for (const Split& split : tile->splits) taken.push_back("split " + split.index);
  return taken;
}

}  // namespace

std::string print(const Command& command) {
  return match(
      command,
      [](const Reorder& c) {
        const std::string of = !c.of.empty() ? c.of : c.part == 1 ? "" : std::to_string(c.part);
        return "reorder(" + of + (of.empty() ? "" : ": ") + joined(c.indices) + ")";
      },
      [](const Order& c) { return "order(" + c.tensor + ": " + joined(c.indices) + ")"; },
      [](const Convert& c) { return "convert(" + print(c.access) + ": " + joined(c.indices) + ")"; },
      [](const Factor& c) { return "factor(" + joined(c.indices) + ": " + printed(c.factors) + ")"; },
      [](const Precompute& c) {
        const std::string holder = c.holder == Holder::inferred ? ""
                                   : c.holder == Holder::dense  ? "; dense"
                                                                : "; sparse";
        return "precompute(" + print(c.temporary) + ": " + printed(c.factors) + holder + ")";
      },
      [](const Split& c) { return "split(" + printed(c) + ")"; }, [](const Tile& c) { return "tile(" + printed(c.splits) + ")"; },
      [](const Fuse& c) { return "fuse(" + c.outer + ", " + c.inner + ")"; },
      [](const SplitStatement&) { return std::string("split_statement()"); },
      [](const Parallelize& c) { return "parallelize(" + c.index + ")"; },
      [](const Vectorize& c) { return "vectorize(" + c.index + ")"; },
      [](const Unroll& c) { return "unroll(" + c.index + ": " + std::to_string(c.times) + ")"; },
      [](const Prefetch& c) {
        return "prefetch(" + print(c.access) + ": " + std::to_string(c.distance) + (c.where == Ahead::always ? "; always" : "") + ")";
      },
      [](const Assemble& c) { return "assemble(" + c.tensor + (c.how == Assembling::count ? ": count)" : ": one_pass)"); });
}

std::string print(const Commands& commands) {
  std::string out;
  for (const Command& command : commands) out += (out.empty() ? "" : "; ") + print(command);
  return out;
}

Commands parse(const SourcePtr& source) { return Parser(source).parse(); }

std::string verify(const Commands& commands) {
  std::set<std::string> seen, taken;
  for (const Command& command : commands) {
    const std::string text = "`" + print(command) + "`";
    if (!seen.insert(kind_of(command)).second) return text + " is a second command of its kind";
    if (names_an_index_twice(command)) return text + " names an index twice";
    for (const std::string& each : taken_by(command))
      if (!taken.insert(each).second) return text + " names an index that another command has split or fused";
  }
  return {};
}

}  // namespace scorchc::schedule
