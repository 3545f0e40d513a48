// Computes scores of graph nodes from their features, by two layers of a graph convolution network with random weights.
// The graph comes from a file (.mtx), or is random. The results are compared with plain loops over the edges.
#include <algorithm>
#include <cmath>

#include "entries.h"
#include "hidden.h"
#include "scores.h"

using Matrix = std::vector<float>;

namespace {

// D^-1/2 (A + I) D^-1/2, with D the degrees.
example::Entries normalised(const example::Entries& graph) {
  example::Entries result = graph;
  for (std::int64_t node = 0; node < graph.dimension[0]; ++node) result.add({node, node}, 1);
  std::vector<double> degree(static_cast<std::size_t>(graph.dimension[0]));
  for (const std::int64_t node : result.coordinates[0]) ++degree[static_cast<std::size_t>(node)];
  for (std::size_t n = 0; n < result.values.size(); ++n) {
    const std::size_t i = static_cast<std::size_t>(result.coordinates[0][n]),
                      j = static_cast<std::size_t>(result.coordinates[1][n]);
    result.values[n] = 1 / std::sqrt(degree[i] * std::max(degree[j], 1.0));
  }
  return result;
}

enum class Activation { none, relu };

struct Layer {
  std::size_t inputs = 0, outputs = 0;
  Matrix W = {}, b = {};
};

Layer made_up(std::size_t inputs, std::size_t outputs, std::uint32_t seed) {
  return {inputs, outputs, example::random_numbers<float>(static_cast<std::int64_t>(inputs * outputs), seed),
          example::random_numbers<float>(static_cast<std::int64_t>(outputs), seed + 1)};
}

// Calls one of the two kernels. Their structs have different names but the same members.
template <class A, class X, class W, class B, class Result, class Kernel>
Matrix run(Kernel kernel, const hidden_A& graph, const Matrix& features, const Layer& layer) {
  const std::int64_t nodes = graph.dimension[0];
  const std::int64_t inputs = static_cast<std::int64_t>(layer.inputs),
                     outputs = static_cast<std::int64_t>(layer.outputs);
  A a = {};
  a.dimension[0] = a.dimension[1] = nodes;
  a.A2_pos = graph.A2_pos, a.A2_crd = graph.A2_crd, a.A_vals = graph.A_vals;
  const X x = {{nodes, inputs}, features.data()};
  const W w = {{inputs, outputs}, layer.W.data()};
  const B b = {{outputs}, layer.b.data()};
  Matrix values(static_cast<std::size_t>(nodes * outputs));
  Result result = {{nodes, outputs}, values.data()};
  example::check(kernel(&x, &w, &a, &b, &result, nullptr) == SCORCH_OK, "a layer");
  return values;
}

// The same layer with plain loops over edges, accumulated in double precision.
Matrix plain(const example::Entries& edges, const Matrix& features, const Layer& layer, Activation activation) {
  const std::size_t nodes = static_cast<std::size_t>(edges.dimension[0]);
  std::vector<double> Z(nodes * layer.outputs), sum(nodes * layer.outputs);
  for (std::size_t j = 0; j < nodes; ++j)
    for (std::size_t k = 0; k < layer.inputs; ++k)
      for (std::size_t l = 0; l < layer.outputs; ++l)
        Z[j * layer.outputs + l] +=
            static_cast<double>(features[j * layer.inputs + k] * layer.W[k * layer.outputs + l]);
  for (std::size_t n = 0; n < edges.values.size(); ++n)
    for (std::size_t l = 0; l < layer.outputs; ++l)
      sum[static_cast<std::size_t>(edges.coordinates[0][n]) * layer.outputs + l] +=
          edges.values[n] * Z[static_cast<std::size_t>(edges.coordinates[1][n]) * layer.outputs + l];
  Matrix result;
  for (std::size_t n = 0; n < sum.size(); ++n) {
    const double value = sum[n] + static_cast<double>(layer.b[n % layer.outputs]);
    result.push_back(static_cast<float>(activation == Activation::relu && value < 0 ? 0 : value));
  }
  return result;
}

double largest_difference(const Matrix& left, const Matrix& right) {
  double largest = 0;
  for (std::size_t n = 0; n < left.size(); ++n)
    largest = std::max(largest, static_cast<double>(std::abs(left[n] - right[n])));
  return largest;
}

}  // namespace

int main(int count, char** arguments) {
  const example::Entries graph =
      count > 1 ? example::read_entries(arguments[1]) : example::random_entries({200, 200}, 900, 1);
  if (graph.dimension.size() != 2 || graph.dimension[0] != graph.dimension[1]) example::fail("no square matrix");
  const example::Entries edges = normalised(graph);
  hidden_A A = {};
  const auto lists = edges.lists();
  const std::vector<float> weights(edges.values.begin(), edges.values.end());
  example::check(
      hidden_pack_A(edges.dimension.data(), edges.count(), lists.data(), weights.data(), &A, nullptr) == SCORCH_OK,
      "pack");

  const Layer first = made_up(32, 16, 2), second = made_up(16, 4, 4);
  const Matrix X = example::random_numbers<float>(graph.dimension[0] * 32, 6);
  const Matrix H = run<hidden_A, hidden_X, hidden_W, hidden_b, hidden_H>(hidden, A, X, first);
  const Matrix Y = run<scores_A, scores_X, scores_W, scores_b, scores_Y>(scores, A, H, second);
  const Matrix plain_H = plain(edges, X, first, Activation::relu),
               plain_Y = plain(edges, plain_H, second, Activation::none);
  const double difference = std::max(largest_difference(H, plain_H), largest_difference(Y, plain_Y));

  std::vector<int> classes(second.outputs);
  for (std::size_t node = 0; node < Y.size(); node += second.outputs) {
    std::size_t best = 0;
    for (std::size_t l = 1; l < second.outputs; ++l)
      if (Y[node + l] > Y[node + best]) best = l;
    ++classes[best];
  }
  std::printf("%lld nodes, %lld edges; classes:", static_cast<long long>(graph.dimension[0]),
              static_cast<long long>(edges.count()));
  for (const int members : classes) std::printf(" %d", members);
  std::printf("; difference from plain loops: %.1e\n", difference);
  hidden_free_A(&A, nullptr);
  example::check(difference < 1e-3, "the layers differ from plain loops");
}
