// Makes expressions of loop IR for tests of analyses.
#pragma once

#include <string>
#include <utility>

#include "ir/loop.h"

namespace scorchc::passes {

inline loop::Expr var(const std::string& name) { return loop::index_variable(name); }
inline loop::Expr real(const std::string& name) { return loop::Variable{name, loop::Type::f32}; }
inline loop::Expr at(const std::string& array, loop::Expr index, loop::Type type = loop::Type::f32) {
  return loop::load(array, type, std::move(index));
}
inline loop::Expr times(loop::Expr a, loop::Expr b) {
  return loop::Compute{Operator::mul, {std::move(a), std::move(b)}, loop::Type::f32};
}

}  // namespace scorchc::passes
