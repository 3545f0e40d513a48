// Returns the plugin for a test case. Skips the case with a message if the build has no Clang plugin or the environment
// hides it (SCORCHC_TEST_WITHOUT_CLANG); fails if the plugin must exist.
#pragma once

#include <cstdlib>
#include <string>

#include "catch.h"
#include "clang/plugin.h"

inline scorchc::clang_plugin::Plugin* plugin_or_skip() {
  std::string why;
  scorchc::clang_plugin::Plugin* plugin = scorchc::clang_plugin::find_plugin(&why);
  if (plugin != nullptr) return plugin;
  if (SCORCHC_HAS_CLANG && std::getenv("SCORCHC_TEST_WITHOUT_CLANG") == nullptr)
    FAIL("the Clang plugin was built but is not found: " << why);
  WARN("skipped: " << why);
  return nullptr;
}
