// Provides short forms of the functions of `front` for tests.
#pragma once

#include <string>
#include <vector>

#include "front/front.h"

namespace scorchc::front {

inline Statement statement_of(const std::string& text) { return parse_statement(make_source("expression", text)); }

inline bool same(const Statement& a, const Statement& b) { return a.lhs == b.lhs && a.op == b.op && a.rhs == b.rhs; }

inline std::vector<Kernel> kernels_of(const std::string& text, const Settings& settings = {}) {
  Diagnostics warnings;
  return read_expression(text, settings, warnings);
}

inline Kernel kernel_of(const std::string& text, const Settings& settings = {}) {
  return kernels_of(text, settings).at(0);
}

inline Format format_of(const std::string& text, std::optional<int> order = {}) {
  const SourcePtr source = make_source("--fmt", text);
  return parse_format(source, {0, static_cast<std::uint32_t>(text.size())}, order);
}

/// The code and location of the Failure that `action` throws, "SC0204 --fmt:1:3"; "ok" if it throws none.
template <class Read>
std::string outcome(Read read) {
  try {
    read();
    return "ok";
  } catch (const Failure& failure) {
    const Diagnostic& d = failure.diagnostic();
    std::string text(info(d.code).id);
    if (!d.place.source) return text;
    const std::string& source = d.place.source->text;
    std::size_t line = 1, column = 1;
    for (std::size_t i = 0; i < d.place.span.begin && i < source.size(); ++i) {
      const bool starts_character = (static_cast<unsigned char>(source[i]) & 0xc0) != 0x80;
      if (source[i] == '\n') ++line;
      column = source[i] == '\n' ? 1 : column + (starts_character ? 1 : 0);
    }
    return text + " " + d.place.source->name + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
}

}  // namespace scorchc::front
