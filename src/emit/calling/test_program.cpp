// Prints NAME.test.cpp: a self-contained program that tests the kernel on the machine where it runs.
#include <algorithm>

#include "embed/runtime_blocks.h"
#include "embed/shared_blocks.h"
#include "emit/calling/helpers.h"
#include "emit/calling/kernel_header.h"
#include "emit/calling/own_names.h"
#include "emit/calling/parts.h"
#include "emit/calling/reference.h"
#include "emit/calling/texts.h"
#include "emit/cpp_names.h"
#include "emit/writer.h"
#include "support/diagnostics.h"

namespace scorchc::emit {
namespace {

/// Limit of cells and iterations, so that a test takes no time.
constexpr double most_iterations = 1e7;

class TestProgram {
 public:
  TestProgram(const Interface& interface, OwnNames& own) : interface_(interface), own_(own) {}

  std::string text() {
    check_size();
    write_support();
    write_case();
    write_main();
    const std::string& name = interface_.name;
    Writer opening;
    opening.comment("Compares the kernel `" + name + "` with dense loops on random inputs: " + interface_.source);
    opening.comment("");
    opening.raw("//   c++ -std=c++17 " + name + ".test.cpp " + name + ".cpp -o " + name + ".test && ./" + name +
                ".test [CASES [SEED]]");
    opening.comment("");
    opening.comment(
        "Sparse operands are packed from entries in any order, some of them twice. If the kernel differs from the "
        "loops, the program prints the case and exits with status 1.");
    opening.comment("");
    opening.comment(generated_by());
    opening.raw(
        "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <initializer_list>\n"
        "#include <limits>\n#include <type_traits>\n#include <utility>\n#include <vector>\n");
    opening.raw("#include \"" + name + ".h\"");
    if (interface_.result().is_assembled() && interface_.result().order() > 0) opening.raw(fault_block());
    return opening.text() + shared_.text() + "\n" + writer_.text();
  }

 private:
  std::string dense(const std::string& tensor) const { return own_("dense_" + tensor); }
  std::string object(const InterfaceTensor& tensor) const { return own_("tensor_" + tensor.name); }
  std::string size(const std::string& index) const { return own_("size_" + index); }
  std::string pack(const InterfaceTensor& tensor) const { return own_("pack_" + tensor.name); }
  std::string free(const InterfaceTensor& tensor) const { return own_("free_" + tensor.name); }
  std::string value_of(const InterfaceTensor& tensor) const { return own_("value_of_" + tensor.name); }

  void check_size() const {
    double iterations = 1;
    for (const InterfaceIndex& index : interface_.indices)
      iterations *= static_cast<double>(std::max<std::int64_t>(fixed_extent(interface_, index).value_or(1), 1));
    if (iterations > most_iterations)
      fail(Code::too_large, {}, "the dense loops of the test would take too long with the given extents",
           "leave out `--dim`");
  }

  void write_support() {
    writer_.raw("// No kernel and no tensor has a name that begins like this.\nnamespace scorch_test {\nnamespace {");
    std::string support = "\n" + std::string(runtime_block("self_test").body());
    constexpr std::string_view place = "TOLERANCE";
    support.replace(support.find(place), place.size(), is_rounded_to_f32() ? "2e-4" : "1e-10");
    writer_.raw(support);
    writer_.blank();
    writer_.comment("Operators on values. Integers wrap.");
    write_reference_operators(interface_, writer_);
    for (const InterfaceTensor& tensor : interface_.tensors) {
      if (tensor.is_assembled() || tensor.order() == 0) continue;
      writer_.blank();
      write_pack(tensor, pack_head(tensor, pack(tensor), "::"), free_head(tensor, free(tensor), "::"), writer_,
                 shared_);
    }
  }

  /// Whether the tolerance must be that of f32: intermediate values may be less precise than the result.
  bool is_rounded_to_f32() const {
    return interface_.result().vals.type == loop::Type::f32 ||
           std::any_of(interface_.statements.begin(), interface_.statements.end(),
                       [](const auto& each) { return each.arithmetic == loop::Type::f32; }) ||
           std::any_of(interface_.temporaries.begin(), interface_.temporaries.end(),
                       [](const auto& each) { return each.type == loop::Type::f32; });
  }

