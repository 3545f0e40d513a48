#include "lower/join_copies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lower/operand_table.h"

namespace scorchc::lower {
namespace {

// Fewer statements are as short written out.
constexpr std::size_t least_joined = 3;

cin::Stmt assigning_to(const cin::Stmt& stmt, const Access& lhs) {
  return changed(stmt, [&](cin::Assign& assign) { assign.lhs = lhs; });
}

class Joiner {
 public:
  Joiner(Kernel& kernel, const cin::Stmt& body, ValueType computation) : kernel_(kernel), computation_(computation) {
    for (const cin::Where& where : cin::wheres(body))
      if (is_copy(where)) copies_.emplace(where.temporary.tensor, where);
    count_readers(body);
  }

  cin::Stmt joined(const cin::Stmt& stmt) {
    return match(
        stmt, [&](const cin::Assign&) { return stmt; },
        [&](const cin::Forall& loop) {
          cin::Forall copy = loop;
          copy.body[0] = joined(loop.body[0]);
          return cin::Stmt(std::move(copy));
        },
        [&](const cin::Where& node) { return joined(node); }, [&](const cin::Sequence& node) { return joined(node); });
  }

 private:
  // Whether it converts an operand to rows of entries, which a counting sort fills in any order.
  bool is_copy(const cin::Where& where) const {
    const Access* operand = cin::converted_operand(where);
    const TensorDeclaration* tensor = kernel_.find(where.temporary.tensor);
    return operand && tensor && is_dense(tensor->format->levels.front()) && !tensor->format->is_dense() &&
           is_parameter(kernel_, kernel_.find(operand->tensor));
  }

  void count_readers(const cin::Stmt& stmt) {
    match(
        stmt,
        [&](const cin::Assign& assign) {
          for (const Access& access : accesses(assign.rhs)) ++readers_[access.tensor];
        },
        [&](const cin::Forall& loop) { count_readers(loop.body[0]); },
        [&](const cin::Where& node) {
          for (const cin::Stmt& part : node.parts) count_readers(part);
        },
        [&](const cin::Sequence& node) {
          for (const cin::Stmt& part : node.statements) count_readers(part);
        });
  }

  // Visits the consumer first: it decides what becomes of the copy.
  cin::Stmt joined(const cin::Where& node) {
    cin::Where copy = node;
    copy.parts[0] = joined(node.consumer());
    const std::string& name = node.temporary.tensor;
    if (joined_.count(name)) return copy.parts[0];
    const auto it = replaced_.find(name);
    copy.parts[1] = it == replaced_.end() ? joined(node.producer()) : it->second.producer();
    if (it != replaced_.end()) copy.temporary = it->second.temporary;
    return copy;
  }

  cin::Stmt joined(const cin::Sequence& node) {
    cin::Sequence result;
    for (std::size_t first = 0; first < node.statements.size();) {
      std::size_t end = first + 1;
      while (end < node.statements.size() && differ_in_copy(node.statements[first], node.statements[end])) ++end;
      if (end - first < least_joined) {
        result.statements.push_back(joined(node.statements[first++]));
        continue;
      }
      TensorNames copies;
      std::vector<Literal> signs;
      for (; first < end; ++first) {
        copies.push_back(*copy_in(node.statements[first]));
        signs.push_back(*literal(is_negative(node.statements[first]) ? -1 : 1).as<Literal>());
      }
      const cin::Stmt& last = node.statements[end - 1];
      const bool have_one_sign =
          std::all_of(signs.begin(), signs.end(), [&](const Literal& sign) { return sign == signs[0]; });
      const std::string name = join(copies, have_one_sign ? std::vector<Literal>() : signs);
      result.statements.push_back(renamed(have_one_sign ? last : without_sign(last), {copies.back()}, {name}));
    }
    return result;
  }

  // The copy that this statement alone reads; empty if there is none.
  std::optional<std::string> copy_in(const cin::Stmt& stmt) const {
    const cin::Assign* assign = cin::assignment_in(stmt);
    if (!assign || assign->op != AssignOp::add) return {};
    for (const std::string& name : tensors_of(stmt))
      if (copies_.count(name) && readers_.at(name) == 1) return name;
    return {};
  }

  bool differ_in_copy(const cin::Stmt& a, const cin::Stmt& b) const {
    const std::optional<std::string> of_a = copy_in(a), of_b = copy_in(b);
    if (!of_a || !of_b) return false;
    // Numbers in tables have the type that the statement computes in.
    if (is_negative(a) != is_negative(b) && kernel_.tensor(*of_a).value != computation_) return false;
    return renamed(without_sign(b), {*of_b}, {*of_a}) == without_sign(a) &&
           alpha_equivalent(copies_.at(*of_a), copies_.at(*of_b));
  }

  bool alpha_equivalent(const cin::Where& a, const cin::Where& b) const {
    const std::string &from_a = cin::converted_operand(a)->tensor, &from_b = cin::converted_operand(b)->tensor;
    return have_equal_format(kernel_.tensor(from_a), kernel_.tensor(from_b)) &&
           have_equal_format(kernel_.tensor(a.temporary.tensor), kernel_.tensor(b.temporary.tensor)) &&
           assigning_to(renamed(b.producer(), {from_b}, {from_a}), a.temporary) == a.producer();
  }

  // Declares the joined copy and returns its name. It holds each operand times its sign. If all signs are equal, the
  // statement keeps the sign instead.
  std::string join(const TensorNames& copies, const std::vector<Literal>& signs) {
    TensorNames operands;
    for (const std::string& name : copies) operands.push_back(cin::converted_operand(copies_.at(name))->tensor);
    const std::string all = table_entry(kernel_, operands);
    TensorDeclaration tensor = kernel_.tensor(copies[0]);
    const std::string ending = tensor.name.starts_with(operands[0]) ? tensor.name.substr(operands[0].size()) : "_copy";
    tensor.name = fresh_name(kernel_, all + ending);
    const Access lhs{tensor.name, copies_.at(copies[0]).temporary.indices};
    cin::Where& where = replaced_.emplace(copies[0], copies_.at(copies[0])).first->second;
    where.temporary = lhs;
    where.parts[1] = assigning_to(renamed(where.producer(), {operands[0]}, {all}), lhs);
    if (!signs.empty()) where.parts[1] = multiplied(table_entry(kernel_, signs, computation_), where.parts[1]);
    joined_.insert(copies.begin() + 1, copies.end());
    const std::set<std::string> gone(copies.begin(), copies.end());
    erase_if(kernel_.temporaries, [&](const TensorDeclaration& each) { return gone.count(each.name) > 0; });
    kernel_.temporaries.push_back(std::move(tensor));
    return lhs.tensor;
  }

  Kernel& kernel_;
  const ValueType computation_;
  std::map<std::string, cin::Where> copies_;
  std::map<std::string, int> readers_;
  std::map<std::string, cin::Where> replaced_;  // by the first of the copies that are joined
  std::set<std::string> joined_;                // the other copies
};

}  // namespace

cin::Program join_copies(const cin::Program& program) {
  cin::Program result = program;
  result.body = Joiner(result.split, program.body, computation_type(program.kernel)).joined(program.body);
  return result;
}

}  // namespace scorchc::lower
