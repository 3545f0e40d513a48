// How a kernel is called: its tensors with their structs and arrays, its functions, its statuses, under the names that
// they have in C. Everything that is written beside a kernel for its callers (emit/calling, driver/interface_json) is
// written from this one value, so no two texts can disagree.
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

/// A status of the kernels' functions as C knows it.
struct StatusInfo {
  loop::Status status;
  std::string_view symbol;  // "SCORCH_OK"
  std::string_view text;    // "ok"
};
std::span<const StatusInfo> all_statuses();

/// An array or a number of a tensor's struct.
struct InterfaceField {
  std::string name;
  loop::Type type = loop::Type::i64;
};

struct InterfaceLevel {
  LevelSpec spec;
  std::optional<InterfaceField> pos, crd;
  std::optional<InterfaceField> count;  // of entries: of a level of an assembled result, and of coordinates at the root
  /// Whether it is a further level of a run of coordinates, and has the positions of the one above.
  bool continues_run = false;
};

struct InterfaceTensor {
  enum class Role { operand, dense_result, assembled_result };

  std::string name;         // the user's
  std::string parameter;    // of every function
  std::string struct_name;  // in C
  Role role = Role::operand;
  std::string old_value_of;  // the result whose old value it is; empty for the user's operands
  Format format;
  bool format_inferred = false;
  std::vector<std::string> indices;  // by mode: what the user calls them
  std::vector<InterfaceLevel> levels;
  InterfaceField vals;
  std::optional<InterfaceField> vals_count;    // of an assembled result
  std::vector<loop::FieldDeclaration> fields;  // all of the struct's, in order

  bool is_operand() const { return role == Role::operand; }
  bool is_assembled() const { return role == Role::assembled_result; }
  std::size_t order() const { return indices.size(); }
  /// How many entries a level has: the field of an assembled result, or of a run of coordinates at the root. Nothing
  /// elsewhere: there the positions say so.
  const InterfaceField* entries(std::size_t level) const;
};

struct InterfaceFunction {
  loop::Phase phase = loop::Phase::run;
  std::string symbol;
  std::string comment;
  std::vector<std::string> parameters;  // tensors' parameters, in order; the context stands behind them
};

/// A function beside the kernel's own: `spmv_pack_A`. Of `pack` there are two, with what releases its arrays.
struct InterfaceHelper {
  std::string symbol;
  std::string does;    // "validate", "pack", "free", "unpack"
  std::string tensor;  // the user's name of it
};

/// A mode of a tensor that an index runs over.
struct InterfaceMode {
  std::string tensor;
  std::size_t mode = 0;
};
struct InterfaceIndex {
  std::string name;
  std::optional<std::int64_t> extent;  // if the kernel was compiled for one
  std::vector<InterfaceMode> modes;    // all of one size; none of an index that only the kernel has
};

/// A statement with its sums explicit, and the one type of its arithmetic.
struct InterfaceStatement {
  Statement statement;
  loop::Type arithmetic = loop::Type::f32;
};
/// What an earlier statement assigns: none of the callers' tensors.
struct InterfaceTemporary {
  std::string name;
  loop::Type type = loop::Type::f32;
  std::vector<std::string> indices;
};

struct Interface {
  std::string name;                      // the kernel's
  std::string name_space;                // "a::b" or empty
  std::string symbol;                    // of the one call; what all others of its names begin with
  std::string source;                    // the statements as the user wrote them
  bool starts_from_result = false;       // a dense result holds values to start from
  bool is_parallel = false;              // it has loops for OpenMP's threads
  std::vector<InterfaceTensor> tensors;  // in order of parameters: the result last
  std::vector<InterfaceFunction> functions;
  std::vector<InterfaceHelper> helpers;  // those that were asked for
  std::vector<InterfaceIndex> indices;
  std::vector<InterfaceStatement> statements;
  std::vector<InterfaceTemporary> temporaries;

  const InterfaceTensor& result() const { return tensors.back(); }
  const InterfaceFunction* find(loop::Phase phase) const;
  const InterfaceIndex* find_index(std::string_view index) const;
  bool has_helper(std::string_view does) const;
  const InterfaceTensor* find_tensor(std::string_view tensor) const;
};

/// How many entries a level has below one entry of the level above, of a tensor of these dimensions.
std::int64_t level_extent(const LevelSpec& level, const std::vector<std::int64_t>& dimension);

}  // namespace scorchc
