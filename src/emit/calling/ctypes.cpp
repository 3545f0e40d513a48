// Prints NAME.py: a function of NumPy arrays and SciPy matrices, whose buffers the kernel reads and writes.
#include "emit/calling/foreign_names.h"
#include "emit/calling/kernel_header.h"
#include "emit/calling/library_form.h"
#include "emit/calling/own_names.h"
#include "emit/calling/parts.h"
#include "emit/calling/python.h"
#include "emit/calling/texts.h"
#include "emit/cpp_names.h"
#include "support/words.h"

namespace scorchc::emit {
namespace {

class PythonModule {
 public:
  explicit PythonModule(const Interface& interface) : interface_(interface) { reserve_python_words(parameters_); }

  std::string text() {
    write_opening();
    for (const InterfaceTensor& tensor : interface_.tensors) write_struct(tensor);
    for (const InterfaceTensor& tensor : interface_.tensors)
      if (tensor.is_operand()) write_operand(tensor);
    if (interface_.result().is_assembled())
      write_result(interface_.result());
    else
      write_out(interface_.result());
    write_kernel();
    return python_.text();
  }

 private:
  void write_opening() {
    const std::string& name = interface_.name;
    python_.raw("\"\"\"The kernel `" + name + "`: " + interface_.source +
                "\n\nRuns on the buffers of NumPy arrays and SciPy matrices, without copies:\n\n" +
                "    c++ -std=c++17 -O3 -shared -fPIC " + name + ".cpp -o lib" + name + ".so\n\n" + "    import " +
                name + "\n    " + name + "_c = " + name + ".load(\"./lib" + name + ".so\")\n    " +
                interface_.result().name + " = " + name + "_c(" + operand_list() + ")\n\n");
    for (const InterfaceTensor& tensor : interface_.tensors)
      python_.raw("    " + tensor.name + "  " + print_short(tensor.format) + ": " + described(tensor) + "\n");
    python_.raw("\nNothing is converted: a wrong type is a TypeError. " + generated_by() + ".\n\"\"\"\n");
    python_.raw("import ctypes\n\nimport numpy as np\n\nSTATUSES = {\n");
    for (const StatusInfo& status : all_statuses())
      python_.raw("    " + std::to_string(static_cast<int>(status.status)) + ": \"" + std::string(status.text) +
                  "\",\n");
    python_.raw("}\n");
    python_.raw(python_support());
  }

  static std::string described(const InterfaceTensor& tensor) {
    const std::string values = dtype(tensor.vals.type).substr(1, dtype(tensor.vals.type).size() - 2);
    switch (library_form(tensor)) {
      case LibraryForm::dense:
        return tensor.order() == 0 ? "a number"
                                   : "an array of " + values + ", modes in the order " + mode_order(tensor);
      case LibraryForm::csr:
        return "scipy.sparse.csr_matrix of " + values;
      case LibraryForm::csc:
        return "scipy.sparse.csc_matrix of " + values;
      case LibraryForm::coo:
        return "scipy.sparse.coo_matrix of " + values + ", sorted, without duplicates";
      case LibraryForm::bsr:
        return "scipy.sparse.bsr_matrix of " + values;
      case LibraryForm::none:
        break;
    }
    std::string names;
    for (const InterfaceField& array : arrays_of(tensor)) names += (names.empty() ? "" : ", ") + array.name;
    return "Tensor(shape, " + names + ")";
  }

  static std::string mode_order(const InterfaceTensor& tensor) {
    std::vector<std::string> names;
    for (const InterfaceLevel& level : tensor.levels)
      names.push_back(tensor.indices[static_cast<std::size_t>(level.spec.mode)]);
    return joined(names);
  }

  std::string operand_list() {
    std::vector<std::string> names;
    for (const InterfaceTensor& tensor : interface_.tensors)
      if (tensor.is_operand()) names.push_back(parameter(tensor));
    return joined(names);
  }

