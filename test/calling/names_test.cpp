// Compiles kernels whose names of tensors and indices also occur in emitted texts.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "calling/kernels.h"
#include "calling/python.h"
#include "catch.h"
#include "run/depth.h"

namespace {

/// A kernel with ten tensors and six indices of these names.
std::string spec_of(const std::string& kernel, const std::vector<std::string>& names) {
  const auto tensor = [&](std::size_t n, const std::vector<std::size_t>& indices) {
    std::string list;
    for (const std::size_t index : indices) list += (list.empty() ? "" : ",") + names[10 + index];
    return names[n] + "(" + list + ")";
  };
  const std::string expression = tensor(0, {0, 1}) + " = " + tensor(1, {0, 2}) + " * " + tensor(2, {2, 1}) + " + " +
                                 tensor(3, {0, 1}) + " + " + tensor(4, {0}) + " * " + tensor(5, {1}) + " * max(" +
                                 names[13] + ", " + tensor(6, {3}) + ") + " + tensor(7, {0}) + " * sum(" + names[14] +
                                 ", " + names[15] + ", " + tensor(8, {4, 5}) + " * " + tensor(9, {5}) + ")";
  return "{\"name\": \"" + kernel + "\", \"with\": \"validate,pack,unpack\", \"expr\": \"" + expression +
         "\", \"tensors\": {\"" + names[1] + "\": {\"format\": \"csr\"}, \"" + names[3] + "\": {\"format\": \"coo\"}}}";
}

/// The words of the texts that can be names of tensors and indices, and the parts of these after an `_`.
std::vector<std::string> words_of_texts(const Workplace& workplace) {
  emit_kernel(workplace,
              {"C(i,j) = A(i,k) * B(k,j) + D(i,j)", "--fmt", "A=csr", "--fmt", "D=coo", "--fmt", "C=csr", "--name",
               "plain", "--with", "validate,pack,unpack"},
              "h,cpp,hpp,main,test,eigen,ctypes,torch");
  std::set<std::string> words = {"t", "tuple", "type", "lambda", "std", "size_t", "x_", "a__b"};
  for (const std::string kind : {"h", "cpp", "hpp", "main.cpp", "test.cpp", "eigen.hpp", "py", "torch.cpp"}) {
    const std::string text = workplace.read("k/plain." + kind);
    std::string word;
    for (const char c : text + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        word += c;
        continue;
      }
      if (word.find("plain") == std::string::npos)
        for (std::size_t at = 0; at < word.size(); at = std::min(word.find('_', at), word.size() - 1) + 1)
          if (std::isalpha(static_cast<unsigned char>(word[at])) != 0) words.insert(word.substr(at));
      word.clear();
    }
  }
  run_program(workplace, "rm plain.*");
  for (const char* function : {"relu", "exp", "log", "sqrt", "abs", "tanh", "sigmoid", "min", "max", "sum", "sin",
                               "cos", "tan", "floor", "ceil", "pow"})
    words.erase(function);
  return {words.begin(), words.end()};
}

/// Every word names a tensor in one kernel, and an index in a kernel of another round.
std::vector<std::vector<std::string>> kernels_of_names(const std::vector<std::string>& words) {
  std::vector<std::vector<std::string>> kernels;
  for (std::size_t first = 0; first < words.size(); first += 10) {
    std::vector<std::string> names;
    for (std::size_t n = 0; names.size() < 16; ++n) {
      const std::string& word = words[(first + n * (names.size() < 10 ? 1 : 37)) % words.size()];
      if (std::find(names.begin(), names.end(), word) == names.end()) names.push_back(word);
    }
    kernels.push_back(std::move(names));
  }
  return kernels;
}

}  // namespace

TEST_CASE("every emitted text compiles for all names of tensors and indices and kernels", "[compiler]") {
  const Workplace workplace;
  const std::vector<std::vector<std::string>> all = kernels_of_names(words_of_texts(workplace));
  REQUIRE(all.size() > 60);
  // Kernels whose names begin like names that the texts make themselves.
  std::map<std::string, std::string> specs = {
      {"size",
       R"json({"name": "size", "expr": "C(t,s) = A(t,s) + B(t,s)", "tensors": {"A": {"format": "csr"}, "B": {"format": "csr"}, "C": {"format": "csr"}}})json"},
      {"int32",
       R"json({"name": "int32", "expr": "t(t_) = tuple(t_,i_j) * t_t(i_j)", "tensors": {"tuple": {"format": "csr"}}})json"},
      {"tensor", R"json({"name": "tensor", "expr": "A(i) = x(i,j) * C(j)", "tensors": {"x": {"format": "csr"}}})json"},
      {"dense",
       R"json({"name": "dense", "expr": "x_view(i) += x(i,j) * x_packed(j)", "tensors": {"x": {"format": "csr"}}})json"},
      {"Random",
       R"json({"name": "Random", "expr": "struct_x(i) = x(i,j) * shape(j) * out(j) * out_(j)", "tensors": {"x": {"format": "coo"}}})json"}};
  // The tensor's name contains that of a type which the kernel does not need.
  const std::vector<std::string> ordinary = {"Y", "Vector", "B", "D", "E", "F", "G", "H",
                                             "P", "Q",      "i", "j", "k", "l", "m", "n"};
  for (const char* name : {"vectors", "match"}) specs[name] = spec_of(name, ordinary);
  for (std::size_t n = 0; n < all.size(); ++n)
    if (scorchc::test::is_turn(n, 24)) specs["k" + std::to_string(n)] = spec_of("k" + std::to_string(n), all[n]);
  for (const auto& [name, spec] : specs) {
    CAPTURE(spec);
    workplace.write("names.json", "{\"scorch\": 1, \"kernels\": [" + spec + "]}");
    const Outcome outcome = workplace.scorchc({"names.json", "--emit=h,cpp,hpp,main,test,eigen,ctypes", "-o", "k/"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.exit_code == 0);
  }
  compile(workplace, "-std=c++17 -fsyntax-only *.cpp");
  run_program(workplace, "for header in *.hpp; do echo \"#include \\\"$header\\\"\"; done > headers.cc");
  compile(workplace, "-std=c++20 -isystem /usr/include/eigen3 -fsyntax-only headers.cc");
  if (const std::string python = python_with("ast"); !python.empty())
    run_program(
        workplace,
        python + " -c 'import glob; [compile(open(path).read(), path, \"exec\") for path in glob.glob(\"*.py\")]'");
}
