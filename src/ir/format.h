// Defines formats: how a tensor is stored, one level format for each level, outermost first.
//
//   csr   (i,j) -> (i: dense, j: compressed)          rows outermost
//   csc   (i,j) -> (j: dense, i: compressed)          columns outermost
//   bcsr  (i,j) -> (i/4: dense, j/4: compressed, i%4: dense, j%4: dense)
//
// A format can be written as a name, a level list or a map (docs/formats.md). The map is the canonical form. The level
// formats themselves are in src/levels.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc {

enum class ValueType { f32, f64, i32, i64 };
enum class IndexType { i32, i64 };  // of positions and coordinates
std::string_view name(ValueType type);
std::string_view name(IndexType type);
constexpr bool is_floating(ValueType type) { return type == ValueType::f32 || type == ValueType::f64; }
/// The common type of two operands: as in C++, except that i64 with f32 gives f64. Commutative and associative.
ValueType promote(ValueType a, ValueType b);

/// The part of a mode's coordinate i that a level stores: all of it, the block number `i/size`, or the offset in the
/// block `i%size`.
enum class BlockPart { whole, outer, inner };

/// One level of a format.
struct LevelSpec {
  std::string level;  // the name of a level format: "dense", "compressed", "coordinate" (levels/registry.h)
  int mode = 0;       // the mode of the tensor that it stores, 0-based
  BlockPart part = BlockPart::whole;
  std::int64_t block = 0;  // the block size, in coordinates; 0 if the mode is not blocked
  bool operator==(const LevelSpec&) const = default;
};

/// True if the level stores every coordinate: "dense", and the two halves of a dense level whose index is split into
/// blocks.
bool is_dense(const LevelSpec& level);

/// The storage of a tensor: its levels, and the types of its values, positions and coordinates.
struct Format {
  std::vector<LevelSpec> levels;
  ValueType value = ValueType::f32;
  IndexType pos = IndexType::i32;
  IndexType crd = IndexType::i32;
  bool operator==(const Format&) const = default;

  /// The number of modes. A blocked mode counts once, although it has two levels.
  int order() const;
  /// True if all levels are dense.
  bool is_dense() const;
  /// True if a mode is stored in blocks.
  bool is_blocked() const;
  /// True for a workspace that is a dense array with a list of its nonzeros, rather than a list of tuples.
  bool is_indexed_list() const;
};

/// The format with all levels dense and modes in order (row-major).
Format dense_format(int order, ValueType value = ValueType::f32);

/// The canonical map, without attributes: `(i,j) -> (i: dense, j: compressed)`. Modes are named after `indices`;
/// without them, i, j, k, l, m, n, then d6, d7, ...
std::string print_map(const Format& format, const std::vector<std::string>& indices = {});
/// The short name if there is one ("csr", "dense", "coo"), else the level list ("compressed,compressed:1,0"), else the
/// map; followed by the attributes that differ from the defaults (":f64:pos=i64"). The result can be parsed.
std::string print_short(const Format& format);

/// Empty if the format is well-formed, otherwise a description of the first problem. Every mode must be stored exactly
/// once; a blocked mode has one outer level above one inner level, with the same block size.
std::string verify(const Format& format);

}  // namespace scorchc
