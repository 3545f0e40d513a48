// What every loop::Module has to satisfy, whoever made it. A back end relies on all of it and checks nothing.
#include <algorithm>
#include <cstddef>
#include <map>

#include "ir/identifiers.h"
#include "ir/loop.h"

namespace scorchc::loop {
namespace {

bool is_integer(Type type) { return type == Type::i32 || type == Type::i64; }
std::string quote(std::string_view text) { return "`" + std::string(text) + "`"; }

const FieldDeclaration* find_field(const Struct& structure, std::string_view field) {
  const auto found = std::find_if(structure.fields.begin(), structure.fields.end(),
                                  [&](const FieldDeclaration& each) { return each.name == field; });
  return found == structure.fields.end() ? nullptr : &*found;
}

const Struct* find_struct(const Module& module, std::string_view name) {
  const auto found =
      std::find_if(module.structs.begin(), module.structs.end(), [&](const Struct& each) { return each.name == name; });
  return found == module.structs.end() ? nullptr : &*found;
}

bool has_phase(const Module& module, Phase phase) {
  return std::any_of(module.functions.begin(), module.functions.end(),
                     [&](const Function& each) { return each.phase == phase; });
}

/// What a name stands for inside a function.
struct Entity {
  enum class Kind { object, array, variable, tuples } kind = Kind::variable;
  Type type = Type::i64;    // of a variable, or of an array's elements
  bool is_mutable = false;  // an object, array or variable that may be written
  const Struct* structure = nullptr;
};

class Verifier {
 public:
  Verifier(const Module& module, const Function& function) : module_(module), function_(function) {}

  /// Empty, or what is wrong.
  std::string check() {
    scopes_.emplace_back();
    for (const Parameter& parameter : function_.parameters) {
      const Struct* structure = find_struct(module_, parameter.name);
      if (structure == nullptr) problem("parameter " + quote(parameter.name) + " has no struct");
      declare(parameter.name, {Entity::Kind::object, Type::i64, !parameter.is_const, structure});
    }
    check_statements(function_.body);
    const bool ends = !function_.body.empty() && function_.body.back().as<ReturnStatus>() != nullptr;
    if (!ends && function_.phase != Phase::release) problem("the function does not end with a status");
    return problem_.empty() ? "" : std::string(name(function_.phase)) + ": " + problem_;
  }

 private:
  void problem(std::string text) {
    if (problem_.empty()) problem_ = std::move(text);
  }
  void require(bool holds, std::string_view text) {
    if (!holds) problem(std::string(text));
  }

  const Entity* find(std::string_view wanted) const {
    for (const auto& scope : scopes_)
      if (const auto found = scope.find(wanted); found != scope.end()) return &found->second;
    return nullptr;
  }

  /// Shadowing is refused too: compilers warn of it.
  void declare(const std::string& name, Entity entity) {
    if (find(name) != nullptr) problem(quote(name) + " is declared twice");
    const auto taken = names_of_generated_functions();
    if (name.empty() || is_reserved(name) || std::find(taken.begin(), taken.end(), name) != taken.end())
      problem(quote(name) + " is no name for generated code");
    scopes_.back().emplace(name, entity);
  }

  const Entity* use(const std::string& name, Entity::Kind kind, std::string_view what) {
    const Entity* entity = find(name);
    if (entity != nullptr && entity->kind == kind) return entity;
    problem(quote(name) + " is not " + std::string(what) + " in scope");
    return nullptr;
  }

  const FieldDeclaration* use_field(const std::string& object, const std::string& field, bool is_array) {
    const Entity* entity = use(object, Entity::Kind::object, "an object");
    if (entity == nullptr || entity->structure == nullptr) return nullptr;
    const FieldDeclaration* declaration = find_field(*entity->structure, field);
    if (declaration == nullptr || declaration->is_array != is_array) {
      problem(quote(object + "->" + field) + (is_array ? " is no array" : " is no number"));
      return nullptr;
    }
    return declaration;
  }

  void check_written(const std::string& object) {
    const Entity* entity = find(object);
    if (entity != nullptr && !entity->is_mutable) problem(quote(object) + " is an operand, which is never written");
  }

  void check_element(const FieldDeclaration* field, int element) {
    if (field == nullptr) return;
    const bool inside = field->fixed_count > 0 ? element >= 0 && element < field->fixed_count : element == -1;
    if (!inside) problem("element " + std::to_string(element) + " of " + quote(field->name));
  }

