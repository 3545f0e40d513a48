// Divides the iterations of parallel loops among threads.
//
//   for i in 0 .. i_size parallel work W     ->  parallel i in 0 .. i_size work W share i_begin .. i_end
//     body                                         for i in 0 .. i_size share i_begin .. i_end
//                                                    body
//
// Two kinds of parallel loops stay: those whose iterations may divide integers by zero, which all threads report in one
// variable, and those inside other loops.
//
//   in, out   a module that verifies
//   true afterwards: loops that are still parallel become OpenMP's own
#pragma once

#include "ir/loop.h"

namespace scorchc::passes {

/// Replaces parallel loops by loop::Parallel in all functions. No For that is left inside is parallel.
loop::Module divide_among_threads(loop::Module module);

}  // namespace scorchc::passes
