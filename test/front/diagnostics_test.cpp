#include "support/diagnostics.h"

#include "catch.h"

using namespace scorchc;

namespace {

std::string rendered(const std::string& name, const std::string& text, Span span, const std::string& help = {}) {
  return render({Code::format_order, Severity::error, "message", {make_source(name, text), span}, help}, false);
}

}  // namespace

TEST_CASE("a diagnostic shows its location and a caret") {
  CHECK(rendered("--fmt", "x=csr", {2, 5}, "help me") ==
        "error[SC0204]: message\n"
        "  --> --fmt, column 3\n"
        "  |  x=csr\n"
        "  |    ^^^\n"
        "  = help: help me\n");
  CHECK(rendered("spec.json", "{\n  \"a\": 1\n}", {4, 7}) ==
        "error[SC0204]: message\n"
        "  --> spec.json:2:3\n"
        "  |    \"a\": 1\n"
        "  |    ^^^\n");
  CHECK(render({Code::broadcast_result_index, Severity::warning, "m", {}, {}}, false) == "warning[SC0250]: m\n");
}

TEST_CASE("locations at the ends of texts and lines") {
  CHECK(rendered("expression", "", {0, 0}) == "error[SC0204]: message\n  --> expression, column 1\n  |  \n  |  ^\n");
  CHECK(rendered("f", "ab\ncd", {5, 5}) == "error[SC0204]: message\n  --> f:2:3\n  |  cd\n  |    ^\n");
  CHECK(rendered("f", "ab\r\ncd", {2, 3}) == "error[SC0204]: message\n  --> f:1:3\n  |  ab\n  |    ^\n");
  CHECK(rendered("f", "ab", {100, 200}) == "error[SC0204]: message\n  --> f:1:3\n  |  ab\n  |    ^\n");
  CHECK(rendered("f", "ab\ncd", {1, 5}) == "error[SC0204]: message\n  --> f:1:2\n  |  ab\n  |   ^\n");
}

TEST_CASE("hostile text is escaped and carets stay in their columns") {
  CHECK(rendered("f", "a\x1b[31mb", {6, 7}) ==
        "error[SC0204]: message\n  --> f:1:7\n  |  a\\x1b[31mb\n  |           ^\n");
  CHECK(rendered("f",
                 "\xff\xe2\x80\xae"
                 "b",
                 {4, 5}) == "error[SC0204]: message\n  --> f:1:3\n  |  \\xff\\u{202e}b\n  |              ^\n");
  CHECK(rendered("f", "\xc3\xa9 = b", {5, 6}) ==
        "error[SC0204]: message\n  --> f:1:5\n  |  \xc3\xa9 = b\n  |      ^\n");
  CHECK(rendered("f\n", "b", {0, 1}) == "error[SC0204]: message\n  --> f\\x0a:1:1\n  |  b\n  |  ^\n");
  CHECK(quoted("a\nb") == "`a\\x0ab`");
  CHECK(quoted(std::string(100, 'a')) == "`" + std::string(60, 'a') + "...`");
}

TEST_CASE("a long line is cut around the caret") {
  const std::string text = rendered("f", std::string(5000, 'a') + "b" + std::string(5000, 'c'), {5000, 5001});
  CHECK(text.size() < 400);
  CHECK_THAT(text, ContainsSubstring("aaab"));
  CHECK_THAT(text, ContainsSubstring("..."));
}

TEST_CASE("the nearest candidate") {
  CHECK(nearest("crs", {"csr", "csc"}) == "did you mean `csr`?");
  CHECK(nearest("KERNELS", {"kernels"}) == "did you mean `kernels`?");
  CHECK(nearest("a", {"A"}) == "did you mean `A`?");
  CHECK(nearest("a", {"b"}).empty());
  CHECK(nearest("completely", {"different"}).empty());
  CHECK(nearest("", {"a"}).empty());
  // Several candidates at distance 1, a single one at a greater distance.
  CHECK(nearest("dsr", {"csr", "dcsr", "csc"}) == "did you mean `csr` or `dcsr`?");
  CHECK(nearest("-MX", {"-MD", "-MF", "-MT", "-MD"}) == "did you mean `-MD`, `-MF` or `-MT`?");
  CHECK(nearest("abcdexy", {"abcdefg", "abcdehi"}) == "did you mean `abcdefg`?");
}

TEST_CASE("codes are unique and in ascending order") {
  const std::vector<CodeInfo>& codes = all_codes();
  for (std::size_t i = 1; i < codes.size(); ++i) CHECK(codes[i - 1].id < codes[i].id);
  CHECK(info(Code::format_order).id == "SC0204");
  CHECK(info(Code::format_order).exit == ExitCode::input);
}
