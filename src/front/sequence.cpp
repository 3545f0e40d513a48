// Groups statements into kernels, and unifies the indices of each kernel's statements.
#include "front/sequence.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "front/check_statement.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::front {
namespace {

// Disjoint sets of the numbers 0 .. count - 1 (union-find). The smallest member represents its set.
class Classes {
 public:
  explicit Classes(std::size_t count) : leaders_(count) { std::iota(leaders_.begin(), leaders_.end(), std::size_t{0}); }
  std::size_t of(std::size_t member) const {
    while (leaders_[member] != member) member = leaders_[member];
    return member;
  }
  void join(std::size_t a, std::size_t b) { leaders_[std::max(of(a), of(b))] = std::min(of(a), of(b)); }

 private:
  std::vector<std::size_t> leaders_;
};

std::optional<Span> first_use(const Statement& statement, const std::string& tensor) {
  std::optional<Span> found;
  rewrite(statement.rhs, [&](const Expr& expr) {
    const Access* access = expr.as<Access>();
    if (access && access->tensor == tensor && !found) found = expr.span();
    return expr;
  });
  return found;
}

Place place_of(const Statement& statement) { return {statement.source, statement.lhs_span}; }

void check_assigned_once(const Statements& statements) {
  std::set<std::string> assigned;
  for (const Statement& statement : statements)
    if (!assigned.insert(statement.lhs.tensor).second)
      fail(Code::temporary, place_of(statement),
           "`" + statement.lhs.tensor + "` is already assigned by an earlier statement",
           "use another name, or combine both right-hand sides in one statement");
}

void check_temporary(const Statements& statements, std::size_t at) {
  const Statement& statement = statements[at];
  const std::string& tensor = statement.lhs.tensor;
  if (statement.op != AssignOp::set)
    fail(Code::temporary, place_of(statement),
         "`" + tensor + "` is used by a later statement, so it is a temporary and has no old value for `" +
             std::string(name(statement.op)) + "` to update",
         "use `=`");
  for (std::size_t n = 0; n <= at; ++n)
    if (const std::optional<Span> use = first_use(statements[n], tensor))
      fail(Code::temporary, {statements[n].source, *use}, "`" + tensor + "` is used before it is assigned",
           "assign the temporary before its uses; give an operand of the kernel another name");
}

// The result may be an operand only of the last statement, which then updates it.
void check_result(const Statements& statements) {
  const std::string& tensor = statements.back().lhs.tensor;
  for (std::size_t n = 0; n + 1 < statements.size(); ++n)
    if (const std::optional<Span> use = first_use(statements[n], tensor))
      fail(Code::temporary, {statements[n].source, *use}, "`" + tensor + "` is used before it is assigned",
           "use another name for the result");
}

}  // namespace

void check_kernel(const Statements& statements) {
  check_assigned_once(statements);
  for (std::size_t at = 0; at + 1 < statements.size(); ++at) {
    const std::string& tensor = statements[at].lhs.tensor;
    const bool is_used = std::any_of(statements.begin() + static_cast<std::ptrdiff_t>(at) + 1, statements.end(),
                                     [&](const Statement& later) { return first_use(later, tensor).has_value(); });
    if (!is_used)
      fail(Code::needs_sequence, place_of(statements[at]),
           "no later statement uses `" + tensor + "`, so the kernel would have two results, `" + tensor + "` and `" +
               statements.back().lhs.tensor + "`",
           "write two kernels, each with the statements that its result needs");
    check_temporary(statements, at);
  }
  check_result(statements);
}

