// Tests the contract of level formats. A new level format is tested as soon as it is registered.
#include <set>
#include <vector>

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

/// The level formats that users can name, and `workspace`.
std::vector<const LevelFormat*> every_level_format() {
  const auto named = all_level_formats();
  std::vector<const LevelFormat*> formats(named.begin(), named.end());
  formats.push_back(&workspace);
  return formats;
}

TEST_CASE("level names are unique and can be looked up") {
  std::set<std::string_view> names;
  for (const LevelFormat* format : every_level_format()) {
    CHECK(names.insert(format->name).second);
    CHECK(&level_format(format->name) == format);
  }
}

TEST_CASE("a workspace takes insertions in any order and iterates in order") {
  CHECK(workspace.insert.has_value());
  CHECK(workspace.position_iteration.has_value());
  // Stored components are found through the list only, so there is no `locate`.
  CHECK_FALSE(workspace.locate.has_value());
  CHECK_FALSE(workspace.properties.full);
  LevelSite site = inner_site();
  site.count = loop::index_variable("w_count");
  const Positions parent{loop::index_variable("p"), loop::index_variable("p_end")};
  const Positions all = workspace.position_iteration->bounds(site, parent);
  CHECK(loop::print(all.begin) == "0");
  CHECK(loop::print(all.end) == "w_count");
  // The position of a coordinate is the coordinate itself.
  REQUIRE(workspace.position_iteration->child != nullptr);
  CHECK(loop::print(workspace.position_iteration->child(site, loop::index_variable("q"), loop::index_variable("j"))) ==
        "j");
}

TEST_CASE("capabilities of level formats match their properties") {
  for (const LevelFormat* format : every_level_format()) {
    INFO(format->name);
    const LevelSite site = inner_site();
    const bool stores = format->stores_pos(site) || format->stores_crd(site);
    // Every level has exactly one kind of iteration and one kind of assembly.
    CHECK(format->coordinate_iteration.has_value() != format->position_iteration.has_value());
    CHECK(format->insert.has_value() != format->append.has_value());
    // A full level computes positions: it has no arrays, and supports random access.
    CHECK(format->properties.full == format->coordinate_iteration.has_value());
    CHECK(format->properties.full == format->locate.has_value());
    CHECK(format->properties.full == !stores);
    if (format != &workspace) CHECK(format->properties.full == format->insert.has_value());
    CHECK(format->properties.ordered);
    if (format->forms_runs) CHECK(format->position_iteration.has_value());
  }
}

TEST_CASE("level functions use the arrays of their site") {
  for (const LevelFormat* format : every_level_format()) {
    INFO(format->name);
    const LevelSite site = inner_site();
    const Positions parent{loop::index_variable("p"), loop::index_variable("p_end")};
    if (format->position_iteration) {
      const loop::Expr coordinate = format->position_iteration->access(site, loop::index_variable("q"));
      CHECK(loop::print(coordinate) == "i64(A2_crd[q])");
      if (format != &workspace)
        CHECK_THAT(loop::print(format->position_iteration->bounds(site, parent).begin), ContainsSubstring("p"));
    }
    if (format->locate)
      CHECK(loop::print(format->locate->position(site, loop::index_variable("p"), loop::index_variable("j"))) ==
            "p * j_size + j");
  }
}

}  // namespace
}  // namespace scorchc::levels
