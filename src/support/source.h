// Represents user text and locations in it. Every diagnostic refers to one of these.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace scorchc {

/// A half-open range of bytes [begin, end) of a Source.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const Span&) const = default;
};

/// A piece of user text, with the name that diagnostics show for it: `expression`, `--fmt`, `kernels.json`.
struct Source {
  std::string name;
  std::string text;
};
using SourcePtr = std::shared_ptr<const Source>;

inline SourcePtr make_source(std::string name, std::string text) {
  return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

/// A location in user text: a span of a source. A null source means that there is no location (an error about a whole
/// run, for example).
struct Place {
  SourcePtr source;
  Span span;
};

}  // namespace scorchc
