#include "embed/runtime_blocks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "embed/runtime_text.h"
#include "support/diagnostics.h"

namespace scorchc {
namespace {

[[noreturn]] void reject(const std::string& name, const std::string& problem) {
  fail(Code::internal_error, {}, "block `" + name + "` of src/runtime: " + problem);
}

struct Substitution {
  std::string_view text, replacement;
};
// What differs between the functions for i32 and i64, and between those for f32 and f64. The first also turns uint32_t
// into uint64_t; the last of the integers is 2^31, which becomes 2^63.
constexpr std::array<Substitution, 5> i32_to_i64{{{"int32_t", "int64_t"},
                                                  {"_i32", "_i64"},
                                                  {"_I32", "_I64"},
                                                  {"INT32_", "INT64_"},
                                                  {"2147483648.0", "9223372036854775808.0"}}};
constexpr std::array<Substitution, 7> f32_to_f64{{{"float", "double"},
                                                  {"_f32", "_f64"},
                                                  {"_F32", "_F64"},
                                                  {".0F", ".0"},
                                                  {"expf", "exp"},
                                                  {"huge_valf", "huge_val"},
                                                  {"HUGE_VALF", "HUGE_VAL"}}};

template <std::size_t count>
std::string substituted(std::string text, const std::array<Substitution, count>& table) {
  for (const auto& [what, with] : table)
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
      text.replace(at, what.size(), with);
  return text;
}

/// The copy of a block for i64 or f64.
RuntimeBlock derived(const RuntimeBlock& block, std::string_view type) {
  if (type != "i64" && type != "f64") reject(block.name, "there is no copy for the type `" + std::string(type) + "`");
  const auto changed = [&](const std::string& text) {
    return type == "i64" ? substituted(text, i32_to_i64) : substituted(text, f32_to_f64);
  };
  RuntimeBlock copy{changed(block.name), {}, block.includes, changed(block.text)};
  for (const std::string& needed : block.needs) copy.needs.push_back(changed(needed));
  if (copy.name == block.name) reject(block.name, "its name does not end in the type that the copy replaces");
  return copy;
}

/// The part of the text before `end`, which is removed from the text together with `end`; all of it without an `end`.
std::string_view take_until(std::string_view& text, std::string_view end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + end.size(), text.size()));
  return part;
}

class HeaderParser {
 public:
  explicit HeaderParser(std::string_view header) : rest_(header) {}

  std::vector<RuntimeBlock> blocks() {
    while (!rest_.empty())
      if (std::string_view line = take_until(rest_, "\n"); line.starts_with(marker)) {
        line.remove_prefix(marker.size());
        read_block(line);
      }
    return std::move(blocks_);
  }

 private:
  static constexpr std::string_view marker = "//! ", documentation = "///", include = "#include <";

  /// `head` is the marker line without its sign.
  void read_block(std::string_view head) {
    RuntimeBlock block;
    block.name = take_until(head, ": ");
    std::vector<std::string_view> copies;
    while (!head.empty()) {
      std::string_view clause = take_until(head, "; ");
      const std::string_view verb = take_until(clause, " ");
      if (verb != "needs" && verb != "also")
        reject(block.name, "expected `needs` or `also`, found `" + std::string(verb) + "`");
      while (!clause.empty()) {
        const std::string_view word = take_until(clause, ", ");
        if (verb == "needs") block.needs.emplace_back(word);
        if (verb == "also") copies.push_back(word);
      }
    }
    read_guard(block);
    read_includes(block);
    read_text(block);
    blocks_.push_back(block);
    for (const std::string_view type : copies) blocks_.push_back(derived(block, type));
  }

  void read_guard(RuntimeBlock& block) {
    skip_documentation();
    const std::string opening(take_until(rest_, "\n")), definition(take_until(rest_, "\n"));
    const std::string shared = "SCORCH_SHARED_",
                      macro = opening.substr(std::min(opening.find(' ') + 1, opening.size()));
    if (!opening.starts_with("#ifndef SCORCH_") || definition != "#define " + macro)
      reject(block.name, "expected an include guard after the marker");
    std::string expected = shared + block.name;
    for (char& c : expected)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (macro.starts_with(shared) && macro != expected)
      reject(block.name, "its include guard should be " + expected + ", but is " + macro);
    block.text = opening + "\n" + definition + "\n";
  }

  void read_includes(RuntimeBlock& block) {
    while (rest_.starts_with(include)) {
      std::string_view line = take_until(rest_, "\n");
      line.remove_prefix(include.size());
      block.includes.emplace_back(take_until(line, ">"));
    }
  }

  /// Reads up to the #endif of the include guard.
  void read_text(RuntimeBlock& block) {
    for (int depth = 1; depth > 0;) {
      if (rest_.empty()) reject(block.name, "its include guard has no #endif");
      skip_documentation();
      const std::string_view line = take_until(rest_, "\n");
      if (line.starts_with("#if")) ++depth;
      if (line.starts_with("#endif")) --depth;
      block.text.append(line).append("\n");
    }
  }

  void skip_documentation() {
    for (;;) {
      const std::size_t indent = std::min(rest_.find_first_not_of(' '), rest_.size());
      if (!rest_.substr(indent).starts_with(documentation)) return;
      take_until(rest_, "\n");
    }
  }

  std::string_view rest_;
  std::vector<RuntimeBlock> blocks_;
};

}  // namespace

std::string_view RuntimeBlock::body() const {
  std::string_view part = text;
  take_until(part, "\n");
  take_until(part, "\n");
  part.remove_suffix(std::string_view("#endif\n").size());
  return part;
}

std::vector<RuntimeBlock> parse_blocks(std::string_view header) { return HeaderParser(header).blocks(); }

const std::vector<RuntimeBlock>& runtime_blocks() {
  static const std::vector<RuntimeBlock> all = [] {
    std::vector<RuntimeBlock> blocks;
    for (const std::string_view header : runtime_headers())
      for (RuntimeBlock& block : parse_blocks(header)) blocks.push_back(std::move(block));
    return blocks;
  }();
  return all;
}

const RuntimeBlock& runtime_block(std::string_view name) {
  const std::vector<RuntimeBlock>& all = runtime_blocks();
  const auto found = std::ranges::find(all, name, &RuntimeBlock::name);
  if (found == all.end()) reject(std::string(name), "there is no such block");
  return *found;
}

}  // namespace scorchc
