// Runs passes over a module, or over the body of a function.
#pragma once

#include <algorithm>
#include <string>

#include "catch.h"
#include "ir/loop.h"
#include "passes/pipeline.h"

namespace scorchc::passes {

/// The module after the group `simplify`.
inline loop::Module simplified(const loop::Module& module) {
  Decisions decisions;
  Context context{decisions, DenseProducts::loops, Verification::each_pass};
  return run(all_groups().front(), module, context);
}

/// The body that `pass`, from module to module, makes of `body`. The function's parameters have the numbers `n` and
/// `m`, the array `read`, and the array `out` of this type.
template <class Pass>
std::string after(const Pass& pass, const loop::Block& body, const loop::FieldDeclaration& read, loop::Type out) {
  using namespace loop;
  Module module{"looped", "", {}, {}, {}, {}};
  const FieldDeclaration n_field{"n", FieldRole::vals_count, 0, Type::i64, false, false, 0, ""};
  const FieldDeclaration out_field{"out", FieldRole::vals, 0, out, true, false, 0, ""};
  module.structs = {{"X", "", {read, n_field}}, {"Y", "", {out_field}}};
  const Block before = {Declare{"n", Field{"X", "n"}}, Declare{"m", Field{"X", "n"}},
                        BindArray{read.name, read.type, "X", read.name}, BindArray{"out", out, "Y", "out", true}};
  Function function;
  function.parameters = {{"X", true}, {"Y", false}};
  function.body = before;
  function.body.insert(function.body.end(), body.begin(), body.end());
  function.body.push_back(ReturnStatus{});
  module.functions = {function};
  REQUIRE(verify(module) == "");
  const Module result = pass(module);
  CHECK(verify(result) == "");
  Block rest = result.functions[0].body;
  rest.pop_back();
  std::erase_if(rest, [&](const Stmt& stmt) { return std::find(before.begin(), before.end(), stmt) != before.end(); });
  return print(rest);
}

}  // namespace scorchc::passes
