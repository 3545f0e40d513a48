// Tests results whose levels are appended in storage order, through the generated interface: equal arrays for any
// number of threads, from the one call and from its steps, and no leak when an allocation fails.
#include "catch.h"
#include "driver/program.h"

namespace {

const std::string common =
    R"cpp(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

#include "coo.h"
#include "sum.h"
#include "ttm.h"
#include "ttv.h"

#define REQUIRE(holds)                              \
            if (!(holds)) {                                   \
              std::printf("line %d: %s\n", __LINE__, #holds); \
              std::exit(1);                                   \
            }

          struct Heap {
            std::map<void*, size_t> live;
            int calls = 0, fails_at = 0;
            bool fails_from_there = false;
            static void* allocate(void* user, size_t bytes) {
              Heap& heap = *static_cast<Heap*>(user);
              ++heap.calls;
              if (heap.fails_at > 0 && (heap.fails_from_there ? heap.calls >= heap.fails_at : heap.calls == heap.fails_at))
                return nullptr;
              void* const array = std::malloc(bytes);
              heap.live[array] = bytes;
              return array;
            }
            static void release(void* user, void* array) {
              REQUIRE(static_cast<Heap*>(user)->live.erase(array) == 1);
              std::free(array);
            }
          };

          // Rows of fibres of entries: many rows are missing, some have empty fibres, and one has half of all entries.
          struct Tensor {
            std::vector<int32_t> pos1{0, 0}, pos2{0}, pos3{0}, crd1, crd2, crd3, rows;
            std::vector<float> vals, fibre_vals;
            unsigned state;
            int draw(int most) {
              state = state * 1664525U + 1013904223U;
              return static_cast<int>((state >> 8) % static_cast<unsigned>(most));
            }
            explicit Tensor(unsigned seed, bool has_empty) : state(seed) {
              for (int i = 0; i < 120; ++i) {
                if (draw(3) == 0) continue;
                crd1.push_back(i);
                const int fibres = i == 40 ? 200 : has_empty ? draw(4) : 1 + draw(4);
                for (int j = 0; j < fibres; ++j) {
                  rows.push_back(i);
                  crd2.push_back(3 * j + draw(3));
                  fibre_vals.push_back(j % 4 == 1 ? -0.0F : static_cast<float>(draw(9)) + 0.25F);
                  for (int k = has_empty && draw(5) == 0 ? 9 : 0; k < 5; k += 1 + draw(3)) {
                    crd3.push_back(k);
                    vals.push_back(static_cast<float>(draw(100)) / 7);
                  }
                  pos3.push_back(static_cast<int32_t>(crd3.size()));
                }
                pos2.push_back(static_cast<int32_t>(crd2.size()));
              }
              pos1[1] = static_cast<int32_t>(crd1.size());
            }
          };

          // The contents of a result, one array after the other.
          using Held = std::vector<std::vector<char>>;
          template <class T>
          std::vector<char> bytes(const T* array, int64_t count) {
            std::vector<char> copy(static_cast<size_t>(count) * sizeof(T));
            if (count > 0) std::memcpy(copy.data(), array, copy.size());
            return copy;
          }
          template <class C>
          Held held_in_levels(const C& c) {
            return {bytes(c.C1_pos, 2), bytes(c.C1_crd, c.C1_count), bytes(c.C2_pos, c.C1_count + 1),
                    bytes(c.C2_crd, c.C2_count), bytes(c.C_vals, c.C_count)};
          }
          Held held(const sum_C& c) { return held_in_levels(c); }
          Held held(const ttv_C& c) { return held_in_levels(c); }
          Held held(const ttm_C& c) { return held_in_levels(c); }
          Held held(const coo_C& c) {
            return {bytes(c.C1_crd, c.C1_count), bytes(c.C2_crd, c.C1_count), bytes(c.C_vals, c.C_count)};
          }

          bool is_empty(const coo_C& c) { return c.C1_crd == nullptr && c.C2_crd == nullptr && c.C_vals == nullptr; }
          template <class C>
          bool is_empty(const C& c) {
            return c.C1_pos == nullptr && c.C1_crd == nullptr && c.C2_pos == nullptr && c.C2_crd == nullptr &&
                   c.C_vals == nullptr;
          }

          template <class A, class B, class C>
          struct Kernel {
            using Function = scorch_status (*)(const A*, const B*, C*, const scorch_context*);
            Function run, compute;
            void (*free)(C*, const scorch_context*);
            A a;
            B b;

            void check() const {
              C first = {};
              const scorch_context one{nullptr, nullptr, nullptr, 1};
              REQUIRE(run(&a, &b, &first, &one) == SCORCH_OK);
              const Held wanted = held(first);
              for (const int32_t threads : {1, 2, 3, 5}) {
                Heap heap;
                const scorch_context own{Heap::allocate, Heap::release, &heap, threads};
                // Computes the values alone, for an existing pattern.
                std::memset(first.C_vals, 1, static_cast<size_t>(first.C_count) * sizeof(float));
                REQUIRE(compute(&a, &b, &first, &own) == SCORCH_OK);
                REQUIRE(held(first) == wanted);
                const int most = threads == 3 ? 60 : 1;
                for (heap.fails_at = 0; heap.fails_at < most; ++heap.fails_at) {
                  for (const bool from_there : {false, true}) {
                    C c = {};
                    heap.calls = 0;
                    heap.fails_from_there = from_there;
                    const scorch_status status = run(&a, &b, &c, &own);
                    REQUIRE(status == SCORCH_OK || (heap.fails_at > 0 && status == SCORCH_OUT_OF_MEMORY));
                    if (status == SCORCH_OK) {
                      REQUIRE(held(c) == wanted);
                      free(&c, &own);
                    }
                    REQUIRE(is_empty(c) && heap.live.empty());
                  }
                  if (heap.calls < heap.fails_at) break;
                }
                REQUIRE(threads != 3 || (heap.fails_at > 5 && heap.fails_at < most));
              }
              free(&first, nullptr);
            }
          };

          int main() {
            const std::vector<float> x{1, -2, 3, 0.5F, 7, 1, 2, 3, 4, 5};
            for (const bool has_empty : {true, false}) {
              const Tensor a(1, has_empty), b(2, has_empty);
              const ttv_A tensor{{120, 600, 5}, a.pos1.data(), a.crd1.data(), a.pos2.data(),
                                 a.crd2.data(), a.pos3.data(), a.crd3.data(), a.vals.data()};
              Kernel<ttv_A, ttv_x, ttv_C>{ttv, ttv_compute, ttv_free, tensor, {{5}, x.data()}}.check();
              const ttm_A same{{120, 600, 5}, a.pos1.data(), a.crd1.data(), a.pos2.data(),
                               a.crd2.data(), a.pos3.data(), a.crd3.data(), a.vals.data()};
              Kernel<ttm_A, ttm_B, ttm_C>{ttm, ttm_compute, ttm_free, same, {{5, 2}, x.data()}}.check();
              const sum_A left{{120, 600},    a.pos1.data(), a.crd1.data(),
                               a.pos2.data(), a.crd2.data(), a.fibre_vals.data()};
              const sum_B right{{120, 600},    b.pos1.data(), b.crd1.data(),
                                b.pos2.data(), b.crd2.data(), b.fibre_vals.data()};
              Kernel<sum_A, sum_B, sum_C>{sum, sum_compute, sum_free, left, right}.check();
              const coo_A entries{
                  {120, 600}, static_cast<int64_t>(a.rows.size()), a.rows.data(), a.crd2.data(), a.fibre_vals.data()};
              const coo_B others{
                  {120, 600}, static_cast<int64_t>(b.rows.size()), b.rows.data(), b.crd2.data(), b.fibre_vals.data()};
              Kernel<coo_A, coo_B, coo_C>{coo, coo_compute, coo_free, entries, others}.check();
            }
          }
    )cpp";

}  // namespace

