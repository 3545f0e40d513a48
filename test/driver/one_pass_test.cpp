// Tests sparse results that are assembled in one pass, through the generated interface: equal arrays for any number of
// threads and any allocator, and no leak when an allocation fails.
#include "catch.h"
#include "driver/program.h"

namespace {

const std::string heap = R"cpp(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

#include "add.h"
#include "spgemm.h"

#define REQUIRE(holds)                              \
                                 if (!(holds)) {                                   \
                                   std::printf("line %d: %s\n", __LINE__, #holds); \
                                   std::exit(1);                                   \
                                 }

                               struct Heap {
                                 std::map<void*, size_t> live;
                                 int calls = 0, fails_at = 0;
                                 bool fails_from_there = false;
                                 size_t most = SIZE_MAX;
                                 static void* allocate(void* user, size_t bytes) {
                                   Heap& heap = *static_cast<Heap*>(user);
                                   ++heap.calls;
                                   const bool fails = heap.fails_from_there ? heap.calls >= heap.fails_at : heap.calls == heap.fails_at;
                                   if ((heap.fails_at > 0 && fails) || bytes > heap.most) return nullptr;
                                   void* const array = std::malloc(bytes);
                                   heap.live[array] = bytes;
                                   return array;
                                 }
                                 static void release(void* user, void* array) {
                                   REQUIRE(static_cast<Heap*>(user)->live.erase(array) == 1);
                                   std::free(array);
                                 }
                               };

                               struct Csr {
                                 std::vector<int32_t> pos{0}, crd;
                                 std::vector<float> vals;
                                 // Rows with about the given lengths in rotation, the last rows empty; some columns
                                 // hold -0, whose sums are -0 or 0.
                                 Csr(int32_t rows, int32_t columns, unsigned seed, const std::vector<int32_t>& lengths) {
                                   for (int32_t i = 0; i < rows; ++i) {
                                     const int32_t wanted = i > rows - 9 ? 0 : lengths[static_cast<size_t>(i) % lengths.size()];
                                     for (int32_t j = 0; j < columns; ++j) {
                                       seed = seed * 1664525U + 1013904223U;
                                       if (static_cast<int32_t>((seed >> 8) % static_cast<unsigned>(columns)) >= wanted) continue;
                                       crd.push_back(j);
                                       vals.push_back(j % 4 == 1 ? -0.0F : static_cast<float>(seed >> 29) + 1);
                                     }
                                     pos.push_back(static_cast<int32_t>(crd.size()));
                                   }
                                 }
                               };
)cpp";

const std::string checks = R"cpp(
  template <class A, class B, class C>
  struct Kernel {
    using Function = scorch_status (*)(const A*, const B*, C*, const scorch_context*);
    Function run, count, pattern, compute;
    void (*free)(C*, const scorch_context*);
    A a;
    B b;
    int64_t rows;
    std::vector<int32_t> pos, crd;
    std::vector<float> vals;

    void run_in_steps() {
      C c = {};
      REQUIRE(count(&a, &b, &c, nullptr) == SCORCH_OK);
      crd.resize(static_cast<size_t>(c.C2_count));
      vals.resize(static_cast<size_t>(c.C_count));
      c.C2_crd = crd.data();
      c.C_vals = vals.data();
      REQUIRE(pattern(&a, &b, &c, nullptr) == SCORCH_OK && compute(&a, &b, &c, nullptr) == SCORCH_OK);
      pos.assign(c.C2_pos, c.C2_pos + rows + 1);
      free(&c, nullptr);
    }

    scorch_status check(const scorch_context* context, Heap* heap) {
      C c = {};
      const scorch_status status = run(&a, &b, &c, context);
      if (status == SCORCH_OK) {
        REQUIRE(pos == std::vector<int32_t>(c.C2_pos, c.C2_pos + rows + 1));
        REQUIRE(crd == std::vector<int32_t>(c.C2_crd, c.C2_crd + c.C2_count));
        REQUIRE(static_cast<int64_t>(vals.size()) == c.C_count);
        REQUIRE(std::memcmp(vals.data(), c.C_vals, vals.size() * sizeof(float)) == 0);
        if (heap != nullptr && heap->fails_at == 0)
          for (void* array : {static_cast<void*>(c.C2_crd), static_cast<void*>(c.C_vals)})
            REQUIRE(heap->live.at(array) <= 4 * crd.size() + crd.size());
        free(&c, context);
      }
      REQUIRE(heap == nullptr || heap->live.empty());
      REQUIRE(c.C2_pos == nullptr && c.C2_crd == nullptr && c.C_vals == nullptr);
      return status;
    }

