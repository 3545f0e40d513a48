// Removes null checks of arrays that a function does not use.
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body without checks of arrays that nothing else reads or stores to: counting, for example, reads no values.
loop::Block drop_dead_null_checks(loop::Block body);

}  // namespace scorchc::passes
