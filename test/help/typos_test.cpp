// Tests suggestions: of 2000 words with one typo, drawn with a fixed seed, at least 95 % get a suggestion that names
// the intended word.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>

#include "catch.h"
#include "driver/code_style.h"
#include "driver/emit_kinds.h"
#include "driver/named_formats.h"
#include "front/front.h"
#include "front/spec_keys.h"
#include "ir/schedule.h"
#include "scorchc/arguments.h"
#include "scorchc/command_table.h"
#include "scorchc/completions.h"
#include "scorchc/help.h"

using namespace scorchc;
using Words = std::vector<std::string>;

namespace {

/// A kind of word, and the help of the error for a misspelt one in its usual place; nothing if there is no error.
struct Kind {
  std::string name;
  Words words;
  std::function<std::optional<std::string>(const std::string& typo)> advice;
};

template <class Work>
std::optional<std::string> help_of(Work&& work) {
  try {
    work();
    return std::nullopt;
  } catch (const Failure& failure) {
    return failure.diagnostic().help;
  }
}

class Typist {
 public:
  /// Returns the word with one letter omitted, inserted, replaced, or swapped with its neighbour.
  std::string slip(const std::string& word) {
    while (true) {
      std::string typo = word;
      const std::size_t at = below(word.size());
      switch (below(4)) {
        case 0:
          typo[at] = letter();
          break;
        case 1:
          typo.erase(at, 1);
          break;
        case 2:
          typo.insert(below(word.size() + 1), 1, letter());
          break;
        default:
          if (at + 1 < word.size()) std::swap(typo[at], typo[at + 1]);
      }
      // A typo of a one-letter word is empty or another letter, which is similar to all words.
      if (typo != word && typo.size() > 1) return typo;
    }
  }

  std::size_t below(std::size_t count) { return random_() % count; }

