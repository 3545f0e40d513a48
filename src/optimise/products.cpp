#include "optimise/products.h"

#include <algorithm>

#include "ir/loop_products.h"

namespace scorchc::optimise {

loop::Module leave_products(loop::Module module, Decisions& decisions) {
  bool found = false;
  for (loop::Function& function : module.functions)
    for (loop::Stmt& stmt : function.body) {
      const loop::For* node = stmt.as<loop::For>();
      const std::optional<loop::DenseProduct> product = node ? loop::dense_product(*node) : std::nullopt;
      if (!product) continue;
      loop::For marked = *node;
      marked.product = true;
      stmt = loop::Stmt(std::move(marked));
      found = true;
      decisions.push_back(
          {"optimise", "product in " + product->result,
           loop::name(product->type) == "f32" ? (product->columns ? "cblas_sgemm" : "cblas_sgemv")
                                              : (product->columns ? "cblas_dgemm" : "cblas_dgemv"),
           product->left.array + " * " + product->right.array +
               " is dense: the user's BLAS multiplies; loops do where an extent is 0 or does not fit an int"});
    }
  if (!found)
    decisions.push_back(
        {"optimise", "products", "loops", "no loops that stand for themselves multiply two dense matrices"});
  return module;
}

}  // namespace scorchc::optimise
