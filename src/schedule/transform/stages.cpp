#include "schedule/transform/stages.h"

#include <algorithm>
#include <functional>
#include <set>

#include "schedule/legality/stored_components.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

[[noreturn]] void illegal(const Kernel& kernel, const Command& command, const std::string& why) {
  fail(Code::schedule_illegal, {kernel.statement.source, kernel.statement.rhs.span()},
       "`" + print(command) + "` cannot be applied: " + why);
}

void keep_temporaries(Kernel& kernel, const std::vector<Access>& read) {
  if (kernel.temporaries.empty()) return;
  std::set<std::string> names;
  for (const Access& access : read) names.insert(access.tensor);
  erase_if(kernel.temporaries, [&](const TensorDeclaration& each) { return names.count(each.name) == 0; });
}

// A product without the sums around it and its factors. Sums that were factored out remain factors.
struct Term {
  std::vector<std::string> summed;
  std::vector<Expr> factors;
  bool negative = false;
};

void flatten(const Expr& expr, const std::vector<std::string>& factored, Term& term) {
  if (const Apply* node = expr.as<Apply>(); node && (node->op == Operator::mul || node->op == Operator::neg)) {
    for (const Expr& operand : node->operands) flatten(operand, factored, term);
    if (node->op == Operator::neg) term.negative = !term.negative;
    return;
  }
  const Reduce* node = expr.as<Reduce>();
  if (node && node->op == ReduceOp::sum && !has(factored, node->indices.front())) {
    term.summed.insert(term.summed.end(), node->indices.begin(), node->indices.end());
    return flatten(node->body[0], factored, term);
  }
  term.factors.push_back(expr);
}

Expr product_of(const std::vector<Expr>& factors) {
  Expr product = factors.front();
  for (std::size_t n = 1; n < factors.size(); ++n)
    product = apply(Operator::mul, {product, factors[n]}, product.span());
  return product;
}

Expr summed(std::vector<std::string> indices, Expr body) {
  return indices.empty() ? body : reduce(ReduceOp::sum, std::move(indices), std::move(body));
}

// Whether the index occurs free in the expression.
bool occurs(const std::string& index, const Expr& expr) {
  return match(
      expr, [&](const Access& access) { return has(access.indices, index); }, [](const Literal&) { return false; },
      [&](const Equal& equal) { return equal.left == index || equal.right == index; },
      [&](const Apply& node) {
        return std::any_of(node.operands.begin(), node.operands.end(),
                           [&](const Expr& operand) { return occurs(index, operand); });
      },
      [&](const Reduce& node) { return !has(node.indices, index) && occurs(index, node.body[0]); });
}

// Replaces chosen factors of a product by one expression.
class Regrouping {
 public:
  Regrouping(const Kernel& kernel, const Command& command, const std::vector<Access>& wanted)
      : kernel_(kernel), command_(command), wanted_(wanted) {}

  // Called with the chosen factors and the summed indices that only they have. Returns what replaces them.
  using StandsFor = std::function<Expr(const std::vector<Expr>& group, std::vector<std::string> own)>;
  Expr run(const Expr& rhs, const StandsFor& stands_for) {
    const Expr changed = visit(rhs, stands_for);
    if (!found_) {
      std::string names;
      for (const Access& access : wanted_) names += (names.empty() ? "`" : ", `") + print(access) + "`";
      illegal(kernel_, command_, "no product of the statement has the factors " + names + halves());
    }
    return changed;
  }

 private:
  // Text on split indices, which the statement has as two parts.
  std::string halves() const {
    std::string text;
    for (const auto& [name, declared] : kernel_.indices)
      if (std::any_of(wanted_.begin(), wanted_.end(),
                      [&](const Access& access) { return has(access.indices, declared.block_of); }))
        text += (text.empty() ? ": `" + declared.block_of + "` is split into " : ", ") + "`" + name + "`";
    return text;
  }

  Expr visit(const Expr& expr, const StandsFor& stands_for) {
    if (found_) return expr;
    Term term;
    flatten(expr, kernel_.factored, term);
    if (std::optional<Expr> regrouped = regroup(term, stands_for)) return *regrouped;
    return match(
        expr, [&](const Access&) { return expr; }, [&](const Literal&) { return expr; },
        [&](const Equal&) { return expr; },
        [&](const Apply& node) {
          std::vector<Expr> operands;
          for (const Expr& operand : node.operands) operands.push_back(visit(operand, stands_for));
          return found_ ? rebuilt(node, std::move(operands), expr.span()) : expr;
        },
        [&](const Reduce& node) {
          Expr body = visit(node.body[0], stands_for);
          return found_ ? reduce(node.op, node.indices, std::move(body), expr.span()) : expr;
        });
  }

