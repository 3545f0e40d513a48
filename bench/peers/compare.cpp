// Times all peers alternately in one process. Prints a line per measurement: kernel, type, threads, data, entries,
// peer, and the median time of the peer divided by that of the emitted kernel. The last peer is the limit of the
// machine.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <utility>

#include "peers.h"

namespace peers {

void give_up(const std::string& message) {
  std::fprintf(stderr, "peers: %s\n", message.c_str());
  std::exit(1);
}

namespace {

struct Settings {
  int rounds = 7, threads = 1;
  double batch = 0.002;  // least seconds per peer and round
  std::string only, on, type;
  std::vector<std::string> files;
};

struct Experiment {
  const char* name;
  Kind kind;
  std::int64_t k = 1;
  enum class Second { none, itself, other } second = Second::none;  // the operand B
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
      {"SDDMM, then SpMM, k = 64", Kind::sddmm_spmm, 64},
      {"SpGEMM", Kind::spgemm, 1, itself},
      {"A * B + C", Kind::spgemm_add, 1, itself},
      {"A + B", Kind::add, 1, other},
      {"A + B, one pattern", Kind::add, 1, itself},
      {"A + B + C", Kind::add3, 1, other},
      {"MTTKRP, R = 16", Kind::mttkrp, 16},
      {"MTTKRP, R = 32", Kind::mttkrp, 32},
      {"TTV", Kind::ttv},
      {"TTM, R = 16", Kind::ttm, 16},
      {"TTM, R = 64", Kind::ttm, 64},
  };
  return all;
}

template <class T>
struct Peer {
  std::string name;
  std::function<Call<T>(const Problem<T>&)> prepare;
};

template <class T>
std::vector<Peer<T>> all_peers() {
  std::vector<Peer<T>> all = {
      {"plain loops", plain_loops<T>}, {"emitted", emitted<T>}, {"TACO", taco<T>}, {"Eigen", eigen<T>},
      {"GraphBLAS", graphblas<T>},     {"librsb", librsb<T>}};
  for (PythonPeer<T>& peer : python_peers<T>()) all.push_back({std::move(peer.name), std::move(peer.prepare)});
  return all;
}

template <class T>
std::vector<T> dense(std::int64_t rows, std::int64_t columns) {
  std::mt19937 random(3);
  std::vector<T> values(static_cast<std::size_t>(rows * columns));
  for (T& value : values) value = static_cast<T>(static_cast<int>(random() % 5) - 2);
  return values;
}

/// The pattern with random values.
template <class T, template <class> class Tensor, class Stored>
Tensor<T> with_values(const Stored& pattern) {
  std::mt19937 random(4);
  Tensor<T> a{pattern, {}};
  for (std::int64_t n = 0; n < a.stored(); ++n) a.vals.push_back(static_cast<T>(1 + random() % 3));
  return a;
}

/// The same rows, each moved up by `places`. On random data rows then have other columns, on a mesh nearly the same
/// ones.
Pattern moved_up(const Pattern& a, std::size_t places) {
  Pattern b{a.rows, a.columns, {0}, {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i) {
    const std::size_t from = (i + places) % static_cast<std::size_t>(a.rows);
    b.crd.insert(b.crd.end(), a.crd.begin() + a.pos[from], a.crd.begin() + a.pos[from + 1]);
    b.pos.push_back(static_cast<std::int32_t>(b.crd.size()));
  }
  return b;
}

bool is_of_tensors(Kind kind) { return kind == Kind::mttkrp || kind == Kind::ttv || kind == Kind::ttm; }

template <class T>
void draw_tensors(Problem<T>& p, const TensorPattern& pattern) {
  p.X = with_values<T, Csf>(pattern);
  p.right = dense<T>(p.X.dimension[2], p.k);
  if (p.kind == Kind::mttkrp) p.left = dense<T>(p.X.dimension[1], p.k);
}

template <class T>
void draw_matrices(Problem<T>& p, const Pattern& pattern, Experiment::Second second) {
  p.A = with_values<T, Csr>(pattern);
  if (second != Experiment::Second::none) p.B = with_values<T, Csr>(second == itself ? pattern : moved_up(pattern, 1));
  if (p.kind == Kind::spgemm_add || p.kind == Kind::add3) p.C = with_values<T, Csr>(moved_up(pattern, 2));
  const bool is_sampled = p.kind == Kind::sddmm || p.kind == Kind::sddmm_spmm;
  if (second == Experiment::Second::none) p.right = dense<T>(pattern.columns, p.k);
  if (is_sampled) p.left = dense<T>(pattern.rows, p.k);
  if (p.kind == Kind::sddmm_spmm) p.last = dense<T>(pattern.columns, p.k);
  if (p.kind == Kind::spmm_relu) p.bias = dense<T>(1, p.k);
}

template <class T>
Problem<T> draw(const Experiment& what, const Data& data, int threads) {
  Problem<T> p;
  p.kind = what.kind;
  p.k = what.k;
  p.threads = threads;
  if (is_of_tensors(what.kind))
    draw_tensors(p, data.tensor);
  else
    draw_matrices(p, *data.matrix, what.second);
  return p;
}

/// Whether to run the experiment on the data. False for products that are too large, as of power laws with themselves.
bool makes_sense(const Experiment& what, const Data& data) {
  if (is_of_tensors(what.kind)) return true;
  if (!data.matrix) return false;
  constexpr std::int64_t most_products = 100'000'000;
  const bool multiplies = what.kind == Kind::spgemm || what.kind == Kind::spgemm_add;
  const Pattern& a = *data.matrix;
  return !multiplies || (a.rows == a.columns && products(a, a) <= most_products);
}

/// The time in seconds. For one thread, its processor time, which other processes hardly affect.
double now(int threads) {
  timespec time{};
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class T>
struct Entrant {
  std::string name;
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

/// Prepares all peers that solve the problem and checks their results. The first is the plain loops, the reference.
template <class T>
std::vector<Entrant<T>> checked_entrants(const std::string& title, const Problem<T>& problem, Result<T>& expected) {
  std::vector<Entrant<T>> entrants;
  for (const Peer<T>& peer : all_peers<T>()) {
    Call<T> call = peer.prepare(problem);
    if (!call) continue;
    Result<T> result;
    call(&result);
    if (entrants.empty())
      expected = std::move(result);
    else if (!(result == expected))
      give_up(peer.name + ": the result differs from that of the plain loops: " + title);
    entrants.push_back({peer.name, std::move(call), 1, true, {}});
  }
  return entrants;
}

/// Times the peers, in a random order in each round. Short calls follow an untimed one: otherwise a call would find its
/// arrays in the cache or not, depending on the peer before it.
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
void compare(const Experiment& what, const Data& data, const Settings& settings) {
  const char* type = sizeof(T) == sizeof(float) ? "f32" : "f64";
  if (!makes_sense(what, data) || (!settings.type.empty() && settings.type != type)) return;
  const Problem<T> problem = draw<T>(what, data, settings.threads);
  Result<T> result;
  std::vector<Entrant<T>> entrants = checked_entrants(std::string(what.name) + ", " + data.name, problem, result);
  for (Entrant<T>& one : entrants) {
    one.measure(settings.threads);
    const double once = std::max(one.times[0], 1e-9);
    one.repeats = static_cast<int>(std::clamp(settings.batch / once, 1.0, 10000.0));
    one.warms_up = once < 10 * settings.batch;
    one.times.clear();
  }
  take_turns(entrants, settings);
  const double ours = entrants[1].median();
  const auto print = [&](const char* peer, double seconds) {
    std::printf("%s\t%s\t%d\t%s\t%lld\t%s\t%.3g\n", what.name, type, settings.threads, data.name.c_str(),
                static_cast<long long>(data.tensor.stored()), peer, seconds / ours);
  };
  for (std::size_t n = 0; n < entrants.size(); ++n)
    if (n != 1) print(entrants[n].name.c_str(), entrants[n].median());
  print("limit", least_seconds(problem, result));
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
    if (++n == argc) give_up(word + " needs a value");
    if (word == "--rounds")
      settings.rounds = std::max(1, std::atoi(argv[n]));
    else if (word == "--threads")
      settings.threads = std::max(1, std::atoi(argv[n]));
    else if (word == "--only")
      settings.only = argv[n];
    else if (word == "--on")
      settings.on = argv[n];
    else if (word == "--type")
      settings.type = argv[n];
    else
      give_up("unknown option " + word);
  }
  return settings;
}

void run_all(const Settings& settings) {
  std::vector<Data> all = made_data();
  for (const std::string& file : settings.files)
    if (std::optional<Data> data = read_data(file); data && data->tensor.stored() > 0) all.push_back(std::move(*data));
  for (const Data& data : all) {
    if (data.name.find(settings.on) == std::string::npos) continue;
    for (const Experiment& what : experiments()) {
      if (std::string(what.name).find(settings.only) == std::string::npos) continue;
      compare<float>(what, data, settings);
      compare<double>(what, data, settings);
    }
  }
}

}  // namespace

int run(int argc, char** argv) {
  run_all(read_arguments(argc, argv));
  return 0;
}

}  // namespace peers
