// Prints loop IR as text (`--emit=loops`). loop_parse.cpp reads it back. C++ is printed by `emit`.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

#include "ir/loop_text.h"
#include "support/words.h"

namespace scorchc::loop {
namespace {

// Precedence levels, loosest first. An operand that binds looser than its context requires gets parentheses.
enum class Binding { select, logical_or, logical_and, comparison, sum, product, unary, primary };

struct Spelling {
  std::string_view text;
  Binding binding;
};

Spelling spelling(BinaryOp op) {
  switch (op) {
    case BinaryOp::add:
      return {"+", Binding::sum};
    case BinaryOp::sub:
      return {"-", Binding::sum};
    case BinaryOp::mul:
      return {"*", Binding::product};
    case BinaryOp::divide:
      return {"/", Binding::product};
    case BinaryOp::equal:
      return {"==", Binding::comparison};
    case BinaryOp::not_equal:
      return {"!=", Binding::comparison};
    case BinaryOp::less:
      return {"<", Binding::comparison};
    case BinaryOp::less_equal:
      return {"<=", Binding::comparison};
    case BinaryOp::logical_and:
      return {"and", Binding::logical_and};
    case BinaryOp::logical_or:
      return {"or", Binding::logical_or};
    case BinaryOp::minimum:
      return {"min", Binding::primary};
    case BinaryOp::maximum:
      return {"max", Binding::primary};
  }
  return {};
}

struct Text {
  std::string text;
  Binding binding = Binding::primary;
};

Text text_of(const Expr& expr);

/// `expr` as an operand, in parentheses if it binds looser than `least`.
std::string operand_text(const Expr& expr, Binding least) {
  Text inner = text_of(expr);
  return inner.binding < least ? "(" + inner.text + ")" : std::move(inner.text);
}

Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

Text infix(Spelling op, const std::vector<Expr>& operands) {
  return {operand_text(operands[0], op.binding) + " " + std::string(op.text) + " " +
              operand_text(operands[1], tighter(op.binding)),
          op.binding};
}

Text call(std::string_view function, const std::vector<Expr>& operands) {
  std::string text(function);
  for (std::size_t i = 0; i < operands.size(); ++i) text += (i == 0 ? "(" : ", ") + print(operands[i]);
  return {text + ")"};
}

Text number_text(const Number& number) {
  std::string text;
  if (number.type == Type::i32 || number.type == Type::i64) {
    text = std::to_string(number.integer);
  } else {
    std::array<char, 64> buffer{};
    const auto end = number.type == Type::f32
                         ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<float>(number.real))
                         : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number.real);
    text.assign(buffer.data(), end.ptr);
  }
  return {text + ":" + std::string(name(number.type)), text.starts_with('-') ? Binding::unary : Binding::primary};
}

/// Whether the text needs the type to differ from index arithmetic.
bool needs_type(const Compute& node) {
  return is_integer(node.type) && std::any_of(shared_operators.begin(), shared_operators.end(),
                                              [&](const SharedOperator& each) { return each.value == node.op; });
}

Text untyped_text(const Compute& node) {
  const OperatorInfo& row = info(node.op);
  if (!row.infix) return call(row.name, node.operands);
  // `-2:f32` is a number; the negation of one is `-(2:f32)`.
  if (row.arity == 1) {
    const bool is_literal = node.operands[0].as<Number>() || node.operands[0].as<Integer>();
    const std::string operand = operand_text(node.operands[0], Binding::primary);
    return {"-" + (is_literal && !operand.starts_with('(') ? "(" + operand + ")" : operand), Binding::unary};
  }
  return infix({row.name, row.precedence == 1 ? Binding::sum : Binding::product}, node.operands);
}

Text compute_text(const Compute& node) {
  Text text = untyped_text(node);
  if (!needs_type(node)) return text;
  const std::string type = ":" + std::string(name(node.type));
  return {text.binding == Binding::primary ? text.text + type : "(" + text.text + ")" + type};
}

std::string field_text(const std::string& object, const std::string& field, int element) {
  return object + "." + field + (element < 0 ? "" : "[" + std::to_string(element) + "]");
}

