#include "schedule/transform/split_blocks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "schedule/legality/loop_constraints.h"
#include "schedule/legality/loop_order.h"
#include "schedule/legality/refuse.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

using Blocks = std::map<std::string, std::int64_t>;  // block size of an index

// Block size of each mode, 0 for modes without blocks.
std::vector<std::int64_t> blocks_of(const Format& format) {
  std::vector<std::int64_t> blocks(static_cast<std::size_t>(format.order()), 0);
  for (const LevelSpec& level : format.levels) blocks[static_cast<std::size_t>(level.mode)] = level.block;
  return blocks;
}

class Splitter {
 public:
  explicit Splitter(const Kernel& kernel) : given_(kernel), computation_(computation_type(kernel)), kernel_(kernel) {}

  Kernel run() {
    choose_blocks();
    Statement& statement = kernel_.statement;
    // The result's own blocks take precedence, so it is never converted.
    statement.lhs = split_access(statement.lhs);
    statement.rhs = visit(statement.rhs);
    std::erase_if(kernel_.outermost, [&](const std::string& index) { return block_of(index) == 0; });
    for (std::string& index : kernel_.outermost) index = parts(index, block_of(index)).first;
    return std::move(kernel_);
  }

 private:
  // Indices that are compared part by part must be split alike.
  void choose_blocks() {
    const Statement& statement = given_.statement;
    const Format& format = *given_.result().format;
    const std::vector<std::int64_t> of_result = blocks_of(format);
    std::set<std::string> whole;  // never split
    for (std::size_t m = 0; m < statement.lhs.indices.size(); ++m) {
      if (of_result[m] > 0) {
        blocks_[statement.lhs.indices[m]] = of_result[m];
        of_result_.insert(statement.lhs.indices[m]);
      }
      if (of_result[m] == 0 && !format.is_dense()) whole.insert(statement.lhs.indices[m]);
    }
    std::vector<Access> all = accesses(statement.rhs);
    for (const Access& access : all)
      for (const LevelSpec& level : given_.tensor(access.tensor).format->levels)
        if (!is_dense(level) && level.part == BlockPart::whole)
          sparse_.insert(access.indices[static_cast<std::size_t>(level.mode)]);
    for (const Access& access : all) {
      const std::vector<std::int64_t> own = blocks_of(*given_.tensor(access.tensor).format);
      for (std::size_t m = 0; m < own.size(); ++m) {
        const std::string& index = access.indices[m];
        if (own[m] > 0 && !whole.count(index) && !sparse_.count(index)) blocks_.try_emplace(index, own[m]);
      }
    }
    for (const auto& [index, size] : given_.splits) blocks_.try_emplace(index, size);
    align_equals(statement.rhs, whole);
  }

  void align_equals(const Expr& expr, const std::set<std::string>& whole) {
    std::vector<Equal> equals;
    rewrite(expr, [&](const Expr& node) {
      if (const Equal* equal = node.as<Equal>()) equals.push_back(*equal);
      return node;
    });
    for (std::size_t round = 0; round < equals.size(); ++round)
      for (const Equal& equal : equals)
        for (const auto& [from, to] : {std::pair{equal.left, equal.right}, std::pair{equal.right, equal.left}}) {
          const auto it = blocks_.find(from);
          if (it == blocks_.end() || of_result_.count(to)) continue;  // the result's blocks take precedence
          if (!whole.count(to))
            blocks_.insert_or_assign(to, blocks_.at(from));
          else if (!of_result_.count(from))
            blocks_.erase(it);
        }
  }

  // The two parts of an index for one block size.
  std::pair<std::string, std::string> parts(const std::string& index, std::int64_t block) {
    const auto [it, is_new] = parts_.try_emplace({index, block});
    if (!is_new) return it->second;
    const auto declare = [&](const std::string& wanted, BlockPart part) {
      std::string name = wanted;
      for (int n = 2; kernel_.indices.count(name) || kernel_.find(name); ++n) name = wanted + std::to_string(n);
      IndexDeclaration declaration;
      declaration.block_of = index;
      declaration.part = part;
      declaration.block = block;
      const IndexDeclaration& whole = kernel_.indices[index];
      if (part == BlockPart::inner) declaration.extent = block;
      if (part == BlockPart::outer && (whole.extent || whole.hint))
        declaration.hint = ((whole.extent ? *whole.extent : *whole.hint) + block - 1) / block;
      kernel_.indices[name] = declaration;
      return name;
    };
    it->second.first = declare(index + "_block", BlockPart::outer);
    it->second.second = declare(index + "_in", BlockPart::inner);
    return it->second;
  }

