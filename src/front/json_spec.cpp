// Reads the JSON form of a spec. `scorchc schema spec` prints its JSON Schema; the text form is read by text_spec.cpp.
#include <algorithm>
#include <span>
#include <utility>

#include "front/front.h"
#include "front/json_tree.h"
#include "front/sequence.h"
#include "front/spec.h"
#include "front/spec_keys.h"
#include "support/words.h"

namespace scorchc::front {
namespace {

using Kind = JsonValue::Kind;

class SpecReader {
 public:
  explicit SpecReader(SourcePtr source) : source_(std::move(source)) {}

  Spec read() {
    const JsonValue root = parse_json(source_);
    expect(root, Kind::object, "a spec");
    check_version(root);
    for (const JsonMember& member : root.members) {
      const JsonValue& value = member.value;
      if (member.key == "scorch") continue;
      if (member.key == "$schema") {
        expect(value, Kind::string, "`$schema`");
      } else if (member.key == "namespace") {
        read_string(spec_.common.name_space, value, "`namespace`", read_name_space);
      } else if (member.key == "defaults") {
        read_defaults(value);
      } else if (member.key == "dims") {
        read_dims(value, spec_.common);
      } else if (member.key == "tensors") {
        read_tensors(value, spec_.common);
      } else if (member.key == "kernels") {
        read_kernels(value);
      } else {
        unknown_key(member, "a spec", spec_keys);
      }
    }
    if (spec_.kernels.empty()) missing(root, "a spec", "kernels", "`\"kernels\": [{\"name\": ..., \"expr\": ...}]`");
    return std::move(spec_);
  }

 private:
  SourcePtr source_;
  Spec spec_;

  Place place(Span span) const { return {source_, span}; }
  Fragment text(const JsonValue& value) const { return text_of(source_, value).trimmed(); }

  // ---- the shape of values

  void expect(const JsonValue& value, Kind kind, const std::string& what) const {
    if (value.kind == kind) return;
    // Objects and arrays may be long, so the caret marks only their first byte.
    fail(Code::json_type, place({value.span.begin, is_group(value) ? value.span.begin + 1 : value.span.end}),
         what + " must be " + std::string(name(kind)) + ", but this is " + std::string(name(value.kind)));
  }
  static bool is_group(const JsonValue& value) { return value.kind == Kind::object || value.kind == Kind::array; }

  [[noreturn]] void unknown_key(const JsonMember& member, const std::string& where,
                                std::span<const SpecKey> known) const {
    const std::vector<std::string> keys = names_of(known);
    std::string help = nearest(member.key, keys);
    if (help.empty()) {
      help = "its keys are";
      for (const std::string& key : keys) help += (key == keys.front() ? " `" : ", `") + key + "`";
    }
    fail(Code::unknown_key, place(member.key_span), where + " has no key " + quoted(member.key), help);
  }
  void refuse_unknown_keys(const JsonValue& object, const std::string& where, std::span<const SpecKey> known) const {
    const std::vector<std::string> keys = names_of(known);
    for (const JsonMember& member : object.members)
      if (!has(keys, member.key)) unknown_key(member, where, known);
  }
  [[noreturn]] void missing(const JsonValue& object, const std::string& where, const std::string& key,
                            const std::string& example) const {
    fail(Code::missing_key, place({object.span.begin, object.span.begin + 1}), where + " needs `" + key + "`",
         "write " + example);
  }
  static const JsonValue* find(const JsonValue& object, std::string_view key) {
    for (const JsonMember& member : object.members)
      if (member.key == key) return &member.value;
    return nullptr;
  }

  template <class T, class Read>
  void read_string(std::optional<Given<T>>& slot, const JsonValue& value, const char* what, Read reader) const {
    expect(value, Kind::string, what);
    const Fragment string = text(value);
    set_once(slot, T(reader(string)), string);
  }

  void check_version(const JsonValue& root) const {
    const JsonValue* version = find(root, "scorch");
    if (version == nullptr) refuse_unknown_keys(root, "a spec", spec_keys);  // reports a misspelt key first
    if (version == nullptr) missing(root, "a spec", "scorch", "`\"scorch\": 1`, the version of the spec format");
    expect(*version, Kind::number, "`scorch`");
    if (version->text != "1")
      fail(Code::spec_version, place(version->span),
           "version " + quoted(version->text) + " of the spec format is not supported", "use version 1");
  }

  // ---- settings

  void read_defaults(const JsonValue& value) {
    expect(value, Kind::object, "`defaults`");
    for (const JsonMember& member : value.members) {
      if (member.key == "value") {
        read_string(spec_.common.value, member.value, "`value`", read_value_type);
      } else if (member.key == "index") {
        read_string(spec_.common.index, member.value, "`index`", read_index_type);
      } else if (member.key == "parallel") {
        read_string(spec_.common.parallel, member.value, "`parallel`", read_parallel);
      } else {
        unknown_key(member, "`defaults`", defaults_keys);
      }
    }
  }

  void read_dims(const JsonValue& value, ParsedOptions& given_options) const {
    expect(value, Kind::object, "`dims`");
    for (const JsonMember& member : value.members) {
      const Fragment index = key_of(source_, member);
      if (member.value.kind != Kind::object) {
        expect(member.value, Kind::number, "an extent");
        add_extent(given_options, index, read_extent(text(member.value)));
        continue;
      }
      const JsonValue* hint = find(member.value, "hint");
      refuse_unknown_keys(member.value, "an extent", extent_keys);
      if (hint == nullptr) missing(member.value, "an extent that is not a number", "hint", "`{\"hint\": 128}`");
      expect(*hint, Kind::number, "`hint`");
      ExtentRequest extent = read_extent(text(*hint));
      extent.hint = true;
      add_extent(given_options, index, extent);
    }
  }

