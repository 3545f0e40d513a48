// Checks the names that emitted texts derive from users' names.
#include "emit/calling/own_names.h"

#include "catch.h"
#include "emit/calling/python.h"

using scorchc::emit::OwnNames;
using scorchc::emit::with_own_names;

TEST_CASE("a generated name differs from all other identifiers of the text") {
  const auto render = [](OwnNames& own) {
    const std::string size = own("size_t");
    return "size_t f(); // size_t_ in a comment\nint " + size + " = x.size_t_ + " + own("size_i") +
           "; print(\"size_i\");";
  };
  CHECK(with_own_names(render) ==
        "size_t f(); // size_t_ in a comment\nint size_t_ = x.size_t_ + size_i; print(\"size_i\");");
}

TEST_CASE("equal requests get equal names and others different ones") {
  const auto render = [](OwnNames& own) {
    const std::string first = own("a"), again = own("a"), other = own("a_");
    return first + " " + again + " " + other + " a";
  };
  CHECK(with_own_names(render) == "a_ a_ a_x a");
}

TEST_CASE("no parameter is a Python keyword") {
  OwnNames names;
  scorchc::emit::reserve_python_words(names);
  CHECK(names("lambda") == "lambda_");
  CHECK(names("out") == "out_");
  CHECK(names("out_") == "out_x");
  CHECK(names("A") == "A");
}
