#include "modules.h"

namespace scorchc::test {

using namespace loop;

namespace {

FieldDeclaration dimensions(int order, std::string comment) {
  return {"dimension", FieldRole::dimension, 0, Type::i64, false, false, order, std::move(comment)};
}

FieldDeclaration array(std::string name, FieldRole role, Type type, bool is_const, std::string comment) {
  const int level = role == FieldRole::vals ? 0 : 1;
  return {std::move(name), role, level, type, true, is_const, 0, std::move(comment)};
}

Struct csr(const std::string& tensor, bool is_operand) {
  Struct structure{tensor, "`" + tensor + "(i,j)`, (i,j) -> (i: dense, j: compressed).", {}};
  structure.fields = {dimensions(2, "extents of i and j"),
                      array(tensor + "2_pos", FieldRole::pos, Type::i32, is_operand, "where each row begins"),
                      array(tensor + "2_crd", FieldRole::crd, Type::i32, is_operand, "column of each component"),
                      array(tensor + "_vals", FieldRole::vals, Type::f32, is_operand, "values")};
  if (!is_operand) {
    structure.fields.push_back(
        {tensor + "2_count", FieldRole::level_count, 1, Type::i64, false, false, 0, "number of components"});
    structure.fields.push_back(
        {tensor + "_count", FieldRole::vals_count, 0, Type::i64, false, false, 0, "number of values"});
    structure.fields.push_back(
        {"owned", FieldRole::owned, 0, Type::i32, false, false, 0, "0: nothing, 1: pos, 2: all arrays; start at 0"});
  }
  return structure;
}

Struct dense(const std::string& tensor, Type type, bool is_operand) {
  return {tensor,
          "`" + tensor + "(i)`, (i) -> (i: dense).",
          {dimensions(1, "extent of i"), array(tensor + "_vals", FieldRole::vals, type, is_operand, "values")}};
}

Expr dimension(const std::string& object, int mode) { return Field{object, "dimension", mode, Type::i64}; }
Expr f32(double value) { return Number{value, 0, Type::f32}; }
Expr var(const std::string& name) { return index_variable(name); }
Expr at(const std::string& array_name, Expr index) { return load(array_name, Type::i32, std::move(index)); }
Expr value_at(const std::string& array_name, Expr index) { return load(array_name, Type::f32, std::move(index)); }
Expr wide(Expr expr) { return cast(Type::i64, std::move(expr)); }

Stmt bind(const std::string& object, const std::string& field, Type element, bool is_written = false) {
  return BindArray{field, element, object, field, is_written};
}

void append(Block& block, const Block& more) { block.insert(block.end(), more.begin(), more.end()); }

Module empty(std::string name, std::string name_space, std::vector<std::string> opening) {
  Module module;
  module.name = std::move(name);
  module.name_space = std::move(name_space);
  module.opening = std::move(opening);
  return module;
}

}  // namespace

Module spmv(const std::string& name, const std::string& name_space) {
  Module module =
      empty(name, name_space, {name + ": y(i) = A(i,j) * x(j)", "", "  A  csr", "  x  dense", "  y  dense"});
  module.structs = {csr("A", true), dense("x", Type::f32, true), dense("y", Type::f32, false)};
  const Block row{Declare{"sum", f32(0), true},
                  For{"pA2", wide(at("A2_pos", var("i"))), wide(at("A2_pos", add(var("i"), integer(1)))),
                      Block{Declare{"jA2", wide(at("A2_crd", var("pA2")))},
                            Assign{"sum", Update::add,
                                   Compute{Operator::mul,
                                           {value_at("A_vals", var("pA2")), value_at("x_vals", var("jA2"))},
                                           Type::f32}}}},
                  Store{"y_vals", Type::f32, var("i"), Update::set, Variable{"sum", Type::f32}}};
  For rows{"i", integer(0), var("i_size"), row};
  rows.share = Share{"i_begin", "i_end"};
  const Block body{
      ReturnIfNull{{"A", "x", "y"}},
      Comment{"Indices and their extents."},
      Declare{"i_size", dimension("y", 0)},
      Declare{"j_size", dimension("x", 0)},
      ReturnIf{either(negate(equal(dimension("A", 0), var("i_size"))), negate(equal(dimension("A", 1), var("j_size")))),
               Status::shape_mismatch, ""},
      bind("A", "A2_pos", Type::i32),
      bind("A", "A2_crd", Type::i32),
      bind("A", "A_vals", Type::f32),
      bind("x", "x_vals", Type::f32),
      bind("y", "y_vals", Type::f32, true),
      Comment{"Each row of A is one component of y."},
      Parallel{.index = "i", .begin = rows.begin, .end = rows.end, .share = *rows.share, .body = {rows}},
      ReturnStatus{}};
  module.functions = {{Phase::run,
                       "Writes y. SCORCH_SHAPE_MISMATCH: the dimensions of A, x and y do not fit.",
                       {{"A", true}, {"x", true}, {"y", false}},
                       true,
                       body}};
  return module;
}

namespace {

/// The loop over the coordinates that A or B store in row i; `visit` handles one of them.
Block merge(const Block& visit) {
  const auto advance = [](const std::string& tensor) {
    const Expr here = equal(var("j" + tensor + "2"), var("j"));
    return Assign{"p" + tensor + "2", Update::add, cast(Type::i64, here)};
  };
  const auto start = [](const std::string& tensor) {
    return Block{Declare{"p" + tensor + "2", wide(at(tensor + "2_pos", var("i"))), true},
                 Declare{"p" + tensor + "2_end", wide(at(tensor + "2_pos", add(var("i"), integer(1))))}};
  };
  const auto coordinate = [](const std::string& tensor) {
    const Expr live = less(var("p" + tensor + "2"), var("p" + tensor + "2_end"));
    return Declare{"j" + tensor + "2",
                   select(live, wide(at(tensor + "2_crd", var("p" + tensor + "2"))), highest(Type::i64))};
  };
  Block step{coordinate("A"), coordinate("B"), Declare{"j", minimum(var("jA2"), var("jB2"))}};
  append(step, visit);
  append(step, Block{advance("A"), advance("B")});
  Block row = start("A");
  append(row, start("B"));
  row.push_back(While{either(less(var("pA2"), var("pA2_end")), less(var("pB2"), var("pB2_end"))), step});
  return Block{For{"i", integer(0), var("i_size"), row}};
}

Block patterns() {
  return {Declare{"i_size", dimension("C", 0)}, bind("A", "A2_pos", Type::i32), bind("A", "A2_crd", Type::i32),
          bind("B", "B2_pos", Type::i32), bind("B", "B2_crd", Type::i32)};
}

Block count_body() {
  Block body{ReturnIfNull{{"A", "B", "C"}},
             ReturnIf{either(negate(equal(dimension("A", 0), dimension("B", 0))),
                             either(negate(equal(dimension("A", 1), dimension("B", 1))),
                                    either(negate(equal(dimension("A", 0), dimension("C", 0))),
                                           negate(equal(dimension("A", 1), dimension("C", 1)))))),
                      Status::shape_mismatch, ""},
             SetField{"C", "owned", -1, integer(1)},
             Allocate{"C", "C2_pos", Type::i32, add(dimension("C", 0), integer(1)), true}};
  append(body, patterns());
  append(body, {bind("C", "C2_pos", Type::i32, true), Declare{"pC2", integer(0), true}});
  Block counted = merge({Assign{"pC2", Update::add, integer(1)}});
  For loop = *counted[0].as<For>();
  loop.body.push_back(ReturnIf{less(integer(2147483647), var("pC2")), Status::index_overflow, "C"});
  loop.body.push_back(Store{"C2_pos", Type::i32, add(var("i"), integer(1)), Update::set, var("pC2")});
  append(body,
         {loop, SetField{"C", "C2_count", -1, var("pC2")}, SetField{"C", "C_count", -1, var("pC2")}, ReturnStatus{}});
  return body;
}

Expr sum_of_both() {
  const auto value = [](const std::string& tensor) {
    return select(equal(var("j" + tensor + "2"), var("j")), value_at(tensor + "_vals", var("p" + tensor + "2")),
                  f32(0));
  };
  return Compute{Operator::add, {value("A"), value("B")}, Type::f32};
}

Block fill_body(Phase phase) {
  Block body = patterns();
  body.push_back(Declare{"pC2", integer(0), true});
  Block visit;
  if (phase == Phase::pattern) {
    body.push_back(bind("C", "C2_crd", Type::i32, true));
    visit.push_back(Store{"C2_crd", Type::i32, var("pC2"), Update::set, var("j")});
  } else {
    append(body,
           {bind("A", "A_vals", Type::f32), bind("B", "B_vals", Type::f32), bind("C", "C_vals", Type::f32, true)});
    visit.push_back(Store{"C_vals", Type::f32, var("pC2"), Update::set, sum_of_both()});
  }
  visit.push_back(Assign{"pC2", Update::add, integer(1)});
  append(body, merge(visit));
  body.push_back(ReturnStatus{});
  return body;
}

/// A single appending pass, after the count so that there is something to release.
Block assemble_body() {
  Block body = patterns();
  append(body, {SetField{"C", "owned", -1, integer(2)}, Allocate{"C", "C2_crd", Type::i32, integer(1)},
                Allocate{"C", "C_vals", Type::f32, integer(1)}, bind("A", "A_vals", Type::f32),
                bind("B", "B_vals", Type::f32), bind("C", "C2_crd", Type::i32, true),
                bind("C", "C_vals", Type::f32, true), Declare{"C2_crd_capacity", integer(1), true},
                Declare{"C_vals_capacity", integer(1), true}, Declare{"pC2", integer(0), true}});
  const Expr needed = add(var("pC2"), integer(1));
  append(body, merge({Grow{"C2_crd", "C", "C2_crd", "C2_crd_capacity", Type::i32, needed},
                      Grow{"C_vals", "C", "C_vals", "C_vals_capacity", Type::f32, needed},
                      Store{"C2_crd", Type::i32, var("pC2"), Update::set, var("j")},
                      Store{"C_vals", Type::f32, var("pC2"), Update::set, sum_of_both()},
                      Assign{"pC2", Update::add, integer(1)}}));
  body.push_back(ReturnStatus{});
  return body;
}

}  // namespace

Module csr_add() {
  Module module = empty("csr_add", "", {"csr_add: C(i,j) = A(i,j) + B(i,j)"});
  module.structs = {csr("A", true), csr("B", true), csr("C", false)};
  const std::vector<Parameter> parameters{{"A", true}, {"B", true}, {"C", false}};
  const Expr owned = Cast{Type::i64, {Field{"C", "owned", -1, Type::i32}}};
  const Block release{ReturnIfNull{{"C"}}, If{{less(integer(0), owned)}, {Block{Release{"C", "C2_pos"}}}},
                      If{{equal(owned, integer(2))}, {Block{Release{"C", "C2_crd"}, Release{"C", "C_vals"}}}},
                      SetField{"C", "owned", -1, integer(0)}};
  module.functions = {
      {Phase::run, "All of it. Release C with csr_add_free.", parameters, true,
       Block{CallPhase{"count", ""}, CallPhase{"assemble", "C"}, ReturnStatus{}}},
      {Phase::count, "Fills C2_pos, which csr_add_free releases, and the counts.", parameters, true, count_body()},
      {Phase::pattern, "Fills C2_crd, the caller's array of C2_count elements.", parameters, true,
       fill_body(Phase::pattern)},
      {Phase::compute, "Fills C_vals, the caller's array of C_count elements.", parameters, true,
       fill_body(Phase::compute)},
      {Phase::assemble, "Appends the components one by one.", parameters, false, assemble_body()},
      {Phase::release, "Releases what the kernel has allocated of C.", {{"C", false}}, true, release}};
  return module;
}

Module divide() {
  Module module = empty("divide", "", {"divide: y(i) = max(a(i) / b(i), -a(i))"});
  module.structs = {dense("a", Type::i32, true), dense("b", Type::i32, true), dense("y", Type::i32, false)};
  const Expr a = at("a_vals", var("i"));
  const Expr quotient = Compute{Operator::div, {a, at("b_vals", var("i"))}, Type::i32};
  const Expr value = Compute{Operator::max, {quotient, Compute{Operator::neg, {a}, Type::i32}}, Type::i32};
  For of_thread{"i", integer(0), var("i_size"), {Store{"y_vals", Type::i32, var("i"), Update::set, value}}};
  of_thread.share = {"i_begin", "i_end"};
  Parallel threads{"i", integer(0), var("i_size"), *of_thread.share};
  threads.body = {of_thread};
  const Block body{Declare{"i_size", dimension("y", 0)},
                   bind("a", "a_vals", Type::i32),
                   bind("b", "b_vals", Type::i32),
                   bind("y", "y_vals", Type::i32, true),
                   Declare{"division_by_zero", Number{0, 0, Type::i32}, true},
                   threads,
                   ReturnStatus{"division_by_zero"}};
  module.functions = {{Phase::run, "Writes y.", {{"a", true}, {"b", true}, {"y", false}}, true, body}};
  return module;
}

Module every_operator(Type type) {
  const bool floating = type == Type::f32 || type == Type::f64;
  Module module = empty("every_" + std::string(name(type)), "a::b", {"every operator"});
  module.structs = {dense("count", type, true), dense("y", type, false)};
  const Expr x = load("count_vals", type, var("i"));
  Block row{Declare{"best", lowest(type), true}, Declare{"least", highest(type), true},
            Declare{"total", number(type, 0, 0), true}};
  for (const OperatorInfo& each : all_operators()) {
    if (each.floating && !floating) continue;
    const Expr constant = number(type, -0.1, -1);
    const Expr value = Compute{each.op, each.arity == 1 ? std::vector<Expr>{x} : std::vector<Expr>{constant, x}, type};
    row.push_back(
        Assign{"total", Update::add, Compute{Operator::sub, {value, Compute{Operator::mul, {x, value}, type}}, type}});
    row.push_back(Store{"y_vals", type, var("i"), Update::add, value});
  }
  const Expr total = Variable{"total", type};
  append(row, {Assign{"best", Update::max, total}, Assign{"least", Update::min, total},
               Store{"y_vals", type, var("i"), Update::max, Variable{"best", type}},
               Store{"y_vals", type, var("i"), Update::min, Variable{"least", type}}});
  for (const Type other : {Type::i32, Type::i64, Type::f32, Type::f64})
    row.push_back(Store{"y_vals", type, var("i"), Update::add, cast(type, cast(other, x))});
  row.push_back(
      Store{"y_vals", type, var("i"), Update::set,
            select(both(either(flag_variable("odd"), less(var("i"), integer(3))), negate(flag_variable("odd"))),
                   cast(type, boolean(true)), number(type, 1e20, type == Type::i32 ? -5 : -5000000000))});
  const Block body{Declare{"i_size", dimension("y", 0)},
                   Declare{"odd", equal(minimum(var("i_size"), integer(5000000000)), mul(integer(2), var("i_size")))},
                   bind("count", "count_vals", type),
                   bind("y", "y_vals", type, true),
                   Declare{"division_by_zero", Number{0, 0, Type::i32}, true},
                   Clear{"y_vals", type, var("i_size")},
                   For{"i", integer(0), var("i_size"), row},
                   ReturnStatus{"division_by_zero"}};
  module.functions = {{Phase::run, "Writes y.", {{"count", true}, {"y", false}}, true, body},
                      {Phase::count, "Does the same.", {{"count", true}, {"y", false}}, true, body}};
  return module;
}

}  // namespace scorchc::test
