// Generates the steps that reduction tries.
#include <algorithm>
#include <map>
#include <set>

#include "ir/format.h"
#include "ir/index_notation.h"
#include "reduce.h"

namespace scorchc::fuzz {
namespace {

struct GivenFormat {
  std::string tensor;
  Format format;
};

/// A case, parsed for editing.
struct Parts {
  std::vector<Statement> statements;
  std::vector<GivenFormat> formats;
  front::Settings settings;  // without the formats
};

std::vector<Access> accesses_of(const std::vector<Statement>& statements) {
  std::vector<Access> all;
  for (const Statement& statement : statements) {
    all.push_back(statement.lhs);
    for (Access& access : accesses(statement.rhs)) all.push_back(std::move(access));
  }
  return all;
}

Parts take_apart(const Case& program) {
  Parts parts{front::parse_statements(make_source("statement", program.expression)), {}, program.settings};
  std::map<std::string, int> orders;
  for (const Access& access : accesses_of(parts.statements))
    orders[access.tensor] = static_cast<int>(access.indices.size());
  for (const std::string& text : program.settings.formats) {
    const std::size_t equals = text.find('=');
    const std::string tensor = text.substr(0, equals);
    const SourcePtr source = make_source("--fmt", text);
    const Span span{static_cast<std::uint32_t>(equals + 1), static_cast<std::uint32_t>(text.size())};
    parts.formats.push_back({tensor, front::parse_format(source, span, orders.at(tensor))});
  }
  parts.settings.formats.clear();
  return parts;
}

std::set<std::string> indices_of(const std::vector<Statement>& statements) {
  std::set<std::string> indices;
  for (const Access& access : accesses_of(statements)) indices.insert(access.indices.begin(), access.indices.end());
  return indices;
}

std::set<std::string> tensors_of(const std::vector<Statement>& statements) {
  std::set<std::string> tensors;
  for (const Access& access : accesses_of(statements)) tensors.insert(access.tensor);
  return tensors;
}

/// Drops settings of tensors and indices that are gone, which would be errors.
void drop_unused(Parts& parts) {
  const std::set<std::string> tensors = tensors_of(parts.statements), indices = indices_of(parts.statements);
  std::erase_if(parts.formats, [&](const GivenFormat& given) {
    return !tensors.contains(given.tensor) || given.format.levels.empty();
  });
  std::erase_if(parts.settings.types, [&](const std::string& type) {
    const std::size_t equals = type.find('=');
    return equals != std::string::npos && !tensors.contains(type.substr(0, equals));
  });
  std::erase_if(parts.settings.dims,
                [&](const std::string& dim) { return !indices.contains(dim.substr(0, dim.find('='))); });
}

Case put_together(Parts parts) {
  drop_unused(parts);
  Case program{{}, parts.settings};
  for (const Statement& statement : parts.statements)
    program.expression += (program.expression.empty() ? "" : "; ") + print(statement);
  for (const GivenFormat& given : parts.formats) {
    std::string text = given.tensor + "=" + print_short(given.format);
    std::erase(text, ' ');
    program.settings.formats.push_back(std::move(text));
  }
  return program;
}

class Simpler {
 public:
  explicit Simpler(const Case& program) : program_(program), parts_(take_apart(program)) {}

  std::vector<Case> all() {
    drop_options();
    for (std::size_t n = 0; n + 1 < parts_.statements.size(); ++n)
      with([n](Parts& p) { p.statements.erase(p.statements.begin() + static_cast<std::ptrdiff_t>(n)); });
    if (parts_.statements.size() > 1) with([](Parts& p) { p.statements.pop_back(); });
    for (std::size_t n = 0; n < parts_.statements.size(); ++n) replace_parts(n);
    for (const std::string& index : indices_of(parts_.statements)) drop_index(index);
    for (std::size_t n = 0; n < parts_.formats.size(); ++n) simplify_format(n);
    for (std::size_t n = 0; n < parts_.settings.types.size(); ++n) change_type(n);
    const std::size_t most = size(program_);
    std::erase_if(candidates_, [&](const Case& candidate) { return size(candidate) >= most; });
    return std::move(candidates_);
  }

