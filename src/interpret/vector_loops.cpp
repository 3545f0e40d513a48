// Compiles vector loops to closures that run them lane by lane: each statement of the body is run in all lanes before
// the next one. Variables that vary between lanes have a value in each; all others have one, and control flow that
// depends on a lane cannot be expressed.
#include <algorithm>
#include <array>

#include "interpret/statements.h"
#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::interpret {
namespace {

bool has_blocks(const loop::Stmt& stmt) {
  return stmt.as<loop::For>() || stmt.as<loop::UnrolledSum>() || stmt.as<loop::While>() || stmt.as<loop::If>();
}

/// A sum over the lanes. Emitted code adds up the lanes of f32 sums in f64.
struct LaneSum {
  std::size_t cell = 0, slot = 0;
  loop::Type type = loop::Type::f64;
  double total = 0;

  void clear(Lanes& lanes) const {
    for (std::size_t lane = 0; lane < lanes.count; ++lane) set(lanes.at(lane, slot), 0);
  }
  /// Adds the lanes from `first` on.
  void collect(Lanes& lanes, std::size_t first) {
    for (std::size_t lane = first; lane < lanes.count; ++lane) total += get(lanes.at(lane, slot));
  }
  void add_to(Frame& frame) const { set(frame.cells[cell], get(frame.cells[cell]) + total); }

 private:
  double get(const Cell& value) const { return type == loop::Type::f32 ? value.f32 : value.f64; }
  void set(Cell& value, double number) const {
    if (type == loop::Type::f32)
      value.f32 = static_cast<float>(number);
    else
      value.f64 = number;
  }
};

struct Tile {
  std::int64_t first, width;
};

/// The tile at position `at` of begin .. end: with `width` lanes, unless fewer are left and the tile may not overlap
/// the one before it.
Tile next_tile(std::int64_t at, std::int64_t begin, std::int64_t end, std::int64_t width, bool may_overlap) {
  if (end - at >= width) return {at, width};
  if (may_overlap && end - begin >= width) return {end - width, width};
  return {at, end - at};
}

/// Blocks have at most this many rows.
constexpr std::int64_t most_rows = 4;

/// Batches of sums have 1, 2, ... to this many iterations, then 1 again.
constexpr std::int64_t largest_batch = 4;

// Variables of the interpreter. No name of a module begins with a space.
const std::string extent_of_tile = " extent";                            // of the vector loop in a SpecialisedTile
const std::string first_term = " first term", last_term = " last term";  // of the vector loop in BatchedSums

/// The range of the vector loop in an iteration of BatchedSums. As in emitted code, loops over coordinates have the
/// extent that is known before all iterations, and a segment of positions ends where that of the next iteration begins.
struct TermRange {
  std::size_t iteration = 0, first = 0, last = 0;  // cells
  bool over_positions = false;
  Code<std::int64_t> extent, position;

  /// Sets the cells for iteration `i`. Returns whether there are terms.
  bool set(Frame& frame, std::int64_t i) const {
    frame.cells[last].i64 = over_positions ? at(frame, i + 1) : extent(frame);
    frame.cells[first].i64 = over_positions ? at(frame, i) : 0;
    frame.cells[iteration].i64 = i;
    return frame.cells[first].i64 < frame.cells[last].i64;
  }

 private:
  std::int64_t at(Frame& frame, std::int64_t i) const {
    frame.cells[iteration].i64 = i;
    return position(frame);
  }
};

Action in_order(Action first, Action second) {
  return [first = std::move(first), second = std::move(second)](Frame& frame) {
    return first(frame) == Flow::leave ? Flow::leave : second(frame);
  };
}

}  // namespace

