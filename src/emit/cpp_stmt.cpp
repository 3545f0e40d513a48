#include "emit/cpp_stmt.h"

#include <algorithm>

#include "emit/cpp_names.h"
#include "emit/cpp_table.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/interface.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::emit {
namespace {

using loop::Block;
using loop::Phase;
using loop::Type;
using loop::Update;

/// The value of an assignment without a conversion from f32 to f64, which C++ makes implicitly.
const loop::Expr& without_promotion(const loop::Expr& value) {
  const loop::Cast* cast = value.as<loop::Cast>();
  const bool is_promotion = cast && cast->type == Type::f64 && type_of(cast->operand[0]) == Type::f32;
  return is_promotion ? cast->operand[0] : value;
}

/// What follows an object's name in code, but never in comments.
constexpr const char* object_ends[] = {"->", ", context)"};

std::string field_name(const std::string& object, const std::string& field) { return object + "->" + field; }

/// Whether the code uses a field of the object or passes the object to a function.
bool uses_object(std::string_view code, const std::string& object) {
  return std::any_of(std::begin(object_ends), std::end(object_ends), [&](const char* end) {
    const std::string wanted = object + end;
    for (std::size_t at = code.find(wanted); at != std::string_view::npos; at = code.find(wanted, at + 1))
      if (at > 0 && std::string_view(" (*!").find(code[at - 1]) != std::string_view::npos) return true;
    return false;
  });
}

}  // namespace

std::string status_name(loop::Status status) {
  return std::string(all_statuses()[static_cast<std::size_t>(status)].symbol);
}

std::string size_of(Type type) { return "sizeof(" + type_name(type) + ")"; }

FunctionEmitter::FunctionEmitter(const loop::Module& module, const loop::Function& function, FunctionText& text)
    : PartPrinter(text),
      module_(module),
      function_(function),
      vectors_(text, *this),
      read_(loop::read_names(function.body)) {
  for (const loop::Parameter& parameter : function.parameters) used_.insert(parameter.name);
}

std::string FunctionEmitter::definition() {
  writer_.open((function_.is_public ? "" : "static ") + return_type(function_.phase) + " " +
               symbol(module_, function_) + "(" + parameter_list(module_, function_, symbol_prefix(module_)) + ")");
  const std::size_t start = writer_.text().size();
  emit(function_.body);
  // A context that only a pragma uses would be unused without OpenMP.
  if (!contains_identifier(std::string_view(writer_.text()).substr(start), "context"))
    writer_.insert(start, "  static_cast<void>(context);\n");
  // The function of a plan does not check its arguments, so it may not use all of them.
  const auto calls = [](const loop::Stmt& stmt) { return stmt.as<loop::CallPhase>() != nullptr; };
  const bool calls_others = std::any_of(function_.body.begin(), function_.body.end(), calls);
  for (const loop::Parameter& parameter : function_.parameters)
    if (function_.plan != 0 && !calls_others && !uses_object(writer_.text().substr(start), parameter.name))
      writer_.insert(start, "  static_cast<void>(" + parameter.name + ");\n");
  writer_.close();
  return outlined_ + writer_.text();
}

void FunctionEmitter::emit(const Block& block) {
  for (const loop::Stmt& stmt : block) emit(stmt);
}

void FunctionEmitter::emit_scope(const Block& block) {
  const std::set<std::string> objects_around = objects_;
  emit(block);
  objects_ = objects_around;
}

