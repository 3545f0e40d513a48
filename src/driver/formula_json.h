// Converts a formula of a loop's work to JSON.
#pragma once

#include "driver/json_document.h"
#include "schedule/estimate/formula.h"

namespace scorchc::driver {

inline Json formula_json(const schedule::Formula& formula) {
  return {{"formula", formula.text}, {"exact", formula.exact}, {"number", formula.number}};
}

}  // namespace scorchc::driver
