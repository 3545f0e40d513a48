// Searches for the end of a segment with strides first. Coordinates ascend, so if one further on is the same, all
// before it are, too.
//
//   i64 segment := p + 1                         i64 segment := p + 1
//   while segment < end and crd[segment] == i    while segment + 15 < end and crd[segment + 15] == i
//     segment += 1                                 segment += 16
//                                                while segment < end and crd[segment] == i
//                                                  segment += 1
//
// Long segments take a sixteenth of the tests; short ones take one more, which is predicted.
//
//   in, out   the body of a function, run once
//   true afterwards: a search for the end of a segment in steps of one follows one in strides
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// The body of a function with strides wherever a segment begins with the entry before.
loop::Block strided_segment_search(const loop::Block& body);

}  // namespace scorchc::passes
