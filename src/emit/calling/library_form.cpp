#include "emit/calling/library_form.h"

#include <algorithm>
#include <array>

namespace scorchc::emit {

LibraryForm library_form(const InterfaceTensor& tensor) {
  if (tensor.format.is_dense() && !tensor.format.is_blocked()) return LibraryForm::dense;
  if (tensor.order() != 2 || tensor.format.pos != tensor.format.crd) return LibraryForm::none;
  const auto mode = [&](std::size_t level) { return tensor.levels[level].spec.mode; };
  const auto is_dense_level = [&](std::size_t level) { return !tensor.levels[level].crd; };
  if (tensor.levels.size() == 2) {
    if (tensor.levels[1].continues_run && mode(0) == 0) return LibraryForm::coo;
    if (is_dense_level(0) && tensor.levels[1].pos) return mode(0) == 0 ? LibraryForm::csr : LibraryForm::csc;
    return LibraryForm::none;
  }
  const bool is_bsr = tensor.levels.size() == 4 && is_dense_level(0) && tensor.levels[1].pos && is_dense_level(2) && is_dense_level(3) &&
                      mode(0) == 0 && mode(1) == 1 && mode(2) == 0 && mode(3) == 1 && tensor.levels[0].spec.part == BlockPart::outer &&
                      tensor.levels[1].spec.part == BlockPart::outer;
  return is_bsr ? LibraryForm::bsr : LibraryForm::none;
}

bool is_python_word(std::string_view word) {
  static constexpr std::array words{
      std::string_view("False"), std::string_view("None"),   std::string_view("True"),   std::string_view("and"),      std::string_view("as"),
      std::string_view("assert"), std::string_view("async"), std::string_view("await"),  std::string_view("class"),    std::string_view("def"),
      std::string_view("del"),    std::string_view("elif"),  std::string_view("except"), std::string_view("finally"),  std::string_view("from"),
      std::string_view("global"), std::string_view("import"), std::string_view("in"),    std::string_view("is"),       std::string_view("lambda"),
      std::string_view("nonlocal"), std::string_view("not"), std::string_view("or"),     std::string_view("pass"),     std::string_view("raise"),
      std::string_view("try"),    std::string_view("with"),  std::string_view("yield"),  std::string_view("break"),    std::string_view("continue"),
      std::string_view("else"),   std::string_view("for"),   std::string_view("if"),     std::string_view("return"),   std::string_view("while"),
      std::string_view("ctypes"), std::string_view("np"),    std::string_view("out"),    std::string_view("shape"),    std::string_view("threads"),
      std::string_view("run"),    std::string_view("release"), std::string_view("context"), std::string_view("status"), std::string_view("library")};
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace scorchc::emit
