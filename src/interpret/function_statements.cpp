// Interprets statements that concern the caller: struct fields, calls and returns.
#include "interpret/statements.h"

namespace scorchc::interpret {

Code<void> cleanup(const std::string& object) {
  if (object.empty()) return [](Frame&) {};
  return [](Frame& frame) { run_function(frame.run, std::string(name(loop::Phase::release))); };
}

Action no_field(const std::string& object, const std::string& field) {
  return broken_code<Flow>("there is no " + object + "->" + field);
}

Action no_array(const std::string& name) {
  return broken_code<Flow>("the array `" + name + "` is not declared as one of this type");
}

std::optional<Place> Statements::find(const std::string& object, const std::string& field) const {
  const auto at = names_.object(object);
  const auto place = at ? names_.field(*at, field) : std::nullopt;
  if (!place) return std::nullopt;
  return Place{*at, *place, object + "->" + field};
}

Action Statements::set_field(const loop::SetField& node) {
  const std::optional<Place> place = find(node.object, node.field);
  if (!place) return no_field(node.object, node.field);
  const bool is_narrow = declaration(*place).type == loop::Type::i32;
  Code<std::int64_t> value = expressions_.integer(node.value);
  if (is_narrow)
    value = [narrow = expressions_.value_for_place<std::int32_t>(node.value)](Frame& frame) {
      return std::int64_t{narrow(frame)};
    };
  const auto element = static_cast<std::size_t>(std::max(node.element, 0));
  return [place = *place, element, value = std::move(value)](Frame& frame) {
    const std::int64_t number = value(frame);
    FieldValue& field = place.in(frame);
    field.numbers.at(element) = number;
    field.is_set = true;
    return Flow::next;
  };
}

Action Statements::return_if(const loop::ReturnIf& node) {
  return [condition = expressions_.condition(node.condition), status = node.status,
          cleanup = cleanup(node.cleanup_object)](Frame& frame) {
    if (!condition(frame)) return Flow::next;
    cleanup(frame);
    return leave(frame, status);
  };
}

Action Statements::return_if_null(const loop::ReturnIfNull& node) {
  std::vector<Code<bool>> nulls;
  for (const std::string& name : node.objects) {
    if (const Entity* entity = names_.array(name))
      nulls.push_back([cell = entity->cell](Frame& frame) { return frame.cells[cell].array == nullptr; });
    else if (const auto object = names_.object(name))
      nulls.push_back([object = *object](Frame& frame) { return frame.run.objects[object] == nullptr; });
    else
      return broken_code<Flow>("`" + name + "` is not a pointer");
  }
  std::vector<Code<bool>> needed;
  for (const loop::Expr& condition : node.needed) needed.push_back(expressions_.condition(condition));
  return [nulls = std::move(nulls), needed = std::move(needed), cleanup = cleanup(node.cleanup_object)](Frame& frame) {
    for (std::size_t n = 0; n < nulls.size(); ++n) {
      if (!nulls[n](frame) || (!needed.empty() && !needed[n](frame))) continue;
      cleanup(frame);
      return leave(frame, loop::Status::null_argument);
    }
    return Flow::next;
  };
}

Action Statements::call(const loop::CallPhase& node) {
  for (const loop::Function& callee : names_.module().functions)
    if (name(callee) == node.function)
      return
          [function = node.function, expected = node.expected, cleanup = cleanup(node.cleanup_object)](Frame& frame) {
            const loop::Status status = run_function(frame.run, function);
            if (status == expected) return Flow::next;
            cleanup(frame);
            return leave(frame, status);
          };
  return broken_code<Flow>("there is no function `" + node.function + "`");
}

Action Statements::return_status(const loop::ReturnStatus& node) {
  if (node.status_variable.empty()) return [](Frame& frame) { return leave(frame, loop::Status::ok); };
  const Entity* variable = names_.variable(node.status_variable);
  if (variable == nullptr || variable->type != loop::Type::i32)
    return broken_code<Flow>("`" + node.status_variable + "` is not an i32 variable");
  return [cell = variable->cell, cleanup = cleanup(node.cleanup_object)](Frame& frame) {
    if (frame.cells[cell].i32 == 0) return leave(frame, loop::Status::ok);
    cleanup(frame);
    return leave(frame, loop::Status::division_by_zero);
  };
}

}  // namespace scorchc::interpret
