#include "passes/early_exit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "ir/loop_uses.h"
#include "passes/analyses/effects.h"
#include "passes/loop_rewriter.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;

/// The names that statements use, collected once: every loop asks about all statements behind it.
class UsedNames {
 public:
  bool has(const Block& block, const std::string& name) {
    return std::any_of(block.begin(), block.end(), [&](const Stmt& stmt) { return of(stmt).count(name) > 0; });
  }

 private:
  const NameSet& of(const Stmt& stmt) {
    const auto [known, is_new] = of_statement_.try_emplace(&stmt.node());
    if (is_new) known->second = loop::used_names({stmt});
    return known->second;
  }
  std::map<const Stmt::Node*, NameSet> of_statement_;
};

/// The flag that a loop searches for: once it is set, the rest of the loop has no visible effect. `before` and `behind`
/// are the statements around the loop. Empty if there is no such flag.
std::optional<std::string> searched(const loop::While& node, const Block& before, const Block& behind,
                                    UsedNames& used) {
  const Assigned assigned(node.body);
  if (assigned.flags.size() != 1 || !is_local(node.body, assigned.names)) return {};
  const std::string& flag = *assigned.flags.begin();
  if (loop::read_names({node}).count(flag)) return {};
  const bool shows = std::any_of(assigned.names.begin(), assigned.names.end(), [&](const std::string& name) {
    const bool is_own = std::any_of(before.begin(), before.end(), [&](const Stmt& stmt) {
      const loop::Declare* variable = stmt.as<loop::Declare>();
      return variable && variable->name == name;
    });
    return name != flag && (!is_own || used.has(behind, name));
  });
  return shows ? std::nullopt : std::optional(flag);
}

class SearchEnder : public LoopRewriter {
 protected:
  using LoopRewriter::add;
  void add(loop::While node, const Block& behind, Block& out) override {
    if (const std::optional<std::string> flag = searched(node, out, behind, used_))
      node.condition = loop::both(node.condition, loop::negate(loop::flag_variable(*flag)));
    out.emplace_back(std::move(node));
  }

 private:
  UsedNames used_;
};

}  // namespace

Block early_exit(const Block& body) { return SearchEnder().run(body); }

}  // namespace scorchc::passes
