#include "schedule/choose_blas.h"

#include <optional>

#include "schedule/matmul.h"
#include "support/words.h"

namespace scorchc::schedule {

Commands choose_blas(const Kernel& kernel, Decisions& decisions) {
  const std::optional<Matmul> product = find_matmul(kernel);
  // What is read once takes as long as memory does: with a vector, another pass over the result would come on top.
  if (!product || product->row.empty()) return {};
  const auto none = [&](const std::string& why) {
    decisions.push_back({"schedule", "tiles", "none", why});
    return Commands{};
  };
  if (product->is_alone && product->around.empty()) return none("blocks are what a BLAS makes of it");
  // With the sum outermost no other loop is shared with what comes before and behind.
  Reorder order{product->around};
  if (!product->is_alone) order.indices.push_back(product->depth);
  for (const std::string& index : {product->row, product->lane}) order.indices.push_back(index);
  if (product->is_alone) order.indices.push_back(product->depth);
  Commands commands;
  if (product->is_scaled) commands.emplace_back(apart(*product, kernel, kernel));
  if (!is_summed_in_result(kernel, commands, order))
    return none(kernel.result().name + " cannot hold sums that are not finished");
  commands.emplace_back(order);
  decisions.push_back({"schedule", "loop order", joined(order.indices),
                       "a BLAS multiplies " + print(product->other) + " and " + print(product->again) +
                           (product->is_alone ? "" : "; what else there is stands before and behind")});
  if (product->around.empty()) return commands;
  decisions.push_back({"schedule", "parallel loop", "none",
                       "a BLAS, which has threads of its own, is called for each " + joined(product->around)});
  commands.emplace_back(Without{Choice::parallelize});
  return commands;
}

}  // namespace scorchc::schedule
