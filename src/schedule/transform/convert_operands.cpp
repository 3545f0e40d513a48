#include "schedule/transform/convert_operands.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "schedule/legality/loop_constraints.h"
#include "schedule/legality/refuse.h"
#include "schedule/legality/stored_components.h"
#include "schedule/transform/find_command.h"
#include "schedule/transform/split_blocks.h"
#include "schedule/transform/stage_parts.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

struct Before {
  bool operator()(const Access& a, const Access& b) const {
    return std::tie(a.tensor, a.indices) < std::tie(b.tensor, b.indices);
  }
};
using Accesses = std::set<Access, Before>;
using Replacing = std::map<Access, Access, Before>;  // by the replaced access

Expr replaced(const Expr& rhs, const Replacing& by) {
  if (by.empty()) return rhs;
  return rewrite(rhs, [&](const Expr& expr) {
    const Access* access = expr.as<Access>();
    if (!access) return expr;
    const auto found = by.find(*access);
    return found == by.end() ? expr : Expr(found->second, expr.span());
  });
}

// A statement whose operands are being converted. It is rewritten once, after all conversions are known.
class Converter {
 public:
  Converter(Stage& stage, const Commands& commands) : stage_(stage), written_(accesses_in(stage.kernel.statement.rhs)) {
    if (const Reorder* loops = find_reorder(commands, 1, stage.temporary.tensor))
      for (const Access& access : discordant_operands(stage.kernel, loops->indices)) discordant_.insert(access);
  }

  const std::string& fills() const { return stage_.temporary.tensor; }
  bool reads(const Access& access) const {
    const bool is_written =
        std::any_of(written_.begin(), written_.end(), [&](const Access* each) { return *each == access; });
    return (is_written && !replacing_.count(access)) ||
           std::find(copies_.begin(), copies_.end(), access) != copies_.end();
  }
  // Whether the given loop order is discordant with the operand's storage order.
  bool is_discordant(const Access& access) const { return discordant_.count(access) > 0; }

  // Name of the temporary that replaces an operand whose blocks do not match the loops; empty for any other operand.
  std::string stands_for(const Access& access) const {
    const TensorDeclaration* open = stage_.kernel.temporaries.find(access.tensor);
    return open && open->converted_from ? open->name : std::string();
  }

  // Text on how the statement reads the tensor: with the parts of blocked and split indices. Empty if it does not.
  std::string read_as(const std::string& tensor) const {
    for (const Access& access : accesses(stage_.kernel.statement.rhs))
      if (access.tensor == tensor) return ": it reads `" + print(access) + "`";
    return {};
  }

  // Replaces the operand of the command by a copy called `name`, with values of type `computation`. Returns the
  // conversion.
  Conversion convert(const Convert& command, const std::string& name, ValueType computation) {
    Kernel& kernel = stage_.kernel;
    if (!reads(command.access))
      refuse(kernel, command,
             "`" + print(command.access) + "` is not an operand of the statement" + read_as(command.access.tensor));
    std::set<std::string> wanted(command.access.indices.begin(), command.access.indices.end());
    if (wanted != std::set<std::string>(command.indices.begin(), command.indices.end()))
      refuse(kernel, command, "it must name each index of the operand once");
    const auto made = made_.find(command.access.tensor);
    const TensorDeclaration given =
        made == made_.end() ? kernel.tensor(command.access.tensor) : declared_[made->second];
    const bool given_from_parts = given.converted_from.has_value();
    const Access original = given.converted_from.value_or(command.access);
    const TensorDeclaration* of_original = kernel.find(original.tensor);
    const Format old = of_original ? *of_original->format : *given.format;
    TensorDeclaration tensor;
    tensor.name = name;
    tensor.order = static_cast<int>(command.indices.size());
    tensor.value = computation;
    tensor.copy_of = original;
    Format format = dense_format(tensor.order, tensor.value);
    for (LevelSpec& level : format.levels) level.level = "coordinate";
    // The copy gets a dense outer level, to locate rows, if the operand has an array over an index already.
    const bool has_rows = tensor.order > 1 && has_array(old) && !kernel.is_huge(command.indices.front());
    if (has_rows) format.levels.front().level = "dense";
    if (old.is_dense() && !given_from_parts) format = dense_format(tensor.order, tensor.value);
    tensor.format = std::move(format);
    const Access converted{tensor.name, command.indices};
    if (given_from_parts) closed_.insert(given.name);
    std::erase(copies_, command.access);
    copies_.push_back(converted);
    replacing_.insert_or_assign(command.access, converted);
    made_[tensor.name] = declared_.size();
    declared_.push_back(std::move(tensor));
    return {original, converted, !given_from_parts};
  }

