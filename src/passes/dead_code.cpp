#include "passes/dead_code.h"

#include <algorithm>

#include "ir/loop_walk.h"
#include "passes/analyses/liveness.h"

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

// One sweep over a function that removes dead statements.
class Sweep {
 public:
  explicit Sweep(const Block& body) : live_(live_statements(body)) {}

  Block clean(const Block& given) {
    Block out;
    for (const Stmt& stmt : given) {
      const bool is_live = live_[next_++];
      if (const loop::For* node = stmt.as<loop::For>()) {
        add_loop(*node, out);
      } else if (const loop::ForEach* each = stmt.as<loop::ForEach>()) {
        add_loop(*each, out);
      } else if (const loop::While* repeated = stmt.as<loop::While>()) {
        loop::While copy = *repeated;
        copy.body = clean(repeated->body);
        out.emplace_back(std::move(copy));
      } else if (stmt.as<loop::MergeLists>()) {
        out.push_back(loop::with_blocks(stmt, [&](const Block& body) { return clean(body); }));
      } else if (const loop::If* branch = stmt.as<loop::If>()) {
        add_branches(*branch, out);
      } else if (is_live || stmt.as<loop::Comment>()) {
        out.push_back(stmt);
      }
    }
    drop_empty_comments(out);
    return out;
  }

 private:
  template <class Loop>
  void add_loop(const Loop& node, Block& out) {
    Loop copy = node;
    copy.body = clean(node.body);
    if (does_something(copy.body)) out.emplace_back(std::move(copy));
  }

  // Removes branches that do nothing, from the last one back; the conditions before them still decide.
  void add_branches(const loop::If& branch, Block& out) {
    loop::If copy = branch;
    for (Block& inner : copy.blocks) inner = clean(inner);
    if (copy.blocks.size() > copy.conditions.size() && !does_something(copy.blocks.back())) copy.blocks.pop_back();
    while (copy.blocks.size() == copy.conditions.size() && !copy.blocks.empty() &&
           !does_something(copy.blocks.back())) {
      copy.blocks.pop_back();
      copy.conditions.pop_back();
    }
    if (!copy.blocks.empty()) out.emplace_back(std::move(copy));
  }

  const std::vector<bool> live_;
  std::size_t next_ = 0;
};

}  // namespace

Block dead_code(const Block& body) { return Sweep(body).clean(body); }

}  // namespace scorchc::passes
