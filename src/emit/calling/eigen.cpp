// Prints NAME.eigen.hpp: adapters for tensors that Eigen can store in the same format: csr, csc and dense matrices, and
// vectors.
#include "emit/calling/foreign_names.h"
#include "emit/calling/kernel_header.h"
#include "emit/calling/texts.h"
#include "emit/cpp_names.h"
#include "emit/writer.h"
#include "support/diagnostics.h"

namespace scorchc::emit {
namespace {

enum class EigenForm { none, sparse_matrix, dense_matrix, vector };

EigenForm form_of(const InterfaceTensor& tensor) {
  if (tensor.format.is_blocked()) return EigenForm::none;
  if (tensor.order() == 1 && tensor.format.is_dense()) return EigenForm::vector;
  if (tensor.order() != 2) return EigenForm::none;
  if (tensor.format.is_dense()) return EigenForm::dense_matrix;
  const bool is_compressed = !tensor.levels[0].crd && tensor.levels[1].pos && tensor.levels[1].crd;
  return is_compressed && tensor.format.pos == tensor.format.crd ? EigenForm::sparse_matrix : EigenForm::none;
}

bool is_row_major(const InterfaceTensor& tensor) { return tensor.levels[0].spec.mode == 0; }

class EigenAdapter {
 public:
  explicit EigenAdapter(const Interface& interface) : interface_(interface) {}

  std::string text() {
    bool any = false;
    std::string others;
    for (const InterfaceTensor& tensor : interface_.tensors) {
      any = any || form_of(tensor) != EigenForm::none;
      if (form_of(tensor) == EigenForm::none) others += (others.empty() ? "" : ", ") + tensor.name;
    }
    if (!any)
      fail(Code::not_supported_yet, {},
           "`--emit=eigen` is not supported yet for " + quoted(interface_.name) +
               ": Eigen has no matrix type for the formats of its tensors");
    writer_.comment("Passes Eigen matrices to the kernel `" + interface_.name +
                    "` without copies: " + interface_.source);
    writer_.comment("");
    writer_.comment(
        "from_eigen points a tensor's struct to the arrays of a matrix, which must outlive the struct. It returns "
        "SCORCH_SHAPE_MISMATCH unless a sparse matrix is compressed (makeCompressed()), and a dense one is contiguous "
        "and has the storage order of the tensor's format." +
        std::string(interface_.result().is_assembled() ? " to_eigen returns the result as a view." : ""));
    if (!others.empty())
      writer_.comment("Eigen has no type for these tensors; fill in their structs by hand: " + others + ".");
    writer_.comment("");
    writer_.comment(generated_by());
    const std::string guard = "SCORCH_KERNEL_" + interface_.symbol + "_EIGEN_HPP";
    writer_.blank();
    writer_.raw("#ifndef " + guard + "\n#define " + guard +
                "\n\n#include <Eigen/Core>\n#include <Eigen/SparseCore>\n#include <type_traits>\n");
    writer_.raw("#include \"" + interface_.name + ".h\"\n");
    writer_.raw("namespace scorch {\nnamespace " + interface_.symbol + " {");
    for (const InterfaceTensor& tensor : interface_.tensors) write_tensor(tensor);
    writer_.raw("\n}  // namespace " + interface_.symbol + "\n}  // namespace scorch\n\n#endif  // " + guard);
    return writer_.text();
  }

 private:
  void write_tensor(const InterfaceTensor& tensor) {
    const EigenForm form = form_of(tensor);
    if (form == EigenForm::none) return;
    writer_.blank();
    writer_.comment(tensor.name + ": " + print_map(tensor.format, tensor.indices));
    if (tensor.is_assembled()) return write_result(tensor);
    if (form == EigenForm::sparse_matrix) return write_sparse(tensor);
    write_dense(tensor, form);
  }

