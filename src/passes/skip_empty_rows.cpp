#include "passes/skip_empty_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/identifiers.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/sums.h"
#include "passes/collapse_fills.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// Arrays of positions that decide together: nothing is done for a row in which none of them has entries.
using Arrays = std::set<std::string>;
/// Alternatives, each of which suffices by itself; none is a superset of another. Without a value nothing is done for
/// any row.
using Ways = std::optional<std::set<Arrays>>;

bool has_all(const Arrays& arrays, const Arrays& of) {
  return std::includes(arrays.begin(), arrays.end(), of.begin(), of.end());
}

/// Limits the alternatives for conditions on many operands; the rest is ignored.
constexpr std::size_t most_ways = 16;

std::set<Arrays> fewest(const std::set<Arrays>& ways) {
  std::set<Arrays> out;
  for (const Arrays& way : ways) {
    const auto has_less = [&](const Arrays& other) { return other != way && has_all(way, other); };
    if (out.size() < most_ways && std::none_of(ways.begin(), ways.end(), has_less)) out.insert(way);
  }
  return out;
}

/// Alternatives for two statements, one after the other or one instead of the other.
Ways both_tell(const Ways& some, const Ways& others) {
  if (!some || !others) return some ? some : others;
  std::set<Arrays> both;
  for (const Arrays& way : *some)
    for (Arrays joined : *others) {
      joined.insert(way.begin(), way.end());
      both.insert(std::move(joined));
    }
  return fewest(both);
}

/// Alternatives for a statement that runs only if a condition with alternatives `some` holds.
Ways either_tells(std::set<Arrays> some, const Ways& others) {
  if (!others) return {};
  some.insert(others->begin(), others->end());
  return fewest(some);
}

/// Whether the loop runs over all coordinates of a level.
bool is_over_all(const loop::For& node) { return node.begin == loop::integer(0) && node.end.as<loop::Variable>(); }

/// Whether the loads are at an index, and at the next one.
bool are_in_sequence(const loop::Load* first, const loop::Load* behind, const std::string& index) {
  const Expr at = loop::index_variable(index);
  return first && behind && first->array == behind->array && first->index[0] == at &&
         behind->index[0] == loop::add(at, loop::integer(1));
}

/// Whether the loop runs over all rows, or over those of a thread's chunk.
bool is_over_rows(const loop::For& node, const loop::For* chunks) {
  return is_over_all(node) ||
         (chunks && are_in_sequence(node.begin.as<loop::Load>(), node.end.as<loop::Load>(), chunks->name));
}

class Row {
 public:
  explicit Row(const loop::For& rows) : rows_(rows) {
    loop::for_each_statement(rows.body, [&](const Stmt& stmt) {
      if (const loop::Declare* node = stmt.as<loop::Declare>()) declared_.emplace(node->name, node->value);
    });
  }

  /// The alternatives that leave little to do for a skipped row.
  Ways telling() const {
    Ways all;
    for (const Stmt& stmt : rows_.body)
      if (!is_little(stmt)) all = both_tell(all, telling(stmt));
    return all;
  }

  struct Statements {
    Block skipped;  // to run for rows in which none of the arrays has entries
    Block others;
  };
  Statements parts(const Arrays& arrays) const {
    Statements out;
    for (const Stmt& stmt : rows_.body) {
      const Ways ways = telling(stmt);
      const auto tells = [&](const Arrays& way) { return has_all(arrays, way); };
      const bool is_nothing = !ways || std::any_of(ways->begin(), ways->end(), tells);
      (is_nothing ? out.others : out.skipped).push_back(stmt);
    }
    return out;
  }

