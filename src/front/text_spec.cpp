// Reads the text form of a spec: each line is a setting or a kernel (docs/language.md). The JSON form is equivalent.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "front/format_text.h"
#include "front/front.h"
#include "front/lexer.h"
#include "front/sequence.h"
#include "front/spec.h"

namespace scorchc::front {
namespace {

class TextReader {
 public:
  explicit TextReader(const SourcePtr& source) : text_(whole_text(source)) {}

  static bool has_lines_of(std::string_view word) { return find_row(word) != nullptr; }

  Spec read() {
    std::size_t begin = 0;
    while (begin < text_.text().size()) {
      const std::size_t end = std::min(text_.text().find('\n', begin), text_.text().size());
      const std::size_t comment = text_.text().substr(begin, end - begin).find('#');
      const Fragment line = text_.part(begin, comment == std::string_view::npos ? end : begin + comment).trimmed();
      if (!line.text().empty()) read_line(line);
      begin = end + 1;
    }
    if (spec_.kernels.empty())
      fail(Code::missing_key, text_.place(0, 0), "the spec has no kernel", "write `kernel spmv: y(i) = A(i,j) * x(j)`");
    attach();
    return std::move(spec_);
  }

 private:
  /// Settings of a kernel on lines of their own, which may precede the kernel's line.
  struct ByName {
    std::optional<Given<std::string>> schedule;
    std::optional<Given<std::vector<RequestedOutput>>> emit;
    std::optional<Given<std::vector<Helper>>> helpers;
    Place place;
  };

  Fragment text_;
  Spec spec_;
  std::map<std::string, ByName> by_name_;

  using Handler = void (TextReader::*)(const Fragment&);
  struct Row {
    std::string_view word;
    Handler read;
    std::string_view example;
  };
  static constexpr std::size_t row_count = 11;
  static const std::array<Row, row_count>& rows() {
    static constexpr std::array<Row, row_count> table{
        {{"tensor", &TextReader::read_tensor, "tensor A: csr f32"},
         {"dim", &TextReader::read_dim, "dim j = 4096"},
         {"nnz", &TextReader::read_nnz, "nnz A = 5%"},
         {"type", &TextReader::read_type, "type A = f64"},
         {"index", &TextReader::read_index, "index i64"},
         {"namespace", &TextReader::read_namespace, "namespace a::b"},
         {"parallel", &TextReader::read_parallelism, "parallel none"},
         {"kernel", &TextReader::read_kernel, "kernel spmv: y(i) = A(i,j) * x(j)"},
         {"schedule", &TextReader::read_schedule, "schedule KERNEL: auto"},
         {"emit", &TextReader::read_emit, "emit KERNEL: h, cpp"},
         {"with", &TextReader::read_with, "with KERNEL: validate, pack"}}};
    return table;
  }

  void read_line(const Fragment& line) {
    const std::string_view text = line.text();
    const std::size_t end = std::min(text.find_first_of(" \t:=("), text.size());
    const std::string_view word = text.substr(0, end);
    if (const Row* row = find_row(word)) {
      if (end == text.size() || text[end] == ' ' || text[end] == '\t')
        return (this->*row->read)(line.part(end, text.size()).trimmed());
      fail(Code::spec_line, line.part(end, end + 1).place(), "expected a blank after " + quoted(word),
           "write " + quoted(row->example));
    }
    std::vector<std::string> words;
    for (const Row& row : rows()) words.emplace_back(row.word);
    std::string help = nearest(word, words);
    if (text.find('=') != std::string_view::npos && help.empty())
      help = "a statement is written `kernel NAME: " + std::string("y(i) = A(i,j) * x(j)`");
    if (help.empty())
      help =
          "lines begin with `tensor`, `dim`, `nnz`, `type`, `index`, `namespace`, `parallel`, `kernel`, `schedule`, "
          "`emit` or `with`";
    fail(Code::spec_line, line.part(0, std::max<std::size_t>(end, 1)).place(),
         "a line of a spec cannot begin with " + quoted(word), help);
  }

  struct Pair {
    Fragment name, value;
  };
  static const Row* find_row(std::string_view word) {
    const auto found = std::find_if(rows().begin(), rows().end(), [&](const Row& row) { return row.word == word; });
    return found == rows().end() ? nullptr : &*found;
  }
  static std::string_view example_of(std::string_view word) { return find_row(word)->example; }
  static Pair split_at(const Fragment& rest, char separator, std::string_view word) {
    const std::size_t at = rest.text().find(separator);
    if (at == std::string_view::npos)
      fail(Code::spec_line, rest.place(), std::string("a `") + separator + "` is missing on this line",
           "write " + quoted(example_of(word)));
    return {rest.part(0, at).trimmed(), rest.part(at + 1, rest.text().size()).trimmed()};
  }

