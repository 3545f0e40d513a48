// `scorchc formats FORMAT` draws what the data library packs.
#include "catch.h"
#include "driver/format_drawing.h"
#include "driver/named_formats.h"
#include "driver/program.h"
#include "front/front.h"

using namespace scorchc;

namespace {

std::string drawing(const std::string& format) {
  return driver::draw_example(front::parse_format(make_source("--fmt", format), {0, static_cast<std::uint32_t>(format.size())}));
}

}  // namespace
