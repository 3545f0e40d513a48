// The boundary between scorchc and its plugin libscorchc_clang.so: two C functions. The first is asked for and compared
// before anything of C++ crosses, since an object of another build's layout would crash.
#pragma once

namespace scorchc::clang_plugin {

class Plugin;

/// Returns the boundary's name, SCORCHC_PLUGIN_BOUNDARY: the version and a hash of plugin.h and of this header.
using BoundaryFunction = const char*();
inline constexpr const char* boundary_symbol = "scorchc_clang_boundary";

/// Returns the plugin. It lives until the process ends.
using PluginFunction = Plugin*();
inline constexpr const char* plugin_symbol = "scorchc_clang_plugin";

}  // namespace scorchc::clang_plugin
