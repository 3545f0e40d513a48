#include "infer/infer_formats.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "infer/stored_modes.h"

namespace scorchc::infer {
namespace {

void check_denominators(const Expr& expr, const Kernel& kernel) {
  match(
      expr, [](const Access&) {}, [](const Literal&) {},
      [&](const Apply& node) {
        for (const Expr& operand : node.operands) check_denominators(operand, kernel);
        if (node.op != Operator::div || covers(node.operands[1], node.operands[0], kernel)) return;
        fail(Code::sparse_denominator, {kernel.statement.source, node.operands[1].span()},
             "the denominator `" + print(node.operands[1]) + "` has unstored components where the numerator has stored ones",
             "divide by a dense tensor, or store the numerator's pattern in the denominator: multiply the numerator by a "
             "tensor of that pattern");
      },
      [&](const Reduce& node) { check_denominators(node.body[0], kernel); }, [](const Equal&) {});
}

// The result's value type is the user's, or the expression's own.
void settle_value_type(Kernel& kernel) {
  TensorDeclaration& result = kernel.tensors.front();
  const ValueType expression = expression_type(kernel);
  if (!result.value_given && !result.format) result.value = expression;
  if (!is_floating(result.value) && is_floating(expression))
    fail(Code::integer_result, {kernel.statement.source, kernel.statement.lhs_span},
         "`" + result.name + "` is " + std::string(name(result.value)) + ", but the expression is " +
             std::string(name(expression)) + ": fractions would be lost",
         "give `" + result.name + "` a floating type: --type " + result.name + "=" + std::string(name(expression)));
}

// An operand in blocks, where the expression stores the pattern of sums of such operands, all in the same blocks of the same
// indices: what blocks they have together are blocks of that kind, too.
std::optional<Access> source_of_blocks(const Expr& expr, const Kernel& kernel) {
  const Apply* node = expr.as<Apply>();
  if (!node || (node->op != Operator::add && node->op != Operator::sub)) {
    const std::optional<Access> source = pattern_source(expr, kernel);
    const bool has_blocks = source && !source->tensor.empty() && kernel.tensor(source->tensor).format->is_blocked();
    return has_blocks ? source : std::nullopt;
  }
  const std::optional<Access> left = source_of_blocks(node->operands[0], kernel), right = source_of_blocks(node->operands[1], kernel);
  if (!left || !right || left->indices != right->indices) return std::nullopt;
  const Format &a = *kernel.tensor(left->tensor).format, &b = *kernel.tensor(right->tensor).format;
  return a.levels == b.levels && a.pos == b.pos && a.crd == b.crd ? left : std::nullopt;
}

std::optional<Format> inherited(const Kernel& kernel, const std::optional<Access>& source) {
  if (!source || source->tensor.empty()) return std::nullopt;
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const std::set<std::string> mine(lhs.begin(), lhs.end());
  const std::set<std::string> theirs(source->indices.begin(), source->indices.end());
  if (mine.size() != lhs.size() || theirs.size() != source->indices.size() || mine != theirs) return std::nullopt;
  Format format = *kernel.tensor(source->tensor).format;
  for (LevelSpec& level : format.levels) {
    const std::string& index = source->indices[static_cast<std::size_t>(level.mode)];
    level.mode = static_cast<int>(std::find(lhs.begin(), lhs.end(), index) - lhs.begin());
  }
  return format;
}

// Each dimension may be dense in some operand though none of these is: a csr matrix has a place for each row, a csc one for each column.
// The result has one for each component then, which may be far more than anybody wants.
void say_what_stores_less(const Kernel& kernel, Decisions& decisions) {
  const TensorDeclaration& result = kernel.result();
  const std::vector<Access> operands = accesses(kernel.statement.rhs);
  const bool are_sparse = !operands.empty() && std::none_of(operands.begin(), operands.end(), [&](const Access& access) {
    return kernel.tensor(access.tensor).format->is_dense();
  });
  if (result.order < 2 || !are_sparse || is_full(kernel.statement.rhs, kernel)) return;
  Format sparse = dense_format(result.order, ValueType::f32);
  for (auto level = sparse.levels.begin() + 1; level != sparse.levels.end(); ++level) level->level = "compressed";
  decisions.push_back({"infer", "where " + result.name + " is nearly empty", "--fmt " + result.name + "=" + print_short(sparse),
                       "it stores what the operands do; a dense " + result.name + " has a place for each component, as each dimension is dense in an operand"});
}

Kernel infer_statement(const Kernel& kernel, Decisions& decisions, Diagnostics& warnings) {
  Kernel complete = kernel;
  // An open format cannot be inferred from itself: a result that is also an operand is dense, as operands are.
  if (kernel.reads_old_result() && !kernel.result().format)
    complete.tensors.front().format = dense_format(kernel.result().order, kernel.result().value);
  check_denominators(complete.statement.rhs, complete);
  settle_value_type(complete);
  TensorDeclaration& result = complete.tensors.front();
  const std::vector<std::string>& lhs = complete.statement.lhs.indices;
  const StoredModes stored = stored_modes(complete.statement.rhs, complete);
  const auto facts = [&](const std::string& index) -> ModeFacts {
    const auto it = stored.modes.find(index);
    ModeFacts missing;
    missing.reason = "no operand has it";
    return it == stored.modes.end() ? missing : it->second;
  };

  if (result.format) {
    // That no index is sparse is not enough: csr + csc stores something in every row and in every column.
    const bool is_diagonal = std::set<std::string>(lhs.begin(), lhs.end()).size() < lhs.size();
    if (!result.format->is_dense() && complete.statement.op == AssignOp::set && !is_diagonal &&
        is_full(complete.statement.rhs, complete))
      warn(warnings, Code::full_result, result.format_place,
           "`" + result.name + "` is sparse, but the expression has a value at every component: all of them are stored",
           "leave the format away: the result is then inferred to be dense");
    return complete;
  }

  const bool all_dense = std::none_of(lhs.begin(), lhs.end(), [&](const std::string& i) { return facts(i).sparse; });
  const std::string subject = "format of " + result.name;
  result.format_inferred = true;
  const Expr& rhs = complete.statement.rhs;
  const auto inherit = [&](const std::optional<Access>& source, const std::string& what) {
    std::optional<Format> format = all_dense ? std::nullopt : inherited(complete, source);
    if (!format) return false;
    format->value = result.value;
    result.format = std::move(format);
    decisions.push_back({"infer", subject, print_short(*result.format), what + print(*source)});
    return true;
  };
  if (inherit(pattern_source(rhs, complete), "it stores exactly the pattern of ") ||
      inherit(source_of_blocks(rhs, complete), "all that is added has the blocks of "))
    return complete;
  Format format = dense_format(result.order, result.value);
  format.pos = format.crd = complete.index_type;
  const bool is_told = std::any_of(complete.tensors.begin(), complete.tensors.end(),
                                   [](const TensorDeclaration& tensor) { return tensor.nnz_hint || tensor.fill_hint; });
  std::string reason;
  for (std::size_t mode = 0; mode < lhs.size(); ++mode) {
    ModeFacts mode_facts = facts(lhs[mode]);
    if (is_told && mode_facts.sparse && mode_facts.fill > most_sparse)
      make_full(mode_facts, std::to_string(std::lround(100 * mode_facts.fill)) + " % of it is expected to be stored");
    if (mode_facts.sparse) format.levels[mode].level = "compressed";
    reason += (mode ? "; " : "") + lhs[mode] + (mode_facts.sparse ? " compressed: " : " dense: ") + mode_facts.reason;
  }
  result.mode_order_open = !format.is_dense();
  result.format = std::move(format);
  decisions.push_back({"infer", subject, print_short(*result.format), reason.empty() ? "a scalar" : reason});
  const bool is_expected = std::any_of(lhs.begin(), lhs.end(), [&](const std::string& index) { return facts(index).by_estimate; });
  if (all_dense && !is_expected) say_what_stores_less(complete, decisions);
  return complete;
}

Place place_of_format(const TensorDeclaration& tensor, const Statement& statement) {
  return tensor.format_place.source ? tensor.format_place : Place{statement.source, statement.lhs_span};
}

// A temporary's entries stand in coordinates, below an array of rows where the format has one: what is stored is the same.
// Where inference would keep whole fibres for a few entries, only these are kept.
Format held_format(const TensorDeclaration& tensor, const Statement& statement) {
  const std::vector<LevelSpec>& levels = tensor.format->levels;
  const auto sparse = std::find_if_not(levels.begin(), levels.end(), is_dense);
  const bool has_dense_below = std::any_of(sparse, levels.end(), is_dense);
  if (tensor.format->is_blocked() || (has_dense_below && !tensor.format_inferred))
    fail(Code::needs_sequence, place_of_format(tensor, statement),
         "the temporary `" + tensor.name + "` has " +
             (tensor.format->is_blocked() ? "blocks" : "a dense level below a sparse one"),
         "temporaries are dense, or sparse in all levels but the first: csr, csc, dcsr, coo, csf");
  Format held = *tensor.format;
  if (held.is_dense()) return held;
  const bool has_rows = levels.size() > 1 && is_dense(levels.front());
  for (LevelSpec& level : held.levels) level.level = "coordinate";
  if (has_rows) held.levels.front().level = "dense";
  return held;
}

void refuse_blocks(const Kernel& kernel) {
  for (const TensorDeclaration& tensor : kernel.tensors)
    if (tensor.format->is_blocked())
      fail(Code::needs_sequence, place_of_format(tensor, kernel.statement),
           "`" + tensor.name + "` has blocks, in a kernel of several statements", "store it without blocks, or make two kernels");
}

}  // namespace

Kernel infer_formats(const Kernel& kernel, Decisions& decisions, Diagnostics& warnings) {
  Kernel complete = kernel;
  for (std::size_t n = 0; n < kernel.earlier.size(); ++n) {
    const Statement& statement = kernel.earlier[n];
    TensorDeclaration made = infer_statement(earlier_kernel(complete, n), decisions, warnings).result();
    const Format held = held_format(made, statement);
    if (held.levels != made.format->levels)
      decisions.push_back({"infer", "temporary " + made.name, print_short(held),
                           "as " + print_short(*made.format) + " would, it stores " +
                               (made.format_inferred ? "what the statement stores" : "the same entries") + ", in coordinates"});
    made.format = held;
    made.mode_order_open = false;
    for (TensorDeclaration& each : complete.temporaries)
      if (each.name == made.name) each = made;
  }
  complete = infer_statement(complete, decisions, warnings);
  if (!kernel.earlier.empty()) refuse_blocks(complete);
  return complete;
}

}  // namespace scorchc::infer
