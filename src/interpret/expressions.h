// Compiles expressions of loop IR to closures. Type errors become closures that throw Broken when they are evaluated.
#pragma once

#include "interpret/program.h"

namespace scorchc::interpret {

class Expressions {
 public:
  explicit Expressions(const Names& names) : names_(names) {}

  /// An expression of type T.
  template <class T>
  Code<T> value(const loop::Expr& expr) const;
  /// An expression of type i32 or i64, widened to i64.
  Code<std::int64_t> integer(const loop::Expr& expr) const;
  Code<bool> condition(const loop::Expr& expr) const { return value<bool>(expr); }
  /// An expression that is stored where type T is expected. Narrowing i64 to i32 must not lose bits.
  template <class T>
  Code<T> value_for_place(const loop::Expr& expr) const;
  /// The same for a position or a coordinate: explicit casts must not lose bits, either.
  template <class T>
  Code<T> value_for_index(const loop::Expr& expr) const;
  /// The new value of a variable or element, computed from its old value. Index arithmetic must not overflow; values
  /// wrap.
  template <class T>
  std::function<T(Frame&, T)> updated(loop::Update update, const loop::Expr& value) const;

 private:
  template <class T>
  Code<T> variable(const loop::Variable& node) const;
  template <class T>
  Code<T> load(const loop::Load& node) const;
  template <class T>
  Code<T> field(const loop::Field& node) const;
  template <class T>
  Code<T> sampled(const loop::Sampled& node) const;
  template <class Element>
  Code<std::int64_t> search(const loop::Search& node) const;
  template <class T>
  Code<T> compute(const loop::Compute& node) const;
  template <class T>
  Code<T> divide(const loop::Compute& node) const;
  template <class T>
  Code<T> select(const loop::Select& node) const;
  Code<bool> is_stored(const loop::IsStored& node) const;
  template <class T>
  Code<T> cast(const loop::Cast& node) const;
  Code<bool> logic(const loop::Binary& node) const;
  Code<std::int64_t> arithmetic(const loop::Binary& node) const;

  const Names& names_;
};

}  // namespace scorchc::interpret
