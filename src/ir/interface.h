// Describes how a kernel is called: the structs and arrays of its tensors, its functions and its statuses, with their
// names in C. Bindings, helpers and other texts for callers (emit/calling, driver/interface_json) are generated from
// this description, so they agree with each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/format.h"
#include "ir/index_notation.h"
#include "ir/loop.h"

namespace scorchc {

/// A status that kernel functions return, with its name in C.
struct StatusInfo {
  loop::Status status;
  std::string_view symbol;  // "SCORCH_OK"
  std::string_view text;    // "ok"
};
std::span<const StatusInfo> all_statuses();

/// A member of a tensor's struct: an array or a number.
struct InterfaceField {
  std::string name;
  loop::Type type = loop::Type::i64;
};

struct InterfaceLevel {
  LevelSpec spec;
  std::optional<InterfaceField> pos, crd;
  std::optional<InterfaceField> count;  // number of entries; for levels of an assembled result, and a coordinate level
                                        // at the root
  /// True for a coordinate level below another one, which shares the positions of the level above.
  bool continues_run = false;
};

struct InterfaceTensor {
  enum class Role { operand, dense_result, assembled_result };

  std::string name;         // the user's name of the tensor
  std::string parameter;    // the name of the parameter, the same in all functions
  std::string struct_name;  // in C
  Role role = Role::operand;
  std::string old_value_of;  // the result whose value before the call it holds; empty for the user's operands
  Format format;
  bool format_inferred = false;
  std::vector<std::string> indices;  // the user's names of the modes
  std::vector<InterfaceLevel> levels;
  InterfaceField vals;
  std::optional<InterfaceField> vals_count;    // only of an assembled result
  std::vector<loop::FieldDeclaration> fields;  // all members of the struct, in order

  bool is_operand() const { return role == Role::operand; }
  bool is_assembled() const { return role == Role::assembled_result; }
  std::size_t order() const { return indices.size(); }
  /// The member with the number of entries of a level. Null if there is none: then the level's pos array determines it.
  const InterfaceField* entries(std::size_t level) const;
};

struct InterfaceFunction {
  loop::Phase phase = loop::Phase::run;
  std::string symbol;
  std::string comment;
  std::vector<std::string> parameters;  // the tensors' parameters, in order, without the context, which comes last
};

/// A helper function for one tensor, such as `spmv_pack_A` (`--with`). `pack` has a counterpart, `free`, that releases
/// its arrays.
struct InterfaceHelper {
  std::string symbol;
  std::string does;    // "validate", "pack", "free", "unpack"
  std::string tensor;  // the user's name of the tensor
};

/// A mode of a tensor that an index iterates.
struct InterfaceMode {
  std::string tensor;
  std::size_t mode = 0;
};
struct InterfaceIndex {
  std::string name;
  std::optional<std::int64_t> extent;  // if it was fixed at compile time
  std::vector<InterfaceMode> modes;    // all of the same size; empty for an index that only occurs inside the kernel
};

/// A statement with explicit sums, and the type of all its arithmetic.
struct InterfaceStatement {
  Statement statement;
  loop::Type arithmetic = loop::Type::f32;
};
/// A temporary that an earlier statement assigns. Callers do not pass it.
struct InterfaceTemporary {
  std::string name;
  loop::Type type = loop::Type::f32;
  std::vector<std::string> indices;
};

struct Interface {
  std::string name;                      // of the kernel
  std::string name_space;                // "a::b" or empty
  std::string symbol;                    // of the one-call function; the prefix of the kernel's other symbols
  std::string source;                    // the statements as the user wrote them
  bool starts_from_result = false;       // the kernel updates a dense result: its old values are input
  bool is_parallel = false;              // the kernel has OpenMP loops
  std::vector<InterfaceTensor> tensors;  // in the order of the parameters: the result last
  std::vector<InterfaceFunction> functions;
  std::vector<InterfaceHelper> helpers;  // the helpers that were requested
  std::vector<InterfaceIndex> indices;
  std::vector<InterfaceStatement> statements;
  std::vector<InterfaceTemporary> temporaries;

  const InterfaceTensor& result() const { return tensors.back(); }
  // These return null if there is no such element.
  const InterfaceFunction* find(loop::Phase phase) const;
  const InterfaceIndex* find_index(std::string_view index) const;
  bool has_helper(std::string_view does) const;
  const InterfaceTensor* find_tensor(std::string_view tensor) const;
};

/// The extent of a level: the number of coordinates below one entry of the level above, in a tensor with these
/// dimensions (by mode).
std::int64_t level_extent(const LevelSpec& level, const std::vector<std::int64_t>& dimension);

}  // namespace scorchc
