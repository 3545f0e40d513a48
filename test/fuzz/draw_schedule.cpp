#include "front/front.h"
#include "infer/infer_formats.h"
#include "program.h"
#include "schedule/alternatives.h"
#include "support/diagnostics.h"

namespace scorchc::fuzz {
namespace {

constexpr std::size_t most_alternatives = 200;

}  // namespace

std::optional<std::string> draw_schedule(Draw& draw, const Case& program) {
  try {
    Diagnostics warnings;
    Decisions decisions;
    const Kernel kernel = front::read_expression(program.expression, program.settings, warnings).at(0);
    const std::vector<schedule::Commands> all =
        schedule::alternatives(infer::infer_formats(kernel, decisions, warnings), most_alternatives);
    if (all.empty()) return {};
    return print(draw.pick(all));
  } catch (const Failure&) {
    return {};  // the judge will meet it, too
  }
}

}  // namespace scorchc::fuzz
