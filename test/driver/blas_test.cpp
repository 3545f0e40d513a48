// Tests dense products as BLAS calls (`--blas=cblas`), with a BLAS defined here that counts its calls, and with
// OpenBLAS where it is installed.
#include "catch.h"
#include "driver/program.h"

namespace {

const char* const cblas_header = R"(#pragma once
#ifdef __cplusplus
extern "C" {
#endif
enum CBLAS_ORDER { CblasRowMajor = 101, CblasColMajor = 102 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112 };
void cblas_sgemm(enum CBLAS_ORDER, enum CBLAS_TRANSPOSE, enum CBLAS_TRANSPOSE, int, int, int, float, const float*, int,
                 const float*, int, float, float*, int);
void cblas_dgemm(enum CBLAS_ORDER, enum CBLAS_TRANSPOSE, enum CBLAS_TRANSPOSE, int, int, int, double, const double*, int,
                 const double*, int, double, double*, int);
void cblas_sgemv(enum CBLAS_ORDER, enum CBLAS_TRANSPOSE, int, int, float, const float*, int, const float*, int, float,
                 float*, int);
void cblas_dgemv(enum CBLAS_ORDER, enum CBLAS_TRANSPOSE, int, int, double, const double*, int, const double*, int, double,
                 double*, int);
#ifdef __cplusplus
}
#endif
)";

