// Tests counting by hand for every kind of format, then against what packing stores.
#include "data/statistics.h"

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "data/data_test.h"
#include "data/pack.h"
#include "data/storage.h"

namespace scorchc::data {
namespace {

using Numbers = std::vector<double>;
using Degrees = std::vector<std::vector<std::int64_t>>;

Format format_of(std::vector<LevelSpec> levels) {
  Format format;
  format.value = ValueType::f64;
  format.levels = std::move(levels);
  return format;
}

Format csr() { return format_of({{"dense", 0}, {"compressed", 1}}); }
Format csc() { return format_of({{"dense", 1}, {"compressed", 0}}); }
Format dcsr() { return format_of({{"compressed", 0}, {"compressed", 1}}); }
Format coo() { return format_of({{"coordinate", 0}, {"coordinate", 1}}); }
Format dense() { return format_of({{"dense", 0}, {"dense", 1}}); }
Format sparse_rows() { return format_of({{"compressed", 0}, {"dense", 1}}); }
Format csf() { return format_of({{"compressed", 0}, {"compressed", 1}, {"compressed", 2}}); }
Format bcsr() {
  return format_of({{"dense", 0, BlockPart::outer, 2},
                    {"compressed", 1, BlockPart::outer, 2},
                    {"dense", 0, BlockPart::inner, 2},
                    {"dense", 1, BlockPart::inner, 2}});
}

TensorStatistics with_none_drawn(TensorStatistics counted) {
  counted.drawn = {};
  counted.fibres = {};
  return counted;
}

// [1 . 2 . .; . . . . .; 3 . 4 5 .], one entry in two parts, unordered.
CoordinateList matrix() {
  return list_of({3, 5}, {2, 3, 0, 2, 0, 0, 2, 0, 2, 2, 0, 2}, std::vector<double>{5, 1, 1, 3, 4, 1});
}

}  // namespace

TEST_CASE("entries are counted once in every format, down to each of its levels") {
  struct Case {
    Format format;
    Numbers prefixes;
  };
  const std::vector<Case> cases = {
      {csr(), {3, 5}}, {csc(), {5, 5}},          {dcsr(), {2, 5}},
      {coo(), {2, 5}}, {sparse_rows(), {2, 10}}, {bcsr(), {2, 4, 8, 16}},
  };
  for (const Case& c : cases) {
    CAPTURE(print_short(c.format));
    const TensorStatistics counted = count(matrix(), c.format);
    CHECK(counted.stored == 5);
    CHECK(counted.prefixes == c.prefixes);
    CHECK(counted.degrees == Degrees{{2, 0, 3}, {2, 0, 2, 1, 0}});
  }
}

TEST_CASE("samples depend on the stored components but not on the format", "[compiler]") {
  constexpr std::int64_t size = 300;
  constexpr std::size_t order = 2;
  CoordinateList some{{size, size}, {}, {}}, transposed = some;
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = i % 7; j < size; j += 7) {
      some.coordinates.insert(some.coordinates.end(), {i, j});
      transposed.coordinates.insert(transposed.coordinates.end(), {j, i});
    }
  some.values = transposed.values = std::vector<float>(some.coordinates.size() / order, 1);
  const TensorStatistics::Drawn drawn = count(some, csr()).drawn, again = count(transposed, csc()).drawn;
  REQUIRE(drawn.places.size() == 4096);
  CHECK(count(some, coo()).drawn == drawn);
  CHECK(again.below == drawn.below);
  CHECK(drawn.places.back().first < drawn.below);
  std::vector<std::vector<std::int64_t>> turned;
  for (const auto& [hash, place] : again.places) turned.push_back({place[1], place[0]});
  for (const auto& [hash, place] : drawn.places) CHECK(std::count(turned.begin(), turned.end(), place) == 1);
  // The hash limit gives the sampled share.
  const double share = static_cast<double>(drawn.below) / 0x1p64;
  CHECK(4096 / share == Approx(static_cast<double>(some.coordinates.size() / order)).epsilon(0.05));
  // A small tensor is sampled completely.
  CHECK(count(matrix(), csr()).drawn.places.size() == 5);
}

