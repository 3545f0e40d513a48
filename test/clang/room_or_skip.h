// The room for a test case, or the end of the case: with a message where the build has no Clang room, with a failure
// where it must have one.
#pragma once

#include <string>

#include "catch.h"
#include "clang/room.h"

inline scorchc::clang_room::Room* room_or_skip() {
  std::string why;
  scorchc::clang_room::Room* room = scorchc::clang_room::find_room(&why);
  if (room != nullptr) return room;
#if SCORCHC_HAS_CLANG
  FAIL("the Clang room was built but is not found: " << why);
#else
  WARN("skipped: " << why);
#endif
  return nullptr;
}
