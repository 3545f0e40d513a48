// Tests failures around generated code: parallel builds, programs that are moved, unsorted data, extents beyond 32
// bits.
#include <atomic>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "catch.h"
#include "clang/plugin.h"
#include "driver/program.h"

namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("half-written files read by a parallel build (onnx #8003)") {
  const Workplace workplace;
  // Two builds repeatedly write different bytes to one file while this test reads it.
  std::vector<std::string> small = {"y(i) = x(i)", "--name", "k", "-o", "out/"};
  std::vector<std::string> large = {"", "--name", "k", "-o", "out/"};
  for (int n = 0; n < 40; ++n) {
    const std::string tensor = "x" + std::to_string(n);
    large[0] += (n == 0 ? "y(i) = " : " + ") + tensor + "(i)";
    large.push_back("--fmt=" + tensor + "=sv");
  }
  std::set<std::string> whole;
  for (const auto* arguments : {&large, &small}) {
    REQUIRE(workplace.scorchc(*arguments).exit_code == 0);
    whole.insert(workplace.read("out/k.cpp"));
  }
  REQUIRE(whole.size() == 2);
  std::string script;
  for (const auto* arguments : {&small, &large}) {
    script += "(for n in 1 2 3 4 5 6 7 8 9 10 11 12; do \"$0\"";
    for (const std::string& argument : *arguments) script += " '" + argument + "'";
    script += "; done) & ";
  }
  std::atomic<bool> done = false;
  Outcome builds;
  std::thread writer([&] {
    builds = workplace.program({"sh", "-c", script + "wait", SCORCHC_PROGRAM});
    done = true;
  });
  std::size_t reads = 0, broken = 0;
  for (; !done; ++reads)
    if (!whole.contains(bytes_of(workplace.path("out/k.cpp")))) ++broken;
  writer.join();
  CHECK(builds.exit_code == 0);
  CHECK(builds.err.empty());
  CHECK(reads > 10);
  CHECK(broken == 0);
  CHECK(workplace.list("out") == "k.cpp k.h");
}

TEST_CASE("headers that are not found when the program is moved (llvm #93957)", "[compiler]") {
  std::string why;
  if (scorchc::clang_plugin::find_plugin(&why) == nullptr) {
    WARN(why);
    return;
  }
  const Workplace workplace;
  fs::create_directories(workplace.path("moved/bin"));
  fs::create_directories(workplace.path("moved/lib"));
  fs::create_directories(workplace.path("elsewhere"));
  fs::copy_file(SCORCHC_PROGRAM, workplace.path("moved/bin/scorchc"));
  fs::copy_file(SCORCHC_PLUGIN, workplace.path("moved/lib/libscorchc_clang.so"));
  fs::create_symlink(workplace.path("moved/bin/scorchc"), workplace.path("elsewhere/sc"));
  workplace.write("x.tns", "# dims: 3\n1 1\n3 2\n");
  // With an empty environment, by path and through a symbolic link. The kernel includes <math.h> and other headers of
  // C.
  for (const char* program : {"./moved/bin/scorchc", "./elsewhere/sc"}) {
    const Outcome outcome =
        workplace.program({"env", "-i", program, "run", "y = sqrt(x(i)*x(i)*0.2)", "--data", "x=x.tns", "-o", "-"});
    INFO(outcome.err);
    CHECK(outcome.exit_code == 0);
    CHECK_THAT(outcome.out, ContainsSubstring("y = 1\n"));
  }
}

TEST_CASE("entries out of order, and twice (llvm #66664 #116012)", "[compiler]") {
  const Workplace workplace;
  workplace.write("a.mtx",
                  "%%MatrixMarket matrix coordinate real general\n3 4 6\n3 1 1\n1 4 2\n3 1 4\n1 2 8\n1 4 16\n2 3 0\n");
  for (const char* format : {"coo", "csr", "dcsr", "csc", "dcsc", "coordinate,coordinate:1,0"}) {
    CAPTURE(format);
    const std::string fmt = std::string("A=") + format;
    const Outcome outcome = workplace.scorchc(with_compiler(
        {"run", "C(i,j) = A(i,j)", "--fmt", fmt, "--fmt", "C=coo", "--data", "A=a.mtx", "-o", "C=c.tns"}));
    INFO(outcome.err);
    CHECK(outcome.exit_code == 0);
    CHECK(workplace.read("c.tns") == "# dims: 3 4\n1 2 8\n1 4 18\n2 3 0\n3 1 5\n");
  }
}

