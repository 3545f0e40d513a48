// Room 5: from concrete index notation to loop IR.
//
//   in   a scheduled program: every format complete, every loop placed
//   out  a module: the structs of its tensors, one function for a dense result; for a sparse result the one call,
//   count,
//        pattern, compute, assemble (what the one call does after count, with few operands) and free (contract, section
//        5)
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

loop::Module lower(const cin::Program& program, const schedule::Commands& commands, Decisions& decisions,
                   const Options& options = {});

}  // namespace scorchc::lower