Text text_of(const Expr& expr) {
  return match(
      expr,
      [](const Integer& node) {
        return Text{std::to_string(node.value), node.value < 0 ? Binding::unary : Binding::primary};
      },
      [](const Number& node) { return number_text(node); },
      [](const Boolean& node) { return Text{node.value ? "true" : "false"}; },
      [](const Variable& node) { return Text{node.name}; },
      [](const Load& node) { return Text{node.array + "[" + print(node.index[0]) + "]"}; },
      [](const Field& node) { return Text{field_text(node.object, node.field, node.element)}; },
      [](const Search& node) {
        return Text{std::string(node.near_begin ? "gallop" : "search") + "(" + node.array + "[" +
                    print(node.operands[0]) + " .. " + print(node.operands[1]) + "), " + print(node.operands[2]) + ")"};
      },
      [](const Binary& node) {
        const Spelling op = spelling(node.op);
        return op.binding == Binding::primary ? call(op.text, node.operands) : infix(op, node.operands);
      },
      [](const Not& node) { return Text{"not " + operand_text(node.operand[0], Binding::unary), Binding::unary}; },
      [](const Compute& node) { return compute_text(node); },
      [](const Select& node) {
        return Text{(node.by_mask ? "branch-free " : "") + operand_text(node.operands[0], Binding::logical_or) + " ? " +
                        operand_text(node.operands[1], Binding::logical_or) + " : " +
                        operand_text(node.operands[2], Binding::select),
                    Binding::select};
      },
      [](const IsStored& node) { return call("is_stored", node.operand); },
      [](const Cast& node) { return call(name(node.type), node.operand); },
      [](const Sampled& node) {
        std::vector<Expr> operands = node.operands;
        if (!node.array.empty()) operands.insert(operands.begin(), Variable{node.array, node.element});
        return call(word_of(sampled_words, node.what), operands);
      });
}

std::string text_of(Update update) { return " " + std::string(word_of(update_words, update)) + " "; }

std::string_view text_of(Status status) { return word_of(status_words, status); }

std::string comma_list(const std::vector<Expr>& exprs) {
  std::string text;
  for (const Expr& expr : exprs) text += (text.empty() ? "" : ", ") + print(expr);
  return text;
}

std::string releasing(const std::string& object) { return object.empty() ? "" : " releasing " + object; }

std::string work_text(const Work& work) {
  std::string text = (work.is_known ? " work " : " estimated work ") + print(work.before);
  for (const Expr& steps : work.steps) text += " times " + print(steps);
  return text;
}

std::string share_text(const Share& share) { return " share " + share.first + " .. " + share.last; }

std::string locals_text(const Block& locals, int depth) {
  return locals.empty() ? "" : print(Block{Comment{"thread-private"}}, depth + 1) + print(locals, depth + 1);
}

/// Thread-private arrays and the body follow the line of the loop.
std::string for_text(const For& node, int depth) {
  std::string text = "for " + node.name + " in " + print(node.begin) + " .. " + print(node.end);
  text += std::string(node.parallel ? " parallel" : "") + (node.work ? work_text(*node.work) : "") +
          (node.chunked ? " chunked" : "") + (node.vector ? " vector" : "") +
          (node.unroll > 1 ? " unroll " + std::to_string(node.unroll) : "") +
          (node.share ? share_text(*node.share) : "");
  return text + "\n" + locals_text(node.locals, depth) + print(node.body, depth + 1);
}

/// What runs for skipped rows follows the body.
std::string nonempty_text(const ForNonempty& node, int depth) {
  std::string text = "for nonempty " + node.name + " in " + print(node.begin) + " .. " + print(node.end) + " of " +
                     joined(node.positions) + (node.share ? share_text(*node.share) : "") + "\n" +
                     print(node.body, depth + 1);
  if (!node.skipped_body) return text;
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  return text + indent + "skipped " + node.skipped_body->begin + " .. " + node.skipped_body->end + "\n" +
         print(node.skipped_body->body, depth + 1);
}

std::string vector_text(const VectorFor& node, int depth) {
  return "for " + node.name + " in " + print(node.begin) + " .. " + print(node.end) + " vector " +
         std::string(name(node.element)) + (node.over == VectorFor::Over::positions ? " positions" : "") +
         (node.may_overlap ? " overlapping" : "") + (node.varying.empty() ? "" : " varying " + joined(node.varying)) +
         (node.sums.empty() ? "" : " sums " + joined(node.sums)) + (node.share ? share_text(*node.share) : "") + "\n" +
         print(node.body, depth + 1);
}

std::string batched_text(const BatchedSums& node, int depth) {
  return "for " + node.name + " in " + print(node.begin) + " .. " + print(node.end) + " batched " + node.sum +
         (node.skips_empty ? " nonempty" : "") + (node.share ? share_text(*node.share) : "") + "\n" +
         print(node.body, depth + 1);
}

