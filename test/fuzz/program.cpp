#include "program.h"

#include <algorithm>

#include "front/front.h"
#include "ir/index_notation.h"

namespace scorchc::fuzz {
namespace {

const Strings value_types = {"f32", "f64", "i32", "i64"};

bool contains(const Strings& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class ProgramMaker {
 public:
  explicit ProgramMaker(std::uint64_t seed) : draw_(seed), statement_(draw_statement(draw_)) {
    // A second generator, so that earlier statements do not change the last statement of a seed.
    Draw apart(~seed);
    if (apart.chance(15)) assign_operands(apart);
  }

  Case make() {
    for (const Statement& earlier : earlier_) case_.expression += earlier.text + "; ";
    case_.expression += statement_.text;
    for (const auto& [tensor, order] : operands_) {
      const bool dense = contains(denominators_, tensor);
      const bool is_open = contains(temporaries_, tensor);  // its format is inferred, perhaps as sparse
      if (order > 0 && (dense ? is_open || draw_.chance(30) : draw_.chance(is_open ? 60 : 85)))
        give_format(tensor, format_for(order, dense ? Density::dense : Density::any));
    }
    if (!statement_.result.empty()) {
      const std::size_t kind = draw_.weighted({45, 15, 40});
      if (kind > 0) give_format("R", format_for(statement_.result.size(), kind == 1 ? Density::dense : Density::any));
    }
    give_types();
    give_extents();
    if (draw_.chance(10)) case_.settings.index = "i64";
    give_schedule();
    return std::move(case_);
  }

 private:
  /// Draws earlier statements, each of which assigns an operand of a later one.
  void assign_operands(Draw& draw) {
    Statement user = statement_;
    char letter = 'G';
    for (std::size_t count = 1 + draw.below(2); count > 0; --count) {
      const auto& [tensor, order] = user.operands[draw.below(user.operands.size())];
      const bool is_assigned = contains(temporaries_, tensor);
      if (order > 5 || is_assigned) break;
      temporaries_.push_back(tensor);
      Statement others = user;  // it must not read what later statements assign
      std::erase_if(others.operands, [&](const auto& operand) { return contains(temporaries_, operand.first); });
      Statement definition = draw_definition(draw, tensor, order, letter, others);
      earlier_.insert(earlier_.begin(), definition);
      letter = 'S';
      if (draw.chance(50)) user = std::move(definition);
    }
    operands_.clear();
    for (const Statement& earlier : earlier_) add_operands(earlier);
    add_operands(statement_);
  }

  void add_operands(const Statement& statement) {
    for (const auto& operand : statement.operands)
      if (std::find(operands_.begin(), operands_.end(), operand) == operands_.end()) operands_.push_back(operand);
    denominators_.insert(denominators_.end(), statement.denominators.begin(), statement.denominators.end());
    fractions_ = fractions_ || statement.fractions;
  }

  /// Draws a format. Programs with several statements have no blocked formats: scorchc does not support them there.
  std::string format_for(std::size_t order, Density density) {
    std::string format = draw_format(draw_, order, density);
    while (!earlier_.empty() && (format.find("bcs") != std::string::npos || format.find('%') != std::string::npos))
      format = draw_format(draw_, order, density);
    return format;
  }

  void give_format(const std::string& tensor, std::string format) {
    if (draw_.chance(5)) format += ":pos=i64";
    if (draw_.chance(5)) format += ":crd=i64";
    case_.settings.formats.push_back(tensor + "=" + format);
  }

  void give_type(const std::string& tensor, const std::string& type) {
    case_.settings.types.push_back(tensor + "=" + type);
  }

  /// Draws one value type for all tensors, or one per tensor. An integer result of a floating expression is an error.
  void give_types() {
    bool integers = !fractions_;
    const std::size_t kind = draw_.weighted({45, 15, 10, 10, 20});
    if (kind < 4) {
      if (kind > 0) case_.settings.types.push_back(value_types[kind]);
      integers = integers && kind >= 2;
    } else {
      for (const auto& [tensor, order] : operands_) {
        const std::string& type = draw_.pick(value_types);
        give_type(tensor, type);
        integers = integers && type[0] == 'i';
      }
      // The same holds for a temporary: it gets no integer type.
      std::erase_if(case_.settings.types, [&](const std::string& type) {
        return contains(temporaries_, type.substr(0, type.find('='))) && type.find("=i") != std::string::npos;
      });
    }
    if (draw_.chance(15)) give_type("R", value_types[draw_.below(integers ? 4 : 2)]);
  }

  /// Draws a large fixed extent, or a hint that changes the choices of the cost model. The data have all other extents.
  void give_extents() {
    std::size_t largest_order = statement_.result.size();
    for (const auto& [tensor, order] : operands_) largest_order = std::max(largest_order, order);
    if (statement_.indices.empty()) return;
    const std::string& index = draw_.pick(statement_.indices);
    if (largest_order <= 2 && draw_.chance(8))
      case_.settings.dims.push_back(index + "=" + (draw_.chance(50) ? "65" : "300"));
    else if (draw_.chance(10))
      case_.settings.dims.push_back(index + "=~" + (draw_.chance(50) ? "3" : "1000000"));
  }

  /// A command that splits, tiles, fuses or unrolls loops, packs or prefetches operands, or sets the assembly of the
  /// result. The scheduler chooses the rest. Often illegal.
  std::string draw_loop_commands() {
    const auto index = [&] { return draw_.pick(statement_.indices); };
    const auto size = [&] { return ": " + std::to_string(1 + draw_.below(4)); };
    std::string commands;
    const auto operand = [&] {
      return draw_.pick(accesses(front::parse_statement(make_source("statement", statement_.text)).rhs));
    };
    switch (draw_.weighted({24, 16, 24, 12, 14, 10, 12})) {
      case 0:
        commands = "split(" + index() + size() + ")";
        break;
      case 1:
        commands = "tile(" + index() + size() + (draw_.chance(50) ? ", " + index() + size() : "") + ")";
        break;
      case 2:
        commands = "fuse(" + index() + ", " + index() + ")";
        break;
      case 3:
        commands = "assemble(R: " + std::string(draw_.chance(50) ? "one_pass" : "count") + ")";
        break;
      case 4:
        return "prefetch(" + print(operand()) + size() + "; always)";
      case 6:
        commands = "pack(" + print(operand()) + ", " + index() + size() + ")";
        break;
      default:
        break;
    }
    if (!commands.empty() && draw_.chance(70)) return commands;
    return commands + (commands.empty() ? "" : "; ") + "unroll(" + index() + ": " + std::to_string(2 + draw_.below(3)) +
           ")";
  }

  /// Draws the kind of schedule: automatic; a random loop order, often illegal; `none`; one of the scheduler's
  /// alternatives, with conversions, workspaces and regrouped products; or commands that the scheduler completes.
  void give_schedule() {
    const std::size_t kind = draw_.weighted({50, 8, 5, 25, 12});
    if (kind == 2) case_.settings.schedule = "none";
    if (kind == 3) case_.settings.schedule = draw_schedule(draw_, case_);
    if (kind == 4 && !statement_.indices.empty()) case_.settings.schedule = draw_loop_commands();
    if (kind != 1 || statement_.indices.size() < 2) return;
    Strings order = statement_.indices;
    draw_.shuffle(order);
    std::string list;
    for (const std::string& index : order) list += (list.empty() ? "" : ", ") + index;
    case_.settings.schedule = "reorder(" + list + ")";
  }

  Draw draw_;
  Statement statement_;  // the last one
  std::vector<Statement> earlier_;
  Strings temporaries_;  // tensors that they assign
  std::vector<std::pair<std::string, std::size_t>> operands_ =
      statement_.operands;  // of all statements, including temporaries
  Strings denominators_ = statement_.denominators;
  bool fractions_ = statement_.fractions;
  Case case_;
};

}  // namespace

Case draw_program(std::uint64_t seed) { return ProgramMaker(seed).make(); }

}  // namespace scorchc::fuzz
