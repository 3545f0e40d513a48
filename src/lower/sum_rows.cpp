// Workspaces that sum up a row of a sparse result: in a list or in bits, whichever is faster for the row.
//
//   in a list   if (seen[j]) sums[j] += x; else { seen[j] = true; list[n++] = j; sums[j] = x; }      then the list is sorted
//   in bits     sums[j] += x; bits[j / 64] |= 1 << j % 64;                                           then the bits are taken in order
//
// Sums in bits start from -0, which adds nothing at all (0 + -0 is 0, -0 + -0 is -0): both ways give the same bits. So which
// rows are summed up which way, which depends on the rows before and so on how rows are shared out to threads, is not seen.
//
// The branch costs nothing where it is foretold: where nearly every sum has been seen before, or few have; else it costs more
// than all that is computed. Bits cost a look at all of their words, which has to be small beside what is added. So a row
// that has few entries for its extent has a list, and so has one behind rows whose sums had many addends each.
// Gustavson, "Two Fast Algorithms for Sparse Matrices: Multiplication and Permuted Transposition", 1978, has the list.
#include <algorithm>
#include <utility>

#include "ir/loop_walk.h"
#include "lower/lowerer.h"

namespace scorchc::lower {
namespace {

constexpr std::int64_t columns_an_addend = 256;  // at most, for bits: four words for each that is added
constexpr std::int64_t addends_a_sum = 6;        // from these on a branch is foretold well
constexpr std::int64_t remembered_rows = 8;      // rows before weigh less and less
constexpr std::size_t most_statements = 60;      // of loops that are written twice

// Whether all that the statement does is to add to the tensor, what it has of its own being numbers.
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

// Only where rows are bounded, as they are in one pass: `pos` has their bounds until they are filled.
bool Lowerer::may_sum_in_bits(const cin::Where& where, const StoredTensor& tensor, const Scope& scope) const {
  const bool is_list_of_row = one_pass_.step == Appending::Step::filling && scope.result.level == groups_[0].first &&
                              !tensor.temporary.seen.empty() && tensor.levels.size() == 1;
  return is_list_of_row && where.reduction == ReduceOp::sum && !where.distinct &&
         only_adds(where.producer(), tensor.name);
}

// Both ways to sum up a row, until it is known what is done with the sums. A list where they would be too long to be written twice.
void Lowerer::sum_in_list_or_bits(const cin::Where& where, const StoredTensor& tensor, const Scope& scope, Block& out) {
  const std::string& name = tensor.name;
  const loop::Expr& extent = tensor.levels[0].site.extent;
  const Scope inside = beside_result(scope_inside(where.producer(), scope));
  RowSums row;
  const auto fill = [&](const std::string& bits, Block& block) {
    const std::size_t mark = storage_.names.mark();
    const std::string outer = std::exchange(bits_, bits);
    lower_part(where.producer(), inside, block);
    bits_ = outer;
    storage_.names.forget_since(mark);
  };
  fill({}, row.listing);
  order_workspace(tensor, where, row.listing);
  if (number_of_statements(row.listing) > most_statements) {
    out.insert(out.end(), row.listing.begin(), row.listing.end());
    return;
  }

  const auto fresh = [&](const char* end) { return storage_.names.fresh(name + end); };
  row.bits = fresh("_bits");
  const std::string are_empty = fresh("_are_empty"), most = fresh("_most"), added = fresh("_added"), kept = fresh("_kept"),
                    before = fresh("_before");
  const auto variable = [](const std::string& each) { return loop::index_variable(each); };
  locals_->push_back(loop::LocalArray{row.bits, loop::Type::i64,
                                      loop::add(loop::divide(extent, loop::integer(64)), loop::integer(1)), true, cleanup()});
  one_pass_.history.push_back(loop::Declare{before, variable(one_pass_.counter), true});
  one_pass_.history.push_back(loop::Declare{are_empty, loop::boolean(false), true});
  for (const std::string& sum : {added, kept}) one_pass_.history.push_back(loop::Declare{sum, loop::integer(0), true});
  are_sums_empty_.insert(name);

  const levels::LevelSite& site = result_.levels[groups_[0].first].site;
  const loop::Expr room = loop::load_index(site.pos, site.pos_type, loop::add(scope.result.position, loop::integer(1)));
  out.push_back(loop::Declare{most, loop::sub(room, variable(before))});
  row.most = variable(most);
  const std::string each = fresh("_at");
  row.marking = {loop::If{{loop::negate(loop::flag_variable(are_empty))},
                          {{loop::Comment{"sums start from -0, which adds nothing: from 0, a sum of zeros would lose its sign"},
                            loop::For{each, loop::integer(0), extent, {forget_sum(tensor, variable(each))}},
                            loop::Assign{are_empty, loop::Update::set, loop::boolean(true)}}}}};
  fill(row.bits, row.marking);

  const loop::Expr is_long = loop::less(loop::divide(extent, loop::integer(columns_an_addend)), variable(most));
  const loop::Expr is_mixed = loop::less(variable(added), loop::mul(variable(kept), loop::integer(addends_a_sum)));
  row.in_bits = loop::both(is_long, is_mixed);
  row.remembering = {loop::Assign{before, loop::Update::add, variable(most)}};
  const auto remember = [&](const std::string& sum, const std::string& of_row) {
    const loop::Expr faded = loop::sub(variable(sum), loop::divide(variable(sum), loop::integer(remembered_rows)));
    row.remembering.push_back(loop::Assign{sum, loop::Update::set, loop::add(faded, variable(of_row))});
  };
  remember(added, most);
  remember(kept, tensor.temporary.count);
  row_sums_ = std::move(row);
}

// Where one loop walks all sums, it takes them from the bits as they are, and rows without addends are passed by. Else the
// bits are listed, too.
void Lowerer::consume_row(const StoredTensor& tensor, RowSums row, Block consuming, Block& out) {
  const std::string& count = tensor.temporary.count;
  const loop::Comment choice{tensor.name + ": where many are added, a few to each sum, a bit for each sum; else a list of them, sorted"};
  // A row for which there is no room has no addends, or none that are asked for.
  const auto sum = [&](RowSums summed, Block& into) {
    Block summing = {choice, loop::If{{summed.in_bits}, {std::move(summed.marking), std::move(summed.listing)}}};
    summing.insert(summing.end(), summed.remembering.begin(), summed.remembering.end());
    into.push_back(loop::If{{loop::less(loop::integer(0), summed.most)}, {std::move(summing)}});
  };
  const Block one_more = {loop::Assign{count, loop::Update::add, loop::integer(1)}};
  const auto walk = std::find_if(consuming.begin(), consuming.end(), [](const loop::Stmt& stmt) { return !stmt.as<loop::Comment>(); });
  const loop::For* walked = walk == consuming.end() ? nullptr : walk_of_list(tensor, *walk);
  if (!walked || number_of_statements(row.listing) + number_of_statements(walked->body) > most_statements) {
    const loop::Expr next = loop::index_variable(count);
    const std::string coordinate = storage_.names.fresh(tensor.name + "_at");
    Block listing = {loop::Store{tensor.levels[0].site.crd, loop::Type::i64, next, loop::Update::set, loop::index_variable(coordinate)}};
    listing.insert(listing.end(), one_more.begin(), one_more.end());
    take_bits(tensor, row.bits, coordinate, std::move(listing), row.marking);
    sum(std::move(row), out);
    return forget_list(tensor, std::move(consuming), out);
  }
  const std::string& coordinate = walked->body[0].as<loop::Declare>()->name;
  Block taking(walked->body.begin() + 1, walked->body.end());
  taking.push_back(forget_sum(tensor, loop::index_variable(coordinate)));
  taking.insert(taking.end(), one_more.begin(), one_more.end());
  row.marking.insert(row.marking.end(), consuming.begin(), walk);
  take_bits(tensor, row.bits, coordinate, std::move(taking), row.marking);
  const Block behind(walk + 1, consuming.end());
  consuming.erase(walk + 1, consuming.end());
  forget_list(tensor, std::move(consuming), row.listing);
  sum(std::move(row), out);
  out.insert(out.end(), behind.begin(), behind.end());
}

// Something for each coordinate that has a bit, in order.
void Lowerer::take_bits(const StoredTensor& tensor, const std::string& bits, const std::string& coordinate, Block body, Block& out) {
  const std::string words = storage_.names.fresh(tensor.name + "_words"), at = storage_.names.fresh("p" + tensor.name + "_words"),
                    word = storage_.names.fresh("word"), marks = storage_.names.fresh("marks");
  out.push_back(loop::ListWords{bits, tensor.temporary.scratch, words, tensor.levels[0].site.extent});
  body.insert(body.begin(), loop::TakeBit{coordinate, marks, loop::index_variable(word)});
  const loop::Expr rest = loop::index_variable(marks);
  out.push_back(loop::For{at, loop::integer(0), loop::index_variable(words),
                          {loop::Declare{word, loop::load_index(tensor.temporary.scratch, loop::Type::i64, loop::index_variable(at))},
                           loop::Declare{marks, loop::load(bits, loop::Type::i64, loop::index_variable(word)), true},
                           loop::Store{bits, loop::Type::i64, loop::index_variable(word), loop::Update::set, loop::integer(0)},
                           loop::While{loop::negate(loop::equal(rest, loop::integer(0))), std::move(body)}}});
}

void Lowerer::insert_in_bits(const StoredTensor& tensor, const loop::Expr& at, const loop::Expr& value, Block& out) const {
  out.push_back(loop::Store{tensor.vals, tensor.value, at, loop::Update::add, value});
  out.push_back(loop::MarkBit{bits_, at});
}

}  // namespace scorchc::lower