  void read_tensors(const JsonValue& value, ParsedOptions& given_options) const {
    expect(value, Kind::object, "`tensors`");
    for (const JsonMember& member : value.members) {
      const Fragment tensor = key_of(source_, member);
      expect(member.value, Kind::object, "a tensor's settings");
      // A tensor without settings is recorded, too, so that its name is checked.
      given_options.tensors.try_emplace(read_name(tensor)).first->second.place = tensor.place();
      for (const JsonMember& inner : member.value.members) {
        if (inner.key == "format") {
          expect(inner.value, Kind::string, "`format`");
          add_format(given_options, tensor, text(inner.value));
        } else if (inner.key == "value") {
          expect(inner.value, Kind::string, "`value`");
          add_value(given_options, tensor, text(inner.value));
        } else if (inner.key == "nnz") {
          if (inner.value.kind != Kind::number) expect(inner.value, Kind::string, "`nnz`");
          add_stored(given_options, tensor, text(inner.value));
        } else {
          unknown_key(inner, "a tensor", tensor_keys);
        }
      }
    }
  }

  // ---- kernels

  void read_kernels(const JsonValue& value) {
    expect(value, Kind::array, "`kernels`");
    for (const JsonValue& kernel : value.items) {
      expect(kernel, Kind::object, "a kernel");
      if (spec_.kernels.size() == static_cast<std::size_t>(max_statements))
        fail(Code::too_large, place(kernel.span),
             "the spec has more than " + std::to_string(max_statements) + " kernels");
      const JsonValue* expr = find(kernel, "expr");
      if (expr == nullptr) refuse_unknown_keys(kernel, "a kernel", kernel_keys);
      if (expr == nullptr) missing(kernel, "a kernel", "expr", "`\"expr\": \"y(i) = A(i,j) * x(j)\"`");
      spec_.kernels.push_back({read_statements(*expr), {}});
      for (const JsonMember& member : kernel.members) read_kernel_member(member, spec_.kernels.back().given_options);
    }
  }

  void read_kernel_member(const JsonMember& member, ParsedOptions& given_options) const {
    const JsonValue& value = member.value;
    if (member.key == "expr") return;
    if (member.key == "name") return read_string(given_options.name, value, "`name`", read_kernel_name);
    if (member.key == "tensors") return read_tensors(value, given_options);
    if (member.key == "dims") return read_dims(value, given_options);
    if (member.key == "parallel") return read_string(given_options.parallel, value, "`parallel`", read_parallel);
    if (member.key == "schedule") return read_schedule(value, given_options);
    if (member.key == "emit") return read_emit(value, given_options);
    if (member.key == "with") return read_with(value, given_options);
    unknown_key(member, "a kernel", kernel_keys);
  }

  /// Reads `expr`: a string with one or more statements, or a list of such strings.
  std::vector<Statement> read_statements(const JsonValue& value) const {
    std::vector<Statement> statements;
    const auto add = [&](const JsonValue& text) {
      for (Statement& statement : read_kernel_statements(text_of(source_, text)))
        statements.push_back(std::move(statement));
    };
    if (value.kind == Kind::array) {
      if (value.items.empty()) missing(value, "`expr`", "a statement", "`[\"y(i) = A(i,j) * x(j)\"]`");
      for (const JsonValue& item : value.items) {
        expect(item, Kind::string, "a statement");
        add(item);
      }
    } else {
      expect(value, Kind::string, "`expr`");
      add(value);
    }
    if (statements.size() > static_cast<std::size_t>(max_statements))
      fail(Code::too_large, place(value.span),
           "a kernel has more than " + std::to_string(max_statements) + " statements");
    check_kernel(statements);
    return statements;
  }

  void read_schedule(const JsonValue& value, ParsedOptions& given_options) const {
    if (value.kind != Kind::array)
      return read_string(given_options.schedule, value, "`schedule`",
                         [](const Fragment& string) { return string.text(); });
    std::string commands;
    for (const JsonValue& item : value.items) {
      expect(item, Kind::string, "a command");
      commands += (commands.empty() ? "" : "; ") + std::string(text(item).text());
    }
    given_options.schedule = Given<std::string>{commands.empty() ? "none" : commands, place(value.span)};
  }

  /// Reads `with`: a string such as "validate,pack", or a list of such strings.
  void read_with(const JsonValue& value, ParsedOptions& given_options) const {
    if (value.kind != Kind::array) return read_string(given_options.helpers, value, "`with`", read_helpers);
    std::vector<Fragment> texts;
    for (const JsonValue& item : value.items) {
      expect(item, Kind::string, "a helper");
      texts.push_back(text(item));
    }
    given_options.helpers = Given<std::vector<Helper>>{read_helper_lists(texts), place(value.span)};
  }

  void read_emit(const JsonValue& value, ParsedOptions& given_options) const {
    expect(value, Kind::array, "`emit`");
    for (const JsonValue& item : value.items) {
      expect(item, Kind::string, "a kind of output");
      given_options.emit.push_back({read_name(text(item)), text(item).place()});
    }
  }
};

}  // namespace

std::vector<Kernel> read_json_spec(SourcePtr source, const Settings& settings, Diagnostics& warnings) {
  return resolve_spec(SpecReader(std::move(source)).read(), settings, warnings);
}

}  // namespace scorchc::front
