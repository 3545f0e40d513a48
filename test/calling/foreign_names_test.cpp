// Checks which kernel names an emitted binding refuses.
#include "emit/calling/foreign_names.h"

#include <functional>

#include "catch.h"
#include "support/diagnostics.h"

using namespace scorchc;

namespace {

/// Whether a check of emitted files refuses a kernel of this name. The failure must name the option that renames it.
bool refuses(const std::function<void(const Interface&)>& check, const std::string& name, const std::string& tensor) {
  Interface interface;
  interface.name = interface.symbol = name;
  interface.tensors.emplace_back().struct_name = name + "_" + tensor;
  try {
    check(interface);
  } catch (const Failure& failure) {
    CHECK(failure.diagnostic().code == Code::bad_name);
    CHECK(failure.diagnostic().help.find("`--name`") != std::string::npos);
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a Python module is not named like a keyword or a module that it imports") {
  for (const char* name :
       {"lambda", "def",  "pass",  "in",     "is",        "as",    "async", "await",   "except", "nonlocal", "global",
        "None",   "True", "False", "ctypes", "functools", "numpy", "os",    "pathlib", "scipy",  "abc",      "zlib"})
    CHECK(refuses(emit::check_python_module, name, "A"));
  for (const char* name : {"match", "case", "type", "np", "Tensor", "load", "torch", "Eigen", "wave", "spmv", "o"})
    CHECK_FALSE(refuses(emit::check_python_module, name, "A"));
}

TEST_CASE("a C++ binding refuses names that its library declares outside of functions") {
  CHECK(refuses(emit::check_names_of_hpp, "scorch", "A"));
  CHECK_FALSE(refuses(emit::check_names_of_hpp, "Eigen", "A"));
  CHECK(refuses(emit::check_names_of_eigen, "Eigen", "A"));
  CHECK(refuses(emit::check_names_of_eigen, "scorch", "A"));
  CHECK_FALSE(refuses(emit::check_names_of_eigen, "torch", "A"));
  for (const char* name : {"torch", "at", "c10", "py", "pybind11", "caffe2", "PyObject", "destructor"})
    CHECK(refuses(emit::check_names_of_torch, name, "A"));
  for (const char* name : {"Eigen", "lambda", "a", "scorch", "Pyramid", "INFO"})
    CHECK_FALSE(refuses(emit::check_names_of_torch, name, "A"));
  // The struct of a tensor: Py_buffer.
  CHECK(refuses(emit::check_names_of_torch, "Py", "buffer"));
}
