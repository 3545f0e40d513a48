#include "passes/outline.h"

#include <algorithm>
#include <map>
#include <optional>

#include "ir/identifiers.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/vector_nests.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Outlined;
using loop::Stmt;
using Kind = loop::Outlined::Capture::Kind;

/// The loop of a nest: what a SpecialisedTile contains.
const Stmt& loop_of(const Stmt& nest) {
  const loop::SpecialisedTile* tile = nest.as<loop::SpecialisedTile>();
  return tile ? tile->body[0] : nest;
}

/// The share of a thread over which the loop runs.
std::optional<loop::Share> share_of(const Stmt& stmt) {
  const std::optional<loop::CountedLoop> counted = loop::counted_loop(stmt);
  return counted ? counted->share : std::nullopt;
}

/// Names that the nest uses. A loop over a share does not use its own bounds, but for a block of rows: their number in
/// the whole loop decides whether the rows run together.
std::set<std::string> used_in(const Stmt& nest) {
  const Stmt& loop = loop_of(nest);
  if (!share_of(loop)) return loop::used_names({nest});
  std::set<std::string> used = loop::used_names(*loop::blocks(loop).front());
  if (loop.as<loop::RowBlock>()) used.merge(loop::own_reads(loop));
  if (&loop != &nest) used.merge(loop::own_reads(nest));
  return used;
}

class Outlining {
 public:
  explicit Outlining(const loop::Function& function) : names_(loop::names_in(function)) {}

  Block outside(const Block& block) {
    Block out;
    for (const Stmt& stmt : block) {
      if (is_nest(stmt)) {
        add(stmt, out);
        continue;
      }
      record(stmt);
      if (const loop::Parallel* node = stmt.as<loop::Parallel>())
        for (const Stmt& local : node->locals) record(local);
      const bool is_around = stmt.as<loop::Parallel>() || stmt.as<loop::If>() || stmt.as<loop::Matmul>();
      depth_ += is_around ? 0 : 1;
      out.push_back(loop::with_blocks(stmt, [&](const Block& inner) { return outside(inner); }));
      depth_ -= is_around ? 0 : 1;
    }
    return out;
  }

 private:
  /// Records the names that the statement declares for statements behind it.
  void record(const Stmt& stmt) {
    const loop::Declare* variable = stmt.as<loop::Declare>();
    if (variable && depth_ == 0) {
      names_outside_.push_back(variable->name);
      if (!variable->is_mutable && variable->value.as<loop::Integer>()) constants_.insert(variable->name);
    }
    const auto array = [&](const std::string& name) {
      names_outside_.push_back(name);
      arrays_.insert(name);
    };
    if (const loop::BindArray* node = stmt.as<loop::BindArray>()) array(node->name);
    if (const loop::LocalArray* node = stmt.as<loop::LocalArray>(); node && !node->is_bitset) array(node->name);
    if (const loop::Tuples* node = stmt.as<loop::Tuples>()) {
      for (const std::string& column : node->columns) array(column);
      array(node->vals);
      names_outside_.push_back(node->count);
    }
    if (const loop::ChunkCount* node = stmt.as<loop::ChunkCount>()) names_outside_.push_back(node->name);
  }

  void add(const Stmt& nest, Block& out) {
    Outlined outlined;
    if (const std::optional<loop::Share> share = share_of(loop_of(nest)))
      outlined.captures = {{share->first, Kind::value}, {share->last, Kind::value}};
    add_captures(nest, outlined.captures);
    outlined.element = vector_loops(nest).front()->element;
    outlined.lanes = most_lanes(nest, out);
    outlined.body = {nest};
    out.push_back(std::move(outlined));
  }

  void add_captures(const Stmt& nest, std::vector<Outlined::Capture>& captures) const {
    const Changes changes(nest);
    const std::set<std::string> used = used_in(nest), flags = prefetch_flags(nest);
    std::set<std::string> taken;
    for (const std::string& name : names_outside_) {
      if (!used.count(name) || changes.declared.count(name) || !taken.insert(name).second) continue;
      const bool is_updated = !arrays_.count(name) && changes.assigned.count(name) > 0;
      captures.push_back({name, constants_.count(name) ? Kind::constant
                                : is_updated           ? Kind::updated
                                : flags.count(name)    ? Kind::flag
                                                       : Kind::value});
    }
  }

  /// The length of the longest vector loop; empty if it is unknown before the nest.
  std::optional<Expr> most_lanes(const Stmt& nest, Block& out) {
    const Changes changes(nest);
    std::map<std::string, Expr> lengths;
    for (const loop::VectorFor* node : vector_loops(nest)) {
      // The end of a segment of positions is not a length.
      const std::set<std::string> reads = loop::own_reads(node->end);
      const bool is_known = node->over == loop::VectorFor::Over::coordinates &&
                            std::none_of(reads.begin(), reads.end(), [&](const std::string& name) {
                              return changes.declared.count(name) > 0 || changes.assigned.count(name) > 0;
                            });
      if (!is_known) return lanes_of_fibres(nest, out);
      lengths.emplace(print(node->end), node->end);
    }
    std::optional<Expr> longest;
    for (const auto& [text, length] : lengths) longest = longest ? loop::maximum(*longest, length) : length;
    return longest;
  }

  /// Where most fibres have a single entry, lanes would stay empty.
  std::optional<Expr> lanes_of_fibres(const Stmt& nest, Block& out) {
    const WalkedLevels walked = walked_levels(nest);
    if (walked.size() < 2) return {};
    const std::vector<Expr> counts = entries_of_levels(walked, names_, out);
    return loop::Sampled{
        loop::Sampled::What::useful_lanes, {}, loop::Type::i64, {counts[counts.size() - 2], counts.back()}};
  }

  Names names_;
  std::vector<std::string> names_outside_;  // in order of their declaration
  std::set<std::string> arrays_, constants_;
  int depth_ = 0;  // loops around
};

}  // namespace

loop::Module outline(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = Outlining(function).outside(function.body);
  return module;
}

}  // namespace scorchc::passes
