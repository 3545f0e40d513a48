// Compiler flags for emitted code under test.
#pragma once

#include <string>
#include <vector>

namespace scorchc::test {

/// Emitted code must compile without these warnings, so all are errors.
inline const std::vector<std::string>& warning_flags() {
  static const std::vector<std::string> flags = {
      "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror"};
  return flags;
}

/// OpenMP with a grain size of 1, so that the smallest loops run in parallel.
inline const std::vector<std::string>& thread_flags() {
  static const std::vector<std::string> flags = {"-fopenmp", "-DSCORCH_GRAIN=1"};
  return flags;
}

/// `without_pointers` omits UndefinedBehaviorSanitizer's checks of pointers, which take half of GCC's time.
/// AddressSanitizer finds null and out-of-bounds pointers as well. Alignment matters to vector loops only, and their
/// tests use `all`.
enum class SanitizerSet { all, without_pointers };

inline std::vector<std::string> sanitizer_flags(SanitizerSet set) {
  std::vector<std::string> flags = {"-fsanitize=address,undefined", "-fno-sanitize-recover=all"};
#if !defined(__clang__)
  // Calls the checks instead of inlining them, which compiles faster.
  flags.insert(flags.end(), {"--param", "asan-instrumentation-with-call-threshold=0"});
#endif
  if (set == SanitizerSet::without_pointers)
    flags.emplace_back(
        "-fno-sanitize=null,alignment,object-size,vptr,return,returns-nonnull-attribute,nonnull-attribute");
  return flags;
}

}  // namespace scorchc::test
