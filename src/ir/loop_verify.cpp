// Verifies statements, functions and modules of loop IR. Back ends rely on these invariants.
#include <algorithm>

#include "ir/identifiers.h"
#include "ir/loop_uses.h"
#include "ir/loop_verify_expr.h"
#include "ir/loop_walk.h"

namespace scorchc::loop {
namespace {

const Struct* find_struct(const Module& module, std::string_view name) {
  const auto found =
      std::find_if(module.structs.begin(), module.structs.end(), [&](const Struct& each) { return each.name == name; });
  return found == module.structs.end() ? nullptr : &*found;
}

bool has_phase(const Module& module, Phase phase) {
  return std::any_of(module.functions.begin(), module.functions.end(),
                     [&](const Function& each) { return each.phase == phase; });
}

class FunctionVerifier : ExpressionVerifier {
 public:
  FunctionVerifier(const Module& module, const Function& function) : ExpressionVerifier(function), module_(module) {}

  /// Returns the first problem.
  std::optional<Problem> check() {
    scopes_.emplace_back();
    for (const Parameter& parameter : function_.parameters) {
      const Struct* structure = find_struct(module_, parameter.name);
      if (structure == nullptr) problem("parameter " + quote(parameter.name) + " has no struct");
      declare(parameter.name, {Entity::Kind::object, Type::i64, !parameter.is_const, structure});
    }
    check_statements(function_.body);
    const bool ends = !function_.body.empty() && function_.body.back().as<ReturnStatus>() != nullptr;
    if (!ends && function_.phase != Phase::release) problem("the function does not end with a status");
    if (problem_.empty()) return {};
    return Problem{name(function_) + ": " + problem_, wrong_};
  }

 private:
  using ExpressionVerifier::check;

  void check_update(Update update, Type type) {
    require(update == Update::set || type != Type::boolean, "an update of a bool");
  }

  /// A function must not return inside a parallel loop.
  void check_may_return() { require(parallel_depth_ == 0, "a return inside a parallel loop"); }

  void check_returns_status() {
    check_may_return();
    require(function_.phase != Phase::release, "a status returned by a function without a status");
  }

  void check_cleanup(const std::string& object) {
    if (object.empty()) return;
    use(object, Entity::Kind::object, "an object");
    check_written(object);
    require(has_phase(module_, Phase::release), "a cleanup in a module without a release function");
  }

  void check_block(const Block& block) {
    scopes_.emplace_back();
    check_statements(block);
    scopes_.pop_back();
  }

  void check_statements(const Block& block) {
    for (const Stmt& stmt : block) {
      const Stmt::Node* around = std::exchange(current_, &stmt.node());
      check(stmt);
      current_ = around;
    }
  }

