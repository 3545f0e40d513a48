// Tests kernels that the Clang plugin links into this process.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "plugin_or_skip.h"

using namespace scorchc::clang_plugin;

namespace {

// Includes only what generated code includes.
const char* const spmv = R"(#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
extern "C" int spmv(std::int32_t rows, const std::int32_t* A2_pos, const std::int32_t* A2_crd, const double* A_vals,
                    const double* x, double* y) {
  double* w = static_cast<double*>(std::malloc(sizeof(double) * static_cast<std::size_t>(rows)));
  if (w == nullptr) return 1;
  std::memset(w, 0, sizeof(double) * static_cast<std::size_t>(rows));
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 16)
#endif
  for (std::int32_t i = 0; i < rows; ++i) {
    for (std::int32_t p = A2_pos[i]; p < A2_pos[i + 1]; ++p) w[i] += A_vals[p] * x[A2_crd[p]];
  }
  std::memcpy(y, w, sizeof(double) * static_cast<std::size_t>(rows));
  std::free(w);
  return 0;
}
#ifdef _OPENMP
extern "C" int omp_get_max_threads();
extern "C" int threads() { return omp_get_max_threads(); }
#endif
)";
using Spmv = int(std::int32_t, const std::int32_t*, const std::int32_t*, const double*, const double*, double*);

template <class Function>
Function* function(LoadedKernel& kernel, const char* name) {
  return reinterpret_cast<Function*>(kernel.symbol(name));
}

CompileOptions one_file(const std::string& text, std::vector<std::string> arguments) {
  return {{{"kernel.cpp", text}}, std::move(arguments)};
}

/// Row i has i % 3 entries, all 1, in columns i, i + 1.
void check_spmv(Spmv* kernel) {
  constexpr std::int32_t rows = 1000;
  std::vector<std::int32_t> pos = {0}, crd;
  std::vector<double> expected;
  for (std::int32_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::int32_t j = i; j < i + i % 3; ++j) {
      crd.push_back(j);
      sum += j;
    }
    pos.push_back(static_cast<std::int32_t>(crd.size()));
    expected.push_back(sum);
  }
  const std::vector<double> vals(crd.size(), 1.0);
  std::vector<double> x(rows + 2), y(rows, -1.0);
  std::iota(x.begin(), x.end(), 0.0);
  REQUIRE(kernel(rows, pos.data(), crd.data(), vals.data(), x.data(), y.data()) == 0);
  CHECK(y == expected);
}

}  // namespace

TEST_CASE("a loaded kernel computes") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  std::vector<Message> messages;
  const auto kernel = plugin->load(one_file(spmv, {"-O3", "-std=c++17"}), &messages);
  REQUIRE(kernel != nullptr);
  CHECK(messages.empty());
  REQUIRE(kernel->symbol("spmv") != nullptr);
  check_spmv(function<Spmv>(*kernel, "spmv"));
  CHECK(kernel->symbol("threads") == nullptr);
  CHECK(kernel->symbol("malloc") == nullptr);  // belongs to the process, not to the kernel
}

TEST_CASE("a loaded kernel computes with OpenMP") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  for (const char* flag : {"-O0", "-O3"}) {
    std::vector<Message> messages;
    const auto kernel = plugin->load(one_file(spmv, {flag, "-fopenmp", "-march=native"}), &messages);
    REQUIRE(kernel != nullptr);
    for (int repeat = 0; repeat < 3; ++repeat) check_spmv(function<Spmv>(*kernel, "spmv"));
    // Without LLVM's OpenMP library, the kernel is serial and a note says so.
    const bool serial = !messages.empty() && messages.back().text.find("libomp") != std::string::npos;
    CHECK((kernel->symbol("threads") == nullptr) == serial);
  }
}

TEST_CASE("threads of a loaded kernel have distinct numbers") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const auto kernel = plugin->load(one_file(R"(
#ifdef _OPENMP
extern "C" int omp_get_thread_num();
#else
static int omp_get_thread_num() { return 0; }
#endif
extern "C" int distinct() {
  int seen[64] = {};
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    ++seen[omp_get_thread_num() & 63];
  }
  int most = 0;
  for (int count : seen) most = count > most ? count : most;
  return most;
}
)",
                                            {"-O2", "-fopenmp"}),
                                   nullptr);
  REQUIRE(kernel != nullptr);
  CHECK(function<int()>(*kernel, "distinct")() == 1);
}

TEST_CASE("kernels that define the same symbol can be loaded together") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const auto text = [](int value) {
    return "extern \"C\" int inner() { return " + std::to_string(value) +
           "; }\nextern \"C\" int outer() { return inner(); }\n";
  };
  auto one = plugin->load(one_file(text(1), {"-O0"}), nullptr);
  auto two = plugin->load(one_file(text(2), {"-O0"}), nullptr);
  REQUIRE(one != nullptr);
  REQUIRE(two != nullptr);
  CHECK(function<int()>(*one, "outer")() == 1);
  CHECK(function<int()>(*two, "outer")() == 2);
  one.reset();
  CHECK(function<int()>(*two, "outer")() == 2);
}

TEST_CASE("a kernel's global data is its own") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  const auto kernel =
      plugin->load(one_file("#include <cstdlib>\nstatic int calls = 40;\nextern \"C\" int next() { return ++calls; }\n"
                            "extern \"C\" int sign(int x) { return std::abs(x); }\n",
                            {}),
                   nullptr);
  REQUIRE(kernel != nullptr);
  CHECK(function<int()>(*kernel, "next")() == 41);
  CHECK(function<int()>(*kernel, "next")() == 42);
  CHECK(function<int(int)>(*kernel, "sign")(-3) == 3);
}

TEST_CASE("a failed load has a message") {
  Plugin* plugin = plugin_or_skip();
  if (plugin == nullptr) return;
  std::vector<Message> messages;
  CHECK(plugin->load(one_file("int f( {", {}), &messages) == nullptr);
  REQUIRE_FALSE(messages.empty());
  CHECK(messages.front().line == 1);
  CHECK(plugin->load(one_file("extern \"C\" int nobody();\nextern \"C\" int f() { return nobody(); }", {}),
                     &messages) == nullptr);
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages.front().text, ContainsSubstring("nobody"));
  // The plugin still works afterwards.
  CHECK(plugin->load(one_file(spmv, {}), &messages) != nullptr);
  CHECK(messages.empty());
}
