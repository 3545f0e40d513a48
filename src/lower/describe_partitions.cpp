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

// As it is written in the kernel: what is widened says nothing to people.
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
    return {Partition::iterations, "each thread has as many of them"};
  const std::string before = without_widening(print(node.work->before));
  if (node.work->is_known)
    return {Partition::work, "each thread has a part that is about as much of " + before + ", found by binary search"};
  return {Partition::work,
          "each thread has eight parts that are about as much of " + before +
              ", found by binary search; that is an estimate, so a thread that is done takes those of others"};
}

}  // namespace

void describe_partitions(const loop::Module& module, Decisions& decisions) {
  std::map<std::string, Said> said;  // of loops of one name the last one: those before say how much room it needs
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