  /// A parameter's name: C allows names that Python reserves. All other names in the scope of parameters begin with
  /// `_`.
  std::string parameter(const InterfaceTensor& tensor) { return parameters_(tensor.name); }

  void write_struct(const InterfaceTensor& tensor) {
    python_.line();
    python_.line();
    python_.open("class _Struct_" + tensor.name + "(ctypes.Structure)");
    python_.line("_fields_ = [");
    for (const loop::FieldDeclaration& field : tensor.fields) {
      std::string type = ctype(field.type);
      if (field.is_array) type = "ctypes.c_void_p";
      if (field.fixed_count > 0) type += " * " + std::to_string(field.fixed_count);
      python_.line("    (\"" + field.name + "\", " + type + "),");
    }
    python_.line("]");
    python_.close();
  }

  /// Python that collects the arrays of a SciPy matrix under their names in the struct.
  void write_arrays_of_library(const InterfaceTensor& tensor) {
    const LibraryForm form = library_form(tensor);
    if (form == LibraryForm::none || form == LibraryForm::dense) {
      python_.open("if not isinstance(matrix, Tensor)");
      python_.line("raise TypeError(\"" + tensor.name + " has to be a Tensor\")");
      python_.close();
      python_.line("arrays = matrix.arrays");
      return;
    }
    const std::string format = form == LibraryForm::csr   ? "csr"
                               : form == LibraryForm::csc ? "csc"
                               : form == LibraryForm::coo ? "coo"
                                                          : "bsr";
    python_.open("if isinstance(matrix, Tensor)");
    python_.line("arrays = matrix.arrays");
    python_.close();
    python_.open("elif getattr(matrix, \"format\", None) == \"" + format + "\"");
    if (form == LibraryForm::coo) {
      python_.line("arrays = {\"" + tensor.levels[0].crd->name + "\": matrix.row, \"" + tensor.levels[1].crd->name +
                   "\": matrix.col, \"" + tensor.vals.name + "\": matrix.data}");
    } else {
      python_.line("arrays = {\"" + tensor.levels[1].pos->name + "\": matrix.indptr, \"" + tensor.levels[1].crd->name +
                   "\": matrix.indices, \"" + tensor.vals.name + "\": matrix.data}");
    }
    if (form == LibraryForm::bsr) {
      const std::string size =
          "(" + std::to_string(tensor.levels[2].spec.block) + ", " + std::to_string(tensor.levels[3].spec.block) + ")";
      python_.open("if matrix.blocksize != " + size);
      python_.line("raise ValueError(\"" + tensor.name + " has to have blocks of " + size + "\")");
      python_.close();
    } else if (form != LibraryForm::coo) {
      python_.open("if not matrix.has_canonical_format");
      python_.line("raise ValueError(\"" + tensor.name +
                   " has to be sorted, without duplicates: call sum_duplicates()\")");
      python_.close();
    }
    python_.close();
    python_.open("else");
    python_.line("raise TypeError(\"" + tensor.name + " has to be a matrix in SciPy's " + format + " or a Tensor\")");
    python_.close();
  }

  void write_operand(const InterfaceTensor& tensor) {
    python_.line();
    python_.line();
    python_.open("def _operand_" + tensor.name + "(matrix)");
    python_.line("struct = _Struct_" + tensor.name + "()");
    if (tensor.format.is_dense() && !tensor.format.is_blocked()) {
      write_dense_operand(tensor);
    } else {
      write_arrays_of_library(tensor);
      python_.open("if len(matrix.shape) != " + std::to_string(tensor.order()));
      python_.line("raise ValueError(\"" + tensor.name + " has to have order " + std::to_string(tensor.order()) +
                   "\")");
      python_.close();
      python_.line("struct.dimension[:] = matrix.shape");
      write_lengths(tensor);
    }
    python_.line("return struct");
    python_.close();
  }

