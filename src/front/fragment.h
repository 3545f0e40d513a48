// A piece of user text as the parsers read it, which knows where it stands in its Source. Every parser of the front
// takes one, so an expression gives the same errors with the same carets on the command line, in a line of a text
// spec, and in a JSON string, even one with escapes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostics.h"

namespace scorchc::front {

class Fragment {
 public:
  Fragment(SourcePtr source, Span span);
  /// Text that is not spelled as it stands: byte t of `text` comes from byte origins[t] of the source. `origins` has
  /// one entry more than `text` has bytes.
  Fragment(SourcePtr source, std::string text, std::vector<std::uint32_t> origins);

  std::string_view text() const { return text_; }
  const SourcePtr& source() const { return source_; }
  /// A range of text() as a range of the source.
  Span span(std::size_t begin, std::size_t end) const;
  Place place(std::size_t begin, std::size_t end) const { return {source_, span(begin, end)}; }
  /// All of it; an empty fragment's place is the point where it stands.
  Place place() const { return place(0, text_.size()); }
  Fragment part(std::size_t begin, std::size_t end) const;
  /// Without the spaces and tabs at both ends.
  Fragment trimmed() const;

 private:
  SourcePtr source_;
  std::string text_;
  std::uint32_t begin_ = 0;             // where text_ stands, if it is spelled as it stands
  std::vector<std::uint32_t> origins_;  // otherwise
};

/// The whole text, less a byte order mark. Fails on a control byte other than tab and line ends (a terminal may obey
/// it, and a reader does not see it), and on texts beyond the limit.
Fragment whole_text(const SourcePtr& source);
/// A text that is shown to its user as `name`: a flag's argument.
Fragment whole_text(std::string name, std::string text);

/// Splits at every `separator`; the pieces are trimmed. An empty text is one empty piece. Fails beyond max_terms.
std::vector<Fragment> split(const Fragment& text, char separator);

/// The documented limits (docs/limits.md). Beyond them: Code::too_large.
inline constexpr std::size_t max_input_bytes = std::size_t{16} << 20;
inline constexpr int max_nesting = 256;
inline constexpr int max_terms = 4096;
inline constexpr int max_order = 16;
inline constexpr int max_indices = 64;              // distinct ones in a statement
inline constexpr std::size_t max_settings = 65536;  // of tensors, and of indices, in one input
inline constexpr int max_statements = 4096;         // in one input
inline constexpr std::size_t max_name_bytes = 128;
inline constexpr std::int64_t max_block = 4096;
inline constexpr int max_json_values = 1 << 18;

}  // namespace scorchc::front
