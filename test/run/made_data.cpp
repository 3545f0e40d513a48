#include "made_data.h"

#include <algorithm>
#include <cstdlib>

#include "data/generator.h"

namespace scorchc::test {
namespace {

using data::Generator;
using Coordinates = std::vector<std::int64_t>;

constexpr std::int64_t entries_a_row = 10;

// A coordinate of an R-MAT graph (Chakrabarti, Zhan, Faloutsos 2004): at each halving of the mode, most entries fall
// into the front half.
std::int64_t skewed_below(std::int64_t extent, Generator& random) {
  constexpr double at_the_back = 0.27;
  while (true) {
    std::int64_t at = 0;
    for (std::int64_t half = 1; half < extent; half *= 2) at = 2 * at + (random.chance(at_the_back) ? 1 : 0);
    if (at < extent) return at;
  }
}

std::int64_t draw(Spread spread, std::int64_t extent, std::int64_t first, Generator& random) {
  switch (spread) {
    case Spread::uniform:
    case Spread::nearly_empty:
      return random.below(extent);
    case Spread::power_law:
      return skewed_below(extent, random);
    case Spread::banded:
      return std::clamp<std::int64_t>(first + random.below(2 * entries_a_row) - entries_a_row, 0, extent - 1);
  }
  return 0;
}

Coordinates draw_places(Spread spread, const Coordinates& dimensions, Generator& random) {
  const std::int64_t rows = dimensions.empty() ? 1 : dimensions.front();
  const std::int64_t columns = dimensions.size() > 2 ? dimensions.back() : 1;
  const std::int64_t wanted = spread == Spread::nearly_empty ? std::max<std::int64_t>(2, rows / 20)
                              : dimensions.size() == 1       ? rows / 5
                                                             : rows * columns * entries_a_row / (columns > 1 ? 4 : 1);
  Coordinates places;
  for (std::int64_t n = 0; n < wanted; ++n) {
    std::int64_t place = 0, first = random.below(rows);
    for (std::size_t m = 0; m < dimensions.size(); ++m) {
      const bool follows = spread == Spread::banded && m == 0;
      place = place * dimensions[m] + (follows ? first : draw(spread, dimensions[m], first, random));
    }
    places.push_back(place);
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

}  // namespace

std::string_view name(Spread spread) {
  switch (spread) {
    case Spread::uniform:
      return "uniform";
    case Spread::power_law:
      return "power law";
    case Spread::banded:
      return "banded";
    case Spread::nearly_empty:
      return "nearly empty";
  }
  return "";
}

data::CoordinateList made_pattern(Spread spread, const Coordinates& dimensions, int number) {
  Generator random(static_cast<std::uint64_t>(number) * 1000003 + 17);
  const Coordinates places = draw_places(spread, dimensions, random);
  data::CoordinateList list{dimensions, Coordinates(places.size() * dimensions.size()),
                            std::vector<float>(places.size(), 1)};
  for (std::size_t n = 0; n < places.size(); ++n) {
    std::int64_t rest = places[n];
    for (std::size_t m = dimensions.size(); m-- > 0; rest /= dimensions[m])
      list.coordinates[n * dimensions.size() + m] = rest % dimensions[m];
  }
  return list;
}

data::DenseArray made_array(const Coordinates& dimensions) {
  std::size_t cells = 1;
  for (const std::int64_t extent : dimensions) cells *= static_cast<std::size_t>(extent);
  return {dimensions, std::vector<float>(cells, 1)};
}

}  // namespace scorchc::test