  void write_dense_operand(const InterfaceTensor& tensor) {
    if (tensor.order() == 0) {
      python_.line("struct.keep = np.full(1, matrix, " + dtype(tensor.vals.type) + ")");
      python_.line("_point(struct, \"" + tensor.vals.name + "\", struct.keep, " + dtype(tensor.vals.type) + ")");
      return;
    }
    python_.open("if getattr(matrix, \"ndim\", None) != " + std::to_string(tensor.order()));
    python_.line("raise TypeError(\"" + tensor.name + " has to be a NumPy array of order " +
                 std::to_string(tensor.order()) + "\")");
    python_.close();
    python_.line("struct.dimension[:] = matrix.shape");
    python_.line("_point(struct, \"" + tensor.vals.name + "\", " + in_level_order("matrix", tensor) + ", " +
                 dtype(tensor.vals.type) + ")");
  }

  /// The array with its modes in the order of the levels, in which it is contiguous.
  static std::string in_level_order(const std::string& array, const InterfaceTensor& tensor) {
    std::string modes;
    bool is_ordered = true;
    for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
      is_ordered = is_ordered && tensor.levels[l].spec.mode == static_cast<int>(l);
      modes += (l == 0 ? "" : ", ") + std::to_string(tensor.levels[l].spec.mode);
    }
    return is_ordered ? array : array + ".transpose(" + modes + ")";
  }

  static std::string extent(const InterfaceLevel& level) {
    return extent_of_level(level, "struct.dimension", [](const std::string& whole, std::int64_t block) {
      return "-(-" + whole + " // " + std::to_string(block) + ")";
    });
  }

  /// Python that points each field to its array, after checking that the array is as long as the positions require.
  void write_lengths(const InterfaceTensor& tensor) {
    python_.line("entries = 1");
    const auto point = [&](const InterfaceField& field) {
      python_.line("_point(struct, \"" + field.name + "\", arrays[\"" + field.name + "\"], " + dtype(field.type) + ")");
    };
    const auto need = [&](const InterfaceField& field, const std::string& count) {
      python_.line("_need(\"" + field.name + "\", arrays[\"" + field.name + "\"].size, " + count + ")");
    };
    for (const InterfaceLevel& level : tensor.levels) {
      if (!level.crd) {
        python_.line("entries *= " + extent(level));
        continue;
      }
      if (level.pos) {
        point(*level.pos);
        need(*level.pos, "entries + 1");
        python_.line("entries = int(arrays[\"" + level.pos->name + "\"][entries])");
      } else if (!level.continues_run) {
        python_.line("entries = arrays[\"" + level.crd->name + "\"].size");
        if (level.count) python_.line("struct." + level.count->name + " = entries");
      }
      point(*level.crd);
      need(*level.crd, "entries");
    }
    point(tensor.vals);
    need(tensor.vals, "entries");
    if (library_form(tensor) == LibraryForm::coo) {
      python_.line("row, column = arrays[\"" + tensor.levels[0].crd->name + "\"], arrays[\"" +
                   tensor.levels[1].crd->name + "\"]");
      python_.open("if not np.all((row[1:] > row[:-1]) | ((row[1:] == row[:-1]) & (column[1:] > column[:-1])))");
      python_.line("raise ValueError(\"" + tensor.name + " has to be sorted by rows, without duplicates\")");
      python_.close();
    }
  }

  /// The function that turns an assembled result into a SciPy matrix, or into a Tensor of its arrays.
  void write_result(const InterfaceTensor& tensor) {
    python_.line();
    python_.line();
    python_.open("def _result_" + tensor.name + "(struct, release)");
    python_.line("owner = _Owner(struct, release)");
    python_.line("shape = tuple(struct.dimension)");
    python_.line("arrays = {}");
    const auto take = [&](const InterfaceField& field, const std::string& count) {
      python_.line("arrays[\"" + field.name + "\"] = _array(struct." + field.name + ", " + count + ", " +
                   dtype(field.type) + ", owner)");
    };
    each_array(tensor, "struct", [&](const InterfaceLevel& level) { return extent(level); }, take);
    write_matrix_of_library(tensor);
    python_.line("return Tensor(shape, **arrays)");
    python_.close();
  }

