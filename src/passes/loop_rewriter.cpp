#include "passes/loop_rewriter.h"

namespace scorchc::passes {

loop::Block LoopRewriter::run(const loop::Block& given) {
  loop::Block out;
  for (const loop::Stmt& stmt : given) {
    if (const loop::For* counted = stmt.as<loop::For>()) {
      for (const loop::Stmt& local : counted->locals) see(local);
      loop::For copy = *counted;
      copy.body = run(counted->body);
      add(std::move(copy), out);
    } else if (const loop::While* repeated = stmt.as<loop::While>()) {
      loop::While copy = *repeated;
      copy.body = run(repeated->body);
      add(std::move(copy), loop::Block(&stmt + 1, given.data() + given.size()), out);
    } else if (const loop::If* branch = stmt.as<loop::If>()) {
      loop::If copy = *branch;
      for (loop::Block& block : copy.blocks) block = run(block);
      out.push_back(std::move(copy));
    } else {
      see(stmt);
      out.push_back(stmt);
    }
  }
  finish(out);
  return out;
}

}  // namespace scorchc::passes