  bool is_taken(const std::string& name) const {
    return stage_.kernel.find(name) || stage_.kernel.indices.count(name) || made_.count(name);
  }

  void finish() {
    Kernel& kernel = stage_.kernel;
    erase_if(kernel.temporaries, [&](const TensorDeclaration& each) { return closed_.count(each.name) > 0; });
    for (TensorDeclaration& tensor : declared_) kernel.temporaries.push_back(std::move(tensor));
    kernel.statement.rhs = replaced(kernel.statement.rhs, replacing_);
  }

 private:
  Stage& stage_;
  std::vector<const Access*> written_;  // accesses as the statement has them,
  std::vector<Access> copies_;          // and the copies that replace some of them
  Accesses discordant_;
  std::set<std::string> closed_;  // temporaries whose storage order was open
  Replacing replacing_;
  std::vector<TensorDeclaration> declared_;
  std::map<std::string, std::size_t> made_;  // positions in `declared_`
};

std::string copy_suffix(const Convert& command) {
  std::string indices;
  for (const std::string& index : command.indices) indices += index;
  return indices;
}

// A name that no statement uses.
std::string fresh_name(const std::vector<Converter>& statements, const std::string& base) {
  for (int n = 1;; ++n) {
    std::string name = n == 1 ? base : base + std::to_string(n);
    const auto has_it = [&](const Converter& statement) { return statement.is_taken(name); };
    if (std::none_of(statements.begin(), statements.end(), has_it)) return name;
  }
}

bool has_its_own(const Converter& statement, const Access& access, const Commands& commands) {
  return std::any_of(commands.begin(), commands.end(), [&](const Command& command) {
    const Convert* convert = std::get_if<Convert>(&command);
    return convert && !convert->of.empty() && convert->of == statement.fills() && convert->access == access;
  });
}

// The statement that the command names. Otherwise the statements that read the operand and whose loop order is
// discordant with it; if there are none, all that read it. The last statement if none reads it.
std::vector<Converter*> statements_for(const Convert& wanted, std::vector<Converter>& statements,
                                       const Commands& commands) {
  std::vector<Converter*> reading, discordant;
  for (Converter& statement : statements) {
    if (!wanted.of.empty() && wanted.of == statement.fills()) return {&statement};
    if (!statement.reads(wanted.access) || has_its_own(statement, wanted.access, commands)) continue;
    reading.push_back(&statement);
    if (statement.is_discordant(wanted.access)) discordant.push_back(&statement);
  }
  if (reading.empty()) return {&statements.back()};
  return discordant.empty() ? reading : discordant;
}

bool is_precomputed_in(const std::vector<Stage>& computed, const Kernel& kernel, const std::string& tensor) {
  return is_made_in(computed, tensor) && !kernel.is_assigned_earlier(tensor);
}

// The loops around an assignment with nothing else in them.
LoopOrder loops_around(const cin::Stmt& stmt) {
  LoopOrder loops;
  for (const cin::Forall* loop = stmt.as<cin::Forall>(); loop; loop = loop->body[0].as<cin::Forall>())
    loops.push_back(loop->index);
  return loops;
}

// Finds statements that add to workspaces and can walk their operands as stored.
class AsStored {
 public:
  AsStored(const Kernel& kernel, const std::vector<Conversion>& conversions,
           const std::function<bool(const Conversion&)>& kept)
      : kernel_(kernel) {
    // A copy of the result's old value stays: by then the result may have been overwritten.
    for (const Conversion& conversion : conversions)
      if (!kept(conversion) && conversion.original.tensor != kernel.result().name)
        candidates_.emplace(conversion.converted, conversion);
  }

