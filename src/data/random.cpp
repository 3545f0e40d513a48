#include "data/random.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "data/generator.h"
#include "data/sort.h"
#include "data/storage.h"
#include "support/diagnostics.h"

namespace scorchc::data {
namespace {

Values random_values(const RandomSpec& spec, std::int64_t count, ValueType type) {
  // A separate stream, so that values do not depend on how many draws the coordinates took.
  Generator generator(spec.seed ^ 0x76616c756573);
  const bool integers = spec.values == RandomSpec::Values::integers || !is_floating(type);
  Values values = zeros(type, count);
  std::visit(
      [&](auto& array) {
        using T = typename std::remove_cvref_t<decltype(array)>::value_type;
        for (T& value : array) {
          if (integers) {
            value = static_cast<T>(generator.below(7) - 3);
          } else {
            const std::int64_t step = generator.below(127);  // 0..63: -64..-1; 64..126: 1..63
            value = static_cast<T>(static_cast<double>(step < 64 ? step - 64 : step - 63) / 64);
          }
        }
      },
      values);
  return values;
}

/// Returns `count` distinct cells of `cells`, sorted. Each round draws as many as are missing, so the choice is
/// uniform.
std::vector<std::int64_t> draw_distinct(Generator& generator, std::int64_t cells, std::int64_t count) {
  std::vector<std::int64_t> drawn;
  drawn.reserve(static_cast<std::size_t>(count));
  while (static_cast<std::int64_t>(drawn.size()) < count) {
    while (static_cast<std::int64_t>(drawn.size()) < count) drawn.push_back(generator.below(cells));
    std::sort(drawn.begin(), drawn.end());
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  }
  return drawn;
}

std::vector<std::int64_t> draw_cells(Generator& generator, std::int64_t cells, std::int64_t count) {
  if (count <= cells / 2) return draw_distinct(generator, cells, count);
  // More than half of the cells: draw the empty ones instead, because rejection would dominate otherwise.
  const std::vector<std::int64_t> empty = draw_distinct(generator, cells, cells - count);
  std::vector<std::int64_t> chosen;
  chosen.reserve(static_cast<std::size_t>(count));
  std::size_t skipped = 0;
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    if (skipped < empty.size() && empty[skipped] == cell) {
      ++skipped;
    } else {
      chosen.push_back(cell);
    }
  }
  return chosen;
}

/// Draws each coordinate separately, for tensors with more cells than 64 bits count. Repetitions are very unlikely, and
/// redrawn.
std::vector<std::int64_t> draw_tuples(Generator& generator, const std::vector<std::int64_t>& dimensions,
                                      std::int64_t count) {
  const std::size_t order = dimensions.size();
  SortKeys keys{std::vector<std::vector<std::int64_t>>(order), dimensions, 0};
  std::vector<std::size_t> chosen;
  while (true) {
    for (std::size_t missing = static_cast<std::size_t>(count) - chosen.size(); missing > 0; --missing, ++keys.count) {
      for (std::size_t mode = 0; mode < order; ++mode) keys.columns[mode].push_back(generator.below(dimensions[mode]));
    }
    chosen = sorted_order(keys);
    const auto same = [&](std::size_t a, std::size_t b) { return keys.compare(a, b) == 0; };
    chosen.erase(std::unique(chosen.begin(), chosen.end(), same), chosen.end());
    if (static_cast<std::int64_t>(chosen.size()) == count) break;
  }
  std::vector<std::int64_t> coordinates;
  coordinates.reserve(chosen.size() * order);
  for (const std::size_t entry : chosen) {
    for (std::size_t mode = 0; mode < order; ++mode) coordinates.push_back(keys.columns[mode][entry]);
  }
  return coordinates;
}

std::int64_t component_count(const RandomSpec& spec, const std::vector<std::int64_t>& dimensions,
                             const TensorLabel& label) {
  double cells = 1;
  for (const std::int64_t extent : dimensions) cells *= static_cast<double>(extent);
  const double wanted = spec.amount == RandomSpec::Amount::share ? std::floor(spec.nnz * cells + 0.5) : spec.nnz;
  if (wanted > cells) {
    fail(Code::random_spec, label.place,
         prefix(label) + "a tensor of " + print_tuple(dimensions) + " has fewer than " + print_number(wanted) +
             " components");
  }
  if (!fits_memory(wanted, 8 * dimensions.size() + 16)) {
    fail(Code::storage_too_large, label.place,
         prefix(label) + print_number(wanted) + " components need more memory than is available");
  }
  return static_cast<std::int64_t>(wanted);
}

[[noreturn]] void fail_spec(const SourcePtr& source, Span span, const std::string& message) {
  fail(Code::random_spec, {source, span}, message,
       "for example random:seed=1 (dense), random:nnz=5%:seed=1, random:nnz=1e4:int");
}

void parse_nnz(std::string_view text, const SourcePtr& source, Span span, RandomSpec& spec) {
  const bool share = text.ends_with('%');
  if (share) text.remove_suffix(1);
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), spec.nnz);
  const bool number = error == std::errc{} && stop == text.data() + text.size();
  if (!number || !(spec.nnz >= 0) || std::isinf(spec.nnz))
    fail_spec(source, span, "`nnz` must be a number or a percentage");
  if (share && spec.nnz > 100) fail_spec(source, span, "`nnz` is more than 100%");
  if (!share && spec.nnz != std::floor(spec.nnz))
    fail_spec(source, span, "`nnz` must be a whole number or a percentage");
  spec.amount = share ? RandomSpec::Amount::share : RandomSpec::Amount::count;
  if (share) spec.nnz /= 100;
}

}  // namespace