namespace {

// Reserves arrays of the full extents; only the pages that a kernel touches take memory.
constexpr const char* large_extents = R"(
#include <stdio.h>
#include <sys/mman.h>
#include "grow.h"
#include "below.h"
#include "wide.h"
#include "tall.h"

static float* reserve(int64_t count) {
  void* memory = mmap(NULL, (size_t)count * sizeof(float), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : (float*)memory;
}

static int fails = 0;
static void check(int right, const char* what) {
  if (right) return;
  ++fails;
  printf("%s\n", what);
}

int main(void) {
  const int64_t n = 50000;
  const int32_t last = 49999;
  const float one = 1;

  // C(i,j) += A(i,j): a dense result beyond 2^31 components.
  float* values = reserve(n * n);
  if (values == NULL) return 77;
  grow_A a = {{n, n}, 1, &last, &last, &one};
  grow_C c = {{n, n}, values};
  check(grow(&a, &c, NULL) == SCORCH_OK, "grow");
  check(values[n * n - 1] == 1, "grow's values");

  // y(i) = A(i,j) * B(i,j): the position of a dense level below a compressed one.
  const int64_t rows = 60001;
  const int32_t row = 60000;
  int32_t* crd = (int32_t*)reserve(rows);
  float* below_values = reserve(rows * n);
  float* y_values = reserve(rows);
  if (crd == NULL || below_values == NULL || y_values == NULL) return 77;
  for (int32_t i = 0; i < rows; ++i) crd[i] = i;
  below_values[rows * n - 1] = 3;
  const int32_t pos[2] = {0, (int32_t)rows};
  below_A b = {{rows, n}, pos, crd, below_values};
  below_B d = {{rows, n}, 1, &row, &last, &one};
  below_y y = {{rows}, y_values};
  check(below(&b, &d, &y, NULL) == SCORCH_OK, "below");
  check(y_values[row] == 3, "below's values");

  // C(i,j) = A(i,j) * 2: the operand's coordinates have 64 bits, the result's 32.
  const int64_t far_away = INT64_C(3000000000);
  wide_A w = {{1, far_away + 1}, 0, NULL, NULL, NULL};
  wide_C wc = {{0}};
  check(wide(&w, &wc, NULL) == SCORCH_INDEX_OVERFLOW, "wide");

  // R(i,j,k) = A(i,j,k) * 2: more parents than can be counted.
  tall_A t = {{INT64_C(1) << 40, INT64_C(1) << 40, 2}, 0, NULL, NULL, NULL, NULL};
  tall_R tr = {{0}};
  check(tall(&t, &tr, NULL) == SCORCH_INDEX_OVERFLOW, "tall");
  return fails;
}
)";

}  // namespace

TEST_CASE("overflow of positions and products (taco #556, scipy #12340 #19205, Scorch)", "[compiler]") {
  const Workplace workplace;
  const std::vector<std::vector<std::string>> kernels = {
      {"grow", "C(i,j) += A(i,j)", "--fmt=A=coo"},
      {"below", "y(i) = A(i,j) * B(i,j)", "--fmt=A=compressed,dense", "--fmt=B=coo", "--fmt=y=dense"},
      {"wide", "C(i,j) = A(i,j) * 2", "--fmt=A=coo:crd=i64", "--fmt=C=csr"},
      {"tall", "R(i,j,k) = A(i,j,k) * 2", "--fmt=A=coo:crd=i64", "--fmt=R=dense,dense,compressed:crd=i64"},
  };
  std::vector<std::string> build = {
      "g++", "-std=c++17", "-O1",   "-fsanitize=undefined", "-fno-sanitize-recover=all", "-o", "program",
      "-x",  "c++",        "main.c"};
  for (std::vector<std::string> arguments : kernels) {
    const std::string name = arguments[0];
    arguments.erase(arguments.begin());
    for (const char* more : {"--name", name.c_str(), "-o", "."}) arguments.emplace_back(more);
    const Outcome outcome = workplace.scorchc(arguments);
    INFO(outcome.err);
    REQUIRE(outcome.exit_code == 0);
    build.push_back(name + ".cpp");
  }
  workplace.write("main.c", large_extents);
  const Outcome built = workplace.program(build);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const Outcome ran = workplace.program({"./program"});
  if (ran.exit_code == 77) {
    WARN("there is no address space for arrays of 2^31 components");
    return;
  }
  CAPTURE(ran.out, ran.err);
  CHECK(ran.exit_code == 0);
}
