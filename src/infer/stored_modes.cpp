// Implements the algebra of stored modes: accesses, products, sums, functions and reductions.
#include "infer/stored_modes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "support/words.h"

namespace scorchc::infer {

void make_full(ModeFacts& mode, const std::string& reason) {
  mode.sparse = false;
  mode.fill = 1;
  mode.uniform = true;
  mode.reason = reason;
}

namespace {

double extent_of(const std::string& index, const Kernel& kernel) {
  const auto it = kernel.indices.find(index);
  if (it == kernel.indices.end()) return default_extent;
  if (it->second.extent) return static_cast<double>(*it->second.extent);
  if (it->second.hint) return static_cast<double>(*it->second.hint);
  return default_extent;
}

// For each level of an access, outermost first, the assumed fraction of its coordinates that are stored below a stored
// parent. Fibres longer than the default extent are assumed to store no more components.
std::vector<double> assumed_fills(const Format& format, const Access& access, const Kernel& kernel) {
  std::vector<double> fills;
  bool is_root = true;
  for (const LevelSpec& level : format.levels) {
    const bool is_vector = is_root && format.levels.size() == 1;
    const double longer =
        std::max(1.0, extent_of(access.indices[static_cast<std::size_t>(level.mode)], kernel) / default_extent);
    fills.push_back(is_dense(level) ? 1
                    : is_vector     ? default_vector_fill
                    : is_root       ? default_slice_fill
                                    : default_fibre_fill / longer);
    is_root = false;
  }
  return fills;
}

// The same if a fraction `share` of all components is stored, at random. Dense levels below the last sparse one are
// stored as a whole.
std::vector<double> hinted_fills(const Format& format, const Access& access, double share, const Kernel& kernel) {
  std::vector<double> fills(format.levels.size(), 1);
  std::vector<double> stored(format.levels.size(), 1);  // fraction of coordinate prefixes that are stored, by level
  double below = 1;
  bool is_innermost = true;
  for (std::size_t l = format.levels.size(); l-- > 0;) {
    if (is_innermost && is_dense(format.levels[l])) continue;
    stored[l] = is_innermost ? share : -std::expm1(below * std::log1p(-share));
    is_innermost = false;
    below *= extent_of(access.indices[static_cast<std::size_t>(format.levels[l].mode)], kernel);
  }
  double parent = 1;
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    if (is_dense(format.levels[l])) continue;
    fills[l] = stored[l] / parent;
    parent = stored[l];
  }
  return fills;
}

// The fraction of a tensor's components that is stored according to `--nnz`; empty without it.
std::optional<double> hinted_share(const TensorDeclaration& tensor, const Access& access, const Kernel& kernel) {
  if (tensor.format->is_blocked() || has_repeats(access.indices)) return {};
  if (tensor.fill_hint) return tensor.fill_hint;
  if (!tensor.nnz_hint) return {};
  double cells = 1;
  for (const std::string& index : access.indices) cells *= std::max(1.0, extent_of(index, kernel));
  return *tensor.nnz_hint / cells;
}

StoredModes of_access(const Access& access, const Kernel& kernel) {
  StoredModes result;
  const TensorDeclaration& tensor = kernel.tensor(access.tensor);
  const Format& format = *tensor.format;
  const std::optional<double> share = hinted_share(tensor, access, kernel);
  constexpr double least = 1e-12, full = 1 - 1e-12;  // keeps 0 % and 100 % away from 0 and 1: hints are not exact
  const std::vector<double> fills = share ? hinted_fills(format, access, std::clamp(*share, least, full), kernel)
                                          : assumed_fills(format, access, kernel);
  std::set<std::string> above;
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    const LevelSpec& level = format.levels[l];
    const std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
    ModeFacts& mode = result.modes[index];
    if (mode.reason.empty()) mode.reason = level.level + " in " + access.tensor;
    if (!is_dense(level)) {
      mode.sparse = true;
      mode.reason = level.level + " in " + access.tensor;
      mode.fill *= fills[l];
      result.share *= fills[l];
      for (const std::string& outer : above) result.modes[outer].uniform = false;
      mode.uniform = false;
    }
    mode.outer.insert(above.begin(), above.end());
    mode.outer.erase(index);
    above.insert(index);
  }
  return result;
}

