#include "emit/calling/foreign_names.h"

#include <algorithm>
#include <vector>

#include "support/diagnostics.h"

namespace scorchc::emit {
namespace {

// These lists omit names that is_reserved (ir/identifiers.h) refuses for every kernel.

constexpr std::string_view python_keywords =
    " False None True as async await def del elif except finally from global in is lambda nonlocal pass with yield ";

// Modules that Python 3.8 to 3.13 loads at its start or when it imports ctypes, NumPy or scipy.sparse, and those that
// are part of the interpreter. A file of such a name hides the module, or the module hides the file.
constexpr std::string_view python_modules =
    " abc argparse array ast base64 binascii bisect builtins bz2 cmath codecs collections concurrent contextlib "
    "contextvars copy copyreg ctypes dataclasses datetime difflib dis distutils email encodings faulthandler fileinput "
    "fnmatch functools gc genericpath glob grp gzip hashlib heapq hmac importlib inspect io ipaddress itertools json "
    "keyword linecache locale logging lzma marshal math ntpath numbers numpy opcode os pathlib pickle pkgutil platform "
    "posixpath pprint pwd pydoc pyexpat queue re reprlib runpy scipy secrets selectors shutil site sitecustomize spwd "
    "sre_compile sre_constants sre_parse string subprocess sys sysconfig syslog tempfile textwrap threading token "
    "tokenize traceback types typing unicodedata unittest urllib usercustomize warnings weakref xxsubtype zipfile "
    "zipimport zlib ";

constexpr std::string_view torch_names =
    " CHECK CHECK_OP DCHECK DLOG FATAL_IF LOG LOG_IF VLOG VLOG_IF allocfunc at binaryfunc c10 caffe2 descrgetfunc "
    "descrsetfunc destructor "
    "freefunc getattrfunc getattrofunc getbufferproc getiterfunc getter hashfunc initproc inquiry iternextfunc lenfunc "
    "newfunc objobjargproc objobjproc printfunc py pybind11 releasebufferproc reprfunc richcmpfunc sendfunc "
    "setattrfunc setattrofunc setter ssizeargfunc ssizeobjargproc ternaryfunc torch traverseproc unaryfunc "
    "vectorcallfunc visitproc wrapperbase wrapperfunc wrapperfunc_kwds ";

/// True for `PyObject` and `Py_buffer` with the prefix `Py`, not for `Pyramid`.
bool has_prefix(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  const char next = name[prefix.size()];
  return next == '_' || (next >= 'A' && next <= 'Z');
}

bool contains(std::string_view list, std::string_view name) {
  return list.find(" " + std::string(name) + " ") != std::string_view::npos;
}

[[noreturn]] void refuse(std::string_view name, const std::string& file, const std::string& why) {
  fail(Code::bad_name, {}, quoted(name) + " cannot be used in " + quoted(file) + ": " + why,
       "give the kernel another name, with `--name` or in its spec");
}

/// Every name that the header NAME.h declares outside of namespaces.
std::vector<std::string_view> global_names(const Interface& interface) {
  std::vector<std::string_view> names = {interface.symbol};
  for (const InterfaceFunction& function : interface.functions) names.push_back(function.symbol);
  for (const InterfaceHelper& helper : interface.helpers) names.push_back(helper.symbol);
  for (const InterfaceTensor& tensor : interface.tensors) names.push_back(tensor.struct_name);
  return names;
}

void check_namespace_scorch(const Interface& interface, const std::string& file) {
  if (interface.symbol == "scorch") refuse(interface.symbol, file, "its namespace has this name");
}

}  // namespace

bool is_python_keyword(std::string_view name) { return contains(python_keywords, name); }

void check_python_module(const Interface& interface) {
  const std::string& name = interface.name;
  if (is_python_keyword(name)) refuse(name, name + ".py", "it is a keyword of Python");
  if (contains(python_modules, name))
    refuse(name, name + ".py", "it is the name of a module that Python, NumPy or SciPy imports");
}

void check_names_of_hpp(const Interface& interface) { check_namespace_scorch(interface, interface.name + ".hpp"); }

void check_names_of_eigen(const Interface& interface) {
  const std::string file = interface.name + ".eigen.hpp";
  check_namespace_scorch(interface, file);
  for (const std::string_view name : global_names(interface))
    if (name == "Eigen" || name.starts_with("EIGEN_")) refuse(name, file, "Eigen declares this name");
}

void check_names_of_torch(const Interface& interface) {
  for (const std::string_view name : global_names(interface)) {
    const bool is_taken = contains(torch_names, name) || has_prefix(name, "Py") || name.starts_with("PYBIND11_") ||
                          has_prefix(name, "THP") || name.starts_with("TORCH_") || name.starts_with("C10_");
    if (is_taken) refuse(name, interface.name + ".torch.cpp", "torch or Python declares this name");
  }
}

}  // namespace scorchc::emit
