#include "lower/lower.h"

#include <algorithm>
#include <limits>
#include <span>

#include "ir/loop_uses.h"
#include "lower/assembling.h"
#include "lower/describe_partitions.h"
#include "lower/interface.h"
#include "lower/join_copies.h"
#include "lower/reroll_operands.h"
#include "lower/result_arrays.h"

namespace scorchc::lower {
namespace {

class ModuleBuilder {
 public:
  ModuleBuilder(const cin::Program& program, const schedule::Commands& commands, const Options& options)
      : program_(program),
        kernel_(program.kernel),
        options_(options),
        storage_(program),
        arrays_(program, storage_),
        wanted_(requested_assembly(program.kernel, commands)) {
    storage_.names.reserve("division_by_zero");
    module_.name = kernel_.name;
    module_.name_space = kernel_.name_space;
    module_.instruction_sets = kernel_.instruction_sets;
    module_.opening = make_opening(kernel_, commands);
    module_.structs = make_structs(kernel_, storage_);
  }

  loop::Module build(Decisions& decisions) {
    limit_lattices(decisions);
    if (kernel_.result().format->is_dense()) {
      add(loop::Phase::run, dense_comment(kernel_), loops({false, false, true}, ResultDimensions::are_checked));
      return std::move(module_);
    }
    const std::size_t operands = kernel_.tensors.size() - 1;
    const bool one_pass = operands <= options_.max_one_pass_operands;
    if (!one_pass)
      decisions.push_back({"lower", "the one call", "count, pattern, compute",
                           "with " + std::to_string(operands) +
                               " operands, a single pass that fills coordinates and values "
                               "would add a fourth copy of long loops"});
    std::string why_counted = wanted_ == schedule::Assembling::count ? "requested by the user"
                                                                     : "there are too many operands for a single pass";
    const std::optional<loop::Block> appending =
        one_pass && wanted_ != schedule::Assembling::count ? append_all(why_counted) : std::nullopt;
    record_assembly(kernel_, wanted_, appending ? "" : why_counted, decisions);
    if (!appending && is_shared_out() && dense_levels(result()) == 0)
      decisions.push_back({"lower", "threads", "compute",
                           "counting and filling " + kernel_.result().name +
                               " is sequential; "
                               "only `compute` is parallel, over chunks of its pattern"});
    const bool at_once = one_pass && !appending && can_run_in_passes(program_, storage_);
    const loop::Phase assemble[] = {loop::Phase::assemble}, steps[] = {loop::Phase::pattern, loop::Phase::compute};
    add(loop::Phase::run, one_call_comment(kernel_, storage_),
        at_once     ? passes()
        : appending ? append_or_count(steps)
        : one_pass  ? one_call(assemble)
                    : one_call(steps));
    add(loop::Phase::count, count_comment(kernel_, storage_), count());
    add(loop::Phase::pattern,
        "Fills the coordinates of the result into the caller's arrays. `count` must have filled its positions.",
        loops({false, true, false}, ResultDimensions::are_checked));
    add(loop::Phase::compute,
        "Fills the values of the result. Trusts its positions and coordinates: call it again when only values change.",
        loops({false, false, true}, ResultDimensions::are_checked));
    if (appending)
      add(loop::Phase::assemble,
          "Appends all entries in a single pass, to arrays allocated for an upper bound of their number.", *appending);
    else if (one_pass && !at_once)
      add(loop::Phase::assemble, "Fills coordinates and values in a single pass.",
          loops({false, true, true}, ResultDimensions::are_checked));
    if (module_.functions.back().phase == loop::Phase::assemble) module_.functions.back().is_public = false;
    add(loop::Phase::release,
        "Releases the arrays that the one call or `count` has allocated, but not the caller's own.",
        make_release(result()));
    module_.functions.back().parameters = {{result().object, false}};
    return std::move(module_);
  }

