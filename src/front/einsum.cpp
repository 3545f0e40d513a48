// Parses einsum statements: `ij,jk->ik`.
#include <algorithm>
#include <utility>

#include "front/lexer.h"
#include "front/parser.h"

namespace scorchc::front {
namespace {

struct Term {
  Access access;
  Span span;
};

Term read_term(const Fragment& text) {
  Term term{{}, text.place().span};
  for (std::size_t i = 0; i < text.text().size(); ++i) {
    const char c = text.text()[i];
    if (c == ' ' || c == '\t') continue;
    if (!is_letter(c))
      fail(Code::unexpected_character, text.place(i, i + 1),
           quoted(text.text().substr(i, 1)) + " has no meaning in einsum", "an index is one letter: `ij,jk->ik`");
    if (term.access.indices.size() == static_cast<std::size_t>(max_order))
      fail(Code::too_large, text.place(i, i + 1), "an operand has more than " + std::to_string(max_order) + " indices");
    term.access.indices.emplace_back(1, c);
  }
  return term;
}

/// Default tensor names: A, B, ..., Z, A1, B1, ..., skipping names of indices.
std::vector<std::string> default_names(std::size_t count, const std::vector<std::string>& indices) {
  std::vector<std::string> names;
  for (std::size_t n = 0; names.size() < count; ++n) {
    std::string name(1, static_cast<char>('A' + n % 26));
    if (n >= 26) name += std::to_string(n / 26);
    if (std::find(indices.begin(), indices.end(), name) == indices.end()) names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::string> given_names(const Fragment& list, std::size_t count) {
  std::vector<std::string> names;
  for (const Fragment& piece : split(list, ',')) {
    if (!is_name(piece.text()) || piece.text().size() > max_name_bytes)
      fail(Code::bad_name, piece.place(), quoted(piece.text()) + " cannot be the name of a tensor",
           "names are ASCII letters, digits and underscores, and start with a letter");
    if (piece.text() == "sum" || find_function(piece.text()))
      fail(Code::reserved_name, piece.place(),
           quoted(piece.text()) + " is a function and cannot be the name of a tensor");
    names.emplace_back(piece.text());
  }
  if (names.size() != count)
    fail(Code::einsum, list.place(),
         std::to_string(names.size()) + " names are given, but the statement has " + std::to_string(count) + " tensors",
         "name the operands and then the result");
  return names;
}

void check_result(const Term& result, const std::vector<std::string>& indices, const SourcePtr& source) {
  std::vector<std::string> seen;
  for (const std::string& index : result.access.indices) {
    if (std::find(indices.begin(), indices.end(), index) == indices.end())
      fail(Code::einsum, {source, result.span}, "index `" + index + "` of the result occurs in no operand");
    if (std::find(seen.begin(), seen.end(), index) != seen.end())
      fail(Code::einsum, {source, result.span}, "index `" + index + "` occurs twice in the result");
    seen.push_back(index);
  }
}

}  // namespace

bool is_einsum(std::string_view text) {
  return text.find("->") != std::string_view::npos && text.find('=') == std::string_view::npos;
}

Statement parse_einsum(const Fragment& text, const std::optional<Fragment>& names) {
  const std::size_t arrow = text.text().find("->");
  std::vector<Term> operands;
  std::vector<std::string> indices;
  for (const Fragment& piece : split(text.part(0, arrow), ',')) {
    operands.push_back(read_term(piece));
    for (const std::string& index : operands.back().access.indices)
      if (std::find(indices.begin(), indices.end(), index) == indices.end()) indices.push_back(index);
  }
  // A scalar operand is accepted next to other operands (`,i->i`). A statement without any index is a mistake.
  if (indices.empty())
    fail(Code::einsum, text.place(0, arrow + 2), "no operand has an index",
         "write each operand as its index letters: `ij,jk->ik`");
  Term result = read_term(text.part(arrow + 2, text.text().size()).trimmed());
  check_result(result, indices, text.source());

  std::vector<std::string> tensors =
      names ? given_names(*names, operands.size() + 1) : default_names(operands.size() + 1, indices);
  result.access.tensor = std::move(tensors.back());
  std::optional<Expr> product;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    operands[i].access.tensor = std::move(tensors[i]);
    Expr factor(std::move(operands[i].access), operands[i].span);
    const Span span{operands[0].span.begin, operands[i].span.end};
    product = product ? apply(Operator::mul, {std::move(*product), std::move(factor)}, span) : std::move(factor);
  }
  return {std::move(result.access), AssignOp::set, std::move(*product), text.source(), result.span};
}

}  // namespace scorchc::front
