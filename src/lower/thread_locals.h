// Where a loop that may run in parallel has its temporaries.
#pragma once

#include "lower/lowerer.h"

namespace scorchc::lower {

/// While the body of a parallel loop is made, temporaries are declared in the loop's locals: each thread has its own.
struct Lowerer::ThreadLocals {
  ThreadLocals(Lowerer& the_lowerer, bool is_parallel)
      : parallel(is_parallel), lowerer(the_lowerer), outer(the_lowerer.locals_), declared(the_lowerer.declared_) {
    if (!parallel) return;
    lowerer.locals_ = &locals;
    lowerer.before_threads_ = outer;
    lowerer.declared_.clear();
  }
  ThreadLocals(const ThreadLocals&) = delete;
  ThreadLocals& operator=(const ThreadLocals&) = delete;
  ~ThreadLocals() {
    if (!parallel) return;
    lowerer.locals_ = outer;
    lowerer.before_threads_ = nullptr;
    lowerer.declared_ = declared;
  }
  const bool parallel;
  Block locals;

 private:
  Lowerer& lowerer;
  Block* const outer;
  const std::set<std::string> declared;
};

}  // namespace scorchc::lower
