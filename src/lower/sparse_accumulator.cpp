// Accumulates a row of a sparse result in a workspace (sparse accumulator, SPA), in whichever of four ways is the
// fastest for the row:
//
//   accumulator_dense         sums[j] += x; seen[j] = true;               where all sums are close together;
//                                                                         consumed by scanning eight flags at a time
//   accumulator_bitmap        sums[j] += x; bits[j / 64] |= 1 << j % 64;  consumed by scanning all words of 64 bits
//   accumulator_hierarchical  the same, and a bit for each word;          consumed by scanning the bits of words
//   accumulator_list          if (!seen[j]) { seen[j] = true; list[n++] = j; sums[j] = 0; }
//                             sums[j] += x;                               consumed by sorting the list
//
// All ways start from the same value (empty_sum), and each has a single statement that adds, which compilers may fuse
// with the product x. So they give the same bits. The choice depends on earlier rows, and so on how rows are
// partitioned among threads, but the result does not.
//
// The branch of the list is cheap if it is predictable: if nearly every sum has been seen before, or few have.
// Otherwise it costs more than all arithmetic. Flags and bitmaps cost a scan from the first possible sum to the last,
// which must be short compared with the additions. Setting a bit waits for earlier bits of its word, but there are
// fewer words to scan. The second level has so few words that each addend waits for the one before, which is still
// cheaper than sorting a list that is not short. So rows with few entries use a list, and so do rows after rows whose
// sums had many addends each. The span comes from the first and the last coordinates of the operands' rows, which
// ascend.
//
// The list is from Gustavson, "Two Fast Algorithms for Sparse Matrices: Multiplication and Permuted Transposition",
// 1978.
#include <algorithm>
#include <utility>

#include "ir/loop_walk.h"
#include "lower/iterator.h"

