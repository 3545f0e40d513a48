// The two halves of a dense level whose index is split in blocks, because another tensor is blocked along it. Nothing
// is stored otherwise: coordinate i of n is number i/b and place i%b.
//
//   coordinate   0    1    2    3        b = 2: dense_number goes to p*n + (i/b)*b, dense_place on by i%b
//   position     np   np+1 np+2 np+3
#include "levels/capabilities.h"
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

loop::Expr number(const LevelSite& site, const loop::Expr& parent, const loop::Expr& coordinate) {
  return loop::add(loop::mul(parent, site.whole), loop::mul(coordinate, loop::integer(site.block)));
}
loop::Expr place(const LevelSite&, const loop::Expr& parent, const loop::Expr& coordinate) {
  return loop::add(parent, coordinate);
}

LevelFormat half(std::string_view name, Locate locate) {
  return {
      .name = name,
      .properties = {.full = true, .ordered = true, .unique = true, .branchless = false, .compact = true},
      .stores_pos = never,
      .stores_crd = never,
      .coordinate_iteration = CoordinateIteration{every_coordinate},
      .position_iteration = std::nullopt,
      .locate = locate,
      .search = std::nullopt,
      .insert = Insert{},
      .append = std::nullopt,
  };
}

}  // namespace

const LevelFormat dense_number = half("dense_number", Locate{number});
const LevelFormat dense_place = half("dense_place", Locate{place});

}  // namespace scorchc::levels
