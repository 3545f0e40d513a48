// What a scheduled statement costs, in units of one scalar multiply-add: what its loops walk, prefix by prefix, what
// its bodies compute and where they store, what its temporaries take to be filled, ordered and cleared, what
// conversions move. Prices compare plans; they are no times.
//
// In place of the paper's transposition and workspace terms (Algorithm 1), every loop is priced as it is nested: a sum
// over prefixes, not a product, so that empty outer rows, merges and discordant operands show.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ir/cin.h"
#include "schedule/cardinality.h"
#include "schedule/sizes.h"

namespace scorchc::schedule {

/// Units of one scalar multiply-add. Measured ratios; docs/scheduling.md says how.
struct Constants {
  double dense_iteration = 0.3;  // of a loop over every coordinate
  double sparse_iteration = 1;   // of a loop over the positions of one operand
  double loop_entry = 1;         // a loop over positions, or a merge, whenever it is come to
  double mispredict = 8;    // more, where it cannot be foretold how long it is; also where a segment of a list ends
  double tile_start = 2.4;  // of a tile of a vector loop
  double row_fill = 6;      // of a loop that sets a row to one value, beside others
  double tile_store_forward = 10;  // a vector loop that adds to what the iteration before it stored: it waits for that
  double register_forward = 2;     // one that adds to what the iteration before it left in registers
  double merge_step = 9;           // of a merge, a coordinate where it goes on in another operand
  double merge_run = 4;            // one of a product that is passed in the same operand
  double passed = 1;  // an entry of a coordinate list that is looked at to come to the next coordinate of a level
  double vector_body = 0.25;   // an operation in a dense loop that compilers make vector code of
  double position_body = 0.5;  // one in a vector loop over positions
  double lane = 0.06;          // an operation in a lane of a vector loop
  double lane_unused = 1;      // one for which no position is left: of the last vector of a loop over positions
  double lanes_alone = 6;     // a vector loop over positions of one fibre, where there are not many one after the other
  double lane_stored = 0.12;  // a component that a vector loop stores, whenever it does
  double lane_near = 0.1;     // one of a few rows that are stored to before the next lanes of the first one
  double lane_far = 0.2;      // one of many
  double row_found = 2.2;     // a row that lanes find by the coordinates of an entry of a list
  double tile = 32;           // lanes that a vector loop takes at a time: 64 of the widest vectors, 32 of others
  double probed = 6;          // a coordinate that is looked at to find another one
  double strided = 0.4;       // an operand that is not read one after the other
  double indirect = 0.5;      // an operand whose component is looked up by a sparse coordinate
  double cache_miss = 2.5;    // more, where neighbouring coordinates are not neighbours in memory
  double accumulated = 1;     // more, where it is increased
  double store_forward = 3;   // a component in memory that one iteration after the other adds to
  double list_insert = 2;     // into a workspace over one index
  double stamp = 8;           // into one that is looked up, with the number of its round: for the first time
  double stamp_again = 1.5;   // and again
  double mark = 5;            // into one that is cleared where it will be looked up: for the first time
  double mark_again = 0.5;    // and again
  double mark_cleared = 3.5;  // a component that will be looked up, before
  double stamp_cleared = 1.4;  // one of all its components, once
  double list_cleared = 0.08;  // one of all places for its marks, once
  double list_order = 9;       // a coordinate of it, sorted, walked and cleared
  double tuple_insert = 30;    // into a hashed list of tuples
  double tuple_order = 25;
  double insert_far = 20;  // more, for each doubling of a list that is larger than a cache
  double tuple_far = 20;   // the same, of what is sorted
  double stored = 0.5;     // a component of the result, in memory
  double append = 1;       // an entry of a sparse result
  double row_end = 5;      // a row of it, with entries or without
  double count_run = 1;    // the loops of a sparse result, run before to count it
  double bound_run = 0.1;  // or to bound them, where rows are appended in one pass
  double scattered = 2;    // loops whose entries are counted, then written here and there
  double parallel = 0.9;   // loops whose outermost runs in parallel: more processors are a bonus, no promise
  double row_move = 16;    // an entry of a converted operand, by counting
  double row_step = 4;     // a row of it, with entries or without
  double tuple_move = 24;  // an entry of one that is sorted by one level
  double tuple_key = 30;   // more, by each further one
  double tuple_near = 6;   // where there are few places to put it
  double cleared = 0.25;   // a component of a dense temporary, or of dense levels that a sparse result is added up in
};

struct LoopPrice {
  std::string index;
  int depth = 0;
  double iterations = 0;  // of its body
  double steps = 0;       // coordinates walked: more where operands are merged
  double galloping = 0;   // what operands that gallop in it could save at most
  bool operator==(const LoopPrice&) const = default;
};

struct Price {
  double total = 0;
  double bodies = 0;                        // innermost iterations, of all nests
  std::vector<LoopPrice> loops;             // in order of the program's text
  double conversions = 0;                   // of it, for storing operands again
  double temporaries = 0;                   // of it, for filling, ordering and clearing
  double stored = 0;                        // components of the result, in memory
  double galloping = 0;                     // of it, what operands that gallop could save at most
  std::map<std::string, double> held = {};  // components of each temporary with indices, each time that it is made
};

/// What a loop costs that walks so, for each iteration around it; over `extent` coordinates where it walks them all.
double price_of_walk(const CardinalityEstimator::Walk& walk, double extent, const Constants& constants = {});

Price price(const cin::Program& program, const Sizes& sizes, const Constants& constants = {});

}  // namespace scorchc::schedule
