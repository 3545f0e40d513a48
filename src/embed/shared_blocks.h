// Collects the blocks of the support library (embed/runtime_blocks.h) that an emitted file uses. Each block has an
// include guard of its own, so one source can include any number of emitted files.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"

namespace scorchc {

/// The ABI block of every header: scorch_status and scorch_context. C11 and C++17.
std::string_view abi_block();

/// The blocks that a source file uses, and their text.
class SharedBlocks {
 public:
  /// Adds a block by its name and the blocks that it needs: "allocate", "grow", "restrict", ... Returns the name of its
  /// function, if it has one that is called like the block: scorch_allocate.
  std::string use(std::string_view block);
  /// Adds a function on values and returns its name: scorch_add_i32 for `add` and i32.
  std::string use(std::string_view function, loop::Type type);
  /// Adds <math.h> and returns the name of a function for the type: expf for `exp` and f32.
  std::string use_math(std::string_view function, loop::Type type);
  /// Adds a standard header, or one of another library.
  void include(std::string_view header);

  /// Descriptions of the run-time decisions that the blocks make; empty if there are none.
  std::vector<std::string> choices() const;
  /// The #include lines; empty if there are none.
  std::string includes() const;
  /// The text of the blocks in table order, where each block follows those that it needs.
  std::string text() const;

 private:
  std::set<std::string, std::less<>> used_;
  std::set<std::string, std::less<>> headers_;
};

}  // namespace scorchc
