#include "driver/verify.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "data/pack.h"
#include "driver/print_tensor.h"
#include "oracle/compare.h"
#include "oracle/dense_interpreter.h"
#include "support/diagnostics.h"

namespace scorchc::driver {
namespace {

constexpr std::size_t guard_cells = 16;

static_assert(static_cast<int>(oracle::Type::f32) == static_cast<int>(ValueType::f32) &&
              static_cast<int>(oracle::Type::i64) == static_cast<int>(ValueType::i64));
oracle::Type oracle_type(ValueType type) { return static_cast<oracle::Type>(type); }

std::int64_t cell_count(const std::vector<std::int64_t>& dimensions) {
  std::int64_t cells = 1;
  for (const std::int64_t extent : dimensions) cells *= extent;
  return cells;
}

void set(oracle::Array& array, std::size_t cell, auto value) {
  array.stored[cell] = 1;
  if constexpr (std::is_floating_point_v<decltype(value)>)
    array.reals[cell] = static_cast<double>(value);
  else
    array.integers[cell] = value;
}

oracle::Array empty_array(ValueType type, const std::vector<std::int64_t>& dimensions) {
  oracle::Array array;
  array.type = oracle_type(type);
  array.dimensions = dimensions;
  const auto cells = static_cast<std::size_t>(cell_count(dimensions));
  if (is_floating(type))
    array.reals.resize(cells);
  else
    array.integers.resize(cells);
  array.stored.resize(cells);
  return array;
}

/// Returns the stored components of a packed tensor as the interpreter takes them; fill cells are stored zeros.
oracle::Array to_array(const data::PackedTensor& packed) {
  oracle::Array array = empty_array(packed.format.value, packed.dimensions);
  array.full = packed.format.is_dense();
  const data::Tensor tensor = data::unpack(packed);
  const auto* list = std::get_if<data::CoordinateList>(&tensor);
  const std::size_t order = packed.dimensions.size();
  std::visit(
      [&](const auto& values) {
        for (std::size_t entry = 0; entry < values.size(); ++entry) {
          std::size_t cell = entry;
          if (list != nullptr) {
            cell = 0;
            for (std::size_t mode = 0; mode < order; ++mode)
              cell = cell * static_cast<std::size_t>(packed.dimensions[mode]) +
                     static_cast<std::size_t>(list->coordinates[entry * order + mode]);
          }
          set(array, cell, values[entry]);
        }
      },
      data::values(tensor));
  return array;
}

/// Returns the interpreter's result as stored in the result's format, with the fill cells of dense levels below sparse
/// ones.
oracle::Array in_format(const oracle::Array& array, const Format& format) {
  data::CoordinateList list{array.dimensions, {}, {}};
  std::vector<double> reals;
  std::vector<std::int64_t> integers;
  const std::size_t cells = array.stored.empty() ? 0 : array.stored.size();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (array.stored[cell] == 0) continue;
    const std::size_t begin = list.coordinates.size();
    list.coordinates.resize(begin + array.dimensions.size());
    auto rest = static_cast<std::int64_t>(cell);
    for (std::size_t mode = array.dimensions.size(); mode-- > 0; rest /= array.dimensions[mode])
      list.coordinates[begin + mode] = rest % array.dimensions[mode];
    if (is_floating(format.value))
      reals.push_back(array.reals[cell]);
    else
      integers.push_back(array.integers[cell]);
  }
  if (is_floating(format.value))
    list.values = std::move(reals);
  else
    list.values = std::move(integers);
  return to_array(data::pack(list, format));
}

/// Returns the index whose extent this one has, if it was renamed or stands for the same mode as another.
const std::string& index_of_extent(const Kernel& kernel, const std::string& index) {
  const std::string& same_as = kernel.indices.at(index).same_as;
  return same_as.empty() ? index : index_of_extent(kernel, same_as);
}

/// Treats differences that reordered rounding explains as equal.
void accept_rounding(const oracle::Array& expected, const std::vector<double>& scales, double tolerance,
                     oracle::Array& actual) {
  for (std::size_t cell = 0; cell < actual.reals.size(); ++cell)
    if (std::abs(expected.reals[cell] - actual.reals[cell]) <= tolerance * scales[cell])
      actual.reals[cell] = expected.reals[cell];
}

/// Whether regrouping sums and products can turn one of these values, which NaN or an infinity contributes to, into the
/// other.
bool may_regroup(double expected, double actual, bool is_polynomial) {
  return !is_polynomial || (!std::isfinite(expected) && !std::isfinite(actual));
}

bool has_zero(const oracle::Array& array) {
  const std::size_t cells = std::max(array.reals.size(), array.integers.size());
  for (std::size_t cell = 0; cell < cells; ++cell)
    if ((array.reals.empty() ? array.integers[cell] == 0 : array.reals[cell] == 0) || array.stored[cell] == 0)
      return true;
  return false;
}

/// Checks one case of one kernel.
class CaseCheck {
 public:
  CaseCheck(const CompiledKernel& compiled, const Runner& runner, const StatementFacts& facts,
            const RandomCase& random_case)
      : kernel_(compiled.kernel), runner_(runner), facts_(facts), case_(random_case) {}

