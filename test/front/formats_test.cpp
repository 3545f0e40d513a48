#include <algorithm>

#include "catch.h"
#include "front/reading.h"

using namespace scorchc;
using namespace scorchc::front;

namespace {

struct Row {
  const char* text;
  int order;
  const char* map;
};

const Row rows[] = {
    // names
    {"dense", 0, "() -> ()"},
    {"dense", 1, "(i) -> (i: dense)"},
    {"dense", 3, "(i,j,k) -> (i: dense, j: dense, k: dense)"},
    {"dense-col", 2, "(i,j) -> (j: dense, i: dense)"},
    {"sv", 1, "(i) -> (i: compressed)"},
    {"csr", 2, "(i,j) -> (i: dense, j: compressed)"},
    {"csc", 2, "(i,j) -> (j: dense, i: compressed)"},
    {"dcsr", 2, "(i,j) -> (i: compressed, j: compressed)"},
    {"dcsc", 2, "(i,j) -> (j: compressed, i: compressed)"},
    {"coo", 1, "(i) -> (i: coordinate)"},
    {"coo", 2, "(i,j) -> (i: coordinate, j: coordinate)"},
    {"coo", 3, "(i,j,k) -> (i: coordinate, j: coordinate, k: coordinate)"},
    {"csf", 3, "(i,j,k) -> (i: compressed, j: compressed, k: compressed)"},
    {"csf", 2, "(i,j) -> (i: compressed, j: compressed)"},
    {"bcsr4x4", 2, "(i,j) -> (i/4: dense, j/4: compressed, i%4: dense, j%4: dense)"},
    {"bcsr(2x3)", 2, "(i,j) -> (i/2: dense, j/3: compressed, i%2: dense, j%3: dense)"},
    {"bcsc4x4", 2, "(i,j) -> (j/4: dense, i/4: compressed, i%4: dense, j%4: dense)"},
    {"bcsc2x3", 2, "(i,j) -> (j/3: dense, i/2: compressed, i%2: dense, j%3: dense)"},
    {"coo:1,0", 2, "(i,j) -> (j: coordinate, i: coordinate)"},
    {"dense:1,0", 2, "(i,j) -> (j: dense, i: dense)"},
    // level lists
    {"dense,compressed", 2, "(i,j) -> (i: dense, j: compressed)"},
    {"dense,compressed:1,0", 2, "(i,j) -> (j: dense, i: compressed)"},
    {" dense , compressed : 1 , 0 ", 2, "(i,j) -> (j: dense, i: compressed)"},
    {"coordinate,coordinate", 2, "(i,j) -> (i: coordinate, j: coordinate)"},
    {"dense,coordinate,coordinate", 3, "(i,j,k) -> (i: dense, j: coordinate, k: coordinate)"},
    {"compressed", 1, "(i) -> (i: compressed)"},
    {"compressed,compressed,compressed:2,0,1", 3, "(i,j,k) -> (k: compressed, i: compressed, j: compressed)"},
    // TACO's letters
    {"d", 1, "(i) -> (i: dense)"},
    {"ds", 2, "(i,j) -> (i: dense, j: compressed)"},
    {"ds:1,0", 2, "(i,j) -> (j: dense, i: compressed)"},
    {"uq", 2, "(i,j) -> (i: coordinate, j: coordinate)"},
    {"uqq", 3, "(i,j,k) -> (i: coordinate, j: coordinate, k: coordinate)"},
    {"duq", 3, "(i,j,k) -> (i: dense, j: coordinate, k: coordinate)"},
    {"sss:2,1,0", 3, "(i,j,k) -> (k: compressed, j: compressed, i: compressed)"},
    // maps
    {"(i,j) -> (j: dense, i: compressed)", 2, "(i,j) -> (j: dense, i: compressed)"},
    {"(a,b)->(b:coordinate,a:coordinate)", 2, "(i,j) -> (j: coordinate, i: coordinate)"},
    {"() -> ()", 0, "() -> ()"},
    {"(i,j) -> (i/4: dense, j/4: compressed, i%4: dense, j%4: dense)", 2,
     "(i,j) -> (i/4: dense, j/4: compressed, i%4: dense, j%4: dense)"},
    {"(i,j,k) -> (k: dense, i/2: compressed, j: dense, i%2: dense)", 3,
     "(i,j,k) -> (k: dense, i/2: compressed, j: dense, i%2: dense)"},
};

}  // namespace

