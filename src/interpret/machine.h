// The loop IR interpreter: runs a module before any C++ is printed, with every access checked, so that a wrong answer
// names its room, and so that thousands of kernels can be run without a compiler.
//
// What it finds beside wrong answers (Outcome::broken): accesses outside of an array, to a null or released array, or
// to an element that nobody has set; writes to constants; reads of unset fields and undeclared names; overflow of index
// arithmetic; positions and coordinates that lose bits; iterations of a parallel loop that are not independent; loops
// that do not end. Memory (memory.h) counts what is allocated and can fail any allocation.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "interpret/memory.h"
#include "ir/loop.h"

namespace scorchc::interpret {

struct Outcome {
  loop::Status status = loop::Status::ok;
  std::string broken;    // one sentence; empty if nothing is
  bool ran_out = false;  // broken, because there were more iterations than Limits has
};

struct Limits {
  std::int64_t iterations = 100'000'000;  // of all loops of a call together
};

/// How often each comment was passed: how often the block was run that it stands in. Memory::watch is for bytes.
using Passed = std::map<std::string, std::int64_t>;

struct Program;  // a module, prepared

/// Immutable: one machine may run many calls.
class Machine {
 public:
  /// The module is one that loop::verify passes. Where it is not, what it does wrong breaks when it is reached.
  explicit Machine(loop::Module module);
  ~Machine();
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;

  const loop::Module& module() const;

  /// `objects`: in the order of the module's structs; null is a null argument. `passed`: nothing is counted for null.
  Outcome call(loop::Phase phase, const std::vector<Object*>& objects, Memory& memory, const Limits& limits = {},
               Passed* passed = nullptr) const;

 private:
  std::unique_ptr<const Program> program_;
};

}  // namespace scorchc::interpret