  void write_sparse(const InterfaceTensor& tensor) {
    writer_.line("template <class Matrix>");
    writer_.open("scorch_status from_eigen(const Eigen::SparseCompressedBase<Matrix>& matrix, ::" + tensor.struct_name +
                 "* tensor)");
    check_scalar(tensor, "Matrix");
    writer_.line("static_assert(std::is_same<typename Matrix::StorageIndex, " + type_name(tensor.levels[1].crd->type) +
                 ">::value, \"" + tensor.name + " has another type of indices\");");
    writer_.line("static_assert(" + std::string(is_row_major(tensor) ? "" : "!") + "bool(Matrix::IsRowMajor), \"" +
                 tensor.name + " is stored by " + (is_row_major(tensor) ? "rows" : "columns") + "\");");
    writer_.line(
        "const bool fits = matrix.isCompressed() && matrix.outerIndexPtr() != nullptr && matrix.outerIndexPtr()[0] == "
        "0;");
    writer_.line("if (!fits) return SCORCH_SHAPE_MISMATCH;");
    writer_.line("*tensor = {};");
    writer_.line("tensor->dimension[0] = matrix.rows();");
    writer_.line("tensor->dimension[1] = matrix.cols();");
    writer_.line("tensor->" + tensor.levels[1].pos->name + " = matrix.outerIndexPtr();");
    writer_.line("tensor->" + tensor.levels[1].crd->name + " = matrix.innerIndexPtr();");
    writer_.line("tensor->" + tensor.vals.name + " = matrix.valuePtr();");
    writer_.line("return SCORCH_OK;");
    writer_.close();
  }

  void check_scalar(const InterfaceTensor& tensor, const std::string& type) {
    writer_.line("static_assert(std::is_same<typename " + type + "::Scalar, " + type_name(tensor.vals.type) +
                 ">::value, \"" + tensor.name + " has another type of values\");");
  }

  void write_dense(const InterfaceTensor& tensor, EigenForm form) {
    const std::string constness = tensor.is_operand() ? "const " : "";
    writer_.line("template <class Matrix>");
    writer_.open("scorch_status from_eigen(" + constness + "Eigen::DenseBase<Matrix>& dense, ::" + tensor.struct_name +
                 "* tensor)");
    writer_.line("static_assert((int(Matrix::Flags) & Eigen::DirectAccessBit) != 0, \"an expression has no array\");");
    check_scalar(tensor, "Matrix");
    writer_.line(constness + "Matrix& matrix = dense.derived();");
    if (form == EigenForm::vector) {
      writer_.line("static_assert(bool(Matrix::IsVectorAtCompileTime), \"" + tensor.name + " is a vector\");");
      writer_.line("if (matrix.size() > 1 && matrix.innerStride() != 1) return SCORCH_SHAPE_MISMATCH;");
      writer_.line("*tensor = {};");
      writer_.line("tensor->dimension[0] = matrix.size();");
    } else {
      const bool by_rows = is_row_major(tensor);
      const std::string outer = by_rows ? "row" : "col", inner = by_rows ? "col" : "row";
      writer_.line("const bool fits = (matrix." + outer + "s() <= 1 || matrix." + outer + "Stride() == matrix." +
                   inner + "s()) && (matrix." + inner + "s() <= 1 || matrix." + inner + "Stride() == 1);");
      writer_.line("if (!fits) return SCORCH_SHAPE_MISMATCH;");
      writer_.line("*tensor = {};");
      writer_.line("tensor->dimension[0] = matrix.rows();");
      writer_.line("tensor->dimension[1] = matrix.cols();");
    }
    writer_.line("tensor->" + tensor.vals.name + " = matrix.data();");
    writer_.line("return SCORCH_OK;");
    writer_.close();
  }

  void write_result(const InterfaceTensor& tensor) {
    const std::string type = "Eigen::Map<const Eigen::SparseMatrix<" + type_name(tensor.vals.type) + ", " +
                             (is_row_major(tensor) ? "Eigen::RowMajor" : "Eigen::ColMajor") + ", " +
                             type_name(tensor.levels[1].crd->type) + ">>";
    writer_.open("inline " + type + " to_eigen(const ::" + tensor.struct_name + "& tensor)");
    writer_.line("return {tensor.dimension[0], tensor.dimension[1], tensor." + tensor.entries(1)->name + ", tensor." +
                 tensor.levels[1].pos->name + ", tensor." + tensor.levels[1].crd->name + ", tensor." +
                 tensor.vals.name + "};");
    writer_.close();
  }

  const Interface& interface_;
  Writer writer_;
};

}  // namespace

std::string eigen_adapter(const Interface& interface) {
  check_names_of_eigen(interface);
  return EigenAdapter(interface).text();
}

}  // namespace scorchc::emit
