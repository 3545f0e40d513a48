#include "passes/specialise_tiles.h"

#include <algorithm>
#include <optional>

#include "ir/identifiers.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"
#include "passes/analyses/sums.h"
#include "passes/analyses/vector_nests.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Expr;
using loop::Stmt;

/// From this many terms on, several accumulators pay.
constexpr std::int64_t terms_of_long_rows = 24;

/// Whether the statement does nothing but run the target loop any number of times.
bool leads_to(const loop::Stmt& stmt, const loop::VectorFor* target, const Changes& changes) {
  if (stmt.as<loop::VectorFor>() == target) return true;
  if (const loop::Assign* assign = stmt.as<loop::Assign>())
    return changes.declared.count(assign->name) > 0 || changes.advanced.count(assign->name) > 0;
  const bool is_harmless = stmt.as<loop::For>() || stmt.as<loop::While>() || stmt.as<loop::If>() ||
                           stmt.as<loop::Declare>() || stmt.as<loop::Prefetch>() || stmt.as<loop::Comment>();
  const std::vector<const Block*> inside = loop::blocks(stmt);
  return is_harmless && std::all_of(inside.begin(), inside.end(), [&](const Block* block) {
           return std::all_of(block->begin(), block->end(),
                              [&](const loop::Stmt& each) { return leads_to(each, target, changes); });
         });
}

bool has_rows(const Stmt& stmt) {
  bool found = false;
  loop::for_each_statement({stmt}, [&](const Stmt& each) { found = found || each.as<loop::RowBlock>() != nullptr; });
  return found;
}

/// The only vector loop of the nest, if its extent is invariant and everything around it only runs it. As lanes are
/// independent, its loop over tiles can then be moved outside the nest. Null otherwise.
const loop::VectorFor* sole_vector_loop(const Stmt& nest) {
  if (!nest.as<loop::For>() && !nest.as<loop::While>()) return nullptr;
  const std::vector<const loop::VectorFor*> loops = vector_loops(nest);
  if (loops.size() != 1 || has_rows(nest)) return nullptr;
  const Changes changes(nest);
  const bool is_free = leads_to(nest, loops[0], changes) && loops[0]->sums.empty() &&
                       loops[0]->over == loop::VectorFor::Over::coordinates &&
                       !loop::reads_any(loops[0]->end, changes.declared);
  return is_free ? loops[0] : nullptr;
}

/// The reduction inside the vector loop, if an extent or positions give its length.
const loop::For* unrolled_reduction(const Stmt& nest, const loop::VectorFor& vector_loop) {
  const loop::For* found = nullptr;
  loop::for_each_statement(vector_loop.body, [&](const Stmt& each) {
    const loop::For* node = each.as<loop::For>();
    if (!found && node && sum_of_lane(*node, vector_loop) &&
        (runs_over_extent(*node, nest) || !levels_above(*node, nest).empty()))
      found = node;
  });
  return found;
}

/// The statement with the loop `target` as an UnrolledSum.
Stmt with_unrolled(const Stmt& stmt, const loop::For& target, const std::string& sum) {
  if (stmt.as<loop::For>() == &target)
    return loop::UnrolledSum{target.name, target.begin, target.end, target.body, sum, target.origin};
  return loop::with_blocks(stmt, [&](const Block& block) {
    Block out;
    for (const Stmt& each : block) out.push_back(with_unrolled(each, target, sum));
    return out;
  });
}

class Specialisation {
 public:
  Specialisation(const loop::Function& function, bool unrolls) : names_(loop::names_in(function)), unrolls_(unrolls) {}

  Block outside(const Block& block) {
    Block out;
    for (const Stmt& stmt : block) {
      if (is_nest(stmt))
        root(stmt, out);
      else
        out.push_back(loop::with_blocks(stmt, [&](const Block& inner) { return outside(inner); }));
    }
    return out;
  }

 private:
  void root(const Stmt& nest, Block& out) {
    const loop::VectorFor* sole = sole_vector_loop(nest);
    if (!sole) return out.push_back(inside(nest));
    loop::SpecialisedTile tile;
    const loop::For* sum = unrolls_ ? unrolled_reduction(nest, *sole) : nullptr;
    if (sum) {
      // Rows worth prefetching have more lanes than tiles with several accumulators.
      tile.unrolls = loop::boolean(true);
      for (const std::string& flag : prefetch_flags(nest))
        tile.unrolls = loop::both(*tile.unrolls, loop::negate(loop::flag_variable(flag)));
      tile.unrolls = loop::both(*tile.unrolls, long_rows(nest, *sum, out));
    }
    tile.body = {sum ? with_unrolled(nest, *sum, *sum_of_lane(*sum, *sole)) : nest};
    out.push_back(std::move(tile));
  }

  /// A part of a nest that is not specialised as a whole.
  Stmt inside(const Stmt& stmt) {
    if (const loop::RowBlock* rows = stmt.as<loop::RowBlock>()) return unrolled_rows(*rows);
    return loop::with_blocks(stmt, [&](const Block& block) {
      Block out;
      for (const Stmt& each : block)
        out.push_back(sole_vector_loop(each) ? Stmt(loop::SpecialisedTile{{}, {each}}) : inside(each));
      return out;
    });
  }

  Stmt unrolled_rows(const loop::RowBlock& rows) const {
    const loop::VectorFor& lanes = *rows.body.back().as<loop::VectorFor>();
    const loop::For* sum = unrolls_ ? unrolled_reduction(rows, lanes) : nullptr;
    if (!sum) return rows;
    loop::RowBlock unrolled = rows;
    unrolled.unrolls = has_long_extent(*sum);
    unrolled.body.back() = with_unrolled(rows.body.back(), *sum, *sum_of_lane(*sum, lanes));
    return unrolled;
  }

  static Expr has_long_extent(const loop::For& sum) {
    return loop::negate(loop::less(sum.end, loop::integer(terms_of_long_rows)));
  }

  /// Whether the sums of the nest are long, as a variable that is declared before it.
  Expr long_rows(const Stmt& nest, const loop::For& sum, Block& out) {
    Expr answer = has_long_extent(sum);
    if (!runs_over_extent(sum, nest)) {
      const loop::Load& end = *loaded_position(sum.end);
      const Expr sums = entries_of_levels(levels_above(sum, nest), names_, out).back();
      answer = loop::Sampled{loop::Sampled::What::long_rows, end.array, end.element, {sums}};
    }
    const std::string name = names_.fresh("long_rows");
    out.push_back(loop::Declare{name, std::move(answer)});
    return loop::flag_variable(name);
  }

  Names names_;
  bool unrolls_;
};

}  // namespace

loop::Module specialise_tiles(loop::Module module) {
  const bool is_split = std::any_of(module.functions.begin(), module.functions.end(),
                                    [](const loop::Function& each) { return each.phase == loop::Phase::compute; });
  for (loop::Function& function : module.functions)
    function.body = Specialisation(function, !is_split).outside(function.body);
  return module;
}

}  // namespace scorchc::passes
