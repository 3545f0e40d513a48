// Tests the writers: exact bytes, and reading back what they write.
#include "data/write.h"

#include <cstring>
#include <limits>

#include "data/data_test.h"
#include "data/read.h"
#include "support/files.h"

namespace scorchc::data {
namespace {

const CoordinateList matrix = list_of({2, 3}, {1, 2, 0, 0}, std::vector<double>{0.1, 0});

}  // namespace

TEST_CASE("the text of the written files") {
  CHECK(print_matrix_market(matrix) == "%%MatrixMarket matrix coordinate real general\n2 3 2\n2 3 0.1\n1 1 0\n");
  CHECK(print_matrix_market(DenseArray{{2, 2}, std::vector<std::int32_t>{1, 2, 3, -4}}) ==
        "%%MatrixMarket matrix array integer general\n2 2\n1\n3\n2\n-4\n");
  CHECK(print_matrix_market(list_of({4}, {2}, std::vector<float>{0.1f})) ==
        "%%MatrixMarket matrix coordinate real general\n4 1 1\n3 1 0.1\n");
  CHECK(print_matrix_market(DenseArray{{}, std::vector<double>{7}}) ==
        "%%MatrixMarket matrix array real general\n1 1\n7\n");
  CHECK(print_tns(matrix) == "# dims: 2 3\n2 3 0.1\n1 1 0\n");
  CHECK(print_tns(DenseArray{{1, 2}, std::vector<double>{1e300, -std::numeric_limits<double>::infinity()}}) ==
        "# dims: 1 2\n1 1 1e+300\n1 2 -inf\n");
  CHECK(print_tns(DenseArray{{}, std::vector<double>{-std::numeric_limits<double>::quiet_NaN()}}) == "# dims:\nnan\n");
  const std::string npy = print_npy(matrix);
  CHECK(npy.size() == 128 + 6 * 8);
  CHECK(npy.substr(10, 59) == "{'descr': '<f8', 'fortran_order': False, 'shape': (2,3), } ");
  CHECK(npy[127] == '\n');
  CHECK(failure([] { print_matrix_market(DenseArray{{1, 1, 1}, std::vector<double>{7}}); }).code == Code::data_order);
}

TEST_CASE("written files read back with the same bits") {
  const Folder folder;
  std::mt19937_64 random(6);
  std::vector<double> numbers;
  std::vector<std::int64_t> places;
  for (int i = 0; i < 500; ++i) {
    double value = 0;
    const std::uint64_t bits = random();
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    numbers.push_back(value == value ? value : -0.0);
    places.insert(places.end(), {draw(random, 50), draw(random, 60)});
  }
  const CoordinateList list = list_of({50, 60}, places, numbers);
  for (const char* name : {"a.mtx", "a.tns", "a.mtx.gz", "a.tns.gz"}) {
    INFO(name);
    write_tensor(folder / name, list);
    const CoordinateList back = std::get<CoordinateList>(read_tensor(folder / name));
    CHECK(back.dimensions == list.dimensions);
    CHECK(back.coordinates == list.coordinates);
    const auto& read = std::get<std::vector<double>>(back.values);
    REQUIRE(read.size() == numbers.size());
    CHECK(std::memcmp(read.data(), numbers.data(), numbers.size() * sizeof(double)) == 0);
  }
  const std::vector<DenseArray> arrays{{{2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6.5f}},
                                       {{6}, std::vector<double>{1, 2, 3, 4, 5, 6.5}},
                                       {{}, std::vector<std::int64_t>{INT64_MIN}},
                                       {{0, 4}, std::vector<std::int32_t>{}},
                                       {{1, 2, 3}, std::vector<std::int32_t>{1, 2, 3, 4, 5, INT32_MAX}}};
  for (const DenseArray& array : arrays) {
    write_tensor(folder / "a.npy", array);
    const DenseArray back = std::get<DenseArray>(read_tensor(folder / "a.npy"));
    CHECK(back.dimensions == array.dimensions);
    CHECK(back.values == array.values);
  }
}

TEST_CASE("a failed write of a tensor has exit code 4 and unknown types are refused first") {
  const Folder folder;
  std::filesystem::create_symlink("/dev/full", folder / "full.mtx");
  const Diagnostic d = failure([&] { write_tensor(folder / "full.mtx", matrix); });
  CHECK(info(d.code).exit == ExitCode::io);
  CHECK(failure([&] { write_tensor(folder / "no/a.npy", matrix); }).code == Code::file_unwritable);
  CHECK(failure([&] { write_tensor(folder / "a.txt", matrix); }).code == Code::data_file_type);
  CHECK(failure([&] { write_tensor(folder / "a.smtx", matrix); }).code == Code::data_file_type);
  const CoordinateList huge = list_of({std::int64_t{1} << 40, 2}, {0, 0}, std::vector<double>{1});
  CHECK(failure([&] { write_tensor(folder / "a.npy", huge); }).code == Code::storage_too_large);
  CHECK(folder.count() == 1);
}

}  // namespace scorchc::data
