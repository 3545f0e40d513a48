// Builds, prints, verifies and queries concrete index notation.
#include "ir/cin.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "support/words.h"

namespace scorchc::cin {
namespace {

std::string indent(int depth) { return std::string(static_cast<std::size_t>(depth) * 2, ' '); }

void print_into(std::string& out, const Stmt& stmt, int depth) {
  match(
      stmt,
      [&](const Assign& assign) {
        out += indent(depth) + print(assign.lhs) + " " + std::string(name(assign.op)) + " " + print(assign.rhs) + "\n";
      },
      [&](const Forall& loop) {
        out += indent(depth) + heading(loop) + "\n";
        print_into(out, loop.body[0], depth + 1);
      },
      [&](const Where& node) {
        out += indent(depth) + "where " + print(node.temporary) + "\n";
        print_into(out, node.producer(), depth + 1);
        out += indent(depth) + "in\n";
        print_into(out, node.consumer(), depth + 1);
      },
      [&](const Sequence& node) {
        for (const Stmt& part : node.statements) print_into(out, part, depth);
      });
}

void collect_indices(const Stmt& stmt, std::vector<std::string>& found) {
  const auto add = [&](const std::string& index) {
    if (std::find(found.begin(), found.end(), index) == found.end()) found.push_back(index);
  };
  match(
      stmt,
      [&](const Assign& assign) {
        for (const std::string& index : assign.lhs.indices) add(index);
        for (const std::string& index : free_indices(assign.rhs)) add(index);
      },
      [&](const Forall& loop) { collect_indices(loop.body[0], found); },
      [&](const Where& node) {
        collect_indices(node.consumer(), found);
        collect_indices(node.producer(), found);
      },
      [&](const Sequence& node) {
        for (const Stmt& part : node.statements) collect_indices(part, found);
      });
}

// Calls `action` for the statement and every nested one, outermost first, producers before consumers.
template <class Action>
void visit(const Stmt& stmt, const Action& action) {
  action(stmt);
  match(
      stmt, [](const Assign&) {}, [&](const Forall& loop) { visit(loop.body[0], action); },
      [&](const Where& node) {
        visit(node.producer(), action);
        visit(node.consumer(), action);
      },
      [&](const Sequence& node) {
        for (const Stmt& part : node.statements) visit(part, action);
      });
}

Stmt numbered_from(const Stmt& stmt, int& last) {
  return match(
      stmt, [&](const Assign&) { return stmt; },
      [&](const Forall& loop) -> Stmt {
        Forall copy = loop;
        copy.origin.number = ++last;
        copy.body[0] = numbered_from(loop.body[0], last);
        return copy;
      },
      [&](const Where& node) -> Stmt {
        Where copy = node;
        for (std::size_t part = copy.parts.size(); part-- > 0;)
          copy.parts[part] = numbered_from(node.parts[part], last);
        return copy;
      },
      [&](const Sequence& node) -> Stmt {
        Sequence copy = node;
        for (Stmt& part : copy.statements) part = numbered_from(part, last);
        return copy;
      });
}

class CinVerifier {
 public:
  explicit CinVerifier(const Kernel& kernel) : kernel_(kernel) {}

  void check(const Stmt& stmt) {
    match(
        stmt, [&](const Assign& assign) { check_assign(assign); },
        [&](const Forall& loop) {
          if (loop.body.size() != 1) return fail_with("a forall does not have exactly one body");
          if (!loop.fused_as.empty() && !loop.body[0].as<Forall>())
            return fail_with("the body of a fused forall is not a forall");
          if (!bound_.insert(loop.index).second) return fail_with("index `" + loop.index + "` is bound twice");
          check(loop.body[0]);
          bound_.erase(loop.index);
        },
        [&](const Where& node) {
          if (node.parts.size() != 2) return fail_with("a where does not have exactly one consumer and one producer");
          const std::string& name = node.temporary.tensor;
          if (is_declared(name) == node.temporary.indices.empty() || kernel_.result().name == name ||
              !temporaries_.insert(name).second)
            return fail_with("temporary `" + name + "` has a name in use, or is declared with other indices");
          check(node.producer());
          check(node.consumer());
          temporaries_.erase(name);
        },
        [&](const Sequence& node) {
          for (const Stmt& part : node.statements) check(part);
        });
  }
  const std::string& problem() const { return problem_; }