 private:
  template <class Edit>
  void with(const Edit& edit) {
    Parts changed = parts_;
    edit(changed);
    candidates_.push_back(put_together(std::move(changed)));
  }

  void drop_options() {
    if (parts_.settings.schedule) with([](Parts& p) { p.settings.schedule.reset(); });
    if (parts_.settings.index) with([](Parts& p) { p.settings.index.reset(); });
    if (parts_.statements.back().op != AssignOp::set) with([](Parts& p) { p.statements.back().op = AssignOp::set; });
    if (!parts_.settings.types.empty()) with([](Parts& p) { p.settings.types.clear(); });
    if (!parts_.settings.dims.empty()) with([](Parts& p) { p.settings.dims.clear(); });
    for (std::size_t n = 0; n < parts_.settings.types.size(); ++n)
      with([n](Parts& p) { p.settings.types.erase(p.settings.types.begin() + static_cast<std::ptrdiff_t>(n)); });
    for (std::size_t n = 0; n < parts_.formats.size(); ++n)
      with([n](Parts& p) { p.formats.erase(p.formats.begin() + static_cast<std::ptrdiff_t>(n)); });
  }

  /// Replaces each node of the expression by one of its operands, and each number by 1.
  void replace_parts(std::size_t statement) {
    std::vector<Expr> nodes;
    rewrite(parts_.statements[statement].rhs, [&](const Expr& expr) {
      nodes.push_back(expr);
      return expr;
    });
    // Outermost nodes come last; replacing them is the boldest step.
    std::reverse(nodes.begin(), nodes.end());
    for (const Expr& node : nodes) {
      if (const auto* apply = node.as<Apply>())
        for (const Expr& operand : apply->operands) replace(node, operand);
      if (const auto* reduction = node.as<Reduce>()) {
        replace(node, reduction->body[0]);
        if (reduction->op != ReduceOp::sum)
          replace(node, reduce(ReduceOp::sum, reduction->indices, reduction->body[0]));
      }
      if (const auto* number = node.as<Literal>(); number != nullptr && number->value != 1) replace(node, literal(1));
    }
  }

  void replace(const Expr& from, const Expr& to) {
    with([&](Parts& p) {
      for (Statement& statement : p.statements)
        statement.rhs = rewrite(statement.rhs, [&](const Expr& expr) { return expr.same_as(from) ? to : expr; });
    });
  }

  /// Drops an index everywhere. Other accesses to the same tensors lose the same modes.
  void drop_index(const std::string& index) {
    std::map<std::string, std::set<std::size_t>> modes;
    const auto note = [&](const Access& access) {
      for (std::size_t mode = 0; mode < access.indices.size(); ++mode)
        if (access.indices[mode] == index) modes[access.tensor].insert(mode);
    };
    for (const Access& access : accesses_of(parts_.statements)) note(access);
    const auto without = [&](const Expr& expr) -> Expr {
      if (const auto* reduction = expr.as<Reduce>(); reduction != nullptr && reduction->indices == Strings{index})
        return reduction->body[0];
      const auto* access = expr.as<Access>();
      if (access == nullptr || !modes.contains(access->tensor)) return expr;
      Access shorter = *access;
      drop_modes(shorter, modes);
      return shorter;
    };
    with([&](Parts& p) {
      for (Statement& statement : p.statements) {
        drop_modes(statement.lhs, modes);
        statement.rhs = rewrite(statement.rhs, without);
      }
      for (GivenFormat& given : p.formats)
        if (const auto found = modes.find(given.tensor); found != modes.end()) drop_levels(given.format, found->second);
      p.settings.schedule.reset();
    });
  }

  using Strings = std::vector<std::string>;

  static void drop_modes(Access& access, const std::map<std::string, std::set<std::size_t>>& modes) {
    const auto found = modes.find(access.tensor);
    if (found == modes.end()) return;
    for (auto mode = found->second.rbegin(); mode != found->second.rend(); ++mode)
      access.indices.erase(access.indices.begin() + static_cast<std::ptrdiff_t>(*mode));
  }

