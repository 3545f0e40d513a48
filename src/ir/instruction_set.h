// Lists the instruction sets for which vector loops are compiled (`--isa`). A kernel with several of them selects one
// when it is called.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace scorchc {

/// In descending order of vector width. `generic` requires no instruction set: it uses vectors of 16 bytes, which every
/// compiler with vector extensions supports.
enum class InstructionSet { avx512, avx2, sse2, generic };

constexpr std::array<InstructionSet, 4> all_instruction_sets = {InstructionSet::avx512, InstructionSet::avx2,
                                                                InstructionSet::sse2, InstructionSet::generic};

constexpr std::string_view name(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::sse2:
      return "sse2";
    case InstructionSet::generic:
      return "generic";
  }
  return {};
}
/// The width of a vector register in bytes.
constexpr int vector_bytes(InstructionSet set) {
  return set == InstructionSet::avx512 ? 64 : set == InstructionSet::avx2 ? 32 : 16;
}

/// A subset, in the order above.
using InstructionSets = std::vector<InstructionSet>;

}  // namespace scorchc
