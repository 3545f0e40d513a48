#include "schedule/estimate/cost.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "ir/cin_order.h"
#include "schedule/estimate/cardinality.h"
#include "schedule/estimate/result_loops.h"
#include "schedule/legality/iteration_domain.h"
#include "schedule/legality/loop_forms.h"
#include "schedule/legality/parallel_loops.h"
#include "schedule/legality/stored_components.h"
#include "support/words.h"

namespace scorchc::schedule {
namespace {

constexpr double lanes_in_registers = 64;  // of a vector loop that fits one tile
constexpr double fibres_together = 64;     // fibres whose sums over positions are formed together
constexpr double fibres_of_one = 1.25;     // average entries per fibre below which kernels run plain loops
constexpr double few_in_a_row = 0.5;    // average entries per row below which empty rows are skipped (runtime/rows.h)
constexpr int position_lanes = 4;       // of a vector loop over positions
constexpr double most_rows_near = 512;  // accumulated rows whose lanes stay in a cache until the next tile
// Number of loops over positions whose trip counts a branch predictor remembers, and of runs it takes to learn them.
constexpr double most_remembered_loops = 1000;
constexpr double runs_to_learn = 2;

class Pricing {
 public:
  Pricing(const cin::Program& program, const Sizes& sizes, const Constants& constants)
      : program_(program),
        kernel_(program.split),
        constants_(constants),
        patterns_(program.split, sizes),
        has_segments_(has_segments(program.split)) {}

  Price run() {
    const std::vector<std::string> around_result = loops_of_result(program_.body);
    for (const std::string& index : around_result)
      if (selects_entry(kernel_, index)) last_entry_ = index;
    define_temporaries(program_.body, 0);
    visit(program_.body, {});
    // Temporaries computed before all loops are computed once. The loops of a sparse result also run to count it.
    double loops = price_.total - made_before_;
    const bool sparse = !kernel_.result().format->is_dense();
    // A counting sort runs the same loops twice, in any order: to count the entries of rows and to store them.
    const bool by_rows = kernel_.needs_counting_sort(around_result) || kernel_.places(around_result);
    const double counting_share = sparse ? by_rows ? constants_.scattered - 1 : counting() : 0;
    if (sparse) loops += (counted_ - counted_before_) * counting_share;
    scale_galloping(0, 1 + counting_share);
    for (const LoopPrice& loop : price_.loops) price_.galloping += loop.galloping;
    if (runs_in_parallel(program_)) loops *= constants_.parallel;
    price_.stored = stored();
    // Accumulated results are zeroed first; a dense one by loops of its own, which are priced as such.
    if (sparse && adds_to_result_) loops += constants_.cleared * price_.stored;
    if (sparse) loops += constants_.row_end * rows_of(*kernel_.result().format, kernel_.statement.lhs.indices);
    price_.total = made_before_ + loops + constants_.stored * price_.stored;
    return std::move(price_);
  }

 private:
  inline static const std::string no_index;
  struct Repeated {
    Bound index = 0;
    double times = 0;       // runs per iteration of the enclosing loops: tiles of a vector loop
    double iterations = 0;  // in all
  };
  struct LoopContext {  // the loops around a statement
    Bound bound = 0;
    double iterations = 1;  // expected runs of the statement
    const std::string* innermost = &no_index;
    bool is_full = false;         // the innermost loop runs over every coordinate
    bool adds_positions = false;  // the innermost loop adds up several positions at a time
    int depth = 0;
    double entries = 0;                    // iterations of the innermost loop that selects an entry of a sparse result
    bool converts = false;                 // inside a conversion's producer
    const std::string* lanes = &no_index;  // index of the enclosing vector loop
    double lanes_runs = 1;                 // number of entries to that loop, times its lanes
    bool has_next_lanes = false;           // its lanes exceed one register tile of the widest vectors
    bool holds_sums = false;               // its lanes hold sums in registers, which the loops inside use
    const std::string* summed = nullptr;   // the scalar that the loop directly inside accumulates
    double lane_stored = 0;  // cost of storing a lane: higher if other rows are stored before the next tile of this one
    double tiles = 1;        // tiles per iteration: the share of iterations that loops outside the lanes run
    std::optional<Repeated> repeated = {};  // the innermost loop, if it runs over every coordinate
    bool joined = false;  // the innermost loop and those over its coordinates are one loop over the entries of a list
    bool single = false;  // the next loop that is not vectorised runs once each time: list entries are taken singly
    bool occupancy = false;              // the innermost loop skips empty rows, where most rows are empty
    bool only = true;                    // each loop does nothing but run the next one
    const LoopContext* outer = nullptr;  // the enclosing loops without the innermost one
    const cin::Stmt* inside = nullptr;   // body of the innermost loop
    double density = 1;                  // density of that body over the bound indices
    bool fills = false;                  // inside a temporary's producer
    bool counts = true;  // also runs to count a sparse result: not for what is below each of its entries
  };