bool is_random_spec(std::string_view text) { return text == "random" || text.starts_with("random:"); }

RandomSpec parse_random_spec(const SourcePtr& source, Span span) {
  const std::string_view text = std::string_view(source->text).substr(span.begin, span.end - span.begin);
  if (!is_random_spec(text)) fail_spec(source, span, "a random tensor is written `random:...`");
  RandomSpec spec;
  bool seed_given = false, nnz_given = false, int_given = false;
  for (std::size_t at = 6; at < text.size();) {
    const std::size_t end = std::min(text.find(':', at + 1), text.size());
    const std::string_view part = text.substr(at + 1, end - at - 1);
    const Span place{span.begin + static_cast<std::uint32_t>(at + 1), span.begin + static_cast<std::uint32_t>(end)};
    at = end;
    const auto check_first = [&](bool& given) {
      if (std::exchange(given, true))
        fail_spec(source, place, quoted(part.substr(0, part.find('='))) + " is given twice");
    };
    if (part.starts_with("nnz=")) {
      check_first(nnz_given);
      parse_nnz(part.substr(4), source, place, spec);
    } else if (part.starts_with("seed=")) {
      check_first(seed_given);
      const char* stop = part.data() + part.size();
      const auto result = std::from_chars(part.data() + 5, stop, spec.seed);
      if (result.ec != std::errc{} || result.ptr != stop) fail_spec(source, place, "`seed` must be a whole number");
    } else if (part == "int") {
      check_first(int_given);
      spec.values = RandomSpec::Values::integers;
    } else {
      fail_spec(source, place,
                "expected `nnz=...`, `seed=...` or `int`" + (part.empty() ? "" : ", found " + quoted(part)));
    }
  }
  return spec;
}

Tensor random_tensor(const RandomSpec& spec, const std::vector<std::int64_t>& dimensions, ValueType type,
                     const TensorLabel& label) {
  return within_memory(label, [&]() -> Tensor {
    if (spec.amount == RandomSpec::Amount::all) {
      const std::int64_t cells = checked_cells(dimensions, size_in_bytes(type), label);
      return DenseArray{dimensions, random_values(spec, cells, type)};
    }
    const std::int64_t count = component_count(spec, dimensions, label);
    CoordinateList list{dimensions, {}, random_values(spec, count, type)};
    Generator generator(spec.seed);
    const std::optional<std::int64_t> cells = product(dimensions);
    if (!cells) {
      list.coordinates = draw_tuples(generator, dimensions, count);
      return list;
    }
    list.coordinates.resize(static_cast<std::size_t>(count) * dimensions.size());
    std::size_t end = 0;
    for (std::int64_t cell : draw_cells(generator, *cells, count)) {
      end += dimensions.size();
      for (std::size_t mode = dimensions.size(), at = end; mode-- > 0; cell /= dimensions[mode]) {
        list.coordinates[--at] = cell % dimensions[mode];
      }
    }
    return list;
  });
}

}  // namespace scorchc::data
