// Defines the interpreter's own expression tree. Nodes are stored in one vector, children before parents, so that most
// traversals are loops and destruction is not recursive. Sums and products are n-ary (`a - b + c` is one node), which
// keeps long chains shallow.
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
  bool full;      // f(0) != 0, so it is stored everywhere
  bool floating;  // always floating-point
};
const FunctionInfo& info(Function function);
std::optional<Function> find_function(std::string_view name);

enum class Reduction { sum, min, max };
enum class Kind { access, number, add, negate, product, quotient, call, reduce };

/// A set of index variables. They are numbered in order of first occurrence, starting with the left-hand side.
using Indices = std::set<int>;

struct Node {
  Kind kind = Kind::number;
  std::vector<int> children = {};
  std::vector<bool> subtracted = {};     // add: which children are subtracted (never the first)
  Function function = Function::relu;    // call
  Reduction reduction = Reduction::sum;  // reduce
  int tensor = 0;                        // access
  std::vector<int> indices = {};         // access: one for each mode; reduce: the bound indices
  double real = 0;                       // number
  std::int64_t integer = 0;              // number, if integral
  bool integral = true;                  // number: without point and exponent, and in the range of std::int64_t
  Indices free = {};                     // free indices; set by Tree::add
  int depth = 0;                         // set by Tree::add
};

class Tree {
 public:
  /// Appends a node, whose children must already be in the tree, and returns its number.
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
  std::vector<std::string> tensor_names;  // tensors that the right-hand side accesses
};

}  // namespace scorchc::oracle
