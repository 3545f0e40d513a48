// Statements of loop IR as closures: their meaning is that of emit/cpp_stmt.cpp.
#include "interpret/elements.h"
#include "interpret/expressions.h"

namespace scorchc::interpret {
namespace {

using loop::Block;
using loop::Status;
using loop::Type;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// A field of a parameter, found when the function is prepared.
struct Place {
  std::size_t object = 0;
  std::size_t field = 0;
  std::string label;

  FieldValue& in(Frame& frame) const { return field_of(frame, object, field, label); }
  Array* array(Frame& frame) const {
    const FieldValue& value = in(frame);
    if (!value.is_set) throw Broken{label + " is used, but nobody has set it"};
    return value.array;
  }
};

class Statements {
 public:
  Statements(const loop::Module& module, const loop::Function& function)
      : names_(module, function), expressions_(names_) {}

  PreparedFunction function() {
    Action body = block(names_.function().body);
    return {names_.cells(), std::move(body)};
  }

 private:
  Action block(const Block& block) {
    std::vector<Action> actions;
    for (const loop::Stmt& stmt : block)
      if (stmt.as<loop::Comment>() == nullptr) actions.push_back(located(stmt));
    return [actions = std::move(actions)](Frame& frame) {
      for (const Action& action : actions)
        if (action(frame) == Flow::leave) return Flow::leave;
      return Flow::next;
    };
  }

  Action inner_block(const Block& inner) {
    names_.open();
    Action body = block(inner);
    names_.close();
    return body;
  }

  /// What breaks says where: in the innermost statement around it.
  Action located(const loop::Stmt& stmt) {
    return [action = statement(stmt), stmt, phase = names_.function().phase](Frame& frame) {
      try {
        return action(frame);
      } catch (Broken& broken) {
        if (broken.is_located) throw;
        throw Broken{
            "in `" + std::string(name(phase)) + "`, at `" + first_line(print(Block{stmt})) + "`: " + broken.what, true};
      }
    };
  }

  Action statement(const loop::Stmt& stmt) {
    return match(
        stmt, [&](const loop::Declare& node) { return declare(node); },
        [&](const loop::BindArray& node) { return bind(node); }, [&](const loop::Assign& node) { return assign(node); },
        [&](const loop::Store& node) { return store(node); },
        [&](const loop::SetField& node) { return set_field(node); }, [&](const loop::For& node) { return loop(node); },
        [&](const loop::While& node) { return loop(node); }, [&](const loop::If& node) { return branch(node); },
        [](const loop::Comment&) -> Action { return [](Frame&) { return Flow::next; }; },
        [&](const loop::Clear& node) { return clear(node); },
        [&](const loop::ReturnIf& node) { return return_if(node); },
        [&](const loop::ReturnIfNull& node) { return return_if_null(node); },
        [&](const loop::Allocate& node) { return allocate(node); }, [&](const loop::Grow& node) { return grow(node); },
        [&](const loop::Release& node) { return release(node); },
        [&](const loop::CallPhase& node) { return call(node); },
        [&](const loop::ReturnStatus& node) { return return_status(node); });
  }

  Action declare(const loop::Declare& node) {
    return with_type(type_of(node.value), [&]<class T>(T) -> Action {
      // The name is in scope behind its value.
      Code<T> value = expressions_.value<T>(node.value);
      const std::size_t cell = names_.declare(node.name, {.type = type_for<T>, .is_mutable = node.is_mutable});
      return [cell, value = std::move(value)](Frame& frame) {
        cell_as<T>(frame.cells[cell]) = value(frame);
        return Flow::next;
      };
    });
  }

  Action bind(const loop::BindArray& node) {
    const std::optional<Place> place = find(node.object, node.field);
    const bool holds_indices = place && holds_positions_or_coordinates(*place);
    const std::size_t cell = names_.declare(
        node.name,
        {.type = node.element, .is_array = true, .is_mutable = node.is_written, .holds_indices = holds_indices});
    if (!place) return no_field(node.object, node.field);
    return [cell, place = *place, element = node.element](Frame& frame) {
      Array* array = place.array(frame);
      if (array != nullptr && array->element != element)
        throw Broken{array->label + " is an array of " + std::string(name(array->element))};
      frame.cells[cell].array = array;
      return Flow::next;
    };
  }

