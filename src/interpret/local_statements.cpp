// Interprets statements on local storage: arrays, lists of tuples, bitsets.
#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "interpret/elements.h"
#include "interpret/statements.h"

namespace scorchc::interpret {

Action Statements::local_array(const loop::LocalArray& node) {
  Code<std::int64_t> count = expressions_.integer(node.count);
  const std::size_t cell = names_.declare(node.name, {.type = node.element, .is_array = true, .is_mutable = true});
  return [cell, name = node.name, element = node.element, zeroed = node.zeroed, count = std::move(count),
          own = in_locals_, cleanup = cleanup(node.cleanup_object)](Frame& frame) {
    Array* array = frame.run.memory.allocate(name, element, count(frame));
    frame.cells[cell].array = array;
    if (array == nullptr) {
      cleanup(frame);
      return leave(frame, loop::Status::out_of_memory);
    }
    array->is_threads_own = own;
    frame.arrays.push_back(array);
    if (zeroed) Memory::clear(*array, 0);
    return Flow::next;
  };
}

namespace {

// Resizes every array of the list to `capacity` elements. Without memory, returns false and changes none.
bool resize(Frame& frame, TupleList& list, std::int64_t count, std::int64_t capacity) {
  std::vector<std::size_t> cells = list.columns;
  cells.push_back(list.vals);
  std::vector<Array*> resized;
  for (std::size_t cell : cells) {
    Array* array = frame.run.memory.resize(frame.cells[cell].array, count, capacity);
    if (array == nullptr) {
      for (Array* each : resized) frame.run.memory.release(each);
      return false;
    }
    resized.push_back(array);
  }
  for (std::size_t n = 0; n < cells.size(); ++n) {
    Array*& array = frame.cells[cells[n]].array;
    std::replace(frame.arrays.begin(), frame.arrays.end(), array, resized[n]);
    frame.run.memory.release(array);
    array = resized[n];
  }
  list.capacity = capacity;
  return true;
}

constexpr std::int64_t first_capacity = 4;  // small, so that growth is exercised

}  // namespace

Action Statements::tuples(const loop::Tuples& node) {
  TupleList prototype;
  prototype.name = node.name;
  prototype.element = node.element;
  for (const std::string& column : node.columns)
    prototype.columns.push_back(
        names_.declare(column, {.type = node.coordinate, .is_array = true, .is_mutable = true, .holds_indices = true}));
  prototype.vals = names_.declare(node.vals, {.type = node.element, .is_array = true, .is_mutable = true});
  prototype.count = names_.declare(node.count, {});
  prototype.coordinate = node.coordinate;
  prototype.may_grow = !node.most.has_value();
  const Code<std::int64_t> capacity = expressions_.integer(node.most.value_or(loop::integer(first_capacity)));
  const std::size_t cell = names_.declare(node.name, {});
  return [cell, prototype, columns = node.columns, vals = node.vals, own = in_locals_, capacity,
          cleanup = cleanup(node.cleanup_object)](Frame& frame) {
    const std::int64_t room = capacity(frame);
    const auto allocate = [&](std::size_t at, const std::string& name, loop::Type type) {
      Array* array = frame.run.memory.allocate(name, type, room);
      frame.cells[at].array = array;
      if (array == nullptr) return false;
      array->is_threads_own = own;
      frame.arrays.push_back(array);
      return true;
    };
    bool complete = true;
    for (std::size_t n = 0; n < columns.size() && complete; ++n)
      complete = allocate(prototype.columns[n], columns[n], prototype.coordinate);
    if (!complete || !allocate(prototype.vals, vals, prototype.element)) {
      cleanup(frame);
      return leave(frame, loop::Status::out_of_memory);
    }
    frame.cells[prototype.count].i64 = 0;
    TupleList& list = frame.lists.emplace_back(prototype);
    list.capacity = room;
    frame.cells[cell].tuples = &list;
    return Flow::next;
  };
}

namespace {

void write_coordinate(const Clock& clock, const TupleList& list, Array* column, std::int64_t at,
                      std::int64_t coordinate) {
  if (list.coordinate == loop::Type::i64) return write<std::int64_t>(clock, column, list.name, at, coordinate);
  const auto narrow = static_cast<std::int32_t>(coordinate);
  if (narrow != coordinate) throw Broken{"a coordinate of `" + list.name + "` does not fit its type"};
  write<std::int32_t>(clock, column, list.name, at, narrow);
}

std::int64_t read_coordinate(const Clock& clock, const TupleList& list, Array* column, std::int64_t at) {
  return list.coordinate == loop::Type::i64 ? read<std::int64_t>(clock, column, list.name, at)
                                            : read<std::int32_t>(clock, column, list.name, at);
}

}  // namespace

template <class T>
Action Statements::add_tuple_of(const loop::AddTuple& node, std::size_t list_cell) {
  std::vector<Code<std::int64_t>> coordinates;
  for (const loop::Expr& coordinate : node.coordinates) coordinates.push_back(expressions_.integer(coordinate));
  Code<T> initial = expressions_.value<T>(node.initial);
  const std::size_t position = names_.declare(node.position.empty() ? "(position)" : node.position, {});
  return [list_cell, position, coordinates = std::move(coordinates), initial = std::move(initial),
          duplicates = node.duplicates](Frame& frame) {
    TupleList& list = *frame.cells[list_cell].tuples;
    std::int64_t& count = frame.cells[list.count].i64;
    std::vector<std::int64_t> tuple;
    for (const Code<std::int64_t>& coordinate : coordinates) tuple.push_back(coordinate(frame));
    frame.cells[position].i64 = 0;
    const auto found = list.positions.find(tuple);
    if (found != list.positions.end() && duplicates != loop::Duplicates::keep) {
      if (duplicates == loop::Duplicates::absent)
        throw Broken{"a tuple of `" + list.name + "` is added twice, but tuples must be distinct"};
      frame.cells[position].i64 = found->second;
      return Flow::next;
    }
    if (count == list.capacity && !list.may_grow)
      throw Broken{"`" + list.name + "` exceeds its maximal number of tuples"};
    if (count == list.capacity && !resize(frame, list, count, 2 * list.capacity)) {
      list.failed = true;
      return Flow::next;
    }
    const Clock& clock = frame.run.memory.clock;
    for (std::size_t n = 0; n < tuple.size(); ++n)
      write_coordinate(clock, list, frame.cells[list.columns[n]].array, count, tuple[n]);
    write<T>(clock, frame.cells[list.vals].array, list.name, count, initial(frame));
    list.positions[tuple] = count;
    frame.cells[position].i64 = count++;
    return Flow::next;
  };
}

Action Statements::add_tuple(const loop::AddTuple& node) {
  const Entity* list = names_.variable(node.tuples);
  if (list == nullptr) return broken_code<Flow>("`" + node.tuples + "` is not a list of tuples in scope");
  const std::size_t cell = list->cell;
  return with_type(type_of(node.initial), [&]<class T>(T) { return add_tuple_of<T>(node, cell); });
}

namespace {

template <class T>
void permute(Frame& frame, Array* array, const std::vector<std::int64_t>& order) {
  std::vector<T> sorted;
  const Clock& clock = frame.run.memory.clock;
  for (std::int64_t from : order) sorted.push_back(read<T>(clock, array, array->label, from));
  for (std::size_t n = 0; n < order.size(); ++n)
    write<T>(clock, array, array->label, static_cast<std::int64_t>(n), sorted[n]);
}

}  // namespace

Action Statements::sort_tuples(const loop::SortTuples& node) {
  const Entity* entity = names_.variable(node.tuples);
  if (entity == nullptr) return broken_code<Flow>("`" + node.tuples + "` is not a list of tuples in scope");
  std::vector<Code<std::int64_t>> extents;
  for (const loop::Expr& extent : node.extents) extents.push_back(expressions_.integer(extent));
  return [cell = entity->cell, extents = std::move(extents), cleanup = cleanup(node.cleanup_object)](Frame& frame) {
    TupleList& list = *frame.cells[cell].tuples;
    if (list.failed) {
      cleanup(frame);
      return leave(frame, loop::Status::out_of_memory);
    }
    const std::int64_t count = frame.cells[list.count].i64;
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    const Clock& clock = frame.run.memory.clock;
    for (std::size_t key = extents.size(); key-- > 0;) {
      Array* column = frame.cells[list.columns[key]].array;
      for (std::int64_t n : order)
        if (read_coordinate(clock, list, column, n) >= extents[key](frame))
          throw Broken{"a coordinate of `" + list.name + "` is beyond its extent"};
      std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return read_coordinate(clock, list, column, a) < read_coordinate(clock, list, column, b);
      });
    }
    for (std::size_t column : list.columns)
      with_type(list.coordinate, [&]<class T>(T) { permute<T>(frame, frame.cells[column].array, order); });
    with_type(list.element, [&]<class T>(T) { permute<T>(frame, frame.cells[list.vals].array, order); });
    list.positions.clear();
    return Flow::next;
  };
}

