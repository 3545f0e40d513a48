// Tests for null of arrays that a function does not use.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// Without the tests of arrays that nothing else reads or stores to: a count reads no values.
loop::Block drop_dead_null_checks(loop::Block body);

}  // namespace scorchc::optimise