StoredModes intersect(const StoredModes& a, const StoredModes& b) {
  StoredModes result = a;
  result.share = a.share * b.share;
  for (const auto& [index, mode] : b.modes) {
    const auto [it, is_new] = result.modes.try_emplace(index, mode);
    if (is_new) continue;
    ModeFacts& mine = it->second;
    if (mode.sparse) mine.reason = mine.sparse ? mine.reason + " and " + mode.reason : mode.reason;
    mine.sparse = mine.sparse || mode.sparse;
    mine.by_estimate = mine.by_estimate || mode.by_estimate;
    mine.uniform = mine.uniform && mode.uniform;
    mine.fill *= mode.fill;
    mine.outer.insert(mode.outer.begin(), mode.outer.end());
  }
  return result;
}

// A sum. An addend that lacks an index is constant along it, so the sum is dense along that index.
StoredModes unite(const StoredModes& a, const StoredModes& b) {
  StoredModes result;
  result.share = 1 - (1 - a.share) * (1 - b.share);
  std::set<std::string> all;
  for (const auto& [index, mode] : a.modes) all.insert(index);
  for (const auto& [index, mode] : b.modes) all.insert(index);
  for (const std::string& index : all) {
    const auto in_a = a.modes.find(index);
    const auto in_b = b.modes.find(index);
    ModeFacts mode = in_a != a.modes.end() ? in_a->second : in_b->second;
    if (in_a == a.modes.end() || in_b == b.modes.end()) {
      const bool is_uniform = mode.uniform;
      make_full(mode, "an addend lacks it and is constant along it");
      mode.uniform = is_uniform;
    } else {
      const ModeFacts& other = in_b->second;
      if (!other.sparse && mode.sparse) mode.reason = other.reason;
      if (mode.sparse && other.sparse) mode.reason += " and " + other.reason;
      mode.by_estimate = (mode.sparse || mode.by_estimate) && (other.sparse || other.by_estimate);
      mode.sparse = mode.sparse && other.sparse;
      mode.uniform = mode.uniform && other.uniform;
      mode.fill = mode.sparse ? 1 - (1 - mode.fill) * (1 - other.fill) : 1;
      mode.outer.insert(other.outer.begin(), other.outer.end());
    }
    result.modes[index] = mode;
  }
  return result;
}

StoredModes filled(StoredModes modes, const std::string& reason) {
  modes.share = 1;
  for (auto& [index, mode] : modes.modes) make_full(mode, reason);
  return modes;
}

// A reduction over `index` unites the fibres below it. (A minimum or maximum of unstored components is 0.) The expected
// number of united fibres is extent * fill. Inner indices are processed outermost first: each increases its fill, and
// the remaining number of fibres per coordinate passes on to the next one.
StoredModes summed(StoredModes modes, const std::string& index, const Kernel& kernel) {
  const auto it = modes.modes.find(index);
  if (it == modes.modes.end()) return modes;
  double joined = std::max(1.0, extent_of(index, kernel) * it->second.fill);
  if (!it->second.uniform) modes.share = 1 - std::pow(1 - modes.share, std::max(1.0, extent_of(index, kernel)));
  modes.modes.erase(it);
  std::vector<std::pair<std::size_t, std::string>> below;
  for (const auto& [other, mode] : modes.modes)
    if (mode.outer.count(index)) below.emplace_back(mode.outer.size(), other);
  std::sort(below.begin(), below.end());
  for (const auto& [depth, other] : below) {
    ModeFacts& mode = modes.modes[other];
    mode.outer.erase(index);
    if (!mode.sparse) continue;
    const double fill = 1 - std::pow(1 - mode.fill, joined);
    joined = std::max(1.0, joined * mode.fill);
    mode.fill = fill;
    if (fill <= most_sparse) continue;
    make_full(mode, "the fibres joined by the sum over " + index + " are expected to be full");
    mode.by_estimate = true;
    mode.uniform = false;
  }
  return modes;
}

