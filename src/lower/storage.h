// Where the tensors of a kernel lie: the names of their arrays in the generated code, level by level. Literature names:
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
  std::string count_field;  // struct field with the number of entries; results and root coordinate levels
  std::string capacity;     // variable: how many elements `pos` has room for, while a result is counted
  std::string total;        // variable: entries so far over all parents, while a result is counted
  int mode = 0;
  int number = 0;  // 1-based, as the user counts levels
};

/// "A2" of A2_crd: what the variables that walk the level are named after.
std::string level_name(const StoredLevel& level);

/// What only a temporary has: variables of the function instead of fields of a parameter.
struct TemporaryNames {
  std::string count;          // variable: how many coordinates or tuples there are
  std::string seen, scratch;  // of a workspace over one index: which coordinates hold a value; room to sort the list
  bool is_looked_up = false;  // it has no list: `seen` tells
  bool is_cleared = false;    // of one that is looked up: it is cleared wherever it will be, before it is filled
  std::string
      round;  // of one that is looked up, filled again and again and never cleared, variable: what `seen` has
              // of coordinates that hold a value now; and `scratch` is an array of one element, which counts rounds
  bool keeps_signs = false;  // its sums are of addends, not over an index: a zero has the sign that they have
  std::optional<StoredComponents>
      components;  // of an array: which are stored; without a fibre that tells, the others hold -0.0
  bool marks_components() const { return components && !components->fibre; }
  std::string stored;                       // of an array, variable: whether anything is stored in it
  std::string tuples;                       // of a list of tuples: its name
  std::vector<std::string> columns;         // and the arrays of its coordinates, outermost level first
  loop::Type coordinate = loop::Type::i64;  // what these are of
  std::string rows;  // of one that is arranged, variable: how many coordinates the first level has
};

struct StoredTensor {
  std::string name;                  // the user's
  std::string object;                // the parameter
  std::vector<std::string> indices;  // by mode, as the loops see it
  std::vector<StoredLevel> levels;
  std::string vals;
  std::string count_field;  // number of values, of a sparse result
  loop::Type value = loop::Type::f32;
  int order = 0;
  TemporaryNames temporary;  // empty names for parameters
  std::string table;         // of one that stands for several operands: their table

  /// The level that the user counts so.
  const StoredLevel* find(int number) const;
};

/// Levels that are appended to together: a compressed level, or a run of coordinate levels.
struct LevelGroup {
  std::size_t first = 0, last = 0;
  bool in_order =
      false;  // directly below another one: its parents are that one's entries, appended one after the other
};
std::vector<LevelGroup> sparse_groups(const StoredTensor& tensor);

/// Whether entries have rows: of its levels one is sparse, compressed and the last.
bool has_rows(const StoredTensor& tensor);

/// Whether level l and the next one are one to the user: the number of a block, and the place in it.
bool is_first_half(const StoredTensor& tensor, std::size_t l);

/// How many positions level l of a parameter makes of one above it, if it is dense. Of two levels that are one to the
/// user the first makes all of them: their blocks may reach beyond the extent, the array does not.
loop::Expr dense_extent(const StoredTensor& tensor, std::size_t l);

/// How many levels stand above the first sparse one, and how many rows these make.
std::size_t dense_levels(const StoredTensor& tensor);
loop::Expr number_of_rows(const StoredTensor& tensor);

/// How many entries a tensor stores in its last level, or in the last of the first `levels`, a dense one's cells
/// included: a parameter, or a converted operand. Nothing where it stands for several, or where a product of dense
/// extents might overflow although nothing is stored.
std::optional<loop::Expr> stored_entries(const StoredTensor& tensor);
std::optional<loop::Expr> stored_entries(const StoredTensor& tensor, std::size_t levels);
/// Those of a parameter before a position of its first level.
std::optional<loop::Expr> stored_entries(const StoredTensor& tensor, std::size_t levels, const loop::Expr& before);

/// The entries before a position, of levels from `first` on down to the last one that has positions.
std::optional<loop::Expr> entries_before(const StoredTensor& tensor, std::size_t first, const loop::Expr& position);

/// What the sums of a temporary start from. Over an index it is 0, wherever they are formed: as in a register they are
/// never -0. Addends start from -0, which adds nothing at all (0 + -0 is 0, -0 + -0 is -0): what one of them alone
/// stores is stored as it is, as where they are merged.
loop::Expr empty_sum(const StoredTensor& tensor);

/// The most that an i32 holds.
constexpr std::int64_t i32_limit = 2147483647;
/// Whether one parent may have more entries in the group than an element of `pos` counts. Not where coordinates of that
/// type are all different.
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
  /// The variable of an index's coordinate, and of its extent.
  const std::string& coordinate(const std::string& index) const { return coordinates_.at(index); }
  loop::Expr extent(const std::string& index) const;
  /// The index whose extent stands for `index` (an index made by the scheduler has its original's).
  const std::string& original(const std::string& index) const;
  /// The index that `index` is a part of; empty for whole ones.
  const std::string& part_of(const std::string& index) const;
  const std::string& extent_name(const std::string& index) const { return extents_.at(original(index)); }

  /// How many entries a converted operand stores, where the arrays that say so are there before anything has run: those
  /// of a statement of the user's are not, which may also repeat an operand along an index.
  std::optional<loop::Expr> entries_to_convert(const cin::Where& where) const;

  Names names;

 private:
  void note_stored_components(const cin::Stmt& body);
  /// The tensor and its levels, without names.
  StoredTensor& add(const TensorDeclaration& declaration, const std::vector<std::string>& indices);
  void name_fields(const TensorDeclaration& declaration, StoredTensor& tensor);
  void name_variables(const TensorDeclaration& declaration, StoredTensor& tensor);
  /// For the levels of a temporary whose coordinates are sure to fit in less than an i64.
  void narrow_coordinates(const cin::Where& where, StoredTensor& tensor) const;
  void name_round(const cin::Where& where, StoredTensor& tensor);
  /// Of a list whose first coordinates are stored once each, with the positions of what lies below.
  void arrange_by_rows(const cin::Where& where, StoredTensor& tensor);
  bool fits_i32(const std::string& index, const Access* converted) const;

  const Kernel& kernel_;
  std::map<std::string, StoredTensor> tensors_;
  std::map<std::string, std::string> coordinates_, extents_;
};

/// Whether the rows of a converted operand are counted, then filled (counting_sort.cpp).
bool counting_sorts_into(const cin::Where& where, const StoredTensor& tensor, const Storage& storage);

}  // namespace scorchc::lower
