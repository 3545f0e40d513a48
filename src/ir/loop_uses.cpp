// Implements the collection of names, with one visitor for statements and expressions.
#include "ir/loop_uses.h"

#include <algorithm>

namespace scorchc::loop {
namespace {

enum class Which { all, read, own_read };

class Uses {
 public:
  explicit Uses(Which which) : which_(which) {}

  void expr(const Expr& e) {
    match(
        e, [](const Integer&) {}, [](const Number&) {}, [](const Boolean&) {},
        [&](const Variable& node) { names.insert(node.name); },
        [&](const Load& node) {
          names.insert(node.array);
          all(node.index);
        },
        [](const Field&) {},
        [&](const Search& node) {
          names.insert(node.array);
          all(node.operands);
        },
        [&](const Binary& node) { all(node.operands); }, [&](const Not& node) { all(node.operand); },
        [&](const Compute& node) { all(node.operands); }, [&](const Select& node) { all(node.operands); },
        [&](const IsStored& node) { all(node.operand); }, [&](const Cast& node) { all(node.operand); },
        [&](const Sampled& node) {
          if (!node.array.empty()) names.insert(node.array);
          all(node.operands);
        });
  }
  void all(const std::vector<Expr>& exprs) {
    for (const Expr& e : exprs) expr(e);
  }
  void block(const Block& statements) {
    if (which_ == Which::own_read) return;
    for (const Stmt& statement : statements) stmt(statement);
  }
  void stmt(const Stmt& s) {
    match(
        s,
        [&](const Declare& node) {
          written(node.name);
          expr(node.value);
        },
        [&](const BindArray& node) { written(node.name); },
        [&](const Assign& node) {
          written(node.name);
          expr(node.value);
        },
        [&](const Store& node) {
          names.insert(node.array);
          expr(node.index);
          expr(node.value);
        },
        [&](const Prefetch& node) {
          names.insert(node.array);
          expr(node.index);
        },
        [&](const SetField& node) { expr(node.value); },
        [&](const For& node) {
          expr(node.begin);
          expr(node.end);
          if (node.work) {
            expr(node.work->before);
            all(node.work->steps);
          }
          for (const Stmt& local : node.locals) stmt(local);
          if (node.share) names.insert({node.share->first, node.share->last});
          block(node.body);
        },
        [&](const ForNonempty& node) {
          expr(node.begin);
          expr(node.end);
          names.insert(node.positions.begin(), node.positions.end());
          if (node.share) names.insert({node.share->first, node.share->last});
          block(node.body);
          if (node.skipped_body) {
            written(node.skipped_body->begin);
            written(node.skipped_body->end);
            block(node.skipped_body->body);
          }
        },
        [&](const VectorFor& node) { counted(node); }, [&](const BatchedSums& node) { counted(node); },
        [&](const RowBlock& node) {
          counted(node);
          if (node.unrolls) expr(*node.unrolls);
        },
        [&](const UnrolledSum& node) {
          all({node.begin, node.end});
          block(node.body);
        },
        [&](const SpecialisedTile& node) {
          if (node.unrolls) expr(*node.unrolls);
          block(node.body);
        },
        [&](const Outlined& node) {
          if (node.lanes) expr(*node.lanes);
          block(node.body);
        },
        [&](const Parallel& node) {
          all({node.begin, node.end});
          if (node.work) {
            expr(node.work->before);
            all(node.work->steps);
          }
          written(node.share.first);
          written(node.share.last);
          for (const Stmt& local : node.locals) stmt(local);
          block(node.body);
        },
        [&](const MergeLists& node) {
          for (const MergeLists::List& list : node.lists) {
            names.insert({list.position, list.array});
            expr(list.end);
            written(list.flag);
          }
          written(node.coordinate);
          written(node.value_name);
          expr(node.value);
          block(node.body);
        },
        [&](const Matmul& node) {
          for (const Matmul::Matrix& matrix : {node.result, node.left, node.right}) {
            names.insert(matrix.array);
            all({matrix.first, matrix.row});
          }
          all({node.rows, node.depth});
          if (node.columns) expr(*node.columns);
          block(node.body);
        },
        [&](const ChunkCount& node) {
          written(node.name);
          expr(node.work);
        },
        [&](const Table& node) {
          written(node.name);
          for (const std::vector<Expr>& row : node.rows) all(row);
        },
        [&](const ForEach& node) {
          names.insert(node.table);
          for (const Table::Column& column : node.columns) written(column.name);
          block(node.body);
        },
        [&](const While& node) {
          expr(node.condition);
          block(node.body);
        },
        [&](const If& node) {
          all(node.conditions);
          for (const Block& inner : node.blocks) block(inner);
        },
        [](const Comment&) {},
        [&](const Clear& node) {
          names.insert(node.array);
          all({node.from, node.count});
        },
        [&](const Copy& node) {
          names.insert({node.to, node.from});
          all({node.start, node.first, node.count});
        },
        [&](const CheckAscending& node) {
          written(node.flag);
          names.insert(node.array);
          expr(node.count);
        },
        [&](const ReturnIf& node) { expr(node.condition); },
        [&](const ReturnIfNull& node) {
          if (!node.needed.empty())
            names.insert(node.objects.begin(), node.objects.end());  // without conditions, the objects are parameters
          all(node.needed);
        },
        [&](const Allocate& node) { expr(node.count); },
        [&](const Grow& node) {
          names.insert(node.array);
          names.insert(node.capacity);
          expr(node.needed);
        },
        [&](const Memmove& node) {
          names.insert(node.array);
          all({node.to, node.from, node.count});
        },
        [&](const Shrink& node) { all({node.capacity, node.count}); },
        [&](const LocalArray& node) {
          written(node.name);
          expr(node.count);
        },
        [&](const Tuples& node) {
          written(node.name);
          written(node.vals);
          written(node.count);
          for (const std::string& column : node.columns) written(column);
          if (node.most) expr(*node.most);
        },
        [&](const AddTuple& node) {
          names.insert(node.tuples);
          if (!node.position.empty()) written(node.position);
          all(node.coordinates);
          expr(node.initial);
        },
        [&](const SortTuples& node) {
          names.insert(node.tuples);
          all(node.extents);
        },
        [&](const ResetTuples& node) { names.insert(node.tuples); },
        [&](const Move& node) { names.insert({node.tuples, node.array}); },
        [&](const SortList& node) {
          names.insert(node.array);
          for (const std::string& other : {node.scratch, node.marks})
            if (!other.empty()) names.insert(other);
          expr(node.count);
          expr(node.extent);
        },
        [&](const SetBit& node) {
          names.insert(node.bits);
          expr(node.at);
        },
        [&](const NonzeroWords& node) {
          names.insert({node.bits, node.list});
          written(node.count);
          expr(node.first);
          expr(node.extent);
        },
        [&](const LoadMask& node) {
          names.insert(node.marks);
          written(node.bits);
          expr(node.first);
        },
        [&](const PopLowestBit& node) {
          names.insert(node.bits);
          written(node.coordinate);
          expr(node.first);
        },
        [](const Release&) {}, [](const CallPhase&) {},
        [&](const ReturnStatus& node) {
          if (!node.status_variable.empty()) names.insert(node.status_variable);
        });
  }
  /// A loop over all iterations, or a thread's share of them.
  template <class Loop>
  void counted(const Loop& node) {
    all({node.begin, node.end});
    if (node.share) names.insert({node.share->first, node.share->last});
    block(node.body);
  }
  void written(const std::string& name) {
    if (which_ == Which::all) names.insert(name);
  }
  std::set<std::string> names;

