// Prints vector loops over positions: reductions over what a level stores. Values stored at the positions are loaded as
// vectors; all others are gathered, at an index that each lane computes.
#include "emit/cpp_names.h"
#include "emit/vector_printer.h"
#include "ir/loop_uses.h"

namespace scorchc::emit {

void VectorPrinter::emit_position_loop(const loop::VectorFor& node) {
  shared_.use("simd_gather");
  const loop::Assign& sum = *node.body.back().as<loop::Assign>();
  // In a list of coordinates, the end of each segment has been searched for.
  const bool is_segment = node.end.as<loop::Variable>() != nullptr;
  if (is_segment) shared_.use("segment_reduce");
  writer_.open((is_segment ? "scorch_reduce_segment<" : "scorch_reduce_long<") + fresh("bytes") + ">(" +
               exprs_.widened(node.begin) + ", " + exprs_.bound(node.end) + ", " + sum.name + ", " + open_terms(node));
  emit_terms();
  writer_.close(");");
}

/// Head of the lambda that computes a tile's terms from position `first` on; `emit_terms` emits its body.
std::string VectorPrinter::open_terms(const loop::VectorFor& node) {
  enter(node);
  types_[node.name] = loop::Type::i64;
  return inlined({"auto " + vector_->tile, "int64_t " + vector_->first, "auto& " + fresh("terms")});
}

void VectorPrinter::emit_terms() {
  const VectorLoop& loop = *vector_;
  with_type_of_vectors([&] {
    std::vector<std::string> lines;
    const std::string value = lane_value(loop.node.body.back().as<loop::Assign>()->value, lines);
    for (const std::string& line : lines) writer_.line(line);
    writer_.line(fresh("terms") + " = " + value + ";");
  });
  vector_.reset();
}

std::string VectorPrinter::lanes_at_positions(const loop::Load& load) {
  VectorLoop& loop = *vector_;
  if (load.index[0] == loop::index_variable(loop.node.name))
    return "scorch_at(" + loop.tile + ", " + load.array + " + " + loop.first + ", 0).values";
  const std::string text = exprs_.text(load);
  const auto [place, is_new] = loop.gathered.emplace(text, fresh("at" + std::to_string(loop.gathered.size() + 1)));
  if (!is_new) return place->second;
  writer_.line(loop.vector + " " + place->second + ";");
  writer_.open("scorch_gather(" + loop.tile + ", " + place->second + ", " + loop.first + ", " +
               inlined({"int64_t " + loop.node.name}));
  for (const loop::Stmt& index : loop::constants_for(loop::own_reads(load), loop.node.body))
    statements_.print(*index.as<loop::Declare>());
  writer_.line("return " + text + ";");
  writer_.close(");");
  return place->second;
}

}  // namespace scorchc::emit
