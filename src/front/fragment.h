// Represents a piece of user text together with its location in its Source. Every parser of `front` takes a Fragment.
// So an expression gives the same errors at the same places on the command line, in a line of a text spec, and in a
// JSON string with escapes.
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
  /// Decoded text: byte t of `text` comes from byte origins[t] of the source. `origins` has one entry more than `text`
  /// has bytes.
  Fragment(SourcePtr source, std::string text, std::vector<std::uint32_t> origins);

  std::string_view text() const { return text_; }
  const SourcePtr& source() const { return source_; }
  /// A range of text() as a range of the source.
  Span span(std::size_t begin, std::size_t end) const;
  Place place(std::size_t begin, std::size_t end) const { return {source_, span(begin, end)}; }
  /// The location of the whole fragment. For an empty fragment, an empty span at its position.
  Place place() const { return place(0, text_.size()); }
  Fragment part(std::size_t begin, std::size_t end) const;
  /// The fragment without leading and trailing blanks and line ends.
  Fragment trimmed() const;

 private:
  SourcePtr source_;
  std::string text_;
  std::uint32_t begin_ = 0;             // offset of text_ in the source, unless it is decoded
  std::vector<std::uint32_t> origins_;  // of decoded text; otherwise empty
};

/// The whole text of a source, without a byte order mark. Fails on a control character other than tab and line ends (it
/// is invisible, and terminals may interpret it), and on text beyond max_input_bytes.
Fragment whole_text(const SourcePtr& source);
/// The same for text, such as a flag's argument, that diagnostics show under `name`.
Fragment whole_text(std::string name, std::string text);

/// Splits at every `separator`, and trims the pieces. An empty text gives one empty piece. Fails if there are more than
/// max_terms pieces.
std::vector<Fragment> split(const Fragment& text, char separator);

/// The documented limits (docs/limits.md). Input beyond a limit fails with Code::too_large.
inline constexpr std::size_t max_input_bytes = std::size_t{16} << 20;
inline constexpr int max_nesting = 256;
inline constexpr int max_terms = 4096;
inline constexpr int max_order = 16;
inline constexpr int max_indices = 64;              // distinct indices in a statement
inline constexpr std::size_t max_settings = 65536;  // for tensors, and for indices, in one input
inline constexpr int max_statements = 4096;         // in one input
inline constexpr std::size_t max_name_bytes = 128;
inline constexpr std::int64_t max_block = 4096;
inline constexpr int max_json_values = 1 << 18;

}  // namespace scorchc::front
