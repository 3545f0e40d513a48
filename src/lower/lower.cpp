#include "lower/lower.h"

#include <algorithm>
#include <limits>
#include <span>

#include "ir/loop_uses.h"
#include "lower/assembling.h"
#include "lower/interface.h"
#include "lower/join_copies.h"
#include "lower/parents.h"
#include "lower/roll_sums.h"

namespace scorchc::lower {
namespace {

constexpr std::int64_t first_capacity = 64;  // of a `pos` array whose number of parents is not known yet

class ModuleBuilder {
 public:
  ModuleBuilder(const cin::Program& program, const schedule::Commands& commands, const Options& options)
      : program_(program), kernel_(program.kernel), options_(options), storage_(program), asked_(asked_assembling(program.kernel, commands)) {
    storage_.names.reserve("division_by_zero");
    module_.name = kernel_.name;
    module_.name_space = kernel_.name_space;
    module_.instruction_sets = kernel_.instruction_sets;
    module_.opening = make_opening(kernel_, commands);
    module_.structs = make_structs(kernel_, storage_);
  }

  loop::Module build(Decisions& decisions) {
    merge_affordably(decisions);
    if (kernel_.result().format->is_dense()) {
      add(loop::Phase::run, dense_comment(kernel_), loops({false, false, true}, ResultDimensions::are_checked));
      return std::move(module_);
    }
    const std::size_t operands = kernel_.tensors.size() - 1;
    const bool one_pass = operands <= options_.max_one_pass_operands;
    if (!one_pass)
      decisions.push_back({"lower", "the one call", "count, pattern, compute",
                           "with " + std::to_string(operands) + " operands, loops that fill coordinates and values in "
                           "one pass would be a fourth copy of long code"});
    std::string why_counted = asked_ == schedule::Assembling::count ? "the user's" : "there are too many operands";
    const std::optional<loop::Block> appending =
        one_pass && asked_ != schedule::Assembling::count ? append_all(why_counted) : std::nullopt;
    say_how_assembled(kernel_, asked_, appending ? "" : why_counted, decisions);
    const bool at_once = one_pass && !appending && can_run_in_passes(program_, storage_);
    const loop::Phase assemble[] = {loop::Phase::assemble}, steps[] = {loop::Phase::pattern, loop::Phase::compute};
    add(loop::Phase::run, one_call_comment(kernel_, storage_),
        at_once ? passes() : appending ? append_or_count(steps) : one_pass ? one_call(assemble) : one_call(steps));
    add(loop::Phase::count, count_comment(kernel_, storage_), count());
    add(loop::Phase::pattern, "Fills the coordinates of the result, whose positions `count` has filled, into the caller's arrays.",
        loops({false, true, false}, ResultDimensions::are_checked));
    add(loop::Phase::compute,
        "Fills the values of the result. Trusts its positions and coordinates: call it again when only values change.",
        loops({false, false, true}, ResultDimensions::are_checked));
    if (appending)
      add(loop::Phase::assemble, "All in one pass: entries are appended where there is room for the most that there may be.",
          *appending);
    else if (one_pass && !at_once)
      add(loop::Phase::assemble, "Coordinates and values in one pass.",
          loops({false, true, true}, ResultDimensions::are_checked));
    if (module_.functions.back().phase == loop::Phase::assemble) module_.functions.back().is_public = false;
    add(loop::Phase::release,
        "Releases what the one call and `count` have allocated; the caller's own arrays are left alone.", make_release(result()));
    module_.functions.back().parameters = {{result().object, false}};
    return std::move(module_);
  }

 private:
  // Fewer regions where all of them, one below the other, would be too much code.
  void merge_affordably(Decisions& decisions) {
    const std::size_t wanted = options_.max_lattice_iterators;
    const bool sparse = !kernel_.result().format->is_dense();
    for (; options_.max_lattice_iterators > 0; --options_.max_lattice_iterators) {
      const std::size_t names = storage_.names.mark();
      const bool is_short = Lowerer(program_, storage_, {false, sparse, true}, options_).is_short_enough();
      storage_.names.forget_since(names);
      if (is_short) break;
    }
    if (options_.max_lattice_iterators < wanted)
      decisions.push_back({"lower", "merging", "regions of at most " + std::to_string(options_.max_lattice_iterators) + " operands",
                           "regions multiply from loop to loop: more operands are merged by flags, in one loop"});
  }

  const StoredTensor& result() const { return storage_.tensor(kernel_.result().name); }

  void add(loop::Phase phase, std::string comment, loop::Block body) {
    loop::Function function;
    function.phase = phase;
    function.comment = std::move(comment);
    function.parameters = make_parameters(kernel_, storage_);
    function.body = std::move(body);
    module_.functions.push_back(std::move(function));
  }

