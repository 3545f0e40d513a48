// Divides the iterations of parallel loops among threads.
//
//   for i in 0 .. i_size parallel work W     ->  parallel i in 0 .. i_size work W share i_begin .. i_end
//     body                                         for i in 0 .. i_size share i_begin .. i_end
//                                                    body
//
//   in, out   a module that verifies
//   true afterwards: no For is parallel
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces parallel loops by loop::Parallel in all functions.
loop::Module divide_among_threads(loop::Module module);

}  // namespace scorchc::passes