  /// Random extents, smaller the more indices there are, so that dense loops take no time.
  std::string extent_text(const InterfaceIndex& index) const {
    if (const auto extent = fixed_extent(interface_, index)) return std::to_string(*extent);
    if (const InterfaceIndex& first = *of_one_size(interface_, index).front(); &first != &index)
      return size(first.name);
    const std::size_t count = interface_.indices.size();
    const int large = count <= 3 ? 40 : count == 4 ? 14 : count == 5 ? 7 : 3;
    const int small = std::min(large, 9);
    return "random.below(is_large ? " + std::to_string(large) + " : " + std::to_string(small) + ")";
  }

  void write_case() {
    writer_.blank();
    writer_.open("bool run_case(Random& random, [[maybe_unused]] bool is_large)");
    for (const InterfaceIndex& index : interface_.indices)
      writer_.line("[[maybe_unused]] const int64_t " + size(index.name) + " = " + extent_text(index) + ";");
    for (const InterfaceTensor& tensor : interface_.tensors) write_tensor(tensor);
    for (const InterfaceTemporary& temporary : interface_.temporaries)
      writer_.line("Tensor<" + type_name(temporary.type) + "> " + dense(temporary.name) + "({" +
                   sizes(temporary.indices) + "});");
    if (reads_result())
      writer_.line("Tensor<" + value_type(interface_.result()) + "> " + own_("before_" + interface_.result().name) +
                   " = " + dense(interface_.result().name) + ";");
    writer_.blank();
    writer_.comment("The reference: dense loops.");
    write_reference(interface_, own_, writer_);
    writer_.blank();
    writer_.comment("The kernel.");
    for (const InterfaceTensor& tensor : interface_.tensors) write_struct(tensor);
    writer_.line("bool passed = is_ok(" + call(loop::Phase::run, object(interface_.result())) + ", \"" +
                 interface_.name + "\");");
    if (interface_.result().is_assembled())
      check_assembled();
    else
      check_dense();
    for (const InterfaceTensor& tensor : interface_.tensors)
      if (!tensor.is_assembled() && tensor.order() > 0)
        writer_.line(free(tensor) + "(&" + object(tensor) + ", nullptr);");
    writer_.line("return passed;");
    writer_.close();
  }

  static std::string value_type(const InterfaceTensor& tensor) { return type_name(tensor.vals.type); }
  std::string sizes(const std::vector<std::string>& indices) const {
    std::string list;
    for (const std::string& index : indices) list += (list.empty() ? "" : ", ") + size(index);
    return list;
  }
  std::string sizes(const InterfaceTensor& tensor) const {
    std::vector<std::string> names;
    for (std::size_t mode = 0; mode < tensor.order(); ++mode) names.push_back(index_of(interface_, tensor, mode).name);
    return sizes(names);
  }

  /// Whether the result's old value is an input, which is drawn as well.
  bool starts_from_old() const {
    const auto is_old = [](const InterfaceTensor& tensor) { return !tensor.old_value_of.empty(); };
    return interface_.starts_from_result || std::any_of(interface_.tensors.begin(), interface_.tensors.end(), is_old);
  }
  bool reads_result() const {
    const std::vector<Access> all = accesses(interface_.statements.back().statement.rhs);
    return std::any_of(all.begin(), all.end(),
                       [&](const Access& access) { return access.tensor == interface_.result().name; });
  }

  void write_tensor(const InterfaceTensor& tensor) {
    const std::string name = dense(tensor.name);
    const auto declare = [&](const std::string& text) {
      writer_.line("Tensor<" + value_type(tensor) + "> " + name + text + ";");
    };
    if (!tensor.is_operand() && starts_from_old() && !interface_.starts_from_result) {
      const auto old = std::find_if(interface_.tensors.begin(), interface_.tensors.end(),
                                    [](const InterfaceTensor& each) { return !each.old_value_of.empty(); });
      return declare(" = " + dense(old->name));
    }
    declare("({" + sizes(tensor) + "})");
    if (!tensor.is_operand() && !interface_.starts_from_result) return;
    const std::string every = tensor.format.is_dense() ? "true" : "false";
    writer_.line(name + ".draw(random, " + every + ", " + (has_division(interface_) ? "1" : "-3") + ");");
  }

