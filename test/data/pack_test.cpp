// Tests packing against a naive model: every level combination and mode ordering up to order 3, and a sample beyond.
#include "data/pack.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "data/data_test.h"
#include "data/sort.h"

namespace scorchc::data {
namespace {

using Tuple = std::vector<std::int64_t>;

const std::vector<std::string> level_names{"dense", "compressed", "coordinate"};

Format make_format(const std::vector<int>& kinds, const std::vector<int>& modes, ValueType type = ValueType::f64) {
  Format format;
  format.value = type;
  for (std::size_t l = 0; l < kinds.size(); ++l) {
    format.levels.push_back({level_names.at(static_cast<std::size_t>(kinds[l])), modes[l], BlockPart::whole, 0});
  }
  return format;
}

Format blocked(std::int64_t rows, std::int64_t columns, int first) {
  const std::int64_t sizes[] = {rows, columns};
  Format format;
  format.value = ValueType::f64;
  format.levels = {{"dense", first, BlockPart::outer, sizes[first]},
                   {"compressed", 1 - first, BlockPart::outer, sizes[1 - first]},
                   {"dense", 0, BlockPart::inner, rows},
                   {"dense", 1, BlockPart::inner, columns}};
  return format;
}

CoordinateList random_list(std::mt19937_64& random, const Tuple& dimensions, std::int64_t count) {
  CoordinateList list{dimensions, {}, std::vector<double>()};
  const bool empty = std::find(dimensions.begin(), dimensions.end(), 0) != dimensions.end();
  for (std::int64_t e = 0; e < (empty ? 0 : count); ++e) {
    for (const std::int64_t extent : dimensions) list.coordinates.push_back(draw(random, extent));
    std::get<std::vector<double>>(list.values).push_back(static_cast<double>(draw(random, 7) - 3));
  }
  return list;
}

/// Returns a component's coordinates in the levels up to the last non-dense one. Components with equal keys are stored
/// together or not at all.
Tuple stored_key(const Format& format, const Tuple& at) {
  std::size_t end = format.levels.size();
  while (end > 0 && format.levels[end - 1].level == "dense") --end;
  Tuple key;
  for (std::size_t l = 0; l < end; ++l) {
    const LevelSpec& level = format.levels[l];
    const std::int64_t c = at[static_cast<std::size_t>(level.mode)];
    key.push_back(level.part == BlockPart::outer   ? c / level.block
                  : level.part == BlockPart::inner ? c % level.block
                                                   : c);
  }
  return key;
}

Tuple storage_key(const Format& format, const Tuple& at) {
  Format all = format;
  for (LevelSpec& level : all.levels) level.level = "compressed";
  return stored_key(all, at);
}

std::vector<Tuple> all_components(const Tuple& dimensions) {
  std::vector<Tuple> result{{}};
  for (const std::int64_t extent : dimensions) {
    std::vector<Tuple> longer;
    for (const Tuple& prefix : result) {
      for (std::int64_t c = 0; c < extent; ++c) {
        longer.push_back(prefix);
        longer.back().push_back(c);
      }
    }
    result = std::move(longer);
  }
  return result;
}

/// The naive model of pack followed by unpack.
std::vector<std::pair<Tuple, double>> expected(const CoordinateList& list, const Format& format) {
  std::map<Tuple, double> sums;
  std::set<Tuple> stored;
  const auto& values = std::get<std::vector<double>>(list.values);
  for (std::size_t e = 0; e < values.size(); ++e) {
    const auto first = list.coordinates.begin() + static_cast<std::ptrdiff_t>(e * list.order());
    const Tuple at(first, first + static_cast<std::ptrdiff_t>(list.order()));
    sums[at] += values[e];
    stored.insert(stored_key(format, at));
  }
  std::vector<std::pair<Tuple, double>> result;
  for (const Tuple& at : all_components(list.dimensions)) {
    const bool all_dense = std::all_of(format.levels.begin(), format.levels.end(),
                                       [](const LevelSpec& level) { return level.level == "dense"; });
    if (!all_dense && !stored.contains(stored_key(format, at))) continue;
    result.emplace_back(at, sums.contains(at) ? sums[at] : 0.0);
  }
  std::sort(result.begin(), result.end(),
            [&](const auto& a, const auto& b) { return storage_key(format, a.first) < storage_key(format, b.first); });
  return result;
}

std::vector<std::pair<Tuple, double>> components(const Tensor& tensor) {
  std::vector<std::pair<Tuple, double>> result;
  const auto& numbers = std::get<std::vector<double>>(values(tensor));
  if (const auto* list = std::get_if<CoordinateList>(&tensor)) {
    for (std::size_t e = 0; e < numbers.size(); ++e) {
      const auto first = list->coordinates.begin() + static_cast<std::ptrdiff_t>(e * list->order());
      result.emplace_back(Tuple(first, first + static_cast<std::ptrdiff_t>(list->order())), numbers[e]);
    }
    return result;
  }
  for (const Tuple& at : all_components(dimensions(tensor))) result.emplace_back(at, numbers.at(result.size()));
  return result;
}

void check_round_trip(const CoordinateList& list, const Format& format) {
  INFO(print_map(format) << " of " << list.count() << " entries");
  const PackedTensor packed = pack(list, format);
  REQUIRE(validate(packed) == "");
  const Tensor unpacked = unpack(packed);
  std::vector<std::pair<Tuple, double>> want = expected(list, format);
  if (std::holds_alternative<DenseArray>(unpacked)) std::sort(want.begin(), want.end());
  REQUIRE(components(unpacked) == want);
  REQUIRE(components(unpack(pack(unpacked, format))).size() <= want.size());
}

void check_all_formats(std::mt19937_64& random, const Tuple& dimensions, std::int64_t count) {
  const int order = static_cast<int>(dimensions.size());
  std::vector<int> modes(dimensions.size());
  std::iota(modes.begin(), modes.end(), 0);
  int combinations = 1;
  for (int l = 0; l < order; ++l) combinations *= 3;
  do {
    for (int code = 0; code < combinations; ++code) {
      std::vector<int> kinds;
      for (int l = 0, rest = code; l < order; ++l, rest /= 3) kinds.push_back(rest % 3);
      check_round_trip(random_list(random, dimensions, count), make_format(kinds, modes));
    }
  } while (std::next_permutation(modes.begin(), modes.end()));
}

}  // namespace

TEST_CASE("every level combination and mode ordering up to order 3 packs and unpacks") {
  std::mt19937_64 random(1);
  for (const std::int64_t count : {0, 1, 5, 40}) {
    check_all_formats(random, {7}, count);
    check_all_formats(random, {1}, count);
    check_all_formats(random, {0}, count);
    check_all_formats(random, {4, 5}, count);
    check_all_formats(random, {1, 6}, count);
    check_all_formats(random, {3, 0}, count);
    check_all_formats(random, {3, 4, 2}, count);
    check_all_formats(random, {1, 3, 1}, count);
    check_all_formats(random, {2, 0, 3}, count);
  }
}

TEST_CASE("formats of order 4 to 8 pack and unpack") {
  std::mt19937_64 random(2);
  for (int sample = 0; sample < 150; ++sample) {
    const int order = 4 + static_cast<int>(draw(random, 5));
    std::vector<int> modes(static_cast<std::size_t>(order)), kinds;
    std::iota(modes.begin(), modes.end(), 0);
    for (std::size_t i = modes.size(); i-- > 1;)
      std::swap(modes[i], modes[static_cast<std::size_t>(draw(random, static_cast<std::int64_t>(i) + 1))]);
    Tuple dimensions;
    for (int m = 0; m < order; ++m) {
      kinds.push_back(static_cast<int>(draw(random, 3)));
      dimensions.push_back(1 + draw(random, 3));
    }
    check_round_trip(random_list(random, dimensions, draw(random, 30)), make_format(kinds, modes));
  }
}

TEST_CASE("a tensor of order 0 is the sum of its entries") {
  const Format scalar = dense_format(0, ValueType::f64);
  CHECK(components(unpack(pack(list_of({}, {}, std::vector<double>{}), scalar))) ==
        std::vector<std::pair<Tuple, double>>{{{}, 0.0}});
  CHECK(components(unpack(pack(list_of({}, {}, std::vector<double>{2, 3}), scalar))) ==
        std::vector<std::pair<Tuple, double>>{{{}, 5.0}});
  CHECK(validate(pack(DenseArray{{}, std::vector<double>{4}}, scalar)) == "");
}

TEST_CASE("blocked formats store whole blocks and unpack only components within extents") {
  std::mt19937_64 random(3);
  for (int first : {0, 1}) {
    for (const Tuple& dimensions : {Tuple{8, 8}, Tuple{7, 9}, Tuple{1, 1}, Tuple{0, 5}, Tuple{5, 2}}) {
      for (const std::int64_t count : {0, 1, 12}) {
        check_round_trip(random_list(random, dimensions, count), blocked(4, 4, first));
        check_round_trip(random_list(random, dimensions, count), blocked(2, 3, first));
      }
    }
  }
  Format all_dense = blocked(2, 2, 0);
  all_dense.levels[1].level = "dense";
  const PackedTensor packed = pack(DenseArray{{3, 3}, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}}, all_dense);
  CHECK(validate(packed) == "");
  CHECK(std::get<std::vector<double>>(packed.values) ==
        std::vector<double>{1, 2, 4, 5, 3, 0, 6, 0, 7, 8, 0, 0, 9, 0, 0, 0});
  CHECK(components(unpack(packed)).size() == 9);
}

