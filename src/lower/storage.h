// Names of the arrays and variables that hold each tensor in the generated code, level by level, as in the literature:
// A2_pos, A2_crd, A_vals.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "ir/identifiers.h"
#include "levels/registry.h"
#include "lower/stored_components.h"

namespace scorchc::lower {

struct StoredLevel {
  const levels::LevelFormat* format = nullptr;
  levels::LevelSite site;
  std::string count_field;  // struct field: the number of entries; only results and root coordinate levels have it
  std::string capacity;     // variable: how many elements `pos` is allocated for, while a result is counted
  std::string total;        // variable: entries so far, over all parents, while a result is counted
  int mode = 0;
  int number = 0;  // 1-based, as users count levels
};

/// "A2" of A2_crd. Variables that walk the level are named after it.
std::string level_name(const StoredLevel& level);

/// Names that only temporaries have: variables of the function instead of fields of a parameter.
struct TemporaryNames {
  std::string count;  // variable: number of coordinates or tuples
  // Of a workspace over one index: which coordinates hold a value; scratch space to sort the list.
  std::string seen, scratch;
  bool is_located = false;  // a stamped accumulator: `seen` tells what it holds, it has no list
  bool is_masked = false;   // of a stamped accumulator: before it is filled it is cleared wherever it will be located
  // Of a stamped accumulator that is filled repeatedly and never cleared, variable: the epoch, which `seen` holds for
  // each coordinate with a value. `scratch` is then an array of one element, the epoch counter.
  std::string epoch;
  bool keeps_signs = false;  // it sums addends, not over an index: a zero sum keeps the sign of its addends
  // Of an array: which components are stored. Without a fibre that tells, unstored ones hold -0.0.
  std::optional<StoredComponents> components;
  bool marks_components() const { return components && !components->fibre; }
  std::string stored;                       // of an array, variable: whether anything is stored in it
  std::string tuples;                       // of a list of tuples: its name
  std::vector<std::string> columns;         // and its arrays of coordinates, outermost level first
  loop::Type coordinate = loop::Type::i64;  // the type of these
  std::string rows;  // of compressed tuples, variable: the number of distinct coordinates of the first level
};

struct StoredTensor {
  std::string name;                  // as the user wrote it
  std::string object;                // the name of the parameter
  std::vector<std::string> indices;  // by mode, as in the loops
  std::vector<StoredLevel> levels;
  std::string vals;
  std::string count_field;  // struct field: the number of values, of a sparse result
  loop::Type value = loop::Type::f32;
  int order = 0;
  TemporaryNames temporary;  // empty names for parameters
  std::string table;         // of a tensor that stands for several operands: the name of their table

  /// The level that users count as `number`; null if there is none.
  const StoredLevel* find(int number) const;
};

/// A group of levels that are appended to together: a compressed level, or a run of coordinate levels.
struct LevelGroup {
  std::size_t first = 0, last = 0;
  // Directly below another group: its parents are that group's entries, which are appended one after the other.
  bool in_order = false;
};
std::vector<LevelGroup> sparse_groups(const StoredTensor& tensor);

/// Whether the entries form rows: the last level is compressed, and the only sparse level.
bool has_rows(const StoredTensor& tensor);

/// Whether level l and the next one are a single level to the user, split into block number and place in the block.
bool is_first_half(const StoredTensor& tensor, std::size_t l);

/// Number of positions that level l of a parameter has below each position above it, if it is dense. Of two levels
/// that are one to the user the first has all of them and the second 1: blocks may reach beyond the extent, but the
/// array does not.
loop::Expr dense_extent(const StoredTensor& tensor, std::size_t l);

/// Number of levels above the first sparse one; number of positions (rows) that they make.
std::size_t dense_levels(const StoredTensor& tensor);
loop::Expr number_of_rows(const StoredTensor& tensor);

/// Number of entries in the last level, or in the last of the first `levels`; those of dense levels are all cells. For
/// parameters and converted operands. Empty if the tensor stands for several, or if a product of dense extents could
/// overflow although nothing is stored.
std::optional<loop::Expr> stored_entries(const StoredTensor& tensor);
std::optional<loop::Expr> stored_entries(const StoredTensor& tensor, std::size_t levels);
/// Number of entries of a parameter that lie below the positions before `before` of its first level.
std::optional<loop::Expr> stored_entries(const StoredTensor& tensor, std::size_t levels, const loop::Expr& before);

/// Number of entries before `position` of level `first - 1`, in the lowest level with positions. Empty if a level
/// cannot be walked.
std::optional<loop::Expr> entries_before(const StoredTensor& tensor, std::size_t first, const loop::Expr& position);

/// The value that the sums of a temporary start from. Sums over an index start from 0 wherever they are formed, so they
/// are never -0.0, as in a register. Sums of addends start from -0.0, the identity of addition (0 + -0 is 0, -0 + -0 is
/// -0): a single addend is stored unchanged, as if operands were merged.
loop::Expr empty_sum(const StoredTensor& tensor);

/// The largest i32.
constexpr std::int64_t i32_limit = 2147483647;
/// Whether one parent may have more entries in the group than an element of `pos` can count. It cannot if coordinates
/// are of the same type and all different.
bool may_outgrow_pos(const StoredTensor& tensor, const LevelGroup& group);

class Storage {
 public:
  /// Reserves every name of the program: indices, tensors, arrays.
  explicit Storage(const cin::Program& program);

  const StoredTensor& tensor(const std::string& name) const { return tensors_.at(name); }
  const StoredTensor* find(const std::string& name) const {
    const auto found = tensors_.find(name);
    return found == tensors_.end() ? nullptr : &found->second;
  }
  /// The variable of an index's coordinate; the expression of its extent.
  const std::string& coordinate(const std::string& index) const { return coordinates_.at(index); }
  loop::Expr extent(const std::string& index) const;
  /// The index whose extent `index` shares: an index made by the scheduler has that of its original.
  const std::string& original(const std::string& index) const;
  /// The index that `index` is a part of after splitting into blocks; empty for a whole index.
  const std::string& part_of(const std::string& index) const;
  const std::string& extent_name(const std::string& index) const { return extents_.at(original(index)); }

  /// Number of entries of a converted operand, if it is known before anything has run. Empty if an earlier statement
  /// computes the operand, or fills the temporary: such a statement may also repeat an operand along an index.
  std::optional<loop::Expr> entries_to_convert(const cin::Where& where) const;

  Names names;

 private:
  void note_stored_components(const cin::Stmt& body);
  /// Adds the tensor and its levels, without names.
  StoredTensor& add(const TensorDeclaration& declaration, const std::vector<std::string>& indices);
  void name_fields(const TensorDeclaration& declaration, StoredTensor& tensor);
  void name_variables(const TensorDeclaration& declaration, StoredTensor& tensor);
  /// Selects i32 for the coordinates of a temporary that surely fit.
  void narrow_coordinates(const cin::Where& where, StoredTensor& tensor) const;
  void name_round(const cin::Where& where, StoredTensor& tensor);
  /// Names what a list of tuples needs if its first level is compressed: distinct coordinates with positions of what
  /// lies below.
  void arrange_by_rows(const cin::Where& where, StoredTensor& tensor);
  bool fits_i32(const std::string& index, const Access* converted) const;

  const Kernel& kernel_;
  std::map<std::string, StoredTensor> tensors_;
  std::map<std::string, std::string> coordinates_, extents_;
};

/// Whether a converted operand's rows are counted, then filled (counting_sort_assembly.cpp).
bool counting_sorts_into(const cin::Where& where, const StoredTensor& tensor, const Storage& storage);

}  // namespace scorchc::lower
