#include "emit/calling/runner.h"

#include <algorithm>

#include "emit/calling/runner_abi.h"
#include "emit/cpp_names.h"
#include "emit/writer.h"

namespace scorchc {
namespace {

using emit::Writer;
using loop::FieldDeclaration;
using loop::FieldRole;
using loop::Phase;
using loop::Struct;

class RunnerEmitter {
 public:
  explicit RunnerEmitter(const loop::Module& module) : module_(module) {
    for (const loop::Function& function : module.functions) {
      if (function.phase != Phase::run || !function.is_public) continue;
      run_ = &function;
      for (const loop::Parameter& parameter : function.parameters)
        if (!parameter.is_const) result_name_ = parameter.name;
    }
    for (const Struct& structure : module.structs)
      if (structure.name == result_name_) result_ = &structure;
  }

  std::string text() {
    if (run_ == nullptr || result_ == nullptr) return {};
    write_declarations();
    if (is_assembled()) write_fill_arrays();
    if (is_assembled()) write_export();
    write_call();
    write_free();
    return writer_.text();
  }

 private:
  bool is_assembled() const { return has(Phase::count); }
  bool has(Phase phase) const {
    return std::any_of(module_.functions.begin(), module_.functions.end(),
                       [&](const loop::Function& each) { return each.phase == phase; });
  }

  const FieldDeclaration* find(FieldRole role) const {
    const auto found = std::find_if(result_->fields.begin(), result_->fields.end(),
                                    [&](const FieldDeclaration& each) { return each.role == role; });
    return found == result_->fields.end() ? nullptr : &*found;
  }

  /// The field with the number of entries of a level's crd. A run of coordinate levels shares that of its first level.
  const FieldDeclaration* count_of_level(int level) const {
    const FieldDeclaration* nearest = nullptr;
    for (const FieldDeclaration& each : result_->fields)
      if (each.role == FieldRole::level_count && each.level <= level &&
          (nearest == nullptr || nearest->level < each.level))
        nearest = &each;
    return nearest;
  }

  static std::string call_head() {
    return "int32_t " + std::string(runner_symbol) + "(scorch_runner_tensor* tensors, int32_t form, int32_t threads)";
  }
  static std::string free_head() {
    return "void " + std::string(runner_free_symbol) + "(scorch_runner_tensor* tensors)";
  }

  void write_declarations() {
    writer_.raw("\n// How scorchc runs the kernel: the layout of emit/calling/runner_abi.h.\n#include <cstdlib>\n\n");
    const std::string each_level = "[" + std::to_string(max_levels) + "];";
    writer_.open("struct scorch_runner_tensor");
    writer_.line("int64_t* dimension;");
    writer_.line("void* pos" + each_level);
    writer_.line("void* crd" + each_level);
    writer_.line("int64_t pos_count" + each_level);
    writer_.line("int64_t crd_count" + each_level);
    writer_.line("void* vals;");
    writer_.line("int64_t vals_count;");
    writer_.close(";");
    writer_.blank();
    writer_.line("extern \"C\" " + call_head() + ";");
    writer_.line("extern \"C\" " + free_head() + ";");
    writer_.blank();
    if (!is_assembled()) return;
    writer_.comment("Result of the last call. Unless the form is 0, the runner owns its crd and vals.");
    writer_.line("static " + emit::struct_symbol(module_, result_name_) + " scorch_runner_result;");
    writer_.line("static int32_t scorch_runner_form = 0;");
    writer_.blank();
  }