  // Expressions. The type of one is asked for only after it was checked: an ill-formed one has none.

  void check(const Expr& expr) {
    match(
        expr, [](const Integer&) {}, [](const Boolean&) {},
        [&](const Number& node) { require(node.type != Type::boolean, "a number of type bool"); },
        [&](const Variable& node) {
          const Entity* entity = use(node.name, Entity::Kind::variable, "a variable");
          if (entity != nullptr && entity->type != node.type) problem("the type of " + quote(node.name));
        },
        [&](const Load& node) {
          if (node.index.size() != 1) return problem("a load without exactly one index");
          check_array(node.array, node.element);
          check_integer(node.index[0]);
        },
        [&](const Field& node) {
          const FieldDeclaration* field = use_field(node.object, node.field, false);
          check_element(field, node.element);
          if (field != nullptr && field->type != node.type) problem("the type of " + quote(node.field));
        },
        [&](const Binary& node) { check_binary(node); },
        [&](const Not& node) {
          if (node.operand.size() != 1) return problem("a `not` without exactly one operand");
          check_boolean(node.operand[0]);
        },
        [&](const Compute& node) { check_compute(node); },
        [&](const Select& node) {
          if (node.operands.size() != 3) return problem("a select without exactly three operands");
          check_boolean(node.operands[0]);
          check(node.operands[1]);
          check(node.operands[2]);
          if (!problem_.empty()) return;
          require(type_of(node.operands[1]) == type_of(node.operands[2]), "a select between two types");
        },
        [&](const Cast& node) {
          if (node.operand.size() != 1) return problem("a cast without exactly one operand");
          require(node.type != Type::boolean, "a cast to bool");
          check(node.operand[0]);
        });
  }

  void check_binary(const Binary& node) {
    if (node.operands.size() != 2) return problem("a binary operator without exactly two operands");
    if (node.op == BinaryOp::logical_and || node.op == BinaryOp::logical_or) {
      check_boolean(node.operands[0]);
      check_boolean(node.operands[1]);
      return;
    }
    for (const Expr& operand : node.operands) check(operand);
    if (!problem_.empty()) return;
    const bool compares = node.op == BinaryOp::equal || node.op == BinaryOp::not_equal;
    if (compares && type_of(node.operands[0]) == Type::boolean) {
      require(type_of(node.operands[1]) == Type::boolean, "a comparison of a condition with a number");
      return;
    }
    // Checked already: a second check a level would double the work with each level.
    for (const Expr& operand : node.operands)
      if (!is_integer(type_of(operand))) problem(quote(print(operand)) + " is no integer");
  }

  void check_compute(const Compute& node) {
    const OperatorInfo& row = info(node.op);
    if (static_cast<int>(node.operands.size()) != row.arity) return problem("an operator of wrong arity");
    require(node.type != Type::boolean, "an operator on bool");
    require(!row.floating || !is_integer(node.type), quote(row.name) + " on integers");
    require(node.op != Operator::div || !is_integer(node.type) || !status_variable().empty(),
            "an integer division in a function without a status variable");
    for (const Expr& operand : node.operands) {
      check(operand);
      if (!problem_.empty()) return;
      require(type_of(operand) == node.type, "an operand of " + quote(row.name) + " of another type");
    }
  }

  void check_integer(const Expr& expr) {
    check(expr);
    if (problem_.empty() && !is_integer(type_of(expr))) problem(quote(print(expr)) + " is no integer");
  }
  void check_boolean(const Expr& expr) {
    check(expr);
    if (problem_.empty() && type_of(expr) != Type::boolean) problem(quote(print(expr)) + " is no condition");
  }
  const Entity* check_array(const std::string& array, Type element) {
    const Entity* entity = use(array, Entity::Kind::array, "an array");
    if (entity != nullptr && entity->type != element) problem("the element type of " + quote(array));
    return entity;
  }

  /// A value goes where `wanted` is: of that type, or an i64 that is narrowed into an i32.
  void check_value(const Expr& value, Type wanted) {
    check(value);
    if (!problem_.empty()) return;
    const Type given = type_of(value);
    if (given != wanted && !(is_integer(given) && is_integer(wanted)))
      problem(quote(print(value)) + " is no " + std::string(name(wanted)));
  }

  void check_update(Update update, Type type) {
    require(update == Update::set || type != Type::boolean, "an update of a bool");
  }

  /// Where a function may return. Inside a parallel loop it may not.
  void check_may_return() { require(parallel_depth_ == 0, "a return out of a parallel loop"); }

