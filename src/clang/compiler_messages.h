// Parses the printed messages of gcc and clang.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clang/plugin.h"

namespace scorchc::clang_plugin {

/// Reads lines of the form `FILE:LINE:COLUMN: error: TEXT [-WFLAG]`, `FILE:LINE: ...` and `PROGRAM: error: TEXT`;
/// ignores all others (source lines, carets, "In file included from"). Removes the prefix `folder` from file names.
///
///   "/tmp/x/spmv.cpp:3:7: warning: unused variable 'n' [-Wunused-variable]", folder "/tmp/x"
///   -> {warning, "spmv.cpp", 3, 7, "unused variable 'n'", "-Wunused-variable"}
std::vector<Message> read_messages(std::string_view output, const std::string& folder);

}  // namespace scorchc::clang_plugin
