#include "schedule/search/vectorizable_loops.h"

#include <algorithm>

#include "schedule/legality/vector_loops.h"
#include "schedule/transform/mark_vectors.h"

namespace scorchc::schedule {
namespace {

void add_outermost(const cin::Stmt& stmt, const Kernel& kernel, const Kernel& whole, ValueType type,
                   Commands& commands) {
  match(
      stmt, [](const cin::Assign&) {},
      [&](const cin::Forall& loop) {
        if (!can_be_vector(loop, kernel, type)) return add_outermost(cin::inside(loop), kernel, whole, type, commands);
        const Command command = Vectorize{cin::name_of(loop)};
        if (std::find(commands.begin(), commands.end(), command) == commands.end()) commands.push_back(command);
      },
      [&](const cin::Where& where) {
        add_outermost(where.consumer(), kernel, whole, type, commands);
        add_outermost(where.producer(), kernel, whole, filling_type(whole, where.temporary.tensor, type), commands);
      },
      [&](const cin::Sequence& sequence) {
        for (const cin::Stmt& part : sequence.statements) add_outermost(part, kernel, whole, type, commands);
      });
}

}  // namespace

Commands vectorizable_loops(const cin::Program& program) {
  Commands commands;
  add_outermost(program.body, program.split, program.kernel, computation_type(program.kernel), commands);
  return commands;
}

cin::Stmt with_vectors(const cin::Program& program) {
  const ValueType type = computation_type(program.kernel);
  cin::Stmt body = program.body;
  for (const Command& command : vectorizable_loops(program))
    body = vectorized(body, std::get<Vectorize>(command).index, program.split, program.kernel, type);
  return body;
}

}  // namespace scorchc::schedule
