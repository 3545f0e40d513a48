// Runs reductions over positions in SIMD lanes: at the ends of arrays, next to values of other rows, in batches of rows
// and row by row, for every instruction set.
#include "catch.h"
#include "compilers.h"
#include "emit/emit.h"
#include "ir/loop_walk.h"
#include "modules.h"
#include "passes/batch_sums.h"
#include "passes/outline.h"
#include "passes/vectorise.h"
#include "run/depth.h"

using namespace scorchc;
using test::Folder;
using test::run;

namespace {

loop::Block with_vectors(const loop::Block& block) {
  loop::Block marked;
  for (const loop::Stmt& stmt : block) {
    const loop::For* node = stmt.as<loop::For>();
    if (!node || node->name != "pA2") {
      marked.push_back(loop::with_blocks(stmt, with_vectors));
      continue;
    }
    loop::For vector = *node;
    vector.vector = true;
    marked.push_back(vector);
  }
  return marked;
}

loop::Module vector_spmv() {
  loop::Module module = test::spmv();
  module.functions[0].body = with_vectors(module.functions[0].body);
  return passes::outline(passes::batch_sums(passes::vectorise(module)));
}

/// The kernel is written for f32; for f64 only the type is replaced.
std::string of_doubles(std::string text) {
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"float", "double"}, {"0.0F", "0.0"}})
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
      text.replace(at, from.size(), to);
  return text;
}

// Arrays end with the last entry. x is NaN at coordinates that a row does not store, and rows of infinite values
// alternate with finite ones: neither may affect a sum of small integers, which is exact.
constexpr const char* program = R"(
#include <cstdio>
#include <cstring>
#include <vector>

// Hundreds of rows, which are computed in batches if they are short: bitwise equal to each row computed alone. Every
// fifth row has infinite values, which must not affect its neighbours.
static int rows_together() {
  const int longest[] = {0, 1, 2, 4, 5, 7, 8, 20, 300, -1, -3, -20};  // negative: seven of eight rows are empty
  unsigned random = 1;
  const auto draw = [&](int below) { return static_cast<int>((random = random * 1664525u + 1013904223u) >> 8) % below; };
  for (const int most : longest)
    for (const int empty_rows : {0, 3, 70})
      for (const bool is_same : {false, true}) {
        const int rows = 210, columns = 301;
        std::vector<int32_t> pos(1, 0), crd;
        std::vector<float> vals, x_vals, together(rows), alone(rows);
        for (int j = 0; j < columns; ++j) x_vals.push_back(static_cast<float>(draw(2001) - 1000) / 7);
        for (int i = 0; i < rows; ++i) {
          const int length = i < empty_rows ? 0 : most < 0 ? (draw(8) > 0 ? 0 : 1 + draw(-most)) : is_same ? most : most < 9 ? draw(most + 1) : draw(9) > 0 ? draw(7) : draw(most + 1);
          for (int n = 0; n < length; ++n) {
            crd.push_back(n);
            vals.push_back(i % 5 == 4 ? static_cast<float>(__builtin_huge_val()) : static_cast<float>(draw(201) - 100) / 3);
          }
          pos.push_back(static_cast<int32_t>(crd.size()));
        }
        crd.shrink_to_fit();
        vals.shrink_to_fit();
        const spmv_x x = {{columns}, x_vals.data()};
        const spmv_A A = {{rows, columns}, pos.data(), crd.data(), vals.data()};
        spmv_y y = {{rows}, together.data()};
        if (spmv(&A, &x, &y, nullptr) != SCORCH_OK) return 1;
        for (int i = 0; i < rows; ++i) {
          const spmv_A row = {{1, columns}, pos.data() + i, crd.data(), vals.data()};
          spmv_y sum = {{1}, alone.data() + i};
          if (spmv(&row, &x, &sum, nullptr) != SCORCH_OK) return 1;
          const size_t at = static_cast<size_t>(i);
          const bool is_number = alone[at] - alone[at] >= 0;  // the bits of a NaN are arbitrary
          if (is_number ? std::memcmp(&alone[at], &together[at], sizeof(float)) != 0 : together[at] - together[at] >= 0)
            return std::printf("rows of %d, row %d\n", most, i);
        }
      }
  return 0;
}

