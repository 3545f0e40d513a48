#include "schedule/transform/nest.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "schedule/legality/stored_components.h"
#include "schedule/transform/accumulated_sum.h"
#include "schedule/transform/alpha_equivalent.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

AssignOp assign_op(ReduceOp op) {
  switch (op) {
    case ReduceOp::sum:
      return AssignOp::add;
    case ReduceOp::min:
      return AssignOp::min;
    case ReduceOp::max:
      return AssignOp::max;
  }
  return AssignOp::add;
}

// Temporaries of all parts, with names that no tensor or index has: scalars t, t2, t3, ..., workspaces w, w2, ...
class Temporaries {
 public:
  Temporaries(const Kernel& kernel, std::set<std::string>& taken)
      : kernel_(kernel), value_(computation_type(kernel)), taken_(taken) {
    std::vector<const Access*> all = accesses_in(kernel.statement.rhs);
    all.push_back(&kernel.statement.lhs);
    for (const Access* access : all) {
      const Format& format = *kernel.tensor(access->tensor).format;
      for (const LevelSpec& level : format.levels) {
        const std::string& index = access->indices[static_cast<std::size_t>(level.mode)];
        if (is_dense(level) || kernel.is_short(index) || (has_array(format) && !kernel.is_huge(index)))
          with_capacity_.insert(index);
      }
    }
  }
  std::string fresh(const std::string& letter) {
    for (int& count = counts_[letter];;) {
      ++count;
      std::string name = count == 1 ? letter : letter + std::to_string(count);
      if (!kernel_.find(name) && !kernel_.indices.count(name) && taken_.insert(name).second) return name;
    }
  }

  // Declares a workspace. Over one index it is an array if a tensor with that index has an array over it or, unless the
  // extent is huge, over another index; also if the extent is short. Over several indices, or over an extent without
  // arrays, it is a list of tuples. The last `places` indices are positions in blocks that are stored as a whole. If
  // either all components are stored or none, the array keeps no list of coordinates.
  void declare(const Access& temporary, const std::optional<Expr>& summed, std::size_t places) {
    TensorDeclaration tensor;
    tensor.name = temporary.tensor;
    tensor.order = static_cast<int>(temporary.indices.size());
    tensor.value = value_;
    Format format = dense_format(tensor.order, tensor.value);
    const std::size_t sparse = temporary.indices.size() - places;
    const bool has_capacity = has_capacity_for(temporary.indices, places);
    const bool is_array = has_capacity && tensor.order == 1 && summed && is_full_array(*summed, temporary.indices);
    const bool is_list = has_capacity && !is_array;
    for (std::size_t l = 0; l < temporary.indices.size() && !is_array; ++l)
      if (l < sparse || (!is_list && sparse > 0)) format.levels[l].level = is_list ? "workspace" : "coordinate";
    tensor.format = std::move(format);
    workspaces.push_back(std::move(tensor));
  }
  bool has_capacity_for(const std::vector<std::string>& indices, std::size_t places) const {
    return indices.size() - places == 1 && with_capacity_.count(indices[0]);
  }
  bool is_full_array(const Expr& summed, const std::vector<std::string>& indices) const {
    const std::vector<Access> all = accesses(summed);
    return is_full(summed, indices, kernel_) && std::all_of(all.begin(), all.end(), [&](const Access& access) {
             return kernel_.find(access.tensor) != nullptr;
           });
  }
  // Indices over which some tensor has an array, and short ones.
  const std::set<std::string>& with_capacity() const { return with_capacity_; }
  const Kernel& kernel() const { return kernel_; }
  std::vector<TensorDeclaration> workspaces;

 private:
  const Kernel& kernel_;
  const ValueType value_;
  std::set<std::string>& taken_;  // names of other temporaries
  std::set<std::string> with_capacity_;
  std::map<std::string, int> counts_;
};

// Indices of the dense levels below all sparse levels of a sparse result.
std::vector<std::string> places_of_result(const Kernel& kernel) {
  std::vector<std::string> places;
  const std::vector<LevelSpec>& levels = kernel.result().format->levels;
  if (kernel.result().format->is_dense()) return places;
  for (auto level = levels.rbegin(); is_dense(*level); ++level)
    places.push_back(kernel.statement.lhs.indices[static_cast<std::size_t>(level->mode)]);
  return places;
}

// Builds the loops of one assignment. A reduction becomes a temporary that is computed as soon as everything it depends
// on, except its own loops, is bound: further inside it would be recomputed. If indices of the result follow the
// reduction's in the order, the temporary has these indices: it is a workspace, outside the first of the reduction's
// loops and over every later free index. (This holds for any number of reductions; Kjolstad et al. 2019, section 5,
// covers one.)
class NestBuilder {
 public:
  NestBuilder(const LoopOrder& order, Temporaries& temporaries) : order_(order), temporaries_(temporaries) {}