  /// Assigns the fields of a struct that the caller provides, from the runner's tensor.
  void write_fields(const Struct& structure, const std::string& object, int tensor) {
    const std::string from = "tensors[" + std::to_string(tensor) + "].";
    const bool dimensions_only = &structure == result_ && is_assembled();
    for (const FieldDeclaration& field : structure.fields) {
      const std::string level = "[" + std::to_string(field.level) + "]";
      const std::string pointer =
          "static_cast<" + std::string(field.is_const ? "const " : "") + emit::type_name(field.type) + "*>(";
      const std::string to = object + "." + field.name;
      if (field.role == FieldRole::dimension) {
        for (int mode = 0; mode < field.fixed_count; ++mode) {
          const std::string element = "[" + std::to_string(mode) + "]";
          writer_.line(to + element + " = " + from + "dimension" + element + ";");
        }
      }
      if (dimensions_only) continue;
      switch (field.role) {
        case FieldRole::pos:
          writer_.line(to + " = " + pointer + from + "pos" + level + ");");
          break;
        case FieldRole::crd:
          writer_.line(to + " = " + pointer + from + "crd" + level + ");");
          break;
        case FieldRole::vals:
          writer_.line(to + " = " + pointer + from + "vals);");
          break;
        case FieldRole::level_count:
          writer_.line(to + " = " + from + "crd_count" + level + ";");
          break;
        case FieldRole::vals_count:
          writer_.line(to + " = " + from + "vals_count;");
          break;
        case FieldRole::dimension:
        case FieldRole::owned:
          break;
      }
    }
  }

  /// Functions that allocate crd and vals for the split form, as a caller does after `count`.
  void write_fill_arrays() {
    writer_.open("static void* scorch_runner_array(int64_t count, size_t element_size)");
    writer_.line("return std::malloc(static_cast<size_t>(count > 0 ? count : 1) * element_size);");
    writer_.close();
    writer_.blank();
    writer_.open("static bool scorch_runner_allocate(" + emit::struct_symbol(module_, result_name_) + "& result)");
    std::string all;
    for (const FieldDeclaration& field : result_->fields) {
      const FieldDeclaration* count = nullptr;
      if (field.role == FieldRole::crd) count = count_of_level(field.level);
      if (field.role == FieldRole::vals) count = find(FieldRole::vals_count);
      if (count == nullptr) continue;
      const std::string type(emit::type_name(field.type));
      writer_.line("result." + field.name + " = static_cast<" + type + "*>(scorch_runner_array(result." + count->name +
                   ", sizeof(" + type + ")));");
      all += (all.empty() ? "" : " && ") + ("result." + field.name + " != nullptr");
    }
    writer_.line("return " + (all.empty() ? "true" : all) + ";");
    writer_.close();
    writer_.blank();
  }

  /// The function that copies pointers and counts of the assembled result to the caller's tensor.
  void write_export() {
    writer_.open("static void scorch_runner_export(scorch_runner_tensor& tensor)");
    writer_.line("const " + emit::struct_symbol(module_, result_name_) + "& result = scorch_runner_result;");
    for (const FieldDeclaration& field : result_->fields) {
      const std::string level = "[" + std::to_string(field.level) + "]";
      const std::string from = "result." + field.name;
      switch (field.role) {
        case FieldRole::dimension:
          for (int mode = 0; mode < field.fixed_count; ++mode) {
            const std::string element = "[" + std::to_string(mode) + "]";
            writer_.line("tensor.dimension" + element + " = " + from + element + ";");
          }
          break;
        case FieldRole::pos:
          writer_.line("tensor.pos" + level + " = " + from + ";");
          break;
        case FieldRole::crd:
          writer_.line("tensor.crd" + level + " = " + from + ";");
          if (const FieldDeclaration* count = count_of_level(field.level))
            writer_.line("tensor.crd_count" + level + " = result." + count->name + ";");
          break;
        case FieldRole::vals:
          writer_.line("tensor.vals = " + from + ";");
          break;
        case FieldRole::vals_count:
          writer_.line("tensor.vals_count = " + from + ";");
          break;
        case FieldRole::level_count:
        case FieldRole::owned:
          break;
      }
    }
    writer_.close();
    writer_.blank();
  }

  std::string call(Phase phase) const {
    std::string arguments;
    for (const loop::Parameter& parameter : run_->parameters)
      arguments += (parameter.name == result_name_ ? "&scorch_result" : "&tensor_" + parameter.name) + ", ";
    return emit::symbol(module_, phase) + "(" + arguments + "&context)";
  }

