// Compiles emitted text with every compiler of this machine, and runs one kernel of each form.
#include "catch.h"
#include "compilers.h"
#include "emit/calling/runner.h"
#include "emit/emit.h"
#include "modules.h"

using namespace scorchc;
using test::Folder;
using test::run;

namespace {

std::vector<loop::Module> all_modules() {
  std::vector<loop::Module> modules{test::spmv(), test::csr_add(), test::divide(), test::spmv("spmv", "a::b")};
  for (const loop::Type type : {loop::Type::i32, loop::Type::i64, loop::Type::f32, loop::Type::f64})
    modules.push_back(test::every_operator(type));
  return modules;
}

constexpr const char* spmv_program = R"(
#include "spmv.h"
#include <stdio.h>
int main(void) {
  const int32_t pos[] = {0, 2, 2, 3}, crd[] = {0, 2, 1};
  const float vals[] = {1, 2, 3}, x_vals[] = {10, 20, 30};
  float y_vals[] = {-1, -1, -1};
  const spmv_A A = {{3, 3}, pos, crd, vals};
  const spmv_x x = {{3}, x_vals};
  spmv_y y = {{3}, y_vals};
  if (spmv(&A, &x, &y, NULL) != SCORCH_OK) return 1;
  if (y_vals[0] != 70 || y_vals[1] != 0 || y_vals[2] != 60) return 2;
  if (spmv(NULL, &x, &y, NULL) != SCORCH_NULL_ARGUMENT) return 3;
  y.dimension[0] = 2;
  if (spmv(&A, &x, &y, NULL) != SCORCH_SHAPE_MISMATCH) return 4;
  return puts(scorch_status_text(SCORCH_OUT_OF_MEMORY)) < 0;
}
)";

/// Calls both forms through the runner, fails every allocation once, and counts live allocations.
constexpr const char* csr_add_program = R"(
static int live = 0, left = 0;
static void* take(void*, size_t bytes) {
  if (left-- <= 0) return nullptr;
  ++live;
  return std::malloc(bytes);
}
static void give(void*, void* pointer) { --live; std::free(pointer); }
int main() {
  int32_t a_pos[] = {0, 2, 2}, a_crd[] = {0, 2}, b_pos[] = {0, 1, 2}, b_crd[] = {2, 1};
  float a_vals[] = {1, 2}, b_vals[] = {10, 20};
  int64_t dimension[] = {2, 3};
  for (int32_t form = 0; form < 2; ++form) {
    scorch_runner_tensor tensors[3] = {};
    for (scorch_runner_tensor& each : tensors) each.dimension = dimension;
    tensors[1].pos[1] = a_pos; tensors[1].crd[1] = a_crd; tensors[1].vals = a_vals;
    tensors[2].pos[1] = b_pos; tensors[2].crd[1] = b_crd; tensors[2].vals = b_vals;
    if (scorch_runner_call(tensors, form, 0) != 0) return 1;
    const int32_t* pos = static_cast<int32_t*>(tensors[0].pos[1]);
    const int32_t* crd = static_cast<int32_t*>(tensors[0].crd[1]);
    const float* vals = static_cast<float*>(tensors[0].vals);
    if (tensors[0].crd_count[1] != 3 || tensors[0].vals_count != 3) return 2;
    if (pos[0] != 0 || pos[1] != 2 || pos[2] != 3) return 3;
    if (crd[0] != 0 || crd[1] != 2 || crd[2] != 1) return 4;
    if (vals[0] != 1 || vals[1] != 12 || vals[2] != 20) return 5;
    scorch_runner_free(tensors);
    if (tensors[0].vals != nullptr) return 6;
  }
  const csr_add_A A = {{2, 3}, a_pos, a_crd, a_vals};
  const csr_add_B B = {{2, 3}, b_pos, b_crd, b_vals};
  const scorch_context context = {take, give, nullptr, 1};
  for (int allowed = 0;; ++allowed) {
    csr_add_C C = {};
    C.dimension[0] = 2; C.dimension[1] = 3;
    left = allowed;
    const scorch_status status = csr_add(&A, &B, &C, &context);
    if (status == SCORCH_OK) {
      csr_add_free(&C, &context);
      return live == 0 && allowed > 3 ? 0 : 7;
    }
    if (status != SCORCH_OUT_OF_MEMORY || live != 0) return 8;
  }
}
)";

constexpr const char* divide_program = R"(
int main() {
  const int32_t a_vals[] = {7, INT32_MIN, 3}, b_vals[] = {2, -1, 1};
  int32_t y_vals[3];
  divide_a a = {{3}, a_vals};
  divide_b b = {{3}, b_vals};
  divide_y y = {{3}, y_vals};
  if (divide(&a, &b, &y, nullptr) != SCORCH_OK) return 1;
  if (y_vals[0] != 3 || y_vals[1] != INT32_MIN || y_vals[2] != 3) return 2;
  b.b_vals = y_vals;
  y_vals[1] = 0;
  int32_t z_vals[3];
  y.y_vals = z_vals;
  return divide(&a, &b, &y, nullptr) == SCORCH_DIVISION_BY_ZERO ? 0 : 3;
}
)";

}  // namespace