  // A whole function around the statement's loops.
  loop::Block loops(Assembly assembly, ResultDimensions dimensions) {
    const std::size_t names = storage_.names.mark();
    loop::Block body = Lowerer(program_, storage_, assembly, options_).run();
    storage_.names.forget_since(names);
    loop::Block out = make_prologue(program_, storage_, dimensions);
    const bool sparse = !kernel_.result().format->is_dense();
    if (sparse && assembly.writes_vals) {
      loop::Block cleared;
      clear_sums(cleared);
      body.insert(body.begin(), cleared.begin(), cleared.end());
    }
    // Cells beyond the extents are 0; in a result that is read they are so already.
    if (!sparse && kernel_.result().format->is_blocked() && !kernel_.reads_old_result()) {
      loop::Expr cells = loop::integer(1);
      for (std::size_t l = 0; l < result().levels.size(); ++l) cells = loop::mul(cells, dense_extent(result(), l));
      body.insert(body.begin(), loop::Clear{result().vals, result().value, cells});
    }
    const loop::Block arrays = bind_arrays(kernel_, storage_, assembly, body);
    out.insert(out.end(), arrays.begin(), arrays.end());
    const bool divides = assembly.writes_vals && divides_integers(kernel_);
    const std::string flag = divides ? "division_by_zero" : "";
    if (divides) out.push_back(loop::Declare{flag, loop::number(loop::Type::i32, 0, 0), true});
    out.insert(out.end(), body.begin(), body.end());
    out.push_back(loop::ReturnStatus{flag});
    return out;
  }

  loop::Block one_call(std::span<const loop::Phase> after_count) {
    loop::Block out = {loop::CallPhase{name_of(loop::Phase::count), {}}};
    allocate_entries({}, out);
    for (const loop::Phase phase : after_count) out.push_back(loop::CallPhase{name_of(phase), result().object});
    out.push_back(loop::ReturnStatus{});
    return out;
  }

  // Where there is no memory for the most entries that there may be, these are counted.
  loop::Block append_or_count(std::span<const loop::Phase> steps) {
    loop::Block out = {loop::CallPhase{name_of(loop::Phase::assemble), {}, loop::Status::out_of_memory},
                       loop::Comment{"without memory for so many entries: as many as there are"}};
    const loop::Block counted = one_call(steps);
    out.insert(out.end(), counted.begin(), counted.end());
    return out;
  }

  // The arrays whose sizes are known once all is counted; or with room for so many entries in each.
  void allocate_entries(const std::optional<loop::Expr>& room, loop::Block& out) const {
    const std::string& object = result().object;
    out.push_back(loop::SetField{object, "owned", -1, loop::number(loop::Type::i32, 1, 1)});
    for (std::size_t l = 0; l < result().levels.size(); ++l) {
      const StoredLevel& level = result().levels[l];
      if (!level.site.crd.empty())
        out.push_back(loop::Allocate{object, level.site.crd, level.site.crd_type, room.value_or(entries(l)), false});
    }
    out.push_back(loop::Allocate{object, result().vals, result().value, room.value_or(values_count()), false});
  }

  // One function that does not count, or nothing: there is none, counting is no work, or positions cannot count the room.
  std::optional<loop::Block> append_all(std::string& why_not) {
    const std::size_t names = storage_.names.mark();
    const LevelGroup group = sparse_groups(result())[0];
    const StoredLevel& level = result().levels[group.first];
    const std::string most = storage_.names.fresh(level_name(level) + "_most");
    std::optional<Lowerer::OnePass> pass = Lowerer(program_, storage_, {true, true, true}, options_).run_one_pass(most, why_not);
    if (!pass) {
      storage_.names.forget_since(names);
      return {};
    }
    const loop::Expr room = loop::index_variable(most);
    loop::Block body = std::move(pass->bounds);
    if (pass->most)
      room_of_operands(*pass->most, level, most, body);
    else
      sum_up(group, most, loop::Status::out_of_memory, body);
    storage_.names.forget_since(names);
    loop::Block entries;
    allocate_entries(room, entries);
    loop::Block rest = std::move(pass->filling);
    for (const StoredLevel& each : result().levels)
      if (!each.site.crd.empty()) rest.push_back(shrunk(each.site.crd, each.site.crd_type, room, group));
    rest.push_back(shrunk(result().vals, result().value, room, group));
    const loop::Block numbers = take_numbers();
    rest.insert(rest.end(), numbers.begin(), numbers.end());
    return around(std::move(body), std::move(entries), std::move(rest));
  }

  void room_of_operands(const loop::Expr& entries, const StoredLevel& level, const std::string& most, loop::Block& out) const {
    out.push_back(loop::Declare{most, entries});
    if (level.site.pos_type == loop::Type::i32)
      out.push_back(loop::ReturnIf{loop::less(loop::integer(i32_limit), loop::index_variable(most)),
                                   loop::Status::out_of_memory, result().object});
  }

