#include "schedule/choose/choose_protocols.h"

#include <string>

#include "schedule/explain/numbers.h"
#include "schedule/search/protocol_search.h"

namespace scorchc::schedule {

Commands choose_protocols(const cin::Program& program, const Sizes& sizes, Decisions& decisions) {
  Commands chosen;
  for (const ProtocolStep& step : cheapest_protocols(program, sizes)) {
    const Reading reading = step.protocol.reading;
    chosen.push_back(step.protocol);
    decisions.push_back(
        {"schedule", "protocol of " + print(step.protocol.access) + " along " + step.protocol.index,
         std::string(name(reading)),
         (reading == Reading::gallop
              ? "its fibres are much longer than those they are intersected with: estimated speedup "
          : reading == Reading::masked
              ? "another operand selects fewer components than are accumulated, so these are reset first and nothing "
                "is sorted: estimated speedup "
              : "other operands select its components, so nothing is sorted: estimated speedup ") +
             times(step.gain) + "x compared with `walk`"});
  }
  return chosen;
}

}  // namespace scorchc::schedule