TEST_CASE("parallel assembly gives equal arrays for all threads and allocators or leaks nothing", "[compiler]") {
  const Workplace workplace;
  const auto emit = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--isa=generic", "-o", "./"});
    REQUIRE(workplace.scorchc(all).exit_code == 0);
  };
  emit({"C(i,j) = A(i,j) + B(i,j)", "--name", "sum", "--fmt", "A=dcsr", "--fmt", "B=dcsr", "--fmt", "C=dcsr"});
  emit({"C(i,j) = A(i,j) - B(i,j)", "--name", "coo", "--fmt", "A=coo", "--fmt", "B=coo", "--fmt", "C=coo"});
  emit({"C(i,j) = A(i,j,k) * x(k)", "--name", "ttv", "--fmt", "A=csf"});
  emit({"C(i,j,r) = A(i,j,k) * B(k,r)", "--name", "ttm", "--fmt", "A=csf", "--schedule",
        "reorder(i, j, r, k); vectorize(none)"});
  for (const std::string name : {"sum", "coo", "ttv", "ttm"})
    CHECK(workplace.read(name + ".cpp").find("// move the entries of the chunks together") != std::string::npos);
  workplace.write("main.cpp", common);
  const Outcome made =
      workplace.program({"g++", "-std=c++17", "-g", "-Wall", "-Wextra", "-Wconversion", "-fopenmp",
                         "-DSCORCH_THREAD_WORTH=1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                         "sum.cpp", "coo.cpp", "ttv.cpp", "ttm.cpp", "main.cpp", "-o", "main"});
  REQUIRE(made.err == "");
  const Outcome ran = workplace.program({"./main"});
  CHECK(ran.out == "");
  CHECK(ran.exit_code == 0);
}

TEST_CASE("without a parallel loop a result is not assembled in chunks") {
  const Workplace workplace;
  const Outcome serial = workplace.scorchc(
      {"C(i,j) = A(i,j) + B(i,j)", "--fmt", "A=dcsr", "--fmt", "B=dcsr", "--fmt", "C=dcsr", "--parallel=none"});
  CHECK(serial.exit_code == 0);
  CHECK(serial.out.find("parts") == std::string::npos);
  CHECK(serial.out.find("scorch_threads") == std::string::npos);
}
