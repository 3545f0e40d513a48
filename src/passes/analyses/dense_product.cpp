// Implements the recogniser for dense matrix products.
#include "passes/analyses/dense_product.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "passes/analyses/effects.h"

namespace scorchc::passes {
namespace {

using loop::Assign;
using loop::Binary;
using loop::BinaryOp;
using loop::Block;
using loop::Comment;
using loop::Compute;
using loop::Declare;
using loop::Expr;
using loop::For;
using loop::Integer;
using loop::Load;
using loop::Matmul;
using loop::Stmt;
using loop::Store;
using loop::Type;
using loop::Update;
using loop::Variable;

/// A loop nest around a multiply-add.
struct Nest {
  std::vector<const For*> loops;  // outermost first
  const Store* store = nullptr;
  const Compute* product = nullptr;
  bool accumulates = false;
  const For* zeroed = nullptr;    // a nested loop that sets the result to zero
  std::size_t around_zeroed = 0;  // the number of `loops` that enclose it
};

Block without_comments(const Block& block) {
  Block rest;
  std::copy_if(block.begin(), block.end(), std::back_inserter(rest),
               [](const Stmt& stmt) { return !stmt.as<Comment>(); });
  return rest;
}

const Compute* product_in(const Expr& expr) {
  const Compute* product = expr.as<Compute>();
  return product && product->op == Operator::mul && product->operands.size() == 2 ? product : nullptr;
}

/// Matches `t := 0; for j { t += product }; C[...] = t`, and records it in `nest`.
bool is_sum_in_scalar(const Block& body, Nest& nest) {
  if (body.size() != 3) return false;
  const Declare* sum = body[0].as<Declare>();
  const For* loop = body[1].as<For>();
  const Store* store = body[2].as<Store>();
  if (!sum || !loop || !store || !sum->is_mutable || !is_positive_zero(sum->value)) return false;
  const Block inside = without_comments(loop->body);
  const Assign* assign = inside.size() == 1 ? inside[0].as<Assign>() : nullptr;
  const Variable* stored = store->value.as<Variable>();
  nest.product =
      assign && assign->update == Update::add && assign->name == sum->name ? product_in(assign->value) : nullptr;
  nest.loops.push_back(loop);
  nest.store = store;
  nest.accumulates = store->update == Update::add;
  return nest.product && stored && stored->name == sum->name && (nest.accumulates || store->update == Update::set);
}

/// Matches `C[...] += product`, and records it in `nest`.
bool is_sum_in_memory(const Block& body, Nest& nest) {
  const Store* store = body.size() == 1 ? body[0].as<Store>() : nullptr;
  nest.product = store && store->update == Update::add ? product_in(store->value) : nullptr;
  nest.store = store;
  nest.accumulates = true;
  return nest.product;
}

std::optional<Nest> nest_of(const For& outermost) {
  Nest nest;
  for (const For* loop = &outermost; nest.loops.size() < 3;) {
    nest.loops.push_back(loop);
    const Block body = without_comments(loop->body);
    const For *first = body.empty() ? nullptr : body.front().as<For>(),
              *last = body.empty() ? nullptr : body.back().as<For>();
    if (body.size() == 2 && first && last && !nest.zeroed) {
      nest.zeroed = first;
      nest.around_zeroed = nest.loops.size();
    } else if (body.size() != 1 || !last) {
      return is_sum_in_memory(body, nest) || is_sum_in_scalar(body, nest) ? std::optional(nest) : std::nullopt;
    }
    loop = last;
  }
  return {};
}

/// The loop of the nest whose index `expr` is; null if there is none.
const For* find(const Nest& nest, const Expr& expr) {
  const Variable* variable = expr.as<Variable>();
  for (const For* loop : nest.loops)
    if (variable && loop->name == variable->name) return loop;
  return nullptr;
}

/// True if all loops run from 0 to an extent that does not depend on the nest.
bool is_dense(const Nest& nest) {
  return std::all_of(nest.loops.begin(), nest.loops.end(), [&](const For* loop) {
    const Integer* begin = loop->begin.as<Integer>();
    const bool is_known = loop->end.as<Integer>() || (loop->end.as<Variable>() && !find(nest, loop->end));
    return begin && begin->value == 0 && is_known && loop->locals.empty() && !loop->chunked;
  });
}

/// One dimension of an array index such as `(b * i_size + i) * k_size + k`.
struct Dimension {
  Expr at;                          // the coordinate
  const For* loop = nullptr;        // the loop of the nest that iterates it; null if it is constant in the nest
  std::optional<Expr> extent = {};  // the factor of the outer dimensions; the outermost dimension has none
};
using Dimensions = std::vector<Dimension>;  // outermost first; the last one is contiguous

/// Splits a row-major index into its dimensions; empty if it has another form.
std::optional<Dimensions> dimensions_of(const Expr& index, const Nest& nest) {
  const auto dimension = [&](const Expr& at) { return Dimension{at, find(nest, at)}; };
  if (index.as<Variable>()) return Dimensions{dimension(index)};
  const Binary* sum = index.as<Binary>();
  if (!sum || sum->op != BinaryOp::add) return {};
  for (std::size_t n = 0; n < 2; ++n) {
    const Binary* row = sum->operands[n].as<Binary>();
    if (!sum->operands[1 - n].as<Variable>() || !row || row->op != BinaryOp::mul) continue;
    Dimension inner = dimension(sum->operands[1 - n]);
    for (std::size_t m = 0; m < 2; ++m) {
      const Expr& extent = row->operands[1 - m];
      const bool is_extent = inner.loop ? extent == inner.loop->end : extent.as<Variable>() || extent.as<Integer>();
      std::optional<Dimensions> outer =
          is_extent && !find(nest, extent) ? dimensions_of(row->operands[m], nest) : std::nullopt;
      if (!outer) continue;
      inner.extent = extent;
      outer->push_back(std::move(inner));
      return outer;
    }
  }
  return {};
}

/// The loops of the nest that index an array, in the order of its dimensions.
using Indices = std::vector<const For*>;

Indices indices_of(const Dimensions& dimensions) {
  Indices indices;
  for (const Dimension& dimension : dimensions)
    if (dimension.loop) indices.push_back(dimension.loop);
  return indices;
}

bool has(const Indices& indices, const For* loop) {
  return std::find(indices.begin(), indices.end(), loop) != indices.end();
}

/// The matrix or vector that the loops of the nest traverse; empty if it is not contiguous in its last dimension.
std::optional<Matmul::Matrix> matrix(const std::string& array, const Dimensions& dimensions) {
  if (!dimensions.back().loop) return {};
  Matmul::Matrix found{.array = array, .first = loop::integer(0), .row = loop::integer(1)};
  Expr stride = loop::integer(1);
  for (auto each = dimensions.rbegin(); each != dimensions.rend(); ++each) {
    if (!each->loop)
      found.first = loop::add(loop::mul(each->at, stride), found.first);
    else if (each != dimensions.rbegin())
      found.row = stride;
    if (each->extent) stride = loop::mul(stride, *each->extent);
  }
  return found;
}

/// True if the first `loops` loops of the nest are all in `indices`.
bool around(const Nest& nest, const Indices& indices, std::size_t loops) {
  return std::all_of(nest.loops.begin(), nest.loops.begin() + static_cast<std::ptrdiff_t>(loops),
                     [&](const For* loop) { return has(indices, loop); });
}

/// True if the loops `zeros`, which are inside `covered` loops of the nest, set exactly those components to zero to
/// which the nest then adds.
bool sets_to_zero(const For& zeros, const Nest& nest, const Indices& result, std::size_t covered) {
  for (const For* loop = &zeros;; ++covered) {
    const auto same = std::find_if(result.begin(), result.end(), [&](const For* each) {
      return each->name == loop->name && each->begin == loop->begin && each->end == loop->end;
    });
    const Block body = without_comments(loop->body);
    if (same == result.end() || body.size() != 1) return false;
    if (const For* next = body[0].as<For>()) {
      loop = next;
      continue;
    }
    const Store* store = body[0].as<Store>();
    return store && store->update == Update::set && is_positive_zero(store->value) &&
           store->array == nest.store->array && store->index == nest.store->index && covered + 1 == result.size();
  }
}

/// True if the nest itself sets its whole result to zero before it accumulates.
bool is_zeroed(const Nest& nest, const Indices& result) {
  return nest.accumulates && around(nest, result, nest.around_zeroed) &&
         sets_to_zero(*nest.zeroed, nest, result, nest.around_zeroed);
}

/// The operand as a matrix with rows `first` and columns `second` (or a vector, if `second` is null); empty unless it
/// is indexed by exactly these loops.
std::optional<Matmul::Matrix> operand_matrix(const Load& load, const Nest& nest, const For* first, const For* second) {
  const std::optional<Dimensions> dimensions = dimensions_of(load.index[0], nest);
  const Indices indices = dimensions ? indices_of(*dimensions) : Indices();
  const bool fits = indices.size() == (second ? 2u : 1u) && has(indices, first) && (!second || has(indices, second));
  std::optional<Matmul::Matrix> found = fits ? matrix(load.array, *dimensions) : std::nullopt;
  if (found) found->is_transposed = second && indices.back() == first;
  return found;
}

}  // namespace

std::optional<Matmul> dense_product(const For& node) {
  const std::optional<Nest> nest = nest_of(node);
  if (!nest || !is_dense(*nest)) return {};
  const Load *one = nest->product->operands[0].as<Load>(), *other = nest->product->operands[1].as<Load>();
  const Type type = nest->store->element;
  const bool is_of_one_type =
      one && other && one->element == type && other->element == type && nest->product->type == type;
  if (!is_of_one_type || (type != Type::f32 && type != Type::f64)) return {};
  if (one->array == nest->store->array || other->array == nest->store->array) return {};
  const std::optional<Dimensions> dimensions = dimensions_of(nest->store->index, *nest);
  const Indices result = dimensions ? indices_of(*dimensions) : Indices();
  if (result.empty() || result.size() + 1 != nest->loops.size()) return {};
  const std::optional<Matmul::Matrix> stored = matrix(nest->store->array, *dimensions);
  if (!stored) return {};
  if (nest->zeroed && !is_zeroed(*nest, result)) return {};
  const For* rows = result.front();
  const For* columns = result.size() == 2 ? result.back() : nullptr;
  const auto summed =
      std::find_if(nest->loops.begin(), nest->loops.end(), [&](const For* loop) { return !has(result, loop); });
  if (summed == nest->loops.end()) return {};
  const For* depth = *summed;
  for (int turn = 0; turn < 2; ++turn, std::swap(one, other)) {
    const auto left = operand_matrix(*one, *nest, rows, depth);
    const auto right = operand_matrix(*other, *nest, depth, columns);
    if (left && right)
      return Matmul{.type = type,
                    .result = *stored,
                    .accumulates = nest->accumulates && !nest->zeroed,
                    .rows = rows->end,
                    .depth = depth->end,
                    .columns = columns ? std::optional(columns->end) : std::nullopt,
                    .left = *left,
                    .right = *right,
                    .body = {node},
                    .origin = node.origin};
  }
  return {};
}

std::optional<For> overwriting(const For& zeros, const For& node, const std::string& sum) {
  const std::optional<Matmul> product = dense_product(node);
  if (!product || !product->accumulates) return {};
  const Nest nest = *nest_of(node);
  const Indices result = indices_of(*dimensions_of(nest.store->index, nest));
  if (!sets_to_zero(zeros, nest, result, 0)) return {};
  const For& summed =
      **std::find_if(nest.loops.begin(), nest.loops.end(), [&](const For* loop) { return !has(result, loop); });
  const auto over = [](const For& loop, Block body) {
    return For{.name = loop.name, .begin = loop.begin, .end = loop.end, .body = std::move(body), .origin = loop.origin};
  };
  Store store = *nest.store;
  store.update = Update::set;
  store.value = Variable{sum, product->type};
  Block body = {Declare{sum, loop::number(product->type, 0, 0), true},
                over(summed, {Assign{sum, Update::add, *nest.product}}), std::move(store)};
  for (auto loop = result.rbegin(); loop != result.rend(); ++loop) body = {over(**loop, std::move(body))};
  return *body[0].as<For>();
}

}  // namespace scorchc::passes
