// Defines level formats: how one level of a tensor's coordinate tree is stored (Chou et al. 2018).
//
// A level format is a value whose optional members are its capabilities (iterate, locate, search, insert, append), each
// present or absent. `lower` selects code by capabilities, not by the names of level formats. Level functions return
// loop IR: `lower` calls them at compile time, wherever a kernel iterates or assembles the level.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"

namespace scorchc::levels {

struct LevelProperties {
  bool full = false;        // stores every coordinate
  bool ordered = false;     // coordinates ascend below each parent
  bool unique = false;      // coordinates are distinct below each parent (in a coordinate run, only in the last level)
  bool branchless = false;  // every parent has exactly one child
  bool compact = false;     // positions have no gaps
};

/// The context of a level: its position in its tensor, and the names and types of its arrays in the kernel.
struct LevelSite {
  std::string pos, crd;  // names of local arrays; empty if the level has none
  loop::Type pos_type = loop::Type::i32;
  loop::Type crd_type = loop::Type::i32;
  loop::Expr extent = loop::integer(0);  // number of coordinates of the level
  loop::Expr whole = loop::integer(0);   // for a half of a split dense level: the extent of the whole mode,
  std::int64_t block = 0;                // and the block size
  loop::Expr count = loop::integer(0);   // number of entries; only for a coordinate level at the root, or a workspace
  bool is_root = false;                  // the outermost level
  bool is_run_first = true;              // no coordinate level directly above
  bool is_run_last = true;               // no coordinate level directly below
};

/// A half-open range of positions. A single parent p is [p, p + 1). A parent inside a coordinate run is a segment: the
/// entries with equal coordinates.
struct Positions {
  loop::Expr begin = loop::integer(0);
  loop::Expr end = loop::integer(0);
};

/// Iteration over every coordinate. The position is then computed by Locate.
struct CoordinateIteration {
  Positions (*bounds)(const LevelSite& site);  // the range of coordinates
};
/// Iteration over stored positions.
struct PositionIteration {
  Positions (*bounds)(const LevelSite& site, const Positions& parent);      // the positions below a parent
  loop::Expr (*access)(const LevelSite& site, const loop::Expr& position);  // the coordinate at a position
  /// The parent position for the level below. Null if it is `position` itself.
  loop::Expr (*child)(const LevelSite& site, const loop::Expr& position, const loop::Expr& coordinate) = nullptr;
};
/// Random access: the position of a coordinate below a parent.
struct Locate {
  loop::Expr (*position)(const LevelSite& site, const loop::Expr& parent, const loop::Expr& coordinate);
};
/// Search: the first position with at least this coordinate. Requires that coordinates ascend over the positions.
struct Search {
  loop::Search (*among)(const LevelSite& site, const Positions& positions, const loop::Expr& coordinate);
};
/// Assembly in any order of coordinates.
struct Insert {};
/// Assembly in ascending order of coordinates, parent by parent.
struct Append {
  bool (*has_pos)(const LevelSite& site);  // true if assembly must write a `pos` entry for each parent
};

/// A level format: its properties and its capabilities.
struct LevelFormat {
  std::string_view name;
  LevelProperties properties;
  bool (*stores_pos)(const LevelSite& site);  // true if the level has a `pos` array in this context
  bool (*stores_crd)(const LevelSite& site);  // true if the level has a `crd` array in this context
  std::optional<CoordinateIteration> coordinate_iteration;
  std::optional<PositionIteration> position_iteration;
  std::optional<Locate> locate;
  std::optional<Search> search;
  std::optional<Insert> insert;
  std::optional<Append> append;

  /// True if consecutive levels of this format share their positions (a coordinate run).
  bool forms_runs = false;
};

}  // namespace scorchc::levels
