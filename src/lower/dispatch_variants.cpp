#include "lower/dispatch_variants.h"

#include <algorithm>
#include <set>

#include "ir/loop_uses.h"
#include "lower/interface.h"
#include "support/diagnostics.h"

namespace scorchc::lower {
namespace {

using loop::Function;
using loop::Phase;

const Function* find(const loop::Module& module, Phase phase) {
  const auto found = std::find_if(module.functions.begin(), module.functions.end(),
                                  [&](const Function& each) { return each.phase == phase; });
  return found == module.functions.end() ? nullptr : &*found;
}

// The part of the structs that callers see.
std::string layout(const loop::Module& module) {
  loop::Module structs;
  structs.structs = module.structs;
  return loop::print(structs);
}

class VariantDispatcher {
 public:
  VariantDispatcher(const cin::Program& first, std::vector<LoweredPlan> plans, const Options& options)
      : first_(first), storage_(first), plans_(std::move(plans)), options_(options) {}

  loop::Module run(const schedule::Commands& commands) {
    loop::Module module = plans_[0].module;
    for (const LoweredPlan& plan : plans_)
      if (layout(plan.module) != layout(module))
        fail(Code::internal_error, {}, "the plans of one kernel have different structs");
    for (const Function& function : module.functions)
      if (is_same_in_all(function.phase)) shared_.insert(std::string(name(function.phase)));
    module.opening = make_opening(first_.kernel, commands);
    module.functions.clear();
    for (const Function& function : plans_[0].module.functions)
      if (shared_.count(std::string(name(function.phase))))
        module.functions.push_back(function);
      else if (function.is_public)
        module.functions.push_back(choosing(function));
    for (std::size_t n = 0; n < plans_.size(); ++n)
      for (const Function& function : plans_[n].module.functions)
        if (!shared_.count(std::string(name(function.phase)))) module.functions.push_back(own(function, n));
    return module;
  }

 private:
  bool is_same_in_all(Phase phase) const {
    if (phase == Phase::run) return false;  // it calls others
    return std::all_of(plans_.begin(), plans_.end(), [&](const LoweredPlan& plan) {
      const Function* other = find(plan.module, phase);
      return other && other->body == find(plans_[0].module, phase)->body;
    });
  }

  [[noreturn]] void refuse(const schedule::Variant& variant, const std::string& why) const {
    fail(Code::schedule_illegal, {first_.kernel.statement.source, first_.kernel.statement.rhs.span()},
         "`" + print(schedule::Command(variant)) + "` cannot be applied: " + why);
  }

  loop::Expr value(const schedule::Quantity& quantity, const schedule::Variant& variant) const {
    std::optional<loop::Expr> found;
    if (!quantity.tensor.empty())
      found = stored_entries(storage_.tensor(quantity.tensor));
    else
      found = quantity.index.empty() ? loop::integer(quantity.number) : storage_.extent(quantity.index);
    if (!found) refuse(variant, "the number of entries of `" + quantity.tensor + "` is not known when a call begins");
    for (const std::string& row : quantity.rows)
      found = loop::divide(*found, loop::maximum(storage_.extent(row), loop::integer(1)));
    return quantity.parts == 1 ? *found : loop::divide(*found, loop::integer(quantity.parts));
  }

  loop::Expr holds(const schedule::Variant& variant) const {
    loop::Expr all = loop::boolean(true);
    for (const schedule::Condition& condition : variant.conditions) {
      const loop::Expr left = value(condition.left, variant), right = value(condition.right, variant);
      const bool is_below = condition.side == schedule::Condition::Side::below;
      all = loop::both(all, is_below ? loop::less(left, right) : loop::less(right, left));
    }
    return all;
  }

  // A condition that always holds, or never, for tests. It reads an operand, as any condition does: constants and given
  // extents do not.
  loop::Expr forced(const schedule::Variant& variant, std::size_t plan) const {
    const schedule::Condition& condition = variant.conditions[0];
    const auto is_given = [&](const schedule::Quantity& quantity) {
      const auto index = first_.kernel.indices.find(quantity.index);
      return quantity.tensor.empty() && (index == first_.kernel.indices.end() || index->second.extent);
    };
    const loop::Expr read = value(is_given(condition.left) ? condition.right : condition.left, variant);
    const loop::Expr never = loop::less(read, loop::integer(0));
    return *options_.forced_plan == plan ? loop::negate(never) : never;
  }

  // The function that dispatches. It first checks the arguments that conditions read, and all that each plan would
  // check.
  Function choosing(const Function& function) {
    const Kernel& kernel = first_.kernel;
    const bool takes =
        !kernel.result().format->is_dense() && (function.phase == Phase::run || function.phase == Phase::count);
    loop::If choice;
    for (std::size_t n = 1; n < plans_.size(); ++n) {
      const loop::Expr condition = holds(plans_[n].when);
      choice.conditions.push_back(options_.forced_plan ? forced(plans_[n].when, n) : condition);
      choice.blocks.push_back({loop::CallPhase{name(own(function, n)), {}}});
    }
    choice.blocks.push_back({loop::CallPhase{name(own(function, 0)), {}}});
    Function out = function;
    out.body = make_prologue(first_, storage_, takes ? ResultDimensions::are_taken : ResultDimensions::are_checked);
    remember_checks(out.body);
    const loop::Block arrays = bind_arrays(kernel, storage_, {}, {choice});
    out.body.insert(out.body.end(), arrays.begin(), arrays.end());
    out.body.push_back(std::move(choice));
    out.body.push_back(loop::ReturnStatus{});
    return out;
  }

  // Records the checks that the plans need not repeat. Those of constant extents stay in each plan, since a matrix
  // product left to a BLAS may be the only other use of the extent.
  void remember_checks(const loop::Block& prologue) {
    std::set<std::string> fixed;
    for (const loop::Stmt& stmt : prologue) {
      const loop::Declare* extent = stmt.as<loop::Declare>();
      const loop::ReturnIf* check = stmt.as<loop::ReturnIf>();
      if (extent && extent->value.as<loop::Integer>()) fixed.insert(extent->name);
      if (stmt.as<loop::ReturnIfNull>() || (check && !loop::reads_any(check->condition, fixed)))
        checked_.push_back(stmt);
    }
  }

  // The function of one plan. It calls the plan's own functions, and repeats hardly any check.
  Function own(Function function, std::size_t n) const {
    function.plan = static_cast<int>(n) + 1;
    function.is_public = false;
    const schedule::Variant& when = plans_[n].when;
    function.comment = when.conditions.empty() ? "Runs if no other plan's condition holds."
                                               : "Runs if " + print(when.conditions) + ".";
    std::erase_if(function.body, [&](const loop::Stmt& stmt) {
      return std::find(checked_.begin(), checked_.end(), stmt) != checked_.end();
    });
    for (loop::Stmt& stmt : function.body)
      if (const loop::CallPhase* call = stmt.as<loop::CallPhase>(); call && !shared_.count(call->function)) {
        loop::CallPhase copy = *call;
        copy.function += loop::suffix_of_plan(function.plan);
        stmt = std::move(copy);
      }
    return function;
  }

  const cin::Program& first_;
  const Storage storage_;
  const std::vector<LoweredPlan> plans_;
  const Options options_;
  std::set<std::string> shared_;  // functions that are equal in all plans
  loop::Block checked_;           // checks that the dispatching functions have made
};

}  // namespace

loop::Module dispatch_variants(const cin::Program& first, const schedule::Commands& commands,
                               std::vector<LoweredPlan> plans, const Options& options) {
  return VariantDispatcher(first, std::move(plans), options).run(commands);
}

}  // namespace scorchc::lower