 private:
  // Limits merge lattices to fewer iterators until the loops have few enough bodies.
  void limit_lattices(Decisions& decisions) {
    const std::size_t wanted = options_.max_lattice_iterators;
    const bool sparse = !kernel_.result().format->is_dense();
    for (; options_.max_lattice_iterators > 0; --options_.max_lattice_iterators) {
      const std::size_t names = storage_.names.mark();
      const bool is_short = Lowerer(program_, storage_, {false, sparse, true}, options_).is_short_enough();
      storage_.names.forget_since(names);
      if (is_short) break;
    }
    if (options_.max_lattice_iterators < wanted)
      decisions.push_back(
          {"lower", "merging", "lattices of at most " + std::to_string(options_.max_lattice_iterators) + " operands",
           "nested lattices multiply loop bodies: one loop merges more operands, with a flag for each"});
  }

  const StoredTensor& result() const { return storage_.tensor(kernel_.result().name); }

  // Whether the loops that fill the result run in parallel.
  bool is_shared_out() const {
    const cin::Stmt* at = &program_.body;
    while (const cin::Where* where = at->as<cin::Where>()) at = &where->consumer();
    const cin::Forall* outermost = at->as<cin::Forall>();
    return outermost && outermost->parallel;
  }

  void add(loop::Phase phase, std::string comment, loop::Block body) {
    loop::Function function;
    function.phase = phase;
    function.comment = std::move(comment);
    function.parameters = make_parameters(kernel_, storage_);
    function.body = std::move(body);
    module_.functions.push_back(std::move(function));
  }

  // The body of a function: checks, bound arrays, and the statement's loops.
  loop::Block loops(Assembly assembly, ResultDimensions dimensions) {
    const std::size_t names = storage_.names.mark();
    loop::Block body = Lowerer(program_, storage_, assembly, options_).run();
    storage_.names.forget_since(names);
    loop::Block out = make_prologue(program_, storage_, dimensions);
    const bool sparse = !kernel_.result().format->is_dense();
    // Cells beyond the extents are 0. In a result whose old values are read they already are.
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
    arrays_.allocate_entries({}, out);
    for (const loop::Phase phase : after_count) out.push_back(loop::CallPhase{name_of(phase), result().object});
    out.push_back(loop::ReturnStatus{});
    return out;
  }

  // Appends in a single pass; counts if there is no memory for the upper bound.
  loop::Block append_or_count(std::span<const loop::Phase> steps) {
    loop::Block out = {loop::CallPhase{name_of(loop::Phase::assemble), {}, loop::Status::out_of_memory},
                       loop::Comment{"no memory for the upper bound: count the entries first"}};
    const loop::Block counted = one_call(steps);
    out.insert(out.end(), counted.begin(), counted.end());
    return out;
  }

  // The body of `assemble` as a single pass without counting. Empty, with the reason in `why_not`, if there is no such
  // pass, if counting is free, or if positions cannot count the capacity.
  std::optional<loop::Block> append_all(std::string& why_not) {
    if (!has_rows(result())) return append_levels(why_not);
    // With threads, a single row is appended to like levels, which can be partitioned.
    if (dense_levels(result()) == 0 && is_shared_out())
      if (std::optional<loop::Block> row = append_levels(why_not)) return row;
    return append_rows(why_not);
  }

  std::optional<loop::Block> append_rows(std::string& why_not) {
    const std::size_t names = storage_.names.mark();
    const LevelGroup group = sparse_groups(result())[0];
    const StoredLevel& level = result().levels[group.first];
    const std::string most = storage_.names.fresh(level_name(level) + "_most");
    std::optional<Lowerer::UpperBound> pass =
        Lowerer(program_, storage_, {true, true, true}, options_).run_upper_bound(most, why_not);
    if (!pass) {
      storage_.names.forget_since(names);
      return {};
    }
    const loop::Expr capacity = loop::index_variable(most);
    loop::Block body = std::move(pass->bounds);
    if (pass->most)
      arrays_.name_capacity(most, *pass->most, level, body);
    else
      arrays_.sum_up(group, most, loop::Status::out_of_memory, body);
    storage_.names.forget_since(names);
    loop::Block entries;
    arrays_.allocate_entries(capacity, entries);
    loop::Block rest = std::move(pass->filling);
    arrays_.shrink_entries(capacity, rest);
    arrays_.take_numbers(rest);
    return around(arrays_.before_counting(), std::move(body), std::move(entries), std::move(rest));
  }