Action Statements::reset_tuples(const loop::ResetTuples& node) {
  const Entity* entity = names_.variable(node.tuples);
  if (entity == nullptr) return broken_code<Flow>("`" + node.tuples + "` is not a list of tuples in scope");
  return [cell = entity->cell](Frame& frame) {
    TupleList& list = *frame.cells[cell].tuples;
    list.positions.clear();
    frame.cells[list.count].i64 = 0;
    return Flow::next;
  };
}

Action Statements::move_array(const loop::Move& node) {
  const std::optional<Place> place = find(node.object, node.field);
  const Entity* array = names_.array(node.array);
  if (!place) return no_field(node.object, node.field);
  if (array == nullptr || array->type != node.element) return no_array(node.array);
  return [place = *place, cell = array->cell](Frame& frame) {
    FieldValue& field = place.in(frame);
    field.array = std::exchange(frame.cells[cell].array, nullptr);
    field.is_set = true;
    std::erase(frame.arrays, field.array);
    field.array->label = place.label;
    return Flow::next;
  };
}

Action Statements::sort_list(const loop::SortList& node) {
  const Entity* entity = names_.array(node.array);
  if (entity == nullptr || entity->type != loop::Type::i64) return no_array(node.array);
  const Entity* marks = node.marks.empty() ? nullptr : names_.array(node.marks);
  if (!node.marks.empty() && (marks == nullptr || marks->type != loop::Type::boolean)) return no_array(node.marks);
  return [cell = entity->cell, name = node.array, count = expressions_.integer(node.count),
          extent = expressions_.integer(node.extent), is_marked = marks != nullptr,
          marks_cell = marks != nullptr ? marks->cell : 0, marks_name = node.marks](Frame& frame) {
    Array* array = frame.cells[cell].array;
    std::vector<std::int64_t> sorted;
    const Clock& clock = frame.run.memory.clock;
    for (std::int64_t n = 0; n < count(frame); ++n) sorted.push_back(read<std::int64_t>(clock, array, name, n));
    std::sort(sorted.begin(), sorted.end());
    if (!sorted.empty() && sorted.back() >= extent(frame))
      throw Broken{"a coordinate in `" + name + "` is beyond its extent"};
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      throw Broken{"a coordinate occurs twice in `" + name + "`"};
    Array* marked = is_marked ? frame.cells[marks_cell].array : nullptr;
    for (const std::int64_t coordinate : sorted)
      if (marked && !read<bool>(clock, marked, marks_name, coordinate))
        throw Broken{"the flag of a coordinate in `" + name + "` is not set"};
    for (std::size_t n = 0; n < sorted.size(); ++n)
      write<std::int64_t>(clock, array, name, static_cast<std::int64_t>(n), sorted[n]);
    return Flow::next;
  };
}

