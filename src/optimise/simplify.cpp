#include "optimise/simplify.h"

#include <algorithm>
#include <set>

#include "ir/loop_uses.h"

namespace scorchc::optimise {
namespace {

using loop::Block;
using loop::Stmt;

bool does_something(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Stmt& stmt) { return !stmt.as<loop::Comment>(); });
}

// A comment speaks of the statements behind it: without any, up to the next comment, it goes.
void drop_idle_comments(Block& block) {
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
      branch.conditions.pop_back();  // the else takes its neighbour in
    else {
      branch.conditions[n - 1] = loop::either(branch.conditions[n - 1], branch.conditions[n]);
      branch.conditions.erase(branch.conditions.begin() + static_cast<std::ptrdiff_t>(n));
    }
    branch.blocks.erase(branch.blocks.begin() + static_cast<std::ptrdiff_t>(n));
  }
}

class Cleaner {
 public:
  explicit Cleaner(std::set<std::string> read) : read_(std::move(read)) {}

  Block clean(const Block& block) const {
    Block out;
    for (const Stmt& stmt : block) {
      if (const loop::Declare* node = stmt.as<loop::Declare>(); node && !read_.count(node->name)) continue;
      if (const loop::Assign* node = stmt.as<loop::Assign>(); node && !read_.count(node->name)) continue;
      if (const loop::For* node = stmt.as<loop::For>()) {
        loop::For copy = *node;
        copy.body = clean(node->body);
        if (does_something(copy.body)) out.push_back(std::move(copy));
      } else if (const loop::While* loop_node = stmt.as<loop::While>()) {
        loop::While copy = *loop_node;
        copy.body = clean(loop_node->body);
        out.push_back(std::move(copy));  // an empty body would run for ever or not at all: it has its steps
      } else if (const loop::If* branch = stmt.as<loop::If>()) {
        loop::If copy = *branch;
        for (Block& inner : copy.blocks) inner = clean(inner);
        if (copy.blocks.size() > copy.conditions.size() && !does_something(copy.blocks.back())) copy.blocks.pop_back();
        while (copy.blocks.size() == copy.conditions.size() && !copy.blocks.empty() && !does_something(copy.blocks.back())) {
          copy.blocks.pop_back();
          copy.conditions.pop_back();
        }
        merge_equal_branches(copy);
        if (copy.conditions.empty())
          for (Block& only : copy.blocks) out.insert(out.end(), only.begin(), only.end());
        else
          out.push_back(std::move(copy));
      } else {
        out.push_back(stmt);
      }
    }
    drop_idle_comments(out);
    return out;
  }

 private:
  const std::set<std::string> read_;
};

}  // namespace

loop::Module simplify(const loop::Module& module) {
  loop::Module result = module;
  for (loop::Function& function : result.functions) {
    for (;;) {
      Block cleaned = Cleaner(loop::read_names(function.body)).clean(function.body);
      if (cleaned == function.body) break;
      function.body = std::move(cleaned);
    }
  }
  return result;
}

}  // namespace scorchc::optimise
