// Says in words what each loop nest of a program computes. A csc SpMV has two nests, both with a loop over i:
//
//   forall i          sets y to zero
//     y(i) = 0
//   forall j          computes y
//     forall i
//       y(i) += A(i,j) * x(j)
//
// Input: a scheduled statement. Output: texts that tell its nests apart in `explain`; nothing else depends on them.
#pragma once

#include <string>
#include <vector>

#include "ir/cin.h"

namespace scorchc::schedule {

/// An outermost loop and what it computes: `sets y to zero`, `computes T`, `adds A(i,j) * x(j)`.
struct NestPurpose {
  const cin::Forall* loop;
  std::string text;  // empty if the program has a single nest
};

/// The nests of `body` in order of its text, without those of conversions. The result refers to `body`.
std::vector<NestPurpose> nest_purposes(const cin::Stmt& body);

}  // namespace scorchc::schedule
