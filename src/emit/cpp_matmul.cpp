// Prints products of dense matrices as calls of the user's BLAS, through CBLAS. The loops remain for sizes that do not
// fit an int.
#include <utility>

#include "emit/function_emitter.h"
#include "emit/loop_marks.h"

namespace scorchc::emit {

/// All matrices are passed as row-major: a column-major one is the transpose of a row-major one.
void FunctionEmitter::print(const loop::Matmul& product) {
  const LoopMark mark(writer_, product.origin);
  shared_.use("cblas");
  shared_.include("cblas.h");
  std::string condition;
  const auto text = [&](const loop::Expr& size) {
    const std::string fits = "scorch_fits_blas(" + exprs_.text(size) + ")";
    if (condition.find(fits) == std::string::npos) condition += (condition.empty() ? "" : " && ") + fits;
    return "static_cast<int>(" + exprs_.text(size) + ")";
  };
  const auto begin_of = [&](const loop::Matmul::Matrix& matrix) {
    const loop::Integer* first = matrix.first.as<loop::Integer>();
    return matrix.array + (first && first->value == 0 ? "" : " + " + exprs_.text(matrix.first));
  };
  const auto transposed = [](const loop::Matmul::Matrix& matrix) {
    return std::string(matrix.is_transposed ? "CblasTrans" : "CblasNoTrans");
  };
  const bool is_float = product.type == loop::Type::f32;
  const std::string rows = text(product.rows), columns = product.columns ? text(*product.columns) : "",
                    depth = text(product.depth);
  const std::string one = is_float ? "1.0F" : "1.0", before = product.accumulates ? one : is_float ? "0.0F" : "0.0";
  const std::string left = begin_of(product.left) + ", " + text(product.left.row),
                    right = begin_of(product.right) + ", ", result = before + ", " + begin_of(product.result) + ", ";
  std::string call = std::string("cblas_") + (is_float ? "s" : "d");
  if (product.columns) {
    call += "gemm(CblasRowMajor, " + transposed(product.left) + ", " + transposed(product.right) + ", " + rows + ", " +
            columns + ", " + depth + ", " + one + ", " + left + ", " + right + text(product.right.row) + ", " + result +
            text(product.result.row) + ");";
  } else {
    const auto [height, width] = product.left.is_transposed ? std::pair(depth, rows) : std::pair(rows, depth);
    call += "gemv(CblasRowMajor, " + transposed(product.left) + ", " + height + ", " + width + ", " + one + ", " +
            left + ", " + right + "1, " + result + "1);";
  }
  writer_.comment("Product of dense matrices: calls the linked BLAS, if it takes matrices of this size.");
  writer_.open("if (" + condition + ")");
  writer_.line(call);
  writer_.reopen("else");
  emit(product.body);
  writer_.close();
}

}  // namespace scorchc::emit