  VerifyOutcome run() {
    VerifyOutcome outcome;
    interpret();
    prepare();
    const bool in_steps = !call_.format.is_dense();
    for (const CallForm form : {CallForm::at_once, CallForm::in_steps}) {
      if (form == CallForm::in_steps && !in_steps) continue;
      for (const std::int32_t threads : {0, 3}) {
        call_.form = form;
        call_.threads = threads;
        if (std::string difference = check_call(); !difference.empty()) return failed(std::move(difference));
        if (!kernel_.parallel) break;
      }
    }
    outcome.cases = 1;
    outcome.undecided = undecided_;
    return outcome;
  }

 private:
  /// Interprets the statements in order. A temporary holds what its format stores.
  void interpret() {
    for (const auto& [name, tensor] : case_.tensors)
      arrays_.emplace(name, to_array(data::pack(tensor, *kernel_.tensor(name).format)));
    try {
      for (const Statement& statement : kernel_.written) {
        const Format& format = *kernel_.tensor(statement.lhs.tensor).format;
        const bool is_last = &statement == &kernel_.written.back();
        oracle::Array made = oracle::interpret(problem_of(statement, arrays_));
        // A dense result stores every component, so only values are compared.
        if (!is_last || !format.is_dense()) made = in_format(made, format);
        if (is_last)
          expected_ = std::move(made);
        else
          arrays_.emplace(statement.lhs.tensor, std::move(made));
      }
    } catch (const oracle::DivisionByZero&) {
      expected_.reset();
    } catch (const oracle::Error& error) {
      fail(Code::internal_error, {}, std::string("the interpreter: ") + error.what());
    }
  }

  /// Returns for each component of the result the magnitude of its terms, which scales rounding errors.
  std::vector<double> scales() const {
    std::map<std::string, oracle::Array> arrays = arrays_;
    std::vector<double> scales;
    for (const Statement& statement : kernel_.written) {
      scales = oracle::rounding_scales(problem_of(statement, arrays));
      if (const auto temporary = arrays.find(statement.lhs.tensor); &statement != &kernel_.written.back())
        temporary->second.scales = scales;
    }
    return scales;
  }

  oracle::Problem problem_of(const Statement& statement, const std::map<std::string, oracle::Array>& arrays) const {
    oracle::Problem problem;
    problem.statement = print(statement);
    problem.result_type = oracle_type(kernel_.tensor(statement.lhs.tensor).format->value);
    for (const auto& [index, declaration] : kernel_.indices) {
      const auto extent = case_.extents.find(index_of_extent(kernel_, index));
      if (extent != case_.extents.end()) problem.extents[index] = extent->second;
    }
    std::vector<Access> used = accesses(statement.rhs);
    used.push_back(statement.lhs);
    for (const Access& access : used)
      if (const auto array = arrays.find(access.tensor); array != arrays.end()) problem.operands.insert(*array);
    return problem;
  }

