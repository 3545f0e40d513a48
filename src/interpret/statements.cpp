// Compiles statements of loop IR to closures: control flow, variables and parallel loops.
#include "interpret/statements.h"

#include <algorithm>

#include "ir/loop_walk.h"

namespace scorchc::interpret {

namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Shares of a parallel loop have up to this many iterations: short ones, and some that fill the blocks in which
/// emitted code works.
constexpr std::int64_t longest_share = 150;

Action in_order(std::vector<Action> actions) {
  return [actions = std::move(actions)](Frame& frame) {
    for (const Action& action : actions)
      if (action(frame) == Flow::leave) return Flow::leave;
    return Flow::next;
  };
}

// Runs a parallel loop. Without memory for its locals, the iterations are skipped and the function returns after the
// loop.
Action in_parallel(Action locals, Action loop) {
  return [locals = std::move(locals), loop = std::move(loop)](Frame& frame) {
    if (locals(frame) == Flow::leave) return Flow::leave;
    Clock& clock = frame.run.memory.clock;
    if (clock.loop_begin != Clock::never) throw Broken{"a parallel loop runs inside another"};
    clock.loop_begin = clock.now + 1;
    const Flow flow = loop(frame);
    const bool no_memory = flow == Flow::leave && frame.status == loop::Status::out_of_memory;
    if (flow == Flow::leave && !no_memory) throw Broken{"a return inside a parallel loop"};
    clock.loop_begin = Clock::never;
    return flow;
  };
}

}  // namespace

PreparedFunction prepare(const loop::Module& module, const loop::Function& function) {
  return Statements(module, function).function();
}

PreparedFunction Statements::function() {
  Action body = block(names_.function().body);
  return {names_.cells(), std::move(body)};
}

Action Statements::block(const loop::Block& block) {
  std::vector<Action> actions;
  for (const loop::Stmt& stmt : block)
    actions.push_back(stmt.as<loop::Comment>() ? statement(stmt)
                                               : located(stmt, slots_.empty() ? statement(stmt) : in_lanes(stmt)));
  return in_order(std::move(actions));
}

Action Statements::inner_block(const loop::Block& inner) {
  names_.open();
  Action body = block(inner);
  names_.close();
  return body;
}

/// Adds the function and the innermost statement to the message of Broken.
Action Statements::located(const loop::Stmt& stmt, Action action) const {
  return [action = std::move(action), stmt, function = name(names_.function())](Frame& frame) {
    try {
      return action(frame);
    } catch (Broken& broken) {
      if (broken.is_located) throw;
      throw Broken{"in `" + function + "`, at `" + first_line(print(loop::Block{stmt})) + "`: " + broken.what, true};
    }
  };
}

