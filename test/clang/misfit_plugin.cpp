// A plugin of another scorchc: its room must not be asked for.
#include <cstdlib>

extern "C" const char* scorchc_clang_boundary();
extern "C" const char* scorchc_clang_boundary() { return "0.0.1-other"; }

extern "C" void* scorchc_clang_room();
extern "C" void* scorchc_clang_room() { std::abort(); }
