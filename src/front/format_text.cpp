// Parses formats in their three spellings: names, level lists and maps.
#include "front/format_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "front/front.h"
#include "front/lexer.h"
#include "levels/registry.h"

namespace scorchc::front {
namespace {

/// A format name with a fixed list of levels.
struct FixedName {
  std::string_view name;
  std::string_view levels;  // one letter for each level: d dense, s compressed
  bool swapped = false;     // columns outermost
};
constexpr std::array<FixedName, 6> fixed_names{
    {{"dense-col", "dd", true}, {"sv", "s"}, {"csr", "ds"}, {"csc", "ds", true}, {"dcsr", "ss"}, {"dcsc", "ss", true}}};

/// A format name for any order: every level has the same level format.
struct UniformName {
  std::string_view name, level;
  int order_without_tensor;  // the order if the format is parsed without a tensor (`scorchc formats csf`)
};
constexpr std::array<UniformName, 3> uniform_names{
    {{"dense", "dense", 2}, {"coo", "coordinate", 2}, {"csf", "compressed", 3}}};

std::vector<std::string> known_words() {
  std::vector<std::string> words{"bcsr4x4", "bcsc4x4"};
  for (const FixedName& row : fixed_names) words.emplace_back(row.name);
  for (const UniformName& row : uniform_names) words.emplace_back(row.name);
  for (const levels::LevelFormat* level : levels::all_level_formats()) words.emplace_back(level->name);
  return words;
}

bool is_level(std::string_view word) {
  const auto all = levels::all_level_formats();
  return std::any_of(all.begin(), all.end(), [&](const levels::LevelFormat* level) { return level->name == word; });
}

/// "`dense`, `compressed` and `coordinate`"
std::string level_list() {
  const auto all = levels::all_level_formats();
  std::string text;
  for (std::size_t n = 0; n < all.size(); ++n)
    text += (n == 0 ? "" : n + 1 == all.size() ? " and " : ", ") + quoted(all[n]->name);
  return text;
}

/// Fails for the level letter `c`. The word that contains it may also be a misspelt format name.
[[noreturn]] void ambiguous(const Place& place, std::string_view word) {
  const std::string name = nearest(word, known_words());
  fail(Code::ambiguous_level, place,
       "the level letter `c` is ambiguous: it means singleton in TACO and compressed in Scorch",
       (name.empty() ? "" : name + " For a level, ") +
           std::string("write `s` or `compressed`, or `q` after `u` for a singleton"));
}

[[noreturn]] void unknown_word(const Fragment& word, const char* what) {
  if (word.text() == "c") ambiguous(word.place(), word.text());
  const std::vector<std::string> known = known_words();
  std::string help = word.text() == "sparse" ? "use `compressed`" : nearest(word.text(), known);
  if (std::find(known.begin(), known.end(), word.text()) != known.end())
    help = "this is a format, not a level format; give each tensor its own `--fmt`";
  if (help.empty()) help = "levels are " + level_list() + "; `scorchc formats` lists the names";
  if (word.text().empty()) fail(Code::format_syntax, word.place(), std::string("a ") + what + " is missing here", help);
  fail(Code::unknown_format, word.place(), quoted(word.text()) + " is not a " + what, help);
}

/// A number that consists of digits only and is at most `most`; empty otherwise.
std::optional<std::int64_t> read_count(std::string_view text, std::int64_t most) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || !is_digit(text[0]) || result.ptr != end || result.ec != std::errc{} || value > most)
    return std::nullopt;
  return value;
}