Action Statements::mark_bit(const loop::SetBit& node) {
  const Entity* bits = names_.array(node.bits);
  if (bits == nullptr || bits->type != loop::Type::i64) return no_array(node.bits);
  return [cell = bits->cell, name = node.bits, at = expressions_.integer(node.at)](Frame& frame) {
    const std::int64_t place = at(frame), bit = std::int64_t(std::uint64_t{1} << (place & 63));
    Array* array = frame.cells[cell].array;
    const Clock& clock = frame.run.memory.clock;
    write<std::int64_t>(clock, array, name, place >> 6, read<std::int64_t>(clock, array, name, place >> 6) | bit);
    return Flow::next;
  };
}

Action Statements::list_words(const loop::NonzeroWords& node) {
  for (const std::string& array : {node.bits, node.list})
    if (names_.array(array) == nullptr || names_.array(array)->type != loop::Type::i64) return no_array(array);
  const Code<std::int64_t> first = expressions_.integer(node.first), extent = expressions_.integer(node.extent);
  const std::size_t count = names_.declare(node.count, {});
  return [bits = names_.array(node.bits)->cell, list = names_.array(node.list)->cell, bits_name = node.bits,
          list_name = node.list, count, first, extent](Frame& frame) {
    Array *marked = frame.cells[bits].array, *listed = frame.cells[list].array;
    const Clock& clock = frame.run.memory.clock;
    std::int64_t found = 0;
    for (std::int64_t word = first(frame) >> 6; word * 64 < extent(frame); ++word)
      if (read<std::int64_t>(clock, marked, bits_name, word) != 0)
        write<std::int64_t>(clock, listed, list_name, found++, word);
    frame.cells[count].i64 = found;
    return Flow::next;
  };
}

