// Sums of products of symbols, as text and as a number: how much loops do, and how much they move.
//
// Symbols are extents (an index's name) and what is stored: `nnz(A)`, `#A1` (coordinates down to A's first level),
// `#A(:,j)` (coordinates j at which A stores anything), `#w` (components of a temporary, each time that it is made).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace scorchc::schedule {

struct Formula {
  std::string text;
  bool exact =
      true;  // otherwise expected: stored components are taken to be spread evenly, or an upper bound of a union
  double number = 0;  // at the sizes that are expected
};

/// "6.4e7"; below a hundred as it is.
std::string about(double number);

/// Symbol -> power; a factor in front.
struct Monomial {
  std::map<std::string, int> powers;
  double factor = 1;
  void multiply(const std::string& symbol, int power);
  bool operator==(const Monomial&) const = default;
};

/// A sum of monomials, and whether it is exact.
struct Sum {
  std::vector<Monomial> terms;
  bool exact = true;
  bool is_cut = false;  // some terms of a product are missing
  bool operator==(const Sum&) const = default;
};

Sum one();
Sum extent(const std::string& index);
bool is_one(const Sum& sum);
/// Multiplied out, which doubles the terms for each factor that is a sum of two: behind `most_monomials` it is cut.
Sum product(const Sum& a, const Sum& b);
inline constexpr std::size_t most_monomials = 512;
/// At most as many as both together; all, where one has all.
Sum united(const Sum& a, const Sum& b);
void add(Sum& to, const Sum& more, double factor);

/// Symbols that are not known are 1.
double value(const Sum& sum, const std::map<std::string, double>& symbols);

/// Whether the number follows from the sum's text: otherwise it is expected.
bool is_exact(const Sum& sum);

/// Sums that nobody would read to their end are cut there: their text says how many terms are left out.
inline constexpr std::size_t most_terms_written = 32;
Formula formula(const Sum& sum, double number);

}  // namespace scorchc::schedule
