// Includes Catch2 and tags each case with its folder, so that one program can contain the cases of several folders
// (test/CMakeLists.txt).
#pragma once

#include "catch_library.h"

#undef TEST_CASE
#define SCORCHC_TEST_CASE(name, tags, ...) INTERNAL_CATCH_TESTCASE(name, tags SCORCHC_TEST_FOLDER)
#define TEST_CASE(...) SCORCHC_TEST_CASE(__VA_ARGS__, "", )
