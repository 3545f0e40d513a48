#include "passes/divide_among_threads.h"

#include <set>
#include <string>
#include <utility>

#include "ir/identifiers.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Parallel;

class Division {
 public:
  explicit Division(const loop::Function& function) : used_(loop::used_names(function.body)) {
    for (const loop::Parameter& parameter : function.parameters) used_.insert(parameter.name);
  }

  Block block(const Block& given) const {
    Block out;
    for (const loop::Stmt& stmt : given) {
      const loop::For* node = stmt.as<loop::For>();
      if (node && node->parallel)
        out.push_back(divided(*node));
      else
        out.push_back(loop::with_blocks(stmt, [&](const Block& inner) { return block(inner); }));
    }
    return out;
  }

 private:
  /// Another parallel loop of the function may get the same names: they are not in scope together.
  std::string fresh(const std::string& wanted) const {
    std::string name = safe_identifier(wanted);
    for (int n = 2; used_.count(name) > 0; ++n) name = safe_identifier(wanted + std::to_string(n));
    return name;
  }

  Parallel divided(const loop::For& node) const {
    const loop::Share share = {fresh(node.name + (node.locals.empty() ? "_begin" : "_first")),
                               fresh(node.name + "_end")};
    Parallel parallel{.index = node.name,
                      .begin = node.begin,
                      .end = node.end,
                      .share = share,
                      .work = node.work,
                      .locals = node.locals,
                      .origin = node.origin};
    if (node.chunked) parallel.unit = Parallel::Unit::chunks;
    if (node.vector) parallel.unit = Parallel::Unit::lanes;
    loop::For loops = node;
    loops.parallel = false;
    loops.work.reset();
    loops.locals.clear();
    loops.share = share;
    parallel.body = {std::move(loops)};
    return parallel;
  }

  std::set<std::string> used_;
};

}  // namespace

loop::Module divide_among_threads(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = Division(function).block(function.body);
  return module;
}

}  // namespace scorchc::passes
