// Implements the interpreter's expression tree and its table of functions.
#include "oracle/tree.h"

#include <algorithm>
#include <utility>

#include "oracle/dense_interpreter.h"

namespace scorchc::oracle {
namespace {

// Limits the recursion depth of functions that traverse the tree.
constexpr int max_depth = 4096;

constexpr FunctionInfo functions[] = {
    {Function::relu, "relu", 1, false, false},  {Function::abs, "abs", 1, false, false},
    {Function::min, "min", 2, false, false},    {Function::max, "max", 2, false, false},
    {Function::sqrt, "sqrt", 1, false, true},   {Function::sin, "sin", 1, false, true},
    {Function::tan, "tan", 1, false, true},     {Function::tanh, "tanh", 1, false, true},
    {Function::floor, "floor", 1, false, true}, {Function::ceil, "ceil", 1, false, true},
    {Function::exp, "exp", 1, true, true},      {Function::log, "log", 1, true, true},
    {Function::cos, "cos", 1, true, true},      {Function::sigmoid, "sigmoid", 1, true, true},
    {Function::pow, "pow", 2, true, true},
};

}  // namespace

const FunctionInfo& info(Function function) { return functions[static_cast<std::size_t>(function)]; }

std::optional<Function> find_function(std::string_view name) {
  for (const FunctionInfo& f : functions)
    if (f.name == name) return f.function;
  return std::nullopt;
}

int Tree::add(Node node) {
  node.free.clear();
  node.depth = 1;
  for (int child : node.children) {
    const Node& c = (*this)[child];
    node.free.insert(c.free.begin(), c.free.end());
    node.depth = std::max(node.depth, c.depth + 1);
  }
  if (node.kind == Kind::access) node.free.insert(node.indices.begin(), node.indices.end());
  if (node.kind == Kind::reduce)
    for (int index : node.indices) node.free.erase(index);
  if (node.depth > max_depth) throw Error("the expression is too deep");
  nodes_.push_back(std::move(node));
  return size() - 1;
}

}  // namespace scorchc::oracle
