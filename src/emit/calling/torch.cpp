// Prints NAME.torch.cpp: an extension with one function of torch tensors, whose buffers the kernel reads and writes.
#include "emit/calling/foreign_names.h"
#include "emit/calling/kernel_header.h"
#include "emit/calling/library_form.h"
#include "emit/calling/own_names.h"
#include "emit/calling/parts.h"
#include "emit/calling/python.h"
#include "emit/calling/texts.h"
#include "emit/cpp_names.h"
#include "emit/writer.h"

namespace scorchc::emit {
namespace {

constexpr std::string_view torch_support_text = R"(
// No kernel and no tensor has a name that begins like this.
namespace scorch_torch {
namespace {

// The buffer of a tensor. Nothing is converted: a wrong device, type, layout or size is an error.
template <class Element>
Element* buffer(const at::Tensor& tensor, const char* name, int64_t least) {
  TORCH_CHECK(tensor.device().is_cpu(), name, " has to be on the CPU");
  TORCH_CHECK(tensor.scalar_type() == c10::CppTypeToScalarType<Element>::value, name,
              " has elements of type ", tensor.scalar_type(), " instead of ",
              c10::CppTypeToScalarType<Element>::value);
  TORCH_CHECK(tensor.is_contiguous(), name, " has to be contiguous");
  TORCH_CHECK(tensor.numel() >= least, name, " has ", tensor.numel(), " elements, and needs ", least);
  return tensor.data_ptr<Element>();
}
)";

/// Only for kernels whose caller provides the result's array.
constexpr std::string_view apart_text = R"(
// Checks for overlaps: a kernel reads its operands while it writes its result.
void check_apart(const at::Tensor& out, const std::vector<at::Tensor>& arrays, const char* name) {
  const auto begin_of = [](const at::Tensor& each) { return reinterpret_cast<std::uintptr_t>(each.data_ptr()); };
  for (const at::Tensor& array : arrays) {
    const bool overlaps = out.nbytes() > 0 && array.nbytes() > 0 &&
                          begin_of(out) < begin_of(array) + array.nbytes() &&
                          begin_of(array) < begin_of(out) + out.nbytes();
    TORCH_CHECK(!overlaps, "out overlaps ", name);
  }
}
)";

class TorchExtension {
 public:
  TorchExtension(const Interface& interface, OwnNames& own) : interface_(interface), own_(own) {}

  std::string text() {
    const std::string& name = interface_.name;
    writer_.comment("torch extension of the kernel `" + name + "`, over the buffers of tensors: " + interface_.source);
    writer_.comment("");
    const std::string loaded = "load(\"" + name + "_torch\", [\"" + name + ".torch.cpp\", \"" + name +
                               ".cpp\"],\n//       extra_cflags=[\"-std=c++17\", \"-O2\"])";
    writer_.raw("//   from torch.utils.cpp_extension import load\n//   " +
                (is_python_keyword(name) ? name + "_ = getattr(" + loaded + ", \"" + name + "\")"
                                         : name + " = " + loaded + "." + name));
    writer_.comment("");
    writer_.comment(generated_by());
    writer_.raw(
        "#include <torch/extension.h>\n\n#include <cstdint>\n#include <memory>\n#include <vector>\n\n#include \"" +
        name + ".h\"");
    writer_.raw(torch_support_text);
    if (takes_out()) writer_.raw(apart_text);
    for (const InterfaceTensor& tensor : interface_.tensors)
      if (tensor.is_operand() && tensor.order() > 0) write_operand(tensor);
    if (interface_.result().is_assembled()) write_result(interface_.result());
    write_kernel();
    writer_.raw("\n}  // namespace\n}  // namespace scorch_torch\n");
    writer_.open("PYBIND11_MODULE(TORCH_EXTENSION_NAME, module)");
    writer_.line("module.def(\"" + name + "\", &scorch_torch::run_kernel" + python_arguments_ + ");");
    writer_.close();
    return writer_.text();
  }

 private:
  std::string object(const InterfaceTensor& tensor) const { return own_("tensor_" + tensor.name); }
  std::string given(const InterfaceTensor& tensor) const { return own_("given_" + tensor.name); }
  std::string shape_of(const InterfaceTensor& tensor) const { return own_("shape_of_" + tensor.name); }
  std::string take(const InterfaceTensor& tensor) const { return own_("take_" + tensor.name); }
  std::string give(const InterfaceTensor& tensor) const { return own_("give_" + tensor.name); }

  bool takes_out() const { return interface_.starts_from_result && interface_.result().order() > 0; }

