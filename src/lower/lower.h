// Lowers concrete index notation to loop IR (phase 4).
//
//   in   a scheduled program: every format is complete, every loop is placed
//   out  a module: the structs of its tensors and its functions. A dense result has one function. A sparse result has
//        the one call and count, pattern, compute, free, and often assemble, which the one call uses (contract, section
//        5).
//   true afterwards: loop::verify finds nothing
//
// Sources: merge lattices from Kjolstad et al. 2017, level functions from Chou et al. 2018, split assembly from
// Kjolstad et al. 2019 and the contract.
#pragma once

#include "ir/cin.h"
#include "ir/loop.h"
#include "ir/schedule.h"
#include "lower/options.h"
#include "support/decisions.h"

namespace scorchc::lower {

/// `commands` select the assembly of the result and appear in the opening comment. Appends to `decisions`.
loop::Module lower(const cin::Program& program, const schedule::Commands& commands, Decisions& decisions,
                   const Options& options = {});

}  // namespace scorchc::lower
