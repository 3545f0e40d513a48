#include "draw/iteration_graph.h"

#include <algorithm>
#include <array>

namespace scorchc::draw {
namespace {

template <class T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

/// Collects the loops' indices and the accesses, without duplicates.
struct Found {
  std::vector<std::string> indices;
  std::vector<Access> accesses;

  void visit(const cin::Stmt& stmt) {
    match(
        stmt,
        [&](const cin::Assign& assign) {
          add_once(accesses, assign.lhs);
          for (const Access& access : scorchc::accesses(assign.rhs)) add_once(accesses, access);
        },
        [&](const cin::Forall& loop) {
          add_once(indices, loop.index);
          visit(loop.body[0]);
        },
        [&](const cin::Where& where) {
          // The consumer comes first, since a conversion's loops are not loops of the statement.
          const bool converts = cin::kind_of(where) == cin::TemporaryKind::converted;
          visit(converts ? where.consumer() : where.producer());
          visit(converts ? where.producer() : where.consumer());
        },
        [&](const cin::Sequence& sequence) {
          for (const cin::Stmt& part : sequence.statements) visit(part);
        });
  }
};

Path path_of(const Access& access, const TensorDeclaration& tensor, const cin::Program& program) {
  // The compiler gives a blocked tensor one mode per level; show the user's format.
  const TensorDeclaration* known = program.kernel.find(access.tensor);
  const auto& temporaries = program.split.temporaries;
  const bool is_temporary = std::any_of(temporaries.begin(), temporaries.end(),
                                        [&](const TensorDeclaration& each) { return each.name == access.tensor; });
  Path path{.access = print(access),
            .tensor = access.tensor,
            .format = print_short(known != nullptr && known->format ? *known->format : *tensor.format),
            .role = access.tensor == program.split.result().name ? Role::result
                    : is_temporary                               ? Role::temporary
                                                                 : Role::operand,
            .steps = {}};
  for (const LevelSpec& level : tensor.format->levels)
    path.steps.push_back({access.indices.at(static_cast<std::size_t>(level.mode)), level.level});
  return path;
}

}  // namespace

std::string_view name(Role role) {
  constexpr std::array<std::string_view, 3> names{"result", "operand", "temporary"};
  return names.at(static_cast<std::size_t>(role));
}

IterationGraph iteration_graph(const cin::Program& program) {
  Found found;
  found.visit(program.body);
  IterationGraph graph{std::move(found.indices), {}};
  for (const Access& access : found.accesses) {
    // A scalar temporary is not declared as a tensor and has no indices.
    const TensorDeclaration* tensor = program.split.find(access.tensor);
    if (tensor == nullptr || !tensor->format) continue;
    for (const std::string& index : access.indices) add_once(graph.indices, index);
    graph.paths.push_back(path_of(access, *tensor, program));
  }
  std::stable_sort(graph.paths.begin(), graph.paths.end(),
                   [](const Path& a, const Path& b) { return a.role < b.role; });
  return graph;
}

}  // namespace scorchc::draw
