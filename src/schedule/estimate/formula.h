// Represents sums of products of symbols, as text and as numbers: for amounts of work and memory traffic.
//
// Symbols are extents (named by their index) and entry counts: `nnz(A)`, `#A1` (distinct coordinates down to A's first
// level), `#A(:,j)` (coordinates j at which A has entries), `#w` (components of a temporary each time it is computed).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace scorchc::schedule {

struct Formula {
  std::string text;
  bool exact = true;  // false: an estimate for evenly spread entries, or an upper bound of a union
  double number = 0;  // at the expected sizes
};

/// A product of powers of symbols, and a constant factor.
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
/// The product, multiplied out. Each factor with two terms doubles the number of terms; beyond `most_monomials` it is
/// cut.
Sum product(const Sum& a, const Sum& b);
inline constexpr std::size_t most_monomials = 64;  // twice the terms that are written
/// Size of a union: at most both together; the full size if one of them is full.
Sum united(const Sum& a, const Sum& b);
void add(Sum& to, const Sum& more, double factor);

/// Unknown symbols count as 1.
double value(const Sum& sum, const std::map<std::string, double>& symbols);

/// Whether the number follows from the sum's text; otherwise it is an estimate.
bool is_exact(const Sum& sum);

/// Texts are cut after this many terms and state how many are missing.
inline constexpr std::size_t most_terms_written = 32;
Formula formula(const Sum& sum, double number);

}  // namespace scorchc::schedule