  void check(const Stmt& stmt) {
    match(
        stmt,
        [&](const Declare& node) {
          check(node.value);
          if (!problem_.empty()) return;
          declare(node.name, {Entity::Kind::variable, type_of(node.value), node.is_mutable, nullptr});
        },
        [&](const BindArray& node) { check_bind(node); }, [&](const Assign& node) { check_assign(node); },
        [&](const Store& node) {
          check_written_array(node.array, node.element);
          check_integer(node.index);
          check_value(node.value, node.element);
          check_update(node.update, node.element);
        },
        [&](const Prefetch& node) { check(load(node.array, node.element, node.index)); },
        [&](const SetField& node) {
          const FieldDeclaration* field = use_field(node.object, node.field, false);
          check_element(field, node.element);
          check_written(node.object);
          if (field != nullptr) check_value(node.value, field->type);
        },
        [&](const For& node) { check_for(node); }, [&](const ForNonempty& node) { check_nonempty(node); },
        [&](const VectorFor& node) { check_vector_for(node); }, [&](const BatchedSums& node) { check_batched(node); },
        [&](const RowBlock& node) { check_row_block(node); },
        [&](const UnrolledSum& node) { check_unrolled_sum(node); },
        [&](const SpecialisedTile& node) {
          if (node.unrolls) check_boolean(*node.unrolls);
          check_block(node.body);
        },
        [&](const Outlined& node) { check_outlined(node); }, [&](const Parallel& node) { check_parallel(node); },
        [&](const MergeLists& node) { check_merge(node); }, [&](const Matmul& node) { check_matmul(node); },
        [&](const ChunkCount& node) {
          check_may_return();
          check_integer(node.work);
          declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
        },
        [&](const Table& node) { check_table(node); }, [&](const ForEach& node) { check_for_each(node); },
        [&](const While& node) {
          check_boolean(node.condition);
          check_block(node.body);
        },
        [&](const If& node) { check_if(node); }, [](const Comment&) {},
        [&](const Clear& node) {
          check_written_array(node.array, node.element);
          for (const Expr& expr : {node.from, node.count}) check_integer(expr);
        },
        [&](const Copy& node) {
          check_written_array(node.to, node.element);
          check(load(node.from, node.element, node.first));
          require(node.to != node.from, "a copy within an array");
          for (const Expr& expr : {node.start, node.count}) check_integer(expr);
        },
        [&](const CheckAscending& node) {
          check_assign({node.flag, Update::set, boolean(false)});
          check(load(node.array, node.element, node.count));
        },
        [&](const ReturnIf& node) {
          check_returns_status();
          check_boolean(node.condition);
          check_cleanup(node.cleanup_object);
        },
        [&](const ReturnIfNull& node) { check_null(node); },
        [&](const Allocate& node) {
          check_returns_status();
          const FieldDeclaration* field = use_field(node.object, node.field, true);
          check_owned(node.object, field, node.element);
          check_integer(node.count);
        },
        [&](const Grow& node) { check_grow(node); },
        [&](const Memmove& node) {
          check_written_array(node.array, node.element);
          for (const Expr& expr : {node.to, node.from, node.count}) check_integer(expr);
        },
        [&](const Shrink& node) {
          check_may_return();
          check_owned(node.object, use_field(node.object, node.field, true), node.element);
          check_integer(node.capacity);
          check_integer(node.count);
        },
        [&](const LocalArray& node) {
          check_local(node.cleanup_object);
          check_integer(node.count);
          require(!node.is_bitset || (node.zeroed && node.element == Type::boolean),
                  "a bitset that is not a zeroed array of booleans");
          declare(node.name, {Entity::Kind::array, node.element, true, nullptr});
        },
        [&](const Tuples& node) { check_tuples(node); }, [&](const AddTuple& node) { check_add(node); },
        [&](const SortTuples& node) { check_sort(node); }, [&](const ResetTuples& node) { use_tuples(node.tuples); },
        [&](const Move& node) { check_hand_over(node); },
        [&](const SortList& node) {
          check_written_array(node.array, Type::i64);
          require(!node.scratch.empty() || !node.marks.empty(), "a sort of a list without scratch space and flags");
          if (!node.scratch.empty()) check_written_array(node.scratch, Type::i64);
          if (!node.marks.empty()) check_written_array(node.marks, Type::boolean);
          check_integer(node.count);
          check_integer(node.extent);
        },
        [&](const SetBit& node) {
          check_written_array(node.bits, Type::i64);
          check_integer(node.at);
        },
        [&](const NonzeroWords& node) {
          for (const std::string& array : {node.bits, node.list}) check_written_array(array, Type::i64);
          check_integer(node.first);
          check_integer(node.extent);
          declare(node.count, {Entity::Kind::variable, Type::i64, false, nullptr});
        },
        [&](const LoadMask& node) {
          check_written_array(node.marks, Type::boolean);
          check_integer(node.first);
          declare(node.bits, {Entity::Kind::variable, Type::i64, true, nullptr});
        },
        [&](const PopLowestBit& node) {
          check_assign({node.bits, Update::set, integer(0)});
          check_integer(node.first);
          declare(node.coordinate, {Entity::Kind::variable, Type::i64, false, nullptr});
        },
        [&](const Release& node) {
          const FieldDeclaration* field = use_field(node.object, node.field, true);
          if (field != nullptr) check_owned(node.object, field, field->type);
        },
        [&](const CallPhase& node) { check_call(node); }, [&](const ReturnStatus& node) { check_return(stmt, node); });
  }