TEST_CASE("the arrays of csr and of a run below a dense level") {
  const CoordinateList list = list_of({2, 3}, {1, 0, 0, 2, 1, 0}, std::vector<double>{3, 5, 4});
  const PackedTensor csr = pack(list, make_format({0, 1}, {0, 1}));
  CHECK(std::get<std::vector<std::int32_t>>(csr.levels[1].pos) == std::vector<std::int32_t>{0, 1, 2});
  CHECK(std::get<std::vector<std::int32_t>>(csr.levels[1].crd) == std::vector<std::int32_t>{2, 0});
  CHECK(std::get<std::vector<double>>(csr.values) == std::vector<double>{5, 7});

  Format coo = make_format({2, 2}, {0, 1});
  coo.crd = IndexType::i64;
  const PackedTensor root = pack(list, coo);
  CHECK(std::get<std::vector<std::int64_t>>(root.levels[0].crd) == std::vector<std::int64_t>{0, 1});
  CHECK(std::visit([](const auto& pos) { return pos.empty(); }, root.levels[0].pos));

  const CoordinateList cube = list_of({2, 2, 3}, {1, 0, 2, 1, 1, 0}, std::vector<double>{1, 2});
  const PackedTensor below = pack(cube, make_format({0, 2, 2}, {0, 1, 2}));
  CHECK(std::get<std::vector<std::int32_t>>(below.levels[1].pos) == std::vector<std::int32_t>{0, 0, 2});
  CHECK(std::visit([](const auto& pos) { return pos.empty(); }, below.levels[2].pos));
  CHECK(std::get<std::vector<std::int32_t>>(below.levels[2].crd) == std::vector<std::int32_t>{2, 0});
}

