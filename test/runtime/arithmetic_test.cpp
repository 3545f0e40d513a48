// Arithmetic and searches for all value types: i32 and f32 as written, i64 and f64 as derived (derived.h, generated).
#include "runtime/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "check.h"
#include "runtime/search.h"
//
#include "derived.h"

namespace {

// The functions of each type under one name.
#define OPERATIONS_OF_INTEGER(T, t)                                                        \
  static T add(T a, T b) { return scorch_add_##t(a, b); }                                  \
  static T subtract(T a, T b) { return scorch_subtract_##t(a, b); }                        \
  static T multiply(T a, T b) { return scorch_multiply_##t(a, b); }                        \
  static T negate(T a) { return scorch_negate_##t(a); }                                    \
  static T divide(T a, T b, int32_t* by_zero) { return scorch_divide_##t(a, b, by_zero); } \
  static T truncate(double a) { return scorch_truncate_##t(a); }                           \
  static int64_t search(const T* crd, int64_t begin, int64_t end, int64_t wanted) {        \
    return scorch_search_##t(crd, begin, end, wanted);                                     \
  }                                                                                        \
  static int64_t gallop(const T* crd, int64_t begin, int64_t end, int64_t wanted) {        \
    return scorch_gallop_##t(crd, begin, end, wanted);                                     \
  }
#define OPERATIONS(T, t)                                         \
  static bool is_stored(T a) { return scorch_is_stored_##t(a); } \
  static T absolute(T a) { return scorch_absolute_##t(a); }      \
  static T relu(T a) { return scorch_relu_##t(a); }              \
  static T min(T a, T b) { return scorch_min_##t(a, b); }        \
  static T max(T a, T b) { return scorch_max_##t(a, b); }
#define OPERATIONS_OF_FLOAT(T, t)                         \
  static T sigmoid(T a) { return scorch_sigmoid_##t(a); } \
  static T infinity() { return scorch_infinity_##t(); }

template <class T>
struct Operations;
template <>
struct Operations<int32_t> {
  OPERATIONS_OF_INTEGER(int32_t, i32)
  OPERATIONS(int32_t, i32)
};
template <>
struct Operations<int64_t> {
  OPERATIONS_OF_INTEGER(int64_t, i64)
  OPERATIONS(int64_t, i64)
};
template <>
struct Operations<float> {
  OPERATIONS_OF_FLOAT(float, f32)
  OPERATIONS(float, f32)
};
template <>
struct Operations<double> {
  OPERATIONS_OF_FLOAT(double, f64)
  OPERATIONS(double, f64)
};

__extension__ typedef __int128 Wide;

/// The value modulo 2^32 or 2^64.
template <class T>
T wrapped(Wide value) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(value));
}

template <class T>
std::vector<T> integers() {
  std::vector<T> values;
  const T least = std::numeric_limits<T>::min(), largest = std::numeric_limits<T>::max();
  for (T n = 0; n < 4; ++n)
    values.insert(values.end(), {n, static_cast<T>(-n), static_cast<T>(least + n), static_cast<T>(largest - n)});
  for (int n = 0; n < 20; ++n) values.push_back(static_cast<T>(check::random_bits()));
  return values;
}

template <class T>
std::vector<T> floats() {
  typedef std::numeric_limits<T> Limits;
  std::vector<T> values = {0,
                           1,
                           T(0.5),
                           2,
                           1000,
                           Limits::min(),
                           Limits::denorm_min(),
                           Limits::max(),
                           Limits::infinity(),
                           Limits::quiet_NaN()};
  for (const T value : std::vector<T>(values)) values.push_back(-value);
  return values;
}

template <class T>
bool is_same(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
void check_integers() {
  typedef Operations<T> Op;
  for (const T a : integers<T>()) {
    CHECK(Op::negate(a) == wrapped<T>(-Wide{a}));
    CHECK(Op::absolute(a) == wrapped<T>(a < 0 ? -Wide{a} : Wide{a}));
    CHECK(Op::relu(a) == (a > 0 ? a : 0));
    CHECK(Op::is_stored(a) == (a != 0));
    for (const T b : integers<T>()) {
      CHECK(Op::add(a, b) == wrapped<T>(Wide{a} + b));
      CHECK(Op::subtract(a, b) == wrapped<T>(Wide{a} - b));
      CHECK(Op::multiply(a, b) == wrapped<T>(Wide{a} * b));
      CHECK(Op::min(a, b) == std::min(a, b));
      CHECK(Op::max(a, b) == std::max(a, b));
      for (const int32_t before : {0, 1}) {
        int32_t by_zero = before;
        const T quotient = Op::divide(a, b, &by_zero);
        CHECK(quotient == (b == 0 ? 0 : wrapped<T>(Wide{a} / b)));
        CHECK(by_zero == (b == 0 ? 1 : before));
      }
    }
  }
}

template <class T>
void check_truncation() {
  typedef Operations<T> Op;
  const T least = std::numeric_limits<T>::min(), largest = std::numeric_limits<T>::max();
  const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits),
               infinity = std::numeric_limits<double>::infinity();
  CHECK(Op::truncate(std::nan("")) == 0);
  for (const double a : {infinity, 1e300, limit * 2, limit})
    CHECK(Op::truncate(a) == largest && Op::truncate(-a) == least);
  const double below = std::nextafter(limit, 0.0);
  CHECK(Op::truncate(below) == static_cast<T>(below) && Op::truncate(-below) == static_cast<T>(-below));
  for (const double a : {0.0, 0.1, 0.9, 1.0, 1.5, 2.99, 123456.7}) {
    CHECK(Op::truncate(a) == static_cast<T>(std::trunc(a)));
    CHECK(Op::truncate(-a) == static_cast<T>(std::trunc(-a)));
  }
}

template <class T>
void check_floats() {
  typedef Operations<T> Op;
  const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity(), zero = 0;
  CHECK(Op::infinity() == infinity);
  CHECK(!Op::is_stored(-zero) && Op::is_stored(zero) && Op::is_stored(nan));
  CHECK(Op::sigmoid(0) == T(0.5) && Op::sigmoid(infinity) == 1 && Op::sigmoid(-infinity) == 0 &&
        Op::sigmoid(nan) != Op::sigmoid(nan));
  for (const T a : floats<T>()) {
    if (!is_same(a, -zero)) CHECK(Op::is_stored(a));
    CHECK(is_same(Op::absolute(a), a != a ? nan : std::fabs(a)));
    CHECK(is_same(Op::relu(a), a != a || a > 0 ? a : zero));
    const double exact = 1 / (1 + std::exp(-static_cast<double>(a)));
    if (a == a)
      CHECK(std::fabs(static_cast<double>(Op::sigmoid(a)) - exact) <=
            static_cast<double>(std::numeric_limits<T>::epsilon()));
    for (const T b : floats<T>()) {
      const bool is_nan = a != a || b != b;
      const T less = Op::min(a, b), more = Op::max(a, b);
      CHECK(is_nan ? less != less && more != more : less == std::fmin(a, b) && more == std::fmax(a, b));
      if (a != b && !is_nan) CHECK(is_same(less, std::fmin(a, b)) && is_same(more, std::fmax(a, b)));
    }
  }
}

/// `count` ascending coordinates, some equal, some with gaps.
template <class T>
std::vector<T> ascending(int64_t count) {
  std::vector<T> list;
  T next = static_cast<T>(check::below(3));
  for (int64_t n = 0; n < count; ++n) list.push_back(next = static_cast<T>(next + check::below(4)));
  return list;
}

template <class T>
void check_searches() {
  typedef Operations<T> Op;
  for (int64_t count = 0; count < 70; ++count) {
    const std::vector<T> list = ascending<T>(count);
    for (int64_t begin = 0; begin <= count; begin += 1 + check::below(7))
      for (int64_t end = begin; end <= count; end += 1 + check::below(7))
        for (const int64_t wanted : {int64_t{-1}, int64_t{0}, int64_t{1}, check::below(2 * count + 2),
                                     check::below(2 * count + 2), INT64_MAX}) {
          const int64_t expected = std::lower_bound(list.begin() + begin, list.begin() + end, wanted) - list.begin();
          CHECK(Op::search(list.data(), begin, end, wanted) == expected);
          CHECK(Op::gallop(list.data(), begin, end, wanted) == expected);
        }
  }
  // Coordinates at the limit of the type, and a wanted one beyond it.
  const T last[] = {0, std::numeric_limits<T>::max()};
  CHECK(Op::search(last, 0, 2, std::numeric_limits<T>::max()) == 1 && Op::gallop(last, 0, 2, 1) == 1);
  if (sizeof(T) == 4) CHECK(Op::search(last, 0, 2, INT64_MAX) == 2 && Op::gallop(last, 0, 2, INT64_MAX) == 2);
}

template <class T>
void check_ascent() {
  for (int64_t count = 0; count < 200; ++count) {
    std::vector<T> list;
    for (int64_t n = 0; n <= count; ++n) list.push_back(static_cast<T>(3 * n));
    CHECK(scorch_ascends(list.data(), count));
    for (int64_t at = 0; at < count; ++at) {
      const T before = list[static_cast<size_t>(at + 1)];
      for (const T wrong : {list[static_cast<size_t>(at)], static_cast<T>(-5)}) {
        list[static_cast<size_t>(at + 1)] = wrong;
        CHECK(!scorch_ascends(list.data(), count));
      }
      list[static_cast<size_t>(at + 1)] = before;
    }
  }
}

}  // namespace

TEST(integers_wrap_and_division_reports_zero) {
  check_integers<int32_t>();
  check_integers<int64_t>();
}

TEST(truncation_saturates) {
  check_truncation<int32_t>();
  check_truncation<int64_t>();
}

TEST(floats_propagate_nan_and_have_one_zero) {
  check_floats<float>();
  check_floats<double>();
}

TEST(searches_find_the_lower_bound) {
  check_searches<int32_t>();
  check_searches<int64_t>();
}

TEST(ascends_compares_all_neighbours) {
  check_ascent<int32_t>();
  check_ascent<int64_t>();
}
