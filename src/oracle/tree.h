// The interpreter's own expression tree: nodes in one vector, children before parents, so that passes over the tree
// are loops and nothing is destroyed recursively. Sums and products are flat (`a - b + c` is one node), which keeps
// long chains shallow.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scorchc::oracle {

enum class Function { relu, abs, min, max, sqrt, sin, tan, tanh, floor, ceil, exp, log, cos, sigmoid, pow };

struct FunctionInfo {
  Function function;
  std::string_view name;
  std::size_t arity;
  bool full;      // f(0) != 0: stored everywhere
  bool floating;  // never computed in an integer type
};
const FunctionInfo& info(Function function);
std::optional<Function> find_function(std::string_view name);

enum class Reduction { sum, min, max };
enum class Kind { access, number, add, negate, product, quotient, call, reduce };

/// Index variables are numbered in order of first occurrence, the left-hand side's first.
using Indices = std::set<int>;

struct Node {
  Kind kind = Kind::number;
  std::vector<int> children = {};
  std::vector<bool> subtracted = {};     // add: which children are subtracted (never the first)
  Function function = Function::relu;    // call
  Reduction reduction = Reduction::sum;  // reduce
  int tensor = 0;                        // access
  std::vector<int> indices = {};         // access: one a mode; reduce: those it binds
  double real = 0;                       // number
  std::int64_t integer = 0;              // number, if integral
  bool integral = true;                  // number: no point, no exponent, fits std::int64_t
  Indices free = {};                     // set by Tree::add
  int depth = 0;                         // set by Tree::add
};

class Tree {
 public:
  /// Appends a node whose children are in the tree already; returns its number.
  int add(Node node);
  const Node& operator[](int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  int size() const { return static_cast<int>(nodes_.size()); }

 private:
  std::vector<Node> nodes_;
};

enum class Assign { set, add, min, max };

struct Statement {
  std::string result;
  std::vector<int> result_indices;
  Assign assign = Assign::set;
  Tree tree;
  int root = 0;
  std::vector<std::string> index_names;
  std::vector<std::string> tensor_names;  // of the accesses on the right
};

}  // namespace scorchc::oracle