  /// Local storage is declared outside parallel loops, or in the `locals` of one.
  void check_local(const std::string& cleanup_object) {
    check_returns_status();
    check_cleanup(cleanup_object);
  }

  void check_tuples(const Tuples& node) {
    check_local(node.cleanup_object);
    require(!node.columns.empty(), "tuples without a column");
    require(node.coordinate == Type::i32 || node.coordinate == Type::i64,
            "coordinates that are neither i32 nor i64 in " + quote(node.name));
    if (node.most) check_integer(*node.most);
    declare(node.name, {Entity::Kind::tuples, node.element, true, nullptr, node.columns.size()});
    for (const std::string& column : node.columns)
      declare(column, {Entity::Kind::array, node.coordinate, true, nullptr});
    declare(node.vals, {Entity::Kind::array, node.element, true, nullptr});
    declare(node.count, {Entity::Kind::variable, Type::i64, false, nullptr});
  }

  const Entity* use_tuples(const std::string& name) { return use(name, Entity::Kind::tuples, "a list of tuples"); }

  void check_add(const AddTuple& node) {
    const Entity* tuples = use_tuples(node.tuples);
    for (const Expr& coordinate : node.coordinates) check_integer(coordinate);
    check(node.initial);
    if (tuples != nullptr && problem_.empty()) {
      require(node.coordinates.size() == tuples->columns,
              "a tuple with the wrong number of coordinates for " + quote(node.tuples));
      require(type_of(node.initial) == tuples->type, "an initial value of the wrong type for " + quote(node.tuples));
    }
    if (!node.position.empty()) declare(node.position, {Entity::Kind::variable, Type::i64, false, nullptr});
  }

  void check_sort(const SortTuples& node) {
    const Entity* tuples = use_tuples(node.tuples);
    for (const Expr& extent : node.extents) check_integer(extent);
    if (tuples != nullptr)
      require(!node.extents.empty() && node.extents.size() <= tuples->columns,
              "a sort of " + quote(node.tuples) + " by columns that it does not have");
    // In a parallel loop, a thread without memory skips its iterations, and the function returns after the loop.
    if (parallel_depth_ == 0) check_local(node.cleanup_object);
  }

  void check_hand_over(const Move& node) {
    check_owned(node.object, use_field(node.object, node.field, true), node.element);
    check_written_array(node.array, node.element);
    const Entity* tuples = use_tuples(node.tuples);
    if (tuples != nullptr && node.column)
      require(*node.column < tuples->columns, "a column that " + quote(node.tuples) + " does not have");
    require(parallel_depth_ == 0, "an array moved inside a parallel loop");
  }

  void check_bind(const BindArray& node) {
    const FieldDeclaration* field = use_field(node.object, node.field, true);
    if (field != nullptr && field->type != node.element) problem("wrong element type for " + quote(node.field));
    if (node.is_written) {
      check_written(node.object);
      if (field != nullptr && field->is_const) problem(quote(node.field) + " is a pointer to const");
    }
    declare(node.name, {Entity::Kind::array, node.element, node.is_written, nullptr});
  }

  void check_assign(const Assign& node) {
    const Entity* entity = use(node.name, Entity::Kind::variable, "a variable");
    if (entity == nullptr) return check(node.value);
    if (!entity->is_mutable) problem(quote(node.name) + " is assigned, but is not mutable");
    check_value(node.value, entity->type);
    check_update(node.update, entity->type);
  }

