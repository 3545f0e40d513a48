// Parses the values of settings.
#include "front/option_parsing.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include "front/format_text.h"
#include "front/lexer.h"
#include "ir/identifiers.h"
#include "support/words.h"

namespace scorchc::front {
namespace {

template <class T>
std::optional<T> read_number(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ptr != end || result.ec != std::errc{}) return std::nullopt;
  return value;
}

/// The parts of `NAME = VALUE`, split at the first `=`.
struct Pair {
  Fragment name, value;
};
Pair split_pair(const Fragment& text, const char* example) {
  const std::size_t equals = text.text().find('=');
  if (equals == std::string_view::npos)
    fail(Code::setting_value, text.place(), quoted(text.text()) + " has no `=`",
         std::string("write `") + example + "`");
  return {text.part(0, equals).trimmed(), text.part(equals + 1, text.text().size()).trimmed()};
}

void check_count(std::size_t count, const Fragment& last) {
  if (count > max_settings)
    fail(Code::too_large, last.place(), "there are settings for more than " + std::to_string(max_settings) + " names");
}

TensorRequest& tensor_request(ParsedOptions& given_options, const Fragment& tensor) {
  const auto [row, fresh] = given_options.tensors.try_emplace(read_name(tensor));
  if (fresh) row->second.place = tensor.place();
  check_count(given_options.tensors.size(), tensor);
  return row->second;
}

[[noreturn]] void repeated(const Fragment& name, const char* what) {
  fail(Code::repeated_setting, name.place(),
       std::string("the ") + what + " of " + quoted(name.text()) + " is given twice");
}

void check_identifier(const Fragment& text, const char* what) {
  const std::string_view name = text.text();
  if (!is_name(name))
    fail(Code::bad_name, text.place(), quoted(name) + " cannot be the name of a " + what,
         "names are ASCII letters, digits and underscores, and start with a letter");
  if (name.size() > max_name_bytes)
    fail(Code::too_large, text.place(), "a name has more than " + std::to_string(max_name_bytes) + " bytes");
  if (!is_reserved(name)) return;
  const std::string why = is_own_name(name) ? "names that begin like this belong to the code that scorchc emits"
                                            : "it is reserved in C or C++";
  fail(Code::bad_name, text.place(), quoted(name) + " cannot be the name of a " + what + ": " + why,
       "use another name");
}

/// The elements of `all` that comma-separated lists name, in the order of `all`.
template <class Choice>
std::vector<std::remove_const_t<Choice>> read_choices(const std::vector<Fragment>& texts, std::span<Choice> all,
                                                      const std::string& noun, const std::string& all_in_words) {
  std::set<std::string> given;
  std::vector<std::string> names;
  for (const auto choice : all) names.emplace_back(name(choice));
  for (const Fragment& text : texts)
    for (const Fragment& part : split(text, ',')) {
      if (!has(names, std::string(part.text())))
        fail(Code::setting_value, part.place(), quoted(part.text()) + " is not a known " + noun,
             nearest_or(part.text(), names, all_in_words));
      if (!given.emplace(part.text()).second)
        fail(Code::repeated_setting, part.place(), "the " + noun + " " + quoted(part.text()) + " is given twice");
    }
  std::vector<std::remove_const_t<Choice>> chosen;
  for (const auto choice : all)
    if (given.count(std::string(name(choice)))) chosen.push_back(choice);
  return chosen;
}

}  // namespace

std::string read_name(const Fragment& text) {
  if (!is_name(text.text()))
    fail(Code::bad_name, text.place(), quoted(text.text()) + " is not a name",
         "names are ASCII letters, digits and underscores, and start with a letter");
  if (text.text().size() > max_name_bytes)
    fail(Code::too_large, text.place(), "a name has more than " + std::to_string(max_name_bytes) + " bytes");
  return std::string(text.text());
}

ValueType read_value_type(const Fragment& text) {
  if (const std::optional<ValueType> type = find_value_type(text.text())) return *type;
  fail(Code::setting_value, text.place(), quoted(text.text()) + " is not a value type",
       nearest_or(text.text(), {"f32", "f64", "i32", "i64"}, "value types are `f32`, `f64`, `i32` and `i64`"));
}