  static std::string element(const InterfaceField& field) { return type_name(field.type); }
  static std::string extent(const InterfaceLevel& level) {
    return extent_of_level(level, "tensor.dimension", [](const std::string& whole, std::int64_t block) {
      return "((" + whole + " + " + std::to_string(block - 1) + ") / " + std::to_string(block) + ")";
    });
  }

  static std::string level_modes(const InterfaceTensor& tensor) {
    std::string modes;
    for (const InterfaceLevel& level : tensor.levels)
      modes += (modes.empty() ? "" : ", ") + std::to_string(level.spec.mode);
    return modes;
  }

  /// The arrays of a sparse matrix of torch, in the order of the struct; a dense tensor itself.
  static std::string arrays_of_matrix(const InterfaceTensor& tensor, const std::string& matrix) {
    switch (library_form(tensor)) {
      case LibraryForm::csr:
      case LibraryForm::bsr:
        return matrix + ".crow_indices(), " + matrix + ".col_indices(), " + matrix + ".values()";
      case LibraryForm::csc:
        return matrix + ".ccol_indices(), " + matrix + ".row_indices(), " + matrix + ".values()";
      case LibraryForm::coo:
        return matrix + "._indices().select(0, 0), " + matrix + "._indices().select(0, 1), " + matrix + "._values()";
      case LibraryForm::dense:
      case LibraryForm::none:
        break;
    }
    return matrix;
  }

  static std::string layout_name(LibraryForm form) {
    switch (form) {
      case LibraryForm::csr:
        return "kSparseCsr";
      case LibraryForm::csc:
        return "kSparseCsc";
      case LibraryForm::bsr:
        return "kSparseBsr";
      case LibraryForm::coo:
        return "kSparse";
      case LibraryForm::dense:
      case LibraryForm::none:
        break;
    }
    return {};
  }

  /// Checks the layout of a sparse matrix of torch and declares `arrays`.
  void write_arrays(const InterfaceTensor& tensor) {
    const std::string layout = layout_name(library_form(tensor));
    if (layout.empty()) return;
    if (library_form(tensor) == LibraryForm::coo)
      writer_.line("TORCH_CHECK(matrix.is_coalesced(), \"" + tensor.name + " has to be coalesced\");");
    writer_.line("TORCH_CHECK(matrix.layout() == at::" + layout + ", \"" + tensor.name +
                 " has to be a tensor of layout " + layout + "\");");
    writer_.line("const std::vector<at::Tensor> arrays = {" + arrays_of_matrix(tensor, "matrix") + "};");
  }

  static bool takes_arrays(const InterfaceTensor& tensor) { return library_form(tensor) == LibraryForm::none; }

  void write_operand(const InterfaceTensor& tensor) {
    writer_.blank();
    writer_.comment(tensor.name + ": " + print_map(tensor.format, tensor.indices));
    writer_.open("void " + take(tensor) +
                 (takes_arrays(tensor) ? "(const std::vector<int64_t>& sizes, const std::vector<at::Tensor>& arrays, "
                                       : "(const at::Tensor& matrix, ") +
                 "::" + tensor.struct_name + "& tensor)");
    const std::string order = std::to_string(tensor.order());
    if (!takes_arrays(tensor)) writer_.line("const auto sizes = matrix.sizes();");
    writer_.line("TORCH_CHECK(sizes.size() == " + order + ", \"" + tensor.name + " has to have " + order +
                 " modes\");");
    writer_.line("for (size_t mode = 0; mode < " + order + "; ++mode) tensor.dimension[mode] = sizes[mode];");
    if (library_form(tensor) == LibraryForm::dense) {
      writer_.line("TORCH_CHECK(matrix.layout() == at::kStrided, \"" + tensor.name + " has to be dense\");");
      writer_.line("tensor." + tensor.vals.name + " = buffer<" + element(tensor.vals) + ">(matrix.permute({" +
                   level_modes(tensor) + "}), \"" + tensor.name + "\", 0);");
      writer_.close();
      return;
    }
    write_arrays(tensor);
    const std::size_t count = arrays_of(tensor).size();
    if (takes_arrays(tensor))
      writer_.line("TORCH_CHECK(arrays.size() == " + std::to_string(count) + ", \"" + tensor.name + " has " +
                   std::to_string(count) + " arrays\");");
    write_buffers(tensor);
    writer_.close();
  }

