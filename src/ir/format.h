// Formats: how a tensor is stored, level by level, outermost first. Three spellings are read (names, level lists,
// maps; docs/formats.md); the canonical one, which is printed, is the map.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

enum class ValueType { f32, f64, i32, i64 };
enum class IndexType { i32, i64 };
std::string_view name(ValueType type);
std::string_view name(IndexType type);
constexpr bool is_floating(ValueType type) { return type == ValueType::f32 || type == ValueType::f64; }
/// As C++ promotes, but i64 with f32 gives f64. Commutative and associative.
ValueType promote(ValueType a, ValueType b);

/// What a level stores of a mode: all of it, the block number `i/size`, or the place in the block `i%size`.
enum class BlockPart { whole, outer, inner };

struct LevelSpec {
  std::string level;  // the name of a level format: "dense", "compressed", "coordinate" (levels/registry.h)
  int mode = 0;       // which mode of the tensor, 0-based
  BlockPart part = BlockPart::whole;
  std::int64_t block = 0;  // the block's size; 0 for whole modes
  bool operator==(const LevelSpec&) const = default;
};

/// Whether a level stores every coordinate: "dense", and the two halves of a dense level whose index is split in
/// blocks.
bool is_dense(const LevelSpec& level);

struct Format {
  std::vector<LevelSpec> levels;
  ValueType value = ValueType::f32;
  IndexType pos = IndexType::i32;
  IndexType crd = IndexType::i32;
  bool operator==(const Format&) const = default;

  /// The number of modes. A blocked mode has two levels.
  int order() const;
  bool is_dense() const;
  bool is_blocked() const;
  /// Whether a workspace is held in an array with a place for each coordinate, not in a list of tuples.
  bool has_places() const;
};

/// All levels dense, modes in order.
Format dense_format(int order, ValueType value = ValueType::f32);

/// The canonical map, without attributes: `(i,j) -> (i: dense, j: compressed)`. Modes are named after `indices`, or,
/// without them, i, j, k, l, m, n, then d6, d7, ...
std::string print_map(const Format& format, const std::vector<std::string>& indices = {});
/// The short name where one exists ("csr", "dense", "coo"), else the level list ("compressed,compressed:1,0"), else
/// the map. Then the attributes that differ from the defaults (":f64:pos=i64"). It parses back.
std::string print_short(const Format& format);

/// Empty if the format is well-formed (every mode stored exactly once, blocked modes as outer before inner with one
/// size), else what is wrong.
std::string verify(const Format& format);

}  // namespace scorchc
