// Writes test/run/chosen.cases: kernels that together reach each rule of lowering, optimising and emitting.
//
//   tools/choose-kernels
//
// Candidates are the lists of test/run, samples of its sets, and random programs. The folders that generate code are
// compiled with -finstrument-functions and -fsanitize-coverage=trace-pc, which record two kinds of features:
//   - basic blocks: a case of a rule;
//   - pairs of a function and its caller: a rule inside another rule.
// A greedy set cover repeatedly picks the candidate with the most new features per size of its emitted text, until no
// candidate adds any.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <set>
#include <vector>

#include "driver/compile.h"
#include "fuzz/program.h"
#include "run/batch.h"
#include "run/sets.h"

namespace {

// Features of the running compilation. Each feature hashes to a slot, which stores the last candidate that reached it.
constexpr std::size_t slot_count = std::size_t{1} << 24;
std::vector<std::uint32_t> last_candidate(slot_count, 0);
std::vector<std::uint32_t> reached;
std::uint32_t candidate = 0;
bool recording = false;
constexpr std::size_t deepest = 4096;
void* callers[deepest];
std::size_t depth = 0;

void note(std::uint64_t feature) {
  feature *= 0x9e3779b97f4a7c15u;
  const std::size_t slot = static_cast<std::size_t>(feature >> 40);
  if (last_candidate[slot] == candidate) return;
  last_candidate[slot] = candidate;
  reached.push_back(static_cast<std::uint32_t>(slot));
}

std::uint64_t number_of(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

}  // namespace

extern "C" {
void __cyg_profile_func_enter(void* function, void* call_site);
void __cyg_profile_func_exit(void* function, void* call_site);
void __sanitizer_cov_trace_pc();

void __cyg_profile_func_enter(void* function, void*) {
  if (recording)
    note(number_of(function) * 31 + number_of(depth > 0 && depth <= deepest ? callers[depth - 1] : nullptr));
  if (depth < deepest) callers[depth] = function;
  ++depth;
}
void __cyg_profile_func_exit(void*, void*) {
  if (depth > 0) --depth;
}
void __sanitizer_cov_trace_pc() {
  if (recording) note(number_of(__builtin_return_address(0)));
}
}

namespace scorchc::test {
namespace {

struct Candidate {
  std::string line;
  std::size_t size = 0;  // bytes of emitted text
  std::vector<std::uint32_t> reached;
};

std::vector<Case> candidates() {
  std::vector<Case> all;
  for (const char* list : {"hand-written", "vectors", "parallel", "variants", "optimised"})
    for (Case& each : read_cases(std::string(SCORCHC_SOURCE_DIR "/test/run/") + list + ".cases"))
      all.push_back(std::move(each));
  for (auto* set :
       {two_operand_cases, matrix_cases, third_order_cases, loop_order_cases, precomputed_cases, sequence_cases})
    for (Case& each : sample(set(), 300, 1)) all.push_back(std::move(each));
  for (std::uint64_t seed = 1; seed <= 600; ++seed) all.push_back(fuzz::draw_program(seed));
  return all;
}

std::vector<Candidate> compile_all(const std::vector<Case>& cases) {
  std::vector<Candidate> compiled;
  std::set<std::string> seen;
  std::size_t seen_cases = 0;
  for (const Case& each : cases) {
    if (++seen_cases % 500 == 0) std::cerr << seen_cases << " of " << cases.size() << " compiled\n";
    const std::string line = write_case(each);
    // A sum of very many operands reaches the same features as a sum of a dozen.
    if (line.size() > 400 || !seen.insert(line).second) continue;
    ++candidate;
    reached.clear();
    depth = 0;
    Report report;
    recording = true;
    const auto kernel = compile_case(each, "k", driver::compile, report);
    recording = false;
    if (kernel) compiled.push_back({line, kernel->single_file.size(), reached});
  }
  return compiled;
}

/// The indices of the picked candidates, in ascending order.
std::set<std::size_t> cover(const std::vector<Candidate>& all) {
  std::vector<bool> covered(slot_count, false);
  std::vector<double> worth(all.size());
  const auto gain_of = [&](const Candidate& each) {
    const auto fresh =
        std::count_if(each.reached.begin(), each.reached.end(), [&](std::uint32_t slot) { return !covered[slot]; });
    // The constant is the cost of compiling a kernel of any size.
    return static_cast<double>(fresh) / (20'000.0 + static_cast<double>(each.size));
  };
  for (std::size_t n = 0; n < all.size(); ++n) worth[n] = gain_of(all[n]);
  std::set<std::size_t> picked;
  while (true) {
    std::size_t best = 0;
    // The gain of a candidate never increases, so it is recomputed only for the currently best one.
    while (true) {
      best = static_cast<std::size_t>(std::max_element(worth.begin(), worth.end()) - worth.begin());
      const double now = gain_of(all[best]);
      if (now >= worth[best]) break;
      worth[best] = now;
    }
    if (worth[best] <= 0) return picked;
    picked.insert(best);
    for (const std::uint32_t slot : all[best].reached) covered[slot] = true;
    worth[best] = 0;
  }
}

int run(const std::string& path) {
  const std::vector<Candidate> all = compile_all(candidates());
  const std::set<std::size_t> picked = cover(all);
  std::set<std::uint32_t> features;
  std::size_t bytes = 0;
  for (const Candidate& each : all) features.insert(each.reached.begin(), each.reached.end());
  std::ofstream file(path);
  file << "# Written by tools/choose-kernels: kernels that together reach each rule of lowering and emitting "
          "(README.md).\n";
  for (const std::size_t n : picked) {
    file << all[n].line << "\n";
    bytes += all[n].size;
  }
  std::cout << picked.size() << " of " << all.size() << " kernels reach all of " << features.size()
            << " blocks and pairs of rules; " << bytes / 1024 << " KiB of text\n";
  return file.flush() ? 0 : 4;
}

}  // namespace
}  // namespace scorchc::test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: choose_kernels FILE\n";
    return 2;
  }
  return scorchc::test::run(argv[1]);
}
