#include "passes/analyses/liveness.h"

#include <map>
#include <string>

#include "ir/loop_uses.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;

constexpr std::size_t none = static_cast<std::size_t>(-1);

class Marker {
 public:
  std::vector<bool> run(const Block& body) {
    enter(body, none);
    while (!open_.empty()) {
      const std::size_t at = open_.back();
      open_.pop_back();
      if (nodes_[at].around != none) mark(nodes_[at].around);
      for (const std::size_t variable : nodes_[at].reads)
        for (const std::size_t assignment : variables_[variable]) mark(assignment);
    }
    std::vector<bool> needed;
    for (const std::size_t at : statements_) needed.push_back(nodes_[at].needed);
    return needed;
  }

 private:
  // A statement, or a condition of a branch, on which the blocks that it guards depend.
  struct Node {
    std::size_t around = none;
    std::vector<std::size_t> reads;
    bool needed = false;
  };

  std::size_t add(std::size_t around, const std::set<std::string>& reads) {
    Node node{around, {}, false};
    for (const std::string& name : reads)
      if (const auto it = visible_.find(name); it != visible_.end()) node.reads.push_back(it->second);
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }
  void mark(std::size_t at) {
    if (nodes_[at].needed) return;
    nodes_[at].needed = true;
    open_.push_back(at);
  }

  // A name is declared once in its scope, which is the rest of its block.
  void enter(const Block& block, std::size_t around) {
    std::vector<std::string> declared;
    for (const Stmt& stmt : block) enter(stmt, around, declared);
    for (const std::string& name : declared) visible_.erase(name);
  }

  void enter(const Stmt& stmt, std::size_t around, std::vector<std::string>& declared) {
    const loop::If* branch = stmt.as<loop::If>();
    const std::size_t at = add(around, branch ? std::set<std::string>() : own_reads(stmt));
    statements_.push_back(at);
    if (branch) return enter(*branch, at);
    const loop::Declare* variable = stmt.as<loop::Declare>();
    const loop::BindArray* array = stmt.as<loop::BindArray>();
    const loop::Table* table = stmt.as<loop::Table>();
    const loop::Assign* assignment = stmt.as<loop::Assign>();
    const loop::For* counted = stmt.as<loop::For>();
    const loop::ForEach* each = stmt.as<loop::ForEach>();
    const loop::While* repeated = stmt.as<loop::While>();
    const loop::MergeLists* merge = stmt.as<loop::MergeLists>();
    if (variable || array || table) {
      const std::string& name = variable ? variable->name : array ? array->name : table->name;
      visible_[name] = variables_.size();
      variables_.push_back({at});
      declared.push_back(name);
    } else if (const auto target = assignment ? visible_.find(assignment->name) : visible_.end();
               target != visible_.end()) {
      variables_[target->second].push_back(at);
    } else if (counted || each) {
      enter(counted ? counted->body : each->body, at);
    } else {
      // A `while` is always live: without its body it would run forever, or not at all. So is a merge, which advances
      // positions.
      if (!stmt.as<loop::Comment>()) mark(at);
      if (repeated || merge) enter(repeated ? repeated->body : merge->body, at);
    }
  }

  void enter(const loop::If& branch, std::size_t at) {
    for (std::size_t n = 0; n < branch.blocks.size(); ++n) {
      if (n < branch.conditions.size()) at = add(at, loop::own_reads(branch.conditions[n]));
      enter(branch.blocks[n], at);
    }
  }

  std::vector<Node> nodes_;
  std::vector<std::size_t> statements_;              // the nodes that are statements
  std::vector<std::vector<std::size_t>> variables_;  // by variable: its declaration and its assignments
  std::map<std::string, std::size_t> visible_;
  std::vector<std::size_t> open_;  // live nodes whose dependencies are not marked yet
};

}  // namespace

std::vector<bool> live_statements(const Block& body) { return Marker().run(body); }

}  // namespace scorchc::passes