 private:
  // Temporaries with indices are declared in Kernel::temporaries; scalars only occur in their `where`.
  bool is_declared(const std::string& name) const { return kernel_.temporaries.find(name) != nullptr; }
  void fail_with(std::string text) {
    if (problem_.empty()) problem_ = std::move(text);
  }

  void check_assign(const Assign& assign) {
    check_access(assign.lhs);
    if (assign.lhs.tensor != kernel_.result().name && !temporaries_.count(assign.lhs.tensor))
      fail_with("`" + assign.lhs.tensor + "` is assigned, but is neither the result nor a temporary in scope");
    check_expr(assign.rhs);
  }

  void check_expr(const Expr& expr) {
    match(
        expr, [&](const Access& access) { check_access(access); }, [](const Literal&) {},
        [&](const Apply& node) {
          if (static_cast<int>(node.operands.size()) != info(node.op).arity)
            fail_with("an operator with the wrong number of operands");
          for (const Expr& operand : node.operands) check_expr(operand);
        },
        [&](const Reduce&) { fail_with("a reduction is left in CIN"); },
        [&](const Equal& node) {
          check_bound(node.left);
          check_bound(node.right);
        });
  }

  void check_access(const Access& access) {
    for (const std::string& index : access.indices) check_bound(index);
    const TensorDeclaration* tensor = kernel_.find(access.tensor);
    if (tensor == nullptr) {
      if (!temporaries_.count(access.tensor)) fail_with("`" + access.tensor + "` is not a tensor in scope");
    } else if (tensor->order != static_cast<int>(access.indices.size())) {
      fail_with("`" + print(access) + "` does not have the order of its tensor");
    } else if (!tensor->format) {
      fail_with("`" + access.tensor + "` has no format");
    }
  }
  void check_bound(const std::string& index) {
    if (!bound_.count(index) && !is_derived(index)) fail_with("index `" + index + "` is not bound by a forall");
  }

  // A blocked index is bound by its own loop, or by the loops over its parts; its parts are bound by its loop.
  bool is_whole(const std::string& index) const {
    if (bound_.count(index)) return true;
    return std::any_of(bound_.begin(), bound_.end(), [&](const std::string& part) {
      const auto it = kernel_.indices.find(part);
      return it != kernel_.indices.end() && it->second.block_of == index && it->second.part == BlockPart::inner;
    });
  }
  bool is_derived(const std::string& index) const {
    const auto it = kernel_.indices.find(index);
    return is_whole(it == kernel_.indices.end() || it->second.block_of.empty() ? index : it->second.block_of);
  }

