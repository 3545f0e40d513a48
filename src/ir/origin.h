// Records which loop of the CIN program a loop in loop IR comes from. Only reports use it: it is ignored by ==, and no
// phase depends on it.
#pragma once

namespace scorchc {

struct Origin {
  int number = 0;  // number of the CIN loop, from 1; 0: introduced by the compiler
  int inside = 0;  // number of the inner CIN loop, if two loops were fused into this one; otherwise 0
  bool operator==(const Origin&) const { return true; }
};

}  // namespace scorchc
