// Prints NAME.hpp, the C++20 wrapper. A view is a tensor's struct with the lengths of its arrays, so each call can
// check what the C function cannot.
#include "embed/runtime_blocks.h"
#include "emit/calling/foreign_names.h"
#include "emit/calling/hpp_parts.h"
#include "emit/calling/kernel_header.h"
#include "emit/calling/own_names.h"
#include "emit/calling/parts.h"
#include "emit/calling/texts.h"

namespace scorchc::emit {
namespace {

std::string result_name(const InterfaceTensor& tensor) { return tensor.name + "_result"; }
class Wrapper {
 public:
  Wrapper(const Interface& interface, OwnNames& own) : interface_(interface), own_(own) {}

  std::string text() {
    writer_.comment("C++20 wrapper of the kernel `" + interface_.name + "`: " + interface_.source);
    writer_.comment("");
    writer_.comment(
        "Views refer to the caller's arrays, without copies, and record their lengths. An array that is too short, or "
        "a result that shares memory with an operand, is SCORCH_SHAPE_MISMATCH. Coordinates are not checked. Results "
        "own their arrays. Statuses are those of " +
        interface_.name + ".h; a function throws only if its comment says so.");
    writer_.comment("");
    writer_.comment(generated_by());
    writer_.blank();
    const std::string guard = "SCORCH_KERNEL_" + interface_.symbol + "_HPP";
    writer_.raw("#ifndef " + guard + "\n#define " + guard + "\n");
    writer_.raw(
        "#include <array>\n#include <concepts>\n#include <cstddef>\n#include <cstdint>\n#include "
        "<functional>\n#include <ranges>\n#include <span>\n"
        "#include <type_traits>\n#include <utility>\n#include <vector>\n");
    writer_.raw("#include \"" + interface_.name + ".h\"");
    writer_.raw("\n" + runtime_block("hpp").text + "\n" + runtime_block("hpp_overlap").text);
    writer_.blank();
    writer_.raw("namespace scorch::" + interface_.symbol + " {");
    for (const InterfaceTensor& tensor : interface_.tensors) {
      if (!tensor.is_assembled()) write_view(tensor);
      if (tensor.role == InterfaceTensor::Role::dense_result) write_dense_result(tensor);
      if (tensor.is_assembled()) write_assembled_result(tensor);
    }
    write_call(loop::Phase::run, "call",
               interface_.result().is_assembled() ? "Runs the kernel. Releases what the result held before."
                                                  : "Runs the kernel.");
    if (interface_.find(loop::Phase::compute))
      write_call(loop::Phase::compute, "recompute",
                 "Recomputes the values in the pattern that an earlier call assembled. The operands must have the same "
                 "patterns as then.");
    writer_.raw("\n}  // namespace scorch::" + interface_.symbol + "\n\n#endif  // " + guard);
    return writer_.text();
  }

 private:
  void open_class(const std::string& name) {
    writer_.open("class " + name);
    writer_.raw(" public:");
  }

  std::string view_parameters(const InterfaceTensor& tensor) const {
    std::string list = tensor.order() > 0 ? "const " + dimensions_type(tensor) + "& dimension" : "";
    for (const InterfaceField& array : arrays_of(tensor)) {
      const bool is_written = !tensor.is_operand();
      list += (list.empty() ? "" : ", ") +
              std::string(is_written ? "scorch_hpp::mutable_array_of<" : "scorch_hpp::array_of<") +
              std_name(array.type) + "> auto&& " + array.name;
    }
    return list;
  }