void FunctionEmitter::emit(const loop::Stmt& stmt) {
  if (vectors_.emit_for_lanes(stmt)) return;
  match(
      stmt,
      [&](const loop::Assign& node) {
        const Type type = types_.at(node.name);
        update(node.name, type, node.update, loop::Variable{node.name, type}, without_promotion(node.value));
      },
      [&](const loop::Store& node) {
        const loop::Expr old = loop::load(node.array, node.element, node.index);
        update(exprs_.text(old), node.element, node.update, old, node.value);
      },
      [&](const loop::Prefetch& node) {
        call(shared_.use("prefetch"), {node.array + " + " + exprs_.widened(node.index)});
      },
      [&](const loop::SpecialisedTile& node) {
        vectors_.print(node, depth_ == 1 ? VectorPrinter::Place::root : VectorPrinter::Place::inside);
      },
      [&](const loop::Table& node) {
        objects_.insert(node.name);
        write_table(node, exprs_, writer_);
      },
      [&](const loop::Comment& node) {
        writer_.blank();
        writer_.comment(node.text);
      },
      [&](const loop::Clear& node) {
        call(shared_.use("clear"),
             {exprs_.first_of(node.array, node.from), exprs_.widened(node.count), size_of(node.element)});
      },
      [&](const loop::Copy& node) {
        const LoopMark mark(writer_, node.origin);
        call(shared_.use("copy"), {exprs_.first_of(node.to, node.start), exprs_.first_of(node.from, node.first),
                                   exprs_.widened(node.count), size_of(node.element)});
      },
      [&](const loop::CheckAscending& node) {
        const LoopMark mark(writer_, node.origin);
        writer_.line("if (!" + shared_.use("ascends") + "(" + node.array + ", " + exprs_.widened(node.count) + ")) " +
                     node.flag + " = false;");
      },
      [&](const loop::ReturnIf& node) { return_if(exprs_.text(node.condition), node.status, node.cleanup_object); },
      [&](const loop::Memmove& node) {
        call(shared_.use("memmove"), {exprs_.first_of(node.array, node.to), exprs_.first_of(node.array, node.from),
                                      exprs_.widened(node.count), size_of(node.element)});
      },
      [&](const loop::SortTuples& node) {
        memory_is_missing_if("!" + node.tuples + ".sort({" + listed(node.extents) + "})", node.cleanup_object);
      },
      [&](const loop::ResetTuples& node) { call(node.tuples + ".reset", {}); },
      [&](const loop::SetBit& node) {
        shared_.use("bits");
        call("scorch_set_bit", {node.bits, exprs_.widened(node.at)});
      },
      [&](const loop::Release& node) {
        call(shared_.use("release"), {"context", field_name(node.object, node.field)});
        writer_.line(field_name(node.object, node.field) + " = nullptr;");
      },
      [&](const auto& node) {
        if constexpr (requires { vectors_.print(node); })
          vectors_.print(node);
        else
          print(node);
      });
}

void FunctionEmitter::print(const loop::Declare& node) {
  const Type type = type_of(node.value);
  types_[node.name] = type;
  if (depth_ == 0 && node.value.as<loop::Integer>() && !node.is_mutable)
    constants_[node.name] = exprs_.value_for(type, node.value);
  writer_.line((node.is_mutable ? "" : "const ") + type_name(type) + " " + node.name + " = " +
               exprs_.value_for(type, node.value) + ";");
}

void FunctionEmitter::print(const loop::BindArray& node) {
  const std::string type(type_name(node.element));
  if (node.is_written) shared_.use("restrict");
  const std::string pointer = node.is_written ? type + "* SCORCH_RESTRICT " : "const " + type + "* ";
  arrays_[node.name] = pointer;
  writer_.line(pointer + node.name + " = " + field_name(node.object, node.field) + ";");
}

void FunctionEmitter::print(const loop::SetField& node) {
  const std::string element = node.element < 0 ? "" : "[" + std::to_string(node.element) + "]";
  const std::string value = exprs_.value_for(field_type(node.object, node.field), node.value);
  writer_.line(field_name(node.object, node.field) + element + " = " + value + ";");
}

