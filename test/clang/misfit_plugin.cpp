// A plugin of another scorchc: its plugin must not be asked for.
#include <cstdlib>

extern "C" const char* scorchc_clang_boundary();
extern "C" const char* scorchc_clang_boundary() { return "0.0.1-other"; }

extern "C" void* scorchc_clang_plugin();
extern "C" void* scorchc_clang_plugin() { std::abort(); }
