// Finds the coordinate of an index from the bound loops: its own, those of its parts, or that of its whole index.
// Derives the end of loops, and how far an access resolves.
#include "lower/lowerer.h"

namespace scorchc::lower {

// The coordinate of a part of an index from its parts in blocks of another size. One size is a multiple of the other,
// so no block overlaps two.
std::optional<loop::Expr> Lowerer::find_in_other_blocks(const IndexDeclaration& wanted, const Scope& scope) const {
  const auto found = [&](BlockPart part, std::int64_t block) -> std::optional<loop::Expr> {
    for (const auto& [name, declared] : kernel_.indices)
      if (declared.block_of == wanted.block_of && declared.part == part && declared.block == block)
        if (const auto it = scope.coordinates.find(name); it != scope.coordinates.end()) return it->second;
    return {};
  };
  const auto rest = [](const loop::Expr& value, const loop::Expr& quotient, const loop::Expr& size) {
    return loop::sub(value, loop::mul(quotient, size));
  };
  for (const auto& [name, declared] : kernel_.indices) {
    if (declared.block_of != wanted.block_of || declared.part != BlockPart::outer || declared.block == wanted.block)
      continue;
    const std::optional<loop::Expr> number = found(BlockPart::outer, declared.block),
                                    place = found(BlockPart::inner, declared.block);
    const bool is_number = wanted.part == BlockPart::outer;
    if (number && wanted.block % declared.block == 0 && (is_number || place)) {
      // Several blocks form one.
      const loop::Expr several = loop::integer(wanted.block / declared.block), one = loop::divide(*number, several);
      return is_number ? one : loop::add(loop::mul(rest(*number, one, several), loop::integer(declared.block)), *place);
    }
    if (number && place && declared.block % wanted.block == 0) {
      // One block consists of several.
      const loop::Expr size = loop::integer(wanted.block), among = loop::divide(*place, size);
      return is_number ? loop::add(loop::mul(*number, loop::integer(declared.block / wanted.block)), among)
                       : rest(*place, among, size);
    }
  }
  return {};
}

std::optional<loop::Expr> Lowerer::find_coordinate(const std::string& index, const Scope& scope) const {
  const auto bound = [&](const std::string& wanted) -> std::optional<loop::Expr> {
    const auto it = scope.coordinates.find(wanted);
    return it == scope.coordinates.end() ? std::nullopt : std::optional(it->second);
  };
  const auto whole_of = [&](const std::string& wanted) -> std::optional<loop::Expr> {
    if (std::optional<loop::Expr> direct = bound(wanted)) return direct;
    for (const auto& [number, outer] : kernel_.indices) {
      if (outer.block_of != wanted || outer.part != BlockPart::outer || !bound(number)) continue;
      for (const auto& [place, inner] : kernel_.indices)
        if (inner.block_of == wanted && inner.part == BlockPart::inner && inner.block == outer.block && bound(place))
          return loop::add(loop::mul(*bound(number), loop::integer(outer.block)), *bound(place));
    }
    return std::nullopt;
  };
  if (std::optional<loop::Expr> direct = bound(index)) return direct;
  const auto declared = kernel_.indices.find(index);
  if (declared == kernel_.indices.end() || declared->second.block_of.empty()) return whole_of(index);
  if (std::optional<loop::Expr> other = find_in_other_blocks(declared->second, scope)) return other;
  const std::optional<loop::Expr> whole = whole_of(declared->second.block_of);
  if (!whole) return std::nullopt;
  const loop::Expr size = loop::integer(declared->second.block);
  const loop::Expr number = loop::divide(*whole, size);
  return declared->second.part == BlockPart::outer ? number : loop::sub(*whole, loop::mul(number, size));
}

loop::Expr Lowerer::coordinate(const std::string& index, const Scope& scope) const {
  return find_coordinate(index, scope).value();
}

// The end of a loop over all of an index. The last block may reach beyond the extent.
loop::Expr Lowerer::end_of(const std::string& index, const Scope& scope) const {
  const auto declared = kernel_.indices.find(index);
  loop::Expr extent = storage_.extent(index);
  if (declared == kernel_.indices.end() || declared->second.part != BlockPart::inner) return extent;
  for (const auto& [number, outer] : kernel_.indices)
    if (outer.part == BlockPart::outer && outer.block_of == declared->second.block_of &&
        outer.block == declared->second.block && scope.coordinates.count(number))
      return loop::minimum(extent, loop::sub(storage_.extent(outer.block_of),
                                             loop::mul(scope.coordinates.at(number), loop::integer(outer.block))));
  return extent;
}

void Lowerer::advance(const Access& access, AccessState& state, const Scope& scope) const {
  const StoredTensor& tensor = storage_.tensor(access.tensor);
  while (state.level < tensor.levels.size()) {
    const StoredLevel& level = tensor.levels[state.level];
    const std::optional<loop::Expr> coordinate =
        find_coordinate(access.indices[static_cast<std::size_t>(level.mode)], scope);
    if (!level.format->locate || !coordinate) return;
    const loop::Expr position = with_collapsed_loops(
        level.format->locate->position(level.site, state.position.begin, *coordinate), scope.pairs);
    state.position = {position, loop::add(position, loop::integer(1))};
    ++state.level;
  }
}

}  // namespace scorchc::lower