  // An access by the parts of its indices, and the tensor's format with as many modes.
  struct View {
    std::vector<std::string> indices;
    Format format;
  };
  View view(const Access& access, const Format& format, const std::function<std::int64_t(std::size_t)>& block) {
    View result;
    result.format = format;
    result.format.levels.clear();
    const auto add = [&](const std::string& index, const std::string& level) {
      result.format.levels.push_back({level, static_cast<int>(result.indices.size())});
      result.indices.push_back(index);
    };
    for (const LevelSpec& level : format.levels) {
      const auto mode = static_cast<std::size_t>(level.mode);
      const std::string& index = access.indices[mode];
      if (block(mode) == 0) {
        add(index, level.level);
        continue;
      }
      const auto [number, place] = parts(index, block(mode));
      if (level.part == BlockPart::outer) add(number, level.level);
      if (level.part == BlockPart::inner) add(place, level.level);
      if (level.part == BlockPart::whole) {
        add(number, "dense_number");
        add(place, "dense_place");
      }
    }
    return result;
  }

  std::int64_t block_of(const std::string& index) const {
    const auto it = blocks_.find(index);
    return it == blocks_.end() ? 0 : it->second;
  }

  // Whether the tensor can be walked by the parts into which the statement's indices are split.
  bool fits(const Access& access) const {
    const Format& format = *given_.tensor(access.tensor).format;
    return std::all_of(format.levels.begin(), format.levels.end(), [&](const LevelSpec& level) {
      const std::int64_t wanted = block_of(access.indices[static_cast<std::size_t>(level.mode)]);
      return level.part == BlockPart::whole ? wanted == 0 || is_dense(level) : wanted == level.block;
    });
  }

  // The access with one mode per level; `blocks` has a block size for each mode of the tensor. Declares the tensor
  // accordingly; a further view of the same tensor gets another name.
  Access in_parts(const Access& access, const std::vector<std::int64_t>& blocks) {
    View result = view(access, *given_.tensor(access.tensor).format, [&](std::size_t mode) { return blocks[mode]; });
    auto& names = views_[access.tensor];
    auto name = names.find(blocks);
    if (name == names.end()) {
      TensorDeclaration declaration = given_.tensor(access.tensor);
      declaration.order = static_cast<int>(result.indices.size());
      declaration.format = std::move(result.format);
      if (declaration.statistics && declaration.order != given_.tensor(access.tensor).order)
        declaration.statistics =
            std::make_shared<TensorStatistics>(statistics_in_parts(given_.tensor(access.tensor), blocks));
      if (names.empty()) {
        const auto place = kernel_.tensors.find(access.tensor) - &kernel_.tensors.front();
        kernel_.tensors[static_cast<std::size_t>(place)] = declaration;
      } else {
        declaration.alias_of = access.tensor;
        for (int n = 2; kernel_.find(declaration.name) || kernel_.indices.count(declaration.name); ++n)
          declaration.name = access.tensor + "_" + std::to_string(n);
        kernel_.tensors.push_back(declaration);
      }
      name = names.emplace(blocks, declaration.name).first;
    }
    return {name->second, std::move(result.indices)};
  }

  // Degrees of a mode, added up by block or by position in a block.
  static std::vector<std::int64_t> added_up(const std::vector<std::int64_t>& degrees, std::int64_t block,
                                            bool by_place) {
    const auto size = static_cast<std::size_t>(block);
    std::vector<std::int64_t> sums(by_place ? std::min(size, degrees.size()) : (degrees.size() + size - 1) / size, 0);
    for (std::size_t n = 0; n < degrees.size(); ++n) sums[by_place ? n % size : n / size] += degrees[n];
    return sums;
  }