std::int64_t read_block(const Fragment& text) {
  const std::string help = "a block size is a number from 1 to " + std::to_string(max_block);
  if (text.text().empty()) fail(Code::format_syntax, text.place(), "a block size is missing here", help);
  const std::optional<std::int64_t> size = read_count(text.text(), max_block);
  const bool is_number = !text.text().empty() && std::all_of(text.text().begin(), text.text().end(), is_digit);
  if (!size && is_number)
    fail(Code::too_large, text.place(),
         "the block size " + std::string(text.text()) + " exceeds the maximum, " + std::to_string(max_block));
  if (!size || *size == 0)
    fail(Code::format_syntax, text.place(),
         (size ? "block size must be 1 or more, found " : "expected a block size, found ") + quoted(text.text()), help);
  return *size;
}

/// Reads TACO's level letters. `uq` is a coordinate run: compressed with duplicates, then singleton.
void read_letters(const Fragment& word, std::vector<LevelSpec>& levels) {
  const std::string_view text = word.text();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool in_run = i > 0 && (text[i - 1] == 'u' || text[i - 1] == 'q');
    const Place place = word.place(i, i + 1);
    if (text[i] == 'c') ambiguous(place, text);
    if (text[i] == 'u' && (i + 1 == text.size() || text[i + 1] != 'q'))
      fail(Code::format_syntax, place, "a level with duplicates (`u`) needs a singleton level (`q`) below it",
           "`uq` is coo; a unique sparse level is `s`");
    if (text[i] == 'q' && !in_run)
      fail(Code::format_syntax, place, "a singleton level (`q`) needs a level `u` or `q` above it", "`uq` is coo");
    if (text[i] == 'u' && in_run)
      fail(Code::format_syntax, place, "a coordinate run cannot begin directly below another one",
           "continue the run with `q`: `uqq`");
    levels.push_back({text[i] == 'd'   ? "dense"
                      : text[i] == 's' ? "compressed"
                                       : "coordinate",
                      static_cast<int>(levels.size())});
  }
}

bool is_letters(std::string_view word) {
  return !word.empty() && word.find_first_not_of("dsuqc") == std::string_view::npos;
}

class Reader {
 public:
  Reader(const Fragment& text, const FormatUse& use) : text_(text.trimmed()), use_(use) {}

  FormatText read() {
    if (text_.text().empty())
      fail(Code::format_syntax, text_.place(), "a format is missing here", "write `csr`, `dense`, `coo`, ...");
    const std::vector<Fragment> pieces = split_body();
    body_ = pieces[0];
    std::size_t next = 1;
    if (body_->text().starts_with('(')) {
      read_map();
    } else {
      read_list();
      if (next < pieces.size() && !pieces[next].text().empty() && is_digit(pieces[next].text()[0]))
        reorder(pieces[next++]);
    }
    for (; next < pieces.size(); ++next) read_attribute(pieces[next]);
    if (const std::string problem = verify(result_.format); !problem.empty())
      fail(Code::mode_ordering, body_->place(), problem);
    check_order();
    return std::move(result_);
  }

 private:
  Fragment text_;
  const FormatUse& use_;
  std::optional<Fragment> body_;
  FormatText result_;

  std::vector<LevelSpec>& levels() { return result_.format.levels; }

  /// Splits the text into the body and the parts after its colons. Colons inside a map do not count.
  std::vector<Fragment> split_body() const {
    if (!text_.text().starts_with('(')) return split(text_, ':');
    const std::size_t arrow = text_.text().find("->");
    const std::size_t close = arrow == std::string_view::npos ? arrow : text_.text().find(')', arrow);
    if (close == std::string_view::npos)
      fail(Code::format_syntax, text_.place(), "this map is incomplete", "write `(i,j) -> (i: dense, j: compressed)`");
    const Fragment rest = text_.part(close + 1, text_.text().size()).trimmed();
    std::vector<Fragment> pieces{text_.part(0, close + 1)};
    if (rest.text().empty()) return pieces;
    if (!rest.text().starts_with(':'))
      fail(Code::format_syntax, rest.place(), quoted(rest.text()) + " follows the map without a colon",
           "write attributes after a colon: `:f64`");
    for (Fragment& piece : split(rest.part(1, rest.text().size()), ':')) pieces.push_back(std::move(piece));
    return pieces;
  }