TEST_CASE("a dense format counts every component") {
  const TensorStatistics counted = count(matrix(), dense());
  CHECK(counted == TensorStatistics{15, {3, 15}, {{5, 5, 5}, {3, 3, 3, 3, 3}}});
  CHECK(count(DenseArray{{3, 5}, std::vector<float>(15)}, dense()) == counted);
  // Cells of blocks beyond the extents are not components.
  const Format blocked = format_of({{"dense", 0, BlockPart::outer, 2}, {"dense", 0, BlockPart::inner, 2}});
  CHECK(count(DenseArray{{3}, std::vector<float>(3)}, blocked) == TensorStatistics{3, {2, 4}, {{1, 1, 1}}});
  CHECK(count(DenseArray{{}, std::vector<float>(1)}, format_of({})) == TensorStatistics{1, {}, {}});
}

TEST_CASE("a tensor of order 3 has fibres below fibres") {
  const CoordinateList list =
      list_of({2, 3, 4}, {1, 2, 3, 1, 0, 0, 1, 2, 0, 0, 1, 1, 1, 2, 3}, std::vector<std::int64_t>{1, 2, 3, 4, 5});
  CHECK(with_none_drawn(count(list, csf())) == TensorStatistics{4, {2, 3, 4}, {{1, 3}, {1, 1, 2}, {2, 1, 0, 1}}});
  const Format by_last = format_of({{"compressed", 2}, {"dense", 0}, {"compressed", 1}});
  CHECK(with_none_drawn(count(list, by_last)) == TensorStatistics{4, {3, 6, 4}, {{1, 3}, {1, 1, 2}, {2, 1, 0, 1}}});
}

TEST_CASE("samples of a matrix are whole rows and columns") {
  using Places = std::vector<std::pair<std::int64_t, std::int64_t>>;
  for (const Format& format : {csr(), csc(), coo(), bcsr()}) {
    const auto fibres = count(matrix(), format).fibres;
    REQUIRE(fibres.size() == 2);
    for (const std::size_t draw : {std::size_t{0}, std::size_t{1}}) {
      CHECK(fibres[0][draw].entries == Places{{0, 0}, {0, 2}, {2, 0}, {2, 2}, {3, 2}});  // column, row
      CHECK(fibres[1][draw].entries == Places{{0, 0}, {0, 2}, {2, 0}, {2, 2}, {2, 3}});
      CHECK(fibres[0][draw].below == ~std::uint64_t{0});
    }
  }
  CHECK(count(list_of({2, 3, 4}, {1, 2, 3}, std::vector<std::int64_t>{1}), csf()).fibres.empty());

  constexpr std::int64_t length = 8, many = 30'000;
  CoordinateList list{{many, 512}, {}, std::vector<float>(static_cast<std::size_t>(many * length), 1)};
  for (std::int64_t row = 0; row < many; ++row)
    for (std::int64_t n = 0; n < length; ++n) list.coordinates.insert(list.coordinates.end(), {row, row % 60 * 8 + n});
  std::array<std::set<std::int64_t>, 2> drawn;
  for (const std::size_t draw : {std::size_t{0}, std::size_t{1}}) {
    const TensorStatistics::Fibres rows = count(list, csr()).fibres.at(0)[draw];
    CHECK(rows.entries.size() <= 8192);
    CHECK(rows.entries.size() > 8192 - length - 1);
    CHECK(static_cast<double>(many * length) * (static_cast<double>(rows.below) / 0x1p64) ==
          Approx(static_cast<double>(rows.entries.size())).epsilon(0.1));
    std::map<std::int64_t, int> of_row;
    for (const auto& [column, row] : rows.entries) ++of_row[row];
    for (const auto& [row, entries] : of_row) {
      CHECK(entries == length);
      drawn[draw].insert(row);
    }
  }
  // One in thirty rows is sampled, independently of the other sample and of its neighbours.
  const auto both = [&](std::int64_t distance) {
    return std::count_if(drawn[0].begin(), drawn[0].end(),
                         [&](std::int64_t row) { return drawn[1].count(row + distance) > 0; });
  };
  const double expected = static_cast<double>(drawn[0].size() * drawn[1].size()) / many;
  for (const std::int64_t distance : {-2, -1, 0, 1, 2})
    CHECK(std::abs(static_cast<double>(both(distance)) - expected) < 5 * std::sqrt(expected));
}

