#include "schedule/choose/choose_vectors.h"

#include "schedule/explain/explain_plan.h"
#include "schedule/search/vectorizable_loops.h"

namespace scorchc::schedule {

Commands choose_vectors(const cin::Program& program, Decisions& decisions) {
  Commands vectors = vectorizable_loops(program);
  log_what_is_vectors(vectors, program, decisions);
  return vectors;
}

}  // namespace scorchc::schedule
