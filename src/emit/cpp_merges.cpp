// Prints merges of coordinate lists. Equal runs of coordinates are found by comparing whole runs.
#include "emit/cpp_names.h"
#include "emit/function_emitter.h"
#include "emit/loop_marks.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {

void FunctionEmitter::emit(const loop::MergeLists& node) {
  const LoopMark mark(writer_, node.origin);
  shared_.use("merge");
  const auto index = [&](bool is_read) { return "int64_t" + (is_read ? " " + node.coordinate : ""); };
  std::string parameters = index(loop::reads_any(node.value, {node.coordinate})), lists;
  std::set<std::string> flags;
  for (const loop::MergeLists::List& list : node.lists) {
    flags.insert(list.flag);
    parameters += ", int64_t" + (loop::reads_any(node.value, {list.flag}) ? " " + list.flag : "");
    lists += ", scorch_list(" + list.array + ", " + list.position + ", " + exprs_.text(list.end) + ")";
  }
  types_[node.coordinate] = loop::Type::i64;
  types_[node.value_name] = node.type;
  writer_.open("scorch_merge([&](" + parameters + ") SCORCH_INLINE_LAMBDA");
  exprs_.read_as_masks(flags);
  writer_.line("return " + exprs_.value_for(node.type, node.value) + ";");
  exprs_.read_as_masks({});
  writer_.next("[&](" + index(loop::used_names(node.body).count(node.coordinate) > 0) + ", " +
               std::string(type_name(node.type)) + " " + node.value_name + ") SCORCH_INLINE_LAMBDA");
  emit_body_of(node.body);
  writer_.close(lists + ");");
}

}  // namespace scorchc::emit
