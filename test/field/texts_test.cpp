// Tests failures of other code generators that let users' names, texts and settings corrupt their output.
#include <locale.h>
#include <scorchc/compile.h>

#include <algorithm>
#include <cstdlib>
#include <locale>

#include "catch.h"
#include "data/read.h"
#include "data/write.h"
#include "driver/program.h"
#include "run/batch.h"

namespace scorchc::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> strict(const std::string& file) {
  std::vector<std::string> command = {"g++", "-std=c++17", "-fopenmp", "-fsyntax-only"};
  command.insert(command.end(), warning_flags().begin(), warning_flags().end());
  command.push_back(file);
  return command;
}

}  // namespace

TEST_CASE("names that are keywords, macros or functions (protobuf #12010 #24242, TACO)", "[compiler]") {
  const Workplace workplace;
  // Each name is used once for a result, once for an operand and once for an index.
  const std::vector<std::string> names = {
      "int",    "I",         "errno",   "NULL",   "class",  "and", "restrict",      "complex", "EOF",       "linux",
      "unix",   "major",     "assert",  "near",   "stdin",  "y0",  "M_PI",          "signal",  "namespace", "DOMAIN",
      "size_t", "INT32_MAX", "context", "status", "malloc", "std", "scorch_status", "bool"};
  std::string spec;
  for (std::size_t n = 0; n < names.size(); ++n) {
    const std::string &result = names[n], &operand = names[(n + 1) % names.size()],
                      &index = names[(n + 2) % names.size()];
    spec +=
        "kernel k" + std::to_string(n) + ": " + result + "(" + index + ") = " + operand + "(" + index + ",j) * x(j)\n";
  }
  workplace.write("names.scorch", spec);
  const Outcome outcome = workplace.scorchc({"names.scorch", "-o", "out/"});
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  std::string all =
      "#include <cerrno>\n#include <complex.h>\n#include <csignal>\n#include <cmath>\n#include <cassert>\n";
  for (std::size_t n = 0; n < names.size(); ++n) all += "#include \"out/k" + std::to_string(n) + ".cpp\"\n";
  workplace.write("all.cpp", all);
  const Outcome compiled = workplace.program(strict("all.cpp"));
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
  // A kernel's name is its symbol, so scorchc cannot rename it and must refuse these.
  for (const char* name : {"int", "main", "errno", "a__b", "_x", "malloc", "a b", "a;b", "a\nb"})
    CHECK(workplace.scorchc({"y(i) = x(i)", "--name", name}).exit_code == 1);
}

TEST_CASE("comments that end early (protobuf #26833, TACO)") {
  const Workplace workplace;
  const std::string evil = "*/ int evil; /* \\";
  const std::vector<std::vector<std::string>> accepted = {
      {"y(i) = x(i) # " + evil + "\n# int evil;"},
      {"y(i) = x(i) # \r int evil;"},
      {"y(i)\n=\nx(i)\n", "--fmt", "x=dense "},
      {"y(i) = x(i)", "--schedule", "reorder(i)\n"},
  };
  const std::string expected = workplace.scorchc({"y(i) = x(i)"}).out;
  REQUIRE_FALSE(expected.empty());
  for (const std::vector<std::string>& arguments : accepted) {
    CAPTURE(arguments);
    const Outcome outcome = workplace.scorchc(arguments);
    if (outcome.exit_code == 0)
      CHECK(outcome.out == expected);
    else
      CHECK(outcome.out.empty());
  }
  CHECK(workplace.scorchc(accepted[0]).exit_code == 0);
  // Anywhere else, such text is an error.
  const std::vector<std::vector<std::string>> refused = {
      {"y(i) = x(i)", "--schedule", "reorder(i) " + evil},
      {"y(i) = x(i)", "--fmt", "x=dense " + evil},
      {"y(i) = x(i)", "--name", "k\nint evil;"},
      {"y(i) = x(i)", "--namespace", "a { int evil; } //"},
      {"y(i) = x" + evil + "(i)"},
      {"y(i) = x(i)", "--dim", "i=3" + evil},
      {"y(i) = x(i)", "--fmt", "x" + evil + "=dense"},
      {"y(i) = x(i)", "--type", "f32;int evil"},
  };
  for (const std::vector<std::string>& arguments : refused) {
    CAPTURE(arguments);
    const Outcome outcome = workplace.scorchc(arguments);
    CHECK((outcome.exit_code == 1 || outcome.exit_code == 2));
    CHECK(outcome.out.empty());
  }
}