  void check_returns_status() {
    check_may_return();
    require(function_.phase != Phase::release, "a status from a function that has none");
  }

  void check_cleanup(const std::string& object) {
    if (object.empty()) return;
    use(object, Entity::Kind::object, "an object");
    check_written(object);
    require(has_phase(module_, Phase::release), "a cleanup without a function that releases");
  }

  std::string status_variable() const {
    for (const Stmt& stmt : function_.body)
      if (const ReturnStatus* node = stmt.as<ReturnStatus>()) return node->status_variable;
    return {};
  }

  void check_block(const Block& block) {
    scopes_.emplace_back();
    check_statements(block);
    scopes_.pop_back();
  }

  void check_statements(const Block& block) {
    for (const Stmt& stmt : block) check(stmt);
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
          const Entity* entity = check_array(node.array, node.element);
          if (entity != nullptr && !entity->is_mutable) problem(quote(node.array) + " is not bound for writing");
          check_integer(node.index);
          check_value(node.value, node.element);
          check_update(node.update, node.element);
        },
        [&](const SetField& node) {
          const FieldDeclaration* field = use_field(node.object, node.field, false);
          check_element(field, node.element);
          check_written(node.object);
          if (field != nullptr) check_value(node.value, field->type);
        },
        [&](const For& node) { check_for(node); },
        [&](const While& node) {
          check_boolean(node.condition);
          check_block(node.body);
        },
        [&](const If& node) { check_if(node); }, [](const Comment&) {},
        [&](const Clear& node) {
          const Entity* entity = check_array(node.array, node.element);
          if (entity != nullptr && !entity->is_mutable) problem(quote(node.array) + " is not bound for writing");
          check_integer(node.count);
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
        [&](const LocalArray& node) {
          check_local(node.cleanup_object);
          check_integer(node.count);
          declare(node.name, {Entity::Kind::array, node.element, true, nullptr});
        },
        [&](const Tuples& node) { check_tuples(node); }, [&](const AddTuple& node) { check_add(node); },
        [&](const SortTuples& node) {
          use(node.tuples, Entity::Kind::tuples, "a list of tuples");
          for (const Expr& extent : node.extents) check_integer(extent);
          if (parallel_depth_ == 0) check_local(node.cleanup_object);
        },
        [&](const ResetTuples& node) { use(node.tuples, Entity::Kind::tuples, "a list of tuples"); },
        [&](const SortList& node) {
          check_array(node.array, Type::i64);
          check_array(node.scratch, Type::i64);
          check_integer(node.count);
          check_integer(node.extent);
        },
        [&](const Release& node) {
          const FieldDeclaration* field = use_field(node.object, node.field, true);
          if (field != nullptr) check_owned(node.object, field, field->type);
        },
        [&](const CallPhase& node) { check_call(node); }, [&](const ReturnStatus& node) { check_return(stmt, node); });
  }

  /// What a function has of its own, it declares before its loops, or a parallel loop does for each thread.
  void check_local(const std::string& cleanup_object) {
    check_returns_status();
    check_cleanup(cleanup_object);
  }

  void check_tuples(const Tuples& node) {
    check_local(node.cleanup_object);
    require(!node.columns.empty(), "tuples without a column");
    declare(node.name, {Entity::Kind::tuples, Type::i64, true, nullptr});
    for (const std::string& column : node.columns) declare(column, {Entity::Kind::array, Type::i64, false, nullptr});
    declare(node.vals, {Entity::Kind::array, node.element, true, nullptr});
    declare(node.count, {Entity::Kind::variable, Type::i64, false, nullptr});
  }

  void check_add(const AddTuple& node) {
    use(node.tuples, Entity::Kind::tuples, "a list of tuples");
    for (const Expr& coordinate : node.coordinates) check_integer(coordinate);
    check(node.initial);
    if (!node.position.empty()) declare(node.position, {Entity::Kind::variable, Type::i64, false, nullptr});
  }

  void check_bind(const BindArray& node) {
    const FieldDeclaration* field = use_field(node.object, node.field, true);
    if (field != nullptr && field->type != node.element) problem("the element type of " + quote(node.field));
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
    check_integer(node.begin);
    check_integer(node.end);
    require(!node.parallel || parallel_depth_ == 0, "a parallel loop inside another");
    require(node.parallel || node.locals.empty(), "locals of a loop that is not parallel");
    scopes_.emplace_back();
    check_statements(node.locals);
    parallel_depth_ += node.parallel ? 1 : 0;
    declare(node.name, {Entity::Kind::variable, Type::i64, false, nullptr});
    check_statements(node.body);
    scopes_.pop_back();
    parallel_depth_ -= node.parallel ? 1 : 0;
  }