/// `place += value` if C++ has that for the type, else `place = f(place, value)`.
void FunctionEmitter::update(const std::string& place, Type type, Update how, const loop::Expr& old,
                             const loop::Expr& value) {
  const bool floating = type == Type::f32 || type == Type::f64;
  // Adding an int64_t to an int32_t by `+=` narrows without a cast, and compilers warn; a constant does not narrow.
  const bool is_plain = counts(type, value) && (type == Type::i64 || value.as<loop::Integer>() != nullptr);
  const loop::Binary* sum = how == Update::set && type == Type::i64 ? value.as<loop::Binary>() : nullptr;
  if (sum && sum->op == loop::BinaryOp::add && sum->operands[0] == old) {
    writer_.line(place + " += " + exprs_.widened(sum->operands[1]) + ";");
  } else if (how != Update::add || !(floating || is_plain)) {
    writer_.line(place + " = " + exprs_.updated(type, how, old, value) + ";");
  } else if (value == loop::integer(1)) {
    writer_.line("++" + place + ";");
  } else {
    writer_.line(place + " += " + exprs_.value_for(type, value) + ";");
  }
}

std::string FunctionEmitter::listed(const std::vector<loop::Expr>& exprs) {
  std::string text;
  for (const loop::Expr& expr : exprs) text += (text.empty() ? "" : ", ") + exprs_.widened(expr);
  return text;
}

/// Reports out of memory. In a parallel region, the function returns the status after the region.
void FunctionEmitter::memory_is_missing_if(const std::string& condition, const std::string& cleanup_object) {
  if (is_in_region_)
    writer_.line("if (" + condition + ") return false;");
  else
    return_if(condition, loop::Status::out_of_memory, cleanup_object);
}

void FunctionEmitter::print(const loop::If& node) {
  for (std::size_t i = 0; i < node.blocks.size(); ++i) {
    const bool guarded = i < node.conditions.size();
    const loop::Variable* flag = guarded ? node.conditions[i].as<loop::Variable>() : nullptr;
    const std::string word = flag && prefetch_flags_.count(flag->name) ? "if constexpr (" : "if (";
    const std::string head = guarded ? word + exprs_.text(node.conditions[i]) + ")" : "";
    if (i == 0)
      writer_.open(head);
    else
      writer_.reopen(guarded ? "else " + head : "else");
    emit_scope(node.blocks[i]);
  }
  writer_.close();
}

void FunctionEmitter::print(const loop::ReturnIfNull& node) {
  // Pointers that are required under the same condition are tested together. A condition reads only arrays that are
  // tested before it.
  std::vector<std::pair<loop::Expr, std::string>> groups;
  for (std::size_t n = 0; n < node.objects.size(); ++n) {
    const loop::Expr needed = node.needed.empty() ? loop::boolean(true) : node.needed[n];
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == needed; });
    const std::string is_null = node.objects[n] + " == nullptr";
    if (same == groups.end())
      groups.emplace_back(needed, is_null);
    else
      same->second += " || " + is_null;
  }
  std::string condition;
  for (const auto& [needed, is_null] : groups) {
    const std::string separator = condition.empty() ? "" : " || ";
    const bool is_one = is_null.find(" || ") == std::string::npos;
    if (needed == loop::boolean(true))
      condition += separator + is_null;
    else
      condition += separator + "(" + (is_one ? is_null : "(" + is_null + ")") + " && " + exprs_.text(needed) + ")";
  }
  if (function_.phase == Phase::release)
    writer_.line("if (" + condition + ") return;");
  else
    return_if(condition, loop::Status::null_argument, node.cleanup_object);
}

void FunctionEmitter::return_if(const std::string& condition, loop::Status status, const std::string& cleanup_object) {
  const std::string head = "if (" + condition + ")";
  const std::string leave = "return " + status_name(status) + ";";
  if (cleanup_object.empty() && head.size() + leave.size() < 90) return writer_.line(head + " " + leave);
  writer_.open(head);
  emit_cleanup(cleanup_object);
  writer_.line(leave);
  writer_.close();
}

void FunctionEmitter::emit_cleanup(const std::string& object) {
  if (object.empty()) return;
  writer_.line(symbol(module_, Phase::release) + "(" + object + ", context);");
}

/// The object, if its arrays can be released when memory for the others is missing; else empty.
std::string FunctionEmitter::releasable(const std::string& object) const {
  for (const loop::Function& each : module_.functions)
    if (each.phase == Phase::release) return object;
  return {};
}