 private:
  /// An assignment, a store, or a loop that fills something with a constant, that reads nothing declared in the row.
  bool is_little(const Stmt& stmt) const {
    const std::set<std::string> read = loop::read_names({stmt});
    const auto is_used = [&](const Stmt& each) {
      const loop::Declare* node = each.as<loop::Declare>();
      const loop::Assign* assign = stmt.as<loop::Assign>();
      return node && (read.count(node->name) > 0 || (assign && assign->name == node->name));
    };
    if (std::any_of(rows_.body.begin(), rows_.body.end(), is_used)) return false;
    if (stmt.as<loop::Assign>() || stmt.as<loop::Store>()) return true;
    const loop::For* node = stmt.as<loop::For>();
    if (!node || !is_over_all(*node) || node->vector || node->unroll != 1 || node->body.size() != 1) return false;
    const loop::Store* store = node->body[0].as<loop::Store>();
    return store && store->update == loop::Update::set && store->value.as<loop::Number>();
  }

  Ways telling(const Block& block) const {
    Ways all;
    for (const Stmt& stmt : block) all = both_tell(all, telling(stmt));
    return all;
  }

  Ways telling(const Stmt& stmt) const {
    if (stmt.as<loop::Comment>() || stmt.as<loop::Declare>() || stmt.as<loop::Prefetch>()) return {};
    if (const loop::Assign* node = stmt.as<loop::Assign>(); node && declared_.count(node->name)) return {};
    if (const loop::For* node = stmt.as<loop::For>(); node && !node->vector)
      return either_tells(in_range(node->begin, node->end), telling(node->body));
    if (const loop::While* node = stmt.as<loop::While>())
      return either_tells(in_condition(node->condition), telling(node->body));
    if (const loop::MergeLists* node = stmt.as<loop::MergeLists>())
      return either_tells(in_lists(*node), telling(node->body));
    const loop::If* node = stmt.as<loop::If>();
    if (!node) return std::set<Arrays>();
    if (node->blocks.size() == 1) return either_tells(in_condition(node->conditions[0]), telling(node->blocks[0]));
    Ways all;
    for (const Block& block : node->blocks) all = both_tell(all, telling(block));
    return all;
  }

  /// The array, if the range is that of the row's entries.
  std::set<Arrays> in_range(const Expr& begin, const Expr& end) const {
    const loop::Load *first = position(begin), *behind = position(end);
    return are_in_sequence(first, behind, rows_.name) ? std::set<Arrays>{{first->array}} : std::set<Arrays>();
  }

  /// The arrays of the lists: a merge does nothing if one of them has no entries.
  std::set<Arrays> in_lists(const loop::MergeLists& merge) const {
    std::set<Arrays> some;
    for (const loop::MergeLists::List& list : merge.lists)
      some.merge(in_range(loop::index_variable(list.position), list.end));
    return some;
  }

  std::set<Arrays> in_condition(const Expr& condition) const {
    const loop::Binary* node = condition.as<loop::Binary>();
    if (!node) return {};
    const Expr &left = node->operands[0], &right = node->operands[1];
    if (node->op == loop::BinaryOp::logical_and) return *either_tells(in_condition(left), in_condition(right));
    if (node->op != loop::BinaryOp::less) return {};
    const loop::Binary* count = right.as<loop::Binary>();
    const bool is_counted = count && count->op == loop::BinaryOp::sub && left == loop::integer(0);
    return is_counted ? in_range(count->operands[1], count->operands[0]) : in_range(left, right);
  }

  /// The load of a position, possibly widened or named.
  const loop::Load* position(const Expr& expr) const {
    const loop::Variable* name = expr.as<loop::Variable>();
    const auto declared = name ? declared_.find(name->name) : declared_.end();
    const Expr& value = declared != declared_.end() ? declared->second : expr;
    const loop::Cast* widened = value.as<loop::Cast>();
    return (widened ? widened->operand[0] : value).as<loop::Load>();
  }

  const loop::For& rows_;
  std::map<std::string, Expr> declared_;  // the first value of each name
};

/// Whether the loop may skip rows. Parallel and vector loops do so by other means, and a division of integers may set
/// the status.
bool are_plain_rows(const loop::For& rows) {
  return !rows.parallel && !rows.vector && rows.unroll == 1 && rows.locals.empty() &&
         !loop::divides_integers(rows.body);
}

