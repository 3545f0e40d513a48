// Searches for the end of a segment with strides first. Coordinates ascend, so if one further on is the same, all
// before it are, too.
//
//   segment = p + 1                                  segment = p + 1
//   while (segment < end && crd[segment] == i) ...   while (segment + 15 < end && crd[segment + 15] == i) segment += 16
//                                                    while (segment < end && crd[segment] == i) ...
//
// Long segments take a sixteenth of the tests; short ones take one more, which is predicted.
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function with strides wherever a segment begins with the entry before.
loop::Block strided_segment_search(const loop::Block& body);

}  // namespace scorchc::passes
