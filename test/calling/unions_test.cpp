// Runs branch-free merges of lists: every way in which coordinates can coincide, and values that must stay as they are.
#include "calling/kernels.h"
#include "catch.h"

namespace {

// Lists that are empty, equal, equal for a run, and disjoint; their arrays end with them. A list adds nothing at
// coordinates that it does not store: a single negative zero keeps its sign. Only merges of many lists by flags add
// zeros.
constexpr const char* program = R"(
#include "sum2.h"
#include "sum3.h"
#include "sum5.h"
#include "less3.h"
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
namespace {
constexpr int extent = 40, kinds = 8;
struct List {
  std::vector<int32_t> pos, crd;
  std::vector<float> vals;
};
bool has(int kind, int i) {
  switch (kind) {
    case 0: return false;
    case 1: return true;
    case 2: return i % 2 == 0;
    case 3: return i < 20;
    case 4: return i % 3 == 1;
    case 5: return i != 17;
    case 6: return i == 39;
    default: return (i * 7 + 3) % 11 < 5;
  }
}
List made(int kind, int number) {
  const float values[] = {1.0F, -0.0F, NAN, -3.5F, INFINITY, 0.1F, 1e30F};
  List list;
  for (int i = 0; i < extent; ++i)
    if (has(kind, i)) {
      list.crd.push_back(i);
      list.vals.push_back(values[(i + 3 * number) % 7]);
    }
  list.pos = {0, static_cast<int32_t>(list.crd.size())};
  list.crd.shrink_to_fit();
  list.vals.shrink_to_fit();
  return list;
}
bool is_same(float a, float b) { return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0; }
template <class Result>
bool is_right(const Result& d, const std::vector<List>& lists, bool zeros, bool subtracts = false) {
  int64_t p = 0;
  std::vector<size_t> at(lists.size(), 0);
  for (int i = 0; i < extent; ++i) {
    bool any = false;
    float sum = 0;
    for (size_t n = 0; n < lists.size(); ++n) {
      const bool here = at[n] < lists[n].crd.size() && lists[n].crd[at[n]] == i;
      const float sign = subtracts && n > 0 ? -1.0F : 1.0F;
      const float value = here ? sign * lists[n].vals[at[n]++] : 0.0F;
      if (zeros || here) sum = any || (zeros && n > 0) ? sum + value : value;
      any = any || here;
    }
    if (!any) continue;
    if (p >= d.d_count || d.d1_crd[p] != i || !is_same(d.d_vals[p], sum)) return false;
    ++p;
  }
  return p == d.d_count;
}
template <class S>
S view(const List& list) {
  return {{extent}, list.pos.data(), list.crd.data(), list.vals.data()};
}
}
int main() {
  for (int k = 0; k < kinds * kinds * kinds; ++k) {
    const int kind[] = {k % kinds, k / kinds % kinds, k / kinds / kinds, (k + 3) % kinds, (k / 5) % kinds};
    std::vector<List> lists;
    for (int n = 0; n < 5; ++n) lists.push_back(made(kind[n], n));
    {
      const std::vector<List> of(lists.begin(), lists.begin() + 2);
      const auto a = view<sum2_a>(of[0]);
      const auto b = view<sum2_b>(of[1]);
      sum2_d d = {};
      if (sum2(&a, &b, &d, nullptr) != SCORCH_OK || !is_right(d, of, false)) return std::printf("2 lists, %d\n", k);
      sum2_free(&d, nullptr);
    }
    {
      const std::vector<List> of(lists.begin(), lists.begin() + 3);
      const auto a = view<sum3_a>(of[0]);
      const auto b = view<sum3_b>(of[1]);
      const auto c = view<sum3_c>(of[2]);
      sum3_d d = {};
      if (sum3(&a, &b, &c, &d, nullptr) != SCORCH_OK || !is_right(d, of, false)) return std::printf("3 lists, %d\n", k);
      sum3_free(&d, nullptr);
    }
    {
      const std::vector<List> of(lists.begin(), lists.begin() + 3);
      const auto a = view<less3_a>(of[0]);
      const auto b = view<less3_b>(of[1]);
      const auto c = view<less3_c>(of[2]);
      less3_d d = {};
      if (less3(&a, &b, &c, &d, nullptr) != SCORCH_OK || !is_right(d, of, false, true)) return std::printf("less 2 lists, %d\n", k);
      less3_free(&d, nullptr);
    }
    const auto a = view<sum5_a>(lists[0]);
    const auto b = view<sum5_b>(lists[1]);
    const auto c = view<sum5_c>(lists[2]);
    const auto e = view<sum5_e>(lists[3]);
    const auto f = view<sum5_f>(lists[4]);
    sum5_d d = {};
    if (sum5(&a, &b, &c, &e, &f, &d, nullptr) != SCORCH_OK || !is_right(d, lists, true)) return std::printf("5 lists, %d\n", k);
    sum5_free(&d, nullptr);
  }
}
)";

/// The sum of `count` sparse vectors, or the first one minus the others: a union that is merged branch-free.
std::string emit_sum(const Workplace& workplace, const std::string& kind, std::size_t count) {
  std::string sum, name = kind + std::to_string(count);
  std::vector<std::string> arguments = {"", "--fmt=d=sv", "--name=" + name};
  for (const char letter : std::string("abcef").substr(0, count)) {
    sum += (sum.empty() ? "" : kind == "less" ? " - " : " + ") + std::string(1, letter) + "(i)";
    arguments.push_back("--fmt=" + std::string(1, letter) + "=sv");
  }
  arguments[0] = "d(i) = " + sum;
  emit_kernel(workplace, arguments, "h,cpp");
  CHECK(workplace.read("k/" + name + ".cpp").find("scorch_merge([&](int64_t, int64_t pa1_here") != std::string::npos);
  return name + ".cpp ";
}

}  // namespace

TEST_CASE("unions of coordinate lists that overlap in every way", "[deep]") {
  const Workplace workplace;
  std::string sources;
  for (const std::size_t count : {2U, 3U, 5U}) sources += emit_sum(workplace, "sum", count);
  sources += emit_sum(workplace, "less", 3);
  workplace.write("k/main.cpp", program);
  compile(workplace,
          "-std=c++17 -fsanitize=address,undefined -fno-sanitize-recover=all " + sources + "main.cpp -o checked");
  CHECK(run_program(workplace, "./checked") == "");
  compile(workplace, "-std=c++17 -O2 " + sources + "main.cpp -o fast");
  CHECK(run_program(workplace, "./fast") == "");
}
