// Implements pieces of user text with locations.
#include "front/fragment.h"

#include <utility>

namespace scorchc::front {

Fragment::Fragment(SourcePtr source, Span span)
    : source_(std::move(source)), text_(source_->text, span.begin, span.end - span.begin), begin_(span.begin) {}

Fragment::Fragment(SourcePtr source, std::string text, std::vector<std::uint32_t> origins)
    : source_(std::move(source)), text_(std::move(text)), origins_(std::move(origins)) {}

Span Fragment::span(std::size_t begin, std::size_t end) const {
  if (!origins_.empty()) return {origins_[begin], origins_[end]};
  return {begin_ + static_cast<std::uint32_t>(begin), begin_ + static_cast<std::uint32_t>(end)};
}

Fragment Fragment::part(std::size_t begin, std::size_t end) const {
  if (origins_.empty()) return {source_, span(begin, end)};
  const auto at = [&](std::size_t i) { return origins_.begin() + static_cast<std::ptrdiff_t>(i); };
  return {source_, text_.substr(begin, end - begin), std::vector<std::uint32_t>(at(begin), at(end + 1))};
}

Fragment Fragment::trimmed() const {
  const std::size_t first = text_.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return part(0, 0);
  return part(first, text_.find_last_not_of(" \t\r\n") + 1);
}

Fragment whole_text(const SourcePtr& source) {
  const std::string& text = source->text;
  if (text.size() > max_input_bytes)
    fail(Code::too_large, {source, {0, 1}}, "the input is larger than 16 MiB", "split it into several specs");
  const std::uint32_t begin = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != 0x7f) continue;
    const bool line_end = c == '\n' || (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    if (line_end || c == '\t') continue;
    const auto at = static_cast<std::uint32_t>(i);
    fail(Code::unexpected_character, {source, {at, at + 1}}, "the text contains a control character",
         "only tabs and line ends are accepted; is this a text file in UTF-8?");
  }
  return {source, {begin, static_cast<std::uint32_t>(text.size())}};
}

Fragment whole_text(std::string name, std::string text) {
  return whole_text(make_source(std::move(name), std::move(text)));
}

std::vector<Fragment> split(const Fragment& text, char separator) {
  std::vector<Fragment> pieces;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.text().find(separator, begin);
    if (end == std::string_view::npos) break;
    if (pieces.size() + 1 == static_cast<std::size_t>(max_terms))
      fail(Code::too_large, text.place(begin, end), "the list has more than " + std::to_string(max_terms) + " items");
    pieces.push_back(text.part(begin, end).trimmed());
    begin = end + 1;
  }
  pieces.push_back(text.part(begin, text.text().size()).trimmed());
  return pieces;
}

}  // namespace scorchc::front
