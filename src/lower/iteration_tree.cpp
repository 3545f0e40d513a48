#include "lower/iteration_tree.h"

#include <algorithm>
#include <map>

#include "levels/registry.h"
#include "support/words.h"

namespace scorchc::lower {
namespace {

using TreeKind = IterationTree::Kind;

IterationTree combine(TreeKind kind, std::vector<IterationTree> children) {
  std::vector<IterationTree> kept;
  for (IterationTree& child : children) {
    // A full child does not restrict an intersection. In a union it makes the domain full, but the others are still
    // merged.
    if (kind == TreeKind::both && child.kind == TreeKind::full && child.children.empty()) continue;
    kept.push_back(std::move(child));
  }
  if (kept.empty()) return {};
  if (kept.size() == 1) return std::move(kept[0]);
  if (std::all_of(kept.begin(), kept.end(),
                  [](const IterationTree& t) { return t.kind == TreeKind::full && t.children.empty(); }))
    return {};
  return {kind, {}, std::move(kept)};
}

// Trees of the temporaries that are filled inside the loop.
using Producers = std::map<std::string, IterationTree>;

// The loop that the tree is built for.
struct Walked {
  std::string index;
  std::vector<std::string> located;
  const Kernel& kernel;
};

IterationTree of_expr(const Expr& expr, const Walked& walked, const Producers& producers) {
  return match(
      expr,
      [&](const Access& access) -> IterationTree {
        if (const auto it = producers.find(access.tensor); it != producers.end()) return it->second;
        const std::string name = print(access);
        if (is_sparse_along(access, walked.index, walked.kernel) && !has(walked.located, name))
          return {TreeKind::iterator, name, {}};
        return {};
      },
      [](const Literal&) { return IterationTree{}; }, [](const Equal&) { return IterationTree{}; },
      [](const Reduce&) { return IterationTree{}; },
      [&](const Apply& node) {
        std::vector<IterationTree> children;
        for (const Expr& operand : node.operands) {
          // max(A, an unstored 0) is stored where A is.
          if (!is_unstored(operand)) children.push_back(of_expr(operand, walked, producers));
        }
        switch (pattern_of(node)) {
          case Pattern::intersection:
          case Pattern::numerator:
            return combine(TreeKind::both, std::move(children));
          case Pattern::full:
            children.emplace_back();
            break;
          case Pattern::union_:
            break;
        }
        return combine(TreeKind::either, std::move(children));
      });
}

IterationTree of_stmt(const cin::Stmt& stmt, const Walked& walked, const Producers& producers) {
  return match(
      stmt,
      [&](const cin::Assign& assign) {
        IterationTree tree = of_expr(assign.rhs, walked, producers);
        // A min or a max also takes the old value of the result, which is 0 where it is unstored.
        const bool is_result = assign.lhs.tensor == walked.kernel.result().name;
        if (is_result && (assign.op == AssignOp::min || assign.op == AssignOp::max))
          tree = combine(TreeKind::either, {std::move(tree), IterationTree{}});
        return tree;
      },
      [&](const cin::Forall& loop) { return of_stmt(loop.body[0], walked, producers); },
      [&](const cin::Where& node) {
        Producers inner = producers;
        IterationTree tree = of_stmt(node.producer(), walked, producers);
        // A min or a max over an empty range is stored, whatever its terms are.
        if (node.reduction != ReduceOp::sum) tree = combine(TreeKind::either, {std::move(tree), IterationTree{}});
        inner[node.temporary.tensor] = std::move(tree);
        return of_stmt(node.consumer(), walked, inner);
      },
      [&](const cin::Sequence& node) {
        std::vector<IterationTree> children;
        for (const cin::Stmt& part : node.statements) children.push_back(of_stmt(part, walked, producers));
        return combine(TreeKind::either, std::move(children));
      });
}

void collect(const IterationTree& tree, std::vector<std::string>& found) {
  if (tree.kind == TreeKind::iterator && std::find(found.begin(), found.end(), tree.iterator) == found.end())
    found.push_back(tree.iterator);
  for (const IterationTree& child : tree.children) collect(child, found);
}

// Collects in `needed` the iterators that matter if only those in `live` have coordinates left. Returns false if
// nothing is left.
bool prune(const IterationTree& tree, const std::set<std::string>& live, std::vector<std::string>& needed) {
  switch (tree.kind) {
    case TreeKind::full:
      return true;
    case TreeKind::iterator:
      if (!live.count(tree.iterator)) return false;
      if (std::find(needed.begin(), needed.end(), tree.iterator) == needed.end()) needed.push_back(tree.iterator);
      return true;
    case TreeKind::both: {
      std::vector<std::string> inside = needed;
      for (const IterationTree& child : tree.children)
        if (!prune(child, live, inside)) return false;
      needed = std::move(inside);
      return true;
    }
    case TreeKind::either: {
      bool any = false;
      for (const IterationTree& child : tree.children) any = prune(child, live, needed) || any;
      return any;
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> iterators(const IterationTree& tree) {
  std::vector<std::string> found;
  collect(tree, found);
  return found;
}

bool is_in_iteration_domain(const IterationTree& tree, const std::set<std::string>& present) {
  const auto asked = [&](const IterationTree& child) { return is_in_iteration_domain(child, present); };
  switch (tree.kind) {
    case TreeKind::full:
      return true;
    case TreeKind::iterator:
      return present.count(tree.iterator) > 0;
    case TreeKind::both:
      return std::all_of(tree.children.begin(), tree.children.end(), asked);
    case TreeKind::either:
      return std::any_of(tree.children.begin(), tree.children.end(), asked);
  }
  return false;
}

std::vector<std::string> still_needed(const IterationTree& tree, const std::set<std::string>& live) {
  std::vector<std::string> needed;
  if (!prune(tree, live, needed)) return {};
  return needed;
}

std::string describe(const IterationTree& tree) {
  switch (tree.kind) {
    case TreeKind::full:
      return "every coordinate";
    case TreeKind::iterator:
      return tree.iterator;
    case TreeKind::both:
    case TreeKind::either:
      break;
  }
  std::string text;
  for (const IterationTree& child : tree.children) {
    const bool parentheses =
        child.kind != tree.kind && (child.kind == TreeKind::both || child.kind == TreeKind::either);
    const std::string inner = describe(child);
    text += text.empty() ? "" : tree.kind == TreeKind::both ? " and " : " or ";
    text += parentheses ? "(" + inner + ")" : inner;
  }
  return text;
}

IterationTree iteration_tree(const cin::Forall& loop, const Kernel& kernel) {
  return of_stmt(loop.body[0], {loop.index, cin::located_by(loop), kernel}, {});
}

bool is_sparse_along(const Access& access, const std::string& index, const Kernel& kernel) {
  const TensorDeclaration* tensor = kernel.find(access.tensor);
  if (!tensor) return false;  // a scalar temporary
  for (const LevelSpec& level : tensor->format->levels)
    if (access.indices[static_cast<std::size_t>(level.mode)] == index && !levels::level_format(level.level).locate)
      return true;
  return false;
}

}  // namespace scorchc::lower