  void check_if(const If& node) {
    const std::size_t conditions = node.conditions.size();
    require(conditions > 0 && (node.blocks.size() == conditions || node.blocks.size() == conditions + 1),
            "an if whose conditions and blocks do not fit");
    for (const Expr& condition : node.conditions) check_boolean(condition);
    for (const Block& block : node.blocks) check_block(block);
  }

  void check_null(const ReturnIfNull& node) {
    check_may_return();
    require(!node.objects.empty(), "a test for null of nothing");
    for (const std::string& object : node.objects) {
      const Entity* entity = find(object);
      if (entity == nullptr || entity->kind == Entity::Kind::variable) problem(quote(object) + " is no pointer");
    }
  }

  void check_owned(const std::string& object, const FieldDeclaration* field, Type element) {
    check_written(object);
    if (field == nullptr) return;
    require(!field->is_const, quote(field->name) + " is a pointer to const");
    require(field->type == element, "the element type of " + quote(field->name));
  }

  void check_grow(const Grow& node) {
    check_returns_status();
    const FieldDeclaration* field = use_field(node.object, node.field, true);
    check_owned(node.object, field, node.element);
    const Entity* array = check_array(node.array, node.element);
    const Entity* capacity = use(node.capacity, Entity::Kind::variable, "a variable");
    if (array != nullptr) require(array->is_mutable, quote(node.array) + " is not bound for writing");
    if (capacity != nullptr)
      require(capacity->is_mutable && capacity->type == Type::i64, quote(node.capacity) + " is no capacity");
    check_integer(node.needed);
  }

  void check_call(const CallPhase& node) {
    check_returns_status();
    check_cleanup(node.cleanup_object);
    const auto called = std::find_if(module_.functions.begin(), module_.functions.end(), [&](const Function& each) {
      return name(each.phase) == node.function && each.phase != Phase::run && each.phase != Phase::release;
    });
    if (called == module_.functions.end()) return problem(quote(node.function) + " is no phase to call");
    const bool same = std::equal(
        called->parameters.begin(), called->parameters.end(), function_.parameters.begin(), function_.parameters.end(),
        [](const Parameter& a, const Parameter& b) { return a.name == b.name && (a.is_const || !b.is_const); });
    require(same, quote(node.function) + " has other parameters than its caller");
  }

  void check_return(const Stmt& stmt, const ReturnStatus& node) {
    require(&function_.body.back() == &stmt, "a final status that is not at the end of the function");
    if (node.status_variable.empty()) return;
    const Entity* entity = use(node.status_variable, Entity::Kind::variable, "a variable");
    if (entity != nullptr)
      require(entity->is_mutable && entity->type == Type::i32, quote(node.status_variable) + " is no status");
  }

  const Module& module_;
  const Function& function_;
  std::vector<std::map<std::string, Entity, std::less<>>> scopes_;
  int parallel_depth_ = 0;
  std::string problem_;
};

std::string check_structs(const Module& module) {
  for (const Struct& structure : module.structs) {
    if (is_reserved(structure.name) || find_struct(module, structure.name) != &structure)
      return "struct " + quote(structure.name) + " is no fresh name";
    for (const FieldDeclaration& field : structure.fields) {
      const std::string name_of = quote(structure.name + "->" + field.name);
      if (is_reserved(field.name) || find_field(structure, field.name) != &field) return name_of + " is no fresh name";
      if (field.is_array && field.fixed_count > 0) return name_of + " is a pointer and an array";
    }
  }
  return {};
}

}  // namespace

std::string verify(const Module& module) {
  if (module.name.empty() || is_reserved(module.name)) return quote(module.name) + " is no name for a kernel";
  if (std::string problem = check_structs(module); !problem.empty()) return problem;
  if (!has_phase(module, Phase::run)) return "a module without its one call";
  for (auto each = module.functions.begin(); each != module.functions.end(); ++each) {
    for (auto earlier = module.functions.begin(); earlier != each; ++earlier)
      if (earlier->phase == each->phase) return "two functions for " + quote(name(each->phase));
    if (std::string problem = Verifier(module, *each).check(); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace scorchc::loop
