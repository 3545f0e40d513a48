// Iterators over the sparse levels that a loop walks, for coiterate.cpp and merge.cpp.
#pragma once

#include <algorithm>

#include "lower/lowerer.h"

namespace scorchc::lower {

/// A sparse level that a loop walks, and the variables of the walk.
struct Lowerer::Iterator {
  std::string access;  // printed: the key of its state in the scope
  const StoredLevel* level = nullptr;
  levels::Positions range;    // positions below its parent
  bool has_segments = false;  // coordinates may repeat, so one stands for a segment of positions
  std::string position;  // this and the following: names of variables; empty if the form of loop does not need them
  std::string end, segment_end, coordinate;
  std::optional<loop::Expr> present;  // whether it is at the loop's coordinate; empty if it surely is

  loop::Expr at() const { return loop::index_variable(position); }
  loop::Expr alive() const { return loop::less(at(), loop::index_variable(end)); }
  loop::Expr stored_coordinate() const { return level->format->position_iteration->access(level->site, at()); }
};

inline std::string tensor_of(const std::string& printed_access) {
  return printed_access.substr(0, printed_access.find('('));
}

inline loop::Stmt constant(const std::string& name, loop::Expr value) {
  return loop::Declare{name, std::move(value), false};
}
inline loop::Stmt variable(const std::string& name, loop::Expr value) {
  return loop::Declare{name, std::move(value), true};
}

// Advances past the loop's coordinate: to the end of the segment, or by one if the iterator is at the coordinate.
template <class Iterator>
void advance_positions(const std::vector<Iterator>& iterators, loop::Block& out) {
  for (const Iterator& iterator : iterators) {
    if (iterator.has_segments)
      out.push_back(loop::Assign{iterator.position, loop::Update::set, loop::index_variable(iterator.segment_end)});
    else
      out.push_back(loop::Assign{iterator.position, loop::Update::add,
                                 iterator.present ? loop::cast(loop::Type::i64, *iterator.present) : loop::integer(1)});
  }
}

template <class Iterator>
std::vector<Iterator> chosen(const std::vector<Iterator>& iterators, const IteratorSet& names) {
  std::vector<Iterator> result;
  for (const Iterator& iterator : iterators)
    if (std::find(names.begin(), names.end(), iterator.access) != names.end()) result.push_back(iterator);
  return result;
}

inline std::set<std::string> outside(const IteratorSet& all, const IteratorSet& names) {
  std::set<std::string> result(all.begin(), all.end());
  for (const std::string& name : names) result.erase(name);
  return result;
}

}  // namespace scorchc::lower