  void define_temporaries(const cin::Stmt& stmt, Bound bound) {
    match(
        stmt, [](const cin::Assign&) {},
        [&](const cin::Forall& loop) { define_temporaries(loop.body[0], bound | patterns_.bit(loop.index)); },
        [&](const cin::Where& where) {
          if (where.temporary.indices.empty())
            patterns_.define_scalar(where.temporary.tensor, where.producer());
          else
            patterns_.define(where.temporary, bound, where.producer(), {});
          for (const cin::Stmt& part : where.parts) define_temporaries(part, bound);
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) define_temporaries(part, bound);
        });
  }

  void add(double cost, const LoopContext& around) {
    price_.total += cost;
    if (around.counts) counted_ += cost;
    if (around.converts) price_.conversions += cost;
  }
  void add_temporary(double cost, const LoopContext& around) {
    price_.temporaries += cost;
    add(cost, around);
  }

  void visit(const cin::Stmt& stmt, const LoopContext& around) {
    match(
        stmt, [&](const cin::Assign& assign) { add(around.iterations * body(assign, around), around); },
        [&](const cin::Forall& loop) { visit_loop(loop, around); },
        [&](const cin::Where& where) { visit_where(where, around); },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) visit(part, around);
        });
  }

  void visit_loop(const cin::Forall& loop, const LoopContext& around) {
    const cin::Stmt& inside = loop.body[0];
    const Bound own = patterns_.bit(loop.index);
    const CardinalityEstimator::Walk walk = patterns_.walk(loop, around.bound);
    const double full = patterns_.extent(loop.index);
    // Density over the statement's own prefixes; the enclosing loops may have more.
    const bool is_known = around.inside && around.inside->as<cin::Forall>() == &loop;
    const double before = is_known ? around.density : patterns_.density(inside, around.bound);
    const double after = patterns_.density(inside, around.bound | own);
    LoopContext deeper = around;
    deeper.outer = &around;
    deeper.summed = nullptr;
    deeper.only = around.only && (inside.as<cin::Forall>() || inside.as<cin::Assign>());
    deeper.repeated.reset();
    deeper.bound |= own;
    deeper.inside = &inside;
    deeper.density = after;
    deeper.iterations = around.iterations * full * (before > 0 ? std::min(1.0, after / before) : 0);
    deeper.innermost = &loop.index;
    deeper.is_full = walk.full();
    deeper.occupancy = around.depth == 0 && walk.full() && skips_empty_rows(loop);
    deeper.adds_positions = loop.vector && !walk.full();
    if (selects_entry(kernel_, loop.index)) deeper.entries = deeper.iterations;
    // Whether the loop must search for coordinates that several operands store.
    const bool meets = walk.iterators > 1 || walk.probes > 0;
    if (meets) deeper.counts = true;
    if (!around.fills && loop.index == last_entry_) deeper.counts = false;
    ++deeper.depth;
    if (!around.lanes->empty() && has(kernel_.statement.lhs.indices, loop.index)) {
      const bool are_few =
          !walk.full() && inside.as<cin::Assign>() && deeper.iterations < most_rows_near * around.lanes_runs;
      const bool is_near =
          *around.innermost == *around.lanes && (are_few || (around.holds_sums && !around.has_next_lanes));
      const bool is_whole = !around.has_next_lanes && !walk.full();  // all rows are stored at once
      deeper.lane_stored = is_near ? constants_.lane_near : is_whole ? constants_.lane_stored : constants_.lane_far;
    }
    // Compilers vectorise loops that set a row to one value.
    const cin::Assign* assign = inside.as<cin::Assign>();
    const bool is_fill = assign && walk.full() && accesses_in(assign->rhs).empty();
    if ((loop.vector && walk.full()) || is_fill) {
      deeper.lanes = &loop.index;
      deeper.lanes_runs = deeper.iterations;
      deeper.has_next_lanes = full > 2 * constants_.tile;
      deeper.holds_sums = false;
      deeper.lane_stored = constants_.lane_stored;
      deeper.tiles = std::ceil(full / constants_.tile) / std::max(1.0, full);
    }
    const double steps = around.iterations * (walk.full() ? full : walk.steps);
    const double tiles = loop.vector || is_fill ? std::ceil(full / constants_.tile) : 0;
    // A few vectors stay in registers from one iteration to the next.
    const double again = full <= lanes_in_registers ? constants_.register_forward : constants_.tile_store_forward;
    const double waiting = loop.vector && assign ? again * share_again(*assign, around) : 0;
    // Entries are assumed evenly spread, so most short fibres have the same, predictable length: 0, or 1 below a sparse
    // level. A loop that takes several positions at a time varies less, unless a sum continues from fibre to fibre, and
    // leaves lanes unused. Fibres of nearly one entry are not vectorised, which the kernel detects in each call.
    const bool in_vectors = loop.vector && !walk.full() && !(walk.least >= 1 && walk.steps < fibres_of_one);
    const bool goes_on = assign && assign->lhs.indices.empty() && walk.least < 1 &&
                         !(around.summed && *around.summed == assign->lhs.tensor);
    const double varying =
        -std::expm1(std::min(0.0, walk.least - walk.steps) / (in_vectors && !goes_on ? position_lanes : 1));
    const double unused = in_vectors ? constants_.lane_unused * lanes_unused(walk) : 0;
    // Many consecutive fibres are summed together, without start-up cost for each.
    const double fibres = around.iterations / (around.outer ? std::max(1.0, around.outer->iterations) : 1);
    const double alone = in_vectors && fibres < fibres_together ? constants_.lanes_alone : 0;
    deeper.joined = has_segments_ && collapses_segments(loop, kernel_);
    const bool is_single = has_segments_ && around.depth == 0 &&
                           walk.scanned < constants_.entries_per_segment * walk.steps &&
                           can_specialise_singleton_segments(loop, kernel_);
    deeper.single = is_single || (loop.vector && around.single);
    const double unknown = walk.full() || around.joined || around.single
                               ? 0
                               : varying * constants_.mispredict * unpredictable_share(loop, walk, before, around);
    const double come_to = around.occupancy && walk.steps < few_in_a_row ? -std::expm1(-walk.steps) : 1;
    // All rows of an array are set to one value in one call (passes/collapse_fills.h), otherwise each row in a call
    // of its own.
    const bool fills_all = around.only && around.depth < 2;
    const double starts = !is_fill ? tiles * constants_.tile_start : fills_all ? 0 : constants_.row_fill;
    const double started = walk.full()     ? starts + waiting
                           : around.joined ? 0
                                           : come_to * (constants_.loop_entry + unused + alone + unknown);
    const double walked = deeper.joined ? constants_.scanned * walk.steps
                          : is_single   ? constants_.sparse_iteration * walk.scanned
                                        : price_of_walk(walk, full, constants_);
    // A loop with a single iterator has nothing to gallop through.
    double galloping = 0;
    if (walk.iterators > 1) {
      const double least = price_of_walk(patterns_.least_walk(loop, around.bound), full, constants_);
      galloping = around.iterations * (around.tiles * unknown + deeper.tiles * (walked - least));
    }
    if (walk.full())
      deeper.repeated = Repeated{own, full * deeper.tiles / around.tiles, deeper.iterations * deeper.tiles};
    const double cost = around.iterations * (around.tiles * started + deeper.tiles * walked);
    add(cost, around);
    // The counting pass stops at the first coordinate found.
    if (!around.counts && meets) counted_ += cost / (1 + deeper.iterations / std::max(1.0, around.iterations));
    if (!around.converts) price_.loops.push_back({loop.index, around.depth, deeper.iterations, steps, galloping});
    visit(inside, deeper);
  }

  // Scales the galloping bound of the loops from this position on.
  void scale_galloping(std::size_t from, double times) {
    for (std::size_t n = from; n < price_.loops.size(); ++n) price_.loops[n].galloping *= times;
  }

  // Expected number of unused lanes per fibre: `walk.least` entries, plus a Poisson-distributed number of further ones.
  static double lanes_unused(const CardinalityEstimator::Walk& walk) {
    const double more = std::max(0.0, walk.steps - walk.least);
    if (more > 16 * position_lanes) return (position_lanes - 1.0) / 2;
    const int least = static_cast<int>(std::fmod(walk.least, position_lanes));
    double unused = 0, share = std::exp(-more);
    // Ends when the remaining terms no longer change the sum.
    const auto shows = [&](int n) { return n <= more || share * position_lanes > 1e-17 * unused; };
    for (int n = 0; n < 32 * position_lanes && shows(n); ++n, share *= more / n) {
      const int rest = (least + n) % position_lanes;
      unused += share * (rest > 0 ? position_lanes - rest : 0);
    }
    return unused;
  }

  // Share of entries to a loop over positions with an unpredictable trip count. An enclosing loop that the fibre does
  // not depend on returns to the same few fibres; branch predictors then know their trip counts.
  double unpredictable_share(const cin::Forall& loop, const CardinalityEstimator::Walk& walk, double density,
                             const LoopContext& around) const {
    double share = 1;
    for (const LoopContext* at = &around; at; at = at->outer) {
      if (!at->repeated) continue;
      const Repeated& each = *at->repeated;
      const double starts = around.iterations * around.tiles / std::max(1.0, each.iterations);
      if (starts > most_remembered_loops) continue;
      const Bound others = around.bound & ~each.index;
      const CardinalityEstimator::Walk elsewhere = patterns_.walk(loop, others);
      const bool is_same = elsewhere.iterators == walk.iterators &&
                           std::abs(elsewhere.steps - walk.steps) <= 1e-9 * walk.steps &&
                           std::abs(patterns_.density(loop.body[0], others) - density) <= 1e-9 * density;
      if (is_same) share = std::min(share, runs_to_learn / each.times);
    }
    return share;
  }

  // Share of runs in which the loops that form the sum find any term.
  double share_with_terms(const cin::Stmt& producer, const LoopContext& around) const {
    const cin::Forall* loop = producer.as<cin::Forall>();
    if (!loop) return 1;
    const CardinalityEstimator::Walk walk = patterns_.walk(*loop, around.bound);
    return walk.full() || walk.least >= 1 ? 1 : -std::expm1(-walk.steps);
  }

  // Share of an assignment's runs that wait for the previous one, because both add to the same component in memory. The
  // first run of each fibre does not wait.
  static double share_again(const cin::Assign& assign, const LoopContext& around) {
    if (assign.op == AssignOp::set || assign.lhs.indices.empty() || around.iterations <= 0) return 0;
    const LoopContext* changes = &around;
    while (changes->outer && !has(assign.lhs.indices, *changes->innermost)) changes = changes->outer;
    return std::max(0.0, 1 - changes->iterations / around.iterations);
  }

  void visit_where(const cin::Where& where, const LoopContext& around) {
    if (where.temporary.indices.empty()) {
      LoopContext holding = around;
      holding.holds_sums = true;
      holding.summed = &where.temporary.tensor;
      visit(where.producer(), holding);
      // Without terms nothing is added.
      const cin::Assign* assign = where.consumer().as<cin::Assign>();
      if (assign && assign->op == AssignOp::add) holding.iterations *= share_with_terms(where.producer(), around);
      visit(where.consumer(), holding);
      return;
    }
    LoopContext making = around;
    making.fills = true;
    making.converts = around.converts || cin::converted_operand(where);
    // Nothing is computed where the operand that selects the temporary's components has no entries.
    if (const std::optional<Access> asking = selector_of_located(where, kernel_))
      making.iterations *= 1 - std::exp(-patterns_.walk(*where.consumer().as<cin::Forall>(), around.bound).steps);
    const double before = assigned_, price_before = price_.total;
    const std::size_t loops_before = price_.loops.size();
    assigned_ = 0;
    visit(where.producer(), making);
    const double inserted = making.iterations > 0 ? assigned_ / making.iterations : 0;
    assigned_ = before;
    fill(where, inserted, price_.total - price_before, making);
    if (where.distinct) scale_galloping(loops_before, 1 + again(where));
    if (around.depth == 0) made_before_ = price_.total, counted_before_ = counted_;
    visit(where.consumer(), around);
  }

  // Number of rows, empty or not; 0 if only non-empty rows are stored.
  double rows_of(const Format& format, const std::vector<std::string>& indices) const {
    const LevelSpec& first = format.levels.front();
    return is_dense(first) ? patterns_.extent(indices[static_cast<std::size_t>(first.mode)]) : 0;
  }

  // Adds the cost of filling a temporary with `inserted` components per iteration of the enclosing loops. `producing`
  // is the cost of the loops that compute them.
  void fill(const cin::Where& where, double inserted, double producing, const LoopContext& around) {
    const TensorDeclaration& temporary = kernel_.tensor(where.temporary.tensor);
    std::vector<double> extents;
    double cells = 1;
    for (const std::string& index : where.temporary.indices) {
      extents.push_back(patterns_.extent(index));
      cells *= extents.back();
    }
    const double share = patterns_.overlap(where.temporary, around.bound, where.producer());
    const double stored = where.distinct ? std::min(inserted, cells) : occupied(cells, inserted) * share;
    price_.temporary_sizes[where.temporary.tensor] = stored;
    patterns_.define(where.temporary, around.bound, where.producer(),
                     random_prefixes(*temporary.format, extents, stored));
    const double rows = rows_of(*temporary.format, where.temporary.indices);
    const bool is_located = cin::is_located(where) && temporary.format->is_indexed_list(),
               is_masked = is_located && cin::is_masked(where);
    double cost = 0;
    if (temporary.format->is_dense())
      cost = where.distinct ? inserted : cells * constants_.cleared;
    else if (where.distinct && is_located)
      cost = inserted * constants_.append;
    else if (is_masked)
      cost = added(inserted, stored, constants_.mask, constants_.mask_repeat) +
             patterns_.walk(*where.consumer().as<cin::Forall>(), around.bound).steps * constants_.mask_cleared;
    else if (is_located)
      cost = added(inserted, stored, constants_.stamp, constants_.stamp_repeat);
    else if (temporary.format->is_indexed_list())
      cost = inserted * constants_.list_insert + stored * constants_.list_order;
    else if (where.distinct && !cin::converted_operand(where))
      cost = rows > 0 ? producing * again(where) + (inserted + rows) * constants_.append
                      : inserted * constants_.tuple_move;
    else if (where.distinct)
      cost = rows > 0 ? inserted * constants_.row_move + rows * constants_.row_step : inserted * tuple_moves(where);
    else
      cost = inserted * (constants_.tuple_insert + constants_.insert_far * doublings_beyond_cache(stored)) +
             stored * (constants_.tuple_order + constants_.tuple_far * doublings_beyond_cache(stored));
    add_temporary(around.iterations * cost, around);
    // Initialisation before all iterations: flags alone for a list, flags and values, or stamps and values.
    if (is_located)
      add_temporary(cells * (where.distinct ? constants_.cleared
                             : is_masked    ? 2 * constants_.cleared
                                            : constants_.stamp_cleared),
                    around);
    else if (temporary.format->is_indexed_list())
      add_temporary(cells * constants_.list_cleared, around);
  }

  // Cost of `components` insertions, of which `first` are the first for their component.
  static double added(double components, double first, double once, double again) {
    return components * again + std::min(components, first) * (once - again);
  }

  // Cost per entry of a conversion without rows. By one level entries are moved to their segments, cheaply if these fit
  // a cache; by several levels they are sorted.
  double tuple_moves(const cin::Where& where) const {
    const Format& format = *kernel_.tensor(where.temporary.tensor).format;
    const std::size_t keys = cin::keys_out_of_order(where, kernel_);
    const std::string& first = where.temporary.indices[static_cast<std::size_t>(format.levels.front().mode)];
    constexpr double places_in_cache = 512;
    if (keys == 1 && patterns_.extent(first) <= places_in_cache) return constants_.tuple_near;
    return constants_.tuple_move + static_cast<double>(keys - 1) * constants_.tuple_key;
  }

  // Doublings of a tuple list beyond the size of a cache: the larger the list, the less locality. From some size on all
  // of it is in memory.
  static double doublings_beyond_cache(double tuples) {
    constexpr double in_cache = 16384, most = 10;
    return std::clamp(std::log2(tuples / in_cache), 0.0, most);
  }

  // Share of the loops that runs beforehand to count the entries of a sparse result. Rows of one compressed level that
  // are filled in order are only bounded, unless temporaries are computed in them.
  double counting() const {
    const std::vector<LevelSpec>& levels = kernel_.result().format->levels;
    const cin::Stmt* at = &program_.body;
    while (const cin::Where* where = at->as<cin::Where>()) at = &where->consumer();  // computed once
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      const cin::Forall* loop = at->as<cin::Forall>();
      const std::string& index = kernel_.statement.lhs.indices[static_cast<std::size_t>(levels[l].mode)];
      if (levels[l].level != "dense" || !loop || loop->index != index) return constants_.count_run;
      at = &loop->body[0];
    }
    return levels.back().level == "compressed" ? constants_.bound_run : constants_.count_run;
  }

  // Extra cost, as a share of the loops, of counting a temporary's rows first: higher if the loops do not go row by
  // row.
  double again(const cin::Where& where) const {
    const LevelSpec& rows = kernel_.tensor(where.temporary.tensor).format->levels.front();
    const cin::Forall* outermost = where.producer().as<cin::Forall>();
    const bool row_by_row =
        outermost && outermost->index == where.temporary.indices[static_cast<std::size_t>(rows.mode)];
    return row_by_row ? constants_.count_run : constants_.scattered - 1;
  }

  // Cost of one run of an assignment: its arithmetic, and how the innermost loop accesses its operands and left-hand
  // side.
  double body(const cin::Assign& assign, const LoopContext& around) {
    if (!assign.lhs.indices.empty()) assigned_ += around.iterations;
    if (!around.converts) price_.bodies += around.iterations;
    const bool is_result = assign.lhs.tensor == kernel_.result().name;
    adds_to_result_ = adds_to_result_ || (is_result && assign.op != AssignOp::set);
    if (is_result) result_entries_ = std::max(result_entries_, around.entries);
    if (!around.lanes->empty() && !varies(assign, around)) return around.tiles * std::max(1.0, operations(assign.rhs));
    if (!around.lanes->empty())
      return std::max(1.0, operations(assign.rhs)) * constants_.lane +
             around.tiles * constants_.row_found * rows_found(assign, around) +
             (assign.lhs.indices.empty() ? 0 : around.lane_stored);
    double extra = 0;
    bool contiguous = true;
    // Adds the cost of the access. True if it is located by a sparse coordinate.
    const auto reach = [&](const Access& access) {
      const TensorDeclaration* tensor = kernel_.find(access.tensor);
      if (!tensor || !tensor->format || !has(access.indices, *around.innermost)) return false;
      const std::vector<LevelSpec>& levels = tensor->format->levels;
      const auto is_innermost = [&](const LevelSpec& level) {
        return access.indices[static_cast<std::size_t>(level.mode)] == *around.innermost;
      };
      const bool dense_level = std::any_of(
          levels.begin(), levels.end(), [&](const LevelSpec& level) { return is_innermost(level) && is_dense(level); });
      if (!dense_level) return false;
      const bool neighbours = is_innermost(levels.back());
      if (neighbours && around.is_full) return false;
      contiguous = false;
      extra += around.is_full ? constants_.strided : constants_.indirect + (neighbours ? 0 : constants_.cache_miss);
      // Each iteration accesses another column.
      const LoopContext* outer = around.outer;
      if (!around.is_full && neighbours && outer && outer->is_full && has(access.indices, *outer->innermost))
        extra += constants_.strided;
      return !around.is_full;
    };
    for (const Access* access : accesses_in(assign.rhs)) reach(*access);
    const double before = extra;
    if (reach(assign.lhs))
      extra += constants_.accumulated;
    else if (extra > before)
      extra += constants_.cache_miss;  // each component is in a cache line of its own, which must be written back
    const bool is_reduction = !around.innermost->empty() && !has(assign.lhs.indices, *around.innermost);
    if (is_reduction && !assign.lhs.indices.empty()) extra += constants_.store_forward;
    const bool appends = is_result && selects_entry(kernel_, *around.innermost);
    const bool vector_code = around.is_full && contiguous && !is_reduction && !appends && has_lanes(assign.rhs);
    const double operation = vector_code             ? constants_.vector_body
                             : around.adds_positions ? constants_.position_body
                                                     : 1;
    return operation * std::max(1.0, operations(assign.rhs)) + extra + (appends ? constants_.append : 0);
  }

  // Whether compilers can vectorise the expression: they do not for function calls.
  static bool has_lanes(const Expr& expr) {
    const Apply* node = expr.as<Apply>();
    return !node || (info(node->op).lanes && std::all_of(node->operands.begin(), node->operands.end(), has_lanes));
  }

  // Number of operands whose rows a vector loop locates by the coordinates of a list entry. Rows selected by outer tree
  // levels are located earlier.
  double rows_found(const cin::Assign& assign, const LoopContext& around) const {
    const LoopContext* at = &around;
    while (at->outer && *at->innermost == *around.lanes) at = at->outer;
    if (!at->outer || !at->outer->joined) return 0;
    std::set<std::string> own = {*at->innermost};
    for (; at->outer && at->outer->joined; at = at->outer) own.insert(*at->outer->innermost);
    const std::vector<const Access*> all = accesses_in(assign.rhs);
    return static_cast<double>(std::count_if(all.begin(), all.end(), [&](const Access* access) {
      const TensorDeclaration* tensor = kernel_.find(access->tensor);
      return tensor && tensor->format && tensor->format->is_dense() &&
             std::any_of(access->indices.begin(), access->indices.end(),
                         [&](const std::string& index) { return own.count(index) > 0; });
    }));
  }

  // Whether the assignment has a value per lane. Scalars are classified before they are read.
  bool varies(const cin::Assign& assign, const LoopContext& around) {
    std::vector<const Access*> all = accesses_in(assign.rhs);
    all.push_back(&assign.lhs);
    const bool result = std::any_of(all.begin(), all.end(), [&](const Access* access) {
      return has(access->indices, *around.lanes) || (access->indices.empty() && varying_.count(access->tensor) > 0);
    });
    if (result && assign.lhs.indices.empty()) varying_.insert(assign.lhs.tensor);
    return result;
  }

  // Components of the result in memory: entries times the dense levels below the sparse ones.
  double stored() const {
    const Access& lhs = kernel_.statement.lhs;
    double above = 1, below = 1;
    bool sparse = false;
    const std::vector<LevelSpec>& levels = kernel_.result().format->levels;
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
      sparse = sparse || !is_dense(*level);
      (sparse ? above : below) *= patterns_.extent(lhs.indices[static_cast<std::size_t>(level->mode)]);
    }
    return (sparse ? std::min(above, result_entries_) : 1) * below;
  }

  const cin::Program& program_;
  const Kernel& kernel_;
  const Constants& constants_;
  CardinalityEstimator patterns_;
  const bool has_segments_;
  Price price_;
  std::set<std::string> varying_;  // scalars with a value per lane
  std::string last_entry_;         // innermost index of the loops that select an entry of a sparse result
  bool adds_to_result_ = false;
  double made_before_ = 0;  // cost of temporaries computed before all loops
  double counted_ = 0,
         counted_before_ = 0;  // cost of what also runs to count a sparse result, and its share before all loops
  double assigned_ = 0;        // components assigned to tensors, over all iterations
  double result_entries_ = 0;  // entries of a sparse result, above its last dense levels
};

}  // namespace

