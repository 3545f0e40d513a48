#include "measure.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "data/pack.h"
#include "data/statistics.h"
#include "driver/extents.h"
#include "schedule/search/plans.h"
#include "schedule/transform/normalise.h"
#include "schedule/variants/choose_variants.h"
#include "support/diagnostics.h"
#include "times.h"

namespace scorchc::regret {
namespace {

constexpr double sample_seconds = 0.003;  // short calls are repeated until a sample is about as long
constexpr double short_call = 0.01;       // shorter calls are repeated in any case
constexpr double most_repeats = 50;
constexpr double hopeless = 3;         // times the fastest plan
constexpr double near = 1.3;           // times the fastest plan: these plans get more rounds
constexpr int more_rounds = 2;         // times as many rounds, for these plans and the choices
constexpr double longest_choice = 30;  // seconds; limit of the choice
constexpr double long_call = 0.5;
constexpr double shortest_limit = 0.02;  // seconds; the clock resolves this limit

bool takes_pattern(const TensorDeclaration& tensor, const Case& one) {
  return !tensor.format->is_dense() && static_cast<std::size_t>(tensor.order) == one.order;
}

/// A case on one data set.
struct Meeting {
  Row row;
  Kernel counted;  // the kernel with statistics of the data
  driver::KernelCall call;
};

class Drawing {
 public:
  Drawing(const Case& one, const Kernel& kernel, const DataSet& set) : one_(one), kernel_(kernel), set_(set) {}

  /// Why the data do not fit; empty if they do.
  std::string draw(Meeting& meeting, std::uint64_t memory) {
    draw_patterns();
    std::string why = find_extents();
    if (!why.empty()) return why;
    const std::vector<std::int64_t> result = dimensions_of(kernel_.result().name);
    if (kernel_.result().format->is_dense() && 8 * cells(result) > static_cast<double>(memory))
      return "the result is too large";
    for (auto& [index, declaration] : meeting.counted.indices)
      if (extents_.count(index)) declaration.hint = extents_.at(index);
    meeting.call.dimensions = result;
    for (std::size_t n = 1; n < kernel_.tensors.size(); ++n) {
      const TensorDeclaration& tensor = kernel_.tensors[n];
      if (tensor.format->is_dense() && 8 * cells(dimensions_of(tensor.name)) > static_cast<double>(memory))
        return "an operand is too large";
      const data::Tensor operand = components(tensor, static_cast<int>(n));
      meeting.counted.tensors[n].statistics = std::make_shared<TensorStatistics>(data::count(operand, *tensor.format));
      meeting.call.operands.push_back(data::pack(operand, *tensor.format));
    }
    return {};
  }

 private:
  static double cells(const std::vector<std::int64_t>& dimensions) {
    double product = 1;
    for (const std::int64_t extent : dimensions) product *= static_cast<double>(extent);
    return product;
  }

  void draw_patterns() {
    int number = 0;
    for (std::size_t n = 1; n < kernel_.tensors.size(); ++n)
      if (takes_pattern(kernel_.tensors[n], one_)) patterns_[kernel_.tensors[n].name] = set_.draw(one_.size, ++number);
  }

  std::string find_extents() {
    extents_ = one_.extents;
    for (const Access& access : driver::all_accesses(kernel_)) {
      const auto pattern = patterns_.find(access.tensor);
      if (pattern == patterns_.end()) continue;
      for (std::size_t m = 0; m < access.indices.size(); ++m) {
        const std::int64_t extent = pattern->second.dimensions[m];
        if (extents_.try_emplace(access.indices[m], extent).first->second != extent) return "the extents do not fit";
      }
    }
    return {};
  }

  std::vector<std::int64_t> dimensions_of(const std::string& tensor) const {
    for (const Access& access : driver::all_accesses(kernel_)) {
      if (access.tensor != tensor) continue;
      std::vector<std::int64_t> dimensions;
      for (const std::string& index : access.indices) dimensions.push_back(extents_.at(index));
      return dimensions;
    }
    fail(Code::internal_error, {}, "no access of `" + tensor + "`");
  }

