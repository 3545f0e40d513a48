#include "lower/describe_partitions.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "ir/partition.h"
#include "support/words.h"

namespace scorchc::lower {
namespace {

struct Said {
  std::string loop;
  Partition partition;
  std::string how;
};

// The tensors of which the expression reads arrays with this role, in the order of the module's structs.
std::vector<std::string> tensors_read(const loop::Module& module, const loop::Expr& expr, loop::FieldRole role) {
  const std::set<std::string> read = loop::own_reads(expr);
  std::vector<std::string> tensors;
  for (const loop::Struct& tensor : module.structs)
    if (std::any_of(tensor.fields.begin(), tensor.fields.end(), [&](const loop::FieldDeclaration& field) {
          return field.role == role && read.count(field.name) > 0;
        }))
      tensors.push_back(tensor.name);
  return tensors;
}

// The loop as users know it: `i`, or `i (positions of T)` for a loop over positions, whose body loads the coordinate.
std::string described_loop(const loop::Module& module, const loop::For& node) {
  for (const loop::Stmt& stmt : node.body) {
    const loop::Declare* coordinate = stmt.as<loop::Declare>();
    if (!coordinate || !loop::reads_any(coordinate->value, {node.name})) continue;
    const std::vector<std::string> walked = tensors_read(module, coordinate->value, loop::FieldRole::crd);
    if (walked.size() == 1) return coordinate->name + " (positions of " + walked.front() + ")";
  }
  return node.name;
}

Said partition_of(const loop::Module& module, const loop::For& node) {
  const std::string loop = described_loop(module, node);
  if (!node.work || node.work->before == loop::index_variable(node.name))
    return {loop, Partition::iterations, "each thread gets the same number of iterations"};
  const std::string work = "the same number of entries of " +
                           joined(tensors_read(module, node.work->before, loop::FieldRole::pos)) + " plus iterations";
  if (node.work->is_known)
    return {loop, Partition::work, "each thread gets about " + work + ", split by binary search"};
  return {loop, Partition::work,
          "split by binary search into eight chunks per thread, each with about " + work +
              "; this is an estimate, so idle threads take chunks of others"};
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
      if (const loop::ChunkCount* parts = stmt.as<loop::ChunkCount>())
        say(parts->of, {parts->of, parts->partition, parts->how});
      const loop::For* node = stmt.as<loop::For>();
      if (node && node->parallel && !node->chunked) say(node->name, partition_of(module, *node));
    });
  }
  for (const std::string& name : names) {
    const Said& last = said.at(name);
    decisions.push_back({"lower", "partition of " + last.loop, std::string(scorchc::name(last.partition)), last.how});
  }
}

}  // namespace scorchc::lower