  static void drop_levels(Format& format, const std::set<std::size_t>& modes) {
    for (auto mode = modes.rbegin(); mode != modes.rend(); ++mode) {
      const int gone = static_cast<int>(*mode);
      std::erase_if(format.levels, [&](const LevelSpec& level) { return level.mode == gone; });
      for (LevelSpec& level : format.levels)
        if (level.mode > gone) --level.mode;
    }
  }

  void simplify_format(std::size_t n) {
    const Format& format = parts_.formats[n].format;
    const auto change = [&](const auto& edit) {
      Format changed = format;
      edit(changed);
      if (!(changed == format)) with([&](Parts& p) { p.formats[n].format = changed; });
    };
    change([](Format& f) {
      f.pos = f.crd = IndexType::i32;
      f.value = ValueType::f32;
    });
    change([](Format& f) {
      std::erase_if(f.levels, [](const LevelSpec& level) { return level.part == BlockPart::inner; });
      for (LevelSpec& level : f.levels) level = {level.level, level.mode};
    });
    if (!format.is_blocked())
      change([](Format& f) {
        for (std::size_t level = 0; level < f.levels.size(); ++level) f.levels[level].mode = static_cast<int>(level);
      });
    for (std::size_t at = 0; at < format.levels.size(); ++at) {
      for (const char* const kind : {"dense", "compressed"}) change([&](Format& f) { f.levels[at].level = kind; });
      if (format.levels[at].block > 2)
        change([&](Format& f) {
          for (LevelSpec& level : f.levels)
            if (level.mode == f.levels[at].mode) level.block = 2;
        });
    }
  }

  void change_type(std::size_t n) {
    const std::string type = parts_.settings.types[n];
    for (const char* const simple : {"f64", "i32"})
      if (!type.ends_with(simple))
        with([&](Parts& p) { p.settings.types[n] = type.substr(0, type.size() - 3) + simple; });
  }

  const Case& program_;
  const Parts parts_;
  std::vector<Case> candidates_;
};

std::size_t size_of(const Format& format) {
  std::size_t sum = 2;
  for (const IndexType type : {format.pos, format.crd})
    if (type != IndexType::i32) ++sum;
  bool natural = true;
  for (std::size_t at = 0; at < format.levels.size(); ++at) {
    const LevelSpec& level = format.levels[at];
    if (level.level != "dense") sum += level.level == "compressed" ? 2U : 3U;
    if (level.part != BlockPart::whole) sum += 2 + static_cast<std::size_t>(std::min<std::int64_t>(level.block, 4));
    natural = natural && (level.part != BlockPart::whole || level.mode == static_cast<int>(at));
  }
  return sum + (natural ? 0 : 1);
}

std::size_t size_of_type(const std::string& type) { return type.ends_with("f64") ? 1 : type.ends_with("i32") ? 2 : 3; }

}  // namespace

std::vector<Case> simpler(const Case& program) { return Simpler(program).all(); }

std::size_t size(const Case& program) {
  const Parts parts = take_apart(program);
  std::size_t sum = 0;
  const auto add = [&](const Expr& expr) {
    sum += 10;
    if (const auto* access = expr.as<Access>()) sum += 3 * access->indices.size();
    if (const auto* number = expr.as<Literal>(); number != nullptr && number->value != 1) sum += 1;
    if (const auto* reduction = expr.as<Reduce>(); reduction != nullptr && reduction->op != ReduceOp::sum) sum += 1;
    return expr;
  };
  for (const Statement& statement : parts.statements) {
    rewrite(statement.rhs, add);
    sum += 3 * statement.lhs.indices.size() + (statement.op == AssignOp::set ? 0 : 2);
  }
  sum += 5 * (parts.statements.size() - 1);
  for (const GivenFormat& given : parts.formats) sum += size_of(given.format);
  for (const std::string& type : parts.settings.types) sum += size_of_type(type);
  return sum + 3 * parts.settings.dims.size() + (parts.settings.schedule ? 3 : 0) + (parts.settings.index ? 2 : 0);
}

}  // namespace scorchc::fuzz
