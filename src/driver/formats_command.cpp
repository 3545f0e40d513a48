// Implements scorchc formats: lists the named formats, or shows one format with the arrays of a small example.
#include <array>

#include "driver/commands.h"
#include "driver/format_drawing.h"
#include "driver/json_output.h"
#include "driver/named_formats.h"
#include "levels/registry.h"
#include "support/words.h"

namespace scorchc::driver {
namespace {

constexpr std::array format_rows{
    NamedFormat{"dense", "every component, row-major; any order"},
    NamedFormat{"dense-col", "every component of a matrix, column-major"},
    NamedFormat{"sv", "a sparse vector"},
    NamedFormat{"csr", "compressed rows"},
    NamedFormat{"csc", "compressed columns"},
    NamedFormat{"dcsr", "compressed rows, without empty ones"},
    NamedFormat{"dcsc", "compressed columns, without empty ones"},
    NamedFormat{"coo", "sorted coordinates; any order"},
    NamedFormat{"csf", "compressed at every level; order 3 unless the tensor has another"},
    NamedFormat{"bcsr4x4", "compressed rows of blocks, here 4x4"},
    NamedFormat{"bcsc4x4", "compressed columns of blocks, here 4x4"},
};

std::string left_aligned(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

Format read_format(std::string_view text) {
  const SourcePtr source = make_source("format", std::string(text));
  return front::parse_format(source, {0, static_cast<std::uint32_t>(text.size())});
}

levels::LevelSite site_of(const Format& format, std::size_t level) {
  levels::LevelSite site;
  const auto forms_runs = [&](std::size_t other) {
    return other < format.levels.size() && levels::level_format(format.levels[other].level).forms_runs;
  };
  site.is_root = level == 0;
  site.is_run_first = level == 0 || !forms_runs(level - 1);
  site.is_run_last = !forms_runs(level + 1);
  return site;
}

/// Returns the arrays of each level: pos, crd.
std::vector<std::vector<std::string>> arrays_of(const Format& format) {
  std::vector<std::vector<std::string>> arrays(format.levels.size());
  for (std::size_t l = 0; l < format.levels.size(); ++l) {
    const levels::LevelFormat& level = levels::level_format(format.levels[l].level);
    const levels::LevelSite site = site_of(format, l);
    if (level.stores_pos(site)) arrays[l].emplace_back("pos");
    if (level.stores_crd(site)) arrays[l].emplace_back("crd");
  }
  return arrays;
}

/// Returns "level 2: pos, crd; vals".
std::string print_arrays(const std::vector<std::vector<std::string>>& arrays) {
  std::string text;
  for (std::size_t l = 0; l < arrays.size(); ++l)
    if (!arrays[l].empty()) text += "level " + std::to_string(l + 1) + ": " + joined(arrays[l]) + "; ";
  return text + "vals";
}

FormatFacts facts_of(const Format& format) {
  return {print_short(format), {}, format, arrays_of(format), draw_example(format)};
}

std::vector<FormatFacts> facts_of_all() {
  std::vector<FormatFacts> facts;
  for (const NamedFormat& row : format_rows) {
    const Format format = read_format(row.name);
    facts.push_back({std::string(row.name), std::string(row.about), format, arrays_of(format), {}});
  }
  return facts;
}

}  // namespace

std::span<const NamedFormat> named_formats() { return format_rows; }

ExitCode formats_command(const Options& options, Console& console) {
  if (options.words.empty()) {
    if (options.json) {
      console.print(formats_answer(facts_of_all()));
      return ExitCode::ok;
    }
    for (const NamedFormat& row : format_rows)
      console.print(left_aligned(row.name, 11) + left_aligned(print_map(read_format(row.name)), 76) + row.about.data() +
                    "\n");
    console.print(
        "\nAlso level lists (`dense,compressed:1,0`), maps (`(i,j) -> (j: dense, i: compressed)`), and attributes\n"
        "after a colon (`csr:f64:pos=i64:crd=i32`). `scorchc formats FORMAT` shows the arrays of a format.\n");
    return ExitCode::ok;
  }
  const Format format = read_format(options.words[0]);
  const FormatFacts facts = facts_of(format);
  if (options.json) {
    console.print(format_answer(facts));
    return ExitCode::ok;
  }
  console.print(facts.name + "\n");
  console.print("  map     " + print_map(format) + "\n");
  console.print("  types   values " + std::string(name(format.value)) + ", positions " + std::string(name(format.pos)) +
                ", coordinates " + std::string(name(format.crd)) + "\n");
  console.print("  arrays  " + print_arrays(facts.arrays) + "\n");
  if (!facts.example.empty()) console.print("\n" + facts.example);
  return ExitCode::ok;
}

}  // namespace scorchc::driver