  data::Tensor components(const TensorDeclaration& tensor, int number) const {
    const auto pattern = patterns_.find(tensor.name);
    if (pattern != patterns_.end()) return pattern->second;
    const std::vector<std::int64_t> dimensions = dimensions_of(tensor.name);
    if (tensor.format->is_dense()) return dense_array(dimensions, number);
    constexpr std::int64_t one_stored_of = 50;
    return sparse_vector(dimensions.at(0), dimensions.at(0) / one_stored_of + 1, number);
  }

  const Case& one_;
  const Kernel& kernel_;
  const DataSet& set_;
  std::map<std::string, data::CoordinateList> patterns_;
  std::map<std::string, std::int64_t> extents_;
};

/// The commands of the variant that runs at the expected sizes.
schedule::Commands running(const Kernel& kernel, const schedule::Commands& commands) {
  return schedule::commands_at_expected_sizes(schedule::normalise(kernel), commands);
}

schedule::Price price_of(const Kernel& kernel, const schedule::Commands& commands) {
  std::optional<schedule::Plan> plan = schedule::plan_of(schedule::normalise(kernel), running(kernel, commands));
  return plan ? std::move(plan->price) : schedule::Price{};
}

class Timer {
 public:
  Timer(const Plans& plans, const Settings& settings, Meeting& meeting)
      : plans_(plans), settings_(settings), call_(meeting.call), row_(meeting.row) {}

  void run() {
    const std::size_t choice = row_.choice_with_data;
    const Trial first = try_plan(choice, longest_choice);
    if (first.ending != Ending::ok) {
      row_.skipped = first.ending == Ending::too_large  ? "it takes too much memory"
                     : first.ending == Ending::too_slow ? "it takes too long"
                                                        : "the choice fails";
      return;
    }
    double fastest = first.seconds;
    for (std::size_t n = 0; n < plans_.size(); ++n) {
      const double limit = limit_beside(fastest);
      const Trial trial = n == choice ? first : try_plan(n, limit);
      if (trial.ending == Ending::ok) fastest = std::min(fastest, trial.seconds);
      row_.plans[n].ending = trial.ending;
      row_.plans[n].seconds = trial.ending == Ending::ok ? trial.seconds : limit;
      row_.plans[n].agrees =
          trial.ending != Ending::broken && (trial.ending != Ending::ok || trial.fingerprint == first.fingerprint);
    }
    time_interleaved();
  }

 private:
  // If all plans take long, those far from the fastest are given up earlier.
  double limit_beside(double fastest) const {
    return std::clamp(fastest * settings_.slowest, shortest_limit, std::max(long_call, fastest * hopeless));
  }

  void prepare(std::size_t plan) {
    call_.format = plans_.format(plan);
    call_.threads = settings_.threads;
    if (call_.format.is_dense())
      call_.mispredict =
          driver::unset_values(call_.format.value, driver::dense_cells(call_.format, call_.dimensions, {}));
    else
      call_.mispredict = {};
  }

  Trial try_plan(std::size_t plan, double seconds) {
    prepare(plan);
    return run_sandboxed(plans_.runner(plan), call_, {seconds, settings_.memory});
  }

