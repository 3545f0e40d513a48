// Provides a module with one operand and one result, around a body that a test supplies.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "interpret/machine.h"

namespace scorchc::test {

using namespace loop;

inline Expr var(const std::string& name) { return index_variable(name); }
inline Expr i32_number(std::int64_t value) { return number(Type::i32, 0, value); }
inline Expr f32_number(double value) { return number(Type::f32, value, 0); }
inline Expr x_at(Expr index) { return load("x", Type::f32, std::move(index)); }
inline Expr y_at(Expr index) { return load("y", Type::f32, std::move(index)); }
inline Stmt store_y(Expr index, Expr value, Update update = Update::set) {
  return Store{"y", Type::f32, std::move(index), update, std::move(value)};
}
inline Stmt bind_x() { return BindArray{"x", Type::f32, "X", "vals", false}; }
inline Stmt bind_y() { return BindArray{"y", Type::f32, "Y", "vals", true}; }
inline Stmt bind_pos() { return BindArray{"pos", Type::i32, "Y", "pos", true}; }

/// The arguments. X: vals (const f32[4]) and n. Y: vals (f32[4], uninitialised), pos (i32 array, not set), n and owned.
struct SmallRun {
  std::array<float, 4> x = {1, 2, 3, 4};
  std::array<float, 4> y = {};
  interpret::Memory memory;
  interpret::Object operand, result;
  interpret::Limits limits;

  static Module module(const Block& body) {
    Module module{"small", "", {}, {}, {}, {}};
    module.structs = {{"X",
                       "",
                       {{"vals", FieldRole::vals, 0, Type::f32, true, true, 0, ""},
                        {"n", FieldRole::vals_count, 0, Type::i64, false, false, 0, ""}}},
                      {"Y",
                       "",
                       {{"vals", FieldRole::vals, 0, Type::f32, true, false, 0, ""},
                        {"pos", FieldRole::pos, 0, Type::i32, true, false, 0, ""},
                        {"n", FieldRole::vals_count, 0, Type::i64, false, false, 0, ""},
                        {"owned", FieldRole::owned, 0, Type::i32, false, false, 0, ""}}}};
    module.functions = {{Phase::run, "", {{"X", true}, {"Y", false}}, true, body}};
    module.functions.front().body.push_back(ReturnStatus{});
    module.functions.push_back(
        {Phase::release, "", {{"Y", false}}, true, Block{ReturnIfNull{{"Y"}}, Release{"Y", "pos"}}});
    return module;
  }

  interpret::Outcome run(const Module& module) {
    operand = interpret::zeroed_object(module.structs[0]);
    operand[0].array = memory.borrow("X->vals", Type::f32, x.data(), 4, interpret::Given::constant);
    operand[1].numbers[0] = 4;
    result = interpret::unset_object(module.structs[1]);
    result[0].array = memory.borrow("Y->vals", Type::f32, y.data(), 4, interpret::Given::unset);
    result[0].is_set = true;
    return interpret::Machine(module).call(Phase::run, {&operand, &result}, memory, limits);
  }
  interpret::Outcome run_body(const Block& body) { return run(module(body)); }
};

/// The error that the interpreter detects when the body runs; empty if there is none.
inline std::string broken_by(const Block& body) { return SmallRun().run_body(body).broken; }

}  // namespace scorchc::test