  Action assign(const loop::Assign& node) {
    const Entity* entity = names_.variable(node.name);
    if (entity == nullptr) return broken_code<Flow>("the variable `" + node.name + "` is not declared");
    if (!entity->is_mutable) return broken_code<Flow>("`" + node.name + "` is assigned, but is constant");
    if (entity->is_outside) return broken_code<Flow>("iterations of a parallel loop share `" + node.name + "`");
    return with_type(entity->type, [&]<class T>(T) -> Action {
      return [cell = entity->cell, value = expressions_.updated<T>(node.update, node.value)](Frame& frame) {
        T& place = cell_as<T>(frame.cells[cell]);
        place = value(frame, place);
        return Flow::next;
      };
    });
  }

  Action store(const loop::Store& node) {
    const Entity* entity = names_.array(node.array);
    if (entity == nullptr || entity->type != node.element) return no_array(node.array);
    if (!entity->is_mutable) return broken_code<Flow>("`" + node.array + "` is not bound for writing");
    return with_type(node.element, [&]<class T>(T) { return store_as<T>(node, *entity); });
  }

  template <class T>
  Action store_as(const loop::Store& node, const Entity& entity) {
    Code<std::int64_t> index = expressions_.integer(node.index);
    if (node.update == loop::Update::set)
      return [cell = entity.cell, name = node.array, index = std::move(index),
              value = entity.holds_indices ? expressions_.value_for_index<T>(node.value)
                                           : expressions_.value_for_place<T>(node.value)](Frame& frame) {
        const std::int64_t at = index(frame);
        const T stored = value(frame);
        write<T>(frame.run.memory.clock, frame.cells[cell].array, name, at, stored);
        return Flow::next;
      };
    return [cell = entity.cell, name = node.array, index = std::move(index),
            value = expressions_.updated<T>(node.update, node.value)](Frame& frame) {
      const std::int64_t at = index(frame);
      Array* array = frame.cells[cell].array;
      const T stored = value(frame, read<T>(frame.run.memory.clock, array, name, at));
      write<T>(frame.run.memory.clock, array, name, at, stored);
      return Flow::next;
    };
  }

  Action set_field(const loop::SetField& node) {
    const std::optional<Place> place = find(node.object, node.field);
    if (!place) return no_field(node.object, node.field);
    const bool is_narrow = declaration(*place).type == Type::i32;
    Code<std::int64_t> value = expressions_.integer(node.value);
    if (is_narrow)
      value = [narrow = expressions_.value_for_place<std::int32_t>(node.value)](Frame& frame) {
        return std::int64_t{narrow(frame)};
      };
    const auto element = static_cast<std::size_t>(std::max(node.element, 0));
    return [place = *place, element, value = std::move(value)](Frame& frame) {
      const std::int64_t number = value(frame);
      FieldValue& field = place.in(frame);
      field.numbers.at(element) = number;
      field.is_set = true;
      return Flow::next;
    };
  }

  static void count_iteration(Run& run) {
    if (--run.iterations_left < 0) throw Broken{"the loops of the call do not end"};
  }

  Action loop(const loop::For& node) {
    Code<std::int64_t> begin = expressions_.integer(node.begin);
    Code<std::int64_t> end = expressions_.integer(node.end);
    if (node.parallel) names_.enter_parallel_loop();
    names_.open();
    const std::size_t cell = names_.declare(node.name, {});
    Action body = block(node.body);
    names_.close();
    if (node.parallel) names_.leave_parallel_loop();
    Action run = [cell, begin = std::move(begin), end = std::move(end), body = std::move(body),
                  ticks = node.parallel ? 1U : 0U](Frame& frame) {
      for (std::int64_t i = begin(frame); i < end(frame); ++i) {
        count_iteration(frame.run);
        frame.run.memory.clock.now += ticks;
        frame.cells[cell].i64 = i;
        if (body(frame) == Flow::leave) return Flow::leave;
      }
      return Flow::next;
    };
    return node.parallel ? in_parallel(std::move(run)) : run;
  }