  // The first round warms up, and determines the number of repeats. Plans that are too slow to be the best get one more
  // sample only.
  void time_interleaved() {
    std::vector<double> warm(plans_.size(), 0);
    std::vector<std::size_t> running;
    double fastest = longest_choice;
    for (std::size_t n = 0; n < plans_.size(); ++n) {
      if (row_.plans[n].ending != Ending::ok) continue;
      prepare(n);
      warm[n] = time_call(plans_.runner(n), call_, 1);
      fastest = std::min(fastest, warm[n]);
      running.push_back(n);
    }
    std::vector<std::vector<double>> samples(plans_.size());
    const auto time_rounds = [&](int rounds, const auto& is_timed) {
      for (int round = 0; round < rounds; ++round) {
        for (const std::size_t n : running) {
          if (!is_timed(n)) continue;
          prepare(n);
          const double least = warm[n] < short_call ? 2 : 1;
          const double repeats = std::clamp(sample_seconds / std::max(warm[n], 1e-9), least, most_repeats);
          samples[n].push_back(time_call(plans_.runner(n), call_, static_cast<int>(repeats)));
        }
        std::reverse(running.begin(), running.end());  // so that no plan always follows the same plan
      }
      for (const std::size_t n : running) row_.plans[n].seconds = median(samples[n]);
    };
    time_rounds(1, [](std::size_t) { return true; });
    time_rounds(settings_.rounds - 1, [&](std::size_t n) { return warm[n] <= hopeless * fastest; });
    // More rounds near the fastest: otherwise chance decides among many similar plans.
    double best = longest_choice;
    for (const std::size_t n : running) best = std::min(best, row_.plans[n].seconds);
    const std::vector<Timing> before = row_.plans;
    time_rounds(more_rounds * settings_.rounds, [&](std::size_t n) {
      return n == row_.choice || n == row_.choice_with_data || before[n].seconds <= near * best;
    });
  }

  const Plans& plans_;
  const Settings& settings_;
  driver::KernelCall& call_;
  Row& row_;
};

void add_prices(const Kernel& kernel, const Plans& plans, Meeting& meeting) {
  for (std::size_t n = 0; n < plans.size(); ++n) {
    Timing timing;
    timing.commands = schedule::print(plans.commands(n));
    timing.runs = schedule::print(running(meeting.counted, plans.commands(n)));
    timing.assumed = price_of(kernel, plans.commands(n));
    timing.counted = price_of(meeting.counted, plans.commands(n));
    meeting.row.plans.push_back(std::move(timing));
  }
}

// Gives plans that run the same loops their geometric mean. They differ in variants that do not run at these sizes, so
// their times differ by addresses of code and memory only.
void share_times(Row& row) {
  std::map<std::string, std::vector<Timing*>> alike;
  for (Timing& plan : row.plans)
    if (plan.ending == Ending::ok) alike[plan.runs].push_back(&plan);
  for (const auto& [runs, plans] : alike) {
    double logarithms = 0;
    for (const Timing* plan : plans) logarithms += std::log(plan->seconds);
    if (plans.size() > 1)
      for (Timing* plan : plans) plan->seconds = std::exp(logarithms / static_cast<double>(plans.size()));
  }
}

}  // namespace

CaseOutcome measure(const Case& one, const std::vector<DataSet>& sets, const Settings& settings, const Times* times) {
  const Kernel kernel = read_case(one);
  Plans plans(kernel, settings.most, one.known);
  const std::size_t choice = plans.choose(kernel);
  const bool depends_on_data = std::any_of(kernel.tensors.begin() + 1, kernel.tensors.end(),
                                           [&](const TensorDeclaration& tensor) { return takes_pattern(tensor, one); });
  std::vector<Meeting> meetings;
  for (const DataSet& set : sets) {
    if (set.order != one.order || (!depends_on_data && !meetings.empty())) continue;
    meetings.push_back({{}, kernel, {}});
    Meeting& meeting = meetings.back();
    meeting.row.title = one.title();
    meeting.row.data = set.name;
    meeting.row.choice = choice;
    meeting.row.skipped = Drawing(one, kernel, set).draw(meeting, settings.memory);
    if (meeting.row.skipped.empty()) meeting.row.choice_with_data = plans.choose(meeting.counted);
  }
  if (!times) plans.load(settings.cxx);
  CaseOutcome outcome;
  outcome.left_out = plans.left_out();
  outcome.refused = plans.refused();
  for (Meeting& meeting : meetings) {
    if (meeting.row.skipped.empty()) {
      add_prices(kernel, plans, meeting);
      if (!times)
        Timer(plans, settings, meeting).run();
      else
        times->fill(meeting.row);
      share_times(meeting.row);
    }
    outcome.rows.push_back(std::move(meeting.row));
    meeting.call = {};  // its data
  }
  return outcome;
}

}  // namespace scorchc::regret
