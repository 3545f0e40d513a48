#include "data_sets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>

#include "data/generator.h"
#include "data/read.h"
#include "data/storage.h"

namespace scorchc::regret {
namespace {

using data::CoordinateList;
using data::Generator;
using Coordinates = std::vector<std::int64_t>;

constexpr std::int64_t fibre = 10;  // entries per row

Generator generator(int number) { return Generator(static_cast<std::uint64_t>(number) * 1000003 + 17); }

/// An integer in -3..3 that is not 0.
float small_value(Generator& random) {
  const std::int64_t value = random.below(6) - 3;
  return static_cast<float>(value < 0 ? value : value + 1);
}

std::vector<float> small_values(std::size_t count, int number) {
  Generator random = generator(number + 500);
  std::vector<float> values(count);
  for (float& value : values) value = small_value(random);
  return values;
}

/// Distinct coordinates, sorted by their row-major number.
CoordinateList with_values(const Coordinates& dimensions, Coordinates places, int number) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  CoordinateList list{dimensions, {}, small_values(places.size(), number)};
  list.coordinates.resize(places.size() * dimensions.size());
  for (std::size_t n = 0; n < places.size(); ++n) {
    std::int64_t rest = places[n];
    for (std::size_t m = dimensions.size(); m-- > 0; rest /= dimensions[m])
      list.coordinates[n * dimensions.size() + m] = rest % dimensions[m];
  }
  return list;
}

CoordinateList uniform(const Coordinates& dimensions, std::int64_t count, int number) {
  Generator random = generator(number);
  Coordinates places(static_cast<std::size_t>(count));
  for (std::int64_t& place : places)
    for (const std::int64_t extent : dimensions) place = place * extent + random.below(extent);
  return with_values(dimensions, std::move(places), number);
}

/// A power law as in R-MAT graphs (Chakrabarti, Zhan, Faloutsos 2004), for any number of modes: of each halved range,
/// the first half gets most entries.
std::int64_t skewed_below(std::int64_t extent, Generator& random) {
  constexpr double at_the_back = 0.27;
  while (true) {
    std::int64_t at = 0;
    for (std::int64_t half = 1; half < extent; half *= 2) at = 2 * at + (random.chance(at_the_back) ? 1 : 0);
    if (at < extent) return at;
  }
}

CoordinateList power_law(const Coordinates& dimensions, std::int64_t count, int number) {
  Generator random = generator(number);
  Coordinates places(static_cast<std::size_t>(count));
  for (std::int64_t& place : places)
    for (const std::int64_t extent : dimensions) place = place * extent + skewed_below(extent, random);
  return with_values(dimensions, std::move(places), number);
}

CoordinateList banded(std::int64_t size, int number) {
  Coordinates places;
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = std::max<std::int64_t>(0, i - fibre / 2); j < std::min(size, i + fibre / 2 + 1); ++j)
      places.push_back(i * size + j);
  return with_values({size, size}, std::move(places), number);
}

/// Stores half of each block.
CoordinateList block_diagonal(std::int64_t size, int number) {
  constexpr std::int64_t block = 2 * fibre;
  Generator random = generator(number);
  Coordinates places;
  for (std::int64_t i = 0; i < size; ++i)
    for (std::int64_t j = i / block * block; j < std::min(size, i / block * block + block); ++j)
      if (random.chance(0.5)) places.push_back(i * size + j);
  return with_values({size, size}, std::move(places), number);
}

std::vector<DataSet> matrices() {
  return {
      {"uniform", 2, [](std::int64_t size, int n) { return uniform({size, size}, size * fibre, n); }},
      {"power law", 2, [](std::int64_t size, int n) { return power_law({size, size}, size * fibre, n); }},
      {"banded", 2, banded},
      {"block diagonal", 2, block_diagonal},
      {"nearly empty", 2, [](std::int64_t size, int n) { return uniform({size, size}, size / 20, n); }},
      // The same number of entries in fewer rows.
      {"a fifth full", 2,
       [](std::int64_t size, int n) {
         const auto rows = static_cast<std::int64_t>(std::sqrt(static_cast<double>(size * fibre) * 5));
         return uniform({rows, rows}, size * fibre * 11 / 10, n);
       }},
  };
}

std::vector<DataSet> tensors() {
  return {
      {"uniform, order 3", 3,
       [](std::int64_t size, int n) { return uniform({size / 40, size / 50, size / 60}, size * fibre, n); }},
      {"power law, order 3", 3,
       [](std::int64_t size, int n) { return power_law({size / 10, size / 20, size / 10}, size * fibre, n); }},
      {"nearly empty, order 3", 3, [](std::int64_t size, int n) { return uniform({size, size, size}, size, n); }},
      {"long and thin, order 3", 3,
       [](std::int64_t size, int n) { return uniform({size, size / 20, 8}, size * fibre, n); }},
  };
}

/// The entries of a file, with small integers as values. The last coordinates of a second operand are shifted by a
/// third of the extent, so that two operands of one file overlap in part.
CoordinateList operand_of(const data::Tensor& tensor, int number) {
  CoordinateList list = std::get<CoordinateList>(tensor);
  list.values = small_values(list.count(), number);
  const std::int64_t extent = list.dimensions.back();
  for (std::size_t at = list.order() - 1; at < list.coordinates.size(); at += list.order())
    list.coordinates[at] = (list.coordinates[at] + (number - 1) * (extent / 3)) % extent;
  return list;
}

struct File {
  const char* name;
  std::size_t order;
};
constexpr std::array files{
    File{"matrices/luxembourg.mtx", 2},   File{"matrices/delaunay_n15.mtx", 2}, File{"matrices/bcsstk38.mtx", 2},
    File{"matrices/c-46.mtx", 2},         File{"matrices/CA-AstroPh.mtx", 2},   File{"matrices/adder_dcop_05.mtx", 2},
    File{"tensors/email_Eu_sym3.tns", 3}, File{"tensors/kg_WN18RR.tns", 3},     File{"tensors/alyawarra.tns", 3},
    File{"tensors/splatt_med.tns", 3},
};

std::string find_file(const std::filesystem::path& folder, const std::filesystem::path& name) {
  for (const std::filesystem::path& stem : {folder / name, folder / name.filename()})
    for (const char* suffix : {"", ".gz"})
      if (std::filesystem::exists(stem.string() + suffix)) return stem.string() + suffix;
  return {};
}

}  // namespace

std::vector<DataSet> generated_sets() {
  std::vector<DataSet> sets = matrices();
  for (DataSet& set : tensors()) sets.push_back(std::move(set));
  return sets;
}

std::vector<DataSet> file_sets(const std::string& folder) {
  std::vector<DataSet> sets;
  for (const File& file : files) {
    const std::string path = find_file(folder, file.name);
    if (path.empty()) continue;
    const auto tensor = std::make_shared<const data::Tensor>(data::read_tensor(path));
    sets.push_back({std::filesystem::path(file.name).stem().string(), file.order,
                    [tensor](std::int64_t, int number) { return operand_of(*tensor, number); }});
  }
  return sets;
}

CoordinateList sparse_vector(std::int64_t extent, std::int64_t count, int number) {
  return uniform({extent}, std::min(extent, count), number + 100);
}

data::DenseArray dense_array(const std::vector<std::int64_t>& dimensions, int number) {
  const std::int64_t cells = data::checked_cells(dimensions, sizeof(float), {});
  return {dimensions, small_values(static_cast<std::size_t>(cells), number + 200)};
}

}  // namespace scorchc::regret