TEST_CASE("arrays packed into sparse formats store their nonzero values") {
  const DenseArray array{{2, 3}, std::vector<double>{0, -0.0, 2, 0, 0, std::numeric_limits<double>::quiet_NaN()}};
  const PackedTensor packed = pack(array, make_format({0, 1}, {0, 1}));
  CHECK(std::get<std::vector<std::int32_t>>(packed.levels[1].crd) == std::vector<std::int32_t>{2, 2});
  CHECK(size(pack(array, make_format({0, 0}, {1, 0})).values) == 6);
}

TEST_CASE("many entries sort the same by radix and by comparison") {
  std::mt19937_64 random(4);
  for (const Tuple& extents : {Tuple{1000, 1000}, Tuple{std::int64_t{1} << 40, std::int64_t{1} << 23},
                               Tuple{std::int64_t{1} << 40, std::int64_t{1} << 40}}) {
    SortKeys keys{{{}, {}}, extents, 20000};
    for (std::size_t e = 0; e < keys.count; ++e) {
      for (std::size_t l = 0; l < 2; ++l)
        keys.columns[l].push_back(draw(random, extents[l]) / (l == 0 ? extents[0] / 50 : 1));
    }
    std::vector<std::size_t> naive(keys.count);
    std::iota(naive.begin(), naive.end(), std::size_t{0});
    std::sort(naive.begin(), naive.end(), [&](std::size_t a, std::size_t b) {
      const int sign = keys.compare(a, b);
      return sign != 0 ? sign < 0 : a < b;
    });
    CHECK(sorted_order(keys) == naive);
  }
}

TEST_CASE("values take the format's type or fail with their component") {
  const auto pack_as = [](ValueType type, Values values) {
    return pack(list_of({3}, {2}, std::move(values)), make_format({1}, {0}, type), {"A", {}});
  };
  CHECK(std::get<std::vector<float>>(pack_as(ValueType::f32, std::vector<double>{0.1}).values) ==
        std::vector<float>{0.1f});
  CHECK(std::get<std::vector<float>>(pack_as(ValueType::f32, std::vector<std::int64_t>{16777217}).values) ==
        std::vector<float>{16777216.0f});
  CHECK(std::get<std::vector<std::int32_t>>(pack_as(ValueType::i32, std::vector<double>{-2147483648.0}).values) ==
        std::vector<std::int32_t>{INT32_MIN});
  const std::vector<std::pair<ValueType, Values>> refused{
      {ValueType::i32, std::vector<double>{0.5}},
      {ValueType::i32, std::vector<double>{2147483648.0}},
      {ValueType::i32, std::vector<std::int64_t>{-2147483649}},
      {ValueType::i64, std::vector<double>{9223372036854775808.0}},
      {ValueType::i64, std::vector<double>{std::numeric_limits<double>::quiet_NaN()}},
      {ValueType::i64, std::vector<float>{std::numeric_limits<float>::infinity()}}};
  for (const auto& [type, values] : refused) {
    const Diagnostic d = failure([&, &t = type, &v = values] { pack_as(t, v); });
    CHECK(d.code == Code::data_value);
    CHECK_THAT(d.message, ContainsSubstring("`A`: ") && ContainsSubstring("(2)"));
  }
  CHECK(failure([] {
          pack(list_of({1}, {0, 0}, std::vector<std::int64_t>{INT64_MAX, 1}), make_format({1}, {0}, ValueType::i64));
        }).code == Code::data_value);
}

