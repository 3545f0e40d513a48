// Provides match(value, arms...): std::visit with one lambda for each alternative of a variant. An alternative without
// an arm is a compile error.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

namespace scorchc {

template <class... Arms>
struct Overload : Arms... {
  using Arms::operator()...;
};
template <class... Arms>
Overload(Arms...) -> Overload<Arms...>;

namespace detail {
template <class Visitor, class Variant>
struct covers_all;
template <class Visitor, class... Nodes>
struct covers_all<Visitor, std::variant<Nodes...>> {
  static constexpr bool value = (std::is_invocable_v<Visitor, const Nodes&> && ...);
};
}  // namespace detail

/// Visits `handle`, which is a variant or has a member node() that returns one.
template <class Handle, class... Arms>
decltype(auto) match(const Handle& handle, Arms&&... arms) {
  auto visitor = Overload{std::forward<Arms>(arms)...};
  if constexpr (requires { handle.node(); }) {
    static_assert(detail::covers_all<decltype(visitor), std::remove_cvref_t<decltype(handle.node())>>::value,
                  "some node kind has no arm");
    return std::visit(visitor, handle.node());
  } else {
    return std::visit(visitor, handle);
  }
}

}  // namespace scorchc