std::string unrolled_sum_text(const UnrolledSum& node, int depth) {
  return "for " + node.name + " in " + print(node.begin) + " .. " + print(node.end) + " unrolled " + node.sum + "\n" +
         print(node.body, depth + 1);
}

/// `specialise tile, unrolled if long_rows`
std::string specialised_text(const SpecialisedTile& node, int depth) {
  return "specialise tile" + (node.unrolls ? ", unrolled if " + print(*node.unrolls) : "") + "\n" +
         print(node.body, depth + 1);
}

/// `outline f32, lanes k_size, captures k_size, updated pA1, flag B_is_large, constant two`
std::string outlined_text(const Outlined& node, int depth) {
  std::string text = "outline " + std::string(name(node.element));
  if (node.lanes) text += " lanes " + print(*node.lanes);
  for (const Outlined::Capture& each : node.captures) {
    const std::string kind(word_of(capture_words, each.kind));
    text += (&each == &node.captures.front() ? " captures " : ", ") + (kind.empty() ? "" : kind + " ") + each.name;
  }
  return text + "\n" + print(node.body, depth + 1);
}

std::string row_block_text(const RowBlock& node, int depth) {
  return "for " + node.name + " in " + print(node.begin) + " .. " + print(node.end) + " blocked" +
         (node.own.empty() ? "" : " own " + joined(node.own)) +
         (node.unrolls ? " unrolled if " + print(*node.unrolls) : "") + (node.share ? share_text(*node.share) : "") +
         "\n" + print(node.body, depth + 1);
}

std::string parallel_text(const Parallel& node, int depth) {
  const std::string unit(word_of(unit_words, node.unit));
  return "parallel " + node.index + " in " + print(node.begin) + " .. " + print(node.end) +
         (node.unit == Parallel::Unit::iterations ? "" : " by " + unit) + (node.work ? work_text(*node.work) : "") +
         share_text(node.share) + "\n" + locals_text(node.locals, depth) + print(node.body, depth + 1);
}

/// `C_vals[0] by k_size`: the first component, and the distance between rows.
std::string matrix_text(const Matmul::Matrix& matrix) {
  return matrix.array + "[" + print(matrix.first) + "] by " + print(matrix.row) +
         (matrix.is_transposed ? " transposed" : "");
}

std::string matmul_text(const Matmul& node) {
  return "matmul " + matrix_text(node.result) + (node.accumulates ? " += " : " = ") + matrix_text(node.left) +
         " times " + matrix_text(node.right) + " rows " + print(node.rows) + " depth " + print(node.depth) +
         (node.columns ? " columns " + print(*node.columns) : "");
}

/// `merge j of p .. p_end in A_crd flag p_here, ...: f32 value = p_here ? A_vals[p] : ...`
std::string merge_text(const MergeLists& node) {
  std::string text = "merge " + node.coordinate + " of";
  for (const MergeLists::List& list : node.lists)
    text += (&list == &node.lists.front() ? " " : ", ") + list.position + " .. " + print(list.end) + " in " +
            list.array + " flag " + list.flag;
  return text + ": " + std::string(name(node.type)) + " " + node.value_name + " = " + print(node.value);
}

std::string if_text(const If& node, int depth) {
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  std::string text;
  for (std::size_t i = 0; i < node.blocks.size(); ++i) {
    const std::string head = i < node.conditions.size() ? "if " + print(node.conditions[i]) : "";
    text += indent + (i == 0 ? head : head.empty() ? "else" : "else " + head) + "\n";
    text += print(node.blocks[i], depth + 1);
  }
  return text;
}

/// `x1_pos: i32[], x_vals: f32[]`
std::string columns_text(const std::vector<Table::Column>& columns) {
  std::string text;
  for (const Table::Column& column : columns)
    text += (text.empty() ? "" : ", ") + column.name + ": " + std::string(name(column.type)) +
            (column.is_array ? "[]" : "");
  return text;
}

std::string table_text(const Table& node, int depth) {
  std::string text = "table " + node.name + "(" + columns_text(node.columns) + ")\n";
  for (const std::vector<Expr>& row : node.rows)
    text += std::string(static_cast<std::size_t>(depth) * 2 + 2, ' ') + comma_list(row) + "\n";
  return text;
}

