// Compares degree bounds with the number of terms counted in random data.
#include "schedule/estimate/degree_bounds.h"

#include <random>

#include "catch.h"
#include "front/reading.h"
#include "infer/infer_formats.h"
#include "schedule/transform/normalise.h"

namespace scorchc::schedule {
namespace {

Kernel complete(const std::string& expression, const std::vector<std::string>& formats,
                const std::vector<std::string>& extents) {
  front::Settings settings;
  settings.formats = formats;
  settings.dims = extents;
  Decisions decisions;
  Diagnostics warnings;
  return normalise(infer::infer_formats(front::kernel_of(expression, settings), decisions, warnings));
}

using Entries = std::set<std::pair<std::int64_t, std::int64_t>>;

/// Random entries; later rows and columns have more of them.
Entries random_entries(std::int64_t rows, std::int64_t columns, int number, std::mt19937& random) {
  Entries entries;
  const auto late = [&](std::int64_t extent) {
    std::uniform_int_distribution<std::int64_t> draw(0, extent - 1);
    return std::max(draw(random), draw(random));
  };
  for (int n = 0; n < number; ++n) entries.insert({late(rows), late(columns)});
  return entries;
}

void count(Kernel& kernel, const std::string& name, const Entries& entries, std::int64_t rows, std::int64_t columns) {
  auto statistics = std::make_shared<TensorStatistics>();
  statistics->stored = static_cast<double>(entries.size());
  statistics->prefixes = {static_cast<double>(rows), static_cast<double>(entries.size())};
  statistics->degrees = {std::vector<std::int64_t>(static_cast<std::size_t>(rows)),
                         std::vector<std::int64_t>(static_cast<std::size_t>(columns))};
  for (const auto& [row, column] : entries) {
    ++statistics->degrees[0][static_cast<std::size_t>(row)];
    ++statistics->degrees[1][static_cast<std::size_t>(column)];
  }
  for (TensorDeclaration& tensor : kernel.tensors)
    if (tensor.name == name) tensor.statistics = statistics;
}

double most(const Kernel& kernel) {
  const std::optional<double> terms = most_terms(kernel, expected_sizes(kernel));
  REQUIRE(terms);
  return *terms;
}

TEST_CASE("the number of terms is at most the degree bound") {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const Entries a = random_entries(30, 20, 10 + 4 * round, random), b = random_entries(20, 30, 100, random);
    Kernel product = complete("C(i,k) = A(i,j) * B(j,k)", {"A=csr", "B=csr"}, {"i=30", "j=20", "k=30"});
    Kernel twice = complete("s = A(i,j) * B(j,k) * A(i,l)", {"A=csr", "B=csr"}, {"i=30", "j=20", "k=30", "l=20"});
    Kernel sum = complete("C(i,j) = A(i,j) + B(j,i) * A(i,j)", {"A=csr", "B=csr"}, {"i=30", "j=20"});
    for (Kernel* kernel : {&product, &twice, &sum}) {
      count(*kernel, "A", a, 30, 20);
      count(*kernel, "B", b, 20, 30);
    }
    double in_product = 0, in_twice = 0, in_sum = static_cast<double>(a.size());
    for (const auto& [i, j] : a) {
      double beside = 0, row = 0;
      for (const auto& [j2, k] : b) beside += j2 == j ? 1 : 0;
      for (const auto& [i2, l] : a) row += i2 == i ? 1 : 0;
      in_product += beside;
      in_twice += beside * row;
      in_sum += static_cast<double>(b.count({j, i}));
    }
    CHECK(most(product) >= in_product);
    CHECK(most(twice) >= in_twice);
    CHECK(most(sum) >= in_sum);
  }
}

TEST_CASE("the degree bound is reached if the densest rows meet") {
  Kernel kernel = complete("C(i,k) = A(i,j) * B(j,k)", {"A=csr", "B=csr"}, {"i=10", "j=10", "k=10"});
  Entries column, row;
  for (std::int64_t n = 0; n < 10; ++n) {
    column.insert({n, 3});
    row.insert({3, n});
  }
  count(kernel, "A", column, 10, 10);
  count(kernel, "B", row, 10, 10);
  CHECK(most(kernel) == 100);
}

TEST_CASE("there is no degree bound without statistics or for full results") {
  const auto says = [](const Kernel& kernel) { return most_terms(kernel, expected_sizes(kernel)).has_value(); };
  CHECK_FALSE(says(complete("C(i,k) = A(i,j) * B(j,k)", {"A=csr", "B=csr"}, {"i=10", "j=10", "k=10"})));
  Kernel one = complete("y(i) = A(i,j) * x(j)", {"A=csr"}, {"i=10", "j=10"});
  count(one, "A", {{1, 2}}, 10, 10);
  CHECK_FALSE(says(one));
  Kernel full = complete("C(i,j) = exp(A(i,j) * B(i,j))", {"A=csr", "B=csr"}, {"i=10", "j=10"});
  count(full, "A", {{1, 2}}, 10, 10);
  CHECK_FALSE(says(full));
}

}  // namespace
}  // namespace scorchc::schedule
