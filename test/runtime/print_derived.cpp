// Prints the functions for i64 and f64 that scorchc derives from those for i32 and f32, as a header for the tests.
#include <cstdio>

#include "embed/runtime_blocks.h"

int main() {
  std::puts("#include \"runtime/arithmetic.h\"\n#include \"runtime/search.h\"");
  for (const scorchc::RuntimeBlock& block : scorchc::runtime_blocks())
    if (block.name.ends_with("_i64") || block.name.ends_with("_f64")) std::printf("\n%s", block.text.c_str());
}
