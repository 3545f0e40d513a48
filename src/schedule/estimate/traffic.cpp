#include "schedule/estimate/traffic.h"

#include <algorithm>

#include "ir/cin_order.h"
#include "schedule/estimate/result_loops.h"
#include "schedule/estimate/selectivity.h"
#include "schedule/legality/iteration_domain.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

// With more operands, each is counted as a whole: examining all pairs of factors would take too long.
constexpr std::size_t most_operands_that_limit = 32;
constexpr double wide_bytes = 8;  // of an i64

double size_of(ValueType type) { return type == ValueType::f32 || type == ValueType::i32 ? 4 : 8; }
double size_of(IndexType type) { return type == IndexType::i32 ? 4 : 8; }

using Indices = SelectivityEstimator::Indices;

class Traffic {
 public:
  Traffic(const cin::Program& program, const Iterations& entries, Symbols& symbols)
      : program_(program),
        kernel_(program.split),
        entries_(entries),
        symbols_(symbols),
        selectivity_(program, symbols),
        limits_(cin::operands(program.body).size() <= most_operands_that_limit) {}

  Formula run() {
    visit(program_.body, {});
    count_result();
    Sum all{{}, true};
    double number = 0;
    for (const auto& [name, array] : arrays_) {
      add(all, array.elements, array.bytes);
      number += array.number * array.bytes;
    }
    return formula(symbols_.with_whole_indices(std::move(all)), number);
  }

 private:
  struct Array {
    Sum elements;
    double number = 0, bytes = 0;
  };

  // Positions are read when the loop over the level starts, so only the enclosing loops limit them.
  Selectivity share_before(const std::string& index, const Factors& factors, const Indices& above) {
    return selectivity_.walked({loops_.begin(), std::find(loops_.begin(), loops_.end(), index)}, factors, above);
  }

  // ---- the operands

