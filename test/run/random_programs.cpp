// Generates valid expressions by a random walk through the grammar. It avoids what the front end refuses: an operand
// with two orders, a sparse denominator, a result index without an extent.
#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "sets.h"

namespace scorchc::test {
namespace {

using Strings = std::vector<std::string>;

class ProgramMaker {
 public:
  explicit ProgramMaker(std::uint64_t seed) : random_(seed) {}

  Case make() {
    while (true) {
      program_ = {};
      used_.clear();
      operands_ = 0;
      const Strings result = draw_indices(below(4));
      pool_ = result;
      for (const std::string index : {"k", "l", "i"})
        if (std::find(pool_.begin(), pool_.end(), index) == pool_.end() && pool_.size() < 4) pool_.push_back(index);
      const std::string body = sum(1 + below(3), 2);
      const auto is_used = [&](const std::string& index) { return used_.contains(index); };
      if (operands_ == 0 || !std::all_of(result.begin(), result.end(), is_used)) continue;
      program_.expression = access("R", result) + " = " + body;
      if (chance(50) && !result.empty()) give_format("R", result.size());
      return program_;
    }
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  bool chance(std::size_t percent) { return below(100) < percent; }

  static std::string access(const std::string& tensor, const Strings& indices) {
    std::string list;
    for (const std::string& index : indices) list += (list.empty() ? "" : ",") + index;
    return indices.empty() ? tensor : tensor + "(" + list + ")";
  }

  Strings draw_indices(std::size_t count) {
    Strings names = {"i", "j", "k", "l"};
    shuffle(names);
    names.resize(count);
    return names;
  }

  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t n = values.size(); n > 1; --n) std::swap(values[n - 1], values[below(n)]);
  }

  void give_format(const std::string& tensor, std::size_t order) {
    static const Strings level_formats = {"dense", "compressed", "coordinate"};
    std::string format = tensor + "=";
    for (std::size_t level = 0; level < order; ++level) format += (level > 0 ? "," : "") + level_formats[below(3)];
    std::vector<std::size_t> modes;
    for (std::size_t mode = 0; mode < order; ++mode) modes.push_back(mode);
    if (chance(25)) shuffle(modes);
    for (std::size_t level = 0; level < order; ++level)
      format += (level > 0 ? "," : ":") + std::to_string(modes[level]);
    if (tensor != "R" && chance(20)) format += std::string(":") + (chance(50) ? "f64" : chance(50) ? "i32" : "i64");
    if (chance(10)) format += ":pos=i64:crd=i64";
    program_.settings.formats.push_back(std::move(format));
  }

  std::string leaf() {
    if (operands_ == 5 || chance(6)) return std::to_string(1 + below(3));
    // The same access a second time.
    if (!leaves_.empty() && operands_ > 0 && chance(8)) return leaves_[below(leaves_.size())];
    if (operands_ == 0) leaves_.clear();
    const std::string tensor(1, static_cast<char>('A' + operands_++));
    // Usually in the order of the pool, so that one loop order is concordant with most operands.
    Strings indices;
    const std::size_t order = below(pool_.size() + 1);
    for (const std::string& index : pool_)
      if (indices.size() < order && chance(70)) indices.push_back(index);
    if (chance(10)) shuffle(indices);
    if (indices.size() == 2 && chance(6)) indices[1] = indices[0];
    used_.insert(indices.begin(), indices.end());
    if (!indices.empty() && chance(85)) give_format(tensor, indices.size());
    leaves_.push_back(access(tensor, indices));
    return leaves_.back();
  }

  std::string factor(std::size_t depth) {
    if (depth > 0 && chance(20)) return "(" + sum(2, depth - 1) + ")";
    if (depth > 0 && chance(12)) {
      static const Strings functions = {"relu", "abs", "exp", "tanh"};
      return functions[below(functions.size())] + "(" + sum(1 + below(2), depth - 1) + ")";
    }
    return leaf();
  }

  std::string product(std::size_t depth) {
    std::string text = factor(depth);
    for (std::size_t more = below(3); more > 0; --more) text += " * " + factor(depth);
    return text;
  }

  std::string sum(std::size_t terms, std::size_t depth) {
    std::string text = product(depth);
    while (--terms > 0) text += (chance(70) ? " + " : " - ") + product(depth);
    return text;
  }

  std::mt19937_64 random_;  // portable; the distributions of the standard library are not
  Case program_;
  Strings pool_, leaves_;
  std::set<std::string> used_;
  std::size_t operands_ = 0;
};

}  // namespace

std::vector<Case> random_programs(std::uint64_t seed, std::size_t count) {
  ProgramMaker maker(seed);
  std::vector<Case> cases;
  while (cases.size() < count) cases.push_back(maker.make());
  return cases;
}

}  // namespace scorchc::test