  // ---- names and level lists

  void read_list() {
    const std::string_view word = body_->text();
    for (const UniformName& row : uniform_names) {
      // With a mode ordering, the name still adapts to the tensor's order: `coo:1,0`.
      if (row.name != word) continue;
      const int order = use_.order.value_or(row.order_without_tensor);
      for (int mode = 0; mode < order; ++mode) levels().push_back({std::string(row.level), mode});
      return;
    }
    for (const FixedName& row : fixed_names) {
      if (row.name != word) continue;
      read_letters(
          Fragment(make_source("", std::string(row.levels)), {0, static_cast<std::uint32_t>(row.levels.size())}),
          levels());
      if (row.swapped) std::swap(levels()[0].mode, levels()[1].mode);
      refuse_ordering();
      return;
    }
    if (word.starts_with("bcs")) return read_blocked();
    for (const Fragment& piece : split(*body_, ',')) {
      if (is_level(piece.text())) {
        levels().push_back({std::string(piece.text()), static_cast<int>(levels().size())});
      } else if (is_letters(piece.text()) && piece.text() != "c") {
        read_letters(piece, levels());
      } else {
        unknown_word(piece, body_->text().find(',') == std::string_view::npos ? "format" : "level format");
      }
      if (levels().size() > 2 * static_cast<std::size_t>(max_order))
        fail(Code::too_large, body_->place(), "the format has more than " + std::to_string(2 * max_order) + " levels");
    }
  }

  /// Fails if a mode ordering follows a name that implies one: `csc:0,1` would be ambiguous.
  void refuse_ordering() const {
    const std::size_t colon = text_.text().find(':');
    if (colon == std::string_view::npos) return;
    const Fragment after = text_.part(colon + 1, text_.text().size()).trimmed();
    if (after.text().empty() || !is_digit(after.text()[0])) return;
    fail(Code::format_syntax, after.place(), quoted(body_->text()) + " already implies a mode ordering",
         "write a level list instead: `dense,compressed:1,0`");
  }

  void read_blocked() {
    const std::string_view word = body_->text();
    const bool by_rows = word.starts_with("bcsr");
    if (!by_rows && !word.starts_with("bcsc")) unknown_word(*body_, "format");
    const bool parentheses = word.size() > 5 && word[4] == '(' && word.back() == ')';
    const Fragment sizes = parentheses ? body_->part(5, word.size() - 1).trimmed() : body_->part(4, word.size());
    const std::size_t cross = sizes.text().find('x');
    if (cross == std::string_view::npos)
      fail(Code::format_syntax, body_->place(), quoted(word) + " needs a block size",
           "write `" + std::string(word.substr(0, 4)) + "4x4`");
    const std::int64_t rows = read_block(sizes.part(0, cross).trimmed());
    const std::int64_t columns = read_block(sizes.part(cross + 1, sizes.text().size()).trimmed());
    LevelSpec row{"dense", 0, BlockPart::outer, rows}, column{"dense", 1, BlockPart::outer, columns};
    (by_rows ? column : row).level = "compressed";
    levels() = by_rows ? std::vector{row, column} : std::vector{column, row};
    levels().push_back({"dense", 0, BlockPart::inner, rows});
    levels().push_back({"dense", 1, BlockPart::inner, columns});
    refuse_ordering();
  }