/// Runs the loop in tiles of as many lanes as the call has. The tile behind the last full one overlaps it if running a
/// lane twice changes nothing; otherwise, or if there is no full tile, it has fewer lanes. The last positions are the
/// last lanes of a full tile, as in emitted code: the lanes before them run for other positions and are left out.
Action Statements::loop(const loop::VectorFor& node) {
  Code<std::int64_t> begin = expressions_.integer(node.share ? loop::index_variable(node.share->first) : node.begin);
  Code<std::int64_t> end = expressions_.integer(node.share ? loop::index_variable(node.share->last)
                                                : in_tile_ ? loop::index_variable(extent_of_tile)
                                                           : node.end);
  std::vector<LaneSum> sums;
  for (const std::string& name : node.sums) {
    const Entity* sum = names_.variable(name);
    if (sum == nullptr || !sum->is_mutable || sum->is_outside)
      return broken_code<Flow>("`" + name + "` cannot be added to");
    sums.push_back({sum->cell, 0, sum->type});
  }
  names_.open();
  const std::size_t index = declare_varying(node.name, loop::Type::i64, false);
  std::size_t next = 0;
  for (const std::string& name : node.sums) {
    LaneSum& sum = sums[next++];
    sum.slot = declare_varying(name, sum.type, true);
  }
  for (const std::string& name : node.varying) slots_.emplace(name, slots_.size());
  Action body = block(node.body);
  const std::size_t slots = slots_.size();
  slots_.clear();
  names_.close();
  return [=, begin = std::move(begin), end = std::move(end), sums = std::move(sums), body = std::move(body),
          over_positions = node.over == loop::VectorFor::Over::positions, may_overlap = node.may_overlap,
          ticks = node.share ? 1U : 0U](Frame& frame) {
    const std::int64_t first = begin(frame), behind = end(frame), width = frame.run.lanes;
    std::vector<LaneSum> totals = sums;
    frame.run.memory.clock.now += ticks;
    for (std::int64_t at = first; at < behind;) {
      const bool is_tail = over_positions && behind - at < width && behind >= width;
      const Tile tile = is_tail ? Tile{behind - width, width} : next_tile(at, first, behind, width, may_overlap);
      frame.lanes.set(static_cast<std::size_t>(tile.width), slots);
      for (const LaneSum& sum : totals) sum.clear(frame.lanes);
      for (std::size_t lane = 0; lane < frame.lanes.count; ++lane) {
        count_iteration(frame.run);
        frame.lanes.at(lane, index).i64 = tile.first + static_cast<std::int64_t>(lane);
      }
      if (body(frame) == Flow::leave) return Flow::leave;
      for (LaneSum& sum : totals) sum.collect(frame.lanes, is_tail ? static_cast<std::size_t>(at - tile.first) : 0);
      at = tile.first + tile.width;
    }
    for (const LaneSum& sum : totals) sum.add_to(frame);
    return Flow::next;
  };
}

/// Runs blocks of 1, 2, ... `most_rows` rows, then of 1 again. A block has lanes in each of its rows.
Action Statements::rows(const loop::RowBlock& node) {
  const loop::VectorFor& lanes = *node.body.back().as<loop::VectorFor>();
  Code<std::int64_t> begin = expressions_.integer(node.share ? loop::index_variable(node.share->first) : node.begin);
  Code<std::int64_t> end = expressions_.integer(node.share ? loop::index_variable(node.share->last) : node.end);
  names_.open();
  const std::size_t row = declare_varying(node.name, loop::Type::i64, false);
  for (const std::string& name : node.own) slots_.emplace(name, slots_.size());
  for (const std::string& name : lanes.varying) slots_.emplace(name, slots_.size());
  names_.open();
  Action before = block(loop::Block(node.body.begin(), node.body.end() - 1));
  Code<std::int64_t> extent = expressions_.integer(lanes.end);
  const std::size_t index = declare_varying(lanes.name, loop::Type::i64, false);
  Action body = block(lanes.body);
  names_.close();
  names_.close();
  const std::size_t slots = slots_.size();
  slots_.clear();
  Code<bool> unrolls = expressions_.condition(node.unrolls.value_or(loop::boolean(false)));
  return [=, begin = std::move(begin), end = std::move(end), unrolls = std::move(unrolls), extent = std::move(extent),
          before = std::move(before), body = std::move(body), may_overlap = lanes.may_overlap,
          ticks = node.share ? 1U : 0U](Frame& frame) {
    const std::int64_t behind = end(frame);
    frame.run.memory.clock.now += ticks;
    frame.lanes.unrolls = unrolls(frame);
    std::int64_t height = 1;
    for (std::int64_t first = begin(frame); first < behind; first += height, height = height % most_rows + 1) {
      height = std::min(height, behind - first);
      const auto set_lanes = [&](std::int64_t at, std::int64_t width) {
        frame.lanes.set(static_cast<std::size_t>(height * width), slots);
        for (std::size_t lane = 0; lane < frame.lanes.count; ++lane) {
          count_iteration(frame.run);
          frame.lanes.at(lane, row).i64 = first + static_cast<std::int64_t>(lane) / width;
          frame.lanes.at(lane, index).i64 = at + static_cast<std::int64_t>(lane) % width;
        }
        return before(frame);
      };
      if (set_lanes(0, 1) == Flow::leave) return Flow::leave;
      const std::int64_t all = extent(frame);
      for (std::int64_t at = 0; at < all;) {
        const Tile tile = next_tile(at, 0, all, frame.run.lanes, may_overlap);
        if (set_lanes(tile.first, tile.width) == Flow::leave || body(frame) == Flow::leave) return Flow::leave;
        at = tile.first + tile.width;
      }
    }
    return Flow::next;
  };
}

