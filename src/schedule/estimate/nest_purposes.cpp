#include "schedule/estimate/nest_purposes.h"

#include <algorithm>
#include <map>

#include "support/match.h"

namespace scorchc::schedule {
namespace {

struct AssignedNest {
  const cin::Forall* loop;
  std::string target;  // the tensor that it assigns
};

const cin::Assign* last_assignment(const cin::Stmt& stmt) {
  return match(
      stmt, [](const cin::Assign& assign) { return &assign; },
      [](const cin::Forall& loop) { return last_assignment(loop.body[0]); },
      [](const cin::Where& where) { return last_assignment(where.consumer()); },
      [](const cin::Sequence& sequence) { return last_assignment(sequence.statements.back()); });
}

void add_assigned_nests(const cin::Stmt& stmt, std::vector<AssignedNest>& nests) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) { nests.push_back({&loop, last_assignment(loop.body[0])->lhs.tensor}); },
      [&](const cin::Where& where) {
        if (!cin::converted_operand(where)) add_assigned_nests(where.producer(), nests);
        add_assigned_nests(where.consumer(), nests);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) add_assigned_nests(part, nests);
      });
}

bool sets_to_zero(const cin::Stmt& stmt) {
  if (const cin::Forall* loop = stmt.as<cin::Forall>()) return sets_to_zero(loop->body[0]);
  const cin::Assign* assign = stmt.as<cin::Assign>();
  return assign && assign->op == AssignOp::set && assign->rhs == literal(0);
}

// The value that the statement assigns, with the temporaries inside it replaced by what fills them.
Expr assigned_value(const cin::Stmt& stmt) {
  return match(
      stmt, [](const cin::Assign& assign) { return assign.rhs; },
      [](const cin::Forall& loop) { return assigned_value(loop.body[0]); },
      [](const cin::Where& where) {
        const Expr filled = assigned_value(where.producer());
        return rewrite(assigned_value(where.consumer()), [&](const Expr& expr) {
          const Access* access = expr.as<Access>();
          return access && access->tensor == where.temporary.tensor ? filled : expr;
        });
      },
      [](const cin::Sequence& sequence) { return assigned_value(sequence.statements.back()); });
}

std::string purpose_of(const AssignedNest& nest, int computing) {
  constexpr std::size_t longest = 60;  // a longer addend is not printed
  const cin::Stmt& body = nest.loop->body[0];
  if (sets_to_zero(body)) return "sets " + nest.target + " to zero";
  if (computing == 1) return "computes " + nest.target;
  const std::string addend = print(assigned_value(body));
  return addend.size() <= longest ? "adds " + addend : "adds to " + nest.target;
}

}  // namespace

std::vector<NestPurpose> nest_purposes(const cin::Stmt& body) {
  std::vector<AssignedNest> nests;
  add_assigned_nests(body, nests);
  std::map<std::string, int> computing;  // number of nests that compute a tensor, by its name
  for (const AssignedNest& nest : nests) computing[nest.target] += sets_to_zero(nest.loop->body[0]) ? 0 : 1;
  std::vector<NestPurpose> purposes;
  for (const AssignedNest& nest : nests)
    purposes.push_back({nest.loop, nests.size() == 1 ? std::string() : purpose_of(nest, computing[nest.target])});
  return purposes;
}

}  // namespace scorchc::schedule
