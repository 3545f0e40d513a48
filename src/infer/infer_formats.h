// Infers the formats of results and temporaries that the user left open (phase 2, `infer`; Scorch, Algorithm 4, with
// the corrections listed in docs/architecture.md).
//
//   in       a kernel with explicit sums; the formats of results may be open
//   out      the same kernel with all formats. If the levels of the result follow from the whole expression rather than
//            from one operand, their order stays open (TensorDeclaration::mode_order_open): the loop order decides it,
//            so that the result need not be transposed
//   ensures  every tensor has a format; no denominator is sparser than its numerator; an integer result has an integer
//            expression
//
// Example: D(i,k) = sum(j, A(i,j) * B(j,k)) + C(i,k) with A csr, B csr, C dcsr gives D csr: i is dense in A, so the sum
// is dense in i; k is sparse in B and in C.
#pragma once

#include "ir/kernel.h"
#include "support/decisions.h"
#include "support/diagnostics.h"

namespace scorchc::infer {

/// Completes the kernel. Appends a decision for each inferred format. Fails with Code::sparse_denominator,
/// Code::integer_result or Code::needs_sequence.
Kernel infer_formats(const Kernel& kernel, Decisions& decisions, Diagnostics& warnings);

}  // namespace scorchc::infer
