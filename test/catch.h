// Catch2. Each case has the tag of its folder, so that one program holds the cases of many (test/CMakeLists.txt).
#pragma once

#include "catch_library.h"

#undef TEST_CASE
#define SCORCHC_TEST_CASE(name, tags, ...) INTERNAL_CATCH_TESTCASE(name, tags SCORCHC_TEST_FOLDER)
#define TEST_CASE(...) SCORCHC_TEST_CASE(__VA_ARGS__, "", )