  /// Returns a SciPy matrix if there is one of this format. The arrays are assigned to an empty matrix, because
  /// constructors might copy them.
  void write_matrix_of_library(const InterfaceTensor& tensor) {
    const LibraryForm form = library_form(tensor);
    if (form == LibraryForm::none || form == LibraryForm::dense) return;
    const auto array = [&](const std::optional<InterfaceField>& field) { return "arrays[\"" + field->name + "\"]"; };
    const std::string values = array(tensor.vals), type = "dtype=" + dtype(tensor.vals.type);
    if (form == LibraryForm::bsr) {
      const std::string rows = std::to_string(tensor.levels[2].spec.block),
                        columns = std::to_string(tensor.levels[3].spec.block);
      python_.line("# SciPy supports only whole blocks.");
      python_.open("if shape[0] % " + rows + " == 0 and shape[1] % " + columns + " == 0");
      open_import("bsr_matrix");
      python_.line("matrix = bsr_matrix(shape, blocksize=(" + rows + ", " + columns + "), " + type + ")");
      python_.line("matrix.indptr, matrix.indices = " + array(tensor.levels[1].pos) + ", " +
                   array(tensor.levels[1].crd));
      python_.line("matrix.data = " + values + ".reshape(-1, " + rows + ", " + columns + ")");
      python_.line("return matrix");
      python_.close();
      return;
    }
    const std::string name = form == LibraryForm::csr   ? "csr_matrix"
                             : form == LibraryForm::csc ? "csc_matrix"
                                                        : "coo_matrix";
    open_import(name);
    python_.line("matrix = " + name + "(shape, " + type + ")");
    if (form == LibraryForm::coo) {
      python_.line("matrix.row, matrix.col = " + array(tensor.levels[0].crd) + ", " + array(tensor.levels[1].crd));
      python_.line("matrix.data = " + values);
      python_.line("matrix.has_canonical_format = True");
    } else {
      python_.line("matrix.indptr, matrix.indices = " + array(tensor.levels[1].pos) + ", " +
                   array(tensor.levels[1].crd));
      python_.line("matrix.data = " + values);
    }
    python_.line("return matrix");
  }

  void open_import(const std::string& name) {
    python_.open("try");
    python_.line("from scipy.sparse import " + name);
    python_.close();
    python_.open("except ImportError");
    python_.line("return Tensor(shape, **arrays)");
    python_.close();
  }

  /// The shape of the result: extents that the kernel fixes, those of operands, or those that the caller gives.
  std::string shape_of_result() const {
    const InterfaceTensor& result = interface_.result();
    std::string shape;
    for (std::size_t mode = 0; mode < result.order(); ++mode) {
      const InterfaceIndex& index = index_of(interface_, result, mode);
      std::string extent = index.extent ? std::to_string(*index.extent) : "";
      for (const InterfaceMode& each : index.modes) {
        const InterfaceTensor& tensor = *interface_.find_tensor(each.tensor);
        if (extent.empty() && tensor.is_operand())
          extent = "_struct_" + tensor.name + ".dimension[" + std::to_string(each.mode) + "]";
      }
      shape += (mode == 0 ? "" : ", ") + (extent.empty() ? "shape[" + std::to_string(mode) + "]" : extent);
    }
    return "(" + shape + (result.order() == 1 ? ",)" : ")");
  }