Action Statements::load_mask(const loop::LoadMask& node) {
  const Entity* marks = names_.array(node.marks);
  if (marks == nullptr || marks->type != loop::Type::boolean) return no_array(node.marks);
  const Code<std::int64_t> first = expressions_.integer(node.first);
  const std::size_t bits = names_.declare(node.bits, {.type = loop::Type::i64, .is_mutable = true});
  return [cell = marks->cell, name = node.marks, first, bits](Frame& frame) {
    Array* array = frame.cells[cell].array;
    const Clock& clock = frame.run.memory.clock;
    std::uint64_t word = 0;
    for (std::int64_t n = 0; n < loop::LoadMask::number; ++n) {
      word |= std::uint64_t{read<bool>(clock, array, name, first(frame) + n)} << n;
      write<bool>(clock, array, name, first(frame) + n, false);
    }
    frame.cells[bits].i64 = std::int64_t(word);
    return Flow::next;
  };
}

Action Statements::pop_lowest_bit(const loop::PopLowestBit& node) {
  const Entity* bits = names_.variable(node.bits);
  if (bits == nullptr || !bits->is_mutable || bits->type != loop::Type::i64)
    return broken_code<Flow>("`" + node.bits + "` is not a mutable i64 variable");
  const Code<std::int64_t> first = expressions_.integer(node.first);
  const std::size_t coordinate = names_.declare(node.coordinate, {});
  return [cell = bits->cell, name = node.bits, first, coordinate](Frame& frame) {
    const std::uint64_t marks = std::uint64_t(frame.cells[cell].i64);
    if (marks == 0) throw Broken{"`" + name + "` has no bit set"};
    frame.cells[cell].i64 = std::int64_t(marks & (marks - 1));
    frame.cells[coordinate].i64 = first(frame) + std::countr_zero(marks);
    return Flow::next;
  };
}

}  // namespace scorchc::interpret
