// Declares the temporaries of a parallel loop once for each thread.
#pragma once

#include "lower/lowerer.h"

namespace scorchc::lower {

/// While this object lives, temporaries are declared in `locals`, which become the locals of the parallel loop. Does
/// nothing if the loop is not parallel.
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