/// Adds each term to the next of four accumulators, if the nest around asks for it.
Action Statements::loop(const loop::UnrolledSum& node) {
  Code<std::int64_t> begin = expressions_.integer(node.begin), end = expressions_.integer(node.end);
  const auto slot = slots_.find(node.sum);
  const Entity* entity = names_.variable(node.sum);
  if (slot == slots_.end() || entity == nullptr) return broken_code<Flow>("`" + node.sum + "` is no sum of lanes");
  names_.open();
  const std::size_t index = names_.declare(node.name, {});
  Action body = block(node.body);
  names_.close();
  return with_type(entity->type, [&]<class T>(T) -> Action {
    return [=, begin = std::move(begin), end = std::move(end), body = std::move(body),
            sum = slot->second](Frame& frame) {
      constexpr std::size_t accumulators = 4;
      Lanes& lanes = frame.lanes;
      const std::int64_t first = begin(frame), behind = end(frame);
      std::vector<T> parts(accumulators * lanes.count, T{});
      for (std::size_t lane = 0; lane < lanes.count; ++lane) parts[lane] = cell_as<T>(lanes.at(lane, sum));
      for (std::int64_t i = first; i < behind; ++i) {
        count_iteration(frame.run);
        const std::size_t from = lanes.unrolls ? static_cast<std::size_t>(i - first) % accumulators * lanes.count : 0;
        for (std::size_t lane = 0; lane < lanes.count; ++lane) cell_as<T>(lanes.at(lane, sum)) = parts[from + lane];
        frame.cells[index].i64 = i;
        if (body(frame) == Flow::leave) return Flow::leave;
        for (std::size_t lane = 0; lane < lanes.count; ++lane) parts[from + lane] = cell_as<T>(lanes.at(lane, sum));
      }
      for (std::size_t lane = 0; lane < lanes.count; ++lane) {
        const auto part = [&](std::size_t n) { return parts[n * lanes.count + lane]; };
        cell_as<T>(lanes.at(lane, sum)) = static_cast<T>((part(0) + part(2)) + (part(1) + part(3)));
      }
      return Flow::next;
    };
  });
}

/// Forms the sums of up to `largest_batch` iterations, then runs what follows them in each. Constants are computed for
/// both, as in emitted code. Every other empty iteration that may be skipped is skipped.
Action Statements::loop(const loop::BatchedSums& node) {
  loop::BatchedParts parts = loop::parts_of(node);
  Code<std::int64_t> begin = expressions_.integer(node.share ? loop::index_variable(node.share->first) : node.begin);
  Code<std::int64_t> end = expressions_.integer(node.share ? loop::index_variable(node.share->last) : node.end);
  TermRange range;
  range.over_positions = parts.terms.over == loop::VectorFor::Over::positions;
  if (!range.over_positions) range.extent = expressions_.integer(parts.terms.end);
  names_.open();
  range.iteration = names_.declare(node.name, {});
  if (range.over_positions) range.position = expressions_.integer(parts.terms.begin);
  range.first = names_.declare(first_term, {});
  range.last = names_.declare(last_term, {});
  const loop::Stmt as_printed = parts.terms;
  parts.terms.begin = loop::index_variable(first_term);
  parts.terms.end = loop::index_variable(last_term);
  names_.open();
  Action before = block(parts.constants);
  Action clear = declare(parts.sum);
  const std::size_t sum = names_.variable(node.sum)->cell;
  Action form = in_order(before, in_order(std::move(clear), located(as_printed, loop(parts.terms))));
  Action finish = in_order(before, block(parts.after));
  names_.close();
  names_.close();
  return [=, begin = std::move(begin), end = std::move(end), range = std::move(range), form = std::move(form),
          finish = std::move(finish), skips = node.skips_empty, ticks = node.share ? 1U : 0U](Frame& frame) {
    std::array<Cell, largest_batch> sums;
    const std::int64_t behind = end(frame);
    for (std::int64_t first = begin(frame), size = 1; first < behind; first += size, size = size % largest_batch + 1) {
      const std::int64_t last = std::min(behind, first + size);
      std::array<bool, largest_batch> is_skipped{};
      for (std::int64_t i = first; i < last; ++i) {
        count_iteration(frame.run);
        frame.run.memory.clock.now += ticks;
        const auto place = static_cast<std::size_t>(i - first);
        is_skipped[place] = !range.set(frame, i) && skips && i % 2 == 0;
        if (form(frame) == Flow::leave) return Flow::leave;
        sums[place] = frame.cells[sum];
      }
      for (std::int64_t i = first; i < last; ++i) {
        const auto place = static_cast<std::size_t>(i - first);
        if (is_skipped[place]) continue;
        frame.cells[range.iteration].i64 = i;
        frame.cells[sum] = sums[place];
        frame.run.memory.clock.now += ticks;
        if (finish(frame) == Flow::leave) return Flow::leave;
      }
    }
    return Flow::next;
  };
}