  void check_for(const For& node) {
    check_range(node);
    require(!node.parallel || parallel_depth_ == 0, "a parallel loop inside another");
    require(node.parallel || node.locals.empty(), "locals of a loop that is not parallel");
    require(!node.chunked || !node.vector, "a chunked vector loop");
    require(!node.share || !node.parallel, "a parallel loop over a share of iterations");
    require(node.parallel || !node.work, "work of a loop that is not parallel");
    require(node.unroll == 1 || (node.unroll > 1 && !node.parallel && !node.vector),
            "an unroll factor below 1, or an unrolled loop that is parallel or vectorised");
    scopes_.emplace_back();
    check_locals(node.locals);
    parallel_depth_ += node.parallel ? 1 : 0;
    declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
    if (node.work) check_work(*node.work);
    check_statements(node.body);
    scopes_.pop_back();
    parallel_depth_ -= node.parallel ? 1 : 0;
  }

  void check_locals(const Block& locals) {
    for (const Stmt& local : locals)
      require(local.as<LocalArray>() != nullptr || local.as<Tuples>() != nullptr,
              "locals other than arrays and lists of tuples");
    check_statements(locals);
  }

  void check_work(const Work& work) {
    check_integer(work.before);
    for (const Expr& steps : work.steps) check_integer(steps);
  }