StoredModes of_apply(const Apply& node, const Kernel& kernel) {
  const std::vector<Expr> operands = storing_operands(node);
  StoredModes result = stored_modes(operands[0], kernel);
  for (std::size_t n = 1; n < operands.size(); ++n) {
    const StoredModes other = stored_modes(operands[n], kernel);
    if (pattern_of(node) == Pattern::intersection) {
      result = intersect(result, other);
    } else if (pattern_of(node) == Pattern::numerator) {
      for (const auto& [index, mode] : other.modes) {
        ModeFacts broadcast = mode;
        make_full(broadcast, "the numerator lacks it and is constant along it");
        result.modes.try_emplace(index, broadcast);
      }
    } else {
      result = unite(result, other);
    }
  }
  if (pattern_of(node) == Pattern::full) {
    const std::string name(info(node.op).name);
    return filled(std::move(result), name + " of an unstored 0 is not 0");
  }
  return result;
}

}  // namespace

StoredModes stored_modes(const Expr& expr, const Kernel& kernel) {
  return match(
      expr, [&](const Access& access) { return of_access(access, kernel); },
      [](const Literal&) { return StoredModes{{}, true}; }, [&](const Apply& node) { return of_apply(node, kernel); },
      [&](const Reduce& node) {
        StoredModes result = stored_modes(node.body[0], kernel);
        for (const std::string& index : node.indices) result = summed(std::move(result), index, kernel);
        return result;
      },
      [](const Equal&) { return StoredModes{}; });
}

std::optional<Access> pattern_source(const Expr& expr, const Kernel& kernel) {
  // An access without a tensor means "every component".
  const Access everything;
  const auto combine = [&](const Apply& node) -> std::optional<Access> {
    const Pattern pattern = pattern_of(node);
    if (pattern == Pattern::full) return everything;
    const std::vector<Expr> operands = storing_operands(node);
    std::optional<Access> result = pattern_source(operands[0], kernel);
    if (pattern == Pattern::numerator) return result;
    for (std::size_t n = 1; n < operands.size() && result; ++n) {
      const std::optional<Access> other = pattern_source(operands[n], kernel);
      if (!other) return std::nullopt;
      if (*other == *result) continue;
      const bool other_full = other->tensor.empty(), mine_full = result->tensor.empty();
      if (!other_full && !mine_full) return std::nullopt;
      if (pattern == Pattern::intersection) {
        if (mine_full) result = other;
      } else {
        result = everything;
      }
    }
    return result;
  };
  return match(
      expr,
      [&](const Access& access) -> std::optional<Access> {
        return kernel.tensor(access.tensor).format->is_dense() ? everything : access;
      },
      [&](const Literal&) -> std::optional<Access> { return everything; },
      [&](const Apply& node) -> std::optional<Access> { return combine(node); },
      [&](const Reduce& node) -> std::optional<Access> {
        const std::optional<Access> body = pattern_source(node.body[0], kernel);
        return body && body->tensor.empty() ? body : std::nullopt;
      },
      [](const Equal&) -> std::optional<Access> { return std::nullopt; });
}

bool is_full(const Expr& expr, const Kernel& kernel) {
  return match(
      expr, [&](const Access& access) { return kernel.tensor(access.tensor).format->is_dense(); },
      [](const Literal& number) { return number.stored; },
      [&](const Apply& node) {
        const auto full = [&](const Expr& operand) { return is_full(operand, kernel); };
        switch (pattern_of(node)) {
          case Pattern::full:
            return true;
          case Pattern::numerator:
            return full(node.operands[0]);
          case Pattern::intersection:
            return std::all_of(node.operands.begin(), node.operands.end(), full);
          case Pattern::union_:
            return std::any_of(node.operands.begin(), node.operands.end(), full);
        }
        return false;
      },
      [&](const Reduce& node) { return is_full(node.body[0], kernel); }, [](const Equal&) { return false; });
}

}  // namespace scorchc::infer
