#include "passes/simplify_branches.h"

#include <algorithm>
#include <set>
#include <string>

#include "ir/loop_walk.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;

// if (a) S else S is S; if (a) S else if (b) S is if (a or b) S.
void merge_equal_branches(loop::If& branch) {
  for (std::size_t n = branch.blocks.size(); n-- > 1;) {
    if (branch.blocks[n] != branch.blocks[n - 1]) continue;
    if (n == branch.conditions.size())
      branch.conditions.pop_back();  // the else absorbs its neighbour
    else {
      branch.conditions[n - 1] = loop::either(branch.conditions[n - 1], branch.conditions[n]);
      branch.conditions.erase(branch.conditions.begin() + static_cast<std::ptrdiff_t>(n));
    }
    branch.blocks.erase(branch.blocks.begin() + static_cast<std::ptrdiff_t>(n));
  }
}

// if (a) { if (a) S } is if (a) S.
void merge_repeated_condition(loop::If& branch) {
  if (branch.conditions.size() != 1 || branch.blocks.size() != 1 || branch.blocks[0].size() != 1) return;
  const loop::If* inner = branch.blocks[0][0].as<loop::If>();
  if (!inner || inner->blocks.size() != 1 || inner->conditions != branch.conditions) return;
  const Block body = inner->blocks[0];
  branch.blocks[0] = body;
}

class BranchSimplifier {
 public:
  Block run(const Block& given) {
    Block out;
    for (const Stmt& stmt : given) {
      if (const loop::If* branch = stmt.as<loop::If>()) {
        add(*branch, out);
      } else {
        if (const loop::Declare* variable = stmt.as<loop::Declare>()) note_flag(*variable);
        out.push_back(loop::with_blocks(stmt, [&](const Block& block) { return run(block); }));
      }
    }
    return out;
  }

 private:
  void note_flag(const loop::Declare& node) {
    if (!node.is_mutable && node.value == loop::boolean(true))
      raised_.insert(node.name);
    else
      raised_.erase(node.name);
  }

  // if (a) S is S where a is known to be true, unless S declares names that others might declare, too.
  bool is_sure(const loop::If& branch) const {
    const loop::Variable* flag = branch.conditions.size() == 1 ? branch.conditions[0].as<loop::Variable>() : nullptr;
    return flag && raised_.count(flag->name) > 0 &&
           std::none_of(branch.blocks[0].begin(), branch.blocks[0].end(),
                        [](const Stmt& stmt) { return stmt.as<loop::Declare>() != nullptr; });
  }

  void add(const loop::If& branch, Block& out) {
    loop::If copy = branch;
    for (Block& inner : copy.blocks) inner = run(inner);
    merge_equal_branches(copy);
    merge_repeated_condition(copy);
    if (copy.conditions.empty() || is_sure(copy))
      out.insert(out.end(), copy.blocks[0].begin(), copy.blocks[0].end());
    else
      out.emplace_back(std::move(copy));
  }

  std::set<std::string> raised_;  // flags that are declared as constant true
};

}  // namespace

Block simplify_branches(const Block& body) { return BranchSimplifier().run(body); }

}  // namespace scorchc::passes
