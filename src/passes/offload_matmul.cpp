#include "passes/offload_matmul.h"

#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "passes/analyses/dense_product.h"

namespace scorchc::passes {
namespace {

bool is_batch(const loop::For& node) {
  const loop::Integer* begin = node.begin.as<loop::Integer>();
  const bool is_over_extent =
      begin && begin->value == 0 && (node.end.as<loop::Variable>() || node.end.as<loop::Integer>());
  return is_over_extent && !node.parallel && !node.vector && node.locals.empty();
}

class Products {
 public:
  Products(const loop::Function& function, Decisions& decisions)
      : decisions_(decisions), taken_(loop::used_names(function.body)) {
    for (const loop::Parameter& parameter : function.parameters) taken_.insert(parameter.name);
  }

  // Also marks products inside sequential loops over every coordinate, a batch.
  loop::Block marked(const loop::Block& given) {
    loop::Block block;
    for (const loop::Stmt& stmt : given) {
      const loop::For* node = stmt.as<loop::For>();
      const std::optional<loop::For> overwriting = node ? with_zeros(block, *node) : std::nullopt;
      block.push_back(marked(overwriting ? loop::Stmt(*overwriting) : stmt));
    }
    return block;
  }
  bool has_found() const { return found_; }

 private:
  // If the loops directly before the product set its result to zero, removes them and returns the product as one that
  // overwrites, as a BLAS does. Empty if there are none.
  std::optional<loop::For> with_zeros(loop::Block& before, const loop::For& product) {
    std::size_t place = before.size();
    while (place > 0 && before[place - 1].as<loop::Comment>()) --place;
    const loop::For* zeros = place > 0 ? before[place - 1].as<loop::For>() : nullptr;
    std::string sum = "t";
    for (int n = 2; taken_.count(sum); ++n) sum = "t" + std::to_string(n);
    std::optional<loop::For> both = zeros ? overwriting(*zeros, product, sum) : std::nullopt;
    if (both) before.erase(before.begin() + static_cast<std::ptrdiff_t>(place) - 1, before.end());
    return both;
  }

  loop::Stmt marked(const loop::Stmt& stmt) {
    const loop::For* node = stmt.as<loop::For>();
    if (!node) return stmt;
    if (std::optional<loop::Matmul> product = dense_product(*node)) {
      say(*product);
      return *std::move(product);
    }
    loop::For loops = *node;
    if (is_batch(*node)) loops.body = marked(node->body);
    return loops;
  }

  void say(const loop::Matmul& product) {
    found_ = true;
    const std::string call =
        std::string(loop::name(product.type) == "f32" ? "cblas_s" : "cblas_d") + (product.columns ? "gemm" : "gemv");
    const Decision said = {
        "optimise", "product in " + product.result.array, call,
        product.left.array + " * " + product.right.array +
            " is a product of dense matrices: the user's BLAS computes it, or loops if an extent is 0 or exceeds int"};
    decisions_.push_back(said);
  }

  Decisions& decisions_;
  std::set<std::string> taken_;  // names
  bool found_ = false;
};

}  // namespace

loop::Module offload_matmul(loop::Module module, Decisions& decisions) {
  bool found = false;
  for (loop::Function& function : module.functions) {
    Products products(function, decisions);
    function.body = products.marked(function.body);
    found = found || products.has_found();
  }
  if (!found)
    decisions.push_back({"optimise", "products", "loops", "no outermost loop nest is a product of two dense matrices"});
  return module;
}

}  // namespace scorchc::passes
