#include "emit/calling/library_form.h"

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
  const bool is_bsr = tensor.levels.size() == 4 && is_dense_level(0) && tensor.levels[1].pos && is_dense_level(2) &&
                      is_dense_level(3) && mode(0) == 0 && mode(1) == 1 && mode(2) == 0 && mode(3) == 1 &&
                      tensor.levels[0].spec.part == BlockPart::outer && tensor.levels[1].spec.part == BlockPart::outer;
  return is_bsr ? LibraryForm::bsr : LibraryForm::none;
}

}  // namespace scorchc::emit
