#include "emit/emit.h"

#include <array>

namespace scorchc {

std::span<const BackEnd> back_ends() {
  static constexpr std::array table{BackEnd{"cpp", emit_cpp}};
  return table;
}

}  // namespace scorchc
