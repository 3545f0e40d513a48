// Prints vector loops in register tiles, and the statements in them.
#include <cmath>

#include "emit/cpp_names.h"
#include "emit/loop_marks.h"
#include "emit/vector_printer.h"
#include "ir/loop_uses.h"
#include "support/words.h"

namespace scorchc::emit {

using loop::Expr;

namespace {

ExprText choice(const std::string& condition, const std::string& then, const std::string& otherwise) {
  return {"(" + condition + ") ? " + then + " : " + otherwise, Binding::select};
}

/// The minimum (`<`) or maximum (`>`) of two named vectors: NaN if either is NaN.
ExprText extreme(const std::string& relation, const std::string& a, const std::string& b) {
  return choice("(" + a + " " + relation + " " + b + ") | (" + a + " != " + a + ")", a, b);
}

}  // namespace

void VectorPrinter::enter(const loop::VectorFor& node) {
  vector_.emplace(VectorLoop{node, fresh("tile"), fresh("Vector"), fresh("v"), fresh("first")});
}

void VectorPrinter::print(const loop::VectorFor& node) {
  const LoopMark mark(writer_, node.origin);
  if (node.over == loop::VectorFor::Over::positions) return emit_position_loop(node);
  const auto [begin, end] = bounds_of(node);
  shared_.use("tiles");
  if (!node.sums.empty()) shared_.use("horizontal_sum");
  enter(node);
  const VectorLoop& loop = *vector_;
  // The last tile may overlap the one before if repeating a lane does no harm.
  const std::string function = node.may_overlap ? "scorch_tiles<" : "scorch_disjoint_tiles<";
  const std::string tiles = hoisted_tiles_.empty() ? function + type_name(node.element) + ", " + fresh("bytes") + ">(" +
                                                         begin + ", " + end + ", "
                                                   : hoisted_tiles_ + "(";
  // The sums of tiles are added up in f64, because an f32 of 2^24 does not change if 1 is added.
  const auto total_of = [&](const std::string& sum) {
    return loop.node.element == loop::Type::f32 ? fresh(sum + "_total") : sum;
  };
  for (const std::string& sum : node.sums)
    if (total_of(sum) != sum) writer_.line("double " + total_of(sum) + " = 0;");
  writer_.open(tiles + inlined({"auto " + loop.tile, "int64_t " + node.name}));
  with_type_of_vectors([&] {
    for (const std::string& sum : node.sums)
      writer_.line(loop.vector + " " + fresh(sum + "_lanes") + "[" + loop.tile + ".vectors] = {};");
    types_[node.name] = loop::Type::i64;
    statements_.emit_body_of(node.body);
    for (const std::string& sum : node.sums)
      writer_.line(total_of(sum) + " += scorch_horizontal_sum(" + loop.tile + ", " + sum + ", " +
                   fresh(sum + "_lanes") + ");");
  });
  writer_.close(");");
  for (const std::string& sum : node.sums)
    if (total_of(sum) != sum) writer_.line(sum + " += static_cast<float>(" + total_of(sum) + ");");
  vector_.reset();
}

/// The nest is a lambda that takes the function which covers the vector loop with tiles.
void VectorPrinter::print(const loop::SpecialisedTile& node, Place place) {
  const loop::VectorFor& lanes = *loop::find_vector_loop(node.body);
  if (node.unrolls) shared_.use("reduce_unrolled");
  const std::string overlaps = lanes.may_overlap ? "true" : "false";
  const std::string cover =
      (node.unrolls ? "scorch_unrolled_tiles<" + overlaps + ", "
                    : std::string(lanes.may_overlap ? "scorch_inner_tiles<" : "scorch_disjoint_inner_tiles<")) +
      type_name(lanes.element) + ", " + fresh("bytes") + ">(" + exprs_.bound(lanes.end) + ", " +
      (node.unrolls ? exprs_.text(*node.unrolls) + ", " : "");
  hoisted_tiles_ = fresh("tiles");
  const std::string head = inlined({"const auto& " + hoisted_tiles_});
  const std::string loops = fresh("loops");
  writer_.open(place == Place::root ? "const auto " + loops + " = " + head : cover + head);
  statements_.emit(node.body);
  hoisted_tiles_.clear();
  writer_.close(place == Place::root ? ";" : ");");
  if (place == Place::root) writer_.line(cover + loops + ");");
}

bool VectorPrinter::emit_for_lanes(const loop::Stmt& stmt) {
  if (!vector_) return false;
  const VectorLoop& loop = *vector_;
  if (const loop::Prefetch* ahead = stmt.as<loop::Prefetch>()) {
    if (!loop::varies(ahead->index, loop.node)) return false;
    call(shared_.use("prefetch_tile"), {loop.tile, ahead->array + " + " + exprs_.widened(ahead->index)});
    return true;
  }
  if (const loop::Declare* variable = stmt.as<loop::Declare>()) return declare_for_lanes(*variable);
  std::vector<std::string> lines;
  if (const loop::Assign* assign = stmt.as<loop::Assign>()) {
    const bool is_sum = has(loop.node.sums, assign->name);
    if (!is_sum && !has(loop.node.varying, assign->name)) return false;
    const std::string sum = is_sum                                 ? fresh(assign->name + "_lanes")
                            : assign->name == loop.reduce_unrolled ? fresh(assign->name + "_part")
                                                                   : assign->name;
    lane_update(sum + "[" + loop.lane + "]", assign->update, assign->value, lines);
  } else if (const loop::Store* store = stmt.as<loop::Store>()) {
    if (!loop.row.empty() && !loop.node.may_overlap)
      lines.push_back("if (" + loop.tile + ".is_repeated(" + loop.lane + ")) continue;");
    lane_update(lane_place(store->array, store->index), store->update, store->value, lines);
  } else {
    return false;
  }
  for_each_vector(lines);
  return true;
}

bool VectorPrinter::declare_for_lanes(const loop::Declare& node) {
  const VectorLoop& loop = *vector_;
  if (own_.count(node.name)) {
    exprs_.call(node.name, exprs_.bound_text(node.value));
    return true;
  }
  if (!has(loop.node.varying, node.name)) return false;
  types_[node.name] = loop.node.element;
  std::vector<std::string> lines;
  const std::string value = lane_value(node.value, lines), each = fresh("each");
  const bool is_zero = value == loop.vector + "{}", is_one = is_zero || is_one_value(node.value);
  writer_.line(loop.vector + " " + node.name + "[" + loop.tile + ".vectors]" + (is_one ? " = {};" : ";"));
  lines.push_back(node.name + "[" + loop.lane + "] = " + value + ";");
  if (!is_one) for_each_vector(lines);
  // g++ 12 would warn about uninitialised vectors if they were set to a constant at once.
  if (is_one && !is_zero)
    writer_.line("for (" + loop.vector + "& " + each + " : " + node.name + ") " + each + " = " +
                 infix("-", Binding::sum, exprs_.bound_text(node.value), {each}).text + ";");
  return true;
}

void VectorPrinter::for_each_vector(const std::vector<std::string>& lines) {
  const std::string& lane = vector_->lane;
  writer_.line("SCORCH_UNROLL");
  writer_.open("for (size_t " + lane + " = 0; " + lane + " < " + vector_->tile + ".vectors; ++" + lane + ")");
  for (const std::string& line : lines) writer_.line(line);
  writer_.close();
}

/// Adds the lines that update `place` in each vector.
void VectorPrinter::lane_update(const std::string& place, loop::Update how, const Expr& value,
                                std::vector<std::string>& lines) {
  std::string wide = lane_value(value, lines);
  if (how == loop::Update::min || how == loop::Update::max) {
    const std::string old = named(place, lines);
    wide = extreme(how == loop::Update::min ? "<" : ">", old, named(wide, lines)).text;
  }
  lines.push_back(place + (how == loop::Update::add ? " += " : " = ") + wide + ";");
}

std::string VectorPrinter::lane_place(const std::string& array, const Expr& index) {
  return "scorch_at(" + vector_->tile + ", " + array + " + " + exprs_.widened(index) + ", " + vector_->lane +
         ").values";
}

/// Names a value that is used more than once; returns the name.
std::string VectorPrinter::named(const std::string& text, std::vector<std::string>& lines) {
  const std::string name = fresh("x" + std::to_string(lines.size() + 1));
  lines.push_back("const " + vector_->vector + " " + name + " = " + text + ";");
  return name;
}

/// Whether the value is the same in all lanes of all vectors of a tile.
bool VectorPrinter::is_one_value(const Expr& expr) const {
  const std::set<std::string> reads = loop::own_reads(expr);
  return !loop::varies(expr, vector_->node) && reads.count(vector_->row) == 0 && !loop::reads_any(expr, own_);
}

/// The value as a vector; scalars are broadcast by `x - 0`. (x - 0 is x for every x; x + 0 is not, for -0.)
std::string VectorPrinter::lane_value(const Expr& expr, std::vector<std::string>& lines) {
  if (loop::varies(expr, vector_->node)) return lane_text(expr, lines).text;
  const loop::Number* number = expr.as<loop::Number>();
  if (number && number->real == 0 && !std::signbit(number->real)) return vector_->vector + "{}";
  return infix("-", Binding::sum, exprs_.bound_text(expr), {vector_->vector + "{}"}).text;
}

ExprText VectorPrinter::lane_text(const Expr& expr, std::vector<std::string>& lines) {
  if (!loop::varies(expr, vector_->node)) return exprs_.bound_text(expr);
  if (const loop::Variable* node = expr.as<loop::Variable>()) return {node->name + "[" + vector_->lane + "]"};
  if (const loop::Load* node = expr.as<loop::Load>())
    return {vector_->node.over == loop::VectorFor::Over::positions ? lanes_at_positions(*node)
                                                                   : lane_place(node->array, node->index[0])};
  if (const loop::Select* node = expr.as<loop::Select>()) {
    // The operand that is not selected must not be evaluated, as it may be out of bounds: neither is named before.
    const std::string then = vector_->vector + "(" + lane_value(node->operands[1], lines) + ")";
    const std::string otherwise = vector_->vector + "(" + lane_value(node->operands[2], lines) + ")";
    const bool is_mask = loop::varies(node->operands[0], vector_->node);
    return choice(is_mask ? lane_mask(node->operands[0], lines) : exprs_.text(node->operands[0]), then, otherwise);
  }
  const loop::Compute& node = *expr.as<loop::Compute>();
  const auto both = [&](std::string_view op, Binding binding) {
    return infix(op, binding, lane_text(node.operands[0], lines), lane_text(node.operands[1], lines));
  };
  const auto operand = [&](std::size_t n) { return named(lane_value(node.operands[n], lines), lines); };
  const std::string zero = vector_->vector + "{}";
  switch (node.op) {
    case Operator::add:
      return both("+", Binding::sum);
    case Operator::sub:
      return both("-", Binding::sum);
    case Operator::mul:
      return both("*", Binding::product);
    case Operator::div:
      return both("/", Binding::product);
    case Operator::neg:
      return {"-" + parenthesized(lane_text(node.operands[0], lines), Binding::primary), Binding::unary};
    case Operator::relu:
    case Operator::abs: {
      const std::string x = operand(0);
      // |-0| is 0
      return node.op == Operator::relu ? choice(x + " <= " + zero, zero, x)
                                       : choice(x + " <= " + zero, zero + " - " + x, x);
    }
    case Operator::min:
    case Operator::max: {
      const std::string a = operand(0);
      return extreme(node.op == Operator::min ? "<" : ">", a, operand(1));
    }
    default:
      return {};
  }
}

/// The condition of a select as a mask of lanes: whether all components that it tests are stored.
std::string VectorPrinter::lane_mask(const Expr& condition, std::vector<std::string>& lines) {
  shared_.use("stored_lanes");
  std::string mask;
  for (const Expr& component : loop::tested_components(condition)) {
    const std::string value = named(lane_value(component, lines), lines),
                      stored = fresh("stored" + std::to_string(lines.size() + 1));
    lines.push_back("decltype(" + value + " < " + value + ") " + stored + ";");
    lines.push_back("scorch_stored_lanes(" + value + ", " + stored + ");");
    mask += (mask.empty() ? "" : " & ") + stored;
  }
  return mask;
}

}  // namespace scorchc::emit