  /// Whether a denominator can be zero.
  bool may_divide_by_zero() const {
    return std::any_of(facts_.denominators.begin(), facts_.denominators.end(), [&](const std::string& denominator) {
      const auto array = arrays_.find(denominator);
      return array == arrays_.end() ? kernel_.is_assigned_earlier(denominator) : has_zero(array->second);
    });
  }

  void prepare() {
    call_.format = *kernel_.result().format;
    call_.guard = guard_cells;
    for (const std::string& index : facts_.accesses[0].indices) call_.dimensions.push_back(case_.extents.at(index));
    for (auto tensor = kernel_.tensors.begin() + 1; tensor != kernel_.tensors.end(); ++tensor)
      call_.operands.push_back(data::pack(case_.tensors.at(data_name(*tensor)), *tensor->format));
    if (!call_.format.is_dense()) return;
    const auto old = case_.tensors.find(kernel_.result().name);
    call_.start = old != case_.tensors.end()
                      ? data::pack(old->second, call_.format).values
                      : unset_values(call_.format.value, dense_cells(call_.format, call_.dimensions, {}));
  }

  /// Returns an empty text, or what is wrong.
  std::string check_call() {
    const std::vector<data::PackedTensor> before = call_.operands;
    const CallResult outcome = call_kernel(runner_, call_);
    for (std::size_t i = 0; i < before.size(); ++i)
      if (!same(before[i], call_.operands[i])) return "the operand `" + kernel_.tensors[i + 1].name + "` is changed";
    if (!outcome.broken.empty()) return outcome.broken;
    if (!expected_)
      return outcome.status == KernelStatus::division_by_zero ? "" : "an integer division by zero is not reported";
    // The kernel may compute a quotient before it finds that its product is not stored.
    if (outcome.status == KernelStatus::division_by_zero && !is_floating(computation_type(kernel_)) &&
        may_divide_by_zero())
      return "";
    if (outcome.status != KernelStatus::ok)
      return "the kernel returned status " + std::to_string(static_cast<int>(outcome.status));
    if (std::string wrong = data::validate(outcome.result); !wrong.empty())
      return "the result's storage is malformed: " + wrong;
    return compare(to_array(outcome.result));
  }

  /// Treats components with NaN or infinite terms as equal if regrouping explains the difference. Returns their number.
  std::int64_t accept_regrouping(const std::vector<double>& scales, oracle::Array& actual) const {
    std::int64_t forgiven = 0;
    for (std::size_t cell = 0; cell < scales.size(); ++cell) {
      if (std::isfinite(scales[cell])) continue;
      if (actual.reals.empty()) {
        forgiven += actual.integers[cell] == expected_->integers[cell] ? 0 : 1;
        actual.integers[cell] = expected_->integers[cell];
        continue;
      }
      double& value = actual.reals[cell];
      const double expected = expected_->reals[cell];
      const bool differs = value != expected && !(std::isnan(value) && std::isnan(expected));
      if (!differs || !may_regroup(expected, value, facts_.is_polynomial)) continue;
      value = expected;
      ++forgiven;
    }
    return forgiven;
  }

  std::string compare(oracle::Array actual) {
    // The interpreter's own rounding is at least as precise, since operand types may be wider.
    const bool rounds = !facts_.exact && is_floating(call_.format.value);
    const double tolerance = !rounds ? 0 : is_rounded_to_f32(kernel_) ? 1e-5 : 1e-12;
    oracle::Comparison result = oracle::compare(kernel_.result().name, *expected_, actual, tolerance);
    const bool regroups = kernel_.schedule != "none" && is_floating(computation_type(kernel_));
    const bool is_alike =
        actual.reals.size() == expected_->reals.size() && actual.integers.size() == expected_->integers.size();
    if ((rounds || regroups) && !result.values_agree && is_alike) {
      const std::vector<double> made_of = scales();
      if (rounds) accept_rounding(*expected_, made_of, tolerance, actual);
      if (regroups) undecided_ += accept_regrouping(made_of, actual);
      result = oracle::compare(kernel_.result().name, *expected_, actual, tolerance);
    }
    const bool agree = result.values_agree && (result.patterns_agree || call_.format.is_dense());
    return agree ? "" : result.message;
  }