/// A statement without its indentation and its final newline. Its blocks follow, complete.
std::string statement_text(const Stmt& stmt, int depth) {
  const auto typed = [](Type type) { return std::string(name(type)); };
  return match(
      stmt,
      [&](const Declare& node) {
        return typed(type_of(node.value)) + " " + node.name + (node.is_mutable ? " := " : " = ") + print(node.value);
      },
      [&](const BindArray& node) {
        return typed(node.element) + "[] " + node.name + (node.is_written ? " := " : " = ") +
               field_text(node.object, node.field, -1);
      },
      [](const Assign& node) { return node.name + text_of(node.update) + print(node.value); },
      [](const Store& node) {
        return node.array + "[" + print(node.index) + "]" + text_of(node.update) + print(node.value);
      },
      [](const Prefetch& node) { return "prefetch " + node.array + "[" + print(node.index) + "]"; },
      [](const SetField& node) {
        return field_text(node.object, node.field, node.element) + " = " + print(node.value);
      },
      [&](const For& node) { return for_text(node, depth); },
      [&](const ForNonempty& node) { return nonempty_text(node, depth); },
      [&](const VectorFor& node) { return vector_text(node, depth); },
      [&](const BatchedSums& node) { return batched_text(node, depth); },
      [&](const RowBlock& node) { return row_block_text(node, depth); },
      [&](const UnrolledSum& node) { return unrolled_sum_text(node, depth); },
      [&](const SpecialisedTile& node) { return specialised_text(node, depth); },
      [&](const Outlined& node) { return outlined_text(node, depth); },
      [&](const Parallel& node) { return parallel_text(node, depth); },
      [&](const MergeLists& node) { return merge_text(node) + "\n" + print(node.body, depth + 1); },
      [&](const Matmul& node) { return matmul_text(node) + "\n" + print(node.body, depth + 1); },
      [](const ChunkCount& node) {
        const bool is_usual = node.partition == Partition::work;
        return "chunks " + node.name + " of " + print(node.work) + (node.of.empty() ? "" : " over " + node.of) +
               (is_usual ? "" : " by " + std::string(name(node.partition))) + ": " + node.how;
      },
      [&](const Table& node) { return table_text(node, depth); },
      [&](const ForEach& node) {
        return "for each (" + columns_text(node.columns) + ") of " + node.table + "\n" + print(node.body, depth + 1);
      },
      [&](const While& node) { return "while " + print(node.condition) + "\n" + print(node.body, depth + 1); },
      [&](const If& node) { return if_text(node, depth); }, [](const Comment& node) { return "# " + node.text; },
      [](const Clear& node) {
        if (node.from == integer(0)) return "clear " + node.array + "[0 .. " + print(node.count) + "]";
        return "clear " + node.array + "[" + print(node.from) + " ...], " + print(node.count) + " elements";
      },
      [&](const Copy& node) {
        return "copy " + node.to + "[" + print(node.start) + " ...] = " + node.from + "[" + print(node.first) +
               " ...], " + print(node.count) + " elements";
      },
      [&](const CheckAscending& node) {
        return "clear " + node.flag + " unless ascending " + node.array + "[0 .. " + print(node.count) + "]";
      },
      [](const ReturnIf& node) {
        return "return " + std::string(text_of(node.status)) + " if " + print(node.condition) +
               releasing(node.cleanup_object);
      },
      [](const ReturnIfNull& node) {
        std::string text = "return null_argument if null:";
        for (std::size_t n = 0; n < node.objects.size(); ++n) {
          const bool always = node.needed.empty() || node.needed[n] == boolean(true);
          text += " " + node.objects[n] + (always ? "" : " (" + print(node.needed[n]) + ")");
        }
        return text + releasing(node.cleanup_object);
      },
      [&](const Allocate& node) {
        return field_text(node.object, node.field, -1) + " = new " + typed(node.element) + "[" + print(node.count) +
               "]" + (node.zeroed ? " zeroed" : "");
      },
      [](const Grow& node) {
        return "grow " + node.array + " = " + field_text(node.object, node.field, -1) + " to " + print(node.needed) +
               " capacity " + node.capacity;
      },
      [](const Memmove& node) {
        return "memmove " + node.array + "[" + print(node.from) + " ...] to " + print(node.to) + ", " +
               print(node.count) + " elements";
      },
      [](const Shrink& node) {
        return "shrink " + field_text(node.object, node.field, -1) + " from " + print(node.capacity) + " to " +
               print(node.count);
      },
      [&](const LocalArray& node) {
        return typed(node.element) + "[] " + node.name + " := new " + typed(node.element) + "[" + print(node.count) +
               "]" + (node.zeroed ? " zeroed" : "") + (node.is_bitset ? " bitset" : "") +
               releasing(node.cleanup_object);
      },
      [&](const Tuples& node) {
        std::string text = "tuples " + node.name + "(";
        for (std::size_t n = 0; n < node.columns.size(); ++n) text += (n > 0 ? ", " : "") + node.columns[n];
        return text + ": " + typed(node.coordinate) + ", " + node.vals + ": " + typed(node.element) + "), count " +
               node.count + (node.most ? ", at most " + print(*node.most) : "") + releasing(node.cleanup_object);
      },
      [](const AddTuple& node) {
        const std::string verb(word_of(append_words, node.duplicates));
        return (node.position.empty() ? "" : "i64 " + node.position + " = ") + verb + " in " + node.tuples + " (" +
               comma_list(node.coordinates) + ") initially " + print(node.initial);
      },
      [](const SortTuples& node) {
        return "sort " + node.tuples + " below (" + comma_list(node.extents) + ")" + releasing(node.cleanup_object);
      },
      [](const ResetTuples& node) { return "reset " + node.tuples; },
      [](const Move& node) {
        return field_text(node.object, node.field, -1) + " = move " + node.array + " of " + node.tuples;
      },
      [](const SortList& node) {
        return "sort " + node.array + "[0 .. " + print(node.count) + "] below " + print(node.extent) +
               (node.scratch.empty() ? "" : " with " + node.scratch) + (node.marks.empty() ? "" : " by " + node.marks);
      },
      [](const SetBit& node) { return "set bit " + print(node.at) + " in " + node.bits; },
      [](const NonzeroWords& node) {
        return "i64 " + node.count + " = nonzero words of " + node.bits + " from " + print(node.first) + " below " +
               print(node.extent) + " in " + node.list;
      },
      [](const LoadMask& node) {
        return "i64 " + node.bits + " := load mask of " + node.marks + " from " + print(node.first);
      },
      [](const PopLowestBit& node) {
        return "i64 " + node.coordinate + " = pop lowest bit of " + node.bits + " from " + print(node.first);
      },
      [](const Release& node) { return "release " + field_text(node.object, node.field, -1); },
      [](const CallPhase& node) {
        const bool is_ok = node.expected == Status::ok;
        return "call " + node.function + (is_ok ? "" : " expecting " + std::string(text_of(node.expected))) +
               releasing(node.cleanup_object);
      },
      [](const ReturnStatus& node) {
        return node.status_variable.empty()
                   ? std::string("return ok")
                   : "return status of " + node.status_variable + releasing(node.cleanup_object);
      });
}