  // Statistics of a tensor whose dense levels are split, in the order of `view`. Samples of whole coordinates say
  // nothing about their parts, so they are dropped.
  static TensorStatistics statistics_in_parts(const TensorDeclaration& tensor,
                                              const std::vector<std::int64_t>& blocks) {
    const TensorStatistics& whole = *tensor.statistics;
    TensorStatistics parts;
    parts.stored = whole.stored;
    double around = 1;
    for (std::size_t l = 0; l < tensor.format->levels.size() && l < whole.prefixes.size(); ++l) {
      const LevelSpec& level = tensor.format->levels[l];
      const auto mode = static_cast<std::size_t>(level.mode);
      const bool is_listed = mode < whole.degrees.size() && level.part == BlockPart::whole;
      const std::vector<std::int64_t> degrees = is_listed ? whole.degrees[mode] : std::vector<std::int64_t>();
      const std::int64_t block = blocks[mode];
      if (block > 0 && level.part == BlockPart::whole) {
        parts.prefixes.push_back(around * std::ceil(whole.prefixes[l] / around / static_cast<double>(block)));
        parts.degrees.push_back(added_up(degrees, block, false));
        parts.degrees.push_back(added_up(degrees, block, true));
      } else {
        parts.degrees.push_back(degrees);
      }
      parts.prefixes.push_back(whole.prefixes[l]);
      around = whole.prefixes[l];
    }
    return parts;
  }

  Access split_access(const Access& access) {
    // A result with an open mode order is never split, and its modes keep their order.
    if (given_.tensor(access.tensor).mode_order_open) return access;
    std::vector<std::int64_t> blocks;
    for (const std::string& index : access.indices) blocks.push_back(block_of(index));
    return in_parts(access, blocks);
  }

  Expr converted(const Access& access, Span span) {
    TensorDeclaration tensor;
    std::vector<std::string> indices;
    for (const std::string& index : access.indices) {
      std::vector<std::string> wanted = {index};
      if (const std::int64_t block = block_of(index)) wanted = {parts(index, block).first, parts(index, block).second};
      for (const std::string& part : wanted)
        if (std::find(indices.begin(), indices.end(), part) == indices.end()) indices.push_back(part);
    }
    tensor.name = access.tensor + "_whole";
    for (int n = 2; kernel_.find(tensor.name) || kernel_.indices.count(tensor.name); ++n)
      tensor.name = access.tensor + "_whole" + std::to_string(n);
    tensor.order = static_cast<int>(indices.size());
    tensor.value = computation_;
    Format open = dense_format(tensor.order, tensor.value);
    for (LevelSpec& level : open.levels) level.level = "coordinate";
    tensor.format = std::move(open);
    // The original tensor is walked as stored: by the parts of its own blocks, or by any parts if it is dense. One loop
    // walks both modes of A(i,i).
    const Format& format = *given_.tensor(access.tensor).format;
    std::vector<std::int64_t> blocks = blocks_of(format);
    for (const LevelSpec& level : format.levels) {
      const auto mode = static_cast<std::size_t>(level.mode);
      const bool is_alone = std::count(access.indices.begin(), access.indices.end(), access.indices[mode]) == 1;
      if (is_alone && is_dense(level) && level.part == BlockPart::whole) blocks[mode] = block_of(access.indices[mode]);
    }
    tensor.converted_from = in_parts(access, blocks);
    kernel_.temporaries.push_back(tensor);
    return Expr(Access{tensor.name, std::move(indices)}, span);
  }

  Expr visit(const Expr& expr) {
    return match(
        expr,
        [&](const Access& access) {
          if (access.indices.empty()) return expr;
          if (!fits(access)) return converted(access, expr.span());
          return Expr(split_access(access), expr.span());
        },
        [&](const Literal&) { return expr; },
        [&](const Apply& node) {
          std::vector<Expr> operands;
          for (const Expr& operand : node.operands) operands.push_back(visit(operand));
          return rebuilt(node, std::move(operands), expr.span());
        },
        [&](const Reduce& node) {
          std::vector<std::string> indices;
          for (const std::string& index : node.indices) {
            const std::int64_t block = block_of(index);
            if (block == 0) {
              indices.push_back(index);
              continue;
            }
            indices.push_back(parts(index, block).first);
            indices.push_back(parts(index, block).second);
          }
          return reduce(node.op, std::move(indices), visit(node.body[0]), expr.span());
        },
        [&](const Equal& node) { return visit_equal(node, expr); });
  }