  void write_struct(const InterfaceTensor& tensor) {
    const std::string name = object(tensor), cells = dense(tensor.name);
    writer_.line("::" + tensor.struct_name + " " + name + " = {};");
    const bool has_values = tensor.is_operand() || interface_.starts_from_result;
    if (tensor.order() == 0) {
      if (!tensor.is_operand()) {
        writer_.line(value_type(tensor) + " " + value_of(tensor) + " = " + (has_values ? start_of(tensor) : "{}") +
                     ";");
        writer_.line(name + "." + tensor.vals.name + " = &" + value_of(tensor) + ";");
      } else {
        writer_.line(name + "." + tensor.vals.name + " = " + cells + ".cells.data();");
      }
      return;
    }
    if (tensor.is_assembled()) return set_dimension(tensor, name);
    const std::string lists = own_("lists_of_" + tensor.name);
    writer_.line("const std::vector<const int64_t*> " + lists + " = " + cells + ".lists();");
    const std::string count = has_values ? "static_cast<int64_t>(" + cells + ".values.size())" : "0";
    writer_.line("if (!is_ok(" + pack(tensor) + "(" + cells + ".dimension.data(), " + count + ", " + lists +
                 ".data(), " + cells + ".values.data(), &" + name + ", nullptr), \"pack " + tensor.name +
                 "\")) return false;");
  }

  /// The value of the result before the loops changed its cell: the entry that the cell was built from.
  std::string start_of(const InterfaceTensor& tensor) const { return dense(tensor.name) + ".values.at(0)"; }

  void set_dimension(const InterfaceTensor& tensor, const std::string& name) {
    for (std::size_t mode = 0; mode < tensor.order(); ++mode)
      writer_.line(name + ".dimension[" + std::to_string(mode) +
                   "] = " + size(index_of(interface_, tensor, mode).name) + ";");
  }

  std::string call(loop::Phase phase, const std::string& result) const {
    std::string arguments;
    for (const InterfaceTensor& tensor : interface_.tensors)
      arguments += "&" + (tensor.is_operand() ? object(tensor) : result) + ", ";
    return "::" + interface_.find(phase)->symbol + "(" + arguments + "nullptr)";
  }

  void check_dense() {
    const InterfaceTensor& result = interface_.result();
    const std::string cells = dense(result.name);
    writer_.line("Tensor<" + value_type(result) + "> got(" + cells + ".dimension);");
    if (result.order() == 0) {
      writer_.line("got.cells[0] = " + value_of(result) + ";");
    } else {
      shared_.use("unpack");
      write_walk(result, object(result));
    }
    writer_.line("passed = passed && agree(got, " + cells + ");");
  }

  /// Fills `got` from what a struct stores.
  void write_walk(const InterfaceTensor& tensor, const std::string& name) {
    writer_.open("if (passed)");
    writer_.line("const ::" + tensor.struct_name + "* const tensor = &" + name + ";");
    write_level_table(tensor, writer_);
    write_level_arrays(tensor, writer_);
    writer_.line("scorch_for_each_stored(levels, tensor->dimension, arrays, [&](const int64_t (&at)[" +
                 std::to_string(tensor.order()) +
                 "], int64_t position) { if (scorch_is_inside(at, tensor->dimension)) got.cell(at) = "
                 "arrays.vals[position]; });");
    if (tensor.is_assembled()) {
      write_level_names(tensor, writer_);
      writer_.line("const scorch_fault fault = " + validator(tensor) + ".run();");
      writer_.line(
          "if (fault.kind != SCORCH_VALID) std::printf(\"%s[%lld]: %s\\n\", fault.array, "
          "static_cast<long long>(fault.position), scorch_fault_text(fault.kind));");
      writer_.line("passed = fault.kind == SCORCH_VALID;");
    }
    writer_.close();
  }