  loop::Shrink shrunk(const std::string& array, loop::Type element, const loop::Expr& room, const LevelGroup& group) const {
    return {result().object, array, element, room, counted(result(), group)};
  }

  // The one call as one function: what is gathered or converted first serves the counting and the filling.
  loop::Block passes() {
    const std::size_t names = storage_.names.mark();
    Lowerer::Passes passes = Lowerer(program_, storage_, {false, true, true}, options_).run_passes();
    loop::Block body = std::move(passes.once);
    body.insert(body.end(), passes.counting.begin(), passes.counting.end());
    const loop::Block sums = after_counting(passes.counted);
    body.insert(body.end(), sums.begin(), sums.end());
    loop::Block rest;
    clear_sums(rest);
    rest.insert(rest.end(), passes.filling.begin(), passes.filling.end());
    storage_.names.forget_since(names);

    loop::Block entries;  // the arrays that are there from here on
    allocate_entries({}, entries);
    for (loop::Stmt& entry : entries) entry = there_already(entry, passes.handed_over);
    return around(std::move(body), std::move(entries), std::move(rest));
  }

  // A function of checks, `body`, the allocation of `entries`, and the rest, which uses these.
  loop::Block around(loop::Block body, loop::Block entries, loop::Block rest) {
    loop::Block out = before_counting();
    loop::Block both = body;
    both.insert(both.end(), rest.begin(), rest.end());
    for (const loop::Stmt& bind : bind_arrays(kernel_, storage_, {true, true, true}, both)) {
      const loop::BindArray* array = bind.as<loop::BindArray>();
      const bool is_late = array && std::any_of(entries.begin(), entries.end(), [&](const loop::Stmt& entry) {
        const loop::Allocate* made = entry.as<loop::Allocate>();
        return made && made->field == array->name;
      });
      (is_late ? entries : out).push_back(bind);
    }
    const bool divides = divides_integers(kernel_);
    if (divides) out.push_back(loop::Declare{"division_by_zero", loop::number(loop::Type::i32, 0, 0), true});
    out.insert(out.end(), body.begin(), body.end());
    out.insert(out.end(), entries.begin(), entries.end());
    out.insert(out.end(), rest.begin(), rest.end());
    out.push_back(divides ? loop::ReturnStatus{"division_by_zero", result().object} : loop::ReturnStatus{});
    return out;
  }

  // Dense levels below the last sparse one take sums in any order, so they start from zero.
  void clear_sums(loop::Block& out) const {
    if (sparse_groups(result()).back().last + 1 < result().levels.size())
      out.push_back(loop::Clear{result().vals, result().value, values_count()});
  }

  static std::string name_of(loop::Phase phase) { return std::string(name(phase)); }

  // Entries of the sparse level l: those of its group.
  loop::Expr entries(std::size_t l) const {
    for (const LevelGroup& group : sparse_groups(result()))
      if (group.first <= l && l <= group.last)
        return loop::Field{result().object, result().levels[group.first].count_field, -1, loop::Type::i64};
    return loop::integer(0);
  }
  loop::Expr values_count() const { return loop::Field{result().object, result().count_field, -1, loop::Type::i64}; }

  loop::Block count() {
    const Assembly counting{true, false, false};
    const std::size_t names = storage_.names.mark();
    Lowerer lowerer(program_, storage_, counting, options_);
    loop::Block body = lowerer.run();
    storage_.names.forget_since(names);
    const loop::Block sums = after_counting(lowerer.counted());
    body.insert(body.end(), sums.begin(), sums.end());
    loop::Block out = before_counting();
    const loop::Block arrays = bind_arrays(kernel_, storage_, counting, body);
    out.insert(out.end(), arrays.begin(), arrays.end());
    out.insert(out.end(), body.begin(), body.end());
    out.push_back(loop::ReturnStatus{});
    return out;
  }

  // Checks, and arrays of positions that hold counts first.
  loop::Block before_counting() const {
    const std::string& object = result().object;
    const std::vector<LevelGroup> groups = sparse_groups(result());
    loop::Block out = make_prologue(program_, storage_, ResultDimensions::are_taken);
    for (const StoredLevel& level : result().levels)
      if (!level.site.crd.empty() && level.site.crd_type == loop::Type::i32)
        out.push_back(loop::ReturnIf{loop::less(loop::integer(i32_limit), level.site.extent), loop::Status::index_overflow, {}});
    if (!result().levels[groups[0].first].site.pos.empty()) check_parents(result(), groups[0].first, {}, out);
    out.push_back(loop::SetField{object, "owned", -1, loop::number(loop::Type::i32, 0, 0)});
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const StoredLevel& level = result().levels[groups[g].first];
      if (level.site.pos.empty()) continue;
      const loop::Expr size = g == 0 ? loop::add(parents(result(), groups[g].first), loop::integer(1)) : loop::integer(first_capacity);
      out.push_back(loop::Allocate{object, level.site.pos, level.site.pos_type, size, true});
      if (g > 0) out.push_back(loop::Declare{level.capacity, loop::integer(first_capacity), true});
    }
    return out;
  }

