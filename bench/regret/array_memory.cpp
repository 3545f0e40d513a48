// Arrays begin with a line of the cache. Where rows are as long as a line, each of them would else be in one line for
// one plan and in two for another, as memory happens to be given, and take up to 1.9 times as long.
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