/// Evaluates the extent of the vector loop before the nest, where emitted code chooses its tile.
Action Statements::specialised(const loop::SpecialisedTile& node) {
  Code<bool> unrolls = expressions_.condition(node.unrolls.value_or(loop::boolean(false)));
  Code<std::int64_t> extent = expressions_.integer(loop::find_vector_loop(node.body)->end);
  names_.open();
  const std::size_t cell = names_.declare(extent_of_tile, {});
  in_tile_ = true;
  Action body = inner_block(node.body);
  in_tile_ = false;
  names_.close();
  return [cell, unrolls = std::move(unrolls), extent = std::move(extent), body = std::move(body)](Frame& frame) {
    frame.lanes.unrolls = unrolls(frame);
    frame.cells[cell].i64 = extent(frame);
    const Flow flow = body(frame);
    frame.lanes.unrolls = false;
    return flow;
  };
}

/// Declares a variable with a value in each lane; returns its slot.
std::size_t Statements::declare_varying(const std::string& name, loop::Type type, bool is_mutable) {
  names_.declare(name, {.type = type, .is_mutable = is_mutable});
  return slots_.emplace(name, slots_.size()).first->second;
}

/// A statement of the body of a vector loop. A store computes the values of all lanes before it stores any.
Action Statements::in_lanes(const loop::Stmt& stmt) {
  if (has_blocks(stmt)) return statement(stmt);
  if (const loop::Store* store = stmt.as<loop::Store>()) {
    const std::string value = " value of " + store->array;  // no name of a variable begins with a space
    slots_.emplace(value, slots_.size());
    loop::Store stored = *store;
    stored.value = loop::Variable{value, type_of(store->value)};
    const loop::Declare computed{value, store->value};
    Action compute = each_lane(declare(computed), loop::used_names({computed}));
    Action put = each_lane(this->store(stored), loop::used_names({stored}));
    return [compute = std::move(compute), put = std::move(put)](Frame& frame) {
      return compute(frame) == Flow::leave ? Flow::leave : put(frame);
    };
  }
  Action action = statement(stmt);
  return each_lane(std::move(action), loop::used_names({stmt}));
}

/// Runs the action in each lane, with the lane's values of those variables among `names` that vary; once if none does.
Action Statements::each_lane(Action action, const std::set<std::string>& names) const {
  std::vector<std::pair<std::size_t, std::size_t>> varying;  // cell, slot
  for (const std::string& name : names) {
    const auto slot = slots_.find(name);
    const Entity* entity = slot == slots_.end() ? nullptr : names_.variable(name);
    if (entity != nullptr) varying.emplace_back(entity->cell, slot->second);
  }
  if (varying.empty()) return action;
  return [action = std::move(action), varying = std::move(varying)](Frame& frame) {
    for (std::size_t lane = 0; lane < frame.lanes.count; ++lane) {
      for (const auto& [cell, slot] : varying) frame.cells[cell] = frame.lanes.at(lane, slot);
      if (action(frame) == Flow::leave) return Flow::leave;
      for (const auto& [cell, slot] : varying) frame.lanes.at(lane, slot) = frame.cells[cell];
    }
    return Flow::next;
  };
}

}  // namespace scorchc::interpret