TEST_CASE("explicit zeros of a list are entries but zeros of an array are not") {
  CHECK(count(list_of({2, 2}, {1, 1}, std::vector<double>{0}), csr()).stored == 1);
  CHECK(with_none_drawn(count(DenseArray{{2, 2}, std::vector<double>{0, 7, 0, 0}}, csr())) ==
        TensorStatistics{1, {2, 1}, {{1, 0}, {0, 1}}});
  CHECK(with_none_drawn(count(list_of({0, 2}, {}, std::vector<double>{}), csr())) ==
        TensorStatistics{0, {0, 0}, {{}, {0, 0}}});
}

TEST_CASE("entries per coordinate are listed up to a limit") {
  const std::int64_t large = std::int64_t{1} << 40;
  const TensorStatistics counted =
      count(list_of({large, always_listed}, {large - 1, 7}, std::vector<double>{1}), csr());
  CHECK(counted.stored == 1);
  CHECK(counted.prefixes == Numbers{static_cast<double>(large), 1});
  CHECK(counted.degrees.at(0).empty());
  CHECK(counted.degrees.at(1).size() == static_cast<std::size_t>(always_listed));

  const auto entries = static_cast<std::size_t>(always_listed / most_listed_per_value + 1);
  CoordinateList list{{always_listed + 1}, std::vector<std::int64_t>(entries), std::vector<float>(entries, 1)};
  std::iota(list.coordinates.begin(), list.coordinates.end(), std::int64_t{0});
  CHECK_FALSE(count(list, format_of({{"compressed", 0}})).degrees.at(0).empty());

  // Nothing overflows: neither the number of components nor a list of degrees.
  const CoordinateList none = list_of({large, large, large}, {}, std::vector<double>{});
  const TensorStatistics all = count(none, format_of({{"dense", 0}, {"dense", 1}, {"dense", 2}}));
  CHECK(all.stored == std::ldexp(1.0, 120));
  CHECK(all.degrees == Degrees{{}, {}, {}});
}

TEST_CASE("statistics refuse the same data that packing refuses") {
  Format format = csr();
  format.value = ValueType::i32;
  CHECK(failure([&] { count(list_of({2, 2}, {0, 1}, std::vector<double>{0.5}), format); }).code == Code::data_value);
  CHECK(failure([&] { count(list_of({2, 2}, {0, 2}, std::vector<double>{1}), format); }).code == Code::data_coordinate);
  CHECK(failure([&] { count(list_of({2}, {0}, std::vector<double>{1}), format); }).code == Code::data_order);
}

TEST_CASE("counts are those of the packed arrays") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    CoordinateList list{{1 + draw(random, 9), 1 + draw(random, 9)}, {}, std::vector<double>()};
    for (std::int64_t e = draw(random, 40); e > 0; --e) {
      for (const std::int64_t extent : list.dimensions) list.coordinates.push_back(draw(random, extent));
      std::get<std::vector<double>>(list.values).push_back(1);
    }
    for (const Format& format : {csr(), csc(), dcsr(), coo(), dense(), sparse_rows(), bcsr()}) {
      CAPTURE(round, print_short(format));
      const TensorStatistics counted = count(list, format);
      const PackedTensor packed = pack(list, format);
      CHECK(counted.prefixes.back() == static_cast<double>(size(packed.values)));
      for (std::size_t l = 0; l < format.levels.size(); ++l)
        if (format.levels[l].level == "compressed")
          CHECK(counted.prefixes[l] == static_cast<double>(size(packed.levels[l].crd)));
      for (const std::vector<std::int64_t>& degrees : counted.degrees)
        CHECK(std::accumulate(degrees.begin(), degrees.end(), 0.0) == counted.stored);
    }
  }
}

}  // namespace scorchc::data
