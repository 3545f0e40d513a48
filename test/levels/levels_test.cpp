// The contract that every level format keeps; a new one is tested by being listed.
#include <set>

#include "catch.h"
#include "levels/registry.h"

namespace scorchc::levels {
namespace {

LevelSite inner_site() {
  LevelSite site;
  site.pos = "A2_pos";
  site.crd = "A2_crd";
  site.extent = loop::index_variable("j_size");
  return site;
}

TEST_CASE("names are unique, and found") {
  std::set<std::string_view> names;
  for (const LevelFormat* format : all_level_formats()) {
    CHECK(names.insert(format->name).second);
    CHECK(&level_format(format->name) == format);
  }
}

TEST_CASE("what a level format can do fits what it is") {
  for (const LevelFormat* format : all_level_formats()) {
    INFO(format->name);
    const LevelSite site = inner_site();
    const bool stores = format->stores_pos(site) || format->stores_crd(site);
    // Every level can be walked, and every result's level can be written, in one way or the other.
    CHECK(format->coordinate_iteration.has_value() != format->position_iteration.has_value());
    CHECK(format->insert.has_value() != format->append.has_value());
    // A full level computes its positions: it has no arrays, and is reached at random.
    CHECK(format->properties.full == format->coordinate_iteration.has_value());
    CHECK(format->properties.full == format->locate.has_value());
    CHECK(format->properties.full == !stores);
    CHECK(format->properties.full == format->insert.has_value());
    CHECK(format->properties.ordered);
    if (format->forms_runs) CHECK(format->position_iteration.has_value());
  }
}

TEST_CASE("level functions are about their site's arrays") {
  for (const LevelFormat* format : all_level_formats()) {
    INFO(format->name);
    const LevelSite site = inner_site();
    const Positions parent{loop::index_variable("p"), loop::index_variable("p_end")};
    if (format->position_iteration) {
      const loop::Expr coordinate = format->position_iteration->access(site, loop::index_variable("q"));
      CHECK(loop::print(coordinate) == "i64(A2_crd[q])");
      CHECK_THAT(loop::print(format->position_iteration->bounds(site, parent).begin), ContainsSubstring("p"));
    }
    if (format->locate)
      CHECK(loop::print(format->locate->position(site, loop::index_variable("p"), loop::index_variable("j"))) ==
            "p * j_size + j");
  }
}

}  // namespace
}  // namespace scorchc::levels
