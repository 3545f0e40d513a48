// Interprets loop IR with every access checked. It runs kernels before any C++ is printed, so that a wrong result can
// be attributed to a phase, and thousands of kernels can be tested without a C++ compiler.
//
// Besides wrong results it detects (Outcome::broken): accesses out of bounds, to null or released arrays, and to
// uninitialised elements; writes to constants; uses of unset fields and undeclared names; overflow of index arithmetic;
// positions and coordinates that lose bits; dependent iterations of a parallel loop; and loops that do not end. Memory
// (memory.h) counts allocations and can make any of them fail.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "interpret/memory.h"
#include "ir/loop.h"

namespace scorchc::interpret {

/// The result of a call.
struct Outcome {
  loop::Status status = loop::Status::ok;
  std::string broken;    // the error that the interpreter detected, as one sentence; empty if there is none
  bool ran_out = false;  // the error is that Limits::iterations is exceeded
};

struct Limits {
  std::int64_t iterations = 100'000'000;  // of all loops in a call together
  std::int64_t lanes = 4;                 // of vector loops: at least 1
};

/// Execution counts: for each comment of the module, how often it was reached.
using Passed = std::map<std::string, std::int64_t>;

struct Program;  // a module compiled to closures

/// An interpreter for one module. Immutable: it can run any number of calls.
class Machine {
 public:
  /// Prepares a module that passes loop::verify. In any other module, an ill-formed statement breaks when it is
  /// reached.
  explicit Machine(loop::Module module);
  ~Machine();
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;

  const loop::Module& module() const;

  /// Calls a function. `objects` are the arguments, in the order of the module's structs; a null pointer is a null
  /// argument. If `passed` is not null, adds execution counts to it.
  Outcome call(loop::Phase phase, const std::vector<Object*>& objects, Memory& memory, const Limits& limits = {},
               Passed* passed = nullptr) const;

 private:
  std::unique_ptr<const Program> program_;
};

}  // namespace scorchc::interpret
