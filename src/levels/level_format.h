// Level formats: how one level of a tensor's coordinate tree is stored (Chou et al. 2018). A level format is a value
// whose optional members are its capabilities; a capability is present or absent. `lower/` asks for capabilities and
// never for names.
//
// Level functions return loop IR: they are called once, at compile time, where a kernel walks or builds the level.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/loop.h"

namespace scorchc::levels {

struct LevelProperties {
  bool full = false;        // stores every coordinate
  bool ordered = false;     // coordinates ascend below a parent
  bool unique = false;      // no coordinate stands twice below a parent (the last of a coordinate run is unique)
  bool branchless = false;  // a parent has exactly one child
  bool compact = false;     // positions have no gaps
};

/// Where in its tensor a level stands, and what its arrays are called in the kernel.
struct LevelSite {
  std::string pos, crd;  // local arrays; empty where the level has none
  loop::Type pos_type = loop::Type::i32;
  loop::Type crd_type = loop::Type::i32;
  loop::Expr extent = loop::integer(0);  // of the level's mode
  loop::Expr whole = loop::integer(0);   // of the mode that the level is a half of,
  std::int64_t block = 0;                // and the size of its blocks
  loop::Expr count = loop::integer(0);   // number of entries, of a root coordinate level
  bool is_root = false;                  // nothing is stored above it
  bool is_run_first = true;              // no coordinate level directly above
  bool is_run_last = true;               // no coordinate level directly below
};

/// A half-open range of positions. The position of a unique parent p is [p, p + 1); a parent inside a coordinate run is
/// the segment of entries that share its coordinate.
struct Positions {
  loop::Expr begin = loop::integer(0);
  loop::Expr end = loop::integer(0);
};

/// Walks every coordinate of the mode, and computes its position.
struct CoordinateIteration {
  Positions (*bounds)(const LevelSite& site);
};
/// Walks stored positions, and reads the coordinate of each.
struct PositionIteration {
  Positions (*bounds)(const LevelSite& site, const Positions& parent);
  loop::Expr (*access)(const LevelSite& site, const loop::Expr& position);
  /// The parent of what lies below; null where that is the position itself.
  loop::Expr (*child)(const LevelSite& site, const loop::Expr& position, const loop::Expr& coordinate) = nullptr;
};
/// Random access: the position of a coordinate below a parent.
struct Locate {
  loop::Expr (*position)(const LevelSite& site, const loop::Expr& parent, const loop::Expr& coordinate);
};
/// Coordinates ascend over the positions below a parent: where one stands, or would stand, can be looked for.
struct Search {
  loop::Search (*among)(const LevelSite& site, const Positions& positions, const loop::Expr& coordinate);
};
/// Results may be written in any order.
struct Insert {};
/// Results may be written in ascending order, parent by parent.
struct Append {
  bool (*has_pos)(const LevelSite& site);  // one `pos` entry a parent is to be written
};

struct LevelFormat {
  std::string_view name;
  LevelProperties properties;
  bool (*stores_pos)(const LevelSite& site);  // whether the `pos` and `crd` arrays exist at that site
  bool (*stores_crd)(const LevelSite& site);
  std::optional<CoordinateIteration> coordinate_iteration;
  std::optional<PositionIteration> position_iteration;
  std::optional<Locate> locate;
  std::optional<Search> search;
  std::optional<Insert> insert;
  std::optional<Append> append;

  /// Whether consecutive levels of this format form one run that shares its positions.
  bool forms_runs = false;
};

}  // namespace scorchc::levels