 private:
  const Which which_;
};

std::set<std::string> collect(const Block& block, Which which) {
  Uses uses(which);
  uses.block(block);
  return std::move(uses.names);
}

}  // namespace

std::set<std::string> used_names(const Block& block) { return collect(block, Which::all); }

Names names_in(const Function& function) {
  Names names;
  for (const std::string& name : used_names(function.body)) names.reserve(name);
  for (const Parameter& parameter : function.parameters) names.reserve(parameter.name);
  return names;
}

std::set<std::string> read_names(const Block& block) { return collect(block, Which::read); }

std::set<std::string> own_reads(const Stmt& stmt) {
  Uses uses(Which::own_read);
  uses.stmt(stmt);
  return std::move(uses.names);
}

std::set<std::string> own_reads(const Expr& expr) {
  Uses uses(Which::own_read);
  uses.expr(expr);
  return std::move(uses.names);
}

bool reads_any(const Expr& expr, const std::set<std::string>& names) {
  const std::set<std::string> reads = own_reads(expr);
  return std::any_of(reads.begin(), reads.end(), [&](const std::string& name) { return names.count(name) > 0; });
}

bool varies(const Expr& expr, const VectorFor& node) {
  const std::set<std::string> reads = own_reads(expr);
  return reads.count(node.name) > 0 || std::any_of(node.varying.begin(), node.varying.end(),
                                                   [&](const std::string& name) { return reads.count(name) > 0; });
}

Block constants_for(const std::set<std::string>& names, const Block& block) {
  std::set<std::string> needed = names;
  Block constants;
  for (auto stmt = block.rbegin(); stmt != block.rend(); ++stmt) {
    const Declare* constant = stmt->as<Declare>();
    if (constant == nullptr || needed.count(constant->name) == 0) continue;
    needed.merge(own_reads(constant->value));
    constants.insert(constants.begin(), *stmt);
  }
  return constants;
}

namespace {

/// If the statement is of one of the kinds, adds the name of its index, if it has one, and what its body changes.
template <class... Kinds>
bool add_loop(const Stmt& stmt, std::set<std::string>& changed) {
  const auto add = [&](const auto* node) {
    if (node == nullptr) return false;
    if constexpr (requires { node->name; }) changed.insert(node->name);
    add_changed(node->body, changed);
    return true;
  };
  return (add(stmt.as<Kinds>()) || ...);
}

}  // namespace

void add_changed(const Block& block, std::set<std::string>& changed) {
  for (const Stmt& stmt : block) {
    if (const Declare* variable = stmt.as<Declare>()) {
      changed.insert(variable->name);
    } else if (const Assign* assign = stmt.as<Assign>()) {
      changed.insert(assign->name);
    } else if (const Store* store = stmt.as<Store>()) {
      changed.insert(store->array);
    } else if (const Copy* copy = stmt.as<Copy>()) {
      changed.insert(copy->to);
    } else if (const CheckAscending* check = stmt.as<CheckAscending>()) {
      changed.insert(check->flag);
    } else if (add_loop<For, ForNonempty, VectorFor, BatchedSums, UnrolledSum, RowBlock, SpecialisedTile, Outlined,
                        Parallel, Matmul, While>(stmt, changed)) {
      continue;
    } else if (const MergeLists* merge = stmt.as<MergeLists>()) {
      for (const MergeLists::List& list : merge->lists) changed.insert({list.position, list.flag});
      changed.insert({merge->coordinate, merge->value_name});
      add_changed(merge->body, changed);
    } else if (stmt.as<Prefetch>()) {
      continue;
    } else if (const If* branch = stmt.as<If>()) {
      for (const Block& inner : branch->blocks) add_changed(inner, changed);
    } else {
      changed.merge(used_names({stmt}));
    }
  }
}

}  // namespace scorchc::loop