TEST_CASE("every spelling of a format has one map") {
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const Format format = format_of(row.text, row.order);
    CHECK(print_map(format) == row.map);
    CHECK(verify(format).empty());
    CHECK(format.order() == row.order);
    CHECK(format_of(print_map(format), row.order) == format);
    CHECK(format_of(print_short(format), row.order) == format);
  }
}

TEST_CASE("every mode ordering of order 3, over all kinds of levels") {
  const std::vector<std::string> names{"dense", "compressed", "coordinate"};
  std::vector<int> modes{0, 1, 2};
  do {
    for (std::size_t kinds = 0; kinds < 27; ++kinds) {
      const std::size_t kind[] = {kinds % 3, kinds / 3 % 3, kinds / 9};
      std::string list, ordering, map;
      for (std::size_t l = 0; l < 3; ++l) {
        list += (l > 0 ? "," : "") + names[kind[l]];
        ordering += (l > 0 ? "," : "") + std::to_string(modes[l]);
        map += (l > 0 ? ", " : "") + std::string(1, "ijk"[modes[l]]) + ": " + names[kind[l]];
      }
      CAPTURE(list, ordering);
      const Format format = format_of(list + ":" + ordering, 3);
      CHECK(print_map(format) == "(i,j,k) -> (" + map + ")");
      CHECK(format_of(print_short(format), 3) == format);
      CHECK(format_of(print_map(format), 3) == format);
    }
  } while (std::next_permutation(modes.begin(), modes.end()));
}

TEST_CASE("attributes") {
  const Format format = format_of("csr:f64:pos=i64:crd=i32", 2);
  CHECK(format.value == ValueType::f64);
  CHECK(format.pos == IndexType::i64);
  CHECK(format.crd == IndexType::i32);
  CHECK(print_short(format) == "csr:f64:pos=i64");
  CHECK(format_of("dense,compressed:1,0:crd=i64:i32", 2) == format_of("csc:i32:crd=i64", 2));
  CHECK(format_of("(i,j) -> (i: dense, j: compressed) : f64", 2) == format_of("csr:f64", 2));
}

TEST_CASE("short names") {
  const auto [text, order, name] =
      GENERATE(table<std::string, int, std::string>({{"ds", 2, "csr"},
                                                     {"ds:1,0", 2, "csc"},
                                                     {"dd:1,0", 2, "dense-col"},
                                                     {"dd", 2, "dense"},
                                                     {"s", 1, "sv"},
                                                     {"ss", 2, "dcsr"},
                                                     {"ss:1,0", 2, "dcsc"},
                                                     {"sss", 3, "csf"},
                                                     {"sss:2,0,1", 3, "compressed,compressed,compressed:2,0,1"},
                                                     {"sd", 2, "compressed,dense"},
                                                     {"uq", 2, "coo"},
                                                     {"bcsr(4x2)", 2, "bcsr4x2"},
                                                     {"bcsc(4x2):f64", 2, "bcsc4x2:f64"}}));
  CHECK(print_short(format_of(text, order)) == name);
}