namespace scorchc::lower {
namespace {

constexpr std::int64_t bits_a_word = 64;
constexpr std::int64_t columns_a_mark = 2;  // accumulator_dense: at most this many columns of the span per addend
constexpr std::int64_t columns_an_addend = 4 * bits_a_word;  // accumulator_bitmap: likewise
constexpr std::int64_t columns_of_levels =
    bits_a_word * bits_a_word;                // accumulator_hierarchical: likewise; the columns of a second-level word
constexpr std::int64_t short_list = 48;       // up to this length, sorting a list is cheaper
constexpr std::int64_t addends_a_sum = 6;     // from here on, the branch of the list is predictable
constexpr std::int64_t addends_of_span = 16;  // with fewer addends, adding them is cheaper than computing their span
constexpr std::int64_t remembered_rows = 8;   // the statistics decay by 1/8 with each row
constexpr std::size_t most_statements = 60;   // of loops that are emitted several times

// Whether the statement only adds to the tensor, and has no temporaries of its own but scalars.
bool only_adds(const cin::Stmt& stmt, const std::string& tensor) {
  return match(
      stmt, [&](const cin::Assign& assign) { return assign.lhs.tensor != tensor || assign.op == AssignOp::add; },
      [&](const cin::Forall& loop) { return only_adds(loop.body[0], tensor); },
      [&](const cin::Where& where) { return where.temporary.indices.empty() && only_adds(where.consumer(), tensor); },
      [&](const cin::Sequence& sequence) {
        return std::all_of(sequence.statements.begin(), sequence.statements.end(),
                           [&](const cin::Stmt& part) { return only_adds(part, tensor); });
      });
}

std::size_t number_of_statements(const loop::Block& block) {
  std::size_t number = 0;
  loop::for_each_statement(block, [&](const loop::Stmt&) { ++number; });
  return number;
}

}  // namespace

// Whether the workspace accumulates a row of the result and may use any of the four ways. Only in a single pass, in
// which `pos` holds the bounds of rows until they are filled.
bool Lowerer::may_adapt_accumulator(const cin::Where& where, const StoredTensor& tensor, const Scope& scope) const {
  const bool is_list_of_row = upper_bound_.step == UpperBoundAssembly::Step::filling &&
                              scope.result.level == groups_[0].first && !tensor.temporary.seen.empty() &&
                              tensor.levels.size() == 1;
  return is_list_of_row && where.reduction == ReduceOp::sum && !where.distinct &&
         only_adds(where.producer(), tensor.name);
}

// Lowers the producer in all four ways, to which consume_row adds how the sums are consumed. Uses a list alone if the
// loops would be too long to be emitted several times.
void Lowerer::accumulate_each_way(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out) {
  const std::string& name = tensor.name;
  const loop::Expr& extent = tensor.levels[0].site.extent;
  const Scope inside = producer_scope(scope_inside(where.producer(), scope));
  SparseAccumulator row;
  const auto fill = [&](const Marks& marks, Block& block) {
    const std::size_t mark = storage_.names.mark();
    const Marks outer = std::exchange(marks_, marks);
    lower_part(where.producer(), inside, block);
    marks_ = outer;
    storage_.names.forget_since(mark);
  };
  fill({}, row.accumulator_list);
  order_workspace(tensor, where, row.accumulator_list);
  if (number_of_statements(row.accumulator_list) > most_statements) {
    out.insert(out.end(), row.accumulator_list.begin(), row.accumulator_list.end());
    return;
  }

  const auto fresh = [&](const char* end) { return storage_.names.fresh(name + end); };
  row.bits = fresh("_bits");
  row.words = fresh("_has_bits");
  const std::string are_empty = fresh("_are_empty"), most = fresh("_most"), added = fresh("_added"),
                    kept = fresh("_kept"), before = fresh("_before");
  const auto variable = [](const std::string& each) { return loop::index_variable(each); };
  for (const auto& [array, columns] : {std::pair(row.bits, bits_a_word), std::pair(row.words, columns_of_levels)}) {
    const loop::Expr count = loop::add(loop::divide(extent, loop::integer(columns)), loop::integer(1));
    locals_->push_back(loop::LocalArray{array, loop::Type::i64, count, true, cleanup()});
  }
  upper_bound_.history.push_back(loop::Declare{before, variable(upper_bound_.counter), true});
  upper_bound_.history.push_back(loop::Declare{are_empty, loop::boolean(false), true});
  for (const std::string& sum : {added, kept})
    upper_bound_.history.push_back(loop::Declare{sum, loop::integer(0), true});
  are_sums_empty_.insert(name);

  const levels::LevelSite& site = result_.levels[groups_[0].first].site;
  const loop::Expr capacity =
      loop::load_index(site.pos, site.pos_type, loop::add(scope.result.position, loop::integer(1)));
  out.push_back(loop::Declare{most, loop::sub(capacity, variable(before))});
  row.most = variable(most);
  row.end = extent;
  find_span(where, tensor, inside, row);

  const std::string each = fresh("_at");
  const Block emptying = {loop::If{{loop::negate(loop::flag_variable(are_empty))},
                                   {{loop::Comment{"initialise each sum"},
                                     loop::For{each, loop::integer(0), extent, {reset_sum(tensor, variable(each))}},
                                     loop::Assign{are_empty, loop::Update::set, loop::boolean(true)}}}}};
  row.accumulator_bitmap = row.accumulator_hierarchical = emptying;
  fill({row.bits, {}}, row.accumulator_bitmap);
  fill({row.bits, row.words}, row.accumulator_hierarchical);
  if (row.use_dense) {
    row.accumulator_dense = emptying;
    fill({tensor.temporary.seen, {}}, row.accumulator_dense);
  }

  const loop::Expr span = loop::sub(row.end, row.first);
  const loop::Expr is_new_often = loop::less(variable(added), loop::mul(variable(kept), loop::integer(addends_a_sum)));
  const auto has_one_in = [&](std::int64_t columns) {
    return loop::less(loop::divide(span, loop::integer(columns)), variable(most));
  };
  row.use_bitmap = loop::both(has_one_in(columns_an_addend), is_new_often);
  row.use_hierarchical = loop::both(
      loop::both(loop::less(loop::integer(short_list), variable(most)), has_one_in(columns_of_levels)), is_new_often);
  row.update_statistics = {loop::Assign{before, loop::Update::add, variable(most)}};
  const auto remember = [&](const std::string& sum, const std::string& of_row) {
    const loop::Expr faded = loop::sub(variable(sum), loop::divide(variable(sum), loop::integer(remembered_rows)));
    row.update_statistics.push_back(loop::Assign{sum, loop::Update::set, loop::add(faded, variable(of_row))});
  };
  remember(added, most);
  remember(kept, tensor.temporary.count);
  accumulator_ = std::move(row);
}

// Computes the span of the sums of a row, if its loops can tell before they run. Rows with few addends skip this.
void Lowerer::find_span(const cin::Where& where, const StoredTensor& tensor, const Scope& inside,
                        SparseAccumulator& row) {
  const std::string first = storage_.names.fresh(tensor.name + "_first"),
                    end = storage_.names.fresh(tensor.name + "_end");
  const std::size_t mark = storage_.names.mark();
  const UpperBoundAssembly outer = upper_bound_;
  upper_bound_.step = UpperBoundAssembly::Step::bounding;
  upper_bound_.is_bounded = true;
  upper_bound_.index = where.temporary.indices[0];
  upper_bound_.first = first;
  upper_bound_.end = end;
  Block loops = {loop::Assign{first, loop::Update::set, row.end},
                 loop::Assign{end, loop::Update::set, loop::integer(0)}};
  lower_part(where.producer(), inside, loops);
  const bool is_spanned = upper_bound_.is_bounded;
  upper_bound_ = outer;
  storage_.names.forget_since(mark);
  if (!is_spanned) return;
  row.compute_span = {loop::Declare{first, loop::integer(0), true}, loop::Declare{end, row.end, true},
                      loop::If{{loop::less(loop::integer(addends_of_span), row.most)}, {std::move(loops)}}};
  row.first = loop::index_variable(first);
  row.end = loop::index_variable(end);
  row.use_dense = loop::less(loop::divide(loop::sub(row.end, row.first), loop::integer(columns_a_mark)), row.most);
}

// Replaces the loop that inserts: extends the span by the first and the last coordinate that the loop walks.
void Lowerer::widen_span(const cin::Forall& loop, const IterationTree& tree, const Scope& scope, Block& out) {
  const auto ascends = [&](const Iterator& iterator) {
    return iterator.level->format->properties.ordered && iterator.level->format->position_iteration;
  };
  const bool is_walked = loop.index == upper_bound_.index && storage_.part_of(loop.index).empty() &&
                         !has_forall(loop.body[0]) && !walks_temporary(tree) && most_of(tree, scope);
  const std::vector<Iterator> walked = is_walked ? make_iterators(tree, scope) : std::vector<Iterator>();
  upper_bound_.is_bounded =
      upper_bound_.is_bounded && !walked.empty() && std::all_of(walked.begin(), walked.end(), ascends);
  if (!upper_bound_.is_bounded) return;
  for (const Iterator& iterator : walked) {
    const loop::Expr begin = iterator.range.begin, end = iterator.range.end, one = loop::integer(1);
    const auto coordinate = [&](const loop::Expr& at) {
      return iterator.level->format->position_iteration->access(iterator.level->site, at);
    };
    const loop::Expr first = loop::minimum(loop::index_variable(upper_bound_.first), coordinate(begin));
    const loop::Expr behind =
        loop::maximum(loop::index_variable(upper_bound_.end), loop::add(coordinate(loop::sub(end, one)), one));
    out.push_back(loop::If{{loop::less(begin, end)},
                           {{loop::Assign{upper_bound_.first, loop::Update::set, first},
                             loop::Assign{upper_bound_.end, loop::Update::set, behind}}}});
  }
}

// Consumes the sums of a row. If a single loop walks all sums, it takes them from the marks in order, and rows without
// addends are skipped. Otherwise marked sums are listed first.
void Lowerer::consume_row(const StoredTensor& tensor, SparseAccumulator row, Block consuming, Block& out) {
  const std::string& count = tensor.temporary.count;
  const std::string marked = row.use_dense ? "flags if all sums are close together, else " : "";
  const loop::Comment choice{tensor.name + ": sparse accumulator with " + marked +
                             "a bitmap if many sums have few addends each, in two levels if they lie far apart; " +
                             "else a sorted list"};
  // A row with an upper bound of 0 has no addends, or none that the result needs.
  const auto sum = [&](Block& into) {
    Block summing = std::move(row.compute_span);
    summing.push_back(choice);
    loop::If ways{
        {row.use_bitmap, row.use_hierarchical},
        {std::move(row.accumulator_bitmap), std::move(row.accumulator_hierarchical), std::move(row.accumulator_list)}};
    if (row.use_dense) {
      ways.conditions.insert(ways.conditions.begin(), *row.use_dense);
      ways.blocks.insert(ways.blocks.begin(), std::move(row.accumulator_dense));
    }
    summing.push_back(std::move(ways));
    summing.insert(summing.end(), row.update_statistics.begin(), row.update_statistics.end());
    into.push_back(loop::If{{loop::less(loop::integer(0), row.most)}, {std::move(summing)}});
  };
  const auto take = [&](const std::string& coordinate, const Block& body) {
    const std::size_t mark = storage_.names.mark();
    pop_bits(tensor, row, coordinate, body, row.accumulator_bitmap);
    storage_.names.forget_since(mark);
    pop_levels(row, coordinate, body, row.accumulator_hierarchical);
    storage_.names.forget_since(mark);
    if (row.use_dense) pop_marks(tensor, row, coordinate, body, row.accumulator_dense);
  };
  const Block one_more = {loop::Assign{count, loop::Update::add, loop::integer(1)}};
  const auto walk = std::find_if(consuming.begin(), consuming.end(),
                                 [](const loop::Stmt& stmt) { return !stmt.as<loop::Comment>(); });
  const loop::For* walked = walk == consuming.end() ? nullptr : walk_of_list(tensor, *walk);
  if (!walked || number_of_statements(row.accumulator_list) + number_of_statements(walked->body) > most_statements) {
    const loop::Expr next = loop::index_variable(count);
    const std::string coordinate = storage_.names.fresh(tensor.name + "_at");
    Block listing = {loop::Store{tensor.levels[0].site.crd, loop::Type::i64, next, loop::Update::set,
                                 loop::index_variable(coordinate)}};
    listing.insert(listing.end(), one_more.begin(), one_more.end());
    take(coordinate, listing);
    sum(out);
    return reset_list(tensor, std::move(consuming), out);
  }
  const std::string& coordinate = walked->body[0].as<loop::Declare>()->name;
  Block taking(walked->body.begin() + 1, walked->body.end());
  taking.push_back(reset_sum(tensor, loop::index_variable(coordinate)));
  taking.insert(taking.end(), one_more.begin(), one_more.end());
  for (Block* marking : {&row.accumulator_dense, &row.accumulator_bitmap, &row.accumulator_hierarchical})
    marking->insert(marking->end(), consuming.begin(), walk);
  take(coordinate, taking);
  const Block behind(walk + 1, consuming.end());
  consuming.erase(walk + 1, consuming.end());
  reset_list(tensor, std::move(consuming), row.accumulator_list);
  sum(out);
  out.insert(out.end(), behind.begin(), behind.end());
}

namespace {

// A loop that pops the bits of a variable until none is left.
loop::While while_any(const std::string& bits, const std::string& coordinate, const loop::Expr& first,
                      loop::Block body) {
  body.insert(body.begin(), loop::PopLowestBit{coordinate, bits, first});
  return {loop::negate(loop::equal(loop::index_variable(bits), loop::integer(0))), std::move(body)};
}

// Runs `body` for each bit of a word of an array, and clears the word.
loop::Block for_bits_of(const std::string& array, const std::string& word, const std::string& bits,
                        const std::string& coordinate, loop::Block body) {
  const loop::Expr at = loop::index_variable(word);
  return {loop::Declare{bits, loop::load(array, loop::Type::i64, at), true},
          loop::Store{array, loop::Type::i64, at, loop::Update::set, loop::integer(0)},
          while_any(bits, coordinate, loop::mul(at, loop::integer(bits_a_word)), std::move(body))};
}

}  // namespace

// Runs `body` for each coordinate that has a flag, in ascending order.
void Lowerer::pop_marks(const StoredTensor& tensor, const SparseAccumulator& row, const std::string& coordinate,
                        Block body, Block& out) {
  const std::string eighth = storage_.names.fresh("eighth"), marks = storage_.names.fresh("marks");
  const loop::Expr eight = loop::integer(loop::LoadMask::number),
                   first = loop::mul(loop::index_variable(eighth), eight);
  out.push_back(loop::For{
      eighth,
      loop::divide(row.first, eight),
      loop::divide(loop::add(row.end, loop::integer(loop::LoadMask::number - 1)), eight),
      {loop::LoadMask{marks, tensor.temporary.seen, first}, while_any(marks, coordinate, first, std::move(body))}});
}

// Runs `body` for each coordinate that has a bit, in ascending order.
void Lowerer::pop_bits(const StoredTensor& tensor, const SparseAccumulator& row, const std::string& coordinate,
                       Block body, Block& out) {
  const std::string words = storage_.names.fresh(tensor.name + "_words"),
                    at = storage_.names.fresh("p" + tensor.name + "_words"), word = storage_.names.fresh("word"),
                    bits = storage_.names.fresh("bits");
  out.push_back(loop::NonzeroWords{row.bits, tensor.temporary.scratch, words, row.first, row.end});
  Block taking = for_bits_of(row.bits, word, bits, coordinate, std::move(body));
  taking.insert(taking.begin(), loop::Declare{word, loop::load_index(tensor.temporary.scratch, loop::Type::i64,
                                                                     loop::index_variable(at))});
  out.push_back(loop::For{at, loop::integer(0), loop::index_variable(words), std::move(taking)});
}

// The same with two levels, in which each nonzero word has a bit.
void Lowerer::pop_levels(const SparseAccumulator& row, const std::string& coordinate, Block body, Block& out) {
  const std::string at = storage_.names.fresh("words"), words = storage_.names.fresh("word_bits"),
                    word = storage_.names.fresh("word"), bits = storage_.names.fresh("bits");
  const loop::Expr columns = loop::integer(columns_of_levels), last = loop::integer(columns_of_levels - 1);
  Block taking =
      for_bits_of(row.words, at, words, word, for_bits_of(row.bits, word, bits, coordinate, std::move(body)));
  out.push_back(loop::For{at, loop::divide(row.first, columns), loop::divide(loop::add(row.end, last), columns),
                          std::move(taking)});
}

void Lowerer::insert_flagged(const StoredTensor& tensor, const loop::Expr& at, const loop::Expr& value,
                             Block& out) const {
  out.push_back(loop::Store{tensor.vals, tensor.value, at, loop::Update::add, value});
  if (marks_.sums == tensor.temporary.seen)
    out.push_back(loop::Store{marks_.sums, loop::Type::boolean, at, loop::Update::set, loop::boolean(true)});
  else
    out.push_back(loop::SetBit{marks_.sums, at});
  if (!marks_.words.empty()) out.push_back(loop::SetBit{marks_.words, loop::divide(at, loop::integer(bits_a_word))});
}

}  // namespace scorchc::lower
