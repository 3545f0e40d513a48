#include "schedule/extent_variants.h"

#include <algorithm>
#include <vector>

#include "schedule/find_command.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// An extent that is so many times as short as another one is far shorter; and on the way to where they are alike.
constexpr std::int64_t shorter[] = {16, 8, 4, 2};
constexpr std::size_t most_open = 6;  // indices that are looked at

bool is_dense_index(const std::string& index, const Kernel& kernel) {
  const std::vector<Access> all = all_operands(kernel);
  return std::none_of(all.begin(), all.end(), [&](const Access& access) {
    return has(access.indices, index) && !kernel.tensor(access.tensor).format->is_dense();
  });
}

// Those of dense operands alone, which have one extent as far as anybody knows.
std::vector<std::string> open_indices(const Kernel& kernel) {
  std::vector<std::string> found;
  for (const Access& access : all_operands(kernel))
    for (const std::string& index : access.indices) {
      const auto declared = kernel.indices.find(index);
      const bool is_said = declared != kernel.indices.end() && (declared->second.extent || declared->second.hint);
      if (!is_said && !has(found, index) && is_dense_index(index, kernel)) found.push_back(index);
    }
  if (found.size() > most_open) found.resize(most_open);
  return found;
}

class Chooser {
 public:
  explicit Chooser(const Rivals& rivals) : rivals_(rivals), open_(open_indices(rivals.kernel())) {}

  std::optional<Candidate> best() const {
    std::optional<Candidate> best;
    for (const std::string& index : open_) {
      if (open_.size() < 2) break;
      std::optional<Candidate> found = candidate(index);
      if (found && (!best || found->there.ratio() > best->there.ratio())) best = std::move(found);
    }
    return best;
  }

 private:
  std::optional<Candidate> candidate(const std::string& index) const {
    std::optional<Candidate> found = rivals_.better_at(with_shorter(rivals_.kernel(), index, shorter[0]));
    if (!found) return {};
    const Comparison plans{rivals_.first(), found->commands};
    const std::optional<std::string> than = longer_beside(index, plans);
    if (!than) return {};
    const std::optional<std::int64_t> parts = boundary(index, *than, plans);
    if (!parts) return {};
    found->where = "with " + index + " a " + std::to_string(shorter[0]) + "th of " + *than;
    found->when.conditions = {{{.index = index}, Condition::Side::below, {.index = *than, .parts = *parts}}};
    return found;
  }

  static Kernel with_shorter(const Kernel& kernel, const std::string& index, std::int64_t times) {
    return with_extent(kernel, index, extent_of(index, kernel) / static_cast<double>(times));
  }

  /// The other index of which more makes the other plan gain most.
  std::optional<std::string> longer_beside(const std::string& index, const Comparison& plans) const {
    const Kernel there = with_shorter(rivals_.kernel(), index, shorter[0]);
    std::optional<std::string> best;
    double most = plans.at(there);
    for (const std::string& other : open_) {
      const double ratio = other == index ? 0 : plans.at(with_extent(there, other, 4 * extent_of(other, there)));
      if (ratio <= most * (1 + 1e-9)) continue;
      most = ratio;
      best = other;
    }
    return best;
  }

  /// As far as the other plan is the cheaper one, with both as long as is expected, and longer.
  std::optional<std::int64_t> boundary(const std::string& index, const std::string& than, const Comparison& plans) const {
    const Kernel& alike = rivals_.kernel();
    const Kernel longer = with_extent(with_extent(alike, index, 4 * extent_of(index, alike)), than, 4 * extent_of(than, alike));
    std::optional<std::int64_t> found;
    for (const std::int64_t times : shorter) {
      if (plans.at(with_shorter(alike, index, times)) < 1 || plans.at(with_shorter(longer, index, times)) < 1) break;
      found = times / 2;
    }
    return found;
  }

  const Rivals& rivals_;
  const std::vector<std::string> open_;
};

}  // namespace

std::optional<Candidate> extent_variant(const Rivals& rivals) { return Chooser(rivals).best(); }

}  // namespace scorchc::schedule
