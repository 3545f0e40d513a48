// Runs all tests, or those whose names are given.
#include <cstring>

#include "check.h"

namespace check {
namespace {

Test* first = nullptr;
const char* current = "";

void* take(void* user, size_t bytes) {
  if (user != &live || allowed <= 0) return nullptr;
  if (allowed != unlimited) --allowed;
  ++live;
  return std::malloc(bytes);
}
void give(void* user, void* array) {
  if (user != &live || array == nullptr) std::abort();
  --live;
  std::free(array);
}

}  // namespace

std::mt19937_64 random_bits(1);
int64_t live = 0, allowed = unlimited;
const scorch_context counting = {take, give, &live, 1};

Test::Test(const char* its_name, void (*its_run)()) : name(its_name), run(its_run), next(first) { first = this; }

void fail(const char* file, int line, const char* condition) {
  std::printf("%s:%d: in test %s: %s is false\n", file, line, current, condition);
  std::exit(1);
}

static int run_all(int count, char** names) {
  int tests = 0;
  for (Test* test = first; test != nullptr; test = test->next) {
    bool is_asked_for = count < 2;
    for (int n = 1; n < count; ++n) is_asked_for = is_asked_for || std::strcmp(names[n], test->name) == 0;
    if (!is_asked_for) continue;
    current = test->name;
    test->run();
    if (live != 0 || allowed != unlimited) fail(__FILE__, __LINE__, "everything is released");
    ++tests;
  }
  std::printf("%d tests passed\n", tests);
  return tests > 0 ? 0 : 1;
}

}  // namespace check

int main(int count, char** names) { return check::run_all(count, names); }
