// Ranges and overlap checks of the C++ wrapper, NAME.hpp. C++20, unlike the other headers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ranges>
#include <span>
#include <type_traits>

//! hpp
#ifndef SCORCH_HPP_1
#define SCORCH_HPP_1
namespace scorch_hpp {

// A contiguous range of elements that outlives a view of it: a vector, an array, a span.
template <class Range, class Element>
concept array_of =
    std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
    std::ranges::borrowed_range<Range> && std::same_as<std::ranges::range_value_t<Range>, Element>;
// Such a range whose elements are writable.
template <class Range, class Element>
concept mutable_array_of =
    array_of<Range, Element> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

// The length of a range in 64 bits.
template <class Range>
constexpr std::int64_t length(const Range& range) noexcept {
  return static_cast<std::int64_t>(std::ranges::size(range));
}
// An array of a struct as a span of `count` elements; empty if the array is null.
template <class Element>
constexpr std::span<const Element> stored(const Element* array, std::int64_t count) noexcept {
  if (array == nullptr) return {};
  return {array, static_cast<std::size_t>(count)};
}
// count *= extent. False if that overflows or `extent` is negative.
constexpr bool multiply(std::int64_t& count, std::int64_t extent) noexcept {
  if (extent < 0 || (extent > 0 && count > INT64_MAX / extent)) return false;
  count *= extent;
  return true;
}
// The number of blocks that cover an extent.
constexpr std::int64_t blocks(std::int64_t extent, std::int64_t block) noexcept {
  return extent / block + (extent % block == 0 ? 0 : 1);
}

}  // namespace scorch_hpp
#endif

//! hpp_overlap: needs hpp
#ifndef SCORCH_HPP_OVERLAP_1
#define SCORCH_HPP_OVERLAP_1
namespace scorch_hpp {

// The bytes of `count` elements of an array.
template <class Element>
std::span<const std::byte> bytes(const Element* array, std::int64_t count) noexcept {
  if (array == nullptr || count <= 0) return {};
  return std::as_bytes(std::span<const Element>(array, static_cast<std::size_t>(count)));
}
// Whether two lists of arrays share memory.
constexpr bool overlap(const auto& some, const auto& others) noexcept {
  constexpr std::less<const std::byte*> before;
  for (const std::span<const std::byte>& a : some)
    for (const std::span<const std::byte>& b : others)
      if (!a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) &&
          before(b.data(), a.data() + a.size()))
        return true;
  return false;
}

}  // namespace scorch_hpp
#endif