  void visit(const cin::Stmt& stmt, const Factors& factors) {
    match(
        stmt, [&](const cin::Assign& assign) { visit(assign.rhs, factors); },
        [&](const cin::Forall& loop) {
          loops_.push_back(loop.index);
          visit(loop.body[0], factors);
          loops_.pop_back();
        },
        [&](const cin::Where& where) {
          Factors inside = factors;
          if (where.temporary.indices.empty() && limits_) inside.push_back({nullptr, &where.consumer()});
          const std::optional<Access> asking = selector_of_located(where, kernel_);
          const Expr selector = asking ? *asking : where.temporary;
          if (asking && limits_) inside.push_back({&selector, nullptr, false, Indices(loops_.begin(), loops_.end())});
          if (!where.temporary.indices.empty()) count_temporary(where, inside);
          if (cin::is_located(where)) located_.insert(where.temporary.tensor);
          selectivity_.open(where.temporary.tensor);
          visit(where.producer(), inside);
          selectivity_.close(where.temporary.tensor);
          visit(where.consumer(), factors);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) visit(part, factors);
        });
  }

  void visit(const Expr& expr, const Factors& factors) {
    if (const Access* access = expr.as<Access>()) return touch(*access, factors);
    if (const Reduce* node = expr.as<Reduce>()) return visit(node->body[0], factors);
    const Apply* node = expr.as<Apply>();
    if (!node) return;
    const Pattern pattern = pattern_of(*node);
    for (std::size_t n = 0; n < node->operands.size(); ++n) {
      Factors limiting = factors;
      for (std::size_t m = 0; m < node->operands.size(); ++m) {
        const bool limits = pattern == Pattern::intersection || (pattern == Pattern::numerator && m == 0);
        if (limits_ && limits && m != n && !(node->operands[m] == node->operands[n]))
          limiting.push_back({&node->operands[m], nullptr, is_located(node->operands[m])});
      }
      visit(node->operands[n], limiting);
    }
  }

  bool is_located(const Expr& expr) const {
    const Access* access = expr.as<Access>();
    return access && located_.count(access->tensor);
  }

  void touch(const Access& access, const Factors& factors) {
    const TensorDeclaration* tensor = kernel_.find(access.tensor);
    if (!tensor || !tensor->format || selectivity_.is_made(access.tensor) || tensor->name == kernel_.result().name)
      return;
    const std::string name = tensor->alias_of.empty() ? tensor->name : tensor->alias_of;
    if (name == kernel_.result().name && tensor->format->is_dense()) return;
    const std::vector<LevelSpec>& levels = tensor->format->levels;
    Sum positions = one();  // down to the level
    Indices above;
    Factors walked = factors;
    std::erase_if(walked, [](const LimitingFactor& factor) { return factor.is_located; });
    bool sparse = false;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      const std::string& index = access.indices[static_cast<std::size_t>(levels[l].mode)];
      const Selectivity asked = selectivity_.of(walked, above), asked_before = share_before(index, walked, above);
      const Sum parents = positions;
      above.insert(index);
      sparse = sparse || !is_dense(levels[l]);
      positions = sparse ? stored(access, l) : product(positions, extent(index));
      if (is_dense(levels[l])) continue;
      const std::string array = name + "." + std::to_string(l);
      const bool in_run = levels[l].level == "coordinate" && l > 0 && levels[l - 1].level == "coordinate";
      if (!in_run && !(levels[l].level == "coordinate" && l == 0))
        count(array + ".pos", parents, asked_before, size_of(tensor->format->pos), 1);
      const Sum entries = stored(access, last_of_run(levels, l));
      count(array + ".crd", entries, asked, size_of(tensor->format->crd));
    }
    count(name, positions, selectivity_.of(factors, above), size_of(tensor->value));
  }

  // The last level of a run of coordinate levels, which store whole tuples.
  static std::size_t last_of_run(const std::vector<LevelSpec>& levels, std::size_t l) {
    if (levels[l].level != "coordinate") return l;
    while (l + 1 < levels.size() && levels[l + 1].level == "coordinate") ++l;
    return l;
  }

  // Number of the operand's coordinates down to a level at or below its first sparse one.
  Sum stored(const Access& access, std::size_t level) const {
    const std::size_t levels = kernel_.tensor(access.tensor).format->levels.size();
    Sum sum = one();
    sum.terms[0].multiply(
        level + 1 == levels ? "nnz(" + access.tensor + ")" : "#" + access.tensor + std::to_string(level + 1), 1);
    return sum;
  }

  static Sum box(const std::vector<std::string>& indices) {
    Sum sum = one();
    for (const std::string& index : indices) sum = product(sum, extent(index));
    return sum;
  }
  static Sum plus_one(Sum sum) {
    add(sum, one(), 1);
    return sum;
  }

  // Counts `touched` of `whole` elements, and `more`. If several accesses touch different parts of an array, the
  // formula counts the whole array.
  void count(const std::string& name, const Sum& whole, const Selectivity& touched, double bytes, int more = 0) {
    const double most = symbols_.value(whole) + more;
    Array array{product(whole, touched.sum), std::min(most, symbols_.value(whole) * touched.number + more), bytes};
    if (more > 0) add(array.elements, one(), more);
    const auto same =
        std::find_if(arrays_.begin(), arrays_.end(), [&](const auto& each) { return each.first == name; });
    if (same == arrays_.end()) {
      arrays_.emplace_back(name, std::move(array));
      return;
    }
    if (same->second.elements == array.elements) return;
    Sum all = whole;
    if (more > 0) add(all, one(), more);
    all.exact = same->second.elements == all || array.elements == all;
    same->second = {all, all.exact ? most : std::min(most, same->second.number + array.number), bytes};
  }
  void count(const std::string& name, const Sum& whole, double bytes, int more = 0) {
    count(name, whole, Selectivity{}, bytes, more);
  }

  // ---- temporaries

  void count_temporary(const cin::Where& where, const Factors& around) {
    const TensorDeclaration& made = kernel_.tensor(where.temporary.tensor);
    const std::vector<LevelSpec>& levels = made.format->levels;
    const std::vector<std::string>& indices = where.temporary.indices;
    const double value = size_of(made.value);
    const Sum cells = box(indices);
    if (made.format->is_dense()) return count(made.name, cells, value);
    const Access* original = cin::converted_operand(where);
    const Sum entries =
        original ? stored(*original, kernel_.tensor(original->tensor).format->levels.size() - 1) : held(made.name);
    if (made.format->is_indexed_list()) {
      // Values and flags are arrays over the extent; the list is reused each time. A workspace that is located and
      // filled repeatedly without being reset has epoch stamps in place of flags.
      const bool located = cin::is_located(where);
      const double flag = located && !where.distinct && !cin::is_masked(where) ? wide_bytes : 1;
      Factors making = around;
      making.push_back({nullptr, &where.producer()});
      count(made.name, cells, selectivity_.of(making, Indices(indices.begin(), indices.end())), value + flag);
      if (located) return;
      return count(made.name + ".crd", entries, wide_bytes);
    }
    std::vector<std::string> rows;
    while (is_dense(levels[rows.size()])) rows.push_back(indices[static_cast<std::size_t>(levels[rows.size()].mode)]);
    // Parts of an index that the original has whole are listed as tuples.
    const auto is_of_original = [&](const std::string& index) { return has(original->indices, index); };
    const bool by_rows = original && !rows.empty() && std::all_of(indices.begin(), indices.end(), is_of_original);
    // The columns of a list of tuples share one type.
    const bool all_narrow = std::all_of(indices.begin(), indices.end(),
                                        [&](const std::string& index) { return is_narrow(index, original); });
    const auto coordinate_size = [&](std::size_t l) {
      const std::string& index = indices[static_cast<std::size_t>(levels[l].mode)];
      return all_narrow || (!rows.empty() && is_narrow(index, original)) ? size_of(IndexType::i32) : wide_bytes;
    };
    double coordinates = 0;
    for (std::size_t l = by_rows ? rows.size() : 0; l < levels.size(); ++l) coordinates += coordinate_size(l);
    // Position array of the rows, and the next free position of each.
    if (!rows.empty()) count(made.name + ".pos", box(rows), wide_bytes, 1);
    if (by_rows) count(made.name + ".next", box(rows), wide_bytes);
    if (original && rows.empty() && levels.size() > 1)
      coordinates -= count_first_level(where, entries, coordinate_size(0));
    count(made.name, entries, coordinates + value);
  }

  // Counts the first level of a list of tuples in which that level is compressed (lower/compress_tuples.cpp). Returns
  // the bytes that an entry does not need: if entries are put in place by cursors, a coordinate is stored once.
  double count_first_level(const cin::Where& where, const Sum& entries, double coordinate) {
    const TensorDeclaration& made = kernel_.tensor(where.temporary.tensor);
    const std::string& first = where.temporary.indices[static_cast<std::size_t>(made.format->levels[0].mode)];
    const Sum cursors = box({first});
    const Selectivity stored_once = selectivity_.of({{nullptr, &where.producer()}}, Indices{first});
    count(made.name + ".pos", cursors, stored_once, wide_bytes, 1);
    if (cin::keys_out_of_order(where, kernel_) > 1 || symbols_.value(entries) < symbols_.value(cursors)) return 0;
    count(made.name + ".next", cursors, size_of(IndexType::i32), 1);
    count(made.name + ".crd", cursors, stored_once, coordinate);
    return coordinate;
  }

  static Sum held(const std::string& temporary) {
    Sum sum = one();
    sum.terms[0].multiply("#" + temporary, 1);
    sum.exact = false;
    return sum;
  }

  // Whether coordinates along the index fit four bytes: those of the result or of the original do.
  bool is_narrow(const std::string& index, const Access* original) const {
    const auto stores = [&](const TensorDeclaration& tensor, const Access& access) {
      return tensor.format->crd == IndexType::i32 &&
             std::any_of(tensor.format->levels.begin(), tensor.format->levels.end(), [&](const LevelSpec& level) {
               return !is_dense(level) && access.indices[static_cast<std::size_t>(level.mode)] == index;
             });
    };
    return stores(kernel_.result(), kernel_.statement.lhs) ||
           (original && stores(kernel_.tensor(original->tensor), *original));
  }

  // ---- the result

  void count_result() {
    const TensorDeclaration& result = kernel_.result();
    const std::vector<LevelSpec>& levels = result.format->levels;
    const std::vector<std::string>& indices = kernel_.statement.lhs.indices;
    const auto index_of = [&](std::size_t l) { return indices[static_cast<std::size_t>(levels[l].mode)]; };
    std::size_t sparse_levels = levels.size();
    while (sparse_levels > 0 && is_dense(levels[sparse_levels - 1])) --sparse_levels;
    Iterations positions{one(), 1};
    bool in_run = false;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      const Iterations parents = positions;
      if (is_dense(levels[l])) {
        positions.sum = product(positions.sum, extent(index_of(l)));
        positions.number =
            sparse_levels == 0 ? symbols_.value(positions.sum) : positions.number * symbols_.value(extent(index_of(l)));
        in_run = false;
        continue;
      }
      const bool is_last = last_of_run(levels, l) + 1 == sparse_levels;
      positions = is_last ? entries_ : kept(last_of_run(levels, l));
      const bool is_coordinate = levels[l].level == "coordinate";
      const std::string name = result.name + "." + std::to_string(l);
      if (!in_run && !(is_coordinate && l == 0)) {
        if (kernel_.needs_counting_sort(loops_of_result(program_.body)))
          arrays_.emplace_back(name + ".next", Array{parents.sum, parents.number, size_of(result.format->pos)});
        arrays_.emplace_back(name + ".pos",
                             Array{plus_one(parents.sum), parents.number + 1, size_of(result.format->pos)});
      }
      arrays_.emplace_back(name + ".crd", Array{positions.sum, positions.number, size_of(result.format->crd)});
      in_run = is_coordinate;
    }
    arrays_.emplace_back(result.name, Array{positions.sum, positions.number, size_of(result.value)});
  }

  // Number of coordinates down to a level of the result below which anything is stored.
  Iterations kept(std::size_t level) {
    const std::vector<LevelSpec>& levels = kernel_.result().format->levels;
    Indices indices;
    for (std::size_t l = 0; l <= level; ++l)
      indices.insert(kernel_.statement.lhs.indices[static_cast<std::size_t>(levels[l].mode)]);
    const Selectivity found = selectivity_.of({{nullptr, &program_.body}}, indices);
    const Sum cells = box({indices.begin(), indices.end()});
    return {product(cells, found.sum), std::min(entries_.number, symbols_.value(cells) * found.number)};
  }

  const cin::Program& program_;
  const Kernel& kernel_;
  const Iterations& entries_;
  Symbols& symbols_;
  SelectivityEstimator selectivity_;
  const bool limits_;  // whether operands limit each other
  std::set<std::string> located_;
  std::vector<std::string> loops_;  // around the current node, outermost first
  std::vector<std::pair<std::string, Array>> arrays_;
};

}  // namespace

Formula bytes_moved(const cin::Program& program, const Iterations& entries, Symbols& symbols) {
  return Traffic(program, entries, symbols).run();
}

}  // namespace scorchc::schedule
