// Tests sparse results that reuse an operand's pattern: the one call and count-and-fill give equal arrays, also if
// entries of the operand have empty fibres, or if the operand is part of larger arrays.
#include "catch.h"
#include "driver/program.h"

namespace {

const std::string program = R"cpp(#include <cstdio>
#include <cstdlib>
#include <vector>

#include "ttv.h"

#define REQUIRE(holds)                                               \
                                    if (!(holds)) {                                                    \
                                      std::printf("case %d, line %d: %s\n", number, __LINE__, #holds); \
                                      std::exit(1);                                                    \
                                    }

                                  template <class T>
                                  std::vector<T> copied(const T* array, int64_t count) {
                                    return std::vector<T>(array, array + count);
                                  }

                                  // Rows of fibres of entries, with a maximum of each per parent; at least one, unless
                                  // empty ones are allowed.
                                  struct Csf {
                                    std::vector<int32_t> pos1{0}, pos2{0}, pos3{0};
                                    std::vector<int32_t> crd1, crd2, crd3;
                                    std::vector<double> vals;
                                    unsigned state = 1;
                                    int draw(int most, bool may_be_none) {
                                      state = state * 1664525U + 1013904223U;
                                      const int least = may_be_none ? 0 : 1;
                                      return least + static_cast<int>((state >> 8) % static_cast<unsigned>(most + 1 - least));
                                    }
                                    Csf(int rows, int fibres, int entries, bool has_empty_rows, bool has_empty_fibres) {
                                      for (int i = 0; i < rows; ++i) {
                                        crd1.push_back(2 * i);
                                        for (int j = draw(fibres, has_empty_rows); j > 0; --j) {
                                          crd2.push_back(fibres - j);
                                          for (int k = draw(entries, has_empty_fibres); k > 0; --k) {
                                            crd3.push_back(entries - k);
                                            vals.push_back(draw(9, true) - 4);
                                          }
                                          pos3.push_back(static_cast<int32_t>(crd3.size()));
                                        }
                                        pos2.push_back(static_cast<int32_t>(crd2.size()));
                                      }
                                      pos1.push_back(rows);
                                    }
                                  };

                                  void check(int number, const Csf& csf, int rows, int fibres, int entries) {
                                    std::vector<double> values;
                                    for (int k = 0; k < entries || k < fibres; ++k) values.push_back(k % 7 - 3);
                                    const ttv_A A{{2 * rows, fibres, entries},
                                                  csf.pos1.data(),
                                                  csf.crd1.data(),
                                                  csf.pos2.data(),
                                                  csf.crd2.data(),
                                                  csf.pos3.data(),
                                                  csf.crd3.data(),
                                                  csf.vals.data()};
                                    const ttv_x x{{entries}, values.data()};
                                    const ttv_z z{{fibres}, values.data()};
                                    ttv_C whole = {}, steps = {};
                                    REQUIRE(ttv(&A, &x, &z, &whole, nullptr) == SCORCH_OK);
                                    REQUIRE(ttv_count(&A, &x, &z, &steps, nullptr) == SCORCH_OK);
                                    std::vector<int32_t> crd1(static_cast<size_t>(steps.C1_count)), crd2(static_cast<size_t>(steps.C2_count));
                                    std::vector<double> vals(static_cast<size_t>(steps.C_count));
                                    steps.C1_crd = crd1.data();
                                    steps.C2_crd = crd2.data();
                                    steps.C_vals = vals.data();
                                    REQUIRE(ttv_pattern(&A, &x, &z, &steps, nullptr) == SCORCH_OK &&
                                            ttv_compute(&A, &x, &z, &steps, nullptr) == SCORCH_OK);
                                    REQUIRE(whole.C1_count == steps.C1_count && whole.C2_count == steps.C2_count && whole.C_count == steps.C_count);
                                    REQUIRE(copied(whole.C1_pos, 2) == copied(steps.C1_pos, 2));
                                    REQUIRE(copied(whole.C2_pos, whole.C1_count + 1) == copied(steps.C2_pos, whole.C1_count + 1));
                                    REQUIRE(copied(whole.C1_crd, whole.C1_count) == crd1 && copied(whole.C2_crd, whole.C2_count) == crd2);
                                    REQUIRE(copied(whole.C_vals, whole.C_count) == vals);
                                    ttv_free(&whole, nullptr);
                                    ttv_free(&steps, nullptr);
                                  }

                                  int main() {
                                    int number = 0;
                                    for (const int rows : {0, 1, 5, 200})
                                      for (const int entries : {1, 3, 40})
                                        for (const bool has_empty_rows : {false, true})
                                          for (const bool has_empty_fibres : {false, true}) {
                                            Csf csf(rows, 5, entries, has_empty_rows, has_empty_fibres);
                                            check(++number, csf, rows, 5, entries);
                                            if (rows < 3) continue;
                                            csf.pos1[0] = 2;  // all but the first rows
                                            check(++number, csf, rows, 5, entries);
                                          }
                                    // Only the first fibre is empty, or only the last.
                                    Csf first(100, 1, 2, false, false), last = first;
                                    first.pos3[0] = first.pos3[1];
                                    check(++number, first, 100, 5, 2);
                                    last.pos3[100] = last.pos3[99];
                                    check(++number, last, 100, 5, 2);
                                  }
)cpp";

}  // namespace

TEST_CASE("a result reuses the pattern of an operand with and without empty fibres", "[compiler]") {
  const Workplace place;
  const Outcome emitted = place.scorchc(
      {"C(i,j) = A(i,j,k) * x(k) * z(j)", "--fmt", "A=csf", "--type", "f64", "--name", "ttv", "-o", "./"});
  REQUIRE(emitted.exit_code == 0);
  CHECK(place.read("ttv.cpp").find("reuse the pattern of A: copy coordinates and positions") != std::string::npos);
  place.write("main.cpp", program);
  const Outcome built =
      place.program({"g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Wconversion", "-fsanitize=address,undefined",
                     "-fno-sanitize-recover=all", "main.cpp", "ttv.cpp", "-o", "main"});
  REQUIRE(built.exit_code == 0);
  CHECK(built.err == "");
  const Outcome ran = place.program({place.path("main").string()});
  CHECK(ran.out == "");
  CHECK(ran.exit_code == 0);
}

TEST_CASE("a pattern is not reused if other operands affect the result's pattern") {
  const Workplace place;
  const auto is_taken = [&](const std::vector<std::string>& arguments) {
    return place.scorchc(arguments).out.find("reuse the pattern of A: copy coordinates and positions") !=
           std::string::npos;
  };
  CHECK(is_taken({"C(i,j) = A(i,j,k) * x(k)", "--fmt", "A=csf"}));
  CHECK_FALSE(is_taken({"C(i,j) = A(i,j,k) * x(k)", "--fmt", "A=csf", "--fmt", "x=sv"}));
  CHECK_FALSE(is_taken({"C(i,j) = A(i,j,k) * B(i,j)", "--fmt", "A=csf", "--fmt", "B=dcsr"}));
  CHECK_FALSE(is_taken({"C(i,j) = A(i,j,k) * x(i)", "--fmt", "A=csf"}));
  CHECK_FALSE(is_taken({"C(i,j) = A(i,j,k) * x(k) + B(i,j)", "--fmt", "A=csf", "--fmt", "B=dcsr"}));
}
