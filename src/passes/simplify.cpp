#include "passes/simplify.h"

#include <algorithm>
#include <set>
#include <string>

#include "passes/collapse_row_loops.h"
#include "passes/collapse_segment_loops.h"
#include "passes/eliminate_dead_sorts.h"
#include "passes/leave_loops.h"
#include "passes/liveness.h"
#include "passes/null_checks.h"
#include "passes/specialise_singleton_segments.h"
#include "passes/strided_segment_search.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;

bool does_something(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Stmt& stmt) { return !stmt.as<loop::Comment>(); });
}

// A comment describes the statements after it. Without any before the next comment, it is removed.
void drop_empty_comments(Block& block) {
  Block kept;
  for (std::size_t n = 0; n < block.size(); ++n) {
    const bool idle = block[n].as<loop::Comment>() && (n + 1 == block.size() || block[n + 1].as<loop::Comment>());
    if (!idle) kept.push_back(std::move(block[n]));
  }
  block = std::move(kept);
}

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

// One sweep over a function that removes dead statements.
class Sweep {
 public:
  explicit Sweep(const Block& body) : needed_(live_statements(body)) {}

  Block clean(const Block& given) {
    Block out;
    for (const Stmt& stmt : given) {
      const bool is_needed = needed_[next_++];
      if (const loop::For* node = stmt.as<loop::For>()) {
        loop::For copy = *node;
        copy.body = clean(node->body);
        if (does_something(copy.body)) out.push_back(std::move(copy));
      } else if (const loop::ForEach* each = stmt.as<loop::ForEach>()) {
        loop::ForEach copy = *each;
        copy.body = clean(each->body);
        if (does_something(copy.body)) out.push_back(std::move(copy));
      } else if (const loop::While* repeated = stmt.as<loop::While>()) {
        loop::While copy = *repeated;
        copy.body = clean(repeated->body);
        out.push_back(std::move(copy));
      } else if (const loop::If* branch = stmt.as<loop::If>()) {
        add_cleaned(*branch, out);
      } else if (is_needed || stmt.as<loop::Comment>()) {
        if (const loop::Declare* variable = stmt.as<loop::Declare>()) note_flag(*variable);
        out.push_back(stmt);
      }
    }
    drop_empty_comments(out);
    return out;
  }
  /// Whether conditions were removed with branches: what they read may be dead now.
  bool merged() const { return merged_; }

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

  // Removes branches that do nothing, from the last one back; the conditions before them still decide.
  void add_cleaned(const loop::If& branch, Block& out) {
    loop::If copy = branch;
    for (Block& inner : copy.blocks) inner = clean(inner);
    if (copy.blocks.size() > copy.conditions.size() && !does_something(copy.blocks.back())) copy.blocks.pop_back();
    while (copy.blocks.size() == copy.conditions.size() && !copy.blocks.empty() &&
           !does_something(copy.blocks.back())) {
      copy.blocks.pop_back();
      copy.conditions.pop_back();
    }
    if (copy.blocks.empty()) return;
    const std::size_t count = copy.blocks.size();
    merge_equal_branches(copy);
    merged_ = merged_ || copy.blocks.size() < count;
    merge_repeated_condition(copy);
    if (is_sure(copy)) {
      copy.conditions.clear();
      merged_ = true;
    }
    if (copy.conditions.empty())
      out.insert(out.end(), copy.blocks[0].begin(), copy.blocks[0].end());
    else
      out.push_back(std::move(copy));
  }

  const std::vector<bool> needed_;
  std::size_t next_ = 0;
  std::set<std::string> raised_;  // flags that are declared as constant true
  bool merged_ = false;
};

}  // namespace

loop::Module simplify(const loop::Module& module) {
  loop::Module result = module;
  for (loop::Function& function : result.functions) {
    for (bool again = true; again;) {
      Sweep sweep(function.body);
      const Block clean = sweep.clean(function.body);
      function.body =
          drop_dead_null_checks(collapse_row_loops(collapse_segment_loops(eliminate_dead_sorts(leave_loops(clean)))));
      again = sweep.merged() || function.body != clean;
    }
    function.body = strided_segment_search(specialise_singleton_segments(function.body));
  }
  return result;
}

}  // namespace scorchc::passes
