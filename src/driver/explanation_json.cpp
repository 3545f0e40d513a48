// Implements explain_json (explanation.h): decisions, schedule, work and loops of kernels as one document.
#include "driver/explanation.h"
#include "driver/formula_json.h"
#include "driver/json_document.h"

namespace scorchc::driver {
namespace {

std::string_view format_origin(const TensorDeclaration& tensor) {
  if (tensor.format_inferred) return "inferred";
  return tensor.format_place.source ? "given" : "default";
}

Json tensor_json(const TensorDeclaration& tensor, std::string_view role) {
  const Format& format = *tensor.format;
  return {{"name", tensor.name},
          {"role", role},
          {"order", tensor.order},
          {"format",
           {{"map", print_map(format)},
            {"short", print_short(format)},
            {"pos", name(format.pos)},
            {"crd", name(format.crd)},
            {"origin", format_origin(tensor)}}},
          {"value", {{"type", name(format.value)}, {"given", tensor.value_given}}}};
}

Json tensors_json(const Kernel& kernel) {
  Json tensors = Json::array();
  for (const TensorDeclaration& tensor : kernel.tensors)
    tensors.push_back(tensor_json(tensor, &tensor == &kernel.tensors.front() ? "result" : "operand"));
  for (const TensorDeclaration& tensor : kernel.temporaries) tensors.push_back(tensor_json(tensor, "temporary"));
  return tensors;
}

Json decisions_json(const Decisions& decisions) {
  Json list = Json::array();
  for (const Decision& decision : decisions) {
    Json& one = list.emplace_back(Json{{"phase", decision.phase},
                                       {"subject", decision.subject},
                                       {"choice", decision.choice},
                                       {"reason", decision.reason},
                                       {"room", decision.phase}});  // the old key of `phase`, until 0.3
    for (const Alternative& alternative : decision.alternatives)
      one["alternatives"].push_back(
          {{"choice", alternative.choice}, {"ratio", alternative.ratio}, {"because", alternative.because}});
    if (!decision.alternatives.empty()) one["rivals"] = one["alternatives"];  // the old key, until 0.3
  }
  return list;
}

Json schedule_json(const schedule::Commands& commands) {
  Json list = Json::array();
  for (const schedule::Command& command : commands) list.push_back(schedule::print(command));
  return {{"commands", list}, {"text", schedule::print(commands)}};
}

Json work_json(const schedule::Work& work) {
  Json iterations = Json::array();
  for (const schedule::LoopWork& loop : work.loops)
    iterations.push_back({{"index", loop.index}, {"depth", loop.depth}, {"count", formula_json(loop.iterations)}});
  return {{"iterations", iterations}, {"arithmetic", formula_json(work.flops)}, {"bytes", formula_json(work.bytes)}};
}

Json tree_json(const cin::Stmt& stmt);

Json loop_json(const cin::Forall& loop) {
  Json result = {{"kind", "forall"},      {"index", loop.index},   {"parallel", loop.parallel},
                 {"vector", loop.vector}, {"unroll", loop.unroll}, {"body", tree_json(loop.body[0])}};
  if (loop.parallel) result["partition"] = name(loop.partition);
  if (!loop.fused_as.empty()) result["fused_as"] = loop.fused_as;
  for (const cin::Read& each : loop.reads)
    result["reads"].push_back({{"access", print(each.access)}, {"protocol", name(each.reading)}});
  for (const cin::Prefetched& each : loop.prefetches)
    result["prefetched"].push_back(
        {{"access", print(each.access)}, {"distance", each.distance}, {"always", each.always}});
  return result;
}

Json tree_json(const cin::Stmt& stmt) {
  return match(
      stmt,
      [](const cin::Assign& assign) -> Json {
        return {{"kind", "assign"},
                {"text", print(assign.lhs) + " " + std::string(name(assign.op)) + " " + print(assign.rhs)}};
      },
      [](const cin::Forall& loop) -> Json { return loop_json(loop); },
      [](const cin::Where& where) -> Json {
        return {{"kind", "where"},
                {"temporary", print(where.temporary)},
                {"makes", cin::name(cin::kind_of(where))},
                {"producer", tree_json(where.producer())},
                {"consumer", tree_json(where.consumer())}};
      },
      [](const cin::Sequence& sequence) -> Json {
        Json statements = Json::array();
        for (const cin::Stmt& part : sequence.statements) statements.push_back(tree_json(part));
        return {{"kind", "sequence"}, {"statements", statements}};
      });
}

/// The sizes that the user gave: extents and numbers of stored components.
Json sizes_json(const Kernel& kernel) {
  Json dims = Json::object(), nnz = Json::object();
  for (const auto& [index, declaration] : kernel.indices) {
    if (declaration.extent) dims[index] = {{"extent", *declaration.extent}};
    if (declaration.hint) dims[index] = {{"hint", *declaration.hint}};
  }
  for (const TensorDeclaration& tensor : kernel.tensors) {
    if (tensor.nnz_hint) nnz[tensor.name] = {{"count", *tensor.nnz_hint}};
    if (tensor.fill_hint) nnz[tensor.name] = {{"share", *tensor.fill_hint}};
  }
  return {{"dims", dims}, {"nnz", nnz}};
}

Json loops_json(const CompiledKernel& compiled) {
  Json result = {{"text", compiled.cin}, {"tree", tree_json(compiled.program.body)}};
  for (const schedule::ScheduledVariant& variant : compiled.variants)
    result["variants"].push_back({{"when", print(variant.when.conditions)}, {"tree", tree_json(variant.program.body)}});
  return result;
}

Json kernel_json(const CompiledKernel& compiled) {
  const Kernel& kernel = compiled.kernel;
  return {{"name", kernel.name},
          {"namespace", kernel.name_space},
          {"statement", kernel.source_statement},
          {"desugared", print_statements(kernel)},
          {"tensors", tensors_json(kernel)},
          {"sizes", sizes_json(kernel)},
          {"decisions", decisions_json(compiled.choices)},
          {"schedule", schedule_json(compiled.commands)},
          {"work", work_json(compiled.work)},
          {"loops", loops_json(compiled)}};
}

}  // namespace

std::string explain_json(const std::vector<CompiledKernel>& compiled, JsonLayout layout) {
  Json kernels = Json::array();
  for (const CompiledKernel& each : compiled) kernels.push_back(kernel_json(each));
  const Json document = {{"version", 2}, {"kernels", kernels}};
  // All texts should be valid UTF-8; invalid bytes are replaced.
  return document.dump(layout == JsonLayout::lines ? 2 : -1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scorchc::driver