IndexType read_index_type(const Fragment& text) {
  if (const std::optional<IndexType> type = find_index_type(text.text())) return *type;
  fail(Code::setting_value, text.place(), quoted(text.text()) + " is not an index type",
       nearest_or(text.text(), {"i32", "i64"}, "index types are `i32` and `i64`"));
}

bool read_parallel(const Fragment& text) {
  if (text.text() == "openmp") return true;
  if (text.text() == "none") return false;
  fail(Code::setting_value, text.place(), quoted(text.text()) + " is not a kind of parallelism",
       nearest_or(text.text(), {"openmp", "none"}, "use `openmp` or `none`"));
}

Blas read_blas(const Fragment& text) {
  if (text.text() == "cblas") return Blas::cblas;
  if (text.text() == "none") return Blas::none;
  fail(Code::setting_value, text.place(), quoted(text.text()) + " is not a BLAS interface",
       nearest_or(text.text(), {"cblas", "none"}, "use `cblas` or `none`"));
}

InstructionSets read_instruction_sets(const Fragment& text) {
  return read_choices({text}, std::span<const InstructionSet>(all_instruction_sets), "instruction set",
                      "the instruction sets are `avx512`, `avx2`, `sse2` and `generic`");
}

std::vector<Helper> read_helper_lists(const std::vector<Fragment>& texts) {
  return read_choices(texts, all_helpers(), "helper", "the helpers are `validate`, `pack` and `unpack`");
}

std::vector<Helper> read_helpers(const Fragment& text) { return read_helper_lists({text}); }

Caches read_caches(const Fragment& text) {
  constexpr std::int64_t least = 1024, most = std::int64_t{1} << 40;
  Caches caches;
  std::set<std::string> given;
  for (const Fragment& part : split(text, ',')) {
    const auto [name, size] = split_pair(part, "--target-cache=L1=48K,L2=2M");
    if (name.text() != "L1" && name.text() != "L2")
      fail(Code::setting_value, name.place(), quoted(name.text()) + " is not a cache",
           "the caches are `L1` (data) and `L2`");
    if (!given.insert(std::string(name.text())).second) repeated(name, "size");
    const std::size_t unit = std::string_view("KMG").find(size.text().empty() ? ' ' : size.text().back());
    const bool has_unit = unit != std::string_view::npos;
    const std::string_view digits = size.text().substr(0, size.text().size() - (has_unit ? 1 : 0));
    const std::optional<std::int64_t> number = read_number<std::int64_t>(digits);
    const std::int64_t scale = has_unit ? std::int64_t{1024} << (10 * unit) : 1;
    if (!number || *number < 0 || *number > most / scale || *number * scale < least)
      fail(Code::setting_value, size.place(), "cache size must be from 1K to 1024G, found " + quoted(size.text()),
           "write a number of bytes, or `48K`, `2M`");
    (name.text() == "L1" ? caches.first : caches.second) = *number * scale;
  }
  return caches;
}

namespace {

/// Parses a whole number, such as "4096" or "1e9". A number in scientific notation must be exact in f64.
std::optional<std::int64_t> read_whole(std::string_view text) {
  if (const std::optional<std::int64_t> digits = read_number<std::int64_t>(text)) return digits;
  constexpr double largest_exact = 9007199254740992.0;  // 2^53
  const std::optional<double> value = read_number<double>(text);
  if (!value || !(std::abs(*value) <= largest_exact) || *value != std::trunc(*value) || std::signbit(*value)) return {};
  return static_cast<std::int64_t>(*value);
}

}  // namespace

ExtentRequest read_extent(const Fragment& text) {
  const bool hint = text.text().starts_with('~');
  const Fragment digits = hint ? text.part(1, text.text().size()).trimmed() : text;
  const std::optional<std::int64_t> extent = read_whole(digits.text());
  if (!extent || *extent < 0)
    fail(Code::setting_value, text.place(),
         extent ? "extent must be 0 or more, found " + quoted(digits.text())
                : "expected an extent, found " + quoted(text.text()),
         "write a whole number from 0 to 9223372036854775807, or `1e6`; `~` before it makes it a hint");
  return {*extent, hint};
}

