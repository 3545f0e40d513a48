// Draws arguments for a module from the declarations of its structs, so that any module can be interpreted.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "interpret/machine.h"

namespace scorchc::passes {

/// How arguments are drawn. Equal draws give equal arguments.
struct Draw {
  std::uint64_t seed = 0;
  bool has_equal_extents = true;  // all extents are equal, so that modules that check shapes run
  bool has_spare = false;         // coordinates and values have further elements, so that an index of another tensor,
                                  // or a product of two extents, is in bounds
};

/// The arguments of a module: for each struct a tensor, whose modes are stored in their order. A level with positions
/// and coordinates is compressed; levels behind it that have coordinates alone store the further coordinates of its
/// entries; all other levels are dense. Rows are empty, or have one entry, some or all coordinates, up to 40. Values
/// are integers from -3 to 3, so that sums are exact in any order. Arrays that are not const hold values, too.
class Arguments {
 public:
  Arguments(const loop::Module& module, const Draw& draw);

  /// Runs the module's one-call function.
  interpret::Outcome run(const interpret::Machine& machine, std::int64_t lanes);
  /// The first difference of the arguments after a run; empty if there is none.
  std::string difference(const Arguments& other) const;

 private:
  struct Tensor {
    const loop::Struct& structure;
    std::vector<std::int64_t> extents;
    std::vector<bool> has_pos, has_crd;  // by level
    std::vector<std::vector<std::int64_t>> pos, crd;
    std::int64_t values = 0;
  };
  enum class Rows { all_empty, all_single, all_full, full_or_empty, mixed };
  using Tuple = std::vector<std::int64_t>;

  std::int64_t below(std::int64_t limit);
  std::int64_t draw_extent();
  Tensor draw_tensor(const loop::Struct& structure);
  std::vector<std::int64_t> draw_coordinates(std::int64_t extent, Rows rows);
  std::vector<Tuple> draw_tuples(const Tensor& tensor, std::size_t level, std::size_t behind, Rows rows);
  void draw_levels(Tensor& tensor);
  void fill(const Tensor& tensor, interpret::Object& object);
  interpret::Array* array(const std::string& label, const loop::FieldDeclaration& field,
                          const std::vector<std::int64_t>& numbers);
  std::vector<std::int64_t> with_spare(std::vector<std::int64_t> coordinates, std::int64_t extent);
  std::vector<std::int64_t> draw_values(std::int64_t count);

  const loop::Module& module_;
  Draw draw_;
  std::mt19937_64 random_;
  std::int64_t extent_ = 0;  // of all modes, if they are equal
  std::deque<std::vector<std::byte>> storage_;
  std::deque<interpret::Object> objects_;
  interpret::Memory memory_;
};

}  // namespace scorchc::passes
