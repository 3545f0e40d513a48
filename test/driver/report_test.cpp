// Tests --emit=html: a self-contained page that shows everything known about a kernel.
#include "driver/report.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "catch.h"
#include "driver/program.h"
#include "front/front.h"
#include "markup.h"
#include "support/markup.h"

using namespace scorchc;

namespace {

driver::CompiledKernel compiled(const std::string& spec) {
  Diagnostics warnings;
  const std::vector<Kernel> kernels = front::read_text_spec(make_source("spec", spec), {}, warnings);
  REQUIRE(kernels.size() == 1);
  return driver::compile(kernels[0], warnings);
}

const std::string spgemm = "tensor A: csr\ntensor B: csr\nkernel spgemm: C(i,k) = A(i,j) * B(j,k)";

const std::vector<std::string> specs = {
    "kernel k: s = 2 * t",
    "tensor x: sv\nkernel k: s = x(i) * x(i)",
    "tensor A: csr\nkernel spmv: y(i) = A(i,j) * x(j)",
    "tensor A: csr\nkernel spmm: C(i,k) = A(i,j) * B(j,k)",
    spgemm,
    "tensor S: csr\nkernel sddmm: D(i,j) = S(i,j) * X(i,k) * Y(j,k)",
    "tensor B: csf\nkernel mttkrp: A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
    "tensor A: csr\ntensor B: csc\nkernel add: C(i,j) = A(i,j) + B(i,j)",
    "tensor A: csr\ntensor B: csc\nkernel mul: C(i,j) = A(i,j) * B(i,j)",
    "tensor A: bcsr4x4\nkernel spmv: y(i) = A(i,j) * x(j)",
    "tensor A: bcsr64x64\nkernel spmv: y(i) = A(i,j) * x(j)",
    "tensor A: coo:f64:crd=i64\nkernel copy: B(i,j) = A(i,j)",
    "tensor A: compressed,coordinate,coordinate,dense\nkernel k: y(i,j) = A(i,j,k,l) * x(k)",
    "tensor S: csr\nkernel two: D(i,j) = S(i,j) * X(i,k) * Y(j,k); Z(i,l) = relu(D(i,j)) * W(j,l)",
};

/// Returns the texts between each occurrence of `before` and the next `after`.
std::vector<std::string> all_between(const std::string& page, const std::string& before, const std::string& after) {
  std::vector<std::string> found;
  for (std::size_t at = page.find(before); at != std::string::npos; at = page.find(before, at + 1)) {
    const std::size_t begin = at + before.size();
    found.push_back(page.substr(begin, page.find(after, begin) - begin));
  }
  return found;
}

/// Returns the elements of an array that the page shows.
std::vector<int> array_of(const std::string& page, const std::string& name) {
  const std::vector<std::string> lists = all_between(page, "<ul aria-label=\"" + name + "\">", "</ul>");
  REQUIRE(lists.size() == 1);
  std::vector<int> elements;
  for (const std::string& item : all_between(lists[0], "<li", "<small>"))
    elements.push_back(std::stoi(item.substr(item.find('>') + 1)));
  return elements;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Returns the lines of the source that belong to the loop, in all functions.
std::string lines_of_loop(const driver::CompiledKernel& kernel, int loop) {
  const std::vector<std::string> lines = lines_of(kernel.source);
  std::string found;
  for (const LoopLines& each : kernel.source_map.loops)
    if (each.loop == loop)
      for (std::size_t line = each.first; line <= each.last; ++line) found += lines.at(line - 1) + "\n";
  return found;
}

void check_page(const std::string& page) {
  CHECK(unclosed(page) == "");
  CHECK(page.size() < 200 * 1024);
  CHECK(page.find("<script") == std::string::npos);
  CHECK(all_between(page, "<h1>", "</h1>").size() == 1);
  const std::vector<std::string> ids = all_between(page, " id=\"", "\"");
  const std::set<std::string> known(ids.begin(), ids.end());
  CHECK(known.size() == ids.size());
  for (const char* reference : {" href=\"", " aria-labelledby=\""})
    for (const std::string& each : all_between(page, reference, "\"")) {
      CAPTURE(each);
      CHECK(known.count(each.substr(each.starts_with('#') ? 1 : 0)) == 1);
    }
  // URLs occur only as namespace names; nothing is fetched.
  CHECK(all_between(page, "http", "\"") == all_between(page, " xmlns=\"http", "\""));
  for (const char* fetched : {"src=", "url(", "@import", "<link"}) CHECK(page.find(fetched) == std::string::npos);
}

}  // namespace

TEST_CASE("report pages are well-formed small and self-contained") {
  for (const std::string& spec : specs) {
    CAPTURE(spec);
    const driver::CompiledKernel kernel = compiled(spec);
    const std::string page = driver::html_report(kernel);
    CHECK(page == driver::html_report(compiled(spec)));
    check_page(page);
    REQUIRE(!kernel.choices.empty());
    for (const Decision& decision : kernel.choices)
      for (const std::string& said : {decision.subject, decision.choice, decision.reason})
        CHECK_THAT(page, ContainsSubstring(">" + markup::escaped(said) + "<"));
    CHECK_THAT(page, ContainsSubstring(markup::escaped(schedule::print(kernel.commands))));
    for (const schedule::LoopWork& loop : kernel.work.loops)
      CHECK_THAT(page, ContainsSubstring(markup::escaped(loop.iterations.text)));
  }
}

TEST_CASE("symbols of the formulas are explained") {
  const std::string page = driver::html_report(compiled(spgemm));
  for (const std::string said : {
           "<code>#B(:,k)</code>: coordinates k at which B stores a component, with any coordinate in place of the "
           "colon",
           "<code>nnz(A)</code>: components that A stores",
           "<code>#w</code>: components of the temporary w, per computation",
       })
    CHECK_THAT(page, ContainsSubstring(said));
  CHECK_THAT(driver::html_report(compiled("kernel k: y(i) = 2 * x(i)")),
             ContainsSubstring("In the formulas an index means its extent."));
}

TEST_CASE("report pages escape texts of users") {
  driver::CompiledKernel kernel = compiled(spgemm);
  const std::string hostile = "\"><script>alert('1')</script>&amp;<!--";
  kernel.kernel.name = kernel.kernel.name_space = kernel.kernel.source_statement = hostile;
  kernel.program.kernel.name = kernel.header = hostile;
  kernel.choices.push_back({hostile, hostile, hostile, hostile});
  const std::string page = driver::html_report(kernel);
  check_page(page);
  CHECK(page.find(hostile) == std::string::npos);
  CHECK_THAT(page, ContainsSubstring("<h1>" + markup::escaped(hostile + "::" + hostile) + "</h1>"));
}

TEST_CASE("source lines are assigned to their loops") {
  const driver::CompiledKernel kernel = compiled(spgemm);
  // forall i (w(k) where forall j forall k, in forall k): only the last loop writes C.
  CHECK(lines_of_loop(kernel, 2).starts_with("        for (int64_t pA2 = "));
  CHECK(lines_of_loop(kernel, 3).starts_with("          for (int64_t pB2 = "));
  CHECK_THAT(lines_of_loop(kernel, 3), ContainsSubstring("w_vals[k] += "));
  CHECK_THAT(lines_of_loop(kernel, 4), ContainsSubstring("C_vals[pC2] = ") && !ContainsSubstring("w_vals[k] += "));
  CHECK(lines_of_loop(kernel, 5).empty());

  for (const std::string& spec : specs) {
    CAPTURE(spec);
    const driver::CompiledKernel each = compiled(spec);
    CHECK(each.source.find_first_of("\x01\x02") == std::string::npos);
    CHECK(each.single_file.find_first_of("\x01\x02") == std::string::npos);
    const std::vector<std::string> lines = lines_of(each.source);
    CHECK(lines.at(each.source_map.functions - 1).empty());
    std::size_t before = each.source_map.functions;
    for (const LoopLines& loop : each.source_map.loops) {
      CHECK(before <= loop.first);
      CHECK(loop.first <= loop.last);
      CHECK(loop.last <= lines.size());
      before = loop.first;
    }
  }
}

TEST_CASE("each loop of the nest links to its source lines") {
  for (const char* spec : {specs[2].c_str(), specs[3].c_str(), specs[4].c_str(), specs[5].c_str(), specs[6].c_str(),
                           specs[7].c_str(), specs[8].c_str(), specs[9].c_str(), specs[13].c_str()}) {
    CAPTURE(spec);
    const driver::CompiledKernel kernel = compiled(spec);
    const std::string nest = cin::print(kernel.program.body);
    const std::string page = driver::html_report(kernel);
    const std::size_t loops = all_between(nest, "forall ", "\n").size();
    CHECK(loops > 0);
    CHECK(all_between(page, " href=\"#loop-", "\"").size() == loops);
  }
}

TEST_CASE("the page shows the arrays of a packed example") {
  const std::string page =
      driver::html_report(compiled("tensor A: csr\ntensor B: csc\nkernel k: y(i) = A(i,j) * B(j,i)"));
  const std::vector<int> pos = array_of(page, "A2_pos"), crd = array_of(page, "A2_crd"),
                         vals = array_of(page, "A_vals");
  CHECK(pos.back() == static_cast<int>(crd.size()));
  CHECK(crd.size() == vals.size());
  // One of the example's four rows is empty; the middle one of the other three is shaded.
  REQUIRE(pos == std::vector<int>{0, 2, 2, 4, 7});
  const std::string shaded = all_between(page, "<ul aria-label=\"A2_crd\">", "</ul>").at(0);
  CHECK(all_between(shaded, "<li class=\"odd\">", "<small>").size() == 2);
  CHECK(all_between(shaded, "<li class=\"odd\">", "</small>").at(0).ends_with("<small>2"));
  // The values are ascending by rows, and not by columns.
  CHECK(std::is_sorted(vals.begin(), vals.end()));
  std::vector<int> by_columns = array_of(page, "B_vals");
  CHECK(array_of(page, "B2_pos").size() == 7);
  CHECK(by_columns != vals);
  CHECK(std::is_permutation(by_columns.begin(), by_columns.end(), vals.begin(), vals.end()));
}

TEST_CASE("each kernel gets a page in a folder or on standard output") {
  const Workplace workplace;
  workplace.write("k.scorch", "tensor A: csr\nkernel one: y(i) = A(i,j) * x(j)\nkernel two: y(j) = A(i,j) * x(i)\n");
  CHECK(workplace.scorchc({"k.scorch", "--emit=html", "-o", "out/"}).exit_code == 0);
  CHECK(workplace.list("out") == "one.html two.html");
  check_page(workplace.read("out/two.html"));
  const Outcome outcome = workplace.scorchc({"y(i) = A(i,j) * x(j)", "--fmt", "A=csr", "--emit=html", "--name", "one"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == workplace.read("out/one.html"));
}