  void write_buffers(const InterfaceTensor& tensor) {
    writer_.line("int64_t entries = 1;");
    std::size_t number = 0;
    const auto take = [&](const InterfaceField& field, const std::string& least) {
      writer_.line("tensor." + field.name + " = buffer<" + element(field) + ">(arrays[" + std::to_string(number++) +
                   "], \"" + field.name + "\", " + least + ");");
    };
    for (const InterfaceLevel& level : tensor.levels) {
      if (!level.crd) {
        writer_.line("entries *= " + extent(level) + ";");
        continue;
      }
      if (level.pos) {
        take(*level.pos, "entries + 1");
        writer_.line("entries = tensor." + level.pos->name + "[entries];");
      } else if (!level.continues_run) {
        writer_.line("entries = arrays[" + std::to_string(number) + "].numel();");
        if (level.count) writer_.line("tensor." + level.count->name + " = entries;");
      }
      take(*level.crd, "entries");
    }
    take(tensor.vals, "entries");
  }

  /// The function that returns an assembled result as a matrix of torch, or as its arrays. Destroying the last array
  /// releases all.
  void write_result(const InterfaceTensor& tensor) {
    writer_.blank();
    writer_.comment("The arrays live as long as any tensor over one of them.");
    writer_.open(type_of_result(tensor) + " " + give(tensor) + "(const ::" + tensor.struct_name + "& result)");
    const std::string release = interface_.find(loop::Phase::release)->symbol;
    writer_.line("const std::shared_ptr<::" + tensor.struct_name + "> owner(new ::" + tensor.struct_name +
                 "(result), [](::" + tensor.struct_name + "* each) { ::" + release +
                 "(each, nullptr); delete each; });");
    writer_.line("const ::" + tensor.struct_name + "& tensor = *owner;");
    writer_.line("std::vector<at::Tensor> arrays;");
    writer_.line(
        "const auto give = [&](void* array, int64_t count, at::ScalarType type) { arrays.push_back("
        "at::from_blob(array, {count}, [owner](void*) {}, at::TensorOptions().dtype(type))); };");
    const auto give_array = [&](const InterfaceField& field, const std::string& count) {
      writer_.line("give(tensor." + field.name + ", " + count + ", c10::CppTypeToScalarType<" + element(field) +
                   ">::value);");
    };
    each_array(tensor, "tensor", [&](const InterfaceLevel& level) { return extent(level); }, give_array);
    const std::string layout = layout_of_result(tensor);
    if (layout.empty()) {
      writer_.line("return arrays;");
    } else {
      std::string values = "arrays[2]";
      if (library_form(tensor) == LibraryForm::bsr)
        values += ".view({-1, " + std::to_string(tensor.levels[2].spec.block) + ", " +
                  std::to_string(tensor.levels[3].spec.block) + "})";
      writer_.line("return at::sparse_compressed_tensor(arrays[0], arrays[1], " + values +
                   ", {tensor.dimension[0], tensor.dimension[1]}, arrays[2].options().layout(at::" + layout + "));");
    }
    writer_.close();
  }

  /// The layout of torch that takes the result's arrays as they are; empty if there is none. (Its coo keeps all
  /// coordinates in one array.)
  static std::string layout_of_result(const InterfaceTensor& tensor) {
    return library_form(tensor) == LibraryForm::coo ? std::string() : layout_name(library_form(tensor));
  }
  static std::string type_of_result(const InterfaceTensor& tensor) {
    return layout_of_result(tensor).empty() ? "std::vector<at::Tensor>" : "at::Tensor";
  }

  /// An extent that the kernel fixes or that an operand has; else the caller's `shape`.
  std::string extent_of_result(std::size_t mode) const {
    const InterfaceIndex& index = index_of(interface_, interface_.result(), mode);
    if (index.extent) return std::to_string(*index.extent);
    for (const InterfaceMode& each : index.modes) {
      const InterfaceTensor& tensor = *interface_.find_tensor(each.tensor);
      if (tensor.is_operand()) return object(tensor) + ".dimension[" + std::to_string(each.mode) + "]";
    }
    return "shape.at(" + std::to_string(mode) + ")";
  }

  void add_parameter(std::string& list, const std::string& type, const std::string& name, const std::string& python) {
    list += (list.empty() ? "" : ", ") + type + " " + name;
    python_arguments_ += ", pybind11::arg(\"" + python + "\")";
  }