Action Statements::statement(const loop::Stmt& stmt) {
  return match(
      stmt, [&](const loop::Declare& node) { return declare(node); },
      [&](const loop::BindArray& node) { return bind(node); }, [&](const loop::Assign& node) { return assign(node); },
      [&](const loop::Store& node) { return store(node); }, [&](const loop::Prefetch& node) { return prefetch(node); },
      [&](const loop::SetField& node) { return set_field(node); }, [&](const loop::For& node) { return loop(node); },
      [&](const loop::ForNonempty& node) { return loop(node); },
      [&](const loop::VectorFor& node) { return loop(node); },
      [&](const loop::BatchedSums& node) { return loop(node); }, [&](const loop::RowBlock& node) { return rows(node); },
      [&](const loop::UnrolledSum& node) { return loop(node); },
      [&](const loop::SpecialisedTile& node) { return specialised(node); },
      [&](const loop::Outlined& node) { return inner_block(node.body); },
      [&](const loop::Parallel& node) { return loop(node); }, [&](const loop::MergeLists& node) { return merge(node); },
      [&](const loop::Matmul& node) { return inner_block(node.body); },
      [&](const loop::While& node) { return loop(node); }, [&](const loop::ChunkCount& node) { return parts(node); },
      [&](const loop::Table& node) { return table(node); }, [&](const loop::ForEach& node) { return loop(node); },
      [&](const loop::If& node) { return branch(node); },
      [](const loop::Comment& node) -> Action {
        return [text = node.text](Frame& frame) {
          if (frame.run.passed != nullptr) ++(*frame.run.passed)[text];
          return Flow::next;
        };
      },
      [&](const loop::Clear& node) { return clear(node); }, [&](const loop::Copy& node) { return copy(node); },
      [&](const loop::CheckAscending& node) { return check_ascending(node); },
      [&](const loop::ReturnIf& node) { return return_if(node); },
      [&](const loop::ReturnIfNull& node) { return return_if_null(node); },
      [&](const loop::Allocate& node) { return allocate(node); }, [&](const loop::Grow& node) { return grow(node); },
      [&](const loop::Memmove& node) { return move(node); }, [&](const loop::Shrink& node) { return shrink(node); },
      [&](const loop::LocalArray& node) { return local_array(node); },
      [&](const loop::Tuples& node) { return tuples(node); },
      [&](const loop::AddTuple& node) { return add_tuple(node); },
      [&](const loop::SortTuples& node) { return sort_tuples(node); },
      [&](const loop::ResetTuples& node) { return reset_tuples(node); },
      [&](const loop::Move& node) { return move_array(node); },
      [&](const loop::SortList& node) { return sort_list(node); },
      [&](const loop::SetBit& node) { return mark_bit(node); },
      [&](const loop::NonzeroWords& node) { return list_words(node); },
      [&](const loop::LoadMask& node) { return load_mask(node); },
      [&](const loop::PopLowestBit& node) { return pop_lowest_bit(node); },
      [&](const loop::Release& node) { return release(node); }, [&](const loop::CallPhase& node) { return call(node); },
      [&](const loop::ReturnStatus& node) { return return_status(node); });
}

Action Statements::declare(const loop::Declare& node) {
  return with_type(type_of(node.value), [&]<class T>(T) -> Action {
    // The value is compiled first: the name is not in scope in its own initialiser.
    Code<T> value = expressions_.value<T>(node.value);
    const std::size_t cell = names_.declare(node.name, {.type = type_for<T>, .is_mutable = node.is_mutable});
    return [cell, value = std::move(value)](Frame& frame) {
      cell_as<T>(frame.cells[cell]) = value(frame);
      return Flow::next;
    };
  });
}

Action Statements::assign(const loop::Assign& node) {
  const Entity* entity = names_.variable(node.name);
  if (entity == nullptr) return broken_code<Flow>("the variable `" + node.name + "` is not declared");
  if (!entity->is_mutable) return broken_code<Flow>("`" + node.name + "` is assigned, but is constant");
  if (entity->is_outside) return broken_code<Flow>("iterations of a parallel loop share `" + node.name + "`");
  return with_type(entity->type, [&]<class T>(T) -> Action {
    return [cell = entity->cell, value = expressions_.updated<T>(node.update, node.value)](Frame& frame) {
      T& place = cell_as<T>(frame.cells[cell]);
      place = value(frame, place);
      return Flow::next;
    };
  });
}

// Reads the element, so that its index is checked. In compiled code a prefetch out of bounds would only be slow.
Action Statements::prefetch(const loop::Prefetch& node) {
  return with_type(node.element, [&]<class T>(T) -> Action {
    return [value = expressions_.value<T>(loop::load(node.array, node.element, node.index))](Frame& frame) {
      static_cast<void>(value(frame));
      return Flow::next;
    };
  });
}