namespace {

/// Numbers as in many languages: 1.234.567,5.
struct Commas : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// Sets foreign locales, as a program that links scorchc may, and restores them at the end.
class ForeignLocale {
 public:
  explicit ForeignLocale(const Workplace& workplace) {
    // Builds a C locale with a decimal comma. If its sources are missing, only the C++ locale is foreign.
    workplace.program({"localedef", "-i", "de_DE", "-f", "UTF-8", "./de_DE.UTF-8"});
    setenv("LOCPATH", workplace.path("").c_str(), 1);
    if (setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) WARN("there is no locale of C with a decimal comma");
    std::locale::global(std::locale(std::locale::classic(), new Commas));
  }
  ~ForeignLocale() {
    std::locale::global(std::locale::classic());
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
  }
  ForeignLocale(const ForeignLocale&) = delete;
  ForeignLocale& operator=(const ForeignLocale&) = delete;
};

std::string everything(const CompileOutcome& outcome) {
  std::string text;
  for (const Message& diagnostic : outcome.diagnostics) text += diagnostic.text;
  for (const GeneratedKernel& kernel : outcome.kernels) {
    text += kernel.name + kernel.header + kernel.source + kernel.schedule;
    for (const Choice& decision : kernel.decisions) text += decision.subject + decision.choice + decision.reason + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("decimals of a locale (root #23210)", "[compiler]") {
  const Workplace workplace;
  const auto compile = [] {
    return everything(compile_spec("tensor A: csr\nnnz A = 12.5%\ndim j = 1234567\n"
                                   "kernel k: y(i) = 1234.5*A(i,j)*x(j) + 1e-7 + 2.5\n",
                                   "k.scorch")) +
           everything(compile_spec(R"json({"scorch": 1, "dims": {"i": 1234567}, "tensors": {"x": {"nnz": 2.5e6}},
                                       "kernels": [{"expr": "y(i) = 0.125*x(i)"}]})json",
                                   "k.json"));
  };
  const auto convert = [&] {
    workplace.write("in.mtx", "%%MatrixMarket matrix coordinate real general\n1234567 2 1\n1234 1 1234.5\n");
    const data::Tensor tensor = data::read_tensor(workplace.path("in.mtx").string());
    return data::print_matrix_market(tensor) + data::print_tns(tensor);
  };
  const std::string text = compile(), file = convert();
  CHECK_THAT(text, ContainsSubstring("1234.5F"));
  CHECK_THAT(file, ContainsSubstring("1234 1 1234.5\n"));
  const ForeignLocale foreign(workplace);
  CHECK(compile() == text);
  CHECK(convert() == file);
}

TEST_CASE("output in the order of a hash table", "[compiler]") {
  const Workplace workplace;
  std::string statement = "y(i) = ";
  std::vector<std::string> compile = {"", "--emit=cpp,cin,loops,decisions,schedule"};
  for (int n = 0; n < 40; ++n) {
    const std::string tensor = "t" + std::to_string(n * 7919 % 1000);
    statement += (n == 0 ? "" : " + ") + tensor + "(i,j" + std::to_string(n % 5) + ")";
    compile.push_back("--fmt=" + tensor + (n % 2 == 0 ? "=csr" : "=coo"));
  }
  compile[0] = statement;
  const std::string once = workplace.scorchc(compile).out;
  REQUIRE_FALSE(once.empty());
  // Other addresses, other contents of new memory, another environment, another folder.
  std::vector<std::string> elsewhere = {"env",
                                        "-i",
                                        "-C",
                                        "/",
                                        "MALLOC_PERTURB_=85",
                                        "MALLOC_ARENA_MAX=1",
                                        "HOME=/nowhere",
                                        "TZ=Asia/Tokyo",
                                        "LC_ALL=tr_TR.UTF-8",
                                        "USER=somebody",
                                        "OMP_NUM_THREADS=3",
                                        SCORCHC_PROGRAM};
  elsewhere.insert(elsewhere.end(), compile.begin(), compile.end());
  for (int run = 0; run < 3; ++run) {
    const Outcome again = workplace.program(elsewhere);
    INFO(again.err);
    CHECK(again.out == once);
  }
  // The order of the options has no effect either.
  std::reverse(compile.begin() + 2, compile.end());
  CHECK(workplace.scorchc(compile).out == once);
}

// A kernel must not change its caller's settings or keep state between calls.
TEST_CASE("omp_set_num_threads leaking into the caller", "[deep]") {
  const std::vector<std::string> foreign = {"omp_set_", "kmp_",   "setlocale", "fesetround", "feenableexcept", "srand",
                                            "setenv",   "putenv", "signal(",   "atexit",     "thread_local"};
  Report report;
  std::size_t kernels = 0, parallel = 0;
  for (const Case& each : read_cases(SCORCHC_SOURCE_DIR "/test/run/hand-written.cases")) {
    const auto compiled = compile_case(each, "k", driver::compile, report);
    if (!compiled) continue;
    const std::string& text = compiled->single_file;
    INFO(write_case(each));
    ++kernels;
    for (const char* call : {"  scorch_in_chunks(", "!scorch_on_threads("})
      if (text.find(call) != std::string::npos) {
        ++parallel;
        break;
      }
    for (const std::string& word : foreign) {
      CAPTURE(word);
      REQUIRE(text.find(word) == std::string::npos);
    }
    // Only functions and constants are static, never variables.
    for (std::size_t at = text.find("static "); at != std::string::npos; at = text.find("static ", at + 1))
      if (text.compare(at, 17, "static constexpr ") != 0) REQUIRE(text[text.find_first_of("(=;[", at)] == '(');
  }
  CHECK(kernels > 100);
  CHECK(parallel > 20);
}

}  // namespace scorchc::test
