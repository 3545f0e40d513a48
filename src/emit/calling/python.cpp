#include "emit/calling/python.h"

namespace scorchc::emit {
namespace {

constexpr std::string_view python_support_text = R"py(

class Status(Exception):
    """Raised if the status of a kernel is not SCORCH_OK."""

    def __init__(self, status):
        super().__init__(STATUSES.get(status, "unknown status"))
        self.status = status


class Tensor:
    """A tensor as the arrays of its format, under their names in the C struct."""

    def __init__(self, shape, **arrays):
        self.shape = tuple(shape)
        self.arrays = arrays

    def __getitem__(self, name):
        return self.arrays[name]


class _Context(ctypes.Structure):
    _fields_ = [
        ("allocate", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("user", ctypes.c_void_p),
        ("num_threads", ctypes.c_int32),
    ]


class _Owner:
    """Releases the kernel's memory when the last array over it is gone."""

    def __init__(self, struct, release):
        self._struct, self._release = struct, release

    def __del__(self):
        self._release(ctypes.byref(self._struct), None)


def _point(struct, name, array, dtype, writable=False):
    """Points a field to the buffer of an array."""
    if not isinstance(array, np.ndarray) or array.dtype != np.dtype(dtype):
        found = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"{name} has to be a NumPy array of {dtype}, not {found}")
    if not array.flags.c_contiguous or (writable and not array.flags.writeable):
        raise ValueError(f"{name} has to be contiguous" + (" and writable" if writable else ""))
    setattr(struct, name, ctypes.c_void_p(array.ctypes.data).value)
    struct.__dict__.setdefault("_arrays", {})[name] = array


def _need(name, given, least):
    if given < least:
        raise ValueError(f"{name} has {given} elements, and needs {least}")


def _check_apart(result, *operands):
    """Checks for overlaps: a kernel reads its operands while it writes its result."""
    for operand in operands:
        for name, array in operand._arrays.items():
            if any(np.may_share_memory(array, written) for written in result._arrays.values()):
                raise ValueError(f"out overlaps {name}, an array of an operand")


def _call(run, threads, *structs):
    status = run(*map(ctypes.byref, structs), ctypes.byref(_Context(None, None, None, threads)))
    if status != 0:
        raise Status(status)


def _array(address, count, dtype, owner):
    """An array over memory of the kernel, which stays allocated as long as the array exists."""
    if count == 0:
        return np.empty(0, dtype)
    buffer = (ctypes.c_char * (count * np.dtype(dtype).itemsize)).from_address(address)
    buffer.owner = owner
    return np.frombuffer(buffer, dtype)
)py";

}  // namespace

std::string ctype(loop::Type type) {
  switch (type) {
    case loop::Type::i32:
      return "ctypes.c_int32";
    case loop::Type::i64:
      return "ctypes.c_int64";
    case loop::Type::f32:
      return "ctypes.c_float";
    case loop::Type::f64:
      return "ctypes.c_double";
    case loop::Type::boolean:
      break;
  }
  return "ctypes.c_bool";
}

std::string dtype(loop::Type type) {
  const bool is_integer = type == loop::Type::i32 || type == loop::Type::i64;
  const bool is_wide = type == loop::Type::i64 || type == loop::Type::f64;
  return "\"" + std::string(is_integer ? "int" : "float") + (is_wide ? "64" : "32") + "\"";
}

std::string_view python_support() { return python_support_text; }

void reserve_python_words(OwnNames& names) {
  names.reserve_all_of(
      "False None True and as assert async await class def del elif except finally from global import in is lambda "
      "nonlocal not or pass raise try with yield break continue else for if return while ctypes np out shape threads "
      "run "
      "release context status library");
}

}  // namespace scorchc::emit
