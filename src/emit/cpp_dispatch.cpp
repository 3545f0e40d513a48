// Prints outlined loop nests: a function for each, and a call that selects the instruction set.
#include <utility>

#include "emit/cpp_names.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/loop_walk.h"
#include "support/words.h"

namespace scorchc::emit {
namespace {

using Capture = loop::Outlined::Capture;

/// The lines of a whole loop belong to its call, too.
Origin origin_of_call(const loop::Stmt& nest) {
  if (const loop::SpecialisedTile* tile = nest.as<loop::SpecialisedTile>()) return origin_of_call(tile->body[0]);
  if (const auto counted = loop::counted_loop(nest)) return counted->share ? Origin() : counted->origin;
  const loop::While* node = nest.as<loop::While>();
  return node ? node->origin : Origin();
}

}  // namespace

void FunctionEmitter::print(const loop::Outlined& node) {
  const LoopMark mark(writer_, origin_of_call(node.body[0]));
  ++outlined_loops_;
  const std::string name =
      loop_symbol(module_, function_) + (outlined_loops_ > 1 ? "_" + std::to_string(outlined_loops_) : "");
  std::vector<std::string> arguments;
  for (const Capture& capture : node.captures) {
    if (capture.kind == Capture::Kind::flag) prefetch_flags_.insert(capture.name);
    if (capture.kind == Capture::Kind::value || capture.kind == Capture::Kind::updated)
      arguments.push_back(capture.name);
  }
  Writer around = std::exchange(writer_, Writer{});
  const bool is_in_region = std::exchange(is_in_region_, false);
  define_outlined(node, name);
  outlined_ += writer_.text();
  writer_ = std::move(around);
  is_in_region_ = is_in_region;
  std::string sets;
  for (const InstructionSet set : module_.instruction_sets) {
    // Both have vectors of 16 bytes, and `generic` is available wherever `sse2` is.
    if (set == InstructionSet::sse2 && module_.instruction_sets.back() == InstructionSet::generic) continue;
    sets += ", " + shared_.use(scorchc::name(set));
  }
  const std::string lanes = node.lanes ? exprs_.text(*node.lanes) : "INT64_MAX";
  call_outlined(name, std::exchange(prefetch_flags_, {}), {},
                ", " + type_name(node.element) + sets + ">(" + lanes + ", " + joined(arguments) + ");");
}

/// Defines the outlined loop as the static function `run` of a struct, which takes the captures.
void FunctionEmitter::define_outlined(const loop::Outlined& node, const std::string& name) {
  std::vector<std::string> parameters, first_lines, last_lines, switches;
  for (const Capture& capture : node.captures) {
    const std::string& each = capture.name;
    const auto array = arrays_.find(each);
    if (capture.kind == Capture::Kind::constant)
      first_lines.push_back("constexpr int64_t " + each + " = " + constants_.at(each) + ";");
    if (capture.kind == Capture::Kind::value)
      parameters.push_back((array != arrays_.end() ? array->second : type_name(types_.at(each)) + " ") + each);
    if (capture.kind != Capture::Kind::updated) continue;
    // A vector store may alias anything, so the compiler would reload the caller's variable after each: use a copy.
    const std::string type = type_name(types_.at(each)), outside = fresh(each + "_outside");
    parameters.push_back(type + "& " + outside);
    first_lines.push_back(type + " " + each + " = " + outside + ";");
    last_lines.push_back(outside + " = " + each + ";");
  }
  for (const std::string& flag : prefetch_flags_) switches.push_back("bool " + flag);
  writer_.raw("namespace {\n");
  writer_.comment("Outlined loop, compiled for each vector width: scorch_dispatch_isa calls it.");
  if (!switches.empty()) writer_.line("template <" + joined(switches) + ">");
  writer_.open("struct " + name);
  writer_.line("template <size_t " + fresh("bytes") + ">");
  writer_.open("static SCORCH_INLINE void run(" + joined(parameters) + ")");
  for (const std::string& line : first_lines) writer_.line(line);
  ++depth_;
  emit(node.body);
  --depth_;
  for (const std::string& line : last_lines) writer_.line(line);
  writer_.close();
  writer_.close(";");
  writer_.raw("}  // namespace\n\n");
}

/// Emits a call of the outlined loop for each combination of the flags. `values` are those of earlier flags; all become
/// template arguments.
void FunctionEmitter::call_outlined(const std::string& name, std::set<std::string> flags,
                                    std::vector<std::string> values, const std::string& rest) {
  if (flags.empty()) {
    const std::string callee = values.empty() ? name : name + "<" + joined(values) + ">";
    return writer_.line(shared_.use("dispatch_isa") + "<" + callee + rest);
  }
  const std::string flag = flags.extract(flags.begin()).value();
  writer_.open("if (" + flag + ")");
  values.emplace_back("true");
  call_outlined(name, flags, values, rest);
  writer_.reopen("else");
  values.back() = "false";
  call_outlined(name, flags, values, rest);
  writer_.close();
}

}  // namespace scorchc::emit