/// Checks that the work prefix never decreases from iteration `begin` to `end`. Threads evaluate it for few iterations,
/// so the check is omitted while touched elements are recorded.
static Action rising_work(std::size_t cell, Code<std::int64_t> work, Code<std::int64_t> begin, Code<std::int64_t> end) {
  return [=, work = std::move(work), begin = std::move(begin), end = std::move(end)](Frame& frame) {
    if (frame.run.memory.watches()) return Flow::next;
    const std::int64_t behind = end(frame);
    std::int64_t i = frame.cells[cell].i64 = begin(frame);
    if (i >= behind) return Flow::next;
    for (std::int64_t before = work(frame); i < behind; ++i) {
      frame.cells[cell].i64 = i + 1;
      const std::int64_t next = work(frame);
      if (next < before)
        throw Broken{"the work prefix at iteration " + std::to_string(i + 1) + " is less than at the previous one"};
      before = next;
    }
    return Flow::next;
  };
}

/// How the loop finds and skips empty rows.
Statements::EmptyRows Statements::empty_rows(const loop::ForNonempty& node, std::size_t row_cell) {
  const loop::Expr row = loop::index_variable(node.name);
  loop::Expr is_empty = loop::boolean(true);
  for (const std::string& array : node.positions) {
    const Entity* entity = names_.array(array);
    const loop::Type type = entity ? entity->type : loop::Type::i32;  // reading an unknown array is reported below
    is_empty = loop::both(is_empty, loop::equal(loop::load_index(array, type, row),
                                                loop::load_index(array, type, loop::add(row, loop::integer(1)))));
  }
  EmptyRows rows;
  rows.row_cell = row_cell;
  rows.is_empty = expressions_.condition(is_empty);
  if (!node.skipped_body) return rows;
  names_.open();
  rows.first_cell = names_.declare(node.skipped_body->begin, {});
  rows.behind_cell = names_.declare(node.skipped_body->end, {});
  rows.skipped_body = block(node.skipped_body->body);
  names_.close();
  return rows;
}

/// Skips the empty rows from row `first` to below `end`, and returns the row whose body runs next. Emitted code may run
/// the body for an empty row as well; here it does for every fifth one, unless touched elements are recorded.
std::int64_t Statements::EmptyRows::skip(Frame& frame, std::int64_t first, std::int64_t end) const {
  const bool visits_some = !frame.run.memory.watches();
  std::int64_t row = first;
  for (; row < end; ++row) {
    frame.cells[row_cell].i64 = row;
    if (!is_empty(frame) || (visits_some && row % 5 == 2)) break;
  }
  if (row == first || !skipped_body) return row;
  frame.cells[first_cell].i64 = first;
  frame.cells[behind_cell].i64 = row;
  if (skipped_body(frame) == Flow::leave) throw Broken{"a return for skipped rows"};
  return row;
}

/// Runs the body for shares of different lengths. While touched elements are recorded, there is a single share, as with
/// one thread.
Action Statements::loop(const loop::Parallel& node) {
  Code<std::int64_t> begin = expressions_.integer(node.begin);
  Code<std::int64_t> end = expressions_.integer(node.end);
  names_.enter_parallel_loop();
  names_.open();
  in_locals_ = true;
  Action locals = block(node.locals);
  in_locals_ = false;
  Action check = [](Frame&) { return Flow::next; };
  if (node.work) {
    names_.open();
    const std::size_t cell = names_.declare(node.index, {});
    check = rising_work(cell, expressions_.integer(node.work->before), begin, end);
    names_.close();
  }
  const std::size_t first = names_.declare(node.share.first, {}), last = names_.declare(node.share.last, {});
  Action body = block(node.body);
  names_.close();
  names_.leave_parallel_loop();
  return in_parallel(std::move(locals), [=, check = std::move(check), begin = std::move(begin), end = std::move(end),
                                         body = std::move(body)](Frame& frame) {
    check(frame);
    const std::int64_t behind = end(frame);
    std::int64_t length = 1;
    for (std::int64_t at = begin(frame); at < behind; at = frame.cells[last].i64) {
      frame.cells[first].i64 = at;
      frame.cells[last].i64 = frame.run.memory.watches() ? behind : std::min(behind, at + length);
      length = length % longest_share + 3;
      if (body(frame) == Flow::leave) return Flow::leave;
    }
    return Flow::next;
  });
}

