// A plugin of another scorchc, whose plugin object must never be requested.
#include <cstdlib>

extern "C" const char* scorchc_clang_boundary();
extern "C" const char* scorchc_clang_boundary() { return "0.0.1-other"; }

extern "C" void* scorchc_clang_plugin();
extern "C" void* scorchc_clang_plugin() { std::abort(); }