double price_of_walk(const CardinalityEstimator::Walk& walk, double extent, const Constants& constants) {
  const double probed = walk.probes * constants.probed;
  if (walk.full()) return extent * constants.dense_iteration + probed;
  const double scanned = walk.scanned * constants.scanned + probed;
  if (walk.iterators == 1) {
    // The loop over a segment needs its end, which is found in steps of `leap` entries first,
    const double length = walk.scanned / std::max(1e-9, walk.steps);
    constexpr double leap = 16;  // then one by one within the last step
    const double looked_at = walk.steps * std::min(length, length / leap + (leap - 1) / 2);
    const double ends = walk.steps * constants.mispredict * -std::expm1(std::min(0.0, 1 - length));
    return walk.steps * constants.sparse_iteration + ends + looked_at * constants.scanned + probed;
  }
  return walk.operand_switches * constants.merge_step + (walk.steps - walk.operand_switches) * constants.merge_run +
         scanned;
}

double operations(const Expr& expr) {
  const Apply* node = expr.as<Apply>();
  double count = node ? 1 : 0;
  if (node)
    for (const Expr& operand : node->operands) count += operations(operand);
  return count;
}

Price price(const cin::Program& program, const Sizes& sizes, const Constants& constants) {
  return Pricing(program, sizes, constants).run();
}

}  // namespace scorchc::schedule