TEST_CASE("emitted sources compile without a warning", "[deep]") {
  const Folder folder;
  std::string sources;
  for (const loop::Module& module : all_modules()) {
    REQUIRE(loop::verify(module) == "");
    const EmittedFiles files = emit_cpp(module);
    const std::string stem = module.name + (module.name_space == "a::b" && module.name == "spmv" ? "_ab" : "");
    folder.write(stem + ".cpp", files.single_file);
    sources += " " + stem + ".cpp";
  }
  for (const std::string& compiler : test::cpp_compilers())
    for (const char* standard : {"-std=c++17", "-std=c++20"})
      for (const char* more : {"", "-fopenmp"})
        CHECK(run(folder, compiler + " " + standard + " " + more + " -fsyntax-only " + test::warning_flags + sources) ==
              "");
}

TEST_CASE("emitted headers compile as C11, from a file and as one", "[compiler]") {
  const Folder folder;
  for (const loop::Module& module : all_modules()) {
    folder.write(module.name + ".h", emit_cpp(module).header);
    folder.write("includes.c",
                 "#include \"" + module.name + ".h\"\n#include \"" + module.name + ".h\"\nint main(void);\n");
    for (const std::string& compiler : test::c_compilers()) {
      CHECK(run(folder, compiler + " -std=c11 -fsyntax-only " + test::warning_flags + " includes.c") == "");
      CHECK(run(folder,
                compiler + " -x c -std=c11 -fsyntax-only " + test::warning_flags + " - < " + module.name + ".h") == "");
    }
  }
}

TEST_CASE("a single file compiles from standard input") {
  const Folder folder;
  folder.write("spmv.txt", emit_cpp(test::spmv()).single_file);
  for (const std::string& compiler : test::cpp_compilers())
    CHECK(run(folder,
              compiler + " -x c++ -std=c++17 -fopenmp -fsyntax-only " + test::warning_flags + " - < spmv.txt") == "");
}

TEST_CASE("all kernels compile in one source with <omp.h> before or after them", "[deep]") {
  const Folder folder;
  std::string all;
  for (const loop::Module& module : all_modules()) {
    const std::string stem = module.name + (module.name_space == "a::b" && module.name == "spmv" ? "_ab" : "");
    const EmittedFiles files = emit_cpp(module);
    folder.write(stem + ".cpp", files.single_file);
    all += "#include \"" + stem + ".cpp\"\n";
  }
  folder.write("all.cpp", all);
  for (const char* name : {"before.cpp", "behind.cpp"}) {
    const std::string omp = "#include <omp.h>\n";
    folder.write(name, std::string(name) == "before.cpp" ? omp + all : all + omp);
  }
  for (const std::string& compiler : test::cpp_compilers()) {
    CHECK(run(folder, compiler + " -std=c++17 -O2 -c " + test::warning_flags + " all.cpp") == "");
    // Not every compiler has its own <omp.h>.
    folder.write("has_omp.cpp", "#include <omp.h>\n");
    if (!run(folder, compiler + " -fopenmp -fsyntax-only has_omp.cpp").empty()) continue;
    for (const char* name : {"before.cpp", "behind.cpp"})
      CHECK(run(folder, compiler + " -std=c++17 -fopenmp -fsyntax-only " + test::warning_flags + " " + name) == "");
  }
}

TEST_CASE("separate sources link into one C program, which runs") {
  const Folder folder;
  for (const loop::Module& module : {test::spmv(), test::csr_add(), test::spmv("other", "")}) {
    const EmittedFiles files = emit_cpp(module);
    folder.write(module.name + ".h", files.header);
    folder.write(module.name + ".cpp", files.source);
  }
  folder.write("main.c", spmv_program);
  CHECK(run(folder, std::string("gcc -std=c11 -c main.c -o main.o ") + test::warning_flags) == "");
  CHECK(run(folder, std::string("g++ -std=c++17 -fopenmp -fsanitize=undefined ") + test::warning_flags +
                        " spmv.cpp csr_add.cpp other.cpp main.o -o program && ./program") == "");
}

TEST_CASE("a sparse result in both forms, with every allocation failing once") {
  const Folder folder;
  const loop::Module module = test::csr_add();
  folder.write("main.cpp", emit_cpp(module).single_file + emit_runner(module) + csr_add_program);
  CHECK(run(folder, std::string("g++ -std=c++17 -fsanitize=address,undefined ") + test::warning_flags +
                        " main.cpp -o program && ./program") == "");
}

TEST_CASE("integers wrap, and a division by zero is a status") {
  const Folder folder;
  folder.write("main.cpp", emit_cpp(test::divide()).single_file + divide_program);
  for (const char* flags : {"", "-fopenmp"})
    CHECK(run(folder, std::string("g++ -std=c++17 -fsanitize=undefined -fno-sanitize-recover=all ") + flags + " " +
                          test::warning_flags + " main.cpp -o program && ./program") == "");
}

TEST_CASE("the runner of a dense result compiles") {
  const Folder folder;
  const loop::Module module = test::spmv();
  folder.write("main.cpp", emit_cpp(module).single_file + emit_runner(module));
  for (const std::string& compiler : test::cpp_compilers())
    CHECK(run(folder, compiler + " -std=c++17 -fsyntax-only " + test::warning_flags + " main.cpp") == "");
}
