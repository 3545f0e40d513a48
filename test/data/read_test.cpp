// Tests the readers, and the line of every error.
#include "data/read.h"

#include <cmath>

#include "data/data_test.h"
#include "data/gzip.h"
#include "support/files.h"

namespace scorchc::data {
namespace {

using Reader = Tensor (*)(const std::string&, std::string_view);

struct ErrorCase {
  const char* text;
  Code code;
  const char* shown;  // a part of the rendered diagnostic
};

void check_errors(Reader reader, const std::vector<ErrorCase>& cases) {
  for (const ErrorCase& c : cases) {
    INFO(c.text);
    const Diagnostic d = failure([&] { reader("m.txt", c.text); });
    CHECK(info(d.code).name == info(c.code).name);
    CHECK_THAT(render(d, false), ContainsSubstring(c.shown));
  }
}

const std::vector<double>& reals(const Tensor& tensor) { return std::get<std::vector<double>>(values(tensor)); }
const std::vector<std::int64_t>& integers(const Tensor& tensor) {
  return std::get<std::vector<std::int64_t>>(values(tensor));
}
const std::vector<std::int64_t>& coordinates(const Tensor& tensor) {
  return std::get<CoordinateList>(tensor).coordinates;
}

std::string npy(const std::string& dictionary, const std::string& data) {
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' + dictionary + data;
}

}  // namespace

TEST_CASE("Matrix Market files") {
  const Tensor real = read_matrix_market(
      "m", "%%MatrixMarket matrix coordinate real general\r\n% note\n\n 3 4 3\n1 1 +1.5\r\n3 4 -2e-400\n\t2 1 nan");
  CHECK(dimensions(real) == std::vector<std::int64_t>{3, 4});
  CHECK(coordinates(real) == std::vector<std::int64_t>{0, 0, 2, 3, 1, 0});
  CHECK(reals(real)[0] == 1.5);
  CHECK((reals(real)[1] == 0 && std::signbit(reals(real)[1])));
  const Tensor exact =
      read_matrix_market("m", "%%matrixmarket MATRIX Coordinate INTEGER skew-symmetric\n2 2 1\n2 1 9007199254740993\n");
  CHECK(integers(exact) == std::vector<std::int64_t>{9007199254740993, -9007199254740993});
  const Tensor pattern =
      read_matrix_market("m", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1 7.5\n");
  CHECK(integers(pattern) == std::vector<std::int64_t>{1, 1, 1});
  const Tensor array = read_matrix_market("m", "%%MatrixMarket matrix array integer general\n2 2\n1\n2\n3\n4\n");
  CHECK(integers(array) == std::vector<std::int64_t>{1, 3, 2, 4});
  const Tensor lower = read_matrix_market("m", "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n");
  CHECK(reals(lower) == std::vector<double>{1, 2, 2, 3});
  const Tensor skew = read_matrix_market("m", "%%MatrixMarket matrix array real skew-symmetric\n2 2\n5\n");
  CHECK(reals(skew) == std::vector<double>{0, -5, 5, 0});
  CHECK(size(values(read_matrix_market("m", "%%MatrixMarket matrix array real skew-symmetric\n1 1\n"))) == 1);
  CHECK(size(values(read_matrix_market("m", "%%MatrixMarket matrix array real general\n0 9223372036854775807\n"))) ==
        0);
}

TEST_CASE("Matrix Market errors name their line") {
  const std::string wide(2000000, '1');
  check_errors(
      read_matrix_market,
      {
          {"", Code::data_header, "empty"},
          {"hello\n", Code::data_header, "m.txt:1:1"},
          {"%%MatrixMarket matrix coordinate reel general\n", Code::data_header, "m.txt:1:34"},
          {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n", Code::needs_complex_data, "m.txt:1:"},
          {"%%MatrixMarket matrix array pattern general\n1 1\n", Code::data_header, "pattern"},
          {"%%MatrixMarket matrix coordinate real\n", Code::data_header, "m.txt:1:"},
          {"%%MatrixMarket matrix coordinate real general extra\n", Code::data_count, "m.txt:1:47"},
          {"%%MatrixMarket matrix coordinate real general\n% only\n", Code::data_header, "size line"},
          {"%%MatrixMarket matrix coordinate real general\n-1 1 0\n", Code::data_header, "m.txt:2:1"},
          {"%%MatrixMarket matrix coordinate real general\n1 1 -5\n", Code::data_header, "m.txt:2:5"},
          {"%%MatrixMarket matrix coordinate real general\n1 99999999999999999999 0\n", Code::data_number,
           "out of range"},
          {"%%MatrixMarket matrix coordinate real symmetric\n1 2 0\n", Code::data_header, "square"},
          {"%%MatrixMarket matrix coordinate real general\n1 1\n", Code::data_count, "found the end of the line"},
          {"%%MatrixMarket matrix coordinate real general\n1 1 1000000000000000\n1 1 1\n", Code::data_count,
           "after 1 of"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 2\n%\n1 1 1\n0 1 1\n", Code::data_coordinate,
           "m.txt:5:1"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 4 1\n", Code::data_coordinate, "m.txt:3:3"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 -4 1\n", Code::data_coordinate, "m.txt:3:3"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 3abc\n", Code::data_number, "m.txt:3:5"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1,5\n", Code::data_number, "`1,5`"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 +-5\n", Code::data_number, "`+-5`"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1e400\n", Code::data_number, "out of range"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1.5 1 1\n", Code::data_number, "m.txt:3:1"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1 1\n", Code::data_count, "m.txt:3:7"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1\n", Code::data_count, "m.txt:3:4"},
          {"%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1\n2 2 2\n", Code::data_count, "m.txt:4:1"},
          {"%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 1 1.0\n", Code::data_number, "m.txt:3:5"},
          {"%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 1\n2 1 -9223372036854775808\n",
           Code::data_number, "m.txt:3:5"},
          {"%%MatrixMarket matrix array real general\n2 1\n1\n", Code::data_count, "after 1 of the 2 values"},
          {"%%MatrixMarket matrix array real general\n2 1\n1 2\n", Code::data_count, "m.txt:3:3"},
          {"%%MatrixMarket matrix array real general\n1 1\n1\n2\n", Code::data_count, "m.txt:4:1"},
          {"%%MatrixMarket matrix array real general\n4294967296 4294967296\n1\n", Code::storage_too_large, "m.txt:2:"},
          {"%%MatrixMarket matrix array real symmetric\n4294967296 4294967296\n1\n", Code::storage_too_large,
           "m.txt:2:"},
      });
  const std::string endless = "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 " + wide + "x";
  CHECK(failure([&] { read_matrix_market("m", endless); }).code == Code::data_number);
}

TEST_CASE("FROSTT files") {
  const Tensor plain = read_tns("t", "# note\n1 2 3 4\n\n5 1 1 -6\n");
  CHECK(dimensions(plain) == std::vector<std::int64_t>{5, 2, 3});
  CHECK(integers(plain) == std::vector<std::int64_t>{4, -6});
  const Tensor declared = read_tns("t", "# dims: 10 1099511627776\n10 1099511627776 9007199254740993\n1 1 -0\n");
  CHECK(dimensions(declared) == std::vector<std::int64_t>{10, std::int64_t{1} << 40});
  CHECK((reals(declared)[0] == 9007199254740992.0 && std::signbit(reals(declared)[1])));
  CHECK(dimensions(read_tns("t", "# dims: 3 0\n")) == std::vector<std::int64_t>{3, 0});
  CHECK(dimensions(read_tns("t", "# dims:\n7\n")).empty());
  CHECK(dimensions(read_tns("t", "7.5")).empty());
}

TEST_CASE("FROSTT errors name their line") {
  check_errors(read_tns, {{"", Code::data_count, "no entries"},
                          {"# note\n", Code::data_count, "no entries"},
                          {"1 1 1\n1 1\n", Code::data_count, "m.txt:2:4"},
                          {"1 1 1\n1 1 1 1\n", Code::data_count, "m.txt:2:7"},
                          {"1 1 1\n0 1 1\n", Code::data_coordinate, "m.txt:2:1"},
                          {"# dims: 2 2\n1 1 1\n1 3 1\n", Code::data_coordinate, "m.txt:3:3"},
                          {"# dims: 2 -2\n", Code::data_header, "m.txt:1:11"},
                          {"# dims: 2 x\n", Code::data_number, "m.txt:1:11"},
                          {"# dims: 2 2\n1 1\n", Code::data_count, "m.txt:2:4"},
                          {"1 1 1\n1 1 abc\n", Code::data_number, "m.txt:2:5"},
                          {"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n", Code::too_large, "16"}});
}

TEST_CASE("DLMC files") {
  const Tensor matrix = read_smtx("s", "% note\n2, 3, 3\n0 2 3\n0 2 1\n");
  CHECK(dimensions(matrix) == std::vector<std::int64_t>{2, 3});
  CHECK(coordinates(matrix) == std::vector<std::int64_t>{0, 0, 0, 2, 1, 1});
  CHECK(dimensions(read_smtx("s", "0, 3, 0\n0\n\n")) == std::vector<std::int64_t>{0, 3});
  check_errors(read_smtx, {{"", Code::data_count, "found the end of the file"},
                           {"2, 3\n", Code::data_count, "found the end of the file"},
                           {"2, 3, 3\n0 2 4\n0 2 1\n", Code::data_count, "m.txt:2:5"},
                           {"2, 3, 3\n1 2 3\n0 2 1\n", Code::data_count, "m.txt:2:1"},
                           {"2, 3, 3\n0 2 1\n0 2 1\n", Code::data_count, "m.txt:2:5"},
                           {"2, 3, 3\n0 2 3\n0 3 1\n", Code::data_coordinate, "m.txt:3:3"},
                           {"2, 3, 3\n0 2 3\n0 2\n", Code::data_count, "found the end of the file"},
                           {"2, 3, 3\n0 2 3\n0 2 1 1\n", Code::data_count, "m.txt:3:7"},
                           {"9223372036854775807, 3, 3\n0 0\n", Code::data_count, "found the end of the file"},
                           {"-2, 3, 3\n", Code::data_header, "m.txt:1:1"}});
}

TEST_CASE("NumPy files") {
  const std::string ints("\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x05\0\0\0\x06\0\0\0", 24);
  const auto read = [&](const std::string& dictionary) { return read_npy("a.npy", npy(dictionary, ints)); };
  const Tensor rows = read("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }\n");
  CHECK(std::get<std::vector<std::int32_t>>(values(rows)) == std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
  const Tensor columns = read("{\"shape\": (2L, 3L), 'fortran_order': True, 'descr': '<i4'}");
  CHECK(std::get<std::vector<std::int32_t>>(values(columns)) == std::vector<std::int32_t>{1, 3, 5, 2, 4, 6});
  CHECK(dimensions(read("{'descr': '<f4', 'fortran_order': False, 'shape': (6,)}")) == std::vector<std::int64_t>{6});
  CHECK(dimensions(read_npy("a", npy("{'descr': '<f4', 'fortran_order': True, 'shape': ()}", "1234"))).empty());
  CHECK(size(values(read_npy(
            "a", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (0, 9000000000000000000, 3)}", "")))) == 0);
  const std::vector<std::pair<std::string, Code>> wrong{
      {"{'descr': '<i4', 'fortran_order': False, 'shape': (2, 4), }", Code::data_count},
      {"{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }", Code::data_count},
      {"{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904, 4611686018427387904), }",
       Code::data_count},
      {"{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", Code::needs_data_type},
      {"{'descr': '<f16', 'fortran_order': False, 'shape': (1,), }", Code::needs_data_type},
      {"{'descr': '|S4', 'fortran_order': False, 'shape': (6,), }", Code::needs_data_type},
      {"{'descr': '<', 'fortran_order': False, 'shape': (6,), }", Code::needs_data_type},
      {"{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (6,), }", Code::needs_data_type},
      {"{'descr': '<i4', 'shape': (6,), }", Code::data_header},
      {"{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (6,), }", Code::data_header},
      {"{'descr': '<i4', 'fortran_order': No, 'shape': (6,), }", Code::data_header},
      {"{'descr': '<i4', 'fortran_order': False, 'shape': (-6,), }", Code::data_header},
      {"{'descr': '<i4', 'fortran_order': False, 'shape': (6,), } x", Code::data_header},
      {"{'descr': '<i4", Code::data_header},
      {"", Code::data_header},
      {"{'descr': '<i4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,6), }", Code::too_large}};
  for (const auto& [dictionary, code] : wrong) {
    INFO(dictionary);
    CHECK(info(failure([&, &d = dictionary] { read(d); }).code).name == info(code).name);
  }
  for (const std::string& bytes :
       {std::string(), std::string("\x93NUM"), std::string("\x93NUMPY\x09\x00\x01\x00\x00\x00", 12),
        std::string("\x93NUMPY\x01\x00\xff\xff{}", 12)}) {
    CHECK(failure([&] { read_npy("a", bytes); }).code == Code::data_header);
  }
}

TEST_CASE("an unsigned integer that does not fit is printed with all digits") {
  const std::string header = "{'descr': '<u8', 'fortran_order': True, 'shape': (2, 2)}";
  const std::string bytes =
      npy(header, std::string(8, '\0') + std::string(8, '\0') + std::string(8, '\xff') + std::string(8, '\xff'));
  for (const ValueType type : {ValueType::i32, ValueType::i64}) {
    const Diagnostic found = failure([&] { read_npy("a.npy", bytes, type, {"A", {}}); });
    CHECK(found.code == Code::data_value);
    CHECK_THAT(found.message, ContainsSubstring("`A`: the value 18446744073709551615 of component (0,1)"));
  }
  CHECK(value_type(values(read_npy("a.npy", bytes, ValueType::f32, {}))) == ValueType::f64);
}

TEST_CASE("NumPy's integers, bool and floats of every width and byte order") {
  const auto read = [](const std::string& type, const std::string& bytes) {
    const std::string shape = "(" + std::to_string(bytes.size() / static_cast<std::size_t>(type.back() - '0')) + ",)";
    return values(
        read_npy("a.npy", npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + "}", bytes)));
  };
  const auto check = [&](const std::string& type, const std::string& little_endian, const Values& expected) {
    INFO(type);
    CHECK(read("<" + type, little_endian) == expected);
    CHECK(read("=" + type, little_endian) == expected);
    std::string big_endian;
    const auto size = static_cast<std::size_t>(type.back() - '0');
    for (std::size_t at = 0; at < little_endian.size(); at += size)
      big_endian += std::string(little_endian.rend() - static_cast<std::ptrdiff_t>(at + size),
                                little_endian.rend() - static_cast<std::ptrdiff_t>(at));
    CHECK(read(">" + type, big_endian) == expected);
    if (size == 1) CHECK(read("|" + type, little_endian) == expected);
  };
  using I32 = std::vector<std::int32_t>;
  using I64 = std::vector<std::int64_t>;
  check("b1", std::string("\0\1\2", 3), I32{0, 1, 1});
  check("i1", "\x80\x7f\xff", I32{-128, 127, -1});
  check("u1", "\x80\x7f\xff", I32{128, 127, 255});
  check("i2", std::string("\0\x80\xfe\xff", 4), I32{-32768, -2});
  check("u2", std::string("\0\x80\xfe\xff", 4), I32{32768, 65534});
  check("i4", std::string("\0\0\0\x80\xfe\xff\xff\xff", 8), I32{std::numeric_limits<std::int32_t>::min(), -2});
  check("u4", std::string("\0\0\0\x80\xfe\xff\xff\xff", 8), I64{2147483648, 4294967294});
  check("i8", std::string("\0\0\0\0\0\0\0\x80", 8), I64{std::numeric_limits<std::int64_t>::min()});
  check("u8", std::string("\1\0\0\0\0\0\0\x40", 8), I64{4611686018427387905});
  check("u8", std::string("\0\0\0\0\0\0\0\x80", 8), std::vector<double>{9223372036854775808.0});
  const float infinity = std::numeric_limits<float>::infinity();
  check("f2", std::string("\0\x3c\0\xc0\xff\x7b\1\0\0\x7c\0\xfc", 12),
        std::vector<float>{1, -2, 65504, 0x1p-24F, infinity, -infinity});
  CHECK(std::isnan(std::get<std::vector<float>>(read("<f2", std::string("\1\x7c", 2)))[0]));
  check("f4", std::string("\0\0\x80\x3f", 4), std::vector<float>{1});
  check("f8", std::string("\0\0\0\0\0\0\xf0\xbf", 8), std::vector<double>{-1});
}

TEST_CASE("files by their suffix, compressed or not") {
  const Folder folder;
  const std::string text = "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 1 5\n";
  write_file(folder / "a.mtx", text);
  write_file(folder / "a.mtx.gz", gzip(text));
  CHECK(reals(read_tensor(folder / "a.mtx")) == std::vector<double>{5});
  CHECK(reals(read_tensor(folder / "a.mtx.gz")) == std::vector<double>{5});
  write_file(folder / "two.mtx.gz", gzip(text.substr(0, 20)) + gzip(text.substr(20)));
  CHECK(reals(read_tensor(folder / "two.mtx.gz")) == std::vector<double>{5});
  // A few kilobytes that would expand to fill the memory.
  const std::string bomb = gzip(std::string(std::size_t{48} << 20, '\n'));
  CHECK(bomb.size() < 64 * 1024);
  write_file(folder / "bomb.mtx.gz", bomb);
  CHECK(failure([&] { read_tensor(folder / "bomb.mtx.gz"); }).code == Code::file_too_large);
  write_file(folder / "cut.mtx.gz", gzip(text).substr(0, 40));
  write_file(folder / "none.mtx.gz", text);
  write_file(folder / "empty.mtx.gz", "");
  write_file(folder / "tail.mtx.gz", gzip(text) + "tail");
  for (const char* name : {"cut.mtx.gz", "none.mtx.gz", "empty.mtx.gz", "tail.mtx.gz"}) {
    CHECK(failure([&] { read_tensor(folder / name); }).code == Code::data_compressed);
  }
  write_file(folder / "bomb.tns.gz", gzip(std::string(10000000, '\n')));
  CHECK(failure([&] { read_tensor(folder / "bomb.tns.gz", {1000000}); }).code == Code::file_too_large);
  CHECK(failure([&] { read_tensor(folder / "a.csv"); }).code == Code::data_file_type);
  CHECK(failure([&] { read_tensor(folder / "b.mtx"); }).code == Code::file_unreadable);
  std::filesystem::create_directory(folder / "d.mtx");
  CHECK(failure([&] { read_tensor(folder / "d.mtx"); }).code == Code::file_unreadable);
}

TEST_CASE("changed bytes never crash a reader") {
  const std::string dictionary = "{'descr': '<i4', 'fortran_order': True, 'shape': (1, 2), }\n";
  const std::vector<std::pair<Reader, std::string>> seeds{
      {read_matrix_market, "%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 2\n1 1 1.5\n3 1 -2e3\n"},
      {read_matrix_market, "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n"},
      {read_tns, "# dims: 3 4 5\n1 2 3 4.5\n3 4 5 6\n"},
      {read_smtx, "2, 3, 3\n0 2 3\n0 2 1\n"},
      {read_npy, npy(dictionary, "12345678")},
      {[](const std::string& path, std::string_view bytes) { return read_tns(path, gunzip(path, bytes, 1 << 20)); },
       gzip("1 2 3 4.5\n3 4 5 6\n")}};
  const std::string likely = "0123456789 -+.eE\n\r\t%#,'(){}naif\xff";
  std::mt19937_64 random(5);
  int loaded = 0;
  for (const auto& [reader, seed] : seeds) {
    for (int round = 0; round < 2000; ++round) {
      std::string bytes = seed;
      for (std::int64_t change = draw(random, 4); change >= 0; --change) {
        const auto at = static_cast<std::size_t>(draw(random, static_cast<std::int64_t>(bytes.size()) + 1));
        const char byte =
            draw(random, 4) == 0
                ? static_cast<char>(draw(random, 256))
                : likely[static_cast<std::size_t>(draw(random, static_cast<std::int64_t>(likely.size())))];
        switch (draw(random, 4)) {
          case 0:
            bytes.insert(at, 1, byte);
            break;
          case 1:
            bytes.erase(std::min(at, bytes.size()), 1);
            break;
          case 2:
            bytes.resize(at);
            break;
          default:
            if (at < bytes.size()) bytes[at] = byte;
        }
      }
      try {
        const Tensor tensor = reader("f", bytes);
        ++loaded;
        if (const auto* list = std::get_if<CoordinateList>(&tensor)) {
          REQUIRE(list->coordinates.size() == list->count() * list->order());
        }
      } catch (const Failure& f) {
        REQUIRE(!render(f.diagnostic(), false).empty());
      }
    }
  }
  CHECK(loaded > 0);
}

}  // namespace scorchc::data
