// Implements format inference: from the stored modes of an expression (stored_modes.h) to levels, with the heuristics
// for coo, hypersparse and blocked operands.
#include "infer/infer_formats.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "infer/covers.h"
#include "infer/stored_modes.h"
#include "infer/zeros.h"
#include "support/words.h"

namespace scorchc::infer {
namespace {

void check_denominators(const Kernel& kernel, const Kernel& whole) {
  const std::optional<Expr> quotient = uncovered_quotient(kernel, whole);
  if (!quotient) return;
  const std::vector<Expr>& operands = quotient->as<Apply>()->operands;
  const std::string numerator = "`" + print(operands[0]) + "`";
  const std::string where = accesses(operands[0]).empty() ? "; every component of it divides the constant " + numerator
                                                          : ", where " + numerator + " is stored";
  fail(Code::sparse_denominator, {kernel.statement.source, operands[1].span()},
       "the denominator `" + print(operands[1]) + "` may be unstored, and thus 0" + where,
       "use a dense denominator, or a numerator that is stored only where the denominator is");
}

// Sets the value type of an open result to the expression's type. Fails for an integer result that loses fractions.
void settle_value_type(Kernel& kernel) {
  TensorDeclaration& result = kernel.tensors.front();
  const ValueType expression = expression_type(kernel);
  if (!result.value_given && !result.format) result.value = expression;
  if (!is_floating(result.value) && is_floating(expression))
    fail(Code::integer_result, {kernel.statement.source, kernel.statement.lhs_span},
         "`" + result.name + "` is " + std::string(name(result.value)) + ", but the expression is " +
             std::string(name(expression)) + ": fractions would be lost",
         "give `" + result.name + "` a floating-point type: --type " + result.name + "=" +
             std::string(name(expression)));
}

// For a sum of blocked operands with the same blocks along the same indices, one of these operands: the union of their
// blocks can be stored in its format. Empty for any other expression.
std::optional<Access> source_of_blocks(const Expr& expr, const Kernel& kernel) {
  const Apply* node = expr.as<Apply>();
  if (!node || (node->op != Operator::add && node->op != Operator::sub)) {
    const std::optional<Access> source = pattern_source(expr, kernel);
    const bool has_blocks = source && !source->tensor.empty() && kernel.tensor(source->tensor).format->is_blocked();
    return has_blocks ? source : std::nullopt;
  }
  const std::optional<Access> left = source_of_blocks(node->operands[0], kernel),
                              right = source_of_blocks(node->operands[1], kernel);
  if (!left || !right || left->indices != right->indices) return std::nullopt;
  const Format &a = *kernel.tensor(left->tensor).format, &b = *kernel.tensor(right->tensor).format;
  return a.levels == b.levels && a.pos == b.pos && a.crd == b.crd ? left : std::nullopt;
}

// The format of the operand `source` with its modes permuted to those of the result. Empty if their indices differ.
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

std::vector<const TensorDeclaration*> sparse_operands(const Kernel& kernel) {
  std::vector<const TensorDeclaration*> found;
  for (const Access* access : accesses_in(kernel.statement.rhs))
    if (const TensorDeclaration& tensor = kernel.tensor(access->tensor); !tensor.format->is_dense())
      found.push_back(&tensor);
  return found;
}

bool has_all_levels(const Format& format, std::string_view name) {
  return std::all_of(format.levels.begin(), format.levels.end(),
                     [&](const LevelSpec& level) { return level.level == name; });
}

// True if there are sparse operands other than vectors, and all of them are coo.
bool are_coo(const std::vector<const TensorDeclaration*>& operands) {
  bool found = false;
  for (const TensorDeclaration* operand : operands) {
    if (operand->order < 2) continue;
    if (!has_all_levels(*operand->format, "coordinate")) return false;
    found = true;
  }
  return found;
}

// True if no sparse operand has a dense level: dcsr, dcsc and the like, and sparse vectors.
bool are_hypersparse(const std::vector<const TensorDeclaration*>& operands) {
  return std::all_of(operands.begin(), operands.end(),
                     [](const TensorDeclaration* operand) { return has_all_levels(*operand->format, "compressed"); });
}

// True if some operand has a dense level along the index, and so an array of that length.
bool has_array_over(const std::string& index, const Kernel& kernel) {
  const std::vector<Access> operands = accesses(kernel.statement.rhs);
  return std::any_of(operands.begin(), operands.end(), [&](const Access& access) {
    const std::vector<LevelSpec>& levels = kernel.tensor(access.tensor).format->levels;
    return std::any_of(levels.begin(), levels.end(), [&](const LevelSpec& level) {
      return is_dense(level) && access.indices[static_cast<std::size_t>(level.mode)] == index;
    });
  });
}

int dense_levels_outermost(const Format& format) {
  return static_cast<int>(std::find_if_not(format.levels.begin(), format.levels.end(), is_dense) -
                          format.levels.begin());
}

// A mode of the result, with what is inferred about it.
struct Mode {
  std::string index;
  ModeFacts facts;
};

bool is_sparse(const Mode& mode) { return mode.facts.sparse; }
bool is_uniform(const Mode& mode) { return !mode.facts.sparse && mode.facts.uniform; }
/// Some operand is dense along the mode, and sparse below it.
bool is_dense_in_operand(const Mode& mode) { return !mode.facts.sparse && !mode.facts.uniform; }

void make_sparse(Mode& mode, const std::string& reason) {
  mode.facts.sparse = true;
  mode.facts.reason = reason;
}

// Keeps modes sparse that only an estimate made dense, if all operands are hypersparse: these may be empty at nearly
// all coordinates, contrary to the estimate.
void keep_hypersparse(std::vector<Mode>& modes, const std::vector<const TensorDeclaration*>& operands,
                      const Kernel& kernel) {
  if (operands.empty() || !are_hypersparse(operands)) return;
  for (Mode& mode : modes)
    if (!mode.facts.sparse && mode.facts.by_estimate && !has_array_over(mode.index, kernel))
      make_sparse(mode, "all sparse operands are hypersparse, and no operand is dense along it");
}

// True if the result is a vector of reductions over coo operands, as in a product with a dense vector.
bool is_vector_of_reductions(const std::vector<Mode>& modes, const std::vector<const TensorDeclaration*>& operands,
                             const Kernel& kernel) {
  const auto reduces = [&](const Access* access) {
    const std::set<std::string> indices(access->indices.begin(), access->indices.end());
    return kernel.tensor(access->tensor).format->is_dense() || indices.size() > 1;
  };
  const std::vector<const Access*> all = accesses_in(kernel.statement.rhs);
  return modes.size() == 1 && std::all_of(all.begin(), all.end(), reduces) &&
         std::all_of(operands.begin(), operands.end(),
                     [](const TensorDeclaration* operand) { return operand->order > 1; });
}

// Makes the row mode dense if stored rows are full, or are numbers, and the operands are coo: few rows of a coo tensor
// are expected to be empty. (The format dcsr indicates that many are.)
void fill_rows_of_coo(std::vector<Mode>& modes, const std::vector<const TensorDeclaration*>& operands,
                      const Kernel& kernel) {
  const auto row = std::find_if(modes.begin(), modes.end(), is_sparse);
  const bool is_one = std::count_if(modes.begin(), modes.end(), is_sparse) == 1;
  const bool are_full =
      std::any_of(modes.begin(), modes.end(), is_uniform) || is_vector_of_reductions(modes, operands, kernel);
  if (!is_one || !are_full || !are_coo(operands) || kernel.is_huge(row->index)) return;
  make_full(row->facts, "few rows of a coo operand are expected to be empty");
}

// Makes modes dense in cases such as csr times csc, component by component. Each mode is compressed in one operand, but
// both operands have an array of rows or columns, so the result may have one, too.
void keep_arrays_of_operands(std::vector<Mode>& modes, const std::vector<const TensorDeclaration*>& operands,
                             const Kernel& kernel) {
  const auto has_outer_array = [](const TensorDeclaration* operand) {
    return operand->order > 1 && dense_levels_outermost(*operand->format) > 0;
  };
  if (operands.empty() || modes.size() < 2 || !std::all_of(modes.begin(), modes.end(), is_sparse) ||
      !std::all_of(operands.begin(), operands.end(), has_outer_array))
    return;
  for (Mode& mode : modes) {
    if (!has_array_over(mode.index, kernel)) continue;
    mode.facts.sparse = mode.facts.uniform = false;
    mode.facts.reason = "an operand is dense along it";
  }
}

// Limits the dense levels of a result with few stored components, such as csr + csc, where each mode is dense in some
// operand. Only outermost levels stay dense, at most as many as in an operand, so that no array is longer than an
// operand's. Returns the modes among which the loop order selects the dense ones; empty if there is no choice.
std::optional<OuterModes> outer_modes(std::vector<Mode>& modes, double share,
                                      const std::vector<const TensorDeclaration*>& operands) {
  const auto dense_modes = std::count_if(modes.begin(), modes.end(), is_dense_in_operand);
  const bool is_below_sparse = std::find_if(std::find_if(modes.begin(), modes.end(), is_sparse), modes.end(),
                                            is_dense_in_operand) != modes.end();
  if (share > most_sparse || dense_modes == 0 || (dense_modes == 1 && !is_below_sparse)) return {};
  OuterModes outer;
  for (const TensorDeclaration* operand : operands)
    outer.most = std::max(outer.most, dense_levels_outermost(*operand->format));
  outer.most = std::min(outer.most, static_cast<int>(modes.size()) - 1);
  const bool has_choice = std::none_of(modes.begin(), modes.end(), is_uniform);
  int kept = 0;
  for (std::size_t mode = 0; mode < modes.size(); ++mode) {
    if (!is_dense_in_operand(modes[mode])) continue;
    outer.modes.push_back(static_cast<int>(mode));
    if (!has_choice && ++kept > outer.most) make_sparse(modes[mode], "few components are expected to be stored");
  }
  return has_choice ? std::optional(std::move(outer)) : std::nullopt;
}

// The format of an open result for the likely loop orders, for the decision log.
Format with_outer_modes_first(const TensorDeclaration& result) {
  Format format = *result.format;
  if (!result.outer) return format;
  std::vector<int> modes = result.outer->modes;
  for (int mode = 0; mode < result.order; ++mode)
    if (std::find(modes.begin(), modes.end(), mode) == modes.end()) modes.push_back(mode);
  format.levels = levels_in_order(result, modes);
  return format;
}

// True if the user gave `--nnz` for some tensor.
bool has_size_hints(const Kernel& kernel) {
  return std::any_of(kernel.tensors.begin(), kernel.tensors.end(),
                     [](const TensorDeclaration& tensor) { return tensor.nnz_hint || tensor.fill_hint; });
}

// Chooses the level of each mode of a result whose pattern is no operand's. Returns the reasons.
std::string settle_levels(Kernel& kernel, double share, std::vector<Mode> modes) {
  TensorDeclaration& result = kernel.tensors.front();
  const std::vector<const TensorDeclaration*> operands = sparse_operands(kernel);
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  if (has_size_hints(kernel)) {
    for (Mode& mode : modes)
      if (mode.facts.sparse && mode.facts.fill > most_sparse)
        make_full(mode.facts, std::to_string(std::lround(100 * mode.facts.fill)) + " % of it is expected to be stored");
  } else {
    keep_hypersparse(modes, operands, kernel);
    fill_rows_of_coo(modes, operands, kernel);
    keep_arrays_of_operands(modes, operands, kernel);
  }
  std::set<std::string> seen;
  for (Mode& mode : modes)
    if (!seen.insert(mode.index).second) make_sparse(mode, "only the coordinate of the diagonal is stored");
  const bool is_diagonal = has_repeats(lhs);
  result.outer = is_diagonal ? std::nullopt : outer_modes(modes, share, operands);
  const bool is_coo = modes.size() > 1 && are_coo(operands) && std::all_of(modes.begin(), modes.end(), is_sparse);
  std::string reason;
  for (std::size_t mode = 0; mode < modes.size(); ++mode) {
    if (modes[mode].facts.sparse) result.format->levels[mode].level = is_coo ? "coordinate" : "compressed";
    reason +=
        (mode ? "; " : "") + lhs[mode] + " " + result.format->levels[mode].level + ": " + modes[mode].facts.reason;
  }
  std::vector<int> as_written(modes.size());
  std::iota(as_written.begin(), as_written.end(), 0);
  result.format->levels = levels_in_order(result, as_written);
  if (result.outer)
    reason += "; few components are expected to be stored, so only outermost levels are dense: at most " +
              std::to_string(result.outer->most);
  result.mode_order_open = !result.format->is_dense() && !is_diagonal;
  return reason.empty() ? "a scalar" : reason;
}

Kernel infer_statement(const Kernel& kernel, const Kernel& whole, Decisions& decisions, Diagnostics& warnings) {
  Kernel complete = kernel;
  // The format of a result that is also an operand cannot be inferred from itself: it is dense, like other operands.
  if (kernel.reads_old_result() && !kernel.result().format)
    complete.tensors.front().format = dense_format(kernel.result().order, kernel.result().value);
  check_denominators(complete, whole);
  settle_value_type(complete);
  complete.statement.rhs = with_folded_zeros(complete);
  TensorDeclaration& result = complete.tensors.front();
  const std::vector<std::string>& lhs = complete.statement.lhs.indices;
  const StoredModes stored = stored_modes(complete.statement.rhs, complete);
  const auto facts = [&](const std::string& index) -> ModeFacts {
    const auto it = stored.modes.find(index);
    ModeFacts missing;
    missing.reason = "no operand has this index";
    return it == stored.modes.end() ? missing : it->second;
  };
  std::vector<Mode> modes;
  for (const std::string& index : lhs) modes.push_back({index, facts(index)});

  if (result.format) {
    // It is not enough that no mode is sparse: csr + csc stores something in every row and every column.
    const bool is_diagonal = std::set<std::string>(lhs.begin(), lhs.end()).size() < lhs.size();
    if (!result.format->is_dense() && complete.statement.op == AssignOp::set && !is_diagonal &&
        is_full(complete.statement.rhs, complete))
      warn(warnings, Code::full_result, result.format_place,
           "`" + result.name + "` has a sparse format, but the expression stores every component",
           "omit the format: a dense result is then inferred");
    return complete;
  }

  const bool all_dense = std::none_of(modes.begin(), modes.end(), is_sparse);
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
      inherit(source_of_blocks(rhs, complete), "all addends have the blocks of "))
    return complete;
  result.format = dense_format(result.order, result.value);
  result.format->pos = result.format->crd = complete.index_type;
  const std::string reason = settle_levels(complete, stored.share, std::move(modes));
  decisions.push_back({"infer", subject, print_short(with_outer_modes_first(result)), reason});
  return complete;
}

Place place_of_format(const TensorDeclaration& tensor, const Statement& statement) {
  return tensor.format_place.source ? tensor.format_place : Place{statement.source, statement.lhs_span};
}

// The format in which a temporary is stored: coordinates, below a dense row level if the format has one. Where
// inference would store whole fibres for a few entries, only the entries are stored.
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
           "`" + tensor.name + "` has a blocked format in a kernel of several statements",
           "use a format without blocks, or write two kernels");
}

