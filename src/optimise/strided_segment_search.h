// The end of a segment is looked for in steps first: coordinates ascend, so where one further on is the same, all
// before it are, too.
//
//   segment = p + 1                                     segment = p + 1
//   while (segment < end && crd[segment] == i) ...      while (segment + 15 < end && crd[segment + 15] == i) segment +=
//   16
//                                                       while (segment < end && crd[segment] == i) ...
//
// In long segments that is a sixteenth of the tests; in short ones one more, which is foretold.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// The body of a function with such steps wherever a segment begins with the entry before.
loop::Block strided_segment_search(const loop::Block& body);

}  // namespace scorchc::optimise
