#include "schedule/explain/numbers.h"

#include <algorithm>
#include <cmath>

namespace scorchc::schedule {

std::string about(double number) {
  int exponent = 0;
  for (const bool short_enough = number < 99.95; !short_enough && number >= 9.95; ++exponent) number /= 10;
  const long tenths = std::lround(number * 10);
  const std::string digits = std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
  return exponent == 0 ? digits : digits + "e" + std::to_string(exponent);
}

std::string times(double ratio) {
  const long tenths = std::lround(std::min(ratio, 1e6) * 10);
  return tenths >= 100 ? std::to_string(tenths / 10) : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace scorchc::schedule
