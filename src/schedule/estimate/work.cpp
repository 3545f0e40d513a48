#include "schedule/estimate/work.h"

#include <algorithm>
#include <map>
#include <set>

#include "schedule/estimate/cost.h"
#include "schedule/estimate/nest_purposes.h"
#include "schedule/estimate/result_loops.h"
#include "schedule/estimate/traffic.h"
#include "schedule/legality/iteration_domain.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

using BoundIndices = std::set<std::string>;

class Walk {
 public:
  Walk(const cin::Program& program, const Sizes& sizes)
      : kernel_(program.split), symbols_(program.split, sizes), price_(price(program, sizes)) {
    for (const auto& [temporary, components] : price_.temporary_sizes) symbols_.define("#" + temporary, components);
    define(program.body, {});
    visit(program.body, {}, {one(), 1}, 0);
    work.flops = formula(symbols_.with_whole_indices(flops_), flops_number_);
    work.flops_by_formula = symbols_.value(flops_);
    work.bytes = bytes_moved(program, entries_, symbols_);
  }
  Work work;

 private:
  struct Made {
    BoundIndices outside;
    const cin::Stmt* producer;
    bool is_copy;  // a converted operand
  };

  void define(const cin::Stmt& stmt, const BoundIndices& bound) {
    match(
        stmt, [](const cin::Assign&) {},
        [&](const cin::Forall& loop) {
          BoundIndices deeper = bound;
          deeper.insert(loop.index);
          define(loop.body[0], deeper);
        },
        [&](const cin::Where& where) {
          made_[where.temporary.tensor] = {bound, &where.producer(), cin::converted_operand(where) != nullptr};
          for (const cin::Stmt& part : where.parts) define(part, bound);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) define(part, bound);
        });
  }

  // Share of the box over `bound` that is visited.
  Sum share(const Access& access, const BoundIndices& bound) const {
    const TensorDeclaration* tensor = kernel_.find(access.tensor);
    Sum around = one();
    const auto made = made_.find(access.tensor);
    if (made != made_.end()) {
      const BoundIndices& outside = made->second.outside;
      const bool inside = std::includes(bound.begin(), bound.end(), outside.begin(), outside.end());
      if (access.indices.empty() || !inside) return selectivity_of(made->second, bound);
      around = selectivity_of(made->second, outside);
    }
    if (!tensor || !tensor->format) return around;
    const std::vector<LevelSpec>& levels = tensor->format->levels;
    Monomial cells;
    std::size_t reached = 0;
    bool sparse = false;
    if (made != made_.end() && made->second.is_copy) return product(around, share_of_copy(access, made->second, bound));
    for (; reached < levels.size(); ++reached) {
      const std::string& index = access.indices[static_cast<std::size_t>(levels[reached].mode)];
      if (!bound.count(index)) break;
      sparse = sparse || !is_dense(levels[reached]);
      cells.multiply(index, -1);
    }
    if (!sparse) return around;
    const bool is_workspace = made != made_.end();
    const bool whole = reached == levels.size();
    if (whole && !is_workspace)
      cells.multiply("nnz(" + access.tensor + ")", 1);
    else
      cells.multiply("#" + access.tensor + (whole ? "" : std::to_string(reached)), 1);
    // The coordinates of a workspace are counted per iteration of the enclosing loops.
    return product(around, {{cells}, !is_workspace});
  }

  // Memoised: statements may read a temporary often, whose producer reads others often.
  const Sum& selectivity_of(const Made& made, const BoundIndices& bound) const {
    const std::pair key(made.producer, bound);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    Sum found = share(*made.producer, bound);
    return known_.emplace(key, std::move(found)).first->second;
  }

  // Share for a converted operand: what the original stores at the coordinates of the walked levels.
  Sum share_of_copy(const Access& access, const Made& made, const BoundIndices& bound) const {
    BoundIndices walked;
    bool sparse = false;
    for (const LevelSpec& level : kernel_.tensor(access.tensor).format->levels) {
      const std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
      if (!bound.count(index)) break;
      sparse = sparse || !is_dense(level);
      walked.insert(index);
    }
    return sparse ? symbols_.projected(copied(*made.producer), walked) : one();
  }

  // The operand that a conversion copies.
  static const Access& copied(const cin::Stmt& producer) {
    if (const cin::Forall* loop = producer.as<cin::Forall>()) return copied(loop->body[0]);
    return *producer.as<cin::Assign>()->rhs.as<Access>();
  }

  Sum share(const Expr& expr, const BoundIndices& bound) const {
    return match(
        expr, [&](const Access& access) { return share(access, bound); }, [](const Literal&) { return one(); },
        [&](const Equal& equal) {
          if (equal.negated || !bound.count(equal.left) || !bound.count(equal.right)) return one();
          Sum sum = one();
          sum.terms[0].multiply(equal.right, -1);
          return sum;
        },
        [&](const Reduce& node) { return share(node.body[0], bound); },
        [&](const Apply& node) {
          const Pattern pattern = pattern_of(node);
          if (pattern == Pattern::full) return one();
          const std::vector<Expr> operands = storing_operands(node);
          Sum all = share(operands[0], bound);
          if (pattern == Pattern::numerator) return all;
          for (std::size_t n = 1; n < operands.size(); ++n) {
            if (operands[n] == operands[0]) continue;
            const Sum other = share(operands[n], bound);
            all = pattern == Pattern::intersection ? product(all, other) : united(all, other);
          }
          return all;
        });
  }

  Sum share(const cin::Stmt& stmt, const BoundIndices& bound) const {
    return match(
        stmt, [&](const cin::Assign& assign) { return share(assign.rhs, bound); },
        [&](const cin::Forall& loop) { return share(loop.body[0], bound); },
        [&](const cin::Where& where) { return share(where.consumer(), bound); },
        [&](const cin::Sequence& sequence) {
          Sum all = share(sequence.statements.front(), bound);
          for (std::size_t n = 1; n < sequence.statements.size(); ++n)
            all = united(all, share(sequence.statements[n], bound));
          return all;
        });
  }

  static Sum over_box(Sum sum, const BoundIndices& bound) {
    for (Monomial& term : sum.terms)
      for (const std::string& index : bound) term.multiply(index, 1);
    return sum;
  }

  // `around`: how often the statement runs.
  void visit(const cin::Stmt& stmt, const BoundIndices& bound, const Iterations& around, int depth) {
    match(
        stmt,
        [&](const cin::Assign& assign) {
          const double each = operations(assign.rhs) + (assign.op == AssignOp::set ? 0 : 1);
          if (assign.lhs.tensor == kernel_.result().name && !chooses_entries_) entries_ = around;
          if (each == 0) return;
          add(flops_, around.sum, each);
          flops_number_ += around.number * each;
        },
        [&](const cin::Forall& loop) {
          BoundIndices deeper = bound;
          deeper.insert(loop.index);
          Iterations inside{iterations(loop, bound, around.sum), 0};
          inside.number = expected(inside.sum);
          if (filling_ == 0 && selects_entry(kernel_, loop.index)) {
            chooses_entries_ = true;
            entries_ = inside;
          }
          work.loops.push_back(
              {loop.index, depth, formula(symbols_.with_whole_indices(inside.sum), inside.number), {}});
          visit(loop.body[0], deeper, inside, depth + 1);
        },
        [&](const cin::Where& where) {
          ++filling_;
          if (!cin::converted_operand(where)) visit(where.producer(), bound, making(where, bound, around), depth);
          --filling_;
          visit(where.consumer(), bound, around, depth);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) visit(part, bound, around, depth);
        });
  }

  // Runs of a producer: reduced if one operand alone selects what is computed.
  Iterations making(const cin::Where& where, const BoundIndices& bound, const Iterations& around) {
    const std::optional<Access> asking = selector_of_located(where, kernel_);
    if (!asking) return around;
    Iterations made{product(around.sum, symbols_.projected(*asking, bound)), 0};
    made.sum.exact = false;
    made.number = symbols_.value(made.sum);
    return made;
  }

  // An exact formula gives the number. Otherwise the cost model's estimate is better, because it uses correlations.
  double expected(const Sum& sum) const {
    const bool is_formula = is_exact(symbols_.with_whole_indices(sum)) || work.loops.size() >= price_.loops.size();
    return is_formula ? symbols_.value(sum) : price_.loops[work.loops.size()].iterations;
  }

  // Iterations of the loop. The enclosing statement may visit fewer prefixes than the loop's own body.
  Sum iterations(const cin::Forall& loop, const BoundIndices& bound, const Sum& around) const {
    const cin::Stmt& body = loop.body[0];
    BoundIndices deeper = bound;
    deeper.insert(loop.index);
    const Sum before = share(body, bound), after = share(body, deeper);
    if (before.terms.size() != 1) return over_box(after, deeper);
    Monomial inverse;
    for (const auto& [symbol, power] : before.terms[0].powers) inverse.multiply(symbol, -power);
    inverse.multiply(loop.index, 1);
    return product(around, product({{inverse}, true}, after));
  }

  const Kernel& kernel_;
  mutable Symbols symbols_;  // symbols are defined on demand
  const Price price_;
  std::map<std::string, Made> made_;
  mutable std::map<std::pair<const cin::Stmt*, BoundIndices>, Sum> known_;  // memoised shares of producers
  Sum flops_{{}, true};
  double flops_number_ = 0;
  Iterations entries_;
  bool chooses_entries_ = false;
  int filling_ = 0;  // number of enclosing producers
};

}  // namespace

std::string described(const LoopWork& loop) {
  return loop.purpose.empty() ? loop.index : loop.index + " (" + loop.purpose + ")";
}

Work work_of(const cin::Program& program, const Sizes& sizes) {
  Work work = Walk(program, sizes).work;
  auto nest = work.loops.begin();
  for (NestPurpose& purpose : nest_purposes(program.body)) {
    nest = std::find_if(nest, work.loops.end(), [](const LoopWork& loop) { return loop.depth == 0; });
    if (nest == work.loops.end()) break;
    (nest++)->purpose = std::move(purpose.text);
  }
  return work;
}

}  // namespace scorchc::schedule
