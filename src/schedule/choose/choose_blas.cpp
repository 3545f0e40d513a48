#include "schedule/choose/choose_blas.h"

#include <optional>

#include "schedule/search/matmul.h"
#include "support/words.h"

namespace scorchc::schedule {

Commands choose_blas(const Kernel& kernel, Decisions& decisions) {
  const std::optional<Matmul> product = find_matmul(kernel);
  // A matrix-vector product is memory-bound: a BLAS call would only add another pass over the result.
  if (!product || product->row.empty()) return {};
  const auto none = [&](const std::string& why) {
    decisions.push_back({"schedule", "tiles", "none", why});
    return Commands{};
  };
  if (product->is_alone && product->batch.empty()) return none("the BLAS blocks the product itself");
  // With the sum outermost the product shares no other loop with the rest of the statement.
  Reorder order{product->batch};
  if (!product->is_alone) order.indices.push_back(product->depth);
  for (const std::string& index : {product->row, product->lane}) order.indices.push_back(index);
  if (product->is_alone) order.indices.push_back(product->depth);
  Commands commands;
  if (product->is_scaled) commands.emplace_back(separate_factor(*product, kernel, kernel));
  if (!is_summed_in_result(kernel, commands, order))
    return none(kernel.result().name + " cannot accumulate partial sums");
  commands.emplace_back(order);
  decisions.push_back({"schedule", "loop order", joined(order.indices),
                       "a BLAS call multiplies " + print(product->other) + " and " + print(product->reused) +
                           (product->is_alone ? "" : "; the rest of the statement runs before and after it")});
  if (product->batch.empty()) return commands;
  decisions.push_back({"schedule", "parallel loop", "none",
                       "the BLAS has threads of its own and is called for each " + joined(product->batch)});
  commands.emplace_back(Without{Choice::parallelize});
  return commands;
}

}  // namespace scorchc::schedule
