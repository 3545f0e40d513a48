// Declares the two C functions between scorchc and its plugin libscorchc_clang.so. The boundary's name is compared
// before any C++ object crosses it, because an object with another build's layout would crash.
#pragma once

namespace scorchc::clang_plugin {

class Plugin;

/// Returns the boundary's name, SCORCHC_PLUGIN_BOUNDARY: the version and hashes of plugin.h and of this header.
using BoundaryFunction = const char*();
inline constexpr const char* boundary_symbol = "scorchc_clang_boundary";

/// Returns the plugin, which lives until the process ends.
using PluginFunction = Plugin*();
inline constexpr const char* plugin_symbol = "scorchc_clang_plugin";

}  // namespace scorchc::clang_plugin