  void write_kernel() {
    const InterfaceTensor& result = interface_.result();
    std::string parameters, arguments;
    OwnNames python_names;
    reserve_python_words(python_names);
    for (const InterfaceTensor& tensor : interface_.tensors) {
      arguments += "&" + object(tensor) + ", ";
      if (!tensor.is_operand()) continue;
      const std::string python = python_names(tensor.name);
      if (tensor.order() == 0) {
        add_parameter(parameters, element(tensor.vals), given(tensor), python);
      } else if (takes_arrays(tensor)) {
        add_parameter(parameters, "const std::vector<int64_t>&", shape_of(tensor), python_names(python + "_shape"));
        add_parameter(parameters, "const std::vector<at::Tensor>&", given(tensor), python);
      } else {
        add_parameter(parameters, "const at::Tensor&", given(tensor), python);
      }
    }
    std::string sizes;
    for (std::size_t mode = 0; mode < result.order(); ++mode) sizes += (mode == 0 ? "" : ", ") + extent_of_result(mode);
    if (interface_.starts_from_result)
      add_parameter(parameters, result.order() == 0 ? element(result.vals) : "const at::Tensor&", "start", "out");
    if (sizes.find("shape.at") != std::string::npos)
      add_parameter(parameters, "const std::vector<int64_t>&", "shape", "shape");

    writer_.blank();
    const std::string returned =
        result.is_assembled() ? type_of_result(result) : (result.order() == 0 ? element(result.vals) : "at::Tensor");
    writer_.open(returned + " run_kernel(" + parameters + ")");
    for (const InterfaceTensor& tensor : interface_.tensors) {
      writer_.line("::" + tensor.struct_name + " " + object(tensor) + " = {};");
      if (!tensor.is_operand()) continue;
      if (tensor.order() == 0)
        writer_.line(object(tensor) + "." + tensor.vals.name + " = &" + given(tensor) + ";");
      else
        writer_.line(take(tensor) + "(" + (takes_arrays(tensor) ? shape_of(tensor) + ", " : "") + given(tensor) + ", " +
                     object(tensor) + ");");
    }
    const std::string target = object(result);
    for (std::size_t mode = 0; mode < result.order(); ++mode)
      writer_.line(target + ".dimension[" + std::to_string(mode) + "] = " + extent_of_result(mode) + ";");
    if (!result.is_assembled()) write_dense_result(result, sizes);
    if (takes_out()) write_overlap_checks();
    writer_.line("const scorch_status status = ::" + interface_.symbol + "(" + arguments + "nullptr);");
    writer_.line("TORCH_CHECK(status == SCORCH_OK, \"" + interface_.name + ": \", scorch_status_text(status));");
    writer_.line(result.is_assembled() ? "return " + give(result) + "(" + target + ");" : "return out;");
    writer_.close();
  }

  void write_overlap_checks() {
    for (const InterfaceTensor& tensor : interface_.tensors) {
      if (!tensor.is_operand() || tensor.order() == 0) continue;
      const std::string arrays =
          takes_arrays(tensor) ? given(tensor) : "{" + arrays_of_matrix(tensor, given(tensor)) + "}";
      writer_.line("check_apart(out, " + arrays + ", \"" + tensor.name + "\");");
    }
  }

  void write_dense_result(const InterfaceTensor& result, const std::string& sizes) {
    const std::string target = object(result), type = element(result.vals);
    if (result.order() == 0) {
      writer_.line(type + " out = " + (interface_.starts_from_result ? "start" : "0") + ";");
      writer_.line(target + "." + result.vals.name + " = &out;");
      return;
    }
    if (interface_.starts_from_result) {
      writer_.line("const at::Tensor out = start;");
      writer_.line("TORCH_CHECK(out.sizes() == at::IntArrayRef({" + sizes +
                   "}), \"out has another shape than the result\");");
    } else {
      std::string extents, back;
      std::vector<std::size_t> level_of(result.order());
      for (std::size_t l = 0; l < result.levels.size(); ++l) {
        level_of[static_cast<std::size_t>(result.levels[l].spec.mode)] = l;
        extents += (l == 0 ? "" : ", ") + (target + ".dimension[" + std::to_string(result.levels[l].spec.mode) + "]");
      }
      for (const std::size_t level : level_of) back += (back.empty() ? "" : ", ") + std::to_string(level);
      writer_.line("const at::Tensor out = at::zeros({" + extents +
                   "}, at::TensorOptions().dtype(c10::CppTypeToScalarType<" + type + ">::value)).permute({" + back +
                   "});");
    }
    writer_.line(target + "." + result.vals.name + " = buffer<" + type + ">(out.permute({" + level_modes(result) +
                 "}), \"out\", 0);");
  }

  const Interface& interface_;
  OwnNames& own_;
  Writer writer_;
  std::string python_arguments_;
};

}  // namespace

std::string torch_extension(const Interface& interface) {
  check_names_of_torch(interface);
  return with_own_names([&](OwnNames& own) { return TorchExtension(interface, own).text(); });
}

}  // namespace scorchc::emit