TEST_CASE("what does not fit is a failure, not an allocation") {
  const std::int64_t huge = std::int64_t{1} << 40;
  const CoordinateList list = list_of({huge, huge}, {huge - 1, 5}, std::vector<double>{1});
  CHECK(failure([&] { pack(list, make_format({0, 0}, {0, 1})); }).code == Code::storage_too_large);
  CHECK(failure([&] { pack(list, make_format({0, 1}, {0, 1})); }).code == Code::storage_too_large);
  CHECK(failure([&] { pack(list, make_format({1, 1}, {0, 1})); }).code == Code::index_overflow);
  Format wide = make_format({1, 1}, {0, 1});
  wide.crd = IndexType::i64;
  CHECK(validate(pack(list, wide)) == "");
  CHECK(failure([&] { pack(list, make_format({1}, {0})); }).code == Code::data_order);
  CHECK(failure([&] { pack(list_of({2}, {2}, std::vector<double>{1}), make_format({1}, {0})); }).code ==
        Code::data_coordinate);
}

TEST_CASE("validate names what is wrong") {
  const CoordinateList list = list_of({3, 4}, {0, 1, 0, 3, 2, 0}, std::vector<double>{1, 2, 3});
  const auto broken = [&](const Format& format, auto&& change) {
    PackedTensor packed = pack(list, format);
    change(packed);
    return validate(packed);
  };
  const Format csr = make_format({0, 1}, {0, 1});
  const Format coo = make_format({2, 2}, {0, 1});
  using Array = std::vector<std::int32_t>;
  const auto pos = [](PackedTensor& p) -> Array& { return std::get<Array>(p.levels[1].pos); };
  const auto crd = [](PackedTensor& p, std::size_t l) -> Array& { return std::get<Array>(p.levels[l].crd); };
  CHECK(broken(csr, [](PackedTensor&) {}) == "");
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { pos(p)[0] = 1; }), ContainsSubstring("start at 0"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { pos(p)[1] = 7; }), ContainsSubstring("decreases"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { pos(p)[3] = 9; }), ContainsSubstring("ends at 9"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { pos(p).pop_back(); }), ContainsSubstring("parents"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { pos(p).clear(); }), ContainsSubstring("parents"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { crd(p, 1)[1] = 4; }), ContainsSubstring("outside the extent 4"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { crd(p, 1)[1] = -1; }), ContainsSubstring("outside"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { crd(p, 1)[1] = 0; }), ContainsSubstring("not sorted"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { crd(p, 1)[1] = 1; }), ContainsSubstring("repeats"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { p.values = std::vector<double>{1}; }), ContainsSubstring("vals"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { p.values = std::vector<float>{1, 2, 3}; }), ContainsSubstring("type"));
  CHECK_THAT(broken(csr, [&](PackedTensor& p) { p.levels.pop_back(); }), ContainsSubstring("number of levels"));
  CHECK_THAT(broken(coo, [&](PackedTensor& p) { crd(p, 1).pop_back(); }), ContainsSubstring("different lengths"));
  CHECK_THAT(broken(coo,
                    [&](PackedTensor& p) {
                      crd(p, 0)[1] = 2;
                      crd(p, 1)[1] = 0;
                    }),
             ContainsSubstring("repeats"));
  CHECK_THAT(broken(coo, [&](PackedTensor& p) { crd(p, 0)[0] = 1; }), ContainsSubstring("not sorted"));
  PackedTensor blocks = pack(list, blocked(2, 2, 0));
  std::get<std::vector<double>>(blocks.values).back() = 1;
  CHECK_THAT(validate(blocks), ContainsSubstring("beyond the extents"));
}

TEST_CASE("modes of extent 1 can be removed") {
  const Tensor column = list_of({3, 1}, {2, 0, 0, 0}, std::vector<double>{1, 2});
  const Tensor vector = with_order(column, 1);
  CHECK(dimensions(vector) == Tuple{3});
  CHECK(std::get<CoordinateList>(vector).coordinates == Tuple{2, 0});
  CHECK(dimensions(with_order(DenseArray{{1, 1}, std::vector<double>{1}}, 0)).empty());
  CHECK(failure([&] { with_order(column, 3); }).code == Code::data_order);
  CHECK(failure([&] { with_order(column, 0); }).code == Code::data_order);
}

}  // namespace scorchc::data
