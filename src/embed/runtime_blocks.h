// The support library of emitted code, src/runtime/*.h, as blocks: an emitted file contains those that it uses.
//
//   in a header                                 in an emitted file
//
//   //! grow: needs allocate, clear, release    #ifndef SCORCH_SHARED_GROW
//   #ifndef SCORCH_SHARED_GROW                  #define SCORCH_SHARED_GROW
//   #define SCORCH_SHARED_GROW                  // Moves an array into a larger one ...
//   #include <cstring>                          static inline void* scorch_grow(...) { ... }
//   // Moves an array into a larger one ...     #endif
//   /// `new_count` must not be negative.
//   static inline void* scorch_grow(...) {...}  and #include <cstring> at the top of the file
//   #endif
//
// A marker line `//! NAME` begins a block, which ends at the #endif of its include guard. After the name, `needs` lists
// other blocks, and `also i64` (or `also f64`) adds a copy for another type: `//! min_i32: needs negate_i32; also i64`.
// Comments that begin with `///` are for readers of the library and are left out, as is everything between blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

struct RuntimeBlock {
  std::string name;                   // "grow", "min_i64"
  std::vector<std::string> needs;     // names of other blocks
  std::vector<std::string> includes;  // standard headers: "cstring"
  std::string text;                   // with the include guard

  /// The text without the include guard.
  std::string_view body() const;
};

/// The blocks of one header, in order; each copy for another type follows its original. Fails with an internal error if
/// the header does not have the form above.
std::vector<RuntimeBlock> parse_blocks(std::string_view header);

/// All blocks in the order of emitted files: each block follows those that it needs.
const std::vector<RuntimeBlock>& runtime_blocks();
/// The block of that name; an internal error if there is none.
const RuntimeBlock& runtime_block(std::string_view name);

}  // namespace scorchc
