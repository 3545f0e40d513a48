#include "lower/reroll_operands.h"

#include <algorithm>
#include <functional>

#include "lower/operand_table.h"
#include "support/words.h"

namespace scorchc::lower {
namespace {

// Fewer statements are as short written out.
constexpr std::size_t least_rolled = 3;

// Replaces the n-th number of the statement by `put(n)`. Returns the numbers in order.
std::vector<Literal> replace_numbers(cin::Stmt& stmt, const std::function<Expr(std::size_t)>& put) {
  std::vector<Literal> numbers;
  stmt = rewritten(stmt, [&](const Expr& expr) {
    const Literal* number = expr.as<Literal>();
    if (!number || !number->stored) return expr;
    numbers.push_back(*number);
    return put(numbers.size() - 1);
  });
  return numbers;
}

cin::Stmt without_numbers(cin::Stmt stmt) {
  replace_numbers(stmt, [](std::size_t) { return literal(0); });
  return stmt;
}

// -x as -1 * x, and x as 1 * x, which are bitwise the same.
cin::Stmt with_sign_as_number(const cin::Stmt& stmt) {
  return cin::assignment_in(stmt) ? multiplied(literal(is_negative(stmt) ? -1 : 1), without_sign(stmt)) : stmt;
}

class Roller {
 public:
  Roller(Kernel& kernel, ValueType computation) : kernel_(kernel), computation_(computation) {}

  cin::Stmt rolled(const cin::Stmt& stmt) {
    return match(
        stmt, [&](const cin::Assign&) { return stmt; },
        [&](const cin::Forall& loop) {
          cin::Forall copy = loop;
          copy.body[0] = rolled(loop.body[0]);
          return cin::Stmt(std::move(copy));
        },
        [&](const cin::Where& node) {
          cin::Where copy = node;
          copy.parts = {rolled(node.consumer()), rolled(node.producer())};
          return cin::Stmt(std::move(copy));
        },
        [&](const cin::Sequence& node) { return cin::Stmt(rolled(node)); });
  }

 private:
  using Statements = std::vector<cin::Stmt>;

  cin::Sequence rolled(const cin::Sequence& node) {
    cin::Sequence result;
    for (std::size_t first = 0; first < node.statements.size();) {
      Statements alike = run_of_alike(node.statements, first, [](const cin::Stmt& stmt) { return stmt; });
      // If signs alternate, they become numbers, too.
      if (alike.size() < least_rolled) {
        Statements with_signs = run_of_alike(node.statements, first, with_sign_as_number);
        if (with_signs.size() >= least_rolled) alike = std::move(with_signs);
      }
      first += alike.size();
      if (alike.size() < least_rolled)
        for (const cin::Stmt& each : alike) result.statements.push_back(rolled(each));
      else
        result.statements.push_back(all_in_one(alike));
    }
    return result;
  }

  template <class Form>
  Statements run_of_alike(const Statements& all, std::size_t first, const Form& form) const {
    Statements alike = {form(all[first])};
    for (std::size_t n = first + 1; n < all.size(); ++n) {
      cin::Stmt next = form(all[n]);
      if (!alpha_equivalent(alike[0], next)) break;
      alike.push_back(std::move(next));
    }
    return alike;
  }

  bool alpha_equivalent(const cin::Stmt& a, const cin::Stmt& b) const {
    if (!assignment_in(a) || !assignment_in(b)) return false;
    const TensorNames of_a = tensors_of(a), of_b = tensors_of(b);
    return of_a != of_b && of_a.size() == of_b.size() &&
           std::equal(of_a.begin(), of_a.end(), of_b.begin(),
                      [&](const auto& x, const auto& y) {
                        return x == y || alpha_equivalent(kernel_.find(x), kernel_.find(y));
                      }) &&
           without_numbers(renamed(b, of_b, of_a)) == without_numbers(a);
  }
  // Only parameters can be in a table.
  bool alpha_equivalent(const TensorDeclaration* a, const TensorDeclaration* b) const {
    return is_parameter(kernel_, a) && is_parameter(kernel_, b) && have_equal_format(*a, *b);
  }

  cin::Stmt all_in_one(const Statements& alike) {
    const TensorNames operands = tensors_of(alike[0]);
    std::vector<TensorNames> of_each;
    for (const cin::Stmt& stmt : alike) of_each.push_back(tensors_of(stmt));
    TensorNames names;
    for (std::size_t n = 0; n < operands.size(); ++n) {
      TensorNames column;
      for (const TensorNames& tensors : of_each) column.push_back(tensors[n]);
      const bool is_shared =
          std::all_of(column.begin(), column.end(), [&](const auto& name) { return name == column[0]; });
      names.push_back(is_shared ? operands[n] : table_entry(kernel_, column));
    }
    std::vector<std::vector<Literal>> numbers;
    for (cin::Stmt stmt : alike) numbers.push_back(replace_numbers(stmt, [](std::size_t) { return literal(0); }));
    cin::Stmt result = renamed(alike[0], operands, names);
    replace_numbers(result, [&](std::size_t n) {
      std::vector<Literal> column;
      for (const std::vector<Literal>& row : numbers) column.push_back(row[n]);
      const bool is_shared =
          std::all_of(column.begin(), column.end(), [&](const auto& number) { return number == column[0]; });
      return is_shared ? Expr(column[0]) : table_entry(kernel_, std::move(column), computation_);
    });
    return result;
  }

  Kernel& kernel_;
  const ValueType computation_;
};

}  // namespace

cin::Program reroll_operands(const cin::Program& program) {
  cin::Program result = program;
  // The statement of `split` may still name copies that have been joined.
  result.body = Roller(result.split, computation_type(program.kernel)).rolled(program.body);
  return result;
}

}  // namespace scorchc::lower
