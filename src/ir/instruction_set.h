// Instruction sets that vector loops are compiled for: `--isa`. A kernel chooses among those that it has when it is
// called.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace scorchc {

/// The widest vectors first. `generic` asks for nothing: vectors of 16 bytes, which any compiler with vectors has.
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
constexpr int vector_bytes(InstructionSet set) {
  return set == InstructionSet::avx512 ? 64 : set == InstructionSet::avx2 ? 32 : 16;
}

/// In the order above, each once.
using InstructionSets = std::vector<InstructionSet>;

}  // namespace scorchc