 private:
  std::mt19937 random_{20240517};
  char letter() { return static_cast<char>('a' + below(26)); }
};

Words longer_than_one(const Words& words) {
  Words result;
  std::copy_if(words.begin(), words.end(), std::back_inserter(result),
               [](const std::string& word) { return word.size() > 1; });
  return result;
}

std::optional<std::string> advice_on_arguments(const std::vector<std::string>& arguments) {
  return help_of([&] { tools::parse_arguments(arguments); });
}

template <class Set>
std::optional<std::string> advice_on_setting(Set&& set) {
  front::Settings settings;
  set(settings);
  Diagnostics warnings;
  return help_of([&] {
    front::read_expression("Out(row,col) = weights(row,inner) * features(inner,col) + bias(col) * A(row,col)", settings,
                           warnings);
  });
}

std::optional<std::string> advice_on_spec(const std::string& spec) {
  Diagnostics warnings;
  return help_of([&] { front::read_json_spec(make_source("spec.json", spec), {}, warnings); });
}

template <class Keys>
Kind keys(const Keys& words, const std::string& before, const std::string& behind) {
  return {"key of a spec", front::names_of(words),
          [=](const std::string& typo) { return advice_on_spec(before + "\"" + typo + "\": 1" + behind); }};
}

std::vector<Kind> all_kinds() {
  Words commands, options, formats, kinds;
  for (const tools::CommandRow& row : tools::all_commands()) commands.emplace_back(row.word);
  for (const tools::OptionRow& row : tools::all_options()) options.emplace_back(row.name);
  for (const driver::NamedFormat& row : driver::named_formats()) formats.emplace_back(row.name);
  for (const driver::EmitKindInfo& row : driver::all_emit_kinds()) kinds.emplace_back(row.word);
  options.erase(std::remove(options.begin(), options.end(), "-o"), options.end());

  return {
      {"command", commands, [](const std::string& typo) { return advice_on_arguments({typo}); }},
      {"option", options, [](const std::string& typo) { return advice_on_arguments({"y = x", typo, "1"}); }},
      {"format", formats,
       [](const std::string& typo) {
         return help_of(
             [&] { front::parse_format(make_source("--fmt", typo), {0, static_cast<std::uint32_t>(typo.size())}); });
       }},
      {"kind of output", longer_than_one(kinds),
       [](const std::string& typo) { return help_of([&] { driver::parse_emit({typo}); }); }},
      {"style",
       {driver::style_names().begin(), driver::style_names().end()},
       [](const std::string& typo) { return advice_on_arguments({"y = x", "--style", typo}); }},
      {"base of a style",
       {driver::style_names().begin() + 1, driver::style_names().end() - 1},
       [](const std::string& typo) {
         return advice_on_arguments({"y = x", "--style={BasedOnStyle: " + typo + ", ColumnLimit: 90}"});
       }},
      {"topic of help", tools::all_topics(),
       [](const std::string& typo) { return help_of([&] { tools::help(typo); }); }},
      {"instruction set", tools::words_of(tools::Values::instruction_sets),
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.isa = typo; });
       }},
      {"helper", tools::words_of(tools::Values::helpers),
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.helpers = typo; });
       }},
      {"value of --diagnostics", tools::words_of(tools::Values::diagnostics),
       [](const std::string& typo) { return advice_on_arguments({"y = x", "--diagnostics", typo}); }},
      {"value of --color", tools::words_of(tools::Values::color),
       [](const std::string& typo) { return advice_on_arguments({"y = x", "--color", typo}); }},
      {"kind of parallelism", tools::words_of(tools::Values::parallelism),
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.parallel = typo; });
       }},
      {"kind of BLAS", tools::words_of(tools::Values::blas),
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.blas = typo; });
       }},
      {"value type", tools::words_of(tools::Values::value_type),
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.types = {typo}; });
       }},
      {"shell", tools::all_shells(),
       [](const std::string& typo) { return help_of([&] { tools::completions(typo); }); }},
      {"schedule command",
       {"reorder", "precompute", "protocol", "parallelize", "vectorize", "unroll", "prefetch", "assemble"},
       [](const std::string& typo) {
         return help_of([&] { schedule::parse(make_source("--schedule", typo + "(i, j)")); });
       }},
      {"function",
       {"relu", "sigmoid", "sqrt", "tanh"},
       [](const std::string& typo) {
         return help_of([&] {
           Diagnostics warnings;
           front::read_expression("y(i) = " + typo + "(A(i,j) * x(j))", {}, warnings);
         });
       }},
      {"level",
       {"dense", "compressed", "coordinate"},
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.formats = {"A=dense," + typo}; });
       }},
      {"line of a spec",
       {"tensor", "dim", "nnz", "type", "index", "namespace", "parallel", "kernel", "schedule", "emit", "with"},
       [](const std::string& typo) {
         return help_of([&] {
           Diagnostics warnings;
           front::read_text_spec(make_source("k.scorch", typo + " A: csr\n"), {}, warnings);
         });
       }},
      {"tensor",
       {"Out", "weights", "features", "bias", "A"},
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.formats = {typo + "=dense"}; });
       }},
      {"index",
       {"row", "col", "inner"},
       [](const std::string& typo) {
         return advice_on_setting([&](front::Settings& settings) { settings.dims = {typo + "=4"}; });
       }},
      keys(front::spec_keys, "{", "}"),
      keys(front::kernel_keys, "{\"scorch\": 1, \"kernels\": [{", "}]}"),
      keys(front::tensor_keys, "{\"scorch\": 1, \"tensors\": {\"A\": {", "}}}"),
      keys(front::defaults_keys, "{\"scorch\": 1, \"defaults\": {", "}}"),
  };
}

}  // namespace

TEST_CASE("most words with one typo get the right suggestion") {
  constexpr int drawn = 2000;
  const std::vector<Kind> kinds = all_kinds();
  Typist typist;
  int right = 0;
  std::string missed;
  for (int n = 0; n < drawn;) {
    const Kind& kind = kinds[typist.below(kinds.size())];
    const std::string& word = kind.words[typist.below(kind.words.size())];
    // Typos do not affect an option's dashes.
    const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
    const std::string typo = word.substr(0, dashes) + typist.slip(word.substr(dashes));
    const std::optional<std::string> advice = kind.advice(typo);
    if (!advice) continue;  // a correct word by chance: `csc`, or `-MFx`, an option with its value
    ++n;
    if (advice->starts_with("did you mean ") && advice->find("`" + word + "`") != std::string::npos)
      ++right;
    else
      missed += kind.name + " " + word + ", written " + typo + ": " + *advice + "\n";
  }
  CAPTURE(right, missed);
  CHECK(right * 100 >= drawn * 95);
  if (std::getenv("SCORCHC_SHOW_TYPOS") != nullptr) WARN(right << " of " << drawn << "\n" << missed);
}
