// Divides the iterations of parallel loops among threads.
//
//   for i in 0 .. i_size parallel work W     ->  parallel i in 0 .. i_size work W share i_begin .. i_end
//     body                                         for i in 0 .. i_size share i_begin .. i_end
//                                                    body
//
// Two kinds of parallel loops stay: those whose iterations may divide integers by zero, which all threads report in one
// variable, and those inside other loops. They become OpenMP's own worksharing loops.
#pragma once

#include "ir/loop.h"

namespace scorchc::optimise {

/// Replaces parallel loops by loop::Parallel in all functions. No For that is left inside is parallel.
loop::Module divide_among_threads(loop::Module module);

}  // namespace scorchc::optimise
