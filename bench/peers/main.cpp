// One process, every peer in turn. Prints a line a measurement: kernel, type, data, entries, peer, and the median time
// of the peer over that of the emitted kernel.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <string>

#include "peers.h"

namespace peers {

void give_up(const std::string& message) {
  std::fprintf(stderr, "peers: %s\n", message.c_str());
  std::exit(1);
}

namespace {

struct Settings {
  int rounds = 7, threads = 1;
  double batch = 0.002;  // seconds that a peer works at least in a round
  std::string only, type;
  std::vector<std::string> files;
};

struct Experiment {
  const char* name;
  Kind kind;
  std::int64_t k = 1;
  enum class Second { none, itself, other } second = Second::none;  // what B is
};

constexpr auto itself = Experiment::Second::itself;
constexpr auto other = Experiment::Second::other;

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {
      {"SpMV", Kind::spmv},
      {"SpMM, k = 1", Kind::spmm, 1},
      {"SpMM, k = 8", Kind::spmm, 8},
      {"SpMM, k = 16", Kind::spmm, 16},
      {"SpMM, k = 64", Kind::spmm, 64},
      {"SpMM, k = 128", Kind::spmm, 128},
      {"SpMM, k = 512", Kind::spmm, 512},
      {"SpMM + bias, relu, k = 64", Kind::spmm_relu, 64},
      {"SDDMM, k = 16", Kind::sddmm, 16},
      {"SDDMM, k = 64", Kind::sddmm, 64},
      {"SDDMM, k = 128", Kind::sddmm, 128},
      {"SpGEMM", Kind::spgemm, 1, itself},
      {"A + B", Kind::add, 1, other},
      {"A + B, one pattern", Kind::add, 1, itself},
      {"MTTKRP, R = 16", Kind::mttkrp, 16},
      {"MTTKRP, R = 32", Kind::mttkrp, 32},
  };
  return all;
}

template <class T>
struct Peer {
  const char* name;
  Call<T> (*prepare)(const Problem<T>&);
};

template <class T>
std::vector<Peer<T>> all_peers() {
  return {{"plain loops", plain_loops<T>},
          {"emitted", emitted<T>},
          {"Eigen", eigen<T>},
          {"GraphBLAS", graphblas<T>},
          {"librsb", librsb<T>}};
}

template <class T>
std::vector<T> dense(std::int64_t rows, std::int64_t columns) {
  std::mt19937 random(3);
  std::vector<T> values(static_cast<std::size_t>(rows * columns));
  for (T& value : values) value = static_cast<T>(static_cast<int>(random() % 5) - 2);
  return values;
}

template <class T>
Csr<T> with_values(const Pattern& pattern) {
  std::mt19937 random(4);
  Csr<T> a{pattern, {}};
  for (std::int64_t n = 0; n < a.stored(); ++n) a.vals.push_back(static_cast<T>(1 + random() % 3));
  return a;
}

/// The same rows, each one place further up: on random data other columns, on a mesh nearly the same.
Pattern moved_up(const Pattern& a) {
  Pattern b{a.name, a.rows, a.columns, {0}, {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i) {
    const std::size_t from = (i + 1) % static_cast<std::size_t>(a.rows);
    b.crd.insert(b.crd.end(), a.crd.begin() + a.pos[from], a.crd.begin() + a.pos[from + 1]);
    b.pos.push_back(static_cast<std::int32_t>(b.crd.size()));
  }
  return b;
}

/// The matrix with its columns folded to 256: X(i, j / 256, j % 256).
template <class T>
Csf<T> folded(const Csr<T>& a) {
  constexpr std::int32_t width = 256;
  Csf<T> x;
  x.dimension[0] = a.rows;
  x.dimension[1] = (a.columns + width - 1) / width;
  x.dimension[2] = width;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i) {
    const auto start = static_cast<std::size_t>(a.pos[i]), end = static_cast<std::size_t>(a.pos[i + 1]);
    if (start == end) continue;
    x.crd[0].push_back(static_cast<std::int32_t>(i));
    x.pos[1].push_back(static_cast<std::int32_t>(x.crd[1].size()));
    for (std::size_t n = start; n < end; ++n) {
      if (n == start || a.crd[n] / width != a.crd[n - 1] / width) {
        x.crd[1].push_back(a.crd[n] / width);
        x.pos[2].push_back(static_cast<std::int32_t>(n));
      }
      x.crd[2].push_back(a.crd[n] % width);
    }
  }
  x.pos[0] = {0, static_cast<std::int32_t>(x.crd[0].size())};
  x.pos[1].push_back(static_cast<std::int32_t>(x.crd[1].size()));
  x.pos[2].push_back(static_cast<std::int32_t>(x.crd[2].size()));
  x.vals = a.vals;
  return x;
}

template <class T>
Problem<T> draw(const Experiment& what, const Pattern& pattern, int threads) {
  Problem<T> p;
  p.kind = what.kind;
  p.k = what.k;
  p.threads = threads;
  p.A = with_values<T>(pattern);
  if (what.second != Experiment::Second::none)
    p.B = with_values<T>(what.second == itself ? pattern : moved_up(pattern));
  if (what.kind == Kind::mttkrp) p.X = folded(p.A);
  const bool has_right = what.kind != Kind::spgemm && what.kind != Kind::add;
  if (has_right) p.right = dense<T>(what.kind == Kind::mttkrp ? p.X.dimension[2] : pattern.columns, what.k);
  if (what.kind == Kind::sddmm) p.left = dense<T>(pattern.rows, what.k);
  if (what.kind == Kind::mttkrp) p.left = dense<T>(p.X.dimension[1], what.k);
  if (what.kind == Kind::spmm_relu) p.bias = dense<T>(1, what.k);
  return p;
}

/// Multiply-adds of A * B, beyond which a matrix is left out: power laws with long rows in long columns.
std::int64_t products(const Pattern& a) {
  std::int64_t sum = 0;
  for (const std::int32_t k : a.crd) sum += a.pos[static_cast<std::size_t>(k) + 1] - a.pos[static_cast<std::size_t>(k)];
  return sum;
}

bool makes_sense(const Experiment& what, const Pattern& pattern) {
  constexpr std::int64_t most_products = 100'000'000;
  return what.kind != Kind::spgemm || (pattern.rows == pattern.columns && products(pattern) <= most_products);
}

/// On one thread the processor time of that thread, which other processes on the machine hardly change.
double now(int threads) {
  timespec time{};
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class T>
struct Entrant {
  const char* name;
  Call<T> call;
  int repeats = 1;
  bool warms_up = true;
  std::vector<double> times;

  void measure(int threads) {
    if (warms_up) call(nullptr);
    const double start = now(threads);
    for (int n = 0; n < repeats; ++n) call(nullptr);
    times.push_back((now(threads) - start) / repeats);
  }
  double median() {
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }
};

template <class T>
std::vector<Entrant<T>> checked_entrants(const Experiment& what, const Problem<T>& problem) {
  std::vector<Entrant<T>> entrants;
  Result<T> expected;
  for (const Peer<T>& peer : all_peers<T>()) {
    Call<T> call = peer.prepare(problem);
    if (!call) continue;
    Result<T> result;
    call(&result);
    if (entrants.empty())
      expected = std::move(result);
    else if (!(result == expected))
      give_up(std::string(peer.name) + ": another result than the plain loops: " + what.name + ", " + problem.A.name);
    entrants.push_back({peer.name, std::move(call), 1, true, {}});
  }
  return entrants;
}

/// In another order in each round, and after a call that is not timed where calls are short: one that follows a peer
/// with the same arrays would find them in the cache, one that follows a peer with arrays of its own would not.
template <class T>
void take_turns(std::vector<Entrant<T>>& entrants, const Settings& settings) {
  std::mt19937 random(5);
  std::vector<std::size_t> order(entrants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < settings.rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t n : order) entrants[n].measure(settings.threads);
  }
}

template <class T>
void compare(const Experiment& what, const Pattern& pattern, const Settings& settings) {
  const char* type = sizeof(T) == sizeof(float) ? "f32" : "f64";
  if (!makes_sense(what, pattern) || (!settings.type.empty() && settings.type != type)) return;
  const Problem<T> problem = draw<T>(what, pattern, settings.threads);
  std::vector<Entrant<T>> entrants = checked_entrants(what, problem);
  for (Entrant<T>& one : entrants) {
    one.measure(settings.threads);
    const double once = std::max(one.times[0], 1e-9);
    one.repeats = static_cast<int>(std::clamp(settings.batch / once, 1.0, 10000.0));
    one.warms_up = once < 10 * settings.batch;
    one.times.clear();
  }
  take_turns(entrants, settings);
  const double ours = entrants[1].median();
  for (std::size_t n = 0; n < entrants.size(); ++n)
    if (n != 1)
      std::printf("%s\t%s\t%s\t%lld\t%s\t%.3f\n", what.name, type, pattern.name.c_str(),
                  static_cast<long long>(pattern.stored()), entrants[n].name, entrants[n].median() / ours);
  std::fflush(stdout);
}

Settings read_arguments(int argc, char** argv) {
  Settings settings;
  for (int n = 1; n < argc; ++n) {
    const std::string word = argv[n];
    if (word.rfind("--", 0) != 0) {
      settings.files.push_back(word);
      continue;
    }
    if (++n == argc) give_up(word + " takes a value");
    if (word == "--rounds")
      settings.rounds = std::max(1, std::atoi(argv[n]));
    else if (word == "--threads")
      settings.threads = std::max(1, std::atoi(argv[n]));
    else if (word == "--only")
      settings.only = argv[n];
    else if (word == "--type")
      settings.type = argv[n];
    else
      give_up("no option " + word);
  }
  return settings;
}

void run(const Settings& settings) {
  std::vector<Pattern> patterns = made_patterns();
  for (const std::string& file : settings.files)
    if (std::optional<Pattern> pattern = read_pattern(file); pattern && pattern->stored() > 0)
      patterns.push_back(std::move(*pattern));
  for (const Pattern& pattern : patterns)
    for (const Experiment& what : experiments()) {
      if (std::string(what.name).find(settings.only) == std::string::npos) continue;
      compare<float>(what, pattern, settings);
      compare<double>(what, pattern, settings);
    }
}

}  // namespace
}  // namespace peers

int main(int argc, char** argv) { peers::run(peers::read_arguments(argc, argv)); }
