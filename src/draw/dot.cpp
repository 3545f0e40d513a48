#include "draw/dot.h"

#include <algorithm>

#include "draw/iteration_graph.h"

namespace scorchc::draw {
namespace {

/// Returns a quoted string of the dot language; a newline becomes `\n`.
std::string quoted_label(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string numbered(const char* word, std::size_t number) { return word + std::to_string(number); }

std::string graph_cluster(const IterationGraph& graph) {
  std::string out = "  subgraph cluster_iteration_graph {\n    label=\"iteration graph\";\n";
  for (std::size_t i = 0; i < graph.indices.size(); ++i)
    out += "    " + numbered("index", i + 1) + " [shape=circle, label=" + quoted_label(graph.indices[i]) + "];\n";
  const auto node_of = [&](const std::string& index) {
    const auto at = std::find(graph.indices.begin(), graph.indices.end(), index);
    return numbered("index", static_cast<std::size_t>(at - graph.indices.begin()) + 1);
  };
  for (std::size_t p = 0; p < graph.paths.size(); ++p) {
    const Path& path = graph.paths[p];
    const std::string style = path.role == Role::temporary ? ", style=dashed" : "";
    std::string from = numbered("tensor", p + 1);
    out += "    " + from + " [shape=box" + style +
           ", label=" + quoted_label(path.access + "\n" + path.format + ", " + std::string(name(path.role))) + "];\n";
    for (const Step& step : path.steps) {
      const std::string to = node_of(step.index);
      out += "    " + from + " -> " + to + " [label=" + quoted_label(path.tensor + " " + step.level) + style + "];\n";
      from = to;
    }
  }
  return out + "  }\n";
}

/// Numbers nodes in the order of the printed text: a `where`, then its producer, then its consumer.
class NestCluster {
 public:
  std::string draw(const cin::Stmt& stmt) {
    visit(stmt);
    return "  subgraph cluster_loop_nest {\n    label=\"loop nest\";\n    node [shape=box];\n" + out_ + "  }\n";
  }

 private:
  std::string visit(const cin::Stmt& stmt) {
    return match(
        stmt,
        [&](const cin::Assign& assign) {
          return node(print(assign.lhs) + " " + std::string(scorchc::name(assign.op)) + " " + print(assign.rhs),
                      ", style=filled");
        },
        [&](const cin::Forall& loop) {
          const std::string self = node(heading(loop), loop.parallel ? ", style=bold" : "");
          edge(self, visit(loop.body[0]), "");
          return self;
        },
        [&](const cin::Where& where) {
          const std::string kind(cin::name(cin::kind_of(where)));
          const std::string self = node("where " + print(where.temporary) + "\n" + kind, ", style=dashed");
          edge(self, visit(where.producer()), "producer");
          edge(self, visit(where.consumer()), "consumer");
          return self;
        },
        [&](const cin::Sequence& sequence) {
          const std::string self = node("sequence", ", style=rounded");
          for (std::size_t i = 0; i < sequence.statements.size(); ++i)
            edge(self, visit(sequence.statements[i]), std::to_string(i + 1));
          return self;
        });
  }

  std::string node(const std::string& label, const std::string& attributes) {
    const std::string self = numbered("node", ++nodes_);
    out_ += "    " + self + " [label=" + quoted_label(label) + attributes + "];\n";
    return self;
  }
  void edge(const std::string& from, const std::string& to, const std::string& label) {
    out_ += "    " + from + " -> " + to + (label.empty() ? "" : " [label=" + quoted_label(label) + "]") + ";\n";
  }

  std::string out_;
  std::size_t nodes_ = 0;
};

}  // namespace

std::string dot(const cin::Program& program) {
  return "digraph " + quoted_label(program.kernel.name) +
         " {\n  label=" + quoted_label(print_statements(program.kernel)) +
         ";\n  labelloc=t;\n  graph [fontname=monospace];\n  node [fontname=monospace];\n  edge "
         "[fontname=monospace];\n" +
         graph_cluster(iteration_graph(program)) + NestCluster().draw(program.body) + "}\n";
}

}  // namespace scorchc::draw