  cin::Stmt build(const Access& lhs, AssignOp op, const Expr& rhs, const LoopOrder& loops,
                  std::set<std::string> bound) {
    std::vector<Pending> pending;
    const Expr body = replace_reductions(rhs, [&](const Expr& reduction) {
      return postpone(reduction, bound, pending, reduction.same_as(rhs) && op == AssignOp::set ? &lhs : nullptr);
    });
    const std::function<cin::Stmt(std::size_t)> at_depth = [&](std::size_t depth) -> cin::Stmt {
      if (depth > 0) bound.insert(loops[depth - 1]);
      std::vector<const Pending*> here;
      for (Pending& candidate : pending) {
        const bool ready = std::all_of(candidate.needs.begin(), candidate.needs.end(),
                                       [&](const std::string& i) { return bound.count(i) > 0; });
        if (candidate.placed || !ready) continue;
        candidate.placed = true;
        here.push_back(&candidate);
      }
      const std::set<std::string> bound_here = here.empty() ? std::set<std::string>() : bound;
      cin::Stmt inner = depth == loops.size() ? cin::Stmt(cin::Assign{lhs, op, body})
                                              : cin::forall(loops[depth], at_depth(depth + 1));
      for (auto it = here.rbegin(); it != here.rend(); ++it) {
        const Reduce& node = *(*it)->reduction.template as<Reduce>();
        std::vector<std::string> looped = node.indices;
        looped.insert(looped.end(), (*it)->temporary.indices.begin(), (*it)->temporary.indices.end());
        cin::Stmt producer =
            build((*it)->temporary, assign_op(node.op), node.body[0], restricted(order_, looped), bound_here);
        inner = cin::where((*it)->temporary, node.op, std::move(inner), std::move(producer));
      }
      return inner;
    };
    return at_depth(0);
  }

  // Adds the addends to a workspace one by one, each in loops of its own, then assigns the rest with the workspace in
  // place of their sum.
  cin::Stmt build(const Access& lhs, AssignOp op, const Expr& rhs, const AccumulatedSum& sum) {
    const Access workspace{temporaries_.fresh("w"), sum.accumulated};
    temporaries_.declare(workspace, std::nullopt, places_of(sum, temporaries_.kernel()));
    std::vector<cin::Stmt> producers;
    for (const Expr& addend : sum.addends)
      producers.push_back(cin::forall(sum.accumulated, cin::Assign{workspace, AssignOp::add, addend}));
    std::vector<Expr> terms = sum.others;
    terms.insert(terms.begin() + static_cast<std::ptrdiff_t>(sum.place), Expr(workspace, sum.sum.span()));
    const Expr in_place = sum_of(terms);
    const Expr rest = rewrite(rhs, [&](const Expr& expr) { return expr.same_as(sum.sum) ? in_place : expr; });
    cin::Stmt consumer = build(lhs, op, rest, sum.accumulated, {sum.shared.begin(), sum.shared.end()});
    return cin::forall(sum.shared,
                       cin::where(workspace, ReduceOp::sum, std::move(consumer), cin::sequence(std::move(producers))));
  }

 private:
  // A reduction that a temporary replaces.
  struct Pending {
    Access temporary;
    Expr reduction;
    std::vector<std::string> needs;  // indices bound where it is computed
    bool placed = false;
  };

  // `moved_to` is the access that the reduction alone is assigned to, or null.
  Expr postpone(const Expr& reduction, const std::set<std::string>& bound, std::vector<Pending>& pending,
                const Access* moved_to = nullptr) {
    const LoopOrder inside = indices_inside(reduction, bound);
    std::vector<std::string> needs;
    for (const std::string& index : free_indices(reduction))
      if (!has(inside, index)) needs.push_back(index);
    // A nested reduction with loops before some that are bound here is computed before this one. Inside it, its loops
    // would break the given order.
    const Reduce& node = *reduction.as<Reduce>();
    const Expr body =
        replace_reductions(node.body[0], [&](const Expr& inner) { return hoist(inner, needs, bound, pending); });
    const Expr rest = body.same_as(node.body[0]) ? reduction : reduce(node.op, node.indices, body, reduction.span());
    Access temporary{temporaries_.fresh(inside.empty() ? "t" : "w"), inside};
    const bool may_be_array = node.op == ReduceOp::sum && stores_all_or_none(node, body, inside);
    const std::size_t places =
        std::max(places_summed_together(node, body, inside), moved_to ? places_moved(node, *moved_to, inside) : 0);
    if (!inside.empty()) temporaries_.declare(temporary, may_be_array ? std::optional(body) : std::nullopt, places);
    pending.push_back({temporary, rest, std::move(needs)});
    return Expr(std::move(temporary), reduction.span());
  }

