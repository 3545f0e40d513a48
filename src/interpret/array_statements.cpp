// Interprets statements on arrays: binding, stores, allocation, growth and release.
#include "interpret/elements.h"
#include "interpret/statements.h"

namespace scorchc::interpret {

Action Statements::bind(const loop::BindArray& node) {
  const std::optional<Place> place = find(node.object, node.field);
  const loop::FieldRole role = place ? declaration(*place).role : loop::FieldRole::vals;
  const bool holds_indices = role == loop::FieldRole::pos || role == loop::FieldRole::crd;
  const std::size_t cell = names_.declare(
      node.name,
      {.type = node.element, .is_array = true, .is_mutable = node.is_written, .holds_indices = holds_indices});
  if (!place) return no_field(node.object, node.field);
  return [cell, place = *place, element = node.element](Frame& frame) {
    Array* array = place.array(frame);
    if (array != nullptr && array->element != element)
      throw Broken{array->label + " is an array of " + std::string(name(array->element))};
    frame.cells[cell].array = array;
    return Flow::next;
  };
}

template <class T>
Action Statements::store_as(const loop::Store& node, const Entity& entity) {
  Code<std::int64_t> index = expressions_.integer(node.index);
  if (node.update == loop::Update::set)
    return [cell = entity.cell, name = node.array, index = std::move(index),
            value = entity.holds_indices ? expressions_.value_for_index<T>(node.value)
                                         : expressions_.value_for_place<T>(node.value)](Frame& frame) {
      const std::int64_t at = index(frame);
      const T stored = value(frame);
      write<T>(frame.run.memory.clock, frame.cells[cell].array, name, at, stored);
      return Flow::next;
    };
  return [cell = entity.cell, name = node.array, index = std::move(index),
          value = expressions_.updated<T>(node.update, node.value)](Frame& frame) {
    const std::int64_t at = index(frame);
    Array* array = frame.cells[cell].array;
    const T stored = value(frame, read<T>(frame.run.memory.clock, array, name, at));
    write<T>(frame.run.memory.clock, array, name, at, stored);
    return Flow::next;
  };
}

Action Statements::store(const loop::Store& node) {
  const Entity* entity = names_.array(node.array);
  if (entity == nullptr || entity->type != node.element) return no_array(node.array);
  if (!entity->is_mutable) return broken_code<Flow>("`" + node.array + "` is not bound for writing");
  return with_type(node.element, [&]<class T>(T) { return store_as<T>(node, *entity); });
}

// An element at a time, so that each access is checked.
Action Statements::copy(const loop::Copy& node) {
  const loop::Expr at = loop::index_variable("copied element");
  const loop::Expr value = loop::load(node.from, node.element, loop::add(node.first, at));
  return loop(loop::For{"copied element",
                        loop::integer(0),
                        node.count,
                        {loop::Store{node.to, node.element, loop::add(node.start, at), loop::Update::set, value}}});
}

Action Statements::check_ascending(const loop::CheckAscending& node) {
  const loop::Expr at = loop::index_variable("compared element");
  const auto element = [&](const loop::Expr& index) { return loop::load_index(node.array, node.element, index); };
  const loop::Expr falls = loop::negate(loop::less(element(at), element(loop::add(at, loop::integer(1)))));
  return loop(loop::For{"compared element",
                        loop::integer(0),
                        node.count,
                        {loop::If{{falls}, {{loop::Assign{node.flag, loop::Update::set, loop::boolean(false)}}}}}});
}

Action Statements::clear(const loop::Clear& node) {
  const Entity* entity = names_.array(node.array);
  if (entity == nullptr || entity->type != node.element) return no_array(node.array);
  if (!entity->is_mutable) return broken_code<Flow>("`" + node.array + "` is not bound for writing");
  return with_type(node.element, [&]<class T>(T) -> Action {
    return [cell = entity->cell, name = node.array, from = expressions_.integer(node.from),
            count = expressions_.integer(node.count)](Frame& frame) {
      const std::int64_t begin = from(frame), end = begin + count(frame);
      for (std::int64_t i = begin; i < end; ++i)
        write<T>(frame.run.memory.clock, frame.cells[cell].array, name, i, T{});
      return Flow::next;
    };
  });
}

Action Statements::allocate(const loop::Allocate& node) {
  const std::optional<Place> place = find(node.object, node.field);
  if (!place) return no_field(node.object, node.field);
  return [place = *place, element = node.element, zeroed = node.zeroed, count = expressions_.integer(node.count),
          cleanup = cleanup(node.object)](Frame& frame) {
    Array* array = frame.run.memory.allocate(place.label, element, count(frame));
    FieldValue& field = place.in(frame);
    field.array = array;
    field.is_set = true;
    if (array != nullptr) {
      if (zeroed) Memory::clear(*array, 0);
      return Flow::next;
    }
    cleanup(frame);
    return leave(frame, loop::Status::out_of_memory);
  };
}

Action Statements::grow(const loop::Grow& node) {
  const std::optional<Place> place = find(node.object, node.field);
  const Entity* array = names_.array(node.array);
  const Entity* capacity = names_.variable(node.capacity);
  if (!place) return no_field(node.object, node.field);
  if (array == nullptr || array->type != node.element) return no_array(node.array);
  if (capacity == nullptr || capacity->type != loop::Type::i64 || !capacity->is_mutable)
    return broken_code<Flow>("`" + node.capacity + "` is not a mutable i64 variable");
  return [place = *place, array = array->cell, capacity = capacity->cell, needed = expressions_.integer(node.needed),
          cleanup = cleanup(node.object)](Frame& frame) {
    const std::int64_t wanted = needed(frame);
    const std::int64_t old_count = frame.cells[capacity].i64;
    if (old_count >= wanted) return Flow::next;
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::int64_t count = std::max(old_count > most / 2 ? most : 2 * old_count, wanted);
    Array* grown = frame.run.memory.grow(frame.cells[array].array, place.label, old_count, count);
    if (grown == nullptr) {
      cleanup(frame);
      return leave(frame, loop::Status::out_of_memory);
    }
    place.in(frame).array = grown;
    frame.cells[array].array = grown;
    frame.cells[capacity].i64 = count;
    return Flow::next;
  };
}

Action Statements::move(const loop::Memmove& node) {
  const Entity* entity = names_.array(node.array);
  if (entity == nullptr || entity->type != node.element) return no_array(node.array);
  if (!entity->is_mutable) return broken_code<Flow>("`" + node.array + "` is not bound for writing");
  return with_type(node.element, [&]<class T>(T) -> Action {
    return [cell = entity->cell, name = node.array, to = expressions_.integer(node.to),
            from = expressions_.integer(node.from), count = expressions_.integer(node.count)](Frame& frame) {
      Array* array = frame.cells[cell].array;
      const Clock& clock = frame.run.memory.clock;
      std::vector<T> moved;
      for (std::int64_t n = 0; n < count(frame); ++n) moved.push_back(read<T>(clock, array, name, from(frame) + n));
      for (std::int64_t n = 0; n < count(frame); ++n)
        write<T>(clock, array, name, to(frame) + n, moved[static_cast<std::size_t>(n)]);
      return Flow::next;
    };
  });
}

// Copies to an array of the exact size. Without memory for the copy, the larger array stays.
Action Statements::shrink(const loop::Shrink& node) {
  const std::optional<Place> place = find(node.object, node.field);
  if (!place) return no_field(node.object, node.field);
  return [place = *place, room = expressions_.integer(node.capacity),
          count = expressions_.integer(node.count)](Frame& frame) {
    Array* array = place.array(frame);
    const std::int64_t kept = count(frame);
    if (array == nullptr || array->count != room(frame) || kept > array->count)
      throw Broken{place.label + " shrinks to " + std::to_string(kept) +
                   " elements, but does not have the stated capacity"};
    Array* smaller = frame.run.memory.resize(array, kept, kept);
    if (smaller == nullptr) return Flow::next;
    frame.run.memory.release(array);
    place.in(frame).array = smaller;
    return Flow::next;
  };
}

Action Statements::release(const loop::Release& node) {
  const std::optional<Place> place = find(node.object, node.field);
  if (!place) return no_field(node.object, node.field);
  return [place = *place](Frame& frame) {
    frame.run.memory.release(place.array(frame));
    place.in(frame).array = nullptr;
    return Flow::next;
  };
}

}  // namespace scorchc::interpret