Action Statements::loop(const loop::For& node) {
  Code<std::int64_t> begin = expressions_.integer(node.share ? loop::index_variable(node.share->first) : node.begin);
  Code<std::int64_t> end = expressions_.integer(node.share ? loop::index_variable(node.share->last) : node.end);
  if (node.parallel) names_.enter_parallel_loop();
  names_.open();
  in_locals_ = true;
  Action locals = block(node.locals);
  in_locals_ = false;
  const std::size_t cell = names_.declare(node.name, {});
  Action check = [](Frame&) { return Flow::next; };
  if (node.work) check = rising_work(cell, expressions_.integer(node.work->before), begin, end);
  Action body = block(node.body);
  names_.close();
  if (node.parallel) names_.leave_parallel_loop();
  Action run = [cell, check = std::move(check), begin = std::move(begin), end = std::move(end), body = std::move(body),
                ticks = node.parallel || node.share ? 1U : 0U](Frame& frame) {
    check(frame);
    for (std::int64_t i = begin(frame); i < end(frame); ++i) {
      count_iteration(frame.run);
      frame.run.memory.clock.now += ticks;
      frame.cells[cell].i64 = i;
      if (body(frame) == Flow::leave) return Flow::leave;
    }
    return Flow::next;
  };
  return node.parallel ? in_parallel(std::move(locals), std::move(run)) : run;
}

Action Statements::loop(const loop::ForNonempty& node) {
  Code<std::int64_t> begin = expressions_.integer(node.share ? loop::index_variable(node.share->first) : node.begin);
  Code<std::int64_t> end = expressions_.integer(node.share ? loop::index_variable(node.share->last) : node.end);
  names_.open();
  const std::size_t cell = names_.declare(node.name, {});
  Action body = block(node.body);
  EmptyRows empty = empty_rows(node, cell);
  names_.close();
  return [cell, begin = std::move(begin), end = std::move(end), body = std::move(body), empty = std::move(empty),
          ticks = node.share ? 1U : 0U](Frame& frame) {
    const std::int64_t behind = end(frame);
    for (std::int64_t row = begin(frame); row < behind; ++row) {
      count_iteration(frame.run);
      frame.run.memory.clock.now += ticks;
      row = empty.skip(frame, row, behind);
      if (row == behind) break;
      frame.cells[cell].i64 = row;
      if (body(frame) == Flow::leave) return Flow::leave;
    }
    return Flow::next;
  };
}

Action Statements::merge(const loop::MergeLists& node) {
  struct List {
    std::size_t position = 0, flag = 0;  // cells
    Code<std::int64_t> end, coordinate;
  };
  std::vector<List> lists;
  for (const loop::MergeLists::List& each : node.lists) {
    const Entity* position = names_.variable(each.position);
    if (position == nullptr || !position->is_mutable || position->is_outside)
      return broken_code<Flow>("`" + each.position + "` cannot be advanced");
    lists.push_back(
        {position->cell, 0, expressions_.integer(each.end),
         expressions_.integer(loop::load_index(each.array, each.element, loop::index_variable(each.position)))});
  }
  names_.open();
  const std::size_t coordinate = names_.declare(node.coordinate, {});
  names_.open();
  for (std::size_t n = 0; n < lists.size(); ++n)
    lists[n].flag = names_.declare(node.lists[n].flag, {.type = loop::Type::boolean});
  Action compute = declare(loop::Declare{node.value_name, node.value});
  Action body = block(node.body);
  names_.close();
  names_.close();
  return [=, lists = std::move(lists), compute = std::move(compute), body = std::move(body)](Frame& frame) {
    const auto has_more = [&](const List& list) { return frame.cells[list.position].i64 < list.end(frame); };
    while (std::all_of(lists.begin(), lists.end(), has_more)) {
      count_iteration(frame.run);
      std::int64_t least = lists.front().coordinate(frame);
      for (const List& list : lists) least = std::min(least, list.coordinate(frame));
      for (const List& list : lists) frame.cells[list.flag].boolean = list.coordinate(frame) == least;
      frame.cells[coordinate].i64 = least;
      if (compute(frame) == Flow::leave || body(frame) == Flow::leave) return Flow::leave;
      for (const List& list : lists) frame.cells[list.position].i64 += frame.cells[list.flag].boolean ? 1 : 0;
    }
    return Flow::next;
  };
}

