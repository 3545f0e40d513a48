#include "lower/describe_partitions.h"

#include <map>
#include <set>

#include "ir/loop_walk.h"
#include "ir/partition.h"

namespace scorchc::lower {
namespace {

struct Said {
  Partition partition;
  std::string how;
};

// Removes casts to i64, which would only distract readers.
std::string without_widening(std::string text) {
  const std::string widened = "i64(";
  for (std::size_t at = text.find(widened); at != std::string::npos; at = text.find(widened, at)) {
    text.erase(at, widened.size());
    std::size_t end = at;
    for (int depth = 1; depth > 0; ++end) depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    text.erase(end - 1, 1);
  }
  return text;
}

Said partition_of(const loop::For& node) {
  if (!node.work || node.work->before == loop::index_variable(node.name))
    return {Partition::iterations, "each thread gets the same number of iterations"};
  const std::string before = without_widening(print(node.work->before));
  if (node.work->is_known)
    return {Partition::work, "each thread gets about the same share of " + before + ", split by binary search"};
  return {Partition::work, "split by binary search into eight chunks per thread, each with about the same share of " +
                               before + "; this is an estimate, so idle threads take chunks of others"};
}

}  // namespace

void describe_partitions(const loop::Module& module, Decisions& decisions) {
  std::map<std::string, Said> said;  // the last loop of each name counts: those before it compute upper bounds
  std::vector<std::string> names;
  const auto say = [&](const std::string& name, Said how) {
    if (said.insert_or_assign(name, std::move(how)).second) names.push_back(name);
  };
  std::set<std::string> called = {std::string(loop::name(loop::Phase::run))};
  for (const loop::Function& function : module.functions) {
    if (!called.count(std::string(loop::name(function.phase)))) continue;
    loop::for_each_statement(function.body, [&](const loop::Stmt& stmt) {
      if (const loop::CallPhase* call = stmt.as<loop::CallPhase>()) called.insert(call->function);
      if (const loop::ChunkCount* parts = stmt.as<loop::ChunkCount>()) say(parts->of, {parts->partition, parts->how});
      const loop::For* node = stmt.as<loop::For>();
      if (node && node->parallel && !node->chunked) say(node->name, partition_of(*node));
    });
  }
  for (const std::string& name : names)
    decisions.push_back(
        {"lower", "partition of " + name, std::string(scorchc::name(said.at(name).partition)), said.at(name).how});
}

}  // namespace scorchc::lower