  std::optional<loop::Block> append_levels(std::string& why_not) {
    const std::size_t names = storage_.names.mark();
    std::optional<Lowerer::Sequence> sequence =
        Lowerer(program_, storage_, {true, true, true}, options_).run_append_levels(why_not);
    storage_.names.forget_since(names);
    if (!sequence) return {};
    ResultArrays::Levels levels = arrays_.append_levels(sequence->most);
    loop::Block body = std::move(sequence->bounds);
    body.insert(body.end(), levels.capacities.begin(), levels.capacities.end());
    loop::Block rest = std::move(levels.starts);
    rest.insert(rest.end(), sequence->filling.begin(), sequence->filling.end());
    rest.insert(rest.end(), levels.behind.begin(), levels.behind.end());
    arrays_.take_numbers(rest);
    return around(arrays_.before_appending(), std::move(body), std::move(levels.arrays), std::move(rest));
  }

  // The one call as one function: counting and filling share what is accumulated or converted first.
  loop::Block passes() {
    const std::size_t names = storage_.names.mark();
    Lowerer::Passes passes = Lowerer(program_, storage_, {false, true, true}, options_).run_passes();
    loop::Block body = std::move(passes.once);
    body.insert(body.end(), passes.counting.begin(), passes.counting.end());
    const loop::Block sums = arrays_.after_counting(passes.counted);
    body.insert(body.end(), sums.begin(), sums.end());
    loop::Block rest = std::move(passes.filling);
    storage_.names.forget_since(names);

    loop::Block entries;  // the arrays that exist from here on
    arrays_.allocate_entries({}, entries);
    for (loop::Stmt& entry : entries) entry = moved_instead(entry, passes.moved_arrays);
    return around(arrays_.before_counting(), std::move(body), std::move(entries), std::move(rest));
  }

  // A function that begins with `out`. `body` precedes the allocation of `entries`; `rest` uses these arrays.
  loop::Block around(loop::Block out, loop::Block body, loop::Block entries, loop::Block rest) {
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

  static std::string name_of(loop::Phase phase) { return std::string(name(phase)); }

  loop::Block count() {
    const Assembly counting{true, false, false};
    const std::size_t names = storage_.names.mark();
    Lowerer lowerer(program_, storage_, counting, options_);
    loop::Block body = lowerer.run();
    storage_.names.forget_since(names);
    const loop::Block sums = arrays_.after_counting(lowerer.counted());
    body.insert(body.end(), sums.begin(), sums.end());
    loop::Block out = arrays_.before_counting();
    const loop::Block arrays = bind_arrays(kernel_, storage_, counting, body);
    out.insert(out.end(), arrays.begin(), arrays.end());
    out.insert(out.end(), body.begin(), body.end());
    out.push_back(loop::ReturnStatus{});
    return out;
  }

  const cin::Program& program_;
  const Kernel& kernel_;
  Options options_;
  Storage storage_;
  ResultArrays arrays_;
  const std::optional<schedule::Assembling> wanted_;
  loop::Module module_;
};

}  // namespace

loop::Module lower(const cin::Program& program, const schedule::Commands& commands, Decisions& decisions,
                   const Options& options) {
  loop::Module module = ModuleBuilder(reroll_operands(join_copies(program)), commands, options).build(decisions);
  describe_partitions(module, decisions);
  return module;
}

}  // namespace scorchc::lower