  void write_kernel() {
    const InterfaceTensor& result = interface_.result();
    const bool needs_shape = shape_of_result().find("shape[") != std::string::npos;
    const bool has_out = !result.is_assembled() && result.order() > 0;
    std::string parameters = operand_list();
    const std::string comma = parameters.empty() ? "" : ", ";
    const bool starts = interface_.starts_from_result;
    if (starts)
      parameters += comma + "out";
    else if (has_out)
      parameters += comma + "out=None";
    if (needs_shape) parameters += std::string(parameters.empty() ? "" : ", ") + "shape=None";
    parameters += std::string(parameters.empty() ? "" : ", ") + "threads=0";

    python_.line();
    python_.line();
    python_.open("def load(path)");
    python_.line("\"\"\"Loads a shared library and returns its kernel as a function.\"\"\"");
    python_.line("library = ctypes.CDLL(path)");
    python_.line("_run = library." + interface_.symbol);
    python_.line("_run.restype = ctypes.c_int");
    if (result.is_assembled()) {
      python_.line("_release = library." + interface_.find(loop::Phase::release)->symbol);
      python_.line("_release.restype = None");
    }
    python_.line();
    python_.open("def kernel(" + parameters + ")");
    std::string operands;
    for (const InterfaceTensor& tensor : interface_.tensors) {
      if (!tensor.is_operand()) continue;
      operands += ", _struct_" + tensor.name;
      python_.line("_struct_" + tensor.name + " = _operand_" + tensor.name + "(" + parameter(tensor) + ")");
    }
    const std::string struct_name = "_struct_" + result.name;
    python_.line(struct_name + " = _Struct_" + result.name + "()");
    if (result.order() > 0) python_.line(struct_name + ".dimension[:] = " + shape_of_result());
    const std::string given = starts || has_out ? "out" : "None";
    if (!result.is_assembled()) python_.line("out = _out_" + result.name + "(" + struct_name + ", " + given + ")");
    if (has_out) python_.line("_check_apart(" + struct_name + operands + ")");
    python_.line("_call(_run, threads" + operands + ", " + struct_name + ")");
    if (result.is_assembled())
      python_.line("return _result_" + result.name + "(" + struct_name + ", _release)");
    else
      python_.line(result.order() == 0 ? "return out[0]" : "return out");
    python_.close();
    python_.line();
    python_.line("return kernel");
    python_.close();
  }

  /// The function that returns the array of a dense result: the caller's, or a new one.
  void write_out(const InterfaceTensor& result) {
    const std::string type = dtype(result.vals.type);
    python_.line();
    python_.line();
    python_.open("def _out_" + result.name + "(struct, out)");
    if (result.order() == 0) {
      python_.line("out = np.full(1, " + std::string(interface_.starts_from_result ? "out" : "0") + ", " + type + ")");
      python_.line("_point(struct, \"" + result.vals.name + "\", out, " + type + ", writable=True)");
      python_.line("return out");
      python_.close();
      return;
    }
    if (!interface_.starts_from_result) {
      python_.open("if out is None");
      std::string shape;
      for (const InterfaceLevel& level : result.levels)
        shape += "struct.dimension[" + std::to_string(level.spec.mode) + "], ";
      std::vector<std::string> back(result.levels.size());
      for (std::size_t l = 0; l < result.levels.size(); ++l)
        back[static_cast<std::size_t>(result.levels[l].spec.mode)] = std::to_string(l);
      python_.line("out = np.zeros((" + shape + "), " + type + ").transpose(" + joined(back) + ")");
      python_.close();
    }
    python_.open("if out.shape != tuple(struct.dimension)");
    python_.line("raise ValueError(\"out has another shape than the result\")");
    python_.close();
    python_.line("_point(struct, \"" + result.vals.name + "\", " + in_level_order("out", result) + ", " + type +
                 ", writable=True)");
    python_.line("return out");
    python_.close();
  }

  const Interface& interface_;
  OwnNames parameters_;
  Python python_;
};

}  // namespace

std::string ctypes_module(const Interface& interface) {
  check_python_module(interface);
  return PythonModule(interface).text();
}

}  // namespace scorchc::emit