  /// Applies a mode ordering: level l stores mode p_l, the l-th number of the list.
  void reorder(const Fragment& list) {
    const std::vector<Fragment> pieces = split(list, ',');
    std::vector<bool> seen(levels().size());
    for (std::size_t l = 0; l < pieces.size(); ++l) {
      const std::optional<std::int64_t> mode = read_count(pieces[l].text(), 1 << 20);
      if (!mode)
        fail(Code::format_syntax, pieces[l].place(), quoted(pieces[l].text()) + " is not a mode",
             "modes are numbered from 0");
      const auto m = static_cast<std::size_t>(*mode);
      if (m >= levels().size() || l >= levels().size() || seen[m]) {
        const std::string why = m < levels().size() && seen[m] ? " is repeated" : " does not exist";
        fail(Code::mode_ordering, pieces[l].place(),
             "the mode ordering must name each of the " + std::to_string(levels().size()) + " modes once, but `" +
                 std::to_string(m) + "`" + why,
             "list the mode of each level, outermost first: `dense,compressed:1,0` is csc");
      }
      seen[m] = true;
      levels()[l].mode = static_cast<int>(m);
    }
    if (pieces.size() != levels().size())
      fail(Code::mode_ordering, list.place(),
           "the mode ordering has " + std::to_string(pieces.size()) + " modes, but there are " +
               std::to_string(levels().size()) + " levels",
           "list the mode of each level, outermost first: `dense,compressed:1,0` is csc");
  }

  // ---- maps

  void read_map() {
    const std::string_view text = body_->text();
    const std::size_t arrow = text.find("->");
    const Fragment left = body_->part(0, arrow).trimmed(), right = body_->part(arrow + 2, text.size()).trimmed();
    const std::vector<std::string> modes = read_modes(inside(left));
    const Fragment list = inside(right);
    if (list.text().empty() && modes.empty()) return;
    for (const Fragment& piece : split(list, ',')) {
      levels().push_back(read_level(piece, modes));
      if (levels().size() > 2 * static_cast<std::size_t>(max_order))
        fail(Code::too_large, piece.place(), "the format has more than " + std::to_string(2 * max_order) + " levels");
    }
    for (std::size_t mode = 0; mode < modes.size(); ++mode)
      if (std::none_of(levels().begin(), levels().end(),
                       [&](const LevelSpec& l) { return l.mode == static_cast<int>(mode); }))
        fail(Code::mode_ordering, left.place(), "no level stores mode `" + modes[mode] + "`");
  }

  static Fragment inside(const Fragment& group) {
    const std::string_view text = group.text();
    if (text.size() < 2 || text.front() != '(' || text.back() != ')')
      fail(Code::format_syntax, group.place(), "expected a list in parentheses",
           "write `(i,j) -> (i: dense, j: compressed)`");
    return group.part(1, text.size() - 1).trimmed();
  }

  static std::vector<std::string> read_modes(const Fragment& list) {
    std::vector<std::string> modes;
    if (list.text().empty()) return modes;
    for (const Fragment& piece : split(list, ',')) {
      if (!is_name(piece.text()))
        fail(Code::format_syntax, piece.place(), quoted(piece.text()) + " cannot be the name of a mode",
             "modes have plain names: `(i,j) -> ...`");
      if (std::find(modes.begin(), modes.end(), piece.text()) != modes.end())
        fail(Code::mode_ordering, piece.place(), "mode " + quoted(piece.text()) + " occurs twice");
      if (modes.size() == static_cast<std::size_t>(max_order))
        fail(Code::too_large, piece.place(), "the format has more than " + std::to_string(max_order) + " modes");
      modes.emplace_back(piece.text());
    }
    return modes;
  }

  static LevelSpec read_level(const Fragment& piece, const std::vector<std::string>& modes) {
    const std::size_t colon = piece.text().find(':');
    if (colon == std::string_view::npos)
      fail(Code::format_syntax, piece.place(), quoted(piece.text()) + " is not a level",
           "write a level of a map as `i: dense`");
    const Fragment part = piece.part(0, colon).trimmed(), level = piece.part(colon + 1, piece.text().size()).trimmed();
    const std::size_t sign = std::min(part.text().find_first_of("/%"), part.text().size());
    const Fragment mode = part.part(0, sign).trimmed();
    const auto found = std::find(modes.begin(), modes.end(), mode.text());
    if (found == modes.end())
      fail(Code::mode_ordering, mode.place(), quoted(mode.text()) + " is not a mode of this map",
           nearest(mode.text(), modes));
    if (!is_level(level.text())) unknown_word(level, "level format");
    LevelSpec spec{std::string(level.text()), static_cast<int>(found - modes.begin())};
    if (sign == part.text().size()) return spec;
    spec.part = part.text()[sign] == '/' ? BlockPart::outer : BlockPart::inner;
    spec.block = read_block(part.part(sign + 1, part.text().size()).trimmed());
    return spec;
  }

