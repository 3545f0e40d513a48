#include "passes/drop_dead_null_checks.h"

#include <algorithm>
#include <set>
#include <string>

#include "ir/loop_uses.h"

namespace scorchc::passes {
namespace {

/// Goes from the last check back: the condition of a check that stays reads arrays that are checked before it.
void keep_used(loop::ReturnIfNull& check, std::set<std::string> used) {
  for (std::size_t n = check.objects.size(); n-- > 0;) {
    const auto at = static_cast<std::ptrdiff_t>(n);
    if (used.contains(check.objects[n])) {
      used.merge(loop::own_reads(check.needed[n]));
    } else {
      check.objects.erase(check.objects.begin() + at);
      check.needed.erase(check.needed.begin() + at);
    }
  }
}

}  // namespace

loop::Block drop_dead_null_checks(const loop::Block& given) {
  loop::Block body = given;
  const auto found = std::find_if(body.begin(), body.end(), [](const loop::Stmt& stmt) {
    const loop::ReturnIfNull* check = stmt.as<loop::ReturnIfNull>();
    return check && !check->needed.empty();
  });
  if (found == body.end()) return body;
  loop::ReturnIfNull check = *found->as<loop::ReturnIfNull>();
  const auto rest = body.erase(found);
  keep_used(check, loop::read_names(body));
  if (!check.objects.empty()) body.insert(rest, std::move(check));
  return body;
}

}  // namespace scorchc::passes
