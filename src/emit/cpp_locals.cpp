// Prints local objects of a function: arrays, bitsets, coordinate lists and tuples.
#include <algorithm>

#include "emit/cpp_names.h"
#include "emit/cpp_stmt.h"
#include "emit/function_emitter.h"

namespace scorchc::emit {

using loop::Type;

void FunctionEmitter::print(const loop::LocalArray& node) {
  const std::string type = type_name(node.element), count = exprs_.widened(node.count);
  objects_.insert(node.name);
  if (node.is_bitset) {
    shared_.use("bitset_flags");
    call("const scorch_bitset " + node.name, {"context", count});
    return memory_is_missing_if(node.name + ".words == nullptr", node.cleanup_object);
  }
  arrays_[node.name] = type + "* SCORCH_RESTRICT ";
  call("const " + shared_.use("array") + "<" + type + "> " + node.name, {"context", count});
  memory_is_missing_if(node.name + " == nullptr", node.cleanup_object);
  if (node.zeroed) call(shared_.use("clear"), {node.name, count, size_of(node.element)});
}

void FunctionEmitter::print(const loop::Tuples& node) {
  const std::string type = type_name(node.element), coordinate = type_name(node.coordinate);
  objects_.insert(node.name);
  writer_.line(shared_.use("tuples") + "<" + std::to_string(node.columns.size()) + ", " + coordinate + ", " + type +
               "> " + node.name + "(context" + (node.most ? ", " + exprs_.widened(*node.most) : "") + ");");
  memory_is_missing_if(node.name + ".failed", node.cleanup_object);
  const auto is_read = [&](const std::string& name) { return read_.count(name) > 0; };
  if (is_read(node.vals) || is_read(node.count) || std::any_of(node.columns.begin(), node.columns.end(), is_read))
    writer_.comment("References, as the arrays move when the list grows or is sorted.");
  for (const std::string& column : node.columns) arrays_[column] = coordinate + "* ";
  arrays_[node.vals] = type + "* ";
  for (std::size_t n = 0; n < node.columns.size(); ++n)
    if (is_read(node.columns[n]))
      writer_.line(coordinate + "* const& " + node.columns[n] + " = " + node.name + ".crd[" + std::to_string(n) + "];");
  if (is_read(node.vals)) writer_.line(type + "* const& " + node.vals + " = " + node.name + ".vals;");
  if (is_read(node.count)) writer_.line("const int64_t& " + node.count + " = " + node.name + ".count;");
  types_[node.count] = Type::i64;
}

void FunctionEmitter::print(const loop::AddTuple& node) {
  types_[node.position] = Type::i64;
  const std::string position = node.position.empty() ? "" : "const int64_t " + node.position + " = ";
  const char* const method = node.duplicates == loop::Duplicates::merge ? ".find_or_append" : ".append";
  call(position + node.tuples + method, {"{" + listed(node.coordinates) + "}", exprs_.text(node.initial)});
}

void FunctionEmitter::print(const loop::SortList& node) {
  shared_.use("sort_list");
  const std::string count = exprs_.widened(node.count);
  // Where most rows are empty, a call per row would dominate.
  writer_.open("if (" + count + " > 1)");
  const std::string extent = exprs_.widened(node.extent);
  if (node.scratch.empty())
    call("scorch_sort_flagged", {node.array, node.marks, count, extent});
  else
    call("scorch_sort_list", {node.array, node.scratch, node.marks.empty() ? "nullptr" : node.marks, count, extent});
  writer_.close();
}

void FunctionEmitter::print(const loop::NonzeroWords& node) {
  shared_.use("bits");
  types_[node.count] = Type::i64;
  call("const int64_t " + node.count + " = scorch_nonzero_words",
       {node.bits, node.list, exprs_.widened(node.first), exprs_.widened(node.extent)});
}

void FunctionEmitter::print(const loop::LoadMask& node) {
  types_[node.bits] = Type::i64;
  call("int64_t " + node.bits + " = " + shared_.use("load_mask"), {node.marks, exprs_.widened(node.first)});
}

void FunctionEmitter::print(const loop::PopLowestBit& node) {
  shared_.use("bits");
  types_[node.coordinate] = Type::i64;
  call("const int64_t " + node.coordinate + " = scorch_pop_lowest_bit", {node.bits, exprs_.widened(node.first)});
}

}  // namespace scorchc::emit
