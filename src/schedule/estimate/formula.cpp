#include "schedule/estimate/formula.h"

#include <algorithm>
#include <cmath>

namespace scorchc::schedule {
namespace {

bool is_stored(const std::string& symbol) { return symbol.front() == '#' || symbol.find('(') != std::string::npos; }

std::string whole_text(double factor) { return std::to_string(static_cast<long long>(factor)); }

std::string text_of(const Monomial& term) {
  std::string over, under;
  const auto add = [](std::string& to, const std::string& symbol) { to += (to.empty() ? "" : " * ") + symbol; };
  if (term.factor != 1) add(over, whole_text(term.factor));
  for (const bool stored : {true, false})
    for (const auto& [symbol, power] : term.powers) {
      if (is_stored(symbol) != stored) continue;
      for (int n = 0; n < power; ++n) add(over, symbol);
    }
  int below = 0;
  for (const auto& [symbol, power] : term.powers)
    for (int n = 0; n < -power; ++n, ++below) add(under, symbol);
  if (over.empty()) over = "1";
  if (under.empty()) return over;
  return over + " / " + (below > 1 ? "(" + under + ")" : under);
}

// A product of two entry counts is an estimate: patterns of different operands coincide at random.
bool is_exact(const Monomial& term) {
  int stored = 0;
  for (const auto& [symbol, power] : term.powers) {
    if (power < 0) return false;
    if (is_stored(symbol)) stored += power;
  }
  return stored <= 1;
}

// Adds up monomials with equal powers, in order of first appearance.
std::vector<Monomial> collected(const Sum& sum) {
  std::vector<Monomial> parts;
  std::map<std::map<std::string, int>, std::size_t> places;
  for (const Monomial& term : sum.terms) {
    const auto [place, is_new] = places.try_emplace(term.powers, parts.size());
    if (is_new)
      parts.push_back(term);
    else
      parts[place->second].factor += term.factor;
  }
  return parts;
}

// Counts are integers; sums of shares may be off by rounding.
double without_rounding_error(double number) {
  const double whole = std::round(number);
  return std::abs(number - whole) <= 1e-9 * whole ? whole : number;
}

}  // namespace

void Monomial::multiply(const std::string& symbol, int power) {
  powers[symbol] += power;
  if (powers[symbol] == 0) powers.erase(symbol);
}

Sum one() { return {{Monomial{}}, true}; }

Sum extent(const std::string& index) {
  Sum sum = one();
  sum.terms[0].multiply(index, 1);
  return sum;
}

bool is_one(const Sum& sum) { return sum.terms.size() == 1 && sum.terms[0].powers.empty(); }

Sum product(const Sum& a, const Sum& b) {
  Sum all{{}, a.exact && b.exact, a.is_cut || b.is_cut};
  for (const Monomial& left : a.terms)
    for (const Monomial& right : b.terms) {
      if (all.terms.size() == most_monomials) return {std::move(all.terms), false, true};
      Monomial term = left;
      term.factor *= right.factor;
      for (const auto& [symbol, power] : right.powers) term.multiply(symbol, power);
      all.terms.push_back(std::move(term));
    }
  return all;
}

Sum united(const Sum& a, const Sum& b) {
  if (is_one(a)) return a;
  if (is_one(b)) return b;
  Sum all{a.terms, false, a.is_cut || b.is_cut};
  all.terms.insert(all.terms.end(), b.terms.begin(), b.terms.end());
  return all;
}

void add(Sum& to, const Sum& more, double factor) {
  to.exact = to.exact && more.exact;
  to.is_cut = to.is_cut || more.is_cut;
  for (Monomial term : more.terms) {
    term.factor *= factor;
    to.terms.push_back(std::move(term));
  }
}

double value(const Sum& sum, const std::map<std::string, double>& symbols) {
  double total = 0;
  for (const Monomial& term : sum.terms) {
    double each = term.factor;
    for (const auto& [symbol, power] : term.powers) {
      const auto it = symbols.find(symbol);
      if (it != symbols.end()) each *= std::pow(it->second, power);
    }
    total += each;
  }
  return total;
}

bool is_exact(const Sum& sum) {
  return sum.exact &&
         std::all_of(sum.terms.begin(), sum.terms.end(), [](const Monomial& term) { return is_exact(term); });
}

Formula formula(const Sum& sum, double number) {
  const std::vector<Monomial> parts = collected(sum);
  Formula result{"", is_exact(sum), without_rounding_error(number)};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (n == most_terms_written) {
      result.text += " + ... (" + std::to_string(parts.size() - n) + (sum.is_cut ? " and more)" : " more)");
      break;
    }
    result.text += (n == 0 ? "" : " + ") + text_of(parts[n]);
  }
  return result;
}

}  // namespace scorchc::schedule