  cin::Stmt run(const cin::Stmt& body) {
    collect(body);
    // A copy that one statement needs exists for all. A statement that needs one copy also keeps the others it reads.
    for (bool is_settled = false; !is_settled;) {
      is_settled = true;
      for (const Accesses& together : together_) {
        const auto remain = [&](const Access& each) { return candidates_.count(each) > 0; };
        if (std::all_of(together.begin(), together.end(), remain)) continue;
        for (const Access& each : together) is_settled = candidates_.erase(each) == 0 && is_settled;
      }
    }
    return candidates_.empty() ? body : rewritten(body);
  }
  bool is_needless(const Conversion& conversion) const { return candidates_.count(conversion.converted) > 0; }
  std::vector<Conversion> needless() const {
    std::vector<Conversion> found;
    for (const auto& [access, conversion] : candidates_) found.push_back(conversion);
    return found;
  }

 private:
  void collect(const cin::Stmt& stmt) {
    if (candidates_.empty()) return;
    match(
        stmt,
        [&](const cin::Assign& assign) {
          for (const Access* access : accesses_in(assign.rhs)) candidates_.erase(*access);
        },
        [&](const cin::Forall& loop) {
          const Accesses read = added_alone(stmt);
          if (read.empty()) return collect(loop.body[0]);
          together_.push_back(read);
        },
        [&](const cin::Where& node) {
          for (const cin::Stmt& part : node.parts) collect(part);
        },
        [&](const cin::Sequence& node) {
          for (const cin::Stmt& part : node.statements) collect(part);
        });
  }

  // The converted operands of a statement that may read them in any order, the same for all; empty for other
  // statements. Its other operands must be dense and located by the indices of that order.
  Accesses added_alone(const cin::Stmt& stmt) const {
    const cin::Assign* assign = cin::assignment_in(stmt);
    if (!assign || assign->op != AssignOp::add || assign->lhs.tensor == kernel_.result().name) return {};
    const LoopOrder around = loops_around(stmt);
    const std::vector<std::string>& filled = assign->lhs.indices;
    if (!std::is_permutation(around.begin(), around.end(), filled.begin(), filled.end())) return {};
    Accesses read;
    std::set<std::string> found_by;
    std::optional<LoopOrder> loops;
    for (const Access* each : accesses_in(assign->rhs)) {
      const Access& access = *each;
      const auto candidate = candidates_.find(access);
      if (candidate == candidates_.end()) {
        if (!is_full(Expr(access), access.indices, kernel_)) return {};
        found_by.insert(access.indices.begin(), access.indices.end());
        continue;
      }
      const LoopOrder own = producing_loops(kernel_, candidate->second);
      if (loops.value_or(own) != own ||
          !std::is_permutation(filled.begin(), filled.end(), access.indices.begin(), access.indices.end()))
        return {};
      loops = own;
      read.insert(candidate->first);
    }
    if (!loops) return {};
    const bool finds_all =
        std::all_of(found_by.begin(), found_by.end(), [&](const std::string& index) { return has(*loops, index); });
    return finds_all ? read : Accesses();
  }

  cin::Stmt rewritten(const cin::Stmt& stmt) const {
    return match(
        stmt, [&](const cin::Assign&) { return stmt; },
        [&](const cin::Forall& loop) {
          const Accesses read = added_alone(stmt);
          if (!read.empty()) {
            const cin::Assign& assign = *cin::assignment_in(stmt);
            Replacing originals;
            for (const Access& each : read) originals.emplace(each, candidates_.at(each).original);
            return cin::forall(producing_loops(kernel_, candidates_.at(*read.begin())),
                               cin::Assign{assign.lhs, assign.op, replaced(assign.rhs, originals)});
          }
          cin::Forall copy = loop;
          copy.body[0] = rewritten(loop.body[0]);
          return cin::Stmt(std::move(copy));
        },
        [&](const cin::Where& node) {
          cin::Where copy = node;
          for (cin::Stmt& part : copy.parts) part = rewritten(part);
          return cin::Stmt(std::move(copy));
        },
        [&](const cin::Sequence& node) {
          cin::Sequence copy = node;
          for (cin::Stmt& part : copy.statements) part = rewritten(part);
          return cin::Stmt(std::move(copy));
        });
  }

