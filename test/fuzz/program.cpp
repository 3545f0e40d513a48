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
  explicit ProgramMaker(std::uint64_t seed) : draw_(seed), statement_(draw_statement(draw_)) {}

  Case make() {
    case_.expression = statement_.text;
    for (const auto& [tensor, order] : statement_.operands) {
      const bool dense = contains(statement_.denominators, tensor);
      if (order > 0 && (dense ? draw_.chance(30) : draw_.chance(85)))
        give_format(tensor, draw_format(draw_, order, dense ? Density::dense : Density::any));
    }
    if (!statement_.result.empty()) {
      const std::size_t kind = draw_.weighted({45, 15, 40});
      if (kind > 0)
        give_format("R", draw_format(draw_, statement_.result.size(), kind == 1 ? Density::dense : Density::any));
    }
    give_types();
    give_extents();
    if (draw_.chance(10)) case_.settings.index = "i64";
    give_schedule();
    return std::move(case_);
  }

 private:
  void give_format(const std::string& tensor, std::string format) {
    if (draw_.chance(5)) format += ":pos=i64";
    if (draw_.chance(5)) format += ":crd=i64";
    case_.settings.formats.push_back(tensor + "=" + format);
  }

  void give_type(const std::string& tensor, const std::string& type) {
    case_.settings.types.push_back(tensor + "=" + type);
  }

  /// One type for all, or one a tensor. A result of integers may not be given to a floating expression.
  void give_types() {
    bool integers = !statement_.fractions;
    const std::size_t kind = draw_.weighted({45, 15, 10, 10, 20});
    if (kind < 4) {
      if (kind > 0) case_.settings.types.push_back(value_types[kind]);
      integers = integers && kind >= 2;
    } else {
      for (const auto& [tensor, order] : statement_.operands) {
        const std::string& type = draw_.pick(value_types);
        give_type(tensor, type);
        integers = integers && type[0] == 'i';
      }
    }
    if (draw_.chance(15)) give_type("R", value_types[draw_.below(integers ? 4 : 2)]);
  }

  /// Extents are drawn with the data; here a large one, and hints that change what the cost model prefers.
  void give_extents() {
    std::size_t largest_order = statement_.result.size();
    for (const auto& [tensor, order] : statement_.operands) largest_order = std::max(largest_order, order);
    if (statement_.indices.empty()) return;
    const std::string& index = draw_.pick(statement_.indices);
    if (largest_order <= 2 && draw_.chance(8))
      case_.settings.dims.push_back(index + "=" + (draw_.chance(50) ? "65" : "300"));
    else if (draw_.chance(10))
      case_.settings.dims.push_back(index + "=~" + (draw_.chance(50) ? "3" : "1000000"));
  }

  /// Loops that are split, tiled, fused or unrolled, operands that are asked for ahead, how a result is assembled; the rest is
  /// chosen around that. Often illegal, too.
  std::string draw_loop_commands() {
    const auto index = [&] { return draw_.pick(statement_.indices); };
    const auto size = [&] { return ": " + std::to_string(1 + draw_.below(4)); };
    std::string commands;
    switch (draw_.weighted({24, 16, 24, 12, 14, 10})) {
      case 0: commands = "split(" + index() + size() + ")"; break;
      case 1: commands = "tile(" + index() + size() + (draw_.chance(50) ? ", " + index() + size() : "") + ")"; break;
      case 2: commands = "fuse(" + index() + ", " + index() + ")"; break;
      case 3: commands = "assemble(R: " + std::string(draw_.chance(50) ? "one_pass" : "count") + ")"; break;
      case 4: return "prefetch(" + print(draw_.pick(accesses(front::parse_statement(make_source("statement", statement_.text)).rhs))) + size() + "; always)";
      default: break;
    }
    if (!commands.empty() && draw_.chance(70)) return commands;
    return commands + (commands.empty() ? "" : "; ") + "unroll(" + index() + ": " + std::to_string(2 + draw_.below(3)) + ")";
  }

  /// The automatic one, a random order of the loops, which is often illegal and then counted, none, any that the
  /// choosers compare (with conversions, workspaces, products that are regrouped), or what is chosen around loops of ours.
  void give_schedule() {
    const std::size_t kind = draw_.weighted({50, 8, 5, 25, 12});
    if (kind == 2) case_.settings.schedule = "none";
    if (kind == 3) case_.settings.schedule = draw_schedule(draw_, case_);
    if (kind == 4 && !statement_.indices.empty())
      case_.settings.schedule = draw_loop_commands();
    if (kind != 1 || statement_.indices.size() < 2) return;
    Strings order = statement_.indices;
    draw_.shuffle(order);
    std::string list;
    for (const std::string& index : order) list += (list.empty() ? "" : ", ") + index;
    case_.settings.schedule = "reorder(" + list + ")";
  }

  Draw draw_;
  Statement statement_;
  Case case_;
};

}  // namespace

Case draw_program(std::uint64_t seed) { return ProgramMaker(seed).make(); }

}  // namespace scorchc::fuzz