  // ---- attributes and the order

  void read_attribute(const Fragment& attribute) {
    const std::size_t equals = attribute.text().find('=');
    if (equals == std::string_view::npos) {
      const std::optional<ValueType> value = find_value_type(attribute.text());
      if (!value)
        fail(Code::format_syntax, attribute.place(), quoted(attribute.text()) + " is not an attribute of a format",
             "attributes are `f32`, `f64`, `i32`, `i64`, `pos=i64`, `crd=i64`; a mode ordering comes first");
      if (result_.value) repeated(attribute);
      result_.value = result_.format.value = *value;
      result_.value_place = attribute.place();
      return;
    }
    const Fragment key = attribute.part(0, equals).trimmed(),
                   type = attribute.part(equals + 1, attribute.text().size()).trimmed();
    if (key.text() != "pos" && key.text() != "crd")
      fail(Code::format_syntax, key.place(), quoted(key.text()) + " is not an attribute of a format",
           "use `pos=i64` or `crd=i64`");
    const std::optional<IndexType> index = find_index_type(type.text());
    if (!index)
      fail(Code::format_syntax, type.place(), quoted(type.text()) + " is not an index type",
           "index types are `i32` and `i64`");
    const bool pos = key.text() == "pos";
    if (pos ? result_.pos.has_value() : result_.crd.has_value()) repeated(key);
    (pos ? result_.pos : result_.crd) = index;
    (pos ? result_.format.pos : result_.format.crd) = *index;
  }

  [[noreturn]] static void repeated(const Fragment& attribute) {
    fail(Code::repeated_setting, attribute.place(), "this attribute is given twice");
  }

  void check_order() const {
    const int order = result_.format.order();
    if (order > max_order)
      fail(Code::too_large, body_->place(), "the format has more than " + std::to_string(max_order) + " modes");
    if (!use_.order || order == *use_.order) return;
    const std::string what = result_.format.is_blocked() ? " modes" : order == 1 ? " level" : " levels";
    fail(Code::format_order, body_->place(),
         "format " + quoted(body_->text()) + " has " + std::to_string(order) + what + ", but `" + use_.tensor +
             "` has order " + std::to_string(*use_.order),
         order_help(*use_.order));
  }

  static std::string order_help(int order) {
    if (order == 0) return "a scalar has no levels: its format is `dense`";
    if (order == 1) return "a sparse vector is `sv`";
    if (order == 2) return "formats of matrices are `dense`, `csr`, `csc`, `dcsr`, `dcsc`, `coo`, `bcsr4x4`";
    return "`dense`, `coo` and `csf` fit any order";
  }
};

}  // namespace

std::optional<ValueType> find_value_type(std::string_view text) {
  for (const ValueType type : {ValueType::f32, ValueType::f64, ValueType::i32, ValueType::i64})
    if (name(type) == text) return type;
  return std::nullopt;
}

std::optional<IndexType> find_index_type(std::string_view text) {
  for (const IndexType type : {IndexType::i32, IndexType::i64})
    if (name(type) == text) return type;
  return std::nullopt;
}

FormatText read_format(const Fragment& text, const FormatUse& use) { return Reader(text, use).read(); }

Format parse_format(const SourcePtr& source, Span span, std::optional<int> order) {
  return read_format(Fragment(source, span), {"the tensor", order}).format;
}

}  // namespace scorchc::front