  // Whether the loops over the temporary's own indices are innermost and assign every coordinate whenever they run.
  bool stores_all_or_none(const Reduce& node, const Expr& body, const LoopOrder& inside) const {
    const auto place = [&](const std::string& index) { return std::find(order_.begin(), order_.end(), index); };
    const bool sums_first = std::all_of(node.indices.begin(), node.indices.end(), [&](const std::string& own) {
      return std::all_of(inside.begin(), inside.end(),
                         [&](const std::string& index) { return place(own) < place(index); });
    });
    return sums_first && is_stored_as_one(body);
  }

  // How many of the temporary's last indices are positions in blocks that are added to as a whole or not at all. A
  // reduction loop between them must be a loop over positions in a block, which skips none and is never empty.
  std::size_t places_summed_together(const Reduce& node, const Expr& body, const LoopOrder& inside) const {
    const Kernel& kernel = temporaries_.kernel();
    if (node.op != ReduceOp::sum) return 0;
    std::size_t places = places_stored_together(body, inside, kernel);
    const auto leaves_none_out = [&](const std::string& index) {
      return !has(node.indices, index) || (places_in_blocks({index}, kernel) == 1 && is_full(body, index, kernel));
    };
    const auto all_get_one = [&] {
      const auto first = std::find(order_.begin(), order_.end(), inside[inside.size() - places]);
      return std::all_of(first, order_.end(), leaves_none_out);
    };
    while (places > 0 && !all_get_one()) --places;
    return places;
  }

  // How many of the last indices are positions that the result stores with their block, whether or not they were added
  // to.
  std::size_t places_moved(const Reduce& node, const Access& lhs, const LoopOrder& inside) const {
    const Kernel& kernel = temporaries_.kernel();
    if (node.op != ReduceOp::sum || lhs.tensor != kernel.result().name) return 0;
    const std::vector<std::string> below = places_of_result(kernel);
    std::size_t places = 0;
    for (const std::size_t most = places_in_blocks(inside, kernel); places < most; ++places)
      if (!has(below, inside[inside.size() - 1 - places])) break;
    return places;
  }

  Expr hoist(const Expr& reduction, const std::vector<std::string>& bound_around, const std::set<std::string>& bound,
             std::vector<Pending>& pending) {
    const LoopOrder inside = indices_inside(reduction, bound);
    const bool too_late =
        std::any_of(inside.begin(), inside.end(), [&](const std::string& index) { return has(bound_around, index); });
    if (too_late) return postpone(reduction, bound, pending);
    const Reduce& node = *reduction.as<Reduce>();
    const Expr body =
        replace_reductions(node.body[0], [&](const Expr& inner) { return hoist(inner, bound_around, bound, pending); });
    return body.same_as(node.body[0]) ? reduction : reduce(node.op, node.indices, body, reduction.span());
  }

  // Free indices of the reduction whose loops follow its first own loop, in loop order.
  LoopOrder indices_inside(const Expr& reduction, const std::set<std::string>& bound) const {
    const std::vector<std::string> free = free_indices(reduction);
    const std::vector<std::string>& own = reduction.as<Reduce>()->indices;
    LoopOrder inside;
    bool reducing = false;
    for (const std::string& index : order_) {
      reducing = reducing || has(own, index);
      if (reducing && has(free, index) && !bound.count(index)) inside.push_back(index);
    }
    return inside;
  }

  // Replaces outermost reductions only: nested ones are replaced when their producer is built.
  static Expr replace_reductions(const Expr& expr, const std::function<Expr(const Expr&)>& replace) {
    return match(
        expr, [&](const Access&) { return expr; }, [&](const Literal&) { return expr; },
        [&](const Equal&) { return expr; },
        [&](const Apply& node) {
          std::vector<Expr> operands;
          operands.reserve(node.operands.size());
          bool changed = false;
          for (const Expr& operand : node.operands) {
            operands.push_back(replace_reductions(operand, replace));
            changed = changed || !operands.back().same_as(operand);
          }
          return changed ? rebuilt(node, std::move(operands), expr.span()) : expr;
        },
        [&](const Reduce&) { return replace(expr); });
  }

  const LoopOrder& order_;
  Temporaries& temporaries_;
};

// Sets every component of the result to zero, in storage order.
cin::Stmt zero_result(const Kernel& kernel) {
  const Access& lhs = kernel.statement.lhs;
  LoopOrder order;
  for (const LevelSpec& level : kernel.result().format->levels)
    order.push_back(lhs.indices[static_cast<std::size_t>(level.mode)]);
  return cin::forall(order, cin::Assign{lhs, AssignOp::set, literal(0)});
}

// Whether the part's own assignment writes every component of the result. A workspace only holds the components that
// were added to.
bool covers_result(const Kernel& kernel, const Part& part, const LoopOrder& order) {
  return part.reductions.empty() && !needs_workspace({part}, order) &&
         is_full(part.rhs, kernel.statement.lhs.indices, kernel);
}

