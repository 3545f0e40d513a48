// What emitted code is compiled with.
#pragma once

#include <string>
#include <vector>

namespace scorchc::test {

/// What generated code is held to, as errors (contract, section 5).
inline const std::vector<std::string>& warning_flags() {
  static const std::vector<std::string> flags = {
      "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror"};
  return flags;
}

/// The smallest loops start threads, too.
inline const std::vector<std::string>& thread_flags() {
  static const std::vector<std::string> flags = {"-fopenmp", "-DSCORCH_THREAD_WORTH=1"};
  return flags;
}

/// Checks of each pointer take GCC half of its time. A pointer that is null or beside its object AddressSanitizer sees,
/// too; that one is aligned as it has to be is a question of vector loops, whose own tests have all checks.
enum class SanitizerSet { all, without_pointers };

inline std::vector<std::string> sanitizer_flags(SanitizerSet set) {
  std::vector<std::string> flags = {"-fsanitize=address,undefined", "-fno-sanitize-recover=all"};
#if !defined(__clang__)
  // Calls in place of inlined code: less to compile.
  flags.insert(flags.end(), {"--param", "asan-instrumentation-with-call-threshold=0"});
#endif
  if (set == SanitizerSet::without_pointers)
    flags.emplace_back(
        "-fno-sanitize=null,alignment,object-size,vptr,return,returns-nonnull-attribute,nonnull-attribute");
  return flags;
}

}  // namespace scorchc::test