  void check_parallel(const Parallel& node) {
    check_integer(node.begin);
    check_integer(node.end);
    require(parallel_depth_ == 0, "a parallel loop inside another");
    scopes_.emplace_back();
    check_locals(node.locals);
    ++parallel_depth_;
    if (node.work) {
      scopes_.emplace_back();
      declare(node.index, {Entity::Kind::variable, Type::i64, false, nullptr});
      check_work(*node.work);
      scopes_.pop_back();
    }
    for (const std::string& name : {node.share.first, node.share.last})
      declare(name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
    --parallel_depth_;
  }

  void check_nonempty(const ForNonempty& node) {
    check_range(node);
    require(!node.positions.empty(), "a loop over nonempty rows without arrays of positions");
    for (const std::string& array : node.positions) {
      const Entity* entity = use(array, Entity::Kind::array, "an array");
      require(!entity || is_integer(entity->type), quote(array) + " is no array of positions");
    }
    scopes_.emplace_back();
    declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
    if (!node.skipped_body) return;
    // It runs between iterations: the loop's index is not in scope.
    scopes_.emplace_back();
    for (const std::string& name : {node.skipped_body->begin, node.skipped_body->end})
      declare(name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.skipped_body->body);
    scopes_.pop_back();
  }

  void check_vector_for(const VectorFor& node) {
    check_range(node);
    const bool is_over_positions = node.over == VectorFor::Over::positions;
    require(node.share || is_over_positions || node.begin == integer(0),
            "a vector loop over coordinates that does not begin at 0");
    require(!is_over_positions || node.sums.size() == 1, "a vector loop over positions without one sum");
    require(!node.may_overlap || node.sums.empty(), "a vector loop that may add terms to a sum twice");
    for (const std::string& sum : node.sums) {
      const Entity* entity = use(sum, Entity::Kind::variable, "a variable");
      require(!entity || (entity->is_mutable && entity->type == node.element), quote(sum) + " is no sum of lanes");
    }
    scopes_.emplace_back();
    declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
    std::set<std::string> declared;
    for_each_statement(node.body, [&](const Stmt& stmt) {
      if (const Declare* variable = stmt.as<Declare>()) declared.insert(variable->name);
    });
    for (const std::string& variable : node.varying)
      require(declared.count(variable) > 0, "a vector loop that does not declare " + quote(variable));
  }

  void check_batched(const BatchedSums& node) {
    check_range(node);
    scopes_.emplace_back();
    declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
    const auto is_vector_loop = [](const Stmt& stmt) { return stmt.as<VectorFor>() != nullptr; };
    const auto terms = std::find_if(node.body.begin(), node.body.end(), is_vector_loop);
    require(terms != node.body.end(), "a batched loop without a vector loop");
    const auto is_sum = [&](const Stmt& stmt) {
      const Declare* variable = stmt.as<Declare>();
      return variable && variable->name == node.sum && variable->is_mutable;
    };
    require(std::count_if(node.body.begin(), terms, is_sum) == 1,
            "a batched loop that does not declare " + quote(node.sum) + " before its vector loop");
    require(std::all_of(node.body.begin(), terms, [&](const Stmt& stmt) { return is_sum(stmt) || is_constant(stmt); }),
            "a batched loop with other statements than constants before its vector loop");
    std::set<std::string> changed, before = read_names(Block(node.body.begin(), terms));
    add_changed(Block(terms == node.body.end() ? terms : terms + 1, node.body.end()), changed);
    if (terms != node.body.end()) before.merge(read_names({*terms}));
    require(
        std::none_of(before.begin(), before.end(), [&](const std::string& name) { return changed.count(name) > 0; }),
        "a batched loop that changes what its sums read");
  }

  void check_unrolled_sum(const UnrolledSum& node) {
    check_integer(node.begin);
    check_integer(node.end);
    const Entity* sum = use(node.sum, Entity::Kind::variable, "a variable");
    require(!sum || sum->is_mutable, quote(node.sum) + " is no sum");
    scopes_.emplace_back();
    declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
    std::set<std::string> changed;
    add_changed(node.body, changed);
    require(changed.count(node.sum) > 0 && read_names(node.body).count(node.sum) == 0,
            "an unrolled sum that does not only add to " + quote(node.sum));
  }

  /// The body sees nothing but what it captures.
  void check_outlined(const Outlined& node) {
    if (node.lanes) check_integer(*node.lanes);
    std::map<std::string, Entity, std::less<>> captured;
    for (const Outlined::Capture& capture : node.captures) {
      const Entity* entity = find(capture.name);
      if (entity == nullptr) return problem("a captured name that is not declared: " + quote(capture.name));
      const bool is_variable = entity->kind == Entity::Kind::variable;
      require(is_variable || (entity->kind == Entity::Kind::array && capture.kind == Outlined::Capture::Kind::value),
              quote(capture.name) + " cannot be captured");
      require(capture.kind != Outlined::Capture::Kind::updated || entity->is_mutable,
              quote(capture.name) + " is captured to be updated, but is not mutable");
      require(capture.kind != Outlined::Capture::Kind::flag || entity->type == Type::boolean,
              quote(capture.name) + " is captured as a flag, but is no boolean");
      Entity inside = *entity;
      if (is_variable) inside.is_mutable = capture.kind == Outlined::Capture::Kind::updated;
      captured.emplace(capture.name, inside);
    }
    auto around = std::exchange(scopes_, {});
    const bool was_outlined = std::exchange(is_outlined_, true);
    scopes_.push_back(std::move(captured));
    check_block(node.body);
    scopes_ = std::move(around);
    is_outlined_ = was_outlined;
  }

  void check_row_block(const RowBlock& node) {
    check_range(node);
    if (node.unrolls) check_boolean(*node.unrolls);
    scopes_.emplace_back();
    declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
    const bool has_lanes = !node.body.empty() && node.body.back().as<VectorFor>() != nullptr;
    require(has_lanes, "a block of rows that does not end with a vector loop");
    require(std::all_of(node.body.begin(), node.body.end() - (node.body.empty() ? 0 : 1), is_constant),
            "a block of rows with other statements than constants before its vector loop");
    std::set<std::string> constants;
    for_each_statement(node.body, [&](const Stmt& stmt) {
      if (const Declare* constant = is_constant(stmt) ? stmt.as<Declare>() : nullptr) constants.insert(constant->name);
    });
    for (const std::string& name : node.own)
      require(constants.count(name) > 0, "a block of rows without the constant " + quote(name));
  }

  /// A loop over a share runs from the share's first to its last iteration, so an outlined nest does not capture what
  /// the whole range reads.
  template <class Loop>
  void check_range(const Loop& node) {
    if (!node.share || !is_outlined_)
      for (const Expr& bound : {node.begin, node.end}) check_integer(bound);
    if (node.share)
      for (const std::string& name : {node.share->first, node.share->last}) check_integer(index_variable(name));
  }

  void check_merge(const MergeLists& node) {
    require(node.lists.size() >= 2, "a merge of fewer than two lists");
    for (const MergeLists::List& list : node.lists) {
      check_assign({list.position, Update::set, integer(0)});
      check_integer(list.end);
      check(load(list.array, list.element, index_variable(list.position)));
      require(is_integer(list.element), quote(list.array) + " is no array of coordinates");
    }
    scopes_.emplace_back();
    declare(node.coordinate, {Entity::Kind::variable, Type::i64, false, nullptr});
    scopes_.emplace_back();
    for (const MergeLists::List& list : node.lists)
      declare(list.flag, {Entity::Kind::variable, Type::boolean, false, nullptr});
    check_value(node.value, node.type);
    scopes_.pop_back();
    declare(node.value_name, {Entity::Kind::variable, node.type, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
  }

  void check_matmul(const Matmul& node) {
    check_written_array(node.result.array, node.type);
    for (const Matmul::Matrix* matrix : {&node.result, &node.left, &node.right}) {
      check(load(matrix->array, node.type, matrix->first));
      check_integer(matrix->row);
    }
    check_integer(node.rows);
    check_integer(node.depth);
    if (node.columns) check_integer(*node.columns);
    check_block(node.body);
  }

  void check_table(const Table& node) {
    require(!node.columns.empty() && !node.rows.empty(), "a table without rows or columns");
    for (const std::vector<Expr>& row : node.rows) {
      if (row.size() != node.columns.size())
        return problem("a row of " + quote(node.name) + " with the wrong number of cells");
      for (std::size_t n = 0; n < row.size(); ++n) check_cell(node.columns[n], row[n]);
    }
    declare(node.name, {Entity::Kind::table, Type::i64, false, nullptr, node.columns.size(), &node});
  }

  void check_cell(const Table::Column& column, const Expr& cell) {
    if (!column.is_array) return check_value(cell, column.type);
    const Field* array = cell.as<Field>();
    if (array == nullptr) return problem(quote(print(cell)) + " is not an array");
    const FieldDeclaration* field = use_field(array->object, array->field, true);
    if (field != nullptr) require(field->type == column.type, "wrong type for " + quote(array->field));
  }

  void check_for_each(const ForEach& node) {
    const Entity* table = use(node.table, Entity::Kind::table, "a table");
    if (table != nullptr) require(table->table->columns == node.columns, "wrong columns for " + quote(node.table));
    scopes_.emplace_back();
    for (const Table::Column& column : node.columns)
      declare(column.name,
              {column.is_array ? Entity::Kind::array : Entity::Kind::variable, column.type, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
  }

  void check_if(const If& node) {
    const std::size_t conditions = node.conditions.size();
    require(conditions > 0 && (node.blocks.size() == conditions || node.blocks.size() == conditions + 1),
            "an if with the wrong number of blocks");
    for (const Expr& condition : node.conditions) check_boolean(condition);
    for (const Block& block : node.blocks) check_block(block);
  }

  void check_null(const ReturnIfNull& node) {
    check_may_return();
    check_cleanup(node.cleanup_object);
    require(!node.objects.empty(), "a null check without pointers");
    require(node.needed.empty() || node.needed.size() == node.objects.size(),
            "a null check with the wrong number of conditions");
    for (const Expr& condition : node.needed) check_boolean(condition);
    for (const std::string& object : node.objects) {
      const Entity* entity = find(object);
      if (entity == nullptr || entity->kind == Entity::Kind::variable) problem(quote(object) + " is not a pointer");
    }
  }

  void check_owned(const std::string& object, const FieldDeclaration* field, Type element) {
    check_written(object);
    if (field == nullptr) return;
    require(!field->is_const, quote(field->name) + " is a pointer to const");
    require(field->type == element, "wrong element type for " + quote(field->name));
  }

  void check_grow(const Grow& node) {
    check_returns_status();
    const FieldDeclaration* field = use_field(node.object, node.field, true);
    check_owned(node.object, field, node.element);
    check_written_array(node.array, node.element);
    const Entity* capacity = use(node.capacity, Entity::Kind::variable, "a variable");
    if (capacity != nullptr)
      require(capacity->is_mutable && capacity->type == Type::i64,
              quote(node.capacity) + " is not a mutable i64 variable");
    check_integer(node.needed);
  }

  void check_call(const CallPhase& node) {
    check_returns_status();
    check_cleanup(node.cleanup_object);
    const auto called = std::find_if(module_.functions.begin(), module_.functions.end(), [&](const Function& each) {
      const bool is_the_one_call = each.phase == Phase::run && each.plan == 0;
      return name(each) == node.function && !is_the_one_call && each.phase != Phase::release;
    });
    if (called == module_.functions.end())
      return problem(quote(node.function) + " is not a function that can be called");
    const bool same = std::equal(
        called->parameters.begin(), called->parameters.end(), function_.parameters.begin(), function_.parameters.end(),
        [](const Parameter& a, const Parameter& b) { return a.name == b.name && (a.is_const || !b.is_const); });
    require(same, quote(node.function) + " has other parameters than its caller");
  }

  void check_return(const Stmt& stmt, const ReturnStatus& node) {
    require(&function_.body.back() == &stmt, "a return of the final status before the end of the function");
    check_cleanup(node.cleanup_object);
    if (node.status_variable.empty()) return;
    const Entity* entity = use(node.status_variable, Entity::Kind::variable, "a variable");
    if (entity != nullptr)
      require(entity->is_mutable && entity->type == Type::i32,
              quote(node.status_variable) + " is not a mutable i32 variable");
  }

  const Module& module_;
  int parallel_depth_ = 0;
  bool is_outlined_ = false;
};

std::string check_structs(const Module& module) {
  for (const Struct& structure : module.structs) {
    if (is_reserved(structure.name) || find_struct(module, structure.name) != &structure)
      return "struct " + quote(structure.name) + " has a reserved or repeated name";
    for (const FieldDeclaration& field : structure.fields) {
      const std::string name_of = quote(structure.name + "->" + field.name);
      if (is_reserved(field.name) || find_field(structure, field.name) != &field)
        return name_of + " has a reserved or repeated name";
      if (field.is_array && field.fixed_count > 0) return name_of + " is both a pointer and an array";
    }
  }
  return {};
}

}  // namespace

std::optional<Problem> find_problem(const Module& module) {
  if (module.name.empty() || is_reserved(module.name))
    return Problem{quote(module.name) + " cannot be used as the name of a kernel"};
  if (std::string problem = check_structs(module); !problem.empty()) return Problem{std::move(problem)};
  if (!has_phase(module, Phase::run)) return Problem{"a module without a `run` function"};
  for (auto each = module.functions.begin(); each != module.functions.end(); ++each) {
    for (auto earlier = module.functions.begin(); earlier != each; ++earlier)
      if (name(*earlier) == name(*each)) return Problem{"two functions named " + quote(name(*each))};
    if (each->is_public && each->plan != 0)
      return Problem{"the function " + quote(name(*each)) + " is public, but belongs to one plan"};
    if (std::optional<Problem> problem = FunctionVerifier(module, *each).check()) return problem;
  }
  return {};
}

std::string verify(const Module& module) {
  const std::optional<Problem> problem = find_problem(module);
  return problem ? problem->rule : std::string();
}

}  // namespace scorchc::loop