  static Action in_parallel(Action loop) {
    return [loop = std::move(loop)](Frame& frame) {
      Clock& clock = frame.run.memory.clock;
      if (clock.loop_begin != Clock::never) throw Broken{"a parallel loop runs inside another"};
      clock.loop_begin = clock.now + 1;
      if (loop(frame) == Flow::leave) throw Broken{"a parallel loop is left"};
      clock.loop_begin = Clock::never;
      return Flow::next;
    };
  }

  Action loop(const loop::While& node) {
    return [condition = expressions_.condition(node.condition), body = inner_block(node.body)](Frame& frame) {
      while (condition(frame)) {
        count_iteration(frame.run);
        if (body(frame) == Flow::leave) return Flow::leave;
      }
      return Flow::next;
    };
  }

  Action branch(const loop::If& node) {
    std::vector<Code<bool>> conditions;
    std::vector<Action> blocks;
    for (const loop::Expr& condition : node.conditions) conditions.push_back(expressions_.condition(condition));
    for (const Block& inner : node.blocks) blocks.push_back(inner_block(inner));
    return [conditions = std::move(conditions), blocks = std::move(blocks)](Frame& frame) {
      std::size_t taken = 0;
      while (taken < conditions.size() && !conditions[taken](frame)) ++taken;
      return taken < blocks.size() ? blocks[taken](frame) : Flow::next;
    };
  }

  Action clear(const loop::Clear& node) {
    const Entity* entity = names_.array(node.array);
    if (entity == nullptr || entity->type != node.element) return no_array(node.array);
    if (!entity->is_mutable) return broken_code<Flow>("`" + node.array + "` is not bound for writing");
    return with_type(node.element, [&]<class T>(T) -> Action {
      return [cell = entity->cell, name = node.array, count = expressions_.integer(node.count)](Frame& frame) {
        const std::int64_t end = count(frame);
        for (std::int64_t i = 0; i < end; ++i) write<T>(frame.run.memory.clock, frame.cells[cell].array, name, i, T{});
        return Flow::next;
      };
    });
  }

  Flow static leave(Frame& frame, Status status) {
    frame.status = status;
    return Flow::leave;
  }

  /// What releases an object before its function returns; nothing where nothing is to be released.
  Code<void> cleanup(const std::string& object) const {
    if (object.empty()) return [](Frame&) {};
    return [](Frame& frame) { run_function(frame.run, loop::Phase::release); };
  }

  Action return_if(const loop::ReturnIf& node) {
    return [condition = expressions_.condition(node.condition), status = node.status,
            cleanup = cleanup(node.cleanup_object)](Frame& frame) {
      if (!condition(frame)) return Flow::next;
      cleanup(frame);
      return leave(frame, status);
    };
  }

  Action return_if_null(const loop::ReturnIfNull& node) {
    std::vector<Code<bool>> nulls;
    for (const std::string& name : node.objects) {
      if (const Entity* entity = names_.array(name))
        nulls.push_back([cell = entity->cell](Frame& frame) { return frame.cells[cell].array == nullptr; });
      else if (const auto object = names_.object(name))
        nulls.push_back([object = *object](Frame& frame) { return frame.run.objects[object] == nullptr; });
      else
        return broken_code<Flow>("`" + name + "` is no pointer");
    }
    return [nulls = std::move(nulls)](Frame& frame) {
      for (const Code<bool>& is_null : nulls)
        if (is_null(frame)) return leave(frame, Status::null_argument);
      return Flow::next;
    };
  }

  Action allocate(const loop::Allocate& node) {
    const std::optional<Place> place = find(node.object, node.field);
    if (!place) return no_field(node.object, node.field);
    return [place = *place, element = node.element, zeroed = node.zeroed, count = expressions_.integer(node.count),
            cleanup = cleanup(node.object)](Frame& frame) {
      Array* array = frame.run.memory.allocate(place.label, element, count(frame));
      FieldValue& field = place.in(frame);
      field.array = array;
      field.is_set = true;
      if (array != nullptr) {
        if (zeroed) Memory::clear(*array, 0);
        return Flow::next;
      }
      cleanup(frame);
      return leave(frame, Status::out_of_memory);
    };
  }