  const Kernel& kernel_;
  std::map<Access, Conversion, Before> candidates_;  // by the copy
  std::vector<Accesses> together_;                   // copies that one statement reads
};

}  // namespace

std::vector<Conversion> convert_operands(const Kernel& kernel, const Kernel& in_blocks, std::vector<Stage>& computed,
                                         const Commands& commands) {
  std::vector<Converter> statements;
  for (Stage& stage : computed) statements.emplace_back(stage, commands);
  std::vector<Conversion> conversions;
  std::set<std::string> names;
  std::map<std::string, std::string> name_of;  // equal copies share a name
  const ValueType of_statement = computation_type(kernel);
  for (const Command& command : commands) {
    const Pack* pack = std::get_if<Pack>(&command);
    const std::optional<Convert> packed = pack ? std::optional(panels(kernel, in_blocks, *pack)) : std::nullopt;
    const Convert* convert = packed ? &*packed : std::get_if<Convert>(&command);
    if (!convert) continue;
    if (is_precomputed_in(computed, kernel, convert->access.tensor))
      refuse(kernel, command,
             "a precomputed temporary is stored in the order of its indices: change their order in `precompute`");
    const std::vector<Converter*> converted = statements_for(*convert, statements, commands);
    std::string& name = name_of[pack ? print(command) : print(Command(Convert{convert->access, convert->indices}))];
    const bool is_new = name.empty();
    if (is_new) name = converted.front()->stands_for(convert->access);
    if (name.empty() || (is_new && names.count(name)))
      name = fresh_name(statements, convert->access.tensor + "_" + (pack ? "panels" : copy_suffix(*convert)));
    names.insert(name);
    // Statements that read the copy may compute in other types.
    const TensorDeclaration* operand = kernel.earlier.empty() ? nullptr : kernel.find(convert->access.tensor);
    std::optional<Conversion> conversion;
    for (Converter* statement : converted)
      conversion = statement->convert(*convert, name, operand ? operand->value : of_statement);
    if (is_new) conversions.push_back(*conversion);
  }
  for (Converter& statement : statements) statement.finish();
  return conversions;
}

LoopOrder producing_loops(const Kernel& kernel, const Conversion& conversion) {
  LoopOrder loops;
  for (const LevelSpec& level : kernel.tensor(conversion.original.tensor).format->levels) {
    const std::string& index = conversion.original.indices[static_cast<std::size_t>(level.mode)];
    if (!has(loops, index)) loops.push_back(index);
  }
  return loops;
}

Expr unconverted(const Expr& rhs, const std::vector<Conversion>& conversions) {
  Replacing originals;
  for (const Conversion& conversion : conversions) originals.emplace(conversion.converted, conversion.original);
  return replaced(rhs, originals);
}

// A dense original can be read in any order, so its copy is written sequentially.
cin::Stmt with_conversion(const Kernel& kernel, const Conversion& conversion, cin::Stmt body) {
  const bool is_dense = kernel.tensor(conversion.original.tensor).format->is_dense();
  cin::Stmt producer =
      cin::forall(is_dense ? blocks_first(conversion.converted.indices, kernel) : producing_loops(kernel, conversion),
                  cin::Assign{conversion.converted, AssignOp::set, Expr(conversion.original)});
  return cin::Where{conversion.converted, ReduceOp::sum, true, {std::move(body), std::move(producer)}};
}

cin::Stmt drop_unneeded_copies(const cin::Stmt& body, Kernel& kernel, std::vector<Conversion>& conversions,
                               const std::function<bool(const Conversion&)>& kept) {
  AsStored as_stored(kernel, conversions, kept);
  cin::Stmt result = as_stored.run(body);
  const std::vector<Conversion> needless = as_stored.needless();
  if (needless.empty()) return result;
  kernel.statement.rhs = unconverted(kernel.statement.rhs, needless);
  std::set<std::string> names;
  for (const Conversion& conversion : needless) names.insert(conversion.converted.tensor);
  erase_if(kernel.temporaries, [&](const TensorDeclaration& each) { return names.count(each.name) > 0; });
  std::erase_if(conversions, [&](const Conversion& conversion) { return as_stored.is_needless(conversion); });
  return result;
}

}  // namespace scorchc::schedule