int main() {
  if (rows_together() != 0) return 1;
  const int lengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33};
  for (const int first : lengths)
    for (const int second : lengths)
      for (const int third : lengths) {
        const int columns = 34;
        std::vector<int32_t> pos(1, 0), crd;
        std::vector<float> vals, x_vals(columns, __builtin_nanf("")), y_vals(3), expected(3, 0);
        for (int j = 0; j < 33; ++j) x_vals[static_cast<size_t>(j)] = static_cast<float>(j - 16);
        int row = 0;
        for (const int length : {first, second, third}) {
          for (int n = 0; n < length; ++n) {
            const int32_t j = row == 1 ? n + 1 : 32 - n;  // the second row may read the NaN
            crd.push_back(j);
            vals.push_back(row == 1 ? static_cast<float>(__builtin_huge_val()) : static_cast<float>(n % 5 - 2));
            expected[static_cast<size_t>(row)] += vals.back() * x_vals[static_cast<size_t>(j)];
          }
          pos.push_back(static_cast<int32_t>(crd.size()));
          ++row;
        }
        crd.shrink_to_fit();
        vals.shrink_to_fit();
        const spmv_A A = {{3, columns}, pos.data(), crd.data(), vals.data()};
        const spmv_x x = {{columns}, x_vals.data()};
        spmv_y y = {{3}, y_vals.data()};
        if (spmv(&A, &x, &y, nullptr) != SCORCH_OK) return 1;
        for (const size_t i : {size_t{0}, size_t{2}})
          if (y_vals[i] != expected[i]) return std::printf("%d %d %d, row %d\n", first, second, third, static_cast<int>(i));
      }
}
)";

}  // namespace

TEST_CASE("sums over positions access only stored elements", "[compiler]") {
  const Folder folder;
  const std::string text = emit_cpp(vector_spmv()).single_file + program;
  folder.write("f32.cpp", text);
  folder.write("f64.cpp", of_doubles(text));
  for (const std::string& source : {std::string("f32.cpp"), std::string("f64.cpp")}) {
    constexpr const char* widths[] = {"1", "16", "32", "64"};
    for (std::size_t n = 0; n < 4; ++n)
      if (test::is_turn(n, 4))
        CHECK(run(folder,
                  "g++ -std=c++17 -fsanitize=address,undefined -fno-sanitize-recover=all -Wno-psabi "
                  "-DSCORCH_VECTOR_BYTES=" +
                      std::string(widths[n]) + " " + source + " -o program && ./program") == "");
    for (const std::string& compiler : test::cpp_compilers())
      CHECK(run(folder,
                compiler + " -std=c++17 -O2 " + test::warning_flags + " " + source + " -o program && ./program") == "");
  }
}

TEST_CASE("excluded instruction sets are neither emitted nor called", "[deep]") {
  const Folder folder;
  loop::Module module = vector_spmv();
  const std::string all = emit_cpp(module).single_file;
  CHECK(all.find("avx512f") != std::string::npos);
  for (const InstructionSet set : all_instruction_sets) {
    module.instruction_sets = {set};
    const std::string text = emit_cpp(module).single_file;
    CHECK((text.find("avx512f") != std::string::npos) == (set == InstructionSet::avx512));
    CHECK((text.find("avx2") != std::string::npos) == (set == InstructionSet::avx2));
    CHECK(text.find("scorch_" + std::string(name(set)) + ">(") != std::string::npos);
    folder.write("narrow.cpp", text + program);
    for (const std::string& compiler : test::cpp_compilers())
      CHECK(run(folder, compiler + " -std=c++17 -O2 " + test::warning_flags + " narrow.cpp -o program && ./program") ==
            "");
  }
}
