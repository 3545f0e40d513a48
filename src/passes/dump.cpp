#include "passes/dump.h"

#include <optional>

namespace scorchc::passes {
namespace {

constexpr std::string_view as_lowered = "lower";

std::string heading(const PassRun& ran) {
  std::string text = "=== " + std::string(ran.pass.name) + " (" + std::string(ran.group.name);
  if (ran.group.repeat == Repeat::until_stable) text += ", round " + std::to_string(ran.round);
  return text + ")";
}

}  // namespace

std::vector<std::string> dump_places() {
  std::vector<std::string> places{std::string(as_lowered)};
  for (const Group& group : all_groups()) {
    for (const Pass& pass : group.passes) places.emplace_back(pass.name);
    places.emplace_back(group.name);
  }
  return places;
}

std::string print_after(const std::string& place, const loop::Module& lowered, Context& context) {
  if (place == as_lowered) return print(lowered);
  std::optional<loop::Module> found;
  run(lowered, context, [&](const PassRun& ran) {
    if (ran.group.name == place || (ran.pass.name == place && !found)) found = ran.after;
  });
  return found ? print(*found) : std::string();
}

std::string print_all(const loop::Module& lowered, Context& context) {
  std::string text = "=== " + std::string(as_lowered) + "\n" + print(lowered);
  run(lowered, context, [&](const PassRun& ran) {
    text += heading(ran);
    text += has_equal_bodies(ran.before, ran.after) ? ": no change\n" : "\n" + print(ran.after);
  });
  return text;
}

}  // namespace scorchc::passes
