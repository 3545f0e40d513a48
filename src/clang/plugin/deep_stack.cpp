#include "clang/plugin/deep_stack.h"

#include <pthread.h>

#include <cstddef>

namespace scorchc::clang_plugin {
namespace {

constexpr std::size_t stack_size = std::size_t{256} << 20;

void* call(void* function) {
  (*static_cast<const std::function<void()>*>(function))();
  return nullptr;
}

}  // namespace

void call_on_deep_stack(const std::function<void()>& function) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  // pthread takes a pointer to non-const; `call` restores the const.
  void* argument = const_cast<std::function<void()>*>(&function);
  const bool started = pthread_attr_setstacksize(&attributes, stack_size) == 0 &&
                       pthread_create(&thread, &attributes, call, argument) == 0;
  pthread_attr_destroy(&attributes);
  if (started) {
    pthread_join(thread, nullptr);
  } else {
    function();
  }
}

}  // namespace scorchc::clang_plugin