  void check_assembled() {
    const InterfaceTensor& result = interface_.result();
    shared_.use("unpack");
    shared_.use("validate");
    const std::string name = object(result);
    writer_.line("Tensor<" + value_type(result) + "> got(" + dense(result.name) + ".dimension);");
    write_walk(result, name);
    writer_.line("passed = passed && agree(got, " + dense(result.name) + ");");
    if (interface_.find(loop::Phase::count)) check_split_form(result, name);
    writer_.line("::" + interface_.find(loop::Phase::release)->symbol + "(&" + name + ", nullptr);");
  }

  /// Checks that count, pattern and compute give the same arrays as the single call.
  void check_split_form(const InterfaceTensor& result, const std::string& name) {
    writer_.blank();
    writer_.comment("The same in steps, into the caller's arrays.");
    writer_.line("::" + result.struct_name + " again = {};");
    set_dimension(result, "again");
    writer_.line("passed = passed && is_ok(" + call(loop::Phase::count, "again") + ", \"count\");");
    const auto each_array = [&](const auto& visit) {
      for (std::size_t l = 0; l < result.levels.size(); ++l)
        if (result.levels[l].crd) visit(*result.levels[l].crd, result.entries(l)->name);
      visit(result.vals, result.vals_count->name);
    };
    each_array([&](const InterfaceField& field, const std::string& count) {
      writer_.line("std::vector<" + type_name(field.type) + "> " + own_("own_" + field.name) +
                   "(static_cast<size_t>(again." + count + ") + 1);");
      writer_.line("again." + field.name + " = " + own_("own_" + field.name) + ".data();");
    });
    for (const loop::Phase phase : {loop::Phase::pattern, loop::Phase::compute})
      if (interface_.find(phase))
        writer_.line("passed = passed && is_ok(" + call(phase, "again") + ", \"" + std::string(loop::name(phase)) +
                     "\");");
    each_array([&](const InterfaceField& field, const std::string& count) {
      const std::string size = "static_cast<size_t>(again." + count + ") * sizeof(" + type_name(field.type) + ")";
      writer_.open("if (passed && (again." + count + " != " + name + "." + count + " || (again." + count +
                   " > 0 && std::memcmp(again." + field.name + ", " + name + "." + field.name + ", " + size +
                   ") != 0)))");
      writer_.line("std::printf(\"the steps give another " + field.name + " than the one call\\n\");");
      writer_.line("passed = false;");
      writer_.close();
    });
    writer_.line("::" + interface_.find(loop::Phase::release)->symbol + "(&again, nullptr);");
  }

  void write_main() {
    writer_.blank();
    writer_.raw("}  // namespace\n");
    writer_.open("static int run_cases(int count, char** arguments)");
    writer_.line("const long cases = count > 1 ? std::atol(arguments[1]) : 40;");
    writer_.line("const long seed = count > 2 ? std::atol(arguments[2]) : 1;");
    writer_.open("for (long number = 0; number < cases; ++number)");
    writer_.line("Random random = {static_cast<uint64_t>(seed + number)};");
    writer_.line("if (run_case(random, number % 4 == 3)) continue;");
    writer_.line("std::printf(\"" + interface_.name + ": case %ld differs\\n\", seed + number);");
    writer_.line("return 1;");
    writer_.close();
    writer_.line("std::printf(\"" + interface_.name + ": %ld cases agree\\n\", cases);");
    writer_.line("return 0;");
    writer_.close();
    writer_.blank();
    writer_.raw("}  // namespace scorch_test\n");
    writer_.line("int main(int count, char** arguments) { return scorch_test::run_cases(count, arguments); }");
  }

  const Interface& interface_;
  OwnNames& own_;
  SharedBlocks shared_;
  Writer writer_;
};

}  // namespace

std::string test_program(const Interface& interface) {
  return with_own_names([&](OwnNames& own) { return TestProgram(interface, own).text(); });
}

}  // namespace scorchc::emit
