#include "schedule/legality/iteration_domain.h"

#include <algorithm>
#include <map>

#include "schedule/legality/vector_loops.h"
#include "support/match.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

class IterationDomainStatement {
 public:
  IterationDomainStatement(const Kernel& kernel, const std::function<bool(const Access&)>& is_stored)
      : kernel_(kernel), is_stored_(is_stored) {}

  bool asks(const cin::Stmt& stmt) {
    return match(
        stmt,
        [&](const cin::Assign& assign) {
          const bool compares = assign.op == AssignOp::min || assign.op == AssignOp::max;
          return asks(assign.rhs) || (compares && assign.lhs.tensor == kernel_.result().name);
        },
        [&](const cin::Forall& loop) { return asks(loop.body[0]); },
        [&](const cin::Where& where) {
          made_[where.temporary.tensor] = where.reduction != ReduceOp::sum || asks(where.producer());
          return asks(where.consumer());
        },
        [&](const cin::Sequence& sequence) {
          return std::any_of(sequence.statements.begin(), sequence.statements.end(),
                             [&](const cin::Stmt& part) { return asks(part); });
        });
  }

 private:
  bool asks(const Expr& expr) const {
    if (const Access* access = expr.as<Access>()) {
      const auto made = made_.find(access->tensor);
      return made != made_.end() ? made->second : is_stored_(*access);
    }
    if (const Literal* number = expr.as<Literal>()) return number->stored;
    const Apply* node = expr.as<Apply>();
    if (!node) return true;
    const auto does = [&](const Expr& operand) { return asks(operand); };
    switch (pattern_of(*node)) {
      case Pattern::full:
        return true;
      case Pattern::numerator:
        return does(node->operands[0]);
      case Pattern::intersection:
        return std::all_of(node->operands.begin(), node->operands.end(), does);
      case Pattern::union_:
        return std::any_of(node->operands.begin(), node->operands.end(), does);
    }
    return true;
  }

  const Kernel& kernel_;
  const std::function<bool(const Access&)>& is_stored_;
  std::map<std::string, bool> made_;
};

}  // namespace

bool is_in_iteration_domain(const cin::Stmt& body, const Kernel& kernel,
                            const std::function<bool(const Access&)>& is_stored) {
  return IterationDomainStatement(kernel, is_stored).asks(body);
}

std::vector<Access> walked(const cin::Forall& loop, const Kernel& kernel) {
  std::vector<Access> found;
  for (const Access* access : cin::operands_in(loop.body[0]))
    if (is_sparse_along(*access, loop.index, kernel) && !cin::locates(loop, *access)) found.push_back(*access);
  return found;
}

bool is_indexed_list(const Access& temporary, const Kernel& kernel) {
  const TensorDeclaration* made = kernel.find(temporary.tensor);
  return made && is_indexed_list(*made);
}

bool is_indexed_list(const TensorDeclaration& made) {
  return made.format && made.format->levels.size() == 1 && made.format->is_indexed_list();
}

std::optional<Access> selector_of_located(const cin::Where& where, const Kernel& kernel) {
  const cin::Forall* loop = where.consumer().as<cin::Forall>();
  if (!loop || !is_indexed_list(where.temporary, kernel) || !cin::is_located(where) ||
      is_in_iteration_domain(loop->body[0], kernel,
                             [&](const Access& each) { return !is_sparse_along(each, loop->index, kernel); }))
    return {};
  const std::vector<Access> all = walked(*loop, kernel);
  return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
}

bool are_of_one_list(const LevelSpec& level, const LevelSpec& below) {
  return level.level == "coordinate" && below.level == "coordinate";
}

bool walks_runs(const Access& access, const std::string& index, const Kernel& kernel) {
  const std::vector<LevelSpec>& levels = kernel.tensor(access.tensor).format->levels;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    if (access.indices[static_cast<std::size_t>(levels[l].mode)] == index)
      return are_of_one_list(levels[l], levels[l + 1]);
  return false;
}

bool reads(const Expr& expr, const Access& access) {
  const auto any = [&](const std::vector<Expr>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const Expr& part) { return reads(part, access); });
  };
  return match(
      expr, [&](const Access& each) { return each == access; }, [](const Literal&) { return false; },
      [](const Equal&) { return false; }, [&](const Apply& apply) { return any(apply.operands); },
      [&](const Reduce& reduce) { return any(reduce.body); });
}

bool reads(const cin::Stmt& stmt, const Access& access) {
  return match(
      stmt, [&](const cin::Assign& assign) { return reads(assign.rhs, access); },
      [&](const cin::Forall& loop) { return reads(loop.body[0], access); },
      [&](const cin::Where& where) { return reads(where.producer(), access) || reads(where.consumer(), access); },
      [&](const cin::Sequence& sequence) {
        return std::any_of(sequence.statements.begin(), sequence.statements.end(),
                           [&](const cin::Stmt& part) { return reads(part, access); });
      });
}

}  // namespace scorchc::schedule