  std::optional<Expr> regroup(const Term& term, const StandsFor& stands_for) {
    std::vector<Expr> group, rest;
    std::vector<bool> taken(term.factors.size(), false);
    for (const Access& access : wanted_) {
      std::size_t n = 0;
      const auto is_it = [&](const Expr& factor) { return factor.as<Access>() && *factor.as<Access>() == access; };
      while (n < term.factors.size() && (taken[n] || !is_it(term.factors[n]))) ++n;
      if (n == term.factors.size()) return {};
      taken[n] = true;
      group.push_back(term.factors[n]);
    }
    std::size_t place = 0;
    for (std::size_t n = 0; n < term.factors.size(); ++n) {
      if (taken[n]) continue;
      if (std::none_of(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(n), [](bool is) { return is; }))
        ++place;
      rest.push_back(term.factors[n]);
    }
    if (rest.empty() && std::holds_alternative<Factor>(command_))
      illegal(kernel_, command_, "the product has no other factor");
    found_ = true;
    std::vector<std::string> own, shared;
    for (const std::string& index : term.summed) {
      const auto has_it = [&](const Expr& factor) { return occurs(index, factor); };
      const bool inside = std::any_of(group.begin(), group.end(), has_it);
      const bool outside = std::any_of(rest.begin(), rest.end(), has_it);
      (inside && !outside ? own : shared).push_back(index);
    }
    rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(place), stands_for(group, std::move(own)));
    const Expr whole = summed(std::move(shared), product_of(rest));
    return term.negative ? apply(Operator::neg, {whole}) : whole;
  }

  const Kernel& kernel_;
  const Command& command_;
  const std::vector<Access>& wanted_;
  bool found_ = false;
};

void factor(Kernel& kernel, const Factor& command) {
  kernel.statement.rhs =
      Regrouping(kernel, command, command.factors)
          .run(kernel.statement.rhs, [&](const std::vector<Expr>& group, std::vector<std::string> own) {
            for (const std::string& index : command.indices)
              if (!has(own, index))
                illegal(kernel, command, "`" + index + "` is not a reduction index, or occurs in another factor");
            // Other indices that only these factors have are summed with them.
            kernel.factored.insert(kernel.factored.end(), own.begin(), own.end());
            return summed(std::move(own), product_of(group));
          });
}

// Whether the temporary is sparse. Like an inferred result it is sparse if a factor is, except that vectors are arrays.
// For a sparse result it must be sparse: an array also stores sums without terms, and so would the result. Parts of
// blocked indices have no coordinates of their own, so over these it is an array.
bool is_held_sparse(const Kernel& kernel, const Expr& product, const Precompute& command) {
  const std::vector<std::string>& indices = command.temporary.indices;
  const bool dense_result = kernel.result().format->is_dense();
  const bool in_blocks = std::any_of(indices.begin(), indices.end(), [&](const std::string& index) {
    const auto declared = kernel.indices.find(index);
    return declared != kernel.indices.end() && declared->second.part != BlockPart::whole;
  });
  const bool wanted = command.holder == Holder::sparse || (command.holder == Holder::inferred && !dense_result);
  if (command.holder == Holder::dense && !dense_result)
    illegal(kernel, command, "the result is sparse and would store the zeros of a dense temporary");
  if (wanted && in_blocks) illegal(kernel, command, "its indices are parts of blocked indices");
  if (command.holder == Holder::sparse && indices.empty()) illegal(kernel, command, "a scalar cannot be sparse");
  if (wanted || command.holder == Holder::dense) return wanted && !indices.empty();
  return indices.size() > 1 && !in_blocks && !is_full(product, indices, kernel);
}

// Checks that a workspace can hold the factors: a single sparse vector, over an extent for which arrays are not too
// long.
void check_workspace(const Kernel& kernel, const Precompute& command) {
  const Access& factor = command.factors.front();
  const bool is_one_vector = command.factors.size() == 1 && factor.indices.size() == 1;
  if (!is_one_vector || kernel.tensor(factor.tensor).format->is_dense() ||
      kernel.tensor(factor.tensor).format->is_blocked())
    illegal(kernel, command, "a workspace can only hold a single sparse vector");
  if (kernel.is_huge(factor.indices.front())) illegal(kernel, command, "the extent is too large for a workspace");
}

// Format of the temporary. A sparse one is stored in the order of its indices, like a converted operand. It has a dense
// outer level if a factor with that index has an array.
Format format_of_temporary(const Kernel& kernel, ValueType value, const Expr& product, const Precompute& command) {
  const std::vector<std::string>& indices = command.temporary.indices;
  Format format = dense_format(static_cast<int>(indices.size()), value);
  if (command.holder == Holder::workspace) {
    format.levels.front().level = "workspace";
    return format;
  }
  if (!is_held_sparse(kernel, product, command)) return format;
  for (LevelSpec& level : format.levels) level.level = "coordinate";
  const bool has_rows = std::any_of(command.factors.begin(), command.factors.end(), [&](const Access& access) {
    return has(access.indices, indices.front()) && has_array(*kernel.tensor(access.tensor).format);
  });
  if (indices.size() > 1 && has_rows && !kernel.is_huge(indices.front())) format.levels.front().level = "dense";
  return format;
}

