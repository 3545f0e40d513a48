// Defines the compiled form of a module: a closure for each statement and expression; names are cells of a frame.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interpret/machine.h"

namespace scorchc::interpret {

struct TupleList;

/// The storage of a variable, an array pointer or a list of tuples.
union Cell {
  bool boolean;
  std::int32_t i32;
  std::int64_t i64;
  float f32;
  double f64;
  Array* array;
  TupleList* tuples;
};

/// The state of one call of Machine::call, shared by all functions that it calls.
struct Run {
  const Program& program;
  const std::vector<Object*>& objects;
  Memory& memory;
  std::int64_t iterations_left;
  std::int64_t lanes;  // of vector loops
  Passed* passed;      // may be null
};

/// The lanes of the vector loop that is running, and the values that its variables have in each.
struct Lanes {
  std::size_t count = 0, slots = 0;  // each varying variable has a slot
  std::vector<Cell> values = {};
  bool unrolls = false;  // sums inside the loop have several accumulators

  void set(std::size_t lanes, std::size_t slots_of_each) {
    count = lanes;
    slots = slots_of_each;
    if (values.size() < count * slots) values.resize(count * slots);
  }
  Cell& at(std::size_t lane, std::size_t slot) { return values[lane * slots + slot]; }
};

/// The activation of one function.
struct Frame {
  Run& run;
  std::vector<Cell> cells;
  loop::Status status = loop::Status::ok;
  Lanes lanes = {};
  std::deque<TupleList> lists;  // local lists and arrays; they are released when the function returns
  std::vector<Array*> arrays;
};

/// A list of coordinate tuples with a value each. Its arrays and its count are cells of the frame, which are updated
/// when the list grows.
struct TupleList {
  std::string name;
  std::vector<std::size_t> columns;  // cells
  std::size_t vals = 0, count = 0;   // cells
  loop::Type element = loop::Type::boolean, coordinate = loop::Type::i64;
  std::map<std::vector<std::int64_t>, std::int64_t> positions;  // tuple -> position
  std::int64_t capacity = 0;
  bool may_grow = true;  // false if the number of tuples is bounded
  bool failed = false;   // memory was missing for a tuple
};

enum class Flow { next, leave };  // leave: the function returns the frame's status
template <class T>
using Code = std::function<T(Frame&)>;
using Action = Code<Flow>;

struct PreparedFunction {
  std::size_t cells = 0;
  Action body;
};

struct Program {
  loop::Module module;
  std::map<std::string, PreparedFunction> functions;  // by name
};

/// Compiles a function to closures.
PreparedFunction prepare(const loop::Module& module, const loop::Function& function);
/// Runs a function of the program and returns its status; ok if there is no function of that name.
loop::Status run_function(Run& run, const std::string& name);

template <class T>
constexpr loop::Type type_for = loop::Type::boolean;
template <>
inline constexpr loop::Type type_for<std::int32_t> = loop::Type::i32;
template <>
inline constexpr loop::Type type_for<std::int64_t> = loop::Type::i64;
template <>
inline constexpr loop::Type type_for<float> = loop::Type::f32;
template <>
inline constexpr loop::Type type_for<double> = loop::Type::f64;

/// Calls `call` with a zero of the C++ type that corresponds to `type`: `with_type(type, [&]<class T>(T) { ... })`.
template <class Call>
auto with_type(loop::Type type, Call call) {
  switch (type) {
    case loop::Type::i32:
      return call(std::int32_t{});
    case loop::Type::i64:
      return call(std::int64_t{});
    case loop::Type::f32:
      return call(float{});
    case loop::Type::f64:
      return call(double{});
    case loop::Type::boolean:
      break;
  }
  return call(bool{});
}

template <class T>
T& cell_as(Cell& cell) {
  if constexpr (std::is_same_v<T, bool>)
    return cell.boolean;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return cell.i32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return cell.i64;
  else if constexpr (std::is_same_v<T, float>)
    return cell.f32;
  else
    return cell.f64;
}

/// A closure that throws Broken: an error that is found while a function is compiled is reported when it is reached.
template <class T>
Code<T> broken_code(std::string what) {
  return [what = std::move(what)](Frame&) -> T { throw Broken{what}; };
}

/// The meaning of a name in a function.
struct Entity {
  std::size_t cell = 0;
  loop::Type type = loop::Type::i64;
  bool is_array = false;
  bool is_mutable = false;
  bool holds_indices = false;  // an array of positions or coordinates
  bool is_outside = false;     // declared outside the parallel loop that is being compiled
};

/// The names in scope while a function is compiled. Each declaration gets a cell of its own.
class Names {
 public:
  Names(const loop::Module& module, const loop::Function& function) : module_(module), function_(function) {
    scopes_.emplace_back();
  }
  const loop::Module& module() const { return module_; }
  const loop::Function& function() const { return function_; }

  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  void enter_parallel_loop() {
    for (auto& scope : scopes_)
      for (auto& [name, entity] : scope) entity.is_outside = true;
  }
  void leave_parallel_loop() {
    for (auto& scope : scopes_)
      for (auto& [name, entity] : scope) entity.is_outside = false;
  }

  std::size_t declare(const std::string& name, Entity entity) {
    entity.cell = cells_++;
    scopes_.back()[name] = entity;
    return entity.cell;
  }
  const Entity* variable(const std::string& name) const { return find(name, false); }
  const Entity* array(const std::string& name) const { return find(name, true); }
  std::size_t cells() const { return cells_; }

  /// The index of an object among the module's structs; empty if the function has no such parameter.
  std::optional<std::size_t> object(const std::string& name) const;
  /// The index of a field in a struct; empty if there is none.
  std::optional<std::size_t> field(std::size_t object, const std::string& name) const;
  /// The variable that a division by zero sets; null if the function has none.
  const Entity* status_variable() const;

 private:
  const Entity* find(const std::string& name, bool is_array) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end())
        return found->second.is_array == is_array ? &found->second : nullptr;
    return nullptr;
  }

  const loop::Module& module_;
  const loop::Function& function_;
  std::vector<std::map<std::string, Entity>> scopes_;
  std::size_t cells_ = 0;
};

/// A field of an argument of the call. Throws Broken if the argument is null.
FieldValue& field_of(Frame& frame, std::size_t object, std::size_t field, const std::string& label);

}  // namespace scorchc::interpret