  /// Form 2: recomputes the values in the pattern that the last call assembled.
  void write_compute_again() {
    writer_.open("if (form == 2)");
    for (const FieldDeclaration& field : result_->fields)
      if (field.role != FieldRole::owned && field.role != FieldRole::dimension)
        writer_.line("scorch_result." + field.name + " = scorch_runner_result." + field.name + ";");
    writer_.line("return static_cast<int32_t>(" + call(Phase::compute) + ");");
    writer_.close();
  }

  void write_call() {
    writer_.open(call_head());
    writer_.line("const scorch_context context = {nullptr, nullptr, nullptr, threads};");
    int operand = 0;
    for (const Struct& structure : module_.structs) {
      const bool is_result = &structure == result_;
      const std::string object = is_result ? "scorch_result" : "tensor_" + structure.name;
      writer_.line(emit::struct_symbol(module_, structure.name) + " " + object + " = {};");
      write_fields(structure, object, is_result ? 0 : ++operand);
    }
    if (!is_assembled()) {
      writer_.line("static_cast<void>(form);");
      writer_.line("return static_cast<int32_t>(" + call(Phase::run) + ");");
      writer_.close();
      writer_.blank();
      return;
    }
    if (has(Phase::compute)) write_compute_again();
    writer_.line("scorch_status status = SCORCH_OK;");
    writer_.open("if (form == 0)");
    writer_.line("status = " + call(Phase::run) + ";");
    writer_.reopen("else");
    writer_.line("status = " + call(Phase::count) + ";");
    writer_.open("if (status == SCORCH_OK && !scorch_runner_allocate(scorch_result))");
    writer_.line("status = SCORCH_OUT_OF_MEMORY;");
    writer_.close();
    for (const Phase phase : {Phase::pattern, Phase::compute}) {
      if (!has(phase)) continue;
      writer_.open("if (status == SCORCH_OK)");
      writer_.line("status = " + call(phase) + ";");
      writer_.close();
    }
    writer_.close();
    writer_.line("scorch_runner_result = scorch_result;");
    writer_.line("scorch_runner_form = form;");
    writer_.line("scorch_runner_export(tensors[0]);");
    writer_.line("return static_cast<int32_t>(status);");
    writer_.close();
    writer_.blank();
  }

  void write_free() {
    writer_.open(free_head());
    if (!is_assembled()) {
      writer_.line("static_cast<void>(tensors);");
      writer_.close();
      return;
    }
    writer_.open("if (scorch_runner_form != 0)");
    for (const FieldDeclaration& field : result_->fields) {
      if (field.role != FieldRole::crd && field.role != FieldRole::vals) continue;
      writer_.line("std::free(scorch_runner_result." + field.name + ");");
      writer_.line("scorch_runner_result." + field.name + " = nullptr;");
    }
    writer_.close();
    if (has(Phase::release)) writer_.line(emit::symbol(module_, Phase::release) + "(&scorch_runner_result, nullptr);");
    writer_.line("scorch_runner_result = {};");
    for (const FieldDeclaration& field : result_->fields) {
      const std::string level = "[" + std::to_string(field.level) + "]";
      if (field.role == FieldRole::pos) writer_.line("tensors[0].pos" + level + " = nullptr;");
      if (field.role == FieldRole::crd) writer_.line("tensors[0].crd" + level + " = nullptr;");
      if (field.role == FieldRole::vals) writer_.line("tensors[0].vals = nullptr;");
    }
    writer_.close();
  }

  const loop::Module& module_;
  const loop::Function* run_ = nullptr;
  const Struct* result_ = nullptr;
  std::string result_name_;
  Writer writer_;
};

}  // namespace

std::string emit_runner(const loop::Module& module) { return RunnerEmitter(module).text(); }

}  // namespace scorchc
