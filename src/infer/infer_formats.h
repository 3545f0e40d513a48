// Room 2: fills every open result format (Scorch, Algorithm 4, with the corrections listed in docs/architecture.md).
//
//   in   a kernel whose sums are explicit; the result's format may be open
//   out  the same kernel; the result has a format. Where its levels come from the expression rather than from one
//        operand, their order stays open (`mode_order_open`) for the loop order to close: no transpose of the result
//   true afterwards: every tensor has a format; no denominator is sparser than its numerator; an integer result has an
//        integer expression
//
// Example: D(i,k) = sum(j, A(i,j) * B(j,k)) + C(i,k) with A csr, B csr, C dcsr gives D csr: i is dense in A, so the sum
// is dense in i; k is sparse in B and in C.
#pragma once

#include "ir/kernel.h"
#include "support/decisions.h"
#include "support/diagnostics.h"

namespace scorchc::infer {

Kernel infer_formats(const Kernel& kernel, Decisions& decisions, Diagnostics& warnings);

}  // namespace scorchc::infer
