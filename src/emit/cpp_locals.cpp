// Prints local objects of a function: arrays, bitsets, coordinate lists and tuples.
#include <algorithm>

#include "emit/cpp_names.h"
#include "emit/cpp_stmt.h"
#include "emit/function_emitter.h"

namespace scorchc::emit {

using loop::Type;

void FunctionEmitter::emit(const loop::LocalArray& node) {
  uses_context_ = true;
  if (node.is_bitset) {
    shared_.use("bitset_flags");
    objects_.insert(node.name);
    writer_.line("const scorch_bitset " + node.name + "(context, " + exprs_.widened(node.count) + ");");
    return memory_is_missing_if(node.name + ".words == nullptr", node.cleanup_object);
  }
  shared_.use("array");
  arrays_[node.name] = std::string(type_name(node.element)) + "* SCORCH_RESTRICT ";
  objects_.insert(node.name);
  writer_.line("const scorch_array<" + std::string(type_name(node.element)) + "> " + node.name + "(context, " +
               exprs_.widened(node.count) + ");");
  if (node.zeroed) shared_.use("clear");
  const std::string clear =
      "scorch_clear(" + node.name + ", " + exprs_.widened(node.count) + ", " + size_of(node.element) + ");";
  memory_is_missing_if(node.name + " == nullptr", node.cleanup_object);
  if (node.zeroed) writer_.line(clear);
}

void FunctionEmitter::emit(const loop::Tuples& node) {
  shared_.use("tuples");
  uses_context_ = true;
  const std::string type(type_name(node.element)), coordinate(type_name(node.coordinate));
  objects_.insert(node.name);
  writer_.line("scorch_tuples<" + std::to_string(node.columns.size()) + ", " + coordinate + ", " + type + "> " +
               node.name + "(context" + (node.most ? ", " + exprs_.widened(*node.most) : "") + ");");
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

void FunctionEmitter::emit(const loop::AddTuple& node) {
  types_[node.position] = Type::i64;
  const std::string call = node.tuples +
                           (node.duplicates == loop::Duplicates::merge ? ".find_or_append({" : ".append({") +
                           listed(node.coordinates) + "}, " + exprs_.text(node.initial) + ")";
  writer_.line((!node.position.empty() ? "const int64_t " + node.position + " = " : "") + call + ";");
}

void FunctionEmitter::emit(const loop::SortList& node) {
  shared_.use("sort_list");
  const std::string count = exprs_.widened(node.count);
  // Where most rows are empty, a call per row would dominate.
  writer_.open("if (" + count + " > 1)");
  const std::string of = count + ", " + exprs_.widened(node.extent) + ");";
  if (node.scratch.empty())
    writer_.line("scorch_sort_flagged(" + node.array + ", " + node.marks + ", " + of);
  else
    writer_.line("scorch_sort_list(" + node.array + ", " + node.scratch + ", " +
                 (node.marks.empty() ? "nullptr" : node.marks) + ", " + of);
  writer_.close();
}

void FunctionEmitter::emit(const loop::SetBit& node) {
  shared_.use("bits");
  writer_.line("scorch_set_bit(" + node.bits + ", " + exprs_.widened(node.at) + ");");
}

void FunctionEmitter::emit(const loop::NonzeroWords& node) {
  shared_.use("bits");
  types_[node.count] = Type::i64;
  writer_.line("const int64_t " + node.count + " = scorch_nonzero_words(" + node.bits + ", " + node.list + ", " +
               exprs_.widened(node.first) + ", " + exprs_.widened(node.extent) + ");");
}

void FunctionEmitter::emit(const loop::LoadMask& node) {
  shared_.use("load_mask");
  types_[node.bits] = Type::i64;
  writer_.line("int64_t " + node.bits + " = scorch_load_mask(" + node.marks + ", " + exprs_.widened(node.first) + ");");
}

void FunctionEmitter::emit(const loop::PopLowestBit& node) {
  shared_.use("bits");
  types_[node.coordinate] = Type::i64;
  writer_.line("const int64_t " + node.coordinate + " = scorch_pop_lowest_bit(" + node.bits + ", " +
               exprs_.widened(node.first) + ");");
}

}  // namespace scorchc::emit