StoredRequest read_stored(const Fragment& text) {
  const bool percent = text.text().ends_with('%');
  const Fragment number = percent ? text.part(0, text.text().size() - 1).trimmed() : text;
  const std::optional<double> value = read_number<double>(number.text());
  const bool is_number = value && std::isfinite(*value);
  if (!is_number || std::signbit(*value) || (percent && *value > 100))
    fail(Code::setting_value, text.place(),
         std::string(!is_number             ? "expected a number or a share of stored components"
                     : std::signbit(*value) ? "number of stored components must be 0 or more"
                                            : "share must be at most 100 %") +
             ", found " + quoted(text.text()),
         "write `5%`, `1000` or `1e6`");
  StoredRequest request;
  if (percent) {
    request.share = *value / 100;
  } else {
    request.count = value;
  }
  return request;
}

std::string read_kernel_name(const Fragment& text) {
  check_identifier(text, "kernel");
  return std::string(text.text());
}

std::string read_name_space(const Fragment& text) {
  if (text.text().size() > max_name_bytes)
    fail(Code::too_large, text.place(), "the namespace has more than " + std::to_string(max_name_bytes) + " bytes");
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = std::min(text.text().find("::", begin), text.text().size());
    check_identifier(text.part(begin, end), "namespace");
    if (end == text.text().size()) return std::string(text.text());
    begin = end + 2;
  }
}

void add_format(ParsedOptions& given_options, const Fragment& tensor, const Fragment& format) {
  TensorRequest& request = tensor_request(given_options, tensor);
  if (request.format) repeated(tensor, "format");
  request.format = format;
}

void add_value(ParsedOptions& given_options, const Fragment& tensor, const Fragment& type) {
  TensorRequest& request = tensor_request(given_options, tensor);
  if (request.value) repeated(tensor, "value type");
  request.value = Given<ValueType>{read_value_type(type), type.place()};
}

void add_stored(ParsedOptions& given_options, const Fragment& tensor, const Fragment& stored) {
  TensorRequest& request = tensor_request(given_options, tensor);
  if (request.stored) repeated(tensor, "number of stored components");
  request.stored = Given<StoredRequest>{read_stored(stored), stored.place()};
}

void add_extent(ParsedOptions& given_options, const Fragment& index, ExtentRequest extent) {
  const Given<ExtentRequest> given{extent, index.place()};
  if (!given_options.dims.try_emplace(read_name(index), given).second) repeated(index, "extent");
  check_count(given_options.dims.size(), index);
}

ParsedOptions read_settings(const Settings& settings) {
  ParsedOptions given_options;
  const auto text = [](const char* flag, const std::string& argument) { return whole_text(flag, argument).trimmed(); };
  for (const std::string& argument : settings.formats) {
    const Pair pair = split_pair(text("--fmt", argument), "--fmt A=csr");
    add_format(given_options, pair.name, pair.value);
  }
  for (const std::string& argument : settings.types) {
    const Fragment type = text("--type", argument);
    if (type.text().find('=') == std::string_view::npos) {
      set_once(given_options.value, read_value_type(type), type);
    } else {
      const Pair pair = split_pair(type, "--type A=f64");
      add_value(given_options, pair.name, pair.value);
    }
  }
  for (const std::string& argument : settings.dims) {
    const Pair pair = split_pair(text("--dim", argument), "--dim i=1000");
    add_extent(given_options, pair.name, read_extent(pair.value));
  }
  for (const std::string& argument : settings.nnz) {
    const Pair pair = split_pair(text("--nnz", argument), "--nnz A=5%");
    add_stored(given_options, pair.name, pair.value);
  }
  const auto set = [&](auto& slot, const std::optional<std::string>& argument, const char* flag, auto read) {
    if (!argument) return;
    const Fragment value = text(flag, *argument);
    set_once(slot, read(value), value);
  };
  set(given_options.index, settings.index, "--index", read_index_type);
  set(given_options.parallel, settings.parallel, "--parallel", read_parallel);
  set(given_options.caches, settings.caches, "--target-cache", read_caches);
  set(given_options.blas, settings.blas, "--blas", read_blas);
  set(given_options.instruction_sets, settings.isa, "--isa", read_instruction_sets);
  set(given_options.helpers, settings.helpers, "--with", read_helpers);
  set(given_options.name, settings.name, "--name", read_kernel_name);
  set(given_options.name_space, settings.name_space, "--namespace", read_name_space);
  set(given_options.schedule, settings.schedule, "--schedule",
      [](const Fragment& value) { return std::string(value.text()); });
  return given_options;
}

}  // namespace scorchc::front
