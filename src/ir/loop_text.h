// The words of the text form of loop IR that both its printer and its parser use.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "ir/loop.h"

namespace scorchc::loop {

inline constexpr std::array<std::pair<Update, std::string_view>, 4> update_words{
    {{Update::set, "="}, {Update::add, "+="}, {Update::min, "min="}, {Update::max, "max="}}};

inline constexpr std::array<std::pair<Status, std::string_view>, 6> status_words{
    {{Status::ok, "ok"},
     {Status::null_argument, "null_argument"},
     {Status::shape_mismatch, "shape_mismatch"},
     {Status::out_of_memory, "out_of_memory"},
     {Status::index_overflow, "index_overflow"},
     {Status::division_by_zero, "division_by_zero"}}};

inline constexpr std::array<std::pair<FieldRole, std::string_view>, 7> role_words{
    {{FieldRole::dimension, "dimension"},
     {FieldRole::pos, "pos"},
     {FieldRole::crd, "crd"},
     {FieldRole::vals, "vals"},
     {FieldRole::level_count, "level_count"},
     {FieldRole::vals_count, "vals_count"},
     {FieldRole::owned, "owned"}}};

inline constexpr std::array<std::pair<Parallel::Unit, std::string_view>, 3> unit_words{
    {{Parallel::Unit::iterations, "iterations"}, {Parallel::Unit::chunks, "chunks"}, {Parallel::Unit::lanes, "lanes"}}};

inline constexpr std::array<std::pair<Duplicates, std::string_view>, 3> append_words{
    {{Duplicates::merge, "find or append"},
     {Duplicates::absent, "append"},
     {Duplicates::keep, "append with duplicates"}}};

inline constexpr std::array<std::pair<Sampled::What, std::string_view>, 2> sampled_words{
    {{Sampled::What::long_rows, "long_rows"}, {Sampled::What::useful_lanes, "useful_lanes"}}};

inline constexpr std::array<std::pair<Outlined::Capture::Kind, std::string_view>, 4> capture_words{
    {{Outlined::Capture::Kind::value, ""},
     {Outlined::Capture::Kind::constant, "constant"},
     {Outlined::Capture::Kind::updated, "updated"},
     {Outlined::Capture::Kind::flag, "flag"}}};

/// The word of an enumerator.
template <class Words, class Enumerator>
constexpr std::string_view word_of(const Words& words, Enumerator wanted) {
  for (const auto& [each, word] : words)
    if (each == wanted) return word;
  return {};
}

/// The role of a field and, for pos, crd and level_count, its level from 0.
struct NamedRole {
  FieldRole role = FieldRole::dimension;
  int level = 0;
  bool operator==(const NamedRole&) const = default;
};
/// The role that the name of a field says in the structs that scorchc emits: of `A2_pos`, positions of the second
/// level. The text form has a role only where it is another one.
NamedRole role_of_name(std::string_view field);

/// The operators of index arithmetic that are operators of index notation, too. On integers, the text form marks the
/// latter with their type: `(a + b):i32`.
struct SharedOperator {
  BinaryOp index;
  Operator value;
};
inline constexpr std::array<SharedOperator, 6> shared_operators{{{BinaryOp::add, Operator::add},
                                                                 {BinaryOp::sub, Operator::sub},
                                                                 {BinaryOp::mul, Operator::mul},
                                                                 {BinaryOp::divide, Operator::div},
                                                                 {BinaryOp::minimum, Operator::min},
                                                                 {BinaryOp::maximum, Operator::max}}};

}  // namespace scorchc::loop