/// The same for what is done with the row's entries. If it contains a dense loop of its own, visiting the row costs
/// little in comparison.
bool are_plain_entries(const Block& entries) {
  bool is_plain = true;
  loop::for_each_statement(entries, [&](const Stmt& stmt) {
    const loop::For* node = stmt.as<loop::For>();
    is_plain = is_plain && (node ? !is_over_all(*node) && !node->vector
                                 : stmt.as<loop::While>() || stmt.as<loop::MergeLists>() || stmt.as<loop::If>() ||
                                       stmt.as<loop::Declare>() || stmt.as<loop::Assign>() || stmt.as<loop::Store>() ||
                                       stmt.as<loop::Prefetch>() || stmt.as<loop::Comment>());
  });
  return is_plain;
}

bool stores_to(const Arrays& arrays, const Block& block) {
  bool stores = false;
  loop::for_each_statement(block, [&](const Stmt& stmt) {
    const loop::Store* node = stmt.as<loop::Store>();
    stores = stores || (node && arrays.count(node->array) > 0);
  });
  return stores;
}

loop::SkippedBody skipped_body(const loop::For& rows, const Block& left, Names& names) {
  loop::SkippedBody out{names.fresh(rows.name + "_first"), names.fresh(rows.name + "_behind")};
  const loop::For each{rows.name, loop::index_variable(out.begin), loop::index_variable(out.end), left};
  out.body = collapse_fills({each}, names);
  return out;
}

Stmt skipping(const loop::For& rows, Names& names) {
  const Row row(rows);
  const Ways ways = are_plain_rows(rows) ? row.telling() : Ways();
  if (!ways) return rows;
  std::vector<Arrays> in_order(ways->begin(), ways->end());
  std::stable_sort(in_order.begin(), in_order.end(),
                   [](const Arrays& left, const Arrays& right) { return left.size() < right.size(); });
  for (const Arrays& arrays : in_order) {
    const Row::Statements parts = row.parts(arrays);
    if (stores_to(arrays, rows.body) || !are_plain_entries(parts.others)) continue;
    loop::ForNonempty nonempty{.name = rows.name,
                               .begin = rows.begin,
                               .end = rows.end,
                               .positions = {arrays.begin(), arrays.end()},
                               .body = rows.body,
                               .share = rows.share,
                               .origin = rows.origin};
    if (!parts.skipped.empty()) nonempty.skipped_body = skipped_body(rows, parts.skipped, names);
    return nonempty;
  }
  return rows;
}

/// Visits the outermost loops, and the loops directly inside those over chunks. Not the loop over the rows of a table
/// (loop::ForEach): C++17 cannot pass on the names of a row's fields.
class Visit {
 public:
  explicit Visit(Names& names) : names_(names) {}

  /// `chunks` is the loop over chunks around the block, if any.
  Block block(const Block& body, const loop::For* chunks) {
    Block out;
    for (const Stmt& stmt : body) out.push_back(statement(stmt, chunks));
    return out;
  }

 private:
  Stmt statement(const Stmt& stmt, const loop::For* chunks) {
    const auto inside = [&](const loop::For* around) {
      return loop::with_blocks(stmt, [&](const Block& inner) { return block(inner, around); });
    };
    const loop::For* rows = stmt.as<loop::For>();
    const loop::Parallel* threads = stmt.as<loop::Parallel>();
    // Rows with thread-private arrays are not short.
    if (threads && threads->unit != loop::Parallel::Unit::chunks && !threads->locals.empty()) return stmt;
    if (threads || stmt.as<loop::If>()) return inside(chunks);
    if (rows && rows->chunked) return inside(rows);
    return rows && is_over_rows(*rows, chunks) ? skipping(*rows, names_) : stmt;
  }

  Names& names_;
};

}  // namespace

loop::Module skip_empty_rows(loop::Module module) {
  for (loop::Function& function : module.functions) {
    Names names = loop::names_in(function);
    function.body = Visit(names).block(function.body, nullptr);
  }
  return module;
}

}  // namespace scorchc::passes