  /// Reads `tensor A: csr f32`: a format, a value type, or both.
  void read_tensor(const Fragment& rest) {
    const Pair pair = split_at(rest, ':', "tensor");
    const std::string_view value = pair.value.text();
    const std::size_t blank = value.find_last_of(" \t");
    const std::size_t last = blank == std::string_view::npos ? 0 : blank + 1;
    if (!find_value_type(value.substr(last))) return add_format(spec_.common, pair.name, pair.value);
    add_value(spec_.common, pair.name, pair.value.part(last, value.size()));
    const Fragment format = pair.value.part(0, last).trimmed();
    if (!format.text().empty()) add_format(spec_.common, pair.name, format);
  }

  void read_dim(const Fragment& rest) {
    const Pair pair = split_at(rest, '=', "dim");
    add_extent(spec_.common, pair.name, read_extent(pair.value));
  }

  void read_nnz(const Fragment& rest) {
    const Pair pair = split_at(rest, '=', "nnz");
    add_stored(spec_.common, pair.name, pair.value);
  }

  void read_type(const Fragment& rest) {
    if (rest.text().find('=') == std::string_view::npos)
      return set_once(spec_.common.value, read_value_type(rest), rest);
    const Pair pair = split_at(rest, '=', "type");
    add_value(spec_.common, pair.name, pair.value);
  }

  void read_index(const Fragment& rest) { set_once(spec_.common.index, read_index_type(rest), rest); }
  void read_namespace(const Fragment& rest) { set_once(spec_.common.name_space, read_name_space(rest), rest); }
  void read_parallelism(const Fragment& rest) { set_once(spec_.common.parallel, read_parallel(rest), rest); }

  void read_kernel(const Fragment& rest) {
    const Pair pair = split_at(rest, ':', "kernel");
    if (spec_.kernels.size() == static_cast<std::size_t>(max_statements))
      fail(Code::too_large, rest.place(), "the spec has more than " + std::to_string(max_statements) + " kernels");
    ParsedOptions given_options;
    set_once(given_options.name, read_kernel_name(pair.name), pair.name);
    spec_.kernels.push_back({read_kernel_statements(pair.value), std::move(given_options)});
    check_kernel(spec_.kernels.back().statements);
  }

  ByName& named(const Fragment& kernel) {
    ByName& row = by_name_[read_name(kernel)];
    row.place = kernel.place();
    return row;
  }

  void read_schedule(const Fragment& rest) {
    const Pair pair = split_at(rest, ':', "schedule");
    set_once(named(pair.name).schedule, std::string(pair.value.text()), pair.value);
  }

  void read_emit(const Fragment& rest) {
    const Pair pair = split_at(rest, ':', "emit");
    std::vector<RequestedOutput> kinds;
    for (const Fragment& kind : split(pair.value, ',')) kinds.push_back({read_name(kind), kind.place()});
    set_once(named(pair.name).emit, std::move(kinds), pair.value);
  }

  void read_with(const Fragment& rest) {
    const Pair pair = split_at(rest, ':', "with");
    set_once(named(pair.name).helpers, read_helpers(pair.value), pair.value);
  }

  void attach() {
    std::vector<std::string> names;
    for (SpecKernel& kernel : spec_.kernels) {
      names.push_back(kernel.given_options.name->value);
      const auto row = by_name_.find(names.back());
      if (row == by_name_.end()) continue;
      kernel.given_options.schedule = row->second.schedule;
      kernel.given_options.helpers = row->second.helpers;
      if (row->second.emit) kernel.given_options.emit = row->second.emit->value;
    }
    std::sort(names.begin(), names.end());
    for (const auto& [name, row] : by_name_)
      if (!std::binary_search(names.begin(), names.end(), name))
        fail(Code::unknown_name, row.place, "the spec has no kernel " + quoted(name), nearest(name, names));
  }
};

}  // namespace

bool is_spec_word(std::string_view word) { return TextReader::has_lines_of(word); }

std::vector<Kernel> read_text_spec(const SourcePtr& source, const Settings& settings, Diagnostics& warnings) {
  return resolve_spec(TextReader(source).read(), settings, warnings);
}

}  // namespace scorchc::front