std::string print(const FieldDeclaration& field) {
  std::string text = (field.is_const ? "const " : "") + std::string(name(field.type));
  if (field.is_array) text += "[]";
  if (field.fixed_count > 0) text += "[" + std::to_string(field.fixed_count) + "]";
  text += " " + field.name;
  if (role_of_name(field.name) == NamedRole{field.role, field.level}) return text;
  return text + ": " + std::string(word_of(role_words, field.role)) +
         (field.level == 0 ? "" : " " + std::to_string(field.level + 1));
}

}  // namespace

std::string print(const Expr& expr) { return text_of(expr).text; }

std::string print(const Block& block, int depth) {
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  std::string text;
  for (const Stmt& stmt : block) {
    if (stmt.as<If>() != nullptr) {
      text += statement_text(stmt, depth);
      continue;
    }
    text += indent + statement_text(stmt, depth);
    if (!text.ends_with('\n')) text += '\n';
  }
  return text;
}

std::string print(const Module& module) {
  std::string text = "module " + (module.name_space.empty() ? "" : module.name_space + "::") + module.name + "\n";
  for (const Struct& structure : module.structs) {
    text += "struct " + structure.name + "\n";
    for (const FieldDeclaration& field : structure.fields) text += "  " + print(field) + "\n";
  }
  for (const Function& function : module.functions) {
    text += std::string(function.is_public ? "" : "internal ") + "function " + name(function) + "(";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const Parameter& parameter = function.parameters[i];
      text += (i == 0 ? "" : ", ") + std::string(parameter.is_const ? "" : "out ") + parameter.name;
    }
    text += ")\n" + print(function.body, 1);
  }
  return text;
}

}  // namespace scorchc::loop