  /// Compares bits, because a NaN in the caller's own case does not equal itself.
  static bool same_bits(const data::Values& a, const data::Values& b) {
    return std::visit(
        [&](const auto& x) {
          const auto* y = std::get_if<std::remove_cvref_t<decltype(x)>>(&b);
          return y != nullptr && x.size() == y->size() &&
                 (x.empty() || std::memcmp(x.data(), y->data(), x.size() * sizeof x[0]) == 0);
        },
        a);
  }

  static bool same(const data::PackedTensor& a, const data::PackedTensor& b) {
    const auto same_level = [](const data::LevelArrays& x, const data::LevelArrays& y) {
      return x.pos == y.pos && x.crd == y.crd;
    };
    return a.dimensions == b.dimensions && same_bits(a.values, b.values) &&
           std::equal(a.levels.begin(), a.levels.end(), b.levels.begin(), b.levels.end(), same_level);
  }

  VerifyOutcome failed(std::string difference) const {
    VerifyOutcome outcome;
    outcome.difference = std::move(difference);
    std::string extents;
    for (const auto& [index, extent] : case_.extents)
      extents += (extents.empty() ? "" : ", ") + index + "=" + std::to_string(extent);
    outcome.description = "  " + kernel_.source_statement + "\n";
    if (!extents.empty()) outcome.description += "  extents " + extents + "\n";
    for (const TensorDeclaration& tensor : kernel_.tensors) {
      outcome.description += "  " + tensor.name + ": " + print_short(*tensor.format);
      if (const auto drawn = case_.tensors.find(tensor.name); drawn != case_.tensors.end())
        outcome.description += " = " + print_components(drawn->second);
      outcome.description += "\n";
    }
    const bool in_steps = call_.form == CallForm::in_steps;
    outcome.description += std::string("  called ") + (in_steps ? "as count, pattern, compute" : "at once") +
                           (call_.threads > 0 ? ", with " + std::to_string(call_.threads) + " threads" : "") + "\n";
    return outcome;
  }

  const Kernel& kernel_;
  const Runner& runner_;
  const StatementFacts& facts_;
  const RandomCase& case_;
  std::map<std::string, oracle::Array> arrays_;  // operands and temporaries
  std::optional<oracle::Array> expected_;        // nothing: a division by zero is expected
  std::int64_t undecided_ = 0;
  KernelCall call_;
};

}  // namespace

VerifyOutcome verify_case(const CompiledKernel& compiled, const Runner& runner, const RandomCase& random_case) {
  const StatementFacts facts(compiled.kernel);
  return CaseCheck(compiled, runner, facts, random_case).run();
}

VerifyOutcome verify_kernel(const CompiledKernel& compiled, const Runner& runner, const VerifyOptions& options) {
  const StatementFacts facts(compiled.kernel);
  VerifyOutcome total;
  for (std::int64_t number = 0; number < options.cases; ++number) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(number);
    const RandomCase random_case = draw_case(compiled.kernel, facts, seed);
    VerifyOutcome outcome = CaseCheck(compiled, runner, facts, random_case).run();
    total.cases += outcome.cases;
    total.undecided += outcome.undecided;
    if (outcome.passed()) continue;
    total.seed = seed;
    total.difference = std::move(outcome.difference);
    total.description = std::move(outcome.description);
    return total;
  }
  return total;
}

Diagnostic difference(const Kernel& kernel, const VerifyOutcome& outcome, std::string help) {
  return {Code::verify_difference,
          Severity::error,
          "kernel `" + kernel.name + "` differs in the case with seed " + std::to_string(outcome.seed) + ": " +
              outcome.difference,
          {},
          std::move(help)};
}

}  // namespace scorchc::driver
