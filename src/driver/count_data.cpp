#include "driver/count_data.h"

#include <algorithm>
#include <utility>

#include "data/statistics.h"
#include "driver/text_table.h"
#include "schedule/estimate/degree_bounds.h"

namespace scorchc::driver {
namespace {

/// Returns "100, 1,234".
std::string print_counts(const std::vector<double>& counts) {
  std::string text;
  for (const double count : counts) text += (text.empty() ? "" : ", ") + print_count(count);
  return text;
}

std::string print_extents(const std::vector<std::int64_t>& extents) {
  std::string text;
  for (const std::int64_t extent : extents)
    text += (text.empty() ? "" : " x ") + print_count(static_cast<double>(extent));
  return text;
}

/// Returns the maximum degree of each dimension, "7, 31", or `?` if its degrees are not listed.
std::string print_most(const TensorStatistics& counted) {
  std::string text;
  for (const std::optional<double>& most : schedule::most_at_one(counted))
    text += (text.empty() ? "" : ", ") + (most ? print_count(*most) : "?");
  return text;
}

Decision say(const TensorDeclaration& tensor, const std::vector<std::int64_t>& dimensions, const std::string& where) {
  const TensorStatistics& counted = *tensor.statistics;
  Decision decision{"data", tensor.name, print_count(counted.stored) + " stored", "counted in " + where};
  if (tensor.nnz_hint || tensor.fill_hint) decision.reason += ", which overrides the hint of `--nnz`";
  if (dimensions.empty()) return decision;
  decision.choice += " of " + print_extents(dimensions);
  decision.reason += "; down to each level of " + print_short(*tensor.format) + ": " + print_counts(counted.prefixes) +
                     "; most at a coordinate of each dimension: " + print_most(counted);
  return decision;
}

/// Counts one tensor at a time, so that at most one is in memory: first the files, which give extents, then random
/// data, which need them.
class Counter {
 public:
  Counter(const Kernel& kernel, const std::vector<Binding>& data) : kernel_(kernel), extents_(kernel) {
    for (const Binding& binding : data) {
      Source source = open_source(kernel_, binding);
      if (source.random) {
        random_.push_back(std::move(source));
        continue;
      }
      add_extents(source, extents_);
      count(source);
    }
    // Hints suffice as extents of random components that are only counted.
    extents_.add_hints(kernel_);
    for (Source& source : random_) {
      draw(source, extents_);
      count(source);
      source.components.reset();
    }
  }

  const Extents& extents() const { return extents_; }
  std::shared_ptr<const TensorStatistics> of(const std::string& tensor) const {
    const auto found = counted_.find(tensor);
    return found == counted_.end() ? nullptr : found->second;
  }

 private:
  void count(const Source& source) {
    counted_[source.tensor->name] =
        std::make_shared<TensorStatistics>(data::count(*source.components, *source.tensor->format, source.label));
  }

  const Kernel& kernel_;
  Extents extents_;
  std::vector<Source> random_;
  std::map<std::string, std::shared_ptr<const TensorStatistics>> counted_;
};

}  // namespace

Kernel with_statistics(const Kernel& kernel, const std::vector<Binding>& data, Decisions& decisions) {
  Kernel result = kernel;
  if (data.empty()) return result;
  const Counter counter(kernel, data);
  for (auto& [index, declaration] : result.indices) {
    const auto known = counter.extents().all().find(index);
    if (!declaration.extent && known != counter.extents().all().end()) declaration.hint = known->second;
  }
  for (const Binding& binding : data) {
    const auto tensor = std::find_if(result.tensors.begin(), result.tensors.end(),
                                     [&](const TensorDeclaration& each) { return each.name == binding.tensor; });
    tensor->statistics = counter.of(binding.tensor);
    decisions.push_back(say(*tensor, counter.extents().dimensions_of(binding.tensor, ""), binding.value));
  }
  return result;
}

}  // namespace scorchc::driver
