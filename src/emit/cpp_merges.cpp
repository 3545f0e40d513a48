// Prints merges of coordinate lists. Equal runs of coordinates are found by comparing whole runs.
#include "emit/cpp_names.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {

void FunctionEmitter::print(const loop::MergeLists& node) {
  const LoopMark mark(writer_, node.origin);
  const std::set<std::string> read_by_value = loop::own_reads(node.value);
  std::vector<std::string> parameters = {parameter("int64_t", node.coordinate, read_by_value)};
  std::set<std::string> flags;
  std::string lists;
  for (const loop::MergeLists::List& list : node.lists) {
    flags.insert(list.flag);
    parameters.push_back(parameter("int64_t", list.flag, read_by_value));
    lists += ", scorch_list(" + list.array + ", " + list.position + ", " + exprs_.text(list.end) + ")";
  }
  types_[node.coordinate] = loop::Type::i64;
  types_[node.value_name] = node.type;
  writer_.open(shared_.use("merge") + "(" + inlined(parameters));
  exprs_.read_as_masks(flags);
  writer_.line("return " + exprs_.value_for(node.type, node.value) + ";");
  exprs_.read_as_masks({});
  writer_.next(inlined({parameter("int64_t", node.coordinate, loop::read_names(node.body)),
                        type_name(node.type) + " " + node.value_name}));
  emit_body_of(node.body);
  writer_.close(lists + ");");
}

}  // namespace scorchc::emit