// True if every mode of the temporary is dense in some operand or because of an operator. Then a dense format is
// possible, though it may be large.
bool is_dense_by_modes(const Kernel& kernel, const std::string& temporary) {
  const std::vector<std::string>& lhs = kernel.statement.lhs.indices;
  const StoredModes stored = stored_modes(kernel.statement.rhs, kernel);
  return !kernel.tensor(temporary).format && std::none_of(lhs.begin(), lhs.end(), [&](const std::string& index) {
    const auto mode = stored.modes.find(index);
    return mode != stored.modes.end() && mode->second.sparse;
  });
}

// The declaration with the format that later statements infer from: not the coordinates in which it is held.
TensorDeclaration with_inferred_format(TensorDeclaration made) {
  made.format = with_outer_modes_first(made);
  made.mode_order_open = false;
  made.outer.reset();
  return made;
}

void replace(TensorList& temporaries, const TensorDeclaration& made) {
  for (TensorDeclaration& each : temporaries)
    if (each.name == made.name) each = made;
}

// Completes the kernel. Temporaries in `dense` get a dense format; those that could get one are added to
// `may_be_dense`.
Kernel with_formats(const Kernel& kernel, const std::set<std::string>& dense, std::set<std::string>& may_be_dense,
                    Decisions& decisions, Diagnostics& warnings) {
  Kernel complete = kernel;
  TensorList all_held = kernel.temporaries;
  for (std::size_t n = 0; n < kernel.earlier.size(); ++n) {
    const Statement& statement = kernel.earlier[n];
    const std::string& name = statement.lhs.tensor;
    Kernel alone = earlier_kernel(complete, n);
    if (is_dense_by_modes(alone, name)) may_be_dense.insert(name);
    if (dense.count(name)) {
      settle_value_type(alone);
      alone.tensors.front().format = dense_format(alone.result().order, alone.result().value);
      alone.tensors.front().format_inferred = true;
      decisions.push_back(
          {"infer", "format of " + name, "dense", "it is a denominator, also where its statement stores nothing"});
    }
    const Kernel one = infer_statement(alone, complete, decisions, warnings);
    complete.earlier[n].rhs = one.statement.rhs;
    TensorDeclaration made = one.result();
    const Format held = held_format(made, statement);
    if (held.levels != made.format->levels)
      decisions.push_back({"infer", "temporary " + made.name, print_short(held),
                           "instead of " + print_short(*made.format) + ": it stores " +
                               (made.format_inferred ? "the entries of the statement" : "the same entries") +
                               ", as coordinates"});
    made = with_inferred_format(std::move(made));
    replace(complete.temporaries, made);
    made.format = held;
    replace(all_held, made);
  }
  complete = infer_statement(complete, complete, decisions, warnings);
  complete.temporaries = all_held;
  if (!kernel.earlier.empty()) refuse_blocks(complete);
  return complete;
}

}  // namespace

Kernel infer_formats(const Kernel& kernel, Decisions& decisions, Diagnostics& warnings) {
  std::set<std::string> may_be_dense;
  Decisions said;
  Diagnostics warned;
  try {
    Kernel complete = with_formats(kernel, {}, may_be_dense, said, warned);
    decisions.insert(decisions.end(), said.begin(), said.end());
    warnings.insert(warnings.end(), warned.begin(), warned.end());
    return complete;
  } catch (const Failure& failure) {
    if (failure.diagnostic().code != Code::sparse_denominator || may_be_dense.empty()) throw;
  }
  // A second attempt with dense temporaries: a denominator may then be a stored 0.
  std::set<std::string> ignored;
  return with_formats(kernel, may_be_dense, ignored, decisions, warnings);
}

}  // namespace scorchc::infer