Action Statements::loop(const loop::While& node) {
  return [condition = expressions_.condition(node.condition), body = inner_block(node.body)](Frame& frame) {
    while (condition(frame)) {
      count_iteration(frame.run);
      if (body(frame) == Flow::leave) return Flow::leave;
    }
    return Flow::next;
  };
}

// Uses several chunks for any amount of work, so that chunks without work are tested, too. While touched elements are
// recorded, there is a single chunk, as with one thread.
Action Statements::parts(const loop::ChunkCount& node) {
  constexpr std::int64_t several = 3;
  Code<std::int64_t> work = expressions_.integer(node.work);
  const std::size_t cell = names_.declare(node.name, {});
  return [cell, work = std::move(work)](Frame& frame) {
    frame.cells[cell].i64 = work(frame) > 1 && !frame.run.memory.watches() ? several : 1;
    return Flow::next;
  };
}

// Every cell of the table becomes a variable or an array of its own.
Action Statements::table(const loop::Table& node) {
  std::vector<Action> actions;
  std::vector<std::vector<std::size_t>>& rows = tables_[node.name];
  for (const std::vector<loop::Expr>& row : node.rows) {
    rows.emplace_back();
    for (std::size_t n = 0; n < node.columns.size(); ++n) {
      const loop::Table::Column& column = node.columns[n];
      const std::string name = node.name + "[" + std::to_string(rows.size() - 1) + "]." + column.name;
      const loop::Field* array = column.is_array ? row.at(n).as<loop::Field>() : nullptr;
      actions.push_back(array ? bind({name, column.type, array->object, array->field}) : declare({name, row.at(n)}));
      rows.back().push_back((array ? names_.array(name) : names_.variable(name))->cell);
    }
  }
  return in_order(std::move(actions));
}

Action Statements::loop(const loop::ForEach& node) {
  const auto table = tables_.find(node.table);
  if (table == tables_.end()) return broken_code<Flow>("`" + node.table + "` is not a table");
  names_.open();
  std::vector<std::size_t> cells;
  for (const loop::Table::Column& column : node.columns)
    cells.push_back(names_.declare(column.name, {.type = column.type, .is_array = column.is_array}));
  Action body = block(node.body);
  names_.close();
  return [cells = std::move(cells), rows = table->second, body = std::move(body)](Frame& frame) {
    for (const std::vector<std::size_t>& row : rows) {
      count_iteration(frame.run);
      for (std::size_t n = 0; n < cells.size(); ++n) frame.cells[cells[n]] = frame.cells[row.at(n)];
      if (body(frame) == Flow::leave) return Flow::leave;
    }
    return Flow::next;
  };
}

Action Statements::branch(const loop::If& node) {
  std::vector<Code<bool>> conditions;
  std::vector<Action> blocks;
  for (const loop::Expr& condition : node.conditions) conditions.push_back(expressions_.condition(condition));
  for (const loop::Block& inner : node.blocks) blocks.push_back(inner_block(inner));
  return [conditions = std::move(conditions), blocks = std::move(blocks)](Frame& frame) {
    std::size_t taken = 0;
    while (taken < conditions.size() && !conditions[taken](frame)) ++taken;
    return taken < blocks.size() ? blocks[taken](frame) : Flow::next;
  };
}

}  // namespace scorchc::interpret