// Whether no operand of the statement has a sparse level along `index`, so that its loop is dense.
bool is_plain_along(const cin::Stmt& stmt, const std::string& index, const Kernel& kernel) {
  return match(
      stmt,
      [&](const cin::Assign& assign) {
        for (const Access* access : accesses_in(assign.rhs))
          if (!is_full(*access, index, kernel)) return false;
        return true;
      },
      [&](const cin::Forall& loop) { return is_plain_along(loop.body[0], index, kernel); },
      [&](const cin::Where& node) {
        return is_plain_along(node.consumer(), index, kernel) && is_plain_along(node.producer(), index, kernel);
      },
      [&](const cin::Sequence& node) {
        return std::all_of(node.statements.begin(), node.statements.end(),
                           [&](const cin::Stmt& part) { return is_plain_along(part, index, kernel); });
      });
}

// Whether there are several nests and all begin with a loop over the same index of the result.
bool have_equal_first_loops(const std::vector<cin::Stmt>& nests, const Kernel& kernel) {
  const cin::Forall* first = nests.size() < 2 ? nullptr : nests[0].as<cin::Forall>();
  if (!first || !has(kernel.statement.lhs.indices, first->index)) return false;
  return std::all_of(nests.begin(), nests.end(), [&](const cin::Stmt& nest) {
    const cin::Forall* loop = nest.as<cin::Forall>();
    return loop && loop->index == first->index;
  });
}

// Fuses forall i S1; forall i S2 into forall i (S1; S2) if i is an index of the result: different iterations are
// independent. Only dense loops are fused, because both visit the same coordinates.
cin::Stmt fuse(std::vector<cin::Stmt> nests, const Kernel& kernel) {
  if (!have_equal_first_loops(nests, kernel)) return cin::sequence(std::move(nests));
  const cin::Forall* first = nests[0].as<cin::Forall>();
  const auto has_plain_loop = [&](const cin::Stmt& nest) { return is_plain_along(nest, first->index, kernel); };
  if (!std::all_of(nests.begin(), nests.end(), has_plain_loop)) return cin::sequence(std::move(nests));
  std::vector<cin::Stmt> bodies;
  for (const cin::Stmt& nest : nests) bodies.push_back(nest.as<cin::Forall>()->body[0]);
  return cin::forall(first->index, fuse(std::move(bodies), kernel));
}

}  // namespace

Loops build_loops(const Kernel& kernel, const std::vector<OrderedPart>& parts, std::set<std::string>& taken) {
  Temporaries temporaries(kernel, taken);
  std::vector<cin::Stmt> nests, added;
  std::vector<std::string> kinds;  // of the nests that add to the result
  const Access& lhs = kernel.statement.lhs;
  const bool can_reorder =
      std::none_of(parts.begin(), parts.end(), [](const OrderedPart& each) { return each.part.reads_result; });
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const Part& part = parts[n].part;
    AssignOp op = part.op;
    if (n == 0 && op == AssignOp::set && kernel.result().format->is_dense() &&
        !covers_result(kernel, part, parts[n].order))
      nests.push_back(zero_result(kernel));
    if (!part.reductions.empty() && op == AssignOp::set) op = AssignOp::add;
    std::vector<std::string> looped = lhs.indices;
    looped.insert(looped.end(), part.reductions.begin(), part.reductions.end());
    NestBuilder builder(parts[n].order, temporaries);
    const LoopOrder loops = restricted(parts[n].order, looped);
    const std::optional<AccumulatedSum> sum = accumulated_sum(kernel, part, loops, temporaries.with_capacity());
    cin::Stmt nest = sum ? builder.build(lhs, op, part.rhs, *sum) : builder.build(lhs, op, part.rhs, loops, {});
    // After the first nest the order is free, unless a nest applies an epilogue to what the previous ones have written.
    if (!nests.empty() && op == AssignOp::add && can_reorder) {
      if (parts.size() > 1) kinds.push_back(joined(loops) + ": " + kind_of(part.rhs, kernel));
      added.push_back(std::move(nest));
    } else {
      nests.push_back(std::move(nest));
    }
  }
  if (parts.size() > 1) added = group_equivalent(std::move(added), kinds);
  for (cin::Stmt& nest : added) nests.push_back(std::move(nest));
  std::vector<TensorDeclaration>& workspaces = temporaries.workspaces;
  if (!have_equal_first_loops(nests, kernel)) return {cin::sequence(std::move(nests)), std::move(workspaces)};
  Kernel with_workspaces = kernel;
  with_workspaces.temporaries.insert(with_workspaces.temporaries.end(), workspaces.begin(), workspaces.end());
  return {fuse(std::move(nests), with_workspaces), std::move(workspaces)};
}

}  // namespace scorchc::schedule