  Expr visit_equal(const Equal& node, const Expr& expr) {
    const std::int64_t block = block_of(node.left);
    if (block == 0 || block != block_of(node.right)) return expr;  // compared whole
    const auto left = parts(node.left, block), right = parts(node.right, block);
    const auto equal = [](const std::string& a, const std::string& b, bool negated) {
      return Expr(Equal{a, b, negated});
    };
    const auto product = [](Expr a, Expr b) { return apply(Operator::mul, {std::move(a), std::move(b)}); };
    const Expr same_block = equal(left.first, right.first, false);
    if (!node.negated) return product(same_block, equal(left.second, right.second, false));
    return apply(Operator::add,
                 {equal(left.first, right.first, true), product(same_block, equal(left.second, right.second, true))});
  }

  const Kernel& given_;
  const ValueType computation_;
  Kernel kernel_;
  Blocks blocks_;
  std::set<std::string> sparse_;     // indices of sparse levels without blocks
  std::set<std::string> of_result_;  // indices along which the result has blocks
  std::map<std::pair<std::string, std::int64_t>, std::pair<std::string, std::string>> parts_;
  // Names of a tensor's views, by the block sizes of its modes.
  std::map<std::string, std::map<std::vector<std::int64_t>, std::string>> views_;
};

}  // namespace

bool has_blocks(const Kernel& kernel) {
  return std::any_of(kernel.tensors.begin(), kernel.tensors.end(),
                     [](const TensorDeclaration& tensor) { return tensor.format->is_blocked(); });
}

// Does nothing for a kernel that is split already.
Kernel split_blocks(const Kernel& kernel) {
  const std::vector<std::string> indices = all_indices(kernel.statement);
  const bool is_split = std::any_of(kernel.splits.begin(), kernel.splits.end(),
                                    [&](const auto& split) { return has(indices, split.first); });
  return has_blocks(kernel) || is_split ? Splitter(kernel).run() : kernel;
}

namespace {

void check_split(const Kernel& kernel, const Command& command, const std::string& index) {
  if (!has(all_indices(kernel.statement), index))
    refuse(kernel, command, "`" + index + "` is not an index of the statement");
  if (has(kernel.statement.lhs.indices, index) && !kernel.result().format->is_dense())
    refuse(kernel, command, "an index of a sparse result cannot be split");
  std::vector<Access> accessed = accesses(kernel.statement.rhs);
  accessed.push_back(kernel.statement.lhs);
  for (const Access& access : accessed)
    for (const LevelSpec& level : kernel.tensor(access.tensor).format->levels)
      if (access.indices[static_cast<std::size_t>(level.mode)] == index && level.part != BlockPart::whole)
        refuse(kernel, command, "`" + access.tensor + "` has blocks along `" + index + "` already");
}

void check_pack(const Kernel& kernel, const Pack& command) {
  const Access& access = command.access;
  const std::vector<Access> read = accesses(kernel.statement.rhs);
  if (std::find(read.begin(), read.end(), access) == read.end())
    refuse(kernel, command, "`" + print(access) + "` is not an operand of the statement");
  if (!kernel.tensor(access.tensor).format->is_dense())
    refuse(kernel, command, "`" + access.tensor + "` is sparse: only dense operands can be packed");
  if (!has(access.indices, command.panel.index))
    refuse(kernel, command, "`" + command.panel.index + "` is not an index of `" + print(access) + "`");
  if (has_repeats(access.indices))
    refuse(kernel, command, "`" + print(access) + "` is a diagonal without rows to pack");
  if (access.indices.size() == 1) refuse(kernel, command, "a vector is contiguous already");
}

// Refuses tiles if another loop must enclose a loop over tiles: then no order has the latter outermost.
void check_tile(const Kernel& split, const Command& command) {
  const std::vector<LoopConstraint> constraints = loop_constraints(split, Freedom::conversions);
  for (const LoopConstraint& tile : constraints)
    for (const LoopConstraint& other : constraints)
      if (tile.reason == LoopConstraint::Reason::tile && other.outer == tile.inner && other.inner == tile.outer)
        refuse(split, command,
               "the loop over `" + other.outer + "` must be outside the loop over `" + other.inner + "`" +
                   (other.reason == LoopConstraint::Reason::extremum ? ": a `min` or `max` must be complete inside it"
                                                                     : ""));
}

}  // namespace