  const Kernel& kernel_;
  std::set<std::string> bound_;
  std::set<std::string> temporaries_;
  std::string problem_;
};

}  // namespace

std::string heading(const Forall& loop) {
  std::string reads;
  for (const Read& each : loop.reads) reads += ", " + std::string(name(each.reading)) + " " + print(each.access);
  std::string ahead;
  for (const Prefetched& each : loop.prefetches)
    ahead += ", prefetch " + std::to_string(each.distance) + " ahead" + (each.always ? "" : " if large") + ": " +
             print(each.access);
  return std::string(!loop.parallel                      ? ""
                     : loop.partition == Partition::work ? "parallel "
                                                         : "parallel by iterations ") +
         (loop.vector ? "vector " : "") + (loop.unroll > 1 ? "unroll " + std::to_string(loop.unroll) + " " : "") +
         (loop.fused_as.empty() ? "" : "fused ") + "forall " + loop.index + reads + ahead;
}

namespace {

std::vector<std::string> read_so(const Forall& loop, const auto& is_so) {
  std::vector<std::string> found;
  for (const Read& each : loop.reads)
    if (is_so(each.reading)) found.push_back(print(each.access));
  return found;
}

}  // namespace

std::vector<std::string> read_by(const Forall& loop, Reading reading) {
  return read_so(loop, [&](Reading each) { return each == reading; });
}

std::vector<std::string> located_by(const Forall& loop) {
  return read_so(loop, [](Reading each) { return scorchc::locates(each); });
}

bool locates(const Forall& loop, const Access& access) {
  return std::any_of(loop.reads.begin(), loop.reads.end(),
                     [&](const Read& each) { return scorchc::locates(each.reading) && each.access == access; });
}

const std::string& name_of(const Forall& loop) { return loop.fused_as.empty() ? loop.index : loop.fused_as; }

const Stmt& inside(const Forall& loop) {
  return loop.fused_as.empty() ? loop.body[0] : loop.body[0].as<Forall>()->body[0];
}

Forall with_inside(const Forall& loop, Stmt body) {
  Forall result = loop;
  if (loop.fused_as.empty()) {
    result.body[0] = std::move(body);
  } else {
    Forall inner = *loop.body[0].as<Forall>();
    inner.body[0] = std::move(body);
    result.body[0] = std::move(inner);
  }
  return result;
}

Stmt forall(std::string index, Stmt body) { return Stmt(Forall{std::move(index), {std::move(body)}, false}); }

Stmt forall(const std::vector<std::string>& indices, Stmt body) {
  for (auto it = indices.rbegin(); it != indices.rend(); ++it) body = forall(*it, std::move(body));
  return body;
}

Stmt sequence(std::vector<Stmt> statements) {
  std::vector<Stmt> flat;
  for (Stmt& statement : statements) {
    if (const Sequence* inner = statement.as<Sequence>())
      flat.insert(flat.end(), inner->statements.begin(), inner->statements.end());
    else
      flat.push_back(std::move(statement));
  }
  return flat.size() == 1 ? flat.front() : Stmt(Sequence{std::move(flat)});
}

Stmt where(Access temporary, ReduceOp reduction, Stmt consumer, Stmt producer) {
  return Stmt(Where{std::move(temporary), reduction, false, {std::move(consumer), std::move(producer)}});
}

const Assign* assignment_in(const Stmt& stmt) {
  if (const Forall* loop = stmt.as<Forall>()) return assignment_in(loop->body[0]);
  return stmt.as<Assign>();
}

const Assign* single_assignment(const Stmt& stmt) {
  return match(
      stmt, [](const Assign& assign) { return &assign; },
      [](const Forall& loop) { return single_assignment(loop.body[0]); },
      [](const Where& where) { return single_assignment(where.consumer()); },
      [](const Sequence&) -> const Assign* { return nullptr; });
}

TemporaryKind kind_of(const Where& where) {
  if (where.temporary.indices.empty()) return TemporaryKind::scalar;
  return converted_operand(where) ? TemporaryKind::converted : TemporaryKind::workspace;
}

const Access* converted_operand(const Where& where) {
  const Assign* assign = where.distinct ? assignment_in(where.producer()) : nullptr;
  const Access* operand = assign ? assign->rhs.as<Access>() : nullptr;
  if (!operand || operand->indices.empty() || where.temporary.indices.empty()) return nullptr;
  return has_repeats(operand->indices) ? nullptr : operand;  // a diagonal is only a part of its operand
}

namespace {

// True if some loop reads the temporary with a protocol for which `is_so` holds.
bool reads(const Stmt& stmt, const Access& temporary, bool (*is_so)(Reading)) {
  const auto does = [&](const Stmt& part) { return reads(part, temporary, is_so); };
  return match(
      stmt, [](const Assign&) { return false; },
      [&](const Forall& loop) {
        const auto is_read = [&](const Read& each) { return is_so(each.reading) && each.access == temporary; };
        return std::any_of(loop.reads.begin(), loop.reads.end(), is_read) || does(loop.body[0]);
      },
      [&](const Where& inner) { return does(inner.producer()) || does(inner.consumer()); },
      [&](const Sequence& sequence) {
        return std::any_of(sequence.statements.begin(), sequence.statements.end(), does);
      });
}

}  // namespace

bool is_located(const Where& where) {
  return reads(where.consumer(), where.temporary, [](Reading each) { return scorchc::locates(each); });
}

bool is_masked(const Where& where) {
  return reads(where.consumer(), where.temporary, [](Reading each) { return each == Reading::masked; });
}

std::string_view name(TemporaryKind kind) {
  constexpr std::array<std::string_view, 3> names{"scalar", "workspace", "converted"};
  return names.at(static_cast<std::size_t>(kind));
}

Stmt numbered(const Stmt& stmt, int last) { return numbered_from(stmt, last); }

std::size_t count_of_loops(const Stmt& stmt) {
  return match(
      stmt, [](const Assign&) { return std::size_t{0}; },
      [](const Forall& loop) { return 1 + count_of_loops(loop.body[0]); },
      [](const Where& where) { return count_of_loops(where.producer()) + count_of_loops(where.consumer()); },
      [](const Sequence& sequence) {
        std::size_t count = 0;
        for (const Stmt& part : sequence.statements) count += count_of_loops(part);
        return count;
      });
}

std::string print(const Stmt& stmt) {
  std::string out;
  print_into(out, stmt, 0);
  return out;
}

std::string print(const Program& program) {
  std::string out;
  for (const TensorDeclaration& tensor : program.kernel.tensors) {
    out += "tensor " + tensor.name + ": " + (tensor.format ? print_short(*tensor.format) : "open");
    out += tensor.format_inferred ? "  # inferred\n" : "\n";
  }
  for (const TensorDeclaration& tensor : program.split.temporaries)
    out += "temporary " + tensor.name + ": " + print_short(*tensor.format) + "\n";
  return out + print(program.body);
}

std::string verify(const Program& program) {
  CinVerifier verifier(program.split);
  verifier.check(program.body);
  return verifier.problem();
}

std::vector<std::string> indices(const Stmt& stmt) {
  std::vector<std::string> found;
  collect_indices(stmt, found);
  return found;
}

std::vector<const Access*> operands_in(const Stmt& stmt) {
  std::vector<const Access*> found;
  const auto is_before = [](const Access* a, const Access* b) {
    return std::tie(a->tensor, a->indices) < std::tie(b->tensor, b->indices);
  };
  std::set<const Access*, decltype(is_before)> seen(is_before);
  visit(stmt, [&](const Stmt& part) {
    if (const Assign* assign = part.as<Assign>())
      for (const Access* access : accesses_in(assign->rhs))
        if (seen.insert(access).second) found.push_back(access);
  });
  return found;
}

std::vector<Access> operands(const Stmt& stmt) {
  std::vector<Access> found;
  for (const Access* access : operands_in(stmt)) found.push_back(*access);
  return found;
}

std::vector<const Where*> wheres_in(const Stmt& stmt) {
  std::vector<const Where*> found;
  visit(stmt, [&](const Stmt& part) {
    if (const Where* where = part.as<Where>()) found.push_back(where);
  });
  return found;
}

std::vector<Where> wheres(const Stmt& stmt) {
  std::vector<Where> found;
  for (const Where* where : wheres_in(stmt)) found.push_back(*where);
  return found;
}

namespace {

std::vector<std::string> in_storage_order(const Access& access, const Format& format) {
  std::vector<std::string> indices;
  for (const LevelSpec& level : format.levels) indices.push_back(access.indices[static_cast<std::size_t>(level.mode)]);
  return indices;
}

// True if the last level is sparse and stores its entries contiguously.
bool ends_in_entries(const Format& format) { return !is_dense(format.levels.back()) && !format.is_indexed_list(); }

// True if the positions of the first and the last entry are at most products of two extents. These do not overflow: an
// array is as long, or one extent is 0. A product of more extents may overflow even if nothing is stored.
bool has_known_ends(const Format& format) {
  int factors = 0;
  for (const LevelSpec& level : format.levels) {
    factors = is_dense(level) ? factors + 1 : 1;
    if (factors > 2) return false;
  }
  return true;
}

}  // namespace

const Access* moved_operand(const Stmt& stmt, const Kernel& split) {
  std::vector<std::string> loops;
  const Stmt* inside = &stmt;
  for (const Forall* loop = inside->as<Forall>(); loop; loop = inside->as<Forall>()) {
    const auto declared = split.indices.find(loop->index);
    if (declared != split.indices.end() && !declared->second.block_of.empty()) return nullptr;
    loops.push_back(loop->index);
    inside = &loop->body[0];
  }
  const Assign* assign = inside->as<Assign>();
  const Access* access = assign && assign->op == AssignOp::set ? assign->rhs.as<Access>() : nullptr;
  if (!access || access->indices.empty() || assign->lhs.tensor != split.result().name) return nullptr;
  const Format &from = *split.tensor(access->tensor).format, &to = *split.result().format;
  const bool is_in_order = in_storage_order(assign->lhs, to) == loops && in_storage_order(*access, from) == loops;
  return is_in_order && ends_in_entries(from) && ends_in_entries(to) && has_known_ends(from) ? access : nullptr;
}

}  // namespace scorchc::cin
