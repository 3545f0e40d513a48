// Products of dense matrices as calls of the user's BLAS, through CBLAS. The loops stay for sizes that an int does not
// hold.
#include <utility>

#include "emit/cpp_shared_blocks.h"
#include "emit/function_emitter.h"
#include "ir/loop_products.h"

namespace scorchc::emit {

std::vector<BlockText> blocks_of_products() {
  return {{"cblas", BlockText::Kind::once, {}, "cblas.h", R"(
// A size that a BLAS takes as it is: an int, and no empty matrix.
[[maybe_unused]] static inline bool scorch_fits_blas(int64_t size) {
  return size > 0 && size <= INT32_MAX;
}
)"}};
}

/// All matrices are said to be stored by rows: one that is not is the transposed of one that is.
void FunctionEmitter::emit_product(const loop::For& node) {
  const loop::DenseProduct product = *loop::dense_product(node);
  shared_.use("cblas");
  const auto text = [&](const loop::Expr& extent) { return "static_cast<int>(" + exprs_.text(extent) + ")"; };
  const auto transposed = [](const loop::DenseProduct::Operand& operand) {
    return std::string(operand.is_transposed ? "CblasTrans" : "CblasNoTrans");
  };
  const bool is_float = product.type == loop::Type::f32;
  const std::string rows = text(product.rows), depth = text(product.depth);
  const std::string one = is_float ? "1.0F" : "1.0", before = product.accumulates ? one : is_float ? "0.0F" : "0.0";
  const std::string left = product.left.array + ", " + (product.left.is_transposed ? rows : depth);
  std::string condition, call = std::string("cblas_") + (is_float ? "s" : "d");
  for (const loop::Expr& extent : {product.rows, product.columns.value_or(product.rows), product.depth}) {
    const std::string fits = "scorch_fits_blas(" + exprs_.text(extent) + ")";
    if (condition.find(fits) == std::string::npos) condition += (condition.empty() ? "" : " && ") + fits;
  }
  if (product.columns) {
    const std::string columns = text(*product.columns);
    call += "gemm(CblasRowMajor, " + transposed(product.left) + ", " + transposed(product.right) + ", " + rows + ", " +
            columns + ", " + depth + ", " + one + ", " + left + ", " + product.right.array + ", " +
            (product.right.is_transposed ? depth : columns) + ", " + before + ", " + product.result + ", " + columns +
            ");";
  } else {
    const auto [height, width] = product.left.is_transposed ? std::pair(depth, rows) : std::pair(rows, depth);
    call += "gemv(CblasRowMajor, " + transposed(product.left) + ", " + height + ", " + width + ", " + one + ", " +
            left + ", " + product.right.array + ", 1, " + before + ", " + product.result + ", 1);";
  }
  writer_.comment("A product of dense matrices: by the BLAS that is linked, if it takes matrices of this size.");
  writer_.open("if (" + condition + ")");
  writer_.line(call);
  writer_.reopen("else");
  loop::For loops = node;
  loops.product = false;
  emit(loops);
  writer_.close();
}

}  // namespace scorchc::emit
