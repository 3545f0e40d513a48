// Implements the interpreter's calls and its error messages.
#include "interpret/machine.h"

#include <algorithm>
#include <utility>

#include "interpret/elements.h"

namespace scorchc::interpret {

std::optional<std::size_t> Names::object(const std::string& name) const {
  const auto parameter = std::find_if(function_.parameters.begin(), function_.parameters.end(),
                                      [&](const loop::Parameter& each) { return each.name == name; });
  if (parameter == function_.parameters.end()) return std::nullopt;
  for (std::size_t i = 0; i < module_.structs.size(); ++i)
    if (module_.structs[i].name == name) return i;
  return std::nullopt;
}

std::optional<std::size_t> Names::field(std::size_t object, const std::string& name) const {
  const std::vector<loop::FieldDeclaration>& fields = module_.structs[object].fields;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name) return i;
  return std::nullopt;
}

const Entity* Names::status_variable() const {
  if (function_.body.empty()) return nullptr;
  const auto* last = function_.body.back().as<loop::ReturnStatus>();
  const Entity* entity = last == nullptr ? nullptr : variable(last->status_variable);
  return entity != nullptr && entity->type == loop::Type::i32 ? entity : nullptr;
}

FieldValue& field_of(Frame& frame, std::size_t object, std::size_t field, const std::string& label) {
  Object* values = frame.run.objects[object];
  if (values == nullptr) throw Broken{label + " is used, but its struct is null"};
  return values->at(field);
}

void fail_access(const Array* array, const std::string& name, std::int64_t index) {
  if (array == nullptr) throw Broken{"`" + name + "` is null, and element " + std::to_string(index) + " is used"};
  if (!array->is_live) throw Broken{array->label + " is used after its release"};
  throw Broken{"element " + std::to_string(index) + " of " + array->label + ", which has " +
               std::to_string(array->count)};
}

void fail_marks(const Array& array, std::int64_t index) {
  const bool is_unset = array.marks[static_cast<std::size_t>(index)].written == 0;
  // A write fails only on elements that are set: reading an element that is not set would have failed before.
  throw Broken{"element " + std::to_string(index) + " of " + array.label +
               (is_unset ? " is read, but is not set" : " is shared by iterations of a parallel loop")};
}

loop::Status run_function(Run& run, const std::string& name) {
  const auto function = run.program.functions.find(name);
  if (function == run.program.functions.end()) return loop::Status::ok;
  Frame frame{.run = run, .cells = std::vector<Cell>(function->second.cells), .lists = {}, .arrays = {}};
  function->second.body(frame);
  for (Array* array : frame.arrays) run.memory.release(array);
  return frame.status;
}

Machine::Machine(loop::Module module) {
  auto program = std::make_unique<Program>();
  program->module = std::move(module);
  for (const loop::Function& function : program->module.functions)
    program->functions.emplace(name(function), prepare(program->module, function));
  program_ = std::move(program);
}
Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

const loop::Module& Machine::module() const { return program_->module; }

Outcome Machine::call(loop::Phase phase, const std::vector<Object*>& objects, Memory& memory, const Limits& limits,
                      Passed* passed) const {
  const std::string function(name(phase));
  if (!program_->functions.contains(function)) return {{}, "there is no function `" + function + "`"};
  memory.clock.loop_begin = Clock::never;  // an earlier call may have been aborted inside a parallel loop
  Run run{*program_, objects, memory, limits.iterations, limits.lanes, passed};
  try {
    return {run_function(run, function), {}};
  } catch (const Broken& broken) {
    return {{}, broken.what, run.iterations_left < 0};
  }
}

}  // namespace scorchc::interpret