std::vector<Statements> connected(const Statements& statements) {
  check_assigned_once(statements);
  std::map<std::string, std::size_t> assigned;
  Classes classes(statements.size());
  for (std::size_t n = 0; n < statements.size(); ++n) {
    for (const Access& access : accesses(statements[n].rhs))
      if (const auto by = assigned.find(access.tensor); by != assigned.end()) classes.join(by->second, n);
    assigned[statements[n].lhs.tensor] = n;
  }
  std::vector<Statements> kernels;
  for (std::size_t last = 0; last < statements.size(); ++last) {
    Statements kernel;
    bool is_last = true;
    for (std::size_t n = 0; n < statements.size(); ++n) {
      if (classes.of(n) != classes.of(last)) continue;
      kernel.push_back(statements[n]);
      is_last = n <= last;
    }
    if (!is_last) continue;
    check_kernel(kernel);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

namespace {

class Unifier {
 public:
  explicit Unifier(const Statements& statements) : statements_(statements), classes_(0) {
    for (const Statement& statement : statements) {
      indices_.push_back(collect_indices(statement));
      reserved_.insert(indices_.back().begin(), indices_.back().end());
      for (const TensorUse& use : collect_tensors(statement)) reserved_.insert(use.name);
      firsts_.push_back(count_);
      count_ += indices_.back().size();
    }
    classes_ = Classes(count_);
    join_modes();
  }

  UnifiedIndices run() {
    result_.names.resize(statements_.size());
    for (std::size_t n = statements_.size(); n-- > 0;) name_indices(n);
    for (std::size_t n = 0; n < statements_.size(); ++n)
      result_.statements.push_back(renamed(statements_[n], result_.names[n]));
    return std::move(result_);
  }

 private:
  std::size_t slot(std::size_t statement, const std::string& index) const {
    const std::vector<std::string>& all = indices_[statement];
    return firsts_[statement] + static_cast<std::size_t>(std::find(all.begin(), all.end(), index) - all.begin());
  }

  // Indices that iterate the same mode of a tensor have the same extent.
  void join_modes() {
    std::map<std::pair<std::string, std::size_t>, std::size_t> modes;
    for (std::size_t n = 0; n < statements_.size(); ++n) {
      std::vector<Access> all = accesses(statements_[n].rhs);
      all.push_back(statements_[n].lhs);
      for (const Access& access : all)
        for (std::size_t mode = 0; mode < access.indices.size(); ++mode) {
          const std::size_t own = slot(n, access.indices[mode]);
          classes_.join(own, modes.try_emplace({access.tensor, mode}, own).first->second);
        }
    }
  }

  // Names the indices of statement n. Statements are processed from the last to the first. An index keeps the user's
  // name unless another class of indices already has it.
  void name_indices(std::size_t n) {
    std::map<std::string, std::string>& names = result_.names[n];
    std::set<std::string> used;
    for (const std::string& index : indices_[n])
      if (has(class_names_[classes_.of(slot(n, index))], index)) used.insert(names[index] = index);
    for (const std::string& index : indices_[n]) {
      if (names.count(index)) continue;
      std::vector<std::string>& of_class = class_names_[classes_.of(slot(n, index))];
      const auto unused =
          std::find_if(of_class.begin(), of_class.end(), [&](const std::string& each) { return !used.count(each); });
      if (unused != of_class.end()) {
        used.insert(names[index] = *unused);
        continue;
      }
      names[index] = taken_.count(index) ? fresh(index) : index;
      taken_.insert(names[index]);
      used.insert(names[index]);
      if (!of_class.empty()) result_.same_as[names[index]] = of_class.front();
      of_class.push_back(names[index]);
    }
  }

  std::string fresh(const std::string& index) {
    for (int number = 2;; ++number) {
      std::string name = index + std::to_string(number);
      if (reserved_.insert(name).second) return name;
    }
  }

  static Statement renamed(Statement statement, const std::map<std::string, std::string>& names) {
    const auto rename = [&](std::vector<std::string> indices) {
      for (std::string& index : indices) index = names.at(index);
      return indices;
    };
    statement.lhs.indices = rename(std::move(statement.lhs.indices));
    statement.rhs = rewrite(statement.rhs, [&](const Expr& expr) {
      if (const Access* access = expr.as<Access>())
        return Expr(Access{access->tensor, rename(access->indices)}, expr.span());
      if (const Reduce* node = expr.as<Reduce>())
        return reduce(node->op, rename(node->indices), node->body[0], expr.span());
      return expr;
    });
    return statement;
  }

  const Statements& statements_;
  std::vector<std::vector<std::string>> indices_;  // for each statement
  std::vector<std::size_t> firsts_;                // for each statement, the slot of its first index
  std::size_t count_ = 0;
  Classes classes_;
  std::map<std::size_t, std::vector<std::string>> class_names_;
  std::set<std::string> reserved_, taken_;
  UnifiedIndices result_;
};

}  // namespace

UnifiedIndices unify_indices(const Statements& statements) {
  UnifiedIndices unified = Unifier(statements).run();
  // A single statement needs no relations: each index occurs in an operand or the result, which determines its extent.
  if (statements.size() == 1) unified.same_as.clear();
  return unified;
}

}  // namespace scorchc::front
