#include "schedule/transform/mark_vectors.h"

#include "schedule/legality/vector_loops.h"

namespace scorchc::schedule {

cin::Stmt vectorized(const cin::Stmt& stmt, const std::string& index, const Kernel& kernel, const Kernel& whole,
                     ValueType type) {
  return match(
      stmt, [&](const cin::Assign&) { return stmt; },
      [&](const cin::Forall& loop) {
        if (loop.vector) return stmt;
        if (cin::name_of(loop) != index || !can_be_vector(loop, kernel, type)) {
          cin::Stmt inside = vectorized(cin::inside(loop), index, kernel, whole, type);
          return inside.same_as(cin::inside(loop)) ? stmt : cin::Stmt(cin::with_inside(loop, std::move(inside)));
        }
        cin::Forall result = loop;
        result.vector = true;
        return cin::Stmt(result);
      },
      [&](const cin::Where& where) {
        cin::Stmt consumer = vectorized(where.consumer(), index, kernel, whole, type);
        cin::Stmt producer =
            vectorized(where.producer(), index, kernel, whole, filling_type(whole, where.temporary.tensor, type));
        if (consumer.same_as(where.consumer()) && producer.same_as(where.producer())) return stmt;
        cin::Where result = where;
        result.parts = {std::move(consumer), std::move(producer)};
        return cin::Stmt(std::move(result));
      },
      [&](const cin::Sequence& sequence) {
        cin::Sequence result = sequence;
        for (cin::Stmt& part : result.statements) part = vectorized(part, index, kernel, whole, type);
        return cin::Stmt(result);
      });
}

}  // namespace scorchc::schedule