  void write_view(const InterfaceTensor& tensor) {
    writer_.blank();
    writer_.comment(tensor.name + ": " + print_map(tensor.format, tensor.indices) +
                    (tensor.is_operand() ? "" : ", in the caller's array"));
    open_class(view_name(tensor));
    const bool has_one_argument = tensor.order() == 0;
    writer_.open(std::string(has_one_argument ? "explicit " : "") + view_name(tensor) + "(" + view_parameters(tensor) +
                 ") noexcept");
    for (std::size_t mode = 0; mode < tensor.order(); ++mode)
      writer_.line("c_.dimension[" + std::to_string(mode) + "] = dimension[" + std::to_string(mode) + "];");
    for (const InterfaceField& array : arrays_of(tensor)) {
      writer_.line("c_." + array.name + " = std::ranges::data(" + array.name + ");");
      writer_.line(array.name + "_length_ = scorch_hpp::length(" + array.name + ");");
    }
    if (const InterfaceField* count = root_entries(tensor))
      writer_.line("c_." + count->name + " = " + tensor.levels[0].crd->name + "_length_;");
    writer_.close();
    writer_.blank();
    write_check(interface_, tensor, writer_);
    write_looking_helpers(interface_, tensor, writer_);
    write_memory(tensor);
    writer_.line("const ::" + tensor.struct_name + "* c() const noexcept { return &c_; }");
    if (!tensor.is_operand()) writer_.line("::" + tensor.struct_name + "* c() noexcept { return &c_; }");
    writer_.blank();
    writer_.raw(" private:");
    writer_.line("::" + tensor.struct_name + " c_ = {};");
    for (const InterfaceField& array : arrays_of(tensor)) writer_.line("std::int64_t " + array.name + "_length_ = 0;");
    writer_.close(";");
    write_packed(interface_, tensor, writer_);
  }

  /// A dense result with an array of its own.
  void write_dense_result(const InterfaceTensor& tensor) {
    writer_.blank();
    writer_.comment(tensor.name +
                    " in an array of its own, initialised to zero. The constructor throws std::bad_alloc; dimensions "
                    "must not be negative.");
    open_class(result_name(tensor));
    std::string parameters, size;
    if (tensor.order() > 0) parameters = "const " + dimensions_type(tensor) + "& dimension";
    for (const InterfaceLevel& level : tensor.levels)
      size += (size.empty() ? "" : " * ") + ("static_cast<std::size_t>(" + level_extent_text(level, "dimension") + ")");
    if (size.empty()) size = "1";
    const std::string view_of = tensor.order() > 0 ? "(dimension, values_)" : "(values_)";
    writer_.line(std::string(tensor.order() > 0 ? "explicit " : "") + result_name(tensor) + "(" + parameters +
                 ") : values_(" + size + "), view_" + view_of + " {}");
    writer_.line(result_name(tensor) + "(const " + result_name(tensor) + "&) = delete;");
    writer_.line(result_name(tensor) + "& operator=(const " + result_name(tensor) + "&) = delete;");
    writer_.line(result_name(tensor) + "(" + result_name(tensor) +
                 "&&) noexcept = default;  // the array stays where it is");
    writer_.line(result_name(tensor) + "& operator=(" + result_name(tensor) + "&&) noexcept = default;");
    const std::string type = std_name(tensor.vals.type);
    writer_.line("std::span<" + type + "> " + tensor.vals.name + "() noexcept { return values_; }");
    writer_.line("std::span<const " + type + "> " + tensor.vals.name + "() const noexcept { return values_; }");
    writer_.line("operator " + view_name(tensor) + "&() noexcept { return view_; }");
    writer_.raw("\n private:");
    writer_.line("std::vector<" + type + "> values_;");
    writer_.line(view_name(tensor) + " view_;");
    writer_.close(";");
  }

  void write_assembled_result(const InterfaceTensor& tensor) {
    const std::string name = result_name(tensor);
    writer_.blank();
    writer_.comment(tensor.name + ": " + print_map(tensor.format, tensor.indices) +
                    ", in arrays that the kernel allocates");
    open_class(name);
    write_moves(name, "reset(nullptr)", writer_);
    writer_.line("const ::" + tensor.struct_name + "* c() const noexcept { return &c_; }");
    writer_.line("::" + tensor.struct_name + "* c() noexcept { return &c_; }");
    writer_.line("std::int64_t dimension(std::size_t mode) const noexcept { return c_.dimension[mode]; }");
    write_spans(tensor);
    write_memory(tensor);
    write_looking_helpers(interface_, tensor, writer_);
    writer_.comment(
        "Releases the arrays. Later ones are allocated by a copy of the context, or by malloc if it is null.");
    writer_.open("void reset(const scorch_context* context) noexcept");
    writer_.line("::" + interface_.find(loop::Phase::release)->symbol + "(&c_, &context_);");
    const std::string type = "const std::array<std::int64_t, " + std::to_string(tensor.order()) + "> ";
    writer_.line(type + "kept = {" + dimensions_text(tensor) + "};");
    writer_.line("c_ = {};");
    for (std::size_t mode = 0; mode < tensor.order(); ++mode)
      writer_.line("c_.dimension[" + std::to_string(mode) + "] = kept[" + std::to_string(mode) + "];");
    writer_.line("context_ = context == nullptr ? scorch_context{} : *context;");
    writer_.close();
    writer_.raw("\n private:");
    write_owned(name, tensor, writer_);
  }