  // Counts become positions, and the numbers of entries and values are known.
  loop::Block after_counting(Counted counted_are) {
    const std::string& object = result().object;
    const std::vector<LevelGroup> groups = sparse_groups(result());
    loop::Block out;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (g > 0) check_parents(result(), groups[g].first, object, out);
      if (counted_are == Counted::entries)
        sum_up(groups[g], result().levels[groups[g].first].count_field, loop::Status::index_overflow, out);
    }
    check_parents(result(), result().levels.size(), object, out);
    const loop::Block numbers = take_numbers();
    out.insert(out.end(), numbers.begin(), numbers.end());
    return out;
  }

  // Last, when nothing can fail any more: a call that fails leaves them as they were.
  loop::Block take_numbers() const {
    loop::Block out;
    const std::string& object = result().object;
    const loop::Block dimensions = take_dimensions(kernel_, storage_);
    out.insert(out.end(), dimensions.begin(), dimensions.end());
    for (const LevelGroup& group : sparse_groups(result()))
      out.push_back(loop::SetField{object, result().levels[group.first].count_field, -1, counted(result(), group)});
    out.push_back(loop::SetField{object, result().count_field, -1, parents(result(), result().levels.size())});
    return out;
  }

  // Counts become positions, and their sum `total`; it ends with `status` where there are too many to count.
  void sum_up(const LevelGroup& group, const std::string& total, loop::Status status, loop::Block& out) {
    const StoredLevel& level = result().levels[group.first];
    if (level.site.pos.empty()) return;  // a root run has a count only, and its loop has set it
    if (group.in_order) {
      // What was counted is the position of each parent's end.
      out.push_back(loop::Declare{total, loop::index_variable(level.total)});
      if (level.site.pos_type == loop::Type::i32)
        out.push_back(loop::ReturnIf{loop::less(loop::integer(i32_limit), loop::index_variable(total)), status, result().object});
      return;
    }
    if (parents(result(), group.first) == loop::integer(1)) {
      // One parent: its count is the end of its entries.
      const loop::Expr end = loop::load_index(level.site.pos, level.site.pos_type, loop::integer(1));
      out.push_back(loop::Declare{total, end});
      if (may_outgrow_pos(result(), group))
        out.push_back(loop::ReturnIf{loop::less(loop::index_variable(total), loop::integer(0)), status, result().object});
      return;
    }
    const std::string parent = storage_.names.fresh("p");
    const loop::Expr next = loop::add(loop::index_variable(parent), loop::integer(1));
    out.push_back(loop::Comment{"positions: the sums of the counts"});
    // Parents behind the last one that was counted have room, too.
    if (group.first != sparse_groups(result()).front().first)
      out.push_back(loop::Grow{level.site.pos, result().object, level.site.pos, level.capacity, level.site.pos_type,
                               loop::add(parents(result(), group.first), loop::integer(1))});
    out.push_back(loop::Declare{total, loop::integer(0), true});
    loop::Block body;
    const loop::Expr count = loop::load_index(level.site.pos, level.site.pos_type, next);
    body.push_back(loop::Assign{total, loop::Update::set, loop::add(loop::index_variable(total), count)});
    loop::Expr too_many = loop::less(loop::integer(i32_limit), loop::index_variable(total));
    if (may_outgrow_pos(result(), group)) too_many = loop::either(loop::less(count, loop::integer(0)), too_many);
    if (level.site.pos_type == loop::Type::i32)
      body.push_back(loop::ReturnIf{too_many, status, result().object});
    body.push_back(loop::Store{level.site.pos, level.site.pos_type, next, loop::Update::set,
                               loop::cast(level.site.pos_type, loop::index_variable(total))});
    out.push_back(loop::For{parent, loop::integer(0), parents(result(), group.first), std::move(body)});
  }

  const cin::Program& program_;
  const Kernel& kernel_;
  Options options_;
  Storage storage_;
  const std::optional<schedule::Assembling> asked_;
  loop::Module module_;
};

}  // namespace

loop::Module lower(const cin::Program& program, const schedule::Commands& commands, Decisions& decisions,
                   const Options& options) {
  return ModuleBuilder(roll_sums(join_copies(program)), commands, options).build(decisions);
}

}  // namespace scorchc::lower
