// Which loop of the program a loop comes from, for people who compare the two. It makes no difference to a loop.
#pragma once

namespace scorchc {

struct Origin {
  int number = 0;  // of the program's loops, the first being 1; 0: one that only the compiler knows
  int inside = 0;  // of the loop inside, where the two have become one
  bool operator==(const Origin&) const { return true; }
};

}  // namespace scorchc