    void check_all() {
      run_in_steps();
      for (const int32_t threads : {1, 2, 3, 8, 100}) {
        const scorch_context plain{nullptr, nullptr, nullptr, threads};
        REQUIRE(check(&plain, nullptr) == SCORCH_OK);
        Heap heap;
        const scorch_context own{Heap::allocate, Heap::release, &heap, threads};
        REQUIRE(check(&own, &heap) == SCORCH_OK);
        // Allow no more memory than the final result has.
        heap.most = 4 * crd.size();
        REQUIRE(check(&own, &heap) == SCORCH_OK);
        heap.most = 4 * crd.size() - 1;
        REQUIRE(check(&own, &heap) == SCORCH_OUT_OF_MEMORY);
        heap.most = SIZE_MAX;
        for (heap.fails_at = 1; heap.fails_at < 40; ++heap.fails_at) {
          heap.calls = 0;
          heap.fails_from_there = false;
          check(&own, &heap);
          if (heap.calls < heap.fails_at) break;
          heap.calls = 0;
          heap.fails_from_there = true;
          check(&own, &heap);
        }
        REQUIRE(heap.fails_at > 3);
      }
    }
  };

  int main() {
    // Rows of any length, many of them empty.
    std::vector<int32_t> mixed;
    for (int32_t i = 0; i < 85; ++i) mixed.push_back(i % 5 == 0 ? 0 : i % 17 == 3 ? 300 : 3);
    const Csr a(300, 97, 1, mixed), b(300, 97, 2, mixed), c(97, 300, 3, mixed);
    Kernel<add_A, add_B, add_C> sum{add, add_count, add_pattern, add_compute, add_free, {}, {}, 300, {}, {}, {}};
    sum.a = {{300, 97}, a.pos.data(), a.crd.data(), a.vals.data()};
    sum.b = {{300, 97}, b.pos.data(), b.crd.data(), b.vals.data()};
    sum.check_all();
    Kernel<spgemm_A, spgemm_B, spgemm_C> product{
        spgemm, spgemm_count, spgemm_pattern, spgemm_compute, spgemm_free, {}, {}, 300, {}, {}, {}};
    product.a = {{300, 97}, a.pos.data(), a.crd.data(), a.vals.data()};
    product.b = {{97, 300}, c.pos.data(), c.crd.data(), c.vals.data()};
    product.check_all();
    // Rows with these numbers of columns use the list accumulator, the hierarchical one (60 addends), or the bitmap
    // (150).
    const Csr d(1200, 97, 4, {0, 1, 3, 12, 30}), wide(97, 20000, 5, {5});
    product.rows = 1200;
    product.a = {{1200, 97}, d.pos.data(), d.crd.data(), d.vals.data()};
    product.b = {{97, 20000}, wide.pos.data(), wide.crd.data(), wide.vals.data()};
    product.check_all();
  }
)cpp";

}  // namespace

TEST_CASE("upper-bound assembly gives equal arrays for all threads and allocators or leaks nothing", "[compiler]") {
  const Workplace workplace;
  const std::vector<std::string> formats = {"--fmt", "A=csr", "--fmt", "B=csr", "--fmt", "C=csr", "-o", "./"};
  for (std::vector<std::string> arguments :
       {std::vector<std::string>{"C(i,j) = A(i,j) + B(i,j)", "--name", "add"},
        std::vector<std::string>{"C(i,k) = A(i,j) * B(j,k)", "--name", "spgemm"}}) {
    arguments.insert(arguments.end(), formats.begin(), formats.end());
    REQUIRE(workplace.scorchc(arguments).exit_code == 0);
  }
  workplace.write("main.cpp", heap + checks);
  for (const std::string threads : {"-fno-openmp", "-fopenmp"}) {
    const Outcome made =
        workplace.program({"g++", "-std=c++17", "-g", threads, "-fsanitize=address,undefined",
                           "-fno-sanitize-recover=all", "add.cpp", "spgemm.cpp", "main.cpp", "-o", "main"});
    REQUIRE(made.err == "");
    const Outcome ran = workplace.program({"./main"});
    CHECK(ran.out == "");
    CHECK(ran.exit_code == 0);
  }
}
