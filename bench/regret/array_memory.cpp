// Aligns arrays to cache lines. Otherwise a row of one line's length occupies one line for one plan and two for
// another, depending on the address, and takes up to 1.9 times as long.
#include <cstdlib>
#include <new>

void* operator new(std::size_t bytes) {
  constexpr std::size_t line = 64, least = 4096;
  void* place =
      bytes < least ? std::malloc(bytes > 0 ? bytes : 1) : std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (!place) throw std::bad_alloc();
  return place;
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