TEST_CASE("formats that are refused") {
  const auto [text, order, expected] = GENERATE(table<std::string, int, std::string>({
      {"csr", 1, "SC0204 --fmt:1:1"},
      {"sv", 2, "SC0204 --fmt:1:1"},
      {"csr", 0, "SC0204 --fmt:1:1"},
      {"ds", 3, "SC0204 --fmt:1:1"},
      {"bcsr4x4", 3, "SC0204 --fmt:1:1"},
      {"(i) -> (i: dense)", 2, "SC0204 --fmt:1:1"},
      {"", 2, "SC0201 --fmt:1:1"},
      {"crs", 2, "SC0205 --fmt:1:1"},
      {"sparse", 1, "SC0205 --fmt:1:1"},
      {"dense,sparse", 2, "SC0205 --fmt:1:7"},
      {"dense,", 2, "SC0201 --fmt:1:7"},
      {"c", 1, "SC0206 --fmt:1:1"},
      {"dc", 2, "SC0206 --fmt:1:2"},
      {"dense,c", 2, "SC0206 --fmt:1:7"},
      {"(i) -> (i: c)", 1, "SC0206 --fmt:1:12"},
      {"u", 1, "SC0201 --fmt:1:1"},
      {"dq", 2, "SC0201 --fmt:1:2"},
      {"uquq", 4, "SC0201 --fmt:1:3"},
      {"csr:1,0", 2, "SC0201 --fmt:1:5"},
      {"ds:1,1", 2, "SC0207 --fmt:1:6"},
      {"ds:0,2", 2, "SC0207 --fmt:1:6"},
      {"ds:0", 2, "SC0207 --fmt:1:4"},
      {"ds:0,1,2", 2, "SC0207 --fmt:1:8"},
      {"ds:0,x", 2, "SC0201 --fmt:1:6"},
      {"csr:f16", 2, "SC0201 --fmt:1:5"},
      {"csr:f64:f32", 2, "SC0209 --fmt:1:9"},
      {"csr:f64:f64", 2, "SC0209 --fmt:1:9"},
      {"csr:pos=i16", 2, "SC0201 --fmt:1:9"},
      {"csr:val=f64", 2, "SC0201 --fmt:1:5"},
      {"csr:pos=i64:pos=i64", 2, "SC0209 --fmt:1:13"},
      {"csr:f64:1,0", 2, "SC0201 --fmt:1:9"},
      {"bcsr", 2, "SC0201 --fmt:1:1"},
      {"bcsr0x4", 2, "SC0201 --fmt:1:5"},
      {"bcsr4x", 2, "SC0201 --fmt:1:7"},
      {"bcsr4x-4", 2, "SC0201 --fmt:1:7"},
      {"bcsr99999x4", 2, "SC0701 --fmt:1:5"},
      {"bcsr(4x4", 2, "SC0201 --fmt:1:5"},
      {"(i,j)", 2, "SC0201 --fmt:1:1"},
      {"(i,j) -> (i: dense)", 2, "SC0207 --fmt:1:1"},
      {"(i,j) -> (i: dense, i: dense)", 2, "SC0207 --fmt:1:1"},
      {"(i,i) -> (i: dense)", 2, "SC0207 --fmt:1:4"},
      {"(i) -> (k: dense)", 1, "SC0207 --fmt:1:9"},
      {"(i) -> (i dense)", 1, "SC0201 --fmt:1:9"},
      {"(i) -> (i/4: dense)", 1, "SC0207 --fmt:1:1"},
      {"(i) -> (i%4: dense, i/4: dense)", 1, "SC0207 --fmt:1:1"},
      {"(i) -> (i/4: dense, i%2: dense)", 1, "SC0207 --fmt:1:1"},
      {"(i) -> (i: dense) f64", 1, "SC0201 --fmt:1:19"},
      {"i -> (i: dense)", 1, "SC0205 --fmt:1:1"},
      {"CSR", 2, "SC0205 --fmt:1:1"},
  }));
  CAPTURE(text, order);
  CHECK(outcome([&, t = text, o = order] { format_of(t, o); }) == expected);
}

TEST_CASE("the nearest name is suggested") {
  const auto help = [](const std::string& text) {
    try {
      format_of(text, 2);
    } catch (const Failure& failure) {
      return failure.diagnostic().help;
    }
    return std::string();
  };
  CHECK(help("crs") == "did you mean `csr`?");
  CHECK(help("dense,compresed") == "did you mean `compressed`?");
  CHECK(help("sparse") == "use `compressed`");
}
