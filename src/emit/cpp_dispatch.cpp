// Prints outlined loop nests: a function for each, and a call that selects the instruction set.
#include <algorithm>
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
  const std::string name =
      loop_symbol(module_, function_) + (outlined_loops_ > 0 ? "_" + std::to_string(outlined_loops_ + 1) : "");
  ++outlined_loops_;
  std::vector<std::string> parameters, arguments, first_lines, last_lines, flags;
  for (const Capture& capture : node.captures) {
    const std::string& each = capture.name;
    if (capture.kind == Capture::Kind::constant) {
      first_lines.push_back("constexpr int64_t " + each + " = " + constants_.at(each) + ";");
      continue;
    }
    if (capture.kind == Capture::Kind::flag) {
      flags.push_back(each);
      continue;
    }
    const auto array = arrays_.find(each);
    const std::string type = array != arrays_.end() ? array->second : type_name(types_.at(each)) + " ";
    arguments.push_back(each);
    if (capture.kind == Capture::Kind::value) {
      parameters.push_back(type + each);
      continue;
    }
    // A vector store may alias anything, so the compiler would reload the caller's variable after each: use a copy.
    const std::string outside = fresh(each + "_outside");
    parameters.push_back(type.substr(0, type.size() - 1) + "& " + outside);
    first_lines.push_back(type + each + " = " + outside + ";");
    last_lines.push_back(outside + " = " + each + ";");
  }
  std::sort(flags.begin(), flags.end());
  prefetch_flags_ = {flags.begin(), flags.end()};
  Writer around = std::exchange(writer_, Writer{});
  const bool is_in_region = std::exchange(is_in_region_, false);
  writer_.raw("namespace {\n");
  writer_.comment("Outlined loop, compiled for each vector width: scorch_dispatch_isa calls it.");
  std::vector<std::string> switches;
  for (const std::string& flag : flags) switches.push_back("bool " + flag);
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
  outlined_ += writer_.text();
  writer_ = std::move(around);
  is_in_region_ = is_in_region;
  prefetch_flags_.clear();
  std::string sets;
  for (const InstructionSet set : module_.instruction_sets) {
    // Both have vectors of 16 bytes, and `generic` is available wherever `sse2` is.
    if (set == InstructionSet::sse2 && module_.instruction_sets.back() == InstructionSet::generic) continue;
    sets += ", " + shared_.use(scorchc::name(set));
  }
  call_outlined(name, {flags.begin(), flags.end()},
                ", " + type_name(node.element) + sets + ">(" + (node.lanes ? exprs_.text(*node.lanes) : "INT64_MAX") +
                    ", " + joined(arguments) + ");");
}

/// Emits a call of the outlined loop for each combination of the flags, which become template arguments.
void FunctionEmitter::call_outlined(const std::string& name, std::set<std::string> flags, const std::string& rest) {
  if (flags.empty()) return writer_.line(shared_.use("dispatch_isa") + "<" + name + rest);
  const std::string flag = *flags.begin();
  flags.erase(flag);
  const bool is_last = flags.empty();
  const std::string start = name + (name.back() == ',' ? " " : "<"), end = is_last ? ">" : ",";
  writer_.open("if (" + flag + ")");
  call_outlined(start + "true" + end, flags, rest);
  writer_.reopen("else");
  call_outlined(start + "false" + end, flags, rest);
  writer_.close();
}

}  // namespace scorchc::emit
