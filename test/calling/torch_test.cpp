// Builds the torch extension as torch does, and calls it. Skipped unless torch and its headers are installed.
#include "calling/kernels.h"
#include "calling/python.h"
#include "catch.h"

namespace {

// The flags that torch.utils.cpp_extension compiles with.
constexpr const char* flags_program = R"py(
import sysconfig
from torch.utils.cpp_extension import include_paths, library_paths
print(*[f"-isystem {path}" for path in [sysconfig.get_paths()["include"], *include_paths()]],
      *[f"-L{path} -Wl,-rpath,{path}" for path in library_paths()])
)py";

constexpr const char* program = R"py(
import gc
import torch
from sum2_torch import sum2
from blocks_torch import blocks
from csf_torch import csf
from update_torch import update
from sum_blocks_torch import sum_blocks
from sum_csc_torch import sum_csc

def refuses(call, *arguments):
    try:
        call(*arguments)
    except RuntimeError:
        return True
    return False

i = lambda *numbers: torch.tensor(numbers, dtype=torch.int32)
f = lambda *numbers: torch.tensor(numbers, dtype=torch.float64)
A = torch.sparse_csr_tensor(i(0, 1, 3), i(1, 0, 2), f(1, 2, 3), size=(2, 3))
B = torch.sparse_csc_tensor(i(0, 1, 2, 3), i(0, 0, 1), f(1, 2, 3), size=(2, 3))
C = sum2(A, B)
assert C.layout == torch.sparse_csr and C.to_dense().tolist() == [[1, 3, 0], [2, 0, 6]]
values = C.values()
del C; gc.collect()
assert values.tolist() == [1, 3, 2, 6]
assert refuses(sum2, B, B) and refuses(sum2, A.to_dense(), B)
assert refuses(sum2, torch.sparse_csr_tensor(i(0, 1, 3), i(1, 0, 2), f(1, 2, 3).float(), size=(2, 3)), B)

# A column-major result, whose arrays live as long as one of them is used.
C = sum_csc(B, torch.sparse_csc_tensor(i(0, 0, 2, 2), i(0, 1), f(10, 20), size=(2, 3)))
assert C.layout == torch.sparse_csc and C.shape == (2, 3) and C.to_dense().tolist() == [[1, 12, 0], [0, 20, 3]]
assert C.ccol_indices().tolist() == [0, 1, 3, 4] and C.ccol_indices().dtype == torch.int32
rows, address = C.row_indices(), C.row_indices().data_ptr()
del C; gc.collect()
assert rows.data_ptr() == address and rows.tolist() == [0, 0, 1, 1]
assert refuses(sum_csc, A, B)

# Values are added to `out` in place.
out = torch.ones(2, dtype=torch.float64)
A = torch.sparse_bsr_tensor(torch.tensor([0, 1]), torch.tensor([0]), f(1, 2, 3, 4, 5, 6).reshape(1, 2, 3), size=(2, 3))
address = out.data_ptr()
result = blocks(A, f(1, 10, 100), out)
assert result.data_ptr() == address and out.tolist() == [322, 655]
assert refuses(blocks, A, f(1, 10, 100, 1, 1)[::2], out) and refuses(blocks, A, f(1, 10, 100), torch.ones(3, dtype=torch.float64))
memory = f(1, 10, 100, 1000)
assert refuses(blocks, A, memory[:3], memory[2:]) and refuses(blocks, A, f(1, 10, 100), A.values().view(-1)[4:])

# A result in blocks.
one = lambda column, *values: torch.sparse_bsr_tensor(i(0, 1), i(column), f(*values).reshape(1, 2, 3), size=(2, 6))
C = sum_blocks(one(0, 1, 2, 3, 4, 5, 6), one(1, 1, 1, 1, 1, 1, 1), torch.ones(6, dtype=torch.float64))
assert C.layout == torch.sparse_bsr and C.col_indices().tolist() == [0, 1]
assert C.values().reshape(-1).tolist() == [1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1]

# A tensor without a layout of torch is passed as its shape and its arrays.
p = lambda *numbers: torch.tensor(numbers, dtype=torch.int64)
arrays = [p(0, 1), i(1), p(0, 1), i(2), p(0, 2), i(0, 3), torch.tensor([2, 5], dtype=torch.float32)]
B = torch.arange(12, dtype=torch.float32).reshape(4, 3)
C = csf((2, 4, 4), arrays, B)
assert (C[0] == 0).all() and (C[1] == 2 * B[2] * B[0] + 5 * B[2] * B[3]).all()
assert refuses(csf, (2, 4, 4), [p(0, 2), *arrays[1:]], B) and refuses(csf, (2, 4), arrays, B)
assert refuses(csf, (2, 4, 4), arrays[1:], B)

s = lambda *numbers: torch.sparse_csr_tensor(i(0, 1, 2), i(0, 1), torch.tensor(numbers, dtype=torch.float32), size=(2, 2))
assert update(s(1, -1), 3.0, s(10, 20)).values().tolist() == [13, 20]
)py";

}  // namespace

TEST_CASE("torch's buffers are used without a copy") {
  const std::string python = python_with("torch.utils.cpp_extension");
  const Workplace workplace;
  emit_kernels(workplace, "h,cpp,torch");
  emit_kernel(workplace,
              {"C(i,j) = A(i,j) + B(i,j)", "--name", "sum_csc", "--type", "f64", "--fmt", "A=csc", "--fmt", "B=csc"},
              "h,cpp,torch");
  workplace.write("k/flags.py", flags_program);
  const Outcome flags = python.empty() ? Outcome() : workplace.program({python, "k/flags.py"});
  const std::string own = flags.out.substr(0, flags.out.find('\n')) + " ";
  workplace.write("k/probe.cpp", "#include <torch/extension.h>\n");
  if (flags.exit_code != 0 ||
      workplace.program({"sh", "-c", "g++ -std=c++17 -fsyntax-only k/probe.cpp " + own}).exit_code != 0) {
    WARN("skipped: there is no torch with its headers");
    return;
  }
  for (const std::string name : {"sum2", "blocks", "csf", "update", "sum_blocks", "sum_csc"})
    compile(workplace, "-std=c++17 -shared -fPIC -DTORCH_EXTENSION_NAME=" + name + "_torch " + name + ".torch.cpp " +
                           name + ".cpp -o " + name + "_torch.so " + own + "-ltorch -ltorch_cpu -ltorch_python -lc10");
  workplace.write("k/use.py", program);
  run_program(workplace, python + " use.py");
}
