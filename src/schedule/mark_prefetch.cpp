#include "schedule/mark_prefetch.h"

#include <algorithm>
#include <map>

#include "schedule/choose_vectors.h"
#include "schedule/refuse.h"
#include "support/match.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// Whether a loop has nothing to do where the operand stores nothing: then it walks what is stored.
class Following {
 public:
  explicit Following(const Access& leader, const Kernel& kernel) : leader_(leader), kernel_(kernel) {}

  bool follows(const cin::Stmt& stmt) {
    return match(
        stmt,
        [&](const cin::Assign& assign) {
          const bool compares = assign.op == AssignOp::min || assign.op == AssignOp::max;
          return follows(assign.rhs) && !(compares && assign.lhs.tensor == kernel_.result().name);
        },
        [&](const cin::Forall& loop) { return follows(loop.body[0]); },
        [&](const cin::Where& where) {
          made_[where.temporary.tensor] = where.reduction == ReduceOp::sum && follows(where.producer());
          return follows(where.consumer());
        },
        [&](const cin::Sequence& sequence) {
          return std::all_of(sequence.statements.begin(), sequence.statements.end(),
                             [&](const cin::Stmt& part) { return follows(part); });
        });
  }

 private:
  bool follows(const Expr& expr) const {
    if (const Access* access = expr.as<Access>()) {
      const auto made = made_.find(access->tensor);
      return made != made_.end() ? made->second : *access == leader_;
    }
    if (const Literal* number = expr.as<Literal>()) return !number->stored;
    const Apply* node = expr.as<Apply>();
    if (!node) return false;
    const auto does = [&](const Expr& operand) { return follows(operand); };
    switch (info(node->op).pattern) {
      case Pattern::full: return false;
      case Pattern::numerator: return does(node->operands[0]);
      case Pattern::intersection: return std::any_of(node->operands.begin(), node->operands.end(), does);
      case Pattern::union_: return std::all_of(node->operands.begin(), node->operands.end(), does);
    }
    return false;
  }

  const Access& leader_;
  const Kernel& kernel_;
  std::map<std::string, bool> made_;
};

// Of coordinate lists only the last level has an entry a coordinate.
bool walks_runs(const Access& access, const std::string& index, const Kernel& kernel) {
  const std::vector<LevelSpec>& levels = kernel.tensor(access.tensor).format->levels;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    if (access.indices[static_cast<std::size_t>(levels[l].mode)] == index)
      return levels[l].level == "coordinate" && levels[l + 1].level == "coordinate";
  return false;
}

bool reads(const cin::Stmt& stmt, const Access& access) {
  const std::vector<Access> all = cin::operands(stmt);
  return std::find(all.begin(), all.end(), access) != all.end();
}

// Marks the innermost loops that ask for the operand's components.
class Asking {
 public:
  Asking(const Prefetch& command, const Kernel& kernel) : command_(command), kernel_(kernel) {}
  std::optional<std::string> why;
  bool found = false;

  cin::Stmt visit(const cin::Stmt& stmt) {
    if (!reads(stmt, command_.access)) return stmt;
    return match(
        stmt, [&](const cin::Assign&) { return stmt; }, [&](const cin::Forall& loop) { return visit_loop(loop); },
        [&](const cin::Where& where) {
          cin::Where result = where;
          if (!cin::converted_operand(where)) result.parts[1] = visit(where.producer());
          result.parts[0] = visit(where.consumer());
          return cin::Stmt(result);
        },
        [&](const cin::Sequence& sequence) {
          cin::Sequence result;
          for (const cin::Stmt& part : sequence.statements) result.statements.push_back(visit(part));
          return cin::Stmt(result);
        });
  }

 private:
  cin::Stmt visit_loop(const cin::Forall& loop) {
    const cin::Stmt inner = visit(cin::inside(loop));
    cin::Forall result = cin::with_inside(loop, inner);
    if (inner != cin::inside(loop)) return result;
    if (!has(command_.access.indices, loop.index) || walked(loop.body[0], loop.index, kernel_).empty()) return result;
    found = true;
    why = why_not_ahead(loop, kernel_);
    const std::vector<LevelSpec>& levels = kernel_.tensor(command_.access.tensor).format->levels;
    const bool has_rows = command_.access.indices[static_cast<std::size_t>(levels.back().mode)] != loop.index;
    if (!why && !has_rows && command_.where == Ahead::of_large)
      why = "`" + print(command_.access) + "` is one component an entry, and too short a row: say `; always`";
    if (!why) result.ahead.push_back({command_.access, command_.distance, command_.where == Ahead::always});
    return result;
  }

  const Prefetch& command_;
  const Kernel& kernel_;
};

}  // namespace

std::vector<Access> walked(const cin::Stmt& body, const std::string& index, const Kernel& kernel) {
  std::vector<Access> found = cin::operands(body);
  std::erase_if(found, [&](const Access& access) { return !is_sparse_along(access, index, kernel); });
  return found;
}

std::optional<std::string> why_not_ahead(const cin::Forall& loop, const Kernel& split) {
  const std::vector<Access> operands = walked(loop.body[0], loop.index, split);
  if (operands.empty()) return "the loop over `" + loop.index + "` runs over every coordinate, in order";
  if (operands.size() > 1)
    return "the loop over `" + loop.index + "` merges `" + print(operands[0]) + "` and `" + print(operands[1]) +
           "`: what it asks for next is not known";
  if (!Following(operands[0], split).follows(loop.body[0]))
    return "the loop over `" + loop.index + "` runs over every coordinate, in order";
  if (walks_runs(operands[0], loop.index, split))
    return "`" + print(operands[0]) + "` is walked by runs of equal coordinates along `" + loop.index + "`";
  return {};
}

cin::Stmt prefetching(const Kernel& kernel, const Kernel& split, const Prefetch& command, const cin::Stmt& body) {
  const Access& access = command.access;
  const TensorDeclaration* tensor = split.find(access.tensor);
  if (!tensor || !reads(body, access)) refuse(kernel, command, "the loops read no `" + print(access) + "`");
  if (!tensor->format->is_dense())
    refuse(kernel, command, "`" + tensor->name + "` is sparse: where its components stand is not known before they are come to");
  Asking asking(command, split);
  const cin::Stmt marked = asking.visit(body);
  if (!asking.found)
    refuse(kernel, command, "no loop over an index of `" + print(access) + "` walks the entries of another operand: it is read in order");
  if (asking.why) refuse(kernel, command, *asking.why);
  return marked;
}

}  // namespace scorchc::schedule
