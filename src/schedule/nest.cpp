#include "schedule/nest.h"

#include <algorithm>
#include <functional>
#include <set>

namespace scorchc::schedule {
namespace {

bool has(const std::vector<std::string>& indices, const std::string& index) {
  return std::find(indices.begin(), indices.end(), index) != indices.end();
}

LoopOrder restricted(const LoopOrder& order, const std::vector<std::string>& to) {
  LoopOrder result;
  for (const std::string& index : order)
    if (has(to, index)) result.push_back(index);
  return result;
}

AssignOp assign_op(ReduceOp op) {
  switch (op) {
    case ReduceOp::sum: return AssignOp::add;
    case ReduceOp::min: return AssignOp::min;
    case ReduceOp::max: return AssignOp::max;
  }
  return AssignOp::add;
}

// Names scalar temporaries t, t2, t3, ... beside the user's names.
class TemporaryNames {
 public:
  explicit TemporaryNames(const Kernel& kernel) : kernel_(kernel) {}
  std::string fresh() {
    for (;;) {
      ++count_;
      std::string name = count_ == 1 ? "t" : "t" + std::to_string(count_);
      if (!kernel_.find(name) && !kernel_.indices.count(name)) return name;
    }
  }

 private:
  const Kernel& kernel_;
  int count_ = 0;
};

// One assignment in its loops. A kept reduction becomes a scalar temporary, produced as soon as all that it depends on
// is bound: no deeper, or it would be computed again and again.
class NestBuilder {
 public:
  NestBuilder(const LoopOrder& order, TemporaryNames& names) : order_(order), names_(names) {}

  cin::Stmt build(const Access& lhs, AssignOp op, const Expr& rhs, const LoopOrder& loops, std::set<std::string> bound) {
    struct Kept {
      std::string temporary;
      Expr reduction;
      bool placed = false;
    };
    std::vector<Kept> kept;
    const Expr body = replace_kept(rhs, [&](const Expr& reduction) {
      kept.push_back({names_.fresh(), reduction});
      return Expr(Access{kept.back().temporary, {}}, reduction.span());
    });
    const std::function<cin::Stmt(std::size_t)> at_depth = [&](std::size_t depth) -> cin::Stmt {
      if (depth > 0) bound.insert(loops[depth - 1]);
      const std::set<std::string> bound_here = bound;
      std::vector<const Kept*> here;
      for (Kept& candidate : kept) {
        const std::vector<std::string> needs = free_indices(candidate.reduction);
        const bool ready = std::all_of(needs.begin(), needs.end(), [&](const std::string& i) { return bound.count(i) > 0; });
        if (candidate.placed || !ready) continue;
        candidate.placed = true;
        here.push_back(&candidate);
      }
      cin::Stmt inner = depth == loops.size() ? cin::Stmt(cin::Assign{lhs, op, body})
                                              : cin::forall(loops[depth], at_depth(depth + 1));
      for (auto it = here.rbegin(); it != here.rend(); ++it) {
        const Reduce& node = *(*it)->reduction.template as<Reduce>();
        cin::Stmt producer = build(Access{(*it)->temporary, {}}, assign_op(node.op), node.body[0],
                                   restricted(order_, node.indices), bound_here);
        inner = cin::where((*it)->temporary, node.op, std::move(inner), std::move(producer));
      }
      return inner;
    };
    return at_depth(0);
  }

 private:
  // Outermost reductions only: those inside are placed when their producer is built.
  static Expr replace_kept(const Expr& expr, const std::function<Expr(const Expr&)>& replace) {
    return match(
        expr, [&](const Access&) { return expr; }, [&](const Literal&) { return expr; },
        [&](const Equal&) { return expr; },
        [&](const Apply& node) {
          std::vector<Expr> operands;
          for (const Expr& operand : node.operands) operands.push_back(replace_kept(operand, replace));
          return apply(node.op, std::move(operands), expr.span());
        },
        [&](const Reduce&) { return replace(expr); });
  }

  const LoopOrder& order_;
  TemporaryNames& names_;
};

// Zeros in every component of the result, in the loop order of the part that follows.
cin::Stmt zero_result(const Kernel& kernel, const LoopOrder& order) {
  const Access& lhs = kernel.statement.lhs;
  return cin::forall(restricted(order, lhs.indices), cin::Assign{lhs, AssignOp::set, literal(0)});
}

// Every component of the result is written by the part's own assignment.
bool covers_result(const Kernel& kernel, const Part& part) {
  return part.reductions.empty() && is_full(part.rhs, kernel.statement.lhs.indices, kernel);
}

// No operand of the statement has a sparse level along `index`: its loop is a plain one.
bool is_plain(const cin::Stmt& stmt, const std::string& index, const Kernel& kernel) {
  return match(
      stmt,
      [&](const cin::Assign& assign) {
        for (const Access& access : accesses(assign.rhs))
          if (!is_full(access, index, kernel)) return false;
        return true;
      },
      [&](const cin::Forall& loop) { return is_plain(loop.body[0], index, kernel); },
      [&](const cin::Where& node) {
        return is_plain(node.consumer(), index, kernel) && is_plain(node.producer(), index, kernel);
      },
      [&](const cin::Sequence& node) {
        return std::all_of(node.statements.begin(), node.statements.end(),
                           [&](const cin::Stmt& part) { return is_plain(part, index, kernel); });
      });
}

// forall i S1; forall i S2 is forall i (S1; S2) where i is an index of the result: the iterations of either touch
// nothing of each other. Only plain loops are fused: there the coordinates of both are the same.
cin::Stmt fuse(std::vector<cin::Stmt> nests, const Kernel& kernel) {
  if (nests.size() < 2) return cin::sequence(std::move(nests));
  const cin::Forall* first = nests[0].as<cin::Forall>();
  const auto same_loop = [&](const cin::Stmt& nest) {
    const cin::Forall* loop = nest.as<cin::Forall>();
    return loop && loop->index == first->index && is_plain(nest, first->index, kernel);
  };
  if (!first || !has(kernel.statement.lhs.indices, first->index) || !std::all_of(nests.begin(), nests.end(), same_loop))
    return cin::sequence(std::move(nests));
  std::vector<cin::Stmt> bodies;
  for (const cin::Stmt& nest : nests) bodies.push_back(nest.as<cin::Forall>()->body[0]);
  return cin::forall(first->index, fuse(std::move(bodies), kernel));
}

}  // namespace

cin::Stmt build_loops(const Kernel& kernel, const std::vector<OrderedPart>& parts) {
  TemporaryNames names(kernel);
  std::vector<cin::Stmt> nests;
  const Access& lhs = kernel.statement.lhs;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const Part& part = parts[n].part;
    AssignOp op = part.op;
    if (n == 0 && op == AssignOp::set && kernel.result().format->is_dense() && !covers_result(kernel, part)) {
      nests.push_back(zero_result(kernel, parts[n].order));
    }
    if (!part.reductions.empty() && op == AssignOp::set) op = AssignOp::add;
    std::vector<std::string> looped = lhs.indices;
    looped.insert(looped.end(), part.reductions.begin(), part.reductions.end());
    NestBuilder builder(parts[n].order, names);
    nests.push_back(builder.build(lhs, op, part.rhs, restricted(parts[n].order, looped), {}));
  }
  return fuse(std::move(nests), kernel);
}

}  // namespace scorchc::schedule