void FunctionEmitter::print(const loop::Allocate& node) {
  const std::string function = shared_.use(node.zeroed ? "allocate_zeroed" : "allocate");
  const std::string field = field_name(node.object, node.field);
  writer_.line(field + " = static_cast<" + type_name(node.element) + "*>(" + function + "(context, " +
               exprs_.widened(node.count) + ", " + size_of(node.element) + "));");
  return_if(field + " == nullptr", loop::Status::out_of_memory, releasable(node.object));
}

void FunctionEmitter::print(const loop::Grow& node) {
  const std::string needed = exprs_.widened(node.needed);
  writer_.open("if (" + node.capacity + " < " + needed + ")");
  writer_.line("const int64_t new_capacity = scorch_grown_capacity(" + node.capacity + ", " + needed + ");");
  call("void* const grown = " + shared_.use("grow"),
       {"context", node.array, node.capacity, "new_capacity", size_of(node.element)});
  return_if("grown == nullptr", loop::Status::out_of_memory, releasable(node.object));
  writer_.line(node.array + " = static_cast<" + type_name(node.element) + "*>(grown);");
  writer_.line(field_name(node.object, node.field) + " = " + node.array + ";");
  writer_.line(node.capacity + " = new_capacity;");
  writer_.close();
}

void FunctionEmitter::print(const loop::Shrink& node) {
  const std::string field = field_name(node.object, node.field);
  writer_.line(field + " = static_cast<" + type_name(node.element) + "*>(" + shared_.use("shrink") + "(context, " +
               field + ", " + exprs_.widened(node.capacity) + ", " + exprs_.widened(node.count) + ", " +
               size_of(node.element) + "));");
}

void FunctionEmitter::print(const loop::Move& node) {
  writer_.line(field_name(node.object, node.field) + " = " + node.array + ";");
  writer_.line(node.tuples + (node.column ? ".crd[" + std::to_string(*node.column) + "]" : ".vals") + " = nullptr;");
}

void FunctionEmitter::print(const loop::CallPhase& node) {
  std::string arguments;
  for (const loop::Parameter& parameter : function_.parameters) arguments += parameter.name + ", ";
  std::string callee;
  for (const loop::Function& each : module_.functions)
    if (name(each) == node.function) callee = symbol(module_, each);
  writer_.open("if (const scorch_status status = " + callee + "(" + arguments +
               "context); status != " + status_name(node.expected) + ")");
  emit_cleanup(node.cleanup_object);
  writer_.line("return status;");
  writer_.close();
}

void FunctionEmitter::print(const loop::ReturnStatus& node) {
  if (function_.phase == Phase::release) return;
  const bool releases = !node.status_variable.empty() && !node.cleanup_object.empty();
  if (releases) return_if(node.status_variable + " != 0", loop::Status::division_by_zero, node.cleanup_object);
  writer_.line(node.status_variable.empty() || releases
                   ? "return SCORCH_OK;"
                   : "return " + node.status_variable + " != 0 ? SCORCH_DIVISION_BY_ZERO : SCORCH_OK;");
}

Type FunctionEmitter::field_type(const std::string& object, const std::string& field) const {
  for (const loop::Struct& structure : module_.structs)
    for (const loop::FieldDeclaration& each : structure.fields)
      if (structure.name == object && each.name == field) return each.type;
  return Type::i64;
}

std::string status_variable(const loop::Function& function) {
  if (function.body.empty()) return {};
  const loop::ReturnStatus* last = function.body.back().as<loop::ReturnStatus>();
  return last == nullptr ? "" : last->status_variable;
}

std::string function_definition(const loop::Module& module, const loop::Function& function, SharedBlocks& shared) {
  FunctionText text{shared, ExprEmitter(shared, status_variable(function)), loop::used_names(function.body)};
  return FunctionEmitter(module, function, text).definition();
}

}  // namespace scorchc::emit