Kernel split_blocks(const Kernel& kernel, const Commands& commands) {
  const auto splits_one = [](const Command& command) {
    return std::holds_alternative<Split>(command) || std::holds_alternative<Tile>(command) ||
           std::holds_alternative<Pack>(command);
  };
  if (std::none_of(commands.begin(), commands.end(), splits_one)) return split_blocks(kernel);
  Kernel with_splits = kernel;
  const Command* tiles = nullptr;
  for (const Command& command : commands) {
    if (splits_one(command) && !kernel.earlier.empty()) refuse(kernel, command, "the kernel has several statements");
    std::vector<Split> splits;
    if (const Split* split = std::get_if<Split>(&command)) splits = {*split};
    if (const Tile* tile = std::get_if<Tile>(&command)) {
      splits = tile->splits;
      tiles = &command;
    }
    if (const Pack* pack = std::get_if<Pack>(&command)) {
      check_pack(kernel, *pack);
      splits = {pack->panel};
      tiles = &command;
    }
    for (const Split& split : splits) {
      check_split(kernel, command, split.index);
      const auto [size, is_new] = with_splits.splits.try_emplace(split.index, split.size);
      if (size->second != split.size)
        refuse(kernel, command,
               "`" + split.index + "` is split into blocks of " + std::to_string(size->second) + " already");
      if (tiles == &command && !has(with_splits.outermost, split.index)) with_splits.outermost.push_back(split.index);
    }
  }
  Kernel split = split_blocks(with_splits);
  if (tiles) check_tile(split, *tiles);
  return split;
}

Access access_in_blocks(const Access& access, const Kernel& kernel, const Kernel& split) {
  // Splitting keeps the order of the operands.
  const std::vector<Access> before = accesses(kernel.statement.rhs);
  const auto place = std::find(before.begin(), before.end(), access) - before.begin();
  return accesses(split.statement.rhs)[static_cast<std::size_t>(place)];
}

Convert panels(const Kernel& kernel, const Kernel& split, const Pack& command) {
  const Access access = access_in_blocks(command.access, kernel, split);
  std::vector<std::string> outermost, between, innermost;
  for (const LevelSpec& level : split.tensor(access.tensor).format->levels) {
    const std::string& index = access.indices[static_cast<std::size_t>(level.mode)];
    const IndexDeclaration& declared = split.indices.at(index);
    const bool is_split = declared.block_of == command.panel.index;
    (!is_split ? between : declared.part == BlockPart::outer ? outermost : innermost).push_back(index);
  }
  outermost.insert(outermost.end(), between.begin(), between.end());
  outermost.insert(outermost.end(), innermost.begin(), innermost.end());
  return {access, std::move(outermost)};
}

std::optional<std::string> loop_over(const std::string& index, BlockPart part, const Kernel& split) {
  bool is_split = false;
  for (const auto& [name, declaration] : split.indices) {
    if (declaration.block_of != index) continue;
    if (declaration.part == part) return name;
    is_split = true;
  }
  return is_split || part == BlockPart::outer ? std::nullopt : std::optional(index);
}

std::vector<std::string> blocks_first(std::vector<std::string> loops, const Kernel& split) {
  const auto part = [&](const std::string& index) { return split.indices.find(index); };
  for (std::size_t at = 0; at < loops.size(); ++at) {
    const auto place = part(loops[at]);
    if (place == split.indices.end() || place->second.part != BlockPart::inner) continue;
    const auto block =
        std::find_if(loops.begin() + static_cast<std::ptrdiff_t>(at), loops.end(), [&](const std::string& index) {
          const auto outer = part(index);
          return outer != split.indices.end() && outer->second.part == BlockPart::outer &&
                 outer->second.block_of == place->second.block_of;
        });
    if (block != loops.end()) std::rotate(loops.begin() + static_cast<std::ptrdiff_t>(at), block, block + 1);
  }
  return loops;
}

}  // namespace scorchc::schedule