// As in the standard, C is not read if beta is 0. Arguments that an implementation would reject end the program.
const char* const cblas_source = R"(#include "cblas.h"
#include <cstdlib>
int calls = 0;
template <class T>
static void gemm(bool of_rows, bool ta, bool tb, int m, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb,
                 T beta, T* c, int ldc) {
  ++calls;
  if (!of_rows || m < 1 || n < 1 || k < 1 || lda < (ta ? m : k) || ldb < (tb ? k : n) || ldc < n) std::abort();
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      T sum = 0;
      for (int l = 0; l < k; ++l) sum += (ta ? a[l * lda + i] : a[i * lda + l]) * (tb ? b[j * ldb + l] : b[l * ldb + j]);
      c[i * ldc + j] = alpha * sum + (beta == 0 ? 0 : beta * c[i * ldc + j]);
    }
}
extern "C" {
void cblas_sgemm(enum CBLAS_ORDER o, enum CBLAS_TRANSPOSE ta, enum CBLAS_TRANSPOSE tb, int m, int n, int k, float alpha,
                 const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc) {
  gemm(o == CblasRowMajor, ta == CblasTrans, tb == CblasTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
void cblas_dgemm(enum CBLAS_ORDER o, enum CBLAS_TRANSPOSE ta, enum CBLAS_TRANSPOSE tb, int m, int n, int k, double alpha,
                 const double* a, int lda, const double* b, int ldb, double beta, double* c, int ldc) {
  gemm(o == CblasRowMajor, ta == CblasTrans, tb == CblasTrans, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
void cblas_sgemv(enum CBLAS_ORDER o, enum CBLAS_TRANSPOSE ta, int m, int n, float alpha, const float* a, int lda,
                 const float* x, int, float beta, float* y, int) {
  const bool t = ta == CblasTrans;
  gemm(o == CblasRowMajor, t, false, t ? n : m, 1, t ? m : n, alpha, a, lda, x, 1, beta, y, 1);
}
void cblas_dgemv(enum CBLAS_ORDER o, enum CBLAS_TRANSPOSE ta, int m, int n, double alpha, const double* a, int lda,
                 const double* x, int, double beta, double* y, int) {
  const bool t = ta == CblasTrans;
  gemm(o == CblasRowMajor, t, false, t ? n : m, 1, t ? m : n, alpha, a, lda, x, 1, beta, y, 1);
}
}
)";

// Runs each kernel with matrices of several sizes, including empty ones. The result holds NaN unless it is accumulated
// into. Prints the number of calls with a non-empty product.
const char* const program_head = R"(#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
static int products = 0;
static void must(bool holds, const char* kernel) {
  if (holds) return;
  std::printf("wrong: %s\n", kernel);
  std::exit(1);
}
[[maybe_unused]] static std::size_t at(bool by_columns, long i, long j, long rows, long columns) {
  return static_cast<std::size_t>(by_columns ? j * rows + i : i * columns + j);
}
template <class T>
static std::vector<T> filled(long count, int seed) {
  std::vector<T> values(static_cast<std::size_t>(count));
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<T>((n * 7 + static_cast<std::size_t>(seed)) % 11) - 5;
  return values;
}
// Storage orders of A, B and C: 1 is column-major. A vector is a matrix of one column.
template <class T, class Call>
static void check(const char* name, int a_order, int b_order, int c_order, bool adds, bool is_vector, Call call) {
  const long sizes[][3] = {{3, 4, 5}, {1, 1, 1}, {17, 33, 9}, {0, 4, 5}, {3, 0, 5}, {3, 4, 0}, {1, 6, 1}};
  for (const auto& [m, d, n_given] : sizes) {
    const long n = is_vector ? 1 : n_given;
    const std::vector<T> a = filled<T>(m * d, 1), b = filled<T>(d * n, 2);
    std::vector<T> c = filled<T>(m * n, 3), before = c;
    if (!adds) c.assign(c.size(), static_cast<T>(NAN));
    must(call(m, d, n, a.data(), b.data(), c.data()) == SCORCH_OK, name);
    products += m > 0 && d > 0 && n > 0;
    for (long i = 0; i < m; ++i)
      for (long k = 0; k < n; ++k) {
        T sum = adds ? before[at(c_order, i, k, m, n)] : 0;
        for (long j = 0; j < d; ++j) sum += a[at(a_order, i, j, m, d)] * b[at(b_order, j, k, d, n)];
        must(c[at(c_order, i, k, m, n)] == sum, name);
      }
  }
}
int main() {
)";

struct Kernels {
  std::string sources, checks;
  int count = 0;
};

/// Compiles the statement, and appends its code and a check.
void add(Kernels& kernels, const Workplace& workplace, const std::string& type, int a, int b, int c,
         const std::string& op, bool is_vector) {
  const std::string name = "k" + std::to_string(kernels.count++);
  const std::string statement = is_vector ? "y(i) " + op + " A(i,j) * x(j)" : "C(i,k) " + op + " A(i,j) * B(j,k)";
  std::vector<std::string> arguments = {statement, "--blas=cblas", "--type", type, "--name", name};
  const auto by_columns = [&](const char* tensor) {
    arguments.insert(arguments.end(), {"--fmt", std::string(tensor) + "=dense-col"});
  };
  if (a) by_columns("A");
  if (b) by_columns("B");
  if (c) by_columns("C");
  const Outcome outcome = workplace.scorchc(arguments);
  CAPTURE(statement, outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK_THAT(outcome.out,
             ContainsSubstring(std::string("cblas_") + (type == "f32" ? "s" : "d") + (is_vector ? "gemv(" : "gemm(")));
  kernels.sources += outcome.out;
  const std::string value = type == "f32" ? "float" : "double", right = is_vector ? "x" : "B",
                    result = is_vector ? "y" : "C";
  kernels.checks += "  check<" + value + ">(\"" + name + "\", " + std::to_string(a) + ", " + std::to_string(b) + ", " +
                    std::to_string(c) + ", " + (op == "+=" ? "true" : "false") + ", " + (is_vector ? "true" : "false") +
                    ", [](long m, long d, [[maybe_unused]] long n, const " + value + "* a, const " + value + "* b, " +
                    value + "* c) {\n    const " + name + "_A A{{m, d}, a};\n    const " + name + "_" + right +
                    " B{{d" + (is_vector ? "" : ", n") + "}, b};\n    " + name + "_" + result + " C{{m" +
                    (is_vector ? "" : ", n") + "}, c};\n    return " + name + "(&A, &B, &C, nullptr);\n  });\n";
}

Kernels all_orders(const Workplace& workplace) {
  Kernels kernels;
  for (const char* type : {"f32", "f64"})
    for (const char* op : {"=", "+="}) {
      for (int orders = 0; orders < 8; ++orders)
        add(kernels, workplace, type, orders & 1, orders >> 1 & 1, orders >> 2, op, false);
      for (int order = 0; order < 2; ++order) add(kernels, workplace, type, order, 0, 0, op, true);
    }
  return kernels;
}

/// A product inside a larger expression. Positions in the arrays are expressions of m rows, d columns of A, n columns
/// of B and a batch of b.
struct Around {
  std::string statement, a, b, c;  // a, b: positions of A and B at i, j, k of batch x; c: positions of C and E
  std::string shapes;              // of A, B and C
  std::string value;               // in terms of the sum and of the previous values of E and C
  bool is_batch = false;
};

const std::vector<Around> arounds = {
    {"C(i,k) = relu(A(i,j) * B(j,k) + E(i,k))", "i * d + j", "j * n + k", "i * n + k", "{m, d} {d, n} {m, n}",
     "relu(sum + e)"},
    {"C(i,k) = A(i,j) * B(j,k) + E(i,k)", "i * d + j", "j * n + k", "i * n + k", "{m, d} {d, n} {m, n}", "sum + e"},
    {"C(i,k) += A(i,j) * B(j,k) + E(i,k)", "i * d + j", "j * n + k", "i * n + k", "{m, d} {d, n} {m, n}",
     "c + sum + e"},
    {"C(i,k) = E(i,k) - 3 * A(j,i) * B(j,k)", "j * m + i", "j * n + k", "i * n + k", "{d, m} {d, n} {m, n}",
     "e - 3 * sum"},
    {"C(i,k) = A(i,j) * B(k,j) * E(i,k)", "i * d + j", "k * d + j", "i * n + k", "{m, d} {n, d} {m, n}", "sum * e"},
    {"C(x,i,k) = A(x,i,j) * B(x,j,k)", "(x * m + i) * d + j", "(x * d + j) * n + k", "(x * m + i) * n + k",
     "{b, m, d} {b, d, n} {b, m, n}", "sum", true},
    {"C(x,i,k) += A(x,i,j) * B(j,k)", "(x * m + i) * d + j", "j * n + k", "(x * m + i) * n + k",
     "{b, m, d} {d, n} {b, m, n}", "c + sum", true},
    {"C(x,i,k) = relu(A(x,i,j) * B(x,k,j)) + E(x,i,k)", "(x * m + i) * d + j", "(x * n + k) * d + j",
     "(x * m + i) * n + k", "{b, m, d} {b, n, d} {b, m, n}", "relu(sum) + e", true},
    {"C(i,x,k) = A(i,x,j) * B(j,x,k)", "(i * b + x) * d + j", "(j * b + x) * n + k", "(i * b + x) * n + k",
     "{m, b, d} {d, b, n} {m, b, n}", "sum", true},
};

std::string program_of_arounds(const Workplace& workplace) {
  std::string sources, checks;
  int count = 0;
  for (const Around& each : arounds)
    for (const char* type : {"float", "double"}) {
      const std::string name = "around" + std::to_string(count++);
      const bool is_float = std::string(type) == "float", has_e = each.statement.find("E(") != std::string::npos;
      const Outcome outcome =
          workplace.scorchc({each.statement, "--blas=cblas", "--type", is_float ? "f32" : "f64", "--name", name});
      CAPTURE(each.statement, outcome.err);
      REQUIRE(outcome.exit_code == 0);
      CHECK_THAT(outcome.out, ContainsSubstring(is_float ? "cblas_sgemm(" : "cblas_dgemm("));
      sources += outcome.out;
      const std::size_t first = each.shapes.find('}') + 1, second = each.shapes.find('}', first) + 1;
      const std::string of_c = each.shapes.substr(second);
      const std::string batch = each.is_batch ? "3" : "1";
      checks += "  for (const auto& [m, d, n] : sizes) {\n    const long b = " + batch + ";\n    using T = " + type +
                ";\n" + "    std::vector<T> a_values = filled<T>(b * m * d, 1), b_values = filled<T>(b * d * n, 2);\n" +
                "    std::vector<T> e_values = filled<T>(b * m * n, 5), c_values = filled<T>(b * m * n, 3), before = "
                "c_values;\n" +
                "    const " + name + "_A A{" + each.shapes.substr(0, first) + ", a_values.data()};\n" + "    const " +
                name + "_B B{" + each.shapes.substr(first, second - first) + ", b_values.data()};\n" +
                (has_e ? "    const " + name + "_E E{" + of_c + ", e_values.data()};\n" : "") + "    " + name +
                "_C C{" + of_c + ", c_values.data()};\n" +
                (each.statement.find("+=") == std::string::npos
                     ? "    c_values.assign(c_values.size(), static_cast<T>(NAN));\n"
                     : "") +
                "    must(" + name + "(" +
                (each.statement.find("= E(") != std::string::npos ? "&E, &A, &B"
                 : has_e                                          ? "&A, &B, &E"
                                                                  : "&A, &B") +
                ", &C, nullptr) == SCORCH_OK, \"" + name + "\");\n    products += m > 0 && d > 0 && n > 0 ? " + batch +
                " : 0;\n" +
                "    for (long x = 0; x < b; ++x)\n      for (long i = 0; i < m; ++i)\n        for (long k = 0; k < n; "
                "++k) {\n" +
                "          T sum = 0;\n          for (long j = 0; j < d; ++j) sum += at(a_values, " + each.a +
                ") * at(b_values, " + each.b + ");\n" + "          [[maybe_unused]] const T e = at(e_values, " +
                each.c + "), c = at(before, " + each.c + ");\n" + "          must(at(c_values, " + each.c +
                ") == " + each.value + ", \"" + name + "\");\n        }\n  }\n";
    }
  std::string program = "#include \"cblas.h\"\n" + sources + program_head;
  const std::size_t main = program.rfind("int main()");
  program.insert(main,
                 "template <class T>\nstatic T relu(T value) { return value > 0 ? value : 0; }\n"
                 "template <class T>\nstatic T at(const std::vector<T>& values, long place) { return "
                 "values[static_cast<std::size_t>(place)]; }\n");
  return program + "  const long sizes[][3] = {{3, 4, 5}, {1, 1, 1}, {17, 33, 9}, {0, 4, 5}, {3, 0, 5}, {3, 4, 0}};\n" +
         checks + "  std::printf(\"%d\\n\", products);\n";
}

std::string program_of(const Kernels& kernels) {
  return "#include \"cblas.h\"\n" + kernels.sources + program_head + kernels.checks +
         "  std::printf(\"%d\\n\", products);\n";
}

const std::vector<std::string> warnings = {"-std=c++17",        "-Wall",    "-Wextra", "-Wpedantic", "-Wconversion",
                                           "-Wsign-conversion", "-Wshadow", "-Werror"};

std::vector<std::string> joined(std::vector<std::string> command, const std::vector<std::string>& more) {
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

}  // namespace

TEST_CASE("a BLAS gets one call for each dense product in all storage orders", "[deep]") {
  const Workplace workplace;
  workplace.write("cblas.h", cblas_header);
  workplace.write("cblas.cpp", cblas_source);
  workplace.write("main.cpp",
                  "extern int calls;\n" + program_of(all_orders(workplace)) + "  std::printf(\"%d\\n\", calls);\n}\n");
  const Outcome compiled = workplace.program(joined({"g++", "-I.", "main.cpp", "cblas.cpp", "-o", "main"}, warnings));
  CAPTURE(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  const Outcome outcome = workplace.program({workplace.path("main").string()});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == "168\n168\n");  // 32 products with 4 non-empty sizes, 8 with 5
}

TEST_CASE("a BLAS gets the products in larger statements and in batches", "[deep]") {
  const Workplace workplace;
  workplace.write("cblas.h", cblas_header);
  workplace.write("cblas.cpp", cblas_source);
  workplace.write("main.cpp",
                  "extern int calls;\n" + program_of_arounds(workplace) + "  std::printf(\"%d\\n\", calls);\n}\n");
  for (const char* compiler : {"g++", "clang++"}) {
    if (workplace.program({compiler, "--version"}).exit_code != 0) continue;
    const Outcome compiled =
        workplace.program(joined({compiler, "-I.", "main.cpp", "cblas.cpp", "-o", "main"}, warnings));
    CAPTURE(compiled.err);
    REQUIRE(compiled.exit_code == 0);
    const Outcome outcome = workplace.program({workplace.path("main").string()});
    CAPTURE(outcome.out);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.out == "102\n102\n");  // 5 products and 4 batches of 3 with 3 non-empty sizes, in two types
  }
}

TEST_CASE("OpenBLAS computes the products that an emitted file offloads") {
  const Workplace workplace;
  workplace.write("has.cpp", "#include <cblas.h>\nint main() { return cblas_sdot(0, nullptr, 1, nullptr, 1) != 0; }\n");
  if (workplace.program({"g++", "has.cpp", "-lopenblas", "-o", "has"}).exit_code != 0) {
    WARN("skipped: there is no OpenBLAS");
    return;
  }
  std::string program = program_of(all_orders(workplace)) + "}\n";
  program.replace(program.find("\"cblas.h\""), 9, "<cblas.h>");
  workplace.write("main.cpp", program);
  const Outcome compiled = workplace.program(joined({"g++", "main.cpp", "-lopenblas", "-o", "main"}, warnings));
  CAPTURE(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  const Outcome outcome = workplace.program({workplace.path("main").string()});
  CAPTURE(outcome.out);
  CHECK(outcome.exit_code == 0);
}

TEST_CASE("a BLAS gets a stage of a product of three and nothing that is sparse") {
  const Workplace workplace;
  const Outcome stage = workplace.scorchc({"C(i,l) = A(i,j) * X(j,k) * W(k,l)", "--fmt", "A=csr", "--blas=cblas"});
  CHECK(stage.exit_code == 0);
  CHECK_THAT(stage.out, ContainsSubstring("#include <cblas.h>") && ContainsSubstring("cblas_sgemm("));
  const std::vector<std::string> spmm = {"C(i,k) = A(i,j) * B(j,k)", "--fmt", "A=csr", "--emit=decisions,cpp",
                                         "--blas=cblas"};
  const Outcome sparse = workplace.scorchc(spmm);
  CHECK(sparse.exit_code == 0);
  CHECK_THAT(sparse.out, ContainsSubstring("optimise: products: loops"));
  CHECK(sparse.out.find("cblas") == std::string::npos);
  const Outcome last = workplace.scorchc({"Y(i,l) = relu(A(i,j) * X(j,k) * W(k,l))", "--fmt", "A=csr", "--dim", "k=~16",
                                          "--dim", "l=~256", "--blas=cblas"});
  CHECK_THAT(last.out, ContainsSubstring("1.0F, A_X_vals,") && ContainsSubstring("0.0F, Y_vals,"));
  const Outcome both =
      workplace.scorchc({"t(i,k) = A(i,j) * B(j,k); C(i,l) = relu(t(i,k) * D(k,l) + b(l))", "--blas=cblas"});
  CHECK_THAT(both.out, ContainsSubstring("0.0F, t_vals,") && ContainsSubstring("0.0F, C_vals,"));
  const Outcome integers = workplace.scorchc({"C(i,k) = A(i,j) * B(j,k)", "--type", "i32", "--blas=cblas"});
  CHECK(integers.exit_code == 0);
  CHECK(integers.out.find("cblas") == std::string::npos);
  for (const char* const loops :
       {"C(i,k) += relu(A(i,j) * B(j,k))", "y(i) = relu(A(i,j) * x(j))", "C(i,k) = max(j, A(i,j) * B(j,k))"})
    CHECK(workplace.scorchc({loops, "--blas=cblas"}).out.find("cblas") == std::string::npos);
}

TEST_CASE("without a BLAS nothing changes and with one nothing is tiled") {
  const Workplace workplace;
  const std::string product = "C(i,k) = A(i,j) * B(j,k)";
  const Outcome without = workplace.scorchc({product, "--blas=none"});
  CHECK(without.out == workplace.scorchc({product}).out);
  CHECK(without.out.find("blas") == std::string::npos);
  const std::vector<std::string> large = {product,  "--dim", "i=2048", "--dim",
                                          "j=2048", "--dim", "k=2048", "--blas=cblas"};
  const Outcome call = workplace.scorchc(large);
  CHECK_THAT(call.out, ContainsSubstring("cblas_sgemm("));
  CHECK(call.out.find("j_block") == std::string::npos);
  const std::vector<std::string> batch = {"C(x,i,k) = relu(A(x,i,j) * B(x,j,k))", "--blas=cblas", "--emit=schedule"};
  const Outcome commands = workplace.scorchc(batch);
  CHECK(commands.out == "reorder(x, j, i, k); parallelize(none); vectorize(k)\n");
  CHECK(workplace.scorchc({batch[0], batch[1], "--schedule", "parallelize(none)", batch[2]}).out == commands.out);
  CHECK(workplace.scorchc({batch[0], batch[1], "--schedule", commands.out}).out ==
        workplace.scorchc({batch[0], batch[1]}).out);
  const Outcome why = workplace.scorchc({"explain", product, "--blas=cblas"});
  CHECK_THAT(why.out, ContainsSubstring("cblas_sgemm"));
  CHECK(workplace.scorchc({product, "--blas=mkl"}).exit_code == 1);
  CHECK(workplace.scorchc({"verify", product, "--blas=cblas"}).exit_code == 2);
}