Stage precompute(Kernel& kernel, const Precompute& command) {
  const Access& temporary = command.temporary;
  if (kernel.find(temporary.tensor) || kernel.indices.count(temporary.tensor))
    illegal(kernel, command, "`" + temporary.tensor + "` is already in use");
  if (command.holder == Holder::workspace) check_workspace(kernel, command);
  TensorDeclaration tensor;
  tensor.name = temporary.tensor;
  tensor.order = static_cast<int>(temporary.indices.size());
  tensor.value = computation_type(kernel);
  Kernel made = kernel;
  made.tensors = {tensor};
  made.statement.lhs = temporary;
  made.statement.op = AssignOp::set;
  std::set<std::string> seen;
  for (const Access& access : command.factors) {
    if (data_name(kernel.tensor(access.tensor)) == data_name(kernel.result()))
      illegal(kernel, command, "`" + access.tensor + "` is also the result");
    // A converted operand is computed from its original.
    const std::optional<Access>& original = kernel.tensor(access.tensor).converted_from;
    const std::string& name = original ? original->tensor : access.tensor;
    const TensorDeclaration* given = kernel.tensors.find(name);
    if (given && seen.insert(name).second) made.tensors.push_back(*given);
  }
  kernel.statement.rhs =
      Regrouping(kernel, command, command.factors)
          .run(kernel.statement.rhs, [&](const std::vector<Expr>& group, std::vector<std::string> own) {
            std::set<std::string> free;
            for (const Expr& each : group)
              for (const std::string& index : free_indices(each))
                if (!has(own, index)) free.insert(index);
            if (free != std::set<std::string>(temporary.indices.begin(), temporary.indices.end())) {
              std::string names;
              for (const std::string& index : free) names += (names.empty() ? "" : ", ") + index;
              illegal(kernel, command, "the temporary must have the indices " + names);
            }
            made.statement.rhs = summed(std::move(own), product_of(group));
            return Expr(temporary);
          });
  tensor.format = format_of_temporary(kernel, tensor.value, made.statement.rhs, command);
  made.tensors.front().format = tensor.format;
  // Converted operands move to the stage that reads them.
  keep_temporaries(made, command.factors);
  keep_temporaries(kernel, accesses(kernel.statement.rhs));
  kernel.temporaries.push_back(std::move(tensor));
  return {std::move(made), temporary};
}

}  // namespace

std::vector<Stage> stages(const Kernel& kernel, const Commands& commands) {
  std::vector<Stage> made;
  for (std::size_t n = 0; n < kernel.earlier.size(); ++n)
    made.push_back({earlier_kernel(kernel, n), kernel.earlier[n].lhs});
  Kernel rest = kernel;
  rest.earlier.clear();
  keep_temporaries(rest, accesses(rest.statement.rhs));
  for (const Command& command : commands) {
    if (const Factor* wanted = std::get_if<Factor>(&command)) {
      // The factors may be those of a product that was precomputed before.
      const auto has_factors = [&](const Stage& stage) {
        const std::vector<Access> all = accesses(stage.kernel.statement.rhs);
        return std::all_of(wanted->factors.begin(), wanted->factors.end(), [&](const Access& access) {
          return std::find(all.begin(), all.end(), access) != all.end();
        });
      };
      const auto stage = std::find_if(made.begin(), made.end(), has_factors);
      factor(stage == made.end() ? rest : stage->kernel, *wanted);
    }
    if (const Precompute* wanted = std::get_if<Precompute>(&command)) {
      for (const Access& access : wanted->factors)
        if (!rest.find(access.tensor)) illegal(rest, command, "there is no tensor `" + access.tensor + "`");
      made.push_back(precompute(rest, *wanted));
    }
  }
  made.push_back({std::move(rest), {}});
  return made;
}

bool is_made_in(const std::vector<Stage>& computed, const std::string& tensor) {
  return std::any_of(computed.begin(), computed.end() - 1,
                     [&](const Stage& stage) { return stage.temporary.tensor == tensor; });
}

std::vector<Product> products(const Kernel& kernel) {
  std::vector<Product> found;
  const std::function<void(const Expr&)> visit = [&](const Expr& expr) {
    Term term;
    flatten(expr, kernel.factored, term);
    Product product;
    product.summed = term.summed;
    for (const Expr& factor : term.factors) {
      if (const Access* access = factor.as<Access>())
        product.factors.push_back(*access);
      else
        ++product.others;
    }
    if (product.factors.size() + product.others > 1) found.push_back(product);
    const bool is_product = term.factors.size() > 1 || !term.factors.front().same_as(expr);
    if (is_product) {
      for (const Expr& factor : term.factors)
        if (!factor.as<Access>()) visit(factor);
      return;
    }
    if (const Apply* node = expr.as<Apply>())
      for (const Expr& operand : node->operands) visit(operand);
    if (const Reduce* node = expr.as<Reduce>()) visit(node->body[0]);
  };
  visit(kernel.statement.rhs);
  return found;
}

}  // namespace scorchc::schedule
