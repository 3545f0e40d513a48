// The room for a test case, or the end of the case: with a message where the build has no Clang room or the environment hides it
// (SCORCHC_TEST_WITHOUT_CLANG), with a failure where it must be there.
#pragma once

#include <cstdlib>
#include <string>

#include "catch.h"
#include "clang/room.h"

inline scorchc::clang_room::Room* room_or_skip() {
  std::string why;
  scorchc::clang_room::Room* room = scorchc::clang_room::find_room(&why);
  if (room != nullptr) return room;
  if (SCORCHC_HAS_CLANG && std::getenv("SCORCHC_TEST_WITHOUT_CLANG") == nullptr)
    FAIL("the Clang room was built but is not found: " << why);
  WARN("skipped: " << why);
  return nullptr;
}
