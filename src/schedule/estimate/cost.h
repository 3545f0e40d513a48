// Estimates the cost of a scheduled statement, in units of one scalar multiply-add. The cost adds up what loops walk,
// prefix by prefix; what bodies compute and where they store; how temporaries are filled, ordered and cleared; what
// conversions move. Costs compare plans; they do not predict times.
//
// Scorch's Algorithm 1 uses terms for transpositions and workspaces instead. Here every loop is priced in its nest. The
// cost is a sum over prefixes, not a product, so that empty outer rows, merges and discordant operands count.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "schedule/estimate/cardinality.h"
#include "schedule/estimate/sizes.h"

namespace scorchc::schedule {

/// Costs in units of one scalar multiply-add. Measured ratios: docs/autoscheduler.md, "Cost model".
struct Constants {
  double dense_iteration = 0.3;    // an iteration of a loop over every coordinate
  double sparse_iteration = 1;     // an iteration of a loop over the positions of one operand
  double loop_entry = 1;           // each entry to a loop over positions, or to a merge
  double mispredict = 8;           // in addition, if the trip count is unpredictable; also at the end of a list segment
  double tile_start = 2.4;         // a tile of a vector loop
  double row_fill = 6;             // a loop that sets a row to one value, among other loops
  double tile_store_forward = 10;  // a vector loop that waits to add to what the previous iteration stored in memory
  double register_forward = 2;     // the same, if the previous iteration left it in registers
  double merge_step = 9;           // a coordinate at which a merge switches operands
  double merge_run = 4;            // a coordinate at which an intersection stays in the same operand
  double scanned = 1;  // an entry of a coordinate list that is scanned to reach the next coordinate of a level
  double entries_per_segment =
      16;  // entries with equal coordinates from which a vector loop runs once for all of them, not for each
  double vector_body = 0.25;   // an operation in a dense loop that compilers vectorise
  double position_body = 0.5;  // an operation in a vector loop over positions
  double lane = 0.06;          // an operation in a lane of a vector loop
  double lane_unused = 1;      // a lane without a position, in the last vector of a loop over positions
  double lanes_alone = 6;      // a vector loop over the positions of one fibre, unless many fibres follow each other
  double lane_stored = 0.12;   // a component that a vector loop stores
  double lane_near = 0.1;      // the same, if few other rows are stored between two tiles of a row
  double lane_far = 0.2;       // the same, if many are
  double row_found = 2.2;      // a row that a vector loop locates by the coordinates of a list entry
  double tile = 32;            // f32 lanes in a tile of a vector loop: 64 with vectors of 32 or 64 bytes, 32 with 16
  double probed = 6;           // a coordinate that a search examines
  double strided = 0.4;        // an operand that is read with a stride
  double indirect = 0.5;       // an operand whose component is located by a sparse coordinate
  double cache_miss = 2.5;     // in addition, if neighbouring coordinates are not adjacent in memory
  double accumulated = 1;      // in addition, if the component is added to
  double store_forward = 3;    // a component in memory that consecutive iterations add to
  double list_insert = 2;      // an insertion into a workspace over one index that keeps a list of coordinates
  double stamp = 8;            // an insertion into a workspace with epoch stamps: the first for a component
  double stamp_repeat = 1.5;   // and each further one
  double mask = 5;             // an insertion into a masked workspace: the first for a component
  double mask_repeat = 0.5;    // and each further one
  double mask_cleared = 3.5;   // a component of a masked workspace, reset before accumulation
  double stamp_cleared = 1.4;  // a component of a workspace with stamps, initialised once
  double list_cleared = 0.08;  // a component of a workspace with a list, initialised once
  double list_order = 9;       // a coordinate of its list: sorted, walked and reset
  double tuple_insert = 30;    // an insertion into a hashed list of tuples
  double tuple_order = 25;     // a tuple of it: sorted and walked
  double insert_far = 20;      // in addition, for an insertion: per doubling of the list beyond the size of a cache
  double tuple_far = 20;       // the same, for a tuple that is sorted
  double stored = 0.5;         // a component of the result, in memory
  double append = 1;           // an entry of a sparse result
  double row_end = 5;          // a row of a sparse result, empty or not
  double count_run = 1;        // the counting pass of a sparse result, as a share of its loops
  double bound_run = 0.1;      // the pass that bounds rows which are then appended, as a share of their loops
  double scattered = 2;        // factor on loops whose entries are counted, then scattered
  double parallel = 0.9;   // factor on loops whose outermost one is parallel: threads may help, but are not guaranteed
  double row_move = 16;    // an entry of a converted operand, placed by a counting sort
  double row_step = 4;     // a row of it, empty or not
  double tuple_move = 24;  // an entry of a converted operand that is sorted by one level
  double tuple_key = 30;   // in addition, for each further level
  double tuple_near = 6;   // in place of tuple_move, if it is sorted into few positions
  double cleared = 0.25;   // a component of a dense temporary, or of dense levels that a sparse result accumulates in
};

struct LoopPrice {
  std::string index;
  int depth = 0;
  double iterations = 0;  // of its body
  double steps = 0;       // coordinates visited: more than iterations if operands are merged
  double galloping = 0;   // upper bound of what galloping in this loop saves
  bool operator==(const LoopPrice&) const = default;
};

struct Price {
  double total = 0;
  double bodies = 0;             // innermost iterations, of all nests
  std::vector<LoopPrice> loops;  // in order of the program's text
  double conversions = 0;        // share of `total` for conversions
  double temporaries = 0;        // share of `total` for filling, ordering and clearing temporaries
  double stored = 0;             // components of the result, in memory
  double galloping = 0;          // upper bound of what galloping saves of `total`
  std::map<std::string, double> temporary_sizes =
      {};  // components of each temporary with indices, each time it is computed
};

/// Cost of one loop with this walk per iteration of the enclosing loops; `extent` is the trip count of a dense loop.
double price_of_walk(const CardinalityEstimator::Walk& walk, double extent, const Constants& constants = {});

/// Number of operators that the expression applies.
double operations(const Expr& expr);

Price price(const cin::Program& program, const Sizes& sizes, const Constants& constants = {});

}  // namespace scorchc::schedule