  /// The member that returns the bytes of every array of a view or an assembled result.
  void write_memory(const InterfaceTensor& tensor) {
    std::string list;
    const auto add = [&](const InterfaceField& array, const std::string& count) {
      list += (list.empty() ? "" : ", ") + ("scorch_hpp::bytes(c_." + array.name + ", " + count + ")");
    };
    if (tensor.is_assembled())
      each_array(tensor, "c_", [](const InterfaceLevel& level) { return level_extent_text(level); }, add);
    else
      for (const InterfaceField& array : arrays_of(tensor)) add(array, array.name + "_length_");
    writer_.open("std::array<std::span<const std::byte>, " + std::to_string(arrays_of(tensor).size()) +
                 "> memory() const noexcept");
    writer_.line("return {" + list + "};");
    writer_.close();
  }

  /// Members that return the arrays of an assembled result, with the lengths that its counts give.
  void write_spans(const InterfaceTensor& tensor) {
    const auto span = [&](const InterfaceField& field, const std::string& count) {
      const std::string element = "const " + std_name(field.type);
      writer_.open("std::span<" + element + "> " + field.name + "() const noexcept");
      writer_.line("if (c_." + field.name + " == nullptr) return {};");
      writer_.line("return {c_." + field.name + ", static_cast<std::size_t>(" + count + ")};");
      writer_.close();
    };
    each_array(tensor, "c_", [](const InterfaceLevel& level) { return level_extent_text(level); }, span);
  }

  void write_call(loop::Phase phase, const std::string& name, const std::string& comment) {
    const InterfaceTensor& result = interface_.result();
    std::string parameters, arguments;
    const auto parameter = [&](const InterfaceTensor& tensor) { return own_(tensor.parameter); };
    for (const InterfaceTensor& tensor : interface_.tensors) {
      parameters += tensor.is_operand() ? "const " + view_name(tensor) + "& "
                                        : (tensor.is_assembled() ? result_name(tensor) : view_name(tensor)) + "& ";
      parameters += parameter(tensor) + ", ";
      arguments += parameter(tensor) + ".c(), ";
    }
    writer_.blank();
    writer_.comment(comment);
    writer_.open("[[nodiscard]] inline scorch_status " + name + "(" + parameters +
                 "const scorch_context* context = nullptr) noexcept");
    for (const InterfaceTensor& tensor : interface_.tensors)
      if (!tensor.is_assembled())
        writer_.line("if (" + parameter(tensor) + ".check() != SCORCH_OK) return SCORCH_SHAPE_MISMATCH;");
    for (const InterfaceTensor& tensor : interface_.tensors)
      if (tensor.is_operand())
        writer_.line("if (scorch_hpp::overlap(" + parameter(result) + ".memory(), " + parameter(tensor) +
                     ".memory())) return SCORCH_SHAPE_MISMATCH;");
    if (result.is_assembled() && phase == loop::Phase::run) writer_.line(parameter(result) + ".reset(context);");
    writer_.line("return ::" + interface_.find(phase)->symbol + "(" + arguments + "context);");
    writer_.close();
  }

  const Interface& interface_;
  OwnNames& own_;
  Writer writer_;
};

}  // namespace

std::string cpp_wrapper(const Interface& interface) {
  check_names_of_hpp(interface);
  return with_own_names([&](OwnNames& own) { return Wrapper(interface, own).text(); });
}

}  // namespace scorchc::emit
