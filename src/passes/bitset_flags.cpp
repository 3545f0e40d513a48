#include "passes/bitset_flags.h"

#include <set>
#include <string>

#include "ir/loop_uses.h"
#include "ir/loop_walk.h"

namespace scorchc::passes {
namespace {

using loop::Block;
using loop::Stmt;

/// How the statements of a function use an array of flags.
class Uses {
 public:
  Uses(const Block& body, const std::string& marks) : marks_(marks) {
    for (const Stmt& stmt : body) {
      const loop::LocalArray* declared = stmt.as<loop::LocalArray>();
      if (!(declared && declared->name == marks) && mentions({stmt})) look_at(stmt, {});
    }
  }
  bool are_made_once() const { return are_made_ && !is_other_; }

 private:
  struct Around {
    bool is_loop = false, has_threads = false;
  };

  bool mentions(const Block& block) const { return loop::used_names(block).count(marks_) > 0; }

  void look_at(const Stmt& stmt, Around around) {
    if (const loop::Store* store = stmt.as<loop::Store>(); store && store->array == marks_) {
      are_made_ = true;
      is_other_ |= around.has_threads || store->value != loop::boolean(true);
    } else if (stmt.as<loop::SortList>()) {
      is_other_ |= around.is_loop;
    } else if (const loop::For* node = stmt.as<loop::For>()) {
      is_other_ |= node->vector || mentions(node->locals);
      look_into(stmt, {true, around.has_threads || node->parallel});
    } else if (const loop::Parallel* parallel = stmt.as<loop::Parallel>()) {
      is_other_ |= mentions(parallel->locals);
      look_into(stmt, {around.is_loop, true});
    } else if (stmt.as<loop::While>() || stmt.as<loop::ForNonempty>() || stmt.as<loop::MergeLists>()) {
      look_into(stmt, {true, around.has_threads});
    } else if (stmt.as<loop::If>()) {
      look_into(stmt, around);
    } else if (!stmt.as<loop::Store>() && !stmt.as<loop::Declare>() && !stmt.as<loop::Assign>()) {
      is_other_ |= mentions({stmt});
    }
  }

  void look_into(const Stmt& stmt, Around around) {
    for (const Block* block : loop::blocks(stmt))
      for (const Stmt& each : *block) look_at(each, around);
  }

  const std::string& marks_;
  bool are_made_ = false, is_other_ = false;
};

/// Sorting by a bitset needs no scratch array, since its bits are in order.
Block sorted_by(const std::string& marks, const Block& body) {
  Block out;
  for (const Stmt& stmt : body) {
    const loop::SortList* list = stmt.as<loop::SortList>();
    if (list && list->marks == marks)
      out.push_back(loop::SortList{list->array, "", list->count, list->extent, marks});
    else
      out.push_back(stmt.as<loop::If>()
                        ? loop::with_blocks(stmt, [&](const Block& block) { return sorted_by(marks, block); })
                        : stmt);
  }
  return out;
}

Block with_bitset_flags(Block body) {
  for (std::size_t n = 0; n < body.size(); ++n) {
    const loop::LocalArray* array = body[n].as<loop::LocalArray>();
    if (!array || array->element != loop::Type::boolean || !array->zeroed || !Uses(body, array->name).are_made_once())
      continue;
    loop::LocalArray marks = *array;
    marks.is_bitset = true;
    body[n] = marks;
    body = sorted_by(marks.name, body);
  }
  const std::set<std::string> used = loop::read_names(body);
  std::erase_if(body, [&](const Stmt& stmt) {
    return stmt.as<loop::LocalArray>() && !used.count(stmt.as<loop::LocalArray>()->name);
  });
  return body;
}

}  // namespace

loop::Module bitset_flags(loop::Module module) {
  for (loop::Function& function : module.functions) function.body = with_bitset_flags(std::move(function.body));
  return module;
}

}  // namespace scorchc::passes
