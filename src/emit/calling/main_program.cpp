// Prints NAME.main.cpp: a short example that makes small inputs, calls the kernel and prints the result.
#include "emit/calling/kernel_header.h"
#include "emit/calling/own_names.h"
#include "emit/calling/parts.h"
#include "emit/calling/texts.h"
#include "emit/cpp_names.h"
#include "emit/writer.h"

namespace scorchc::emit {
namespace {

class Example {
 public:
  Example(const Interface& interface, OwnNames& own)
      : interface_(interface), status_(own("status")), print_(own("print")) {}

  std::string text() {
    write_opening();
    write_print();
    writer_.open("int main()");
    for (std::size_t n = 0; n < interface_.tensors.size(); ++n) write_tensor(interface_.tensors[n], n);
    write_call();
    writer_.close();
    return writer_.text();
  }

 private:
  void write_opening() {
    const std::string& name = interface_.name;
    writer_.comment("Example of a call: " + interface_.source);
    writer_.comment("");
    writer_.raw("//   c++ -std=c++17 " + name + ".main.cpp " + name + ".cpp -o " + name + " && ./" + name);
    writer_.comment("");
    writer_.comment(generated_by());
    writer_.raw("#include <cstdio>\n\n#include \"" + name + ".h\"\n");
  }

  void write_print() {
    writer_.open("namespace");
    writer_.blank();
    writer_.line("template <class Element>");
    writer_.open("void " + print_ + "(const char* name, const Element* array, int64_t count)");
    writer_.line("std::printf(\"%s =\", name);");
    writer_.line("for (int64_t n = 0; n < count; ++n) std::printf(\" %g\", static_cast<double>(array[n]));");
    writer_.line("std::printf(\"\\n\");");
    writer_.close();
    writer_.blank();
    writer_.close(" // namespace");
    writer_.blank();
  }

  /// Extents differ, so that readers can tell the modes apart.
  std::int64_t extent_of(const InterfaceIndex& index) const {
    const InterfaceIndex& first = *of_one_size(interface_, index).front();
    return fixed_extent(interface_, index).value_or(3 + (&first - interface_.indices.data()) % 3);
  }

  void write_tensor(const InterfaceTensor& tensor, std::size_t number) {
    const auto extent = [&](const InterfaceIndex& index) { return extent_of(index); };
    const SmallTensor small =
        make_small_tensor(tensor, dimensions(interface_, tensor, extent), 1 + static_cast<std::int64_t>(number));
    const std::string& name = tensor.parameter;
    writer_.blank();
    writer_.comment(tensor.name +
                    (tensor.order() > 0 ? ": " + print_map(tensor.format, tensor.indices) : ": a number") +
                    (tensor.is_assembled() ? ", whose arrays the kernel allocates" : ""));
    const auto write_array = [&](const InterfaceField& field, const std::vector<std::int64_t>& numbers) {
      const std::string list = numbers.empty() ? "0" : number_list(numbers);
      writer_.line("const " + type_name(field.type) + " " + field.name + "[] = {" + list + "};");
    };
    if (tensor.is_operand()) {
      for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
        if (tensor.levels[l].pos) write_array(*tensor.levels[l].pos, small.pos[l]);
        if (tensor.levels[l].crd) write_array(*tensor.levels[l].crd, small.crd[l]);
      }
      write_array(tensor.vals, small.values);
    } else if (!tensor.is_assembled()) {
      values_ = small.values.size();
      writer_.line(type_name(tensor.vals.type) + " " + tensor.vals.name + "[" +
                   std::to_string(values_ == 0 ? 1 : values_) + "] = {};");
    }
    writer_.line("::" + tensor.struct_name + " " + name + " = {};");
    for (std::size_t mode = 0; mode < tensor.order(); ++mode)
      writer_.line(name + ".dimension[" + std::to_string(mode) + "] = " + std::to_string(small.dimension[mode]) + ";");
    if (tensor.is_assembled()) return;
    for (const InterfaceField& array : arrays_of(tensor))
      writer_.line(name + "." + array.name + " = " + array.name + ";");
    if (const InterfaceField* count = root_entries(tensor))
      writer_.line(name + "." + count->name + " = " + std::to_string(small.crd[0].size()) + ";");
  }

  void write_call() {
    std::string arguments;
    for (const InterfaceTensor& tensor : interface_.tensors) arguments += "&" + tensor.parameter + ", ";
    writer_.blank();
    writer_.line("const scorch_status " + status_ + " = ::" + interface_.symbol + "(" + arguments + "nullptr);");
    writer_.open("if (" + status_ + " != SCORCH_OK)");
    writer_.line("std::fprintf(stderr, \"" + interface_.name + ": %s\\n\", scorch_status_text(" + status_ + "));");
    writer_.line("return 1;");
    writer_.close();
    const InterfaceTensor& result = interface_.result();
    const auto print = [&](const InterfaceField& field, const std::string& count) {
      writer_.line(print_ + "(\"" + field.name + "\", " + result.parameter + "." + field.name + ", " + count + ");");
    };
    if (!result.is_assembled()) {
      print(result.vals, std::to_string(values_));
    } else {
      std::string entries = "1";
      for (std::size_t l = 0; l < result.levels.size(); ++l) {
        const InterfaceLevel& level = result.levels[l];
        if (level.pos) print(*level.pos, entries + " + 1");
        if (level.crd) {
          entries = result.parameter + "." + result.entries(l)->name;
          print(*level.crd, entries);
          continue;
        }
        const auto extent = [&](const InterfaceIndex& index) { return extent_of(index); };
        const std::int64_t own = level_extent(level.spec, dimensions(interface_, result, extent));
        entries = (entries == "1" ? "" : entries + " * ") + std::to_string(own);
      }
      print(result.vals, result.parameter + "." + result.vals_count->name);
      writer_.line("::" + interface_.find(loop::Phase::release)->symbol + "(&" + result.parameter + ", nullptr);");
    }
    writer_.line("return 0;");
  }

  const Interface& interface_;
  const std::string status_, print_;
  std::size_t values_ = 0;  // of a dense result
  Writer writer_;
};

}  // namespace

std::string main_program(const Interface& interface) {
  return with_own_names([&](OwnNames& own) { return Example(interface, own).text(); });
}

}  // namespace scorchc::emit