  Action grow(const loop::Grow& node) {
    const std::optional<Place> place = find(node.object, node.field);
    const Entity* array = names_.array(node.array);
    const Entity* capacity = names_.variable(node.capacity);
    if (!place) return no_field(node.object, node.field);
    if (array == nullptr || array->type != node.element) return no_array(node.array);
    if (capacity == nullptr || capacity->type != Type::i64 || !capacity->is_mutable)
      return broken_code<Flow>("`" + node.capacity + "` is no capacity");
    return [place = *place, array = array->cell, capacity = capacity->cell, needed = expressions_.integer(node.needed),
            cleanup = cleanup(node.object)](Frame& frame) {
      const std::int64_t wanted = needed(frame);
      const std::int64_t old_count = frame.cells[capacity].i64;
      if (old_count >= wanted) return Flow::next;
      constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
      const std::int64_t count = std::max(old_count > most / 2 ? most : 2 * old_count, wanted);
      Array* grown = frame.run.memory.grow(frame.cells[array].array, place.label, old_count, count);
      if (grown == nullptr) {
        cleanup(frame);
        return leave(frame, Status::out_of_memory);
      }
      place.in(frame).array = grown;
      frame.cells[array].array = grown;
      frame.cells[capacity].i64 = count;
      return Flow::next;
    };
  }

  Action release(const loop::Release& node) {
    const std::optional<Place> place = find(node.object, node.field);
    if (!place) return no_field(node.object, node.field);
    return [place = *place](Frame& frame) {
      frame.run.memory.release(place.array(frame));
      place.in(frame).array = nullptr;
      return Flow::next;
    };
  }

  Action call(const loop::CallPhase& node) {
    for (const loop::Function& callee : names_.module().functions)
      if (name(callee.phase) == node.function)
        return [phase = callee.phase, cleanup = cleanup(node.cleanup_object)](Frame& frame) {
          const Status status = run_function(frame.run, phase);
          if (status == Status::ok) return Flow::next;
          cleanup(frame);
          return leave(frame, status);
        };
    return broken_code<Flow>("there is no function `" + node.function + "`");
  }

  Action return_status(const loop::ReturnStatus& node) {
    if (node.status_variable.empty()) return [](Frame& frame) { return leave(frame, Status::ok); };
    const Entity* variable = names_.variable(node.status_variable);
    if (variable == nullptr || variable->type != Type::i32)
      return broken_code<Flow>("`" + node.status_variable + "` is no status");
    return [cell = variable->cell](Frame& frame) {
      return leave(frame, frame.cells[cell].i32 != 0 ? Status::division_by_zero : Status::ok);
    };
  }

  std::optional<Place> find(const std::string& object, const std::string& field) const {
    const auto at = names_.object(object);
    const auto place = at ? names_.field(*at, field) : std::nullopt;
    if (!place) return std::nullopt;
    return Place{*at, *place, object + "->" + field};
  }
  const loop::FieldDeclaration& declaration(const Place& place) const {
    return names_.module().structs[place.object].fields[place.field];
  }
  bool holds_positions_or_coordinates(const Place& place) const {
    const loop::FieldRole role = declaration(place).role;
    return role == loop::FieldRole::pos || role == loop::FieldRole::crd;
  }
  static Action no_field(const std::string& object, const std::string& field) {
    return broken_code<Flow>("there is no " + object + "->" + field);
  }
  static Action no_array(const std::string& name) {
    return broken_code<Flow>("the array `" + name + "` is not declared as one of this type");
  }

  Names names_;
  Expressions expressions_;
};

}  // namespace

PreparedFunction prepare(const loop::Module& module, const loop::Function& function) {
  return Statements(module, function).function();
}

}  // namespace scorchc::interpret
