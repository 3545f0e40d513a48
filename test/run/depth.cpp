#include "run/depth.h"

#include <cstdlib>
#include <string_view>

extern "C" void __asan_init() __attribute__((weak));

namespace scorchc::test {

bool is_deep() {
  const char* const deep = std::getenv("SCORCHC_TEST_DEEP");
  return deep != nullptr && std::string_view(deep) == "1";
}

std::uint64_t turn() {
  const char* const number = std::getenv("SCORCHC_TEST_TURN");
  return number == nullptr ? 1 : std::strtoull(number, nullptr, 10);
}

bool is_turn(std::size_t n, std::size_t groups) { return is_deep() || n % groups == turn() % groups; }

bool has_sanitizers() { return __asan_init != nullptr; }

}  // namespace scorchc::test
