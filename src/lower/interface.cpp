#include "lower/interface.h"

#include <algorithm>
#include <functional>
#include <set>

#include "ir/loop_uses.h"
#include "support/diagnostics.h"
#include "support/words.h"

namespace scorchc::lower {
namespace {

using loop::FieldDeclaration;
using loop::FieldRole;

// From this many tensors on, facts that hold for several are stated or checked once.
constexpr std::size_t many_tensors = 9;

bool is_sparse_result(const Kernel& kernel, const std::string& tensor) {
  return tensor == kernel.result().name && !kernel.result().format->is_dense();
}

FieldDeclaration array_field(const std::string& name, FieldRole role, loop::Type type, std::size_t level,
                             bool is_result, std::string comment) {
  FieldDeclaration field;
  field.name = name;
  field.role = role;
  field.level = static_cast<int>(level);
  field.type = type;
  field.is_array = true;
  field.is_const = !is_result;
  field.comment = std::move(comment);
  return field;
}

FieldDeclaration count_field(const std::string& name, FieldRole role, std::size_t level, std::string comment) {
  FieldDeclaration field;
  field.name = name;
  field.role = role;
  field.level = static_cast<int>(level);
  field.comment = std::move(comment);
  return field;
}

// "i"; of a part of an index, "i/4" or "i%4".
std::string described(const std::string& index, const StoredLevel& level, const Storage& storage) {
  const std::string& whole = storage.part_of(index);
  if (whole.empty()) return storage.original(index);
  const bool is_place = level.site.extent == loop::integer(level.site.block);
  return storage.original(whole) + (is_place ? "%" : "/") + std::to_string(level.site.block);
}

void add_level_fields(const StoredTensor& tensor, const Storage& storage, bool is_result, loop::Struct& out) {
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const StoredLevel& level = tensor.levels[l];
    const auto number = static_cast<std::size_t>(level.number - 1);  // as the format numbers levels
    const std::string where = "level " + std::to_string(level.number) + ", " +
                              described(tensor.indices[static_cast<std::size_t>(level.mode)], level, storage);
    if (!level.count_field.empty())
      out.fields.push_back(
          count_field(level.count_field, FieldRole::level_count, number, where + ": number of entries"));
    if (!level.site.pos.empty())
      out.fields.push_back(array_field(level.site.pos, FieldRole::pos, level.site.pos_type, number, is_result,
                                       where + ": parent p has the entries pos[p] to pos[p + 1] - 1"));
    if (!level.site.crd.empty())
      out.fields.push_back(array_field(level.site.crd, FieldRole::crd, level.site.crd_type, number, is_result,
                                       where + ": the coordinate of each entry, ascending below a parent"));
  }
}

loop::Struct make_struct(const Kernel& kernel, const TensorDeclaration& declaration, const Storage& storage,
                         const std::vector<std::string>& indices) {
  const StoredTensor& tensor = storage.tensor(declaration.name);
  const bool is_result = declaration.name == kernel.result().name;
  const bool is_sparse = is_sparse_result(kernel, declaration.name);
  loop::Struct out;
  out.name = tensor.object;
  out.comment = print(Access{declaration.name, indices}) + ": " + print_map(*declaration.format, indices);
  if (declaration.order > 0) {
    FieldDeclaration dimension;
    dimension.name = "dimension";
    dimension.fixed_count = declaration.order;
    dimension.comment = "the sizes of modes " + joined(indices);
    if (declaration.order == 1) dimension.comment = "the size of mode " + joined(indices);
    out.fields.push_back(std::move(dimension));
  }
  add_level_fields(tensor, storage, is_result, out);
  std::string vals_comment = "the values, one per stored component, in storage order";
  if (declaration.order == 0) vals_comment = "the value";
  if (declaration.format->is_dense() && declaration.order > 0)
    vals_comment = "the values, all components in storage order";
  if (is_sparse) out.fields.push_back(count_field(tensor.count_field, FieldRole::vals_count, 0, "number of values"));
  out.fields.push_back(array_field(tensor.vals, FieldRole::vals, tensor.value, 0, is_result, std::move(vals_comment)));
  if (is_sparse) {
    FieldDeclaration owned = count_field("owned", FieldRole::owned, 0,
                                         "1: crd and vals are allocated through the context, which releases them");
    owned.type = loop::Type::i32;
    out.fields.push_back(std::move(owned));
  }
  return out;
}

bool alpha_equivalent(const loop::Struct& a, const loop::Struct& b) {
  return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                    [](const FieldDeclaration& x, const FieldDeclaration& y) {
                      return x.role == y.role && x.level == y.level && x.type == y.type && x.is_const == y.is_const &&
                             x.fixed_count == y.fixed_count && x.comment == y.comment;
                    });
}

// Explains fields only at the first struct with equal fields.
void shorten(std::vector<loop::Struct>& structs) {
  std::vector<loop::Struct> kinds;
  for (loop::Struct& structure : structs) {
    const auto kind =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return alpha_equivalent(each, structure); });
    if (kind == kinds.end()) {
      kinds.push_back(structure);
      continue;
    }
    structure.comment += "; fields as those of " + kind->name;
    for (FieldDeclaration& field : structure.fields) field.comment.clear();
  }
}

struct Mode {
  std::string tensor;
  std::string object;
  int mode;
};

// The modes that have the extent of an index, operands first.
std::vector<Mode> modes_of(const Kernel& kernel, const Storage& storage, const std::string& index) {
  std::vector<Mode> modes;
  std::set<std::pair<std::string, int>> seen;
  const auto add = [&](const Access& access) {
    for (std::size_t m = 0; m < access.indices.size(); ++m)
      if (storage.original(access.indices[m]) == index && seen.insert({access.tensor, static_cast<int>(m)}).second)
        modes.push_back({access.tensor, storage.tensor(access.tensor).object, static_cast<int>(m)});
  };
  for (const Access& access : all_operands(kernel))
    if (!kernel.is_assigned_earlier(access.tensor)) add(access);
  add(kernel.statement.lhs);
  return modes;
}

std::optional<std::int64_t> fixed_extent(const Kernel& kernel, const std::string& index) {
  const auto declared = kernel.indices.find(index);
  return declared == kernel.indices.end() ? std::nullopt : declared->second.extent;
}

loop::Expr dimension(const Mode& mode) { return loop::Field{mode.object, "dimension", mode.mode, loop::Type::i64}; }

// What the conditions of several plans compare.
std::string what_decides(const std::vector<schedule::PlanCommands>& plans) {
  bool entries = false, extents = false;
  for (const schedule::PlanCommands& plan : plans)
    for (const schedule::Condition& condition : plan.when.conditions)
      (condition.left.tensor.empty() && condition.right.tensor.empty() ? extents : entries) = true;
  return std::string(entries ? "the number of entries (nnz) of the operands" : "") +
         (entries && extents ? " and on " : "") + (extents ? "how their extents compare" : "");
}

/// Adds null checks for the bound arrays of a tensor, and the condition that each has a length. Positions have one
/// unless a dense level above has no coordinate. Coordinates and values have one if the positions have entries.
void add_null_checks(const StoredTensor& tensor, const std::set<std::string>& bound, loop::ReturnIfNull& nulls) {
  if (!tensor.table.empty()) return;
  loop::Expr entries = loop::integer(1), has_cells = loop::boolean(true), has_entries = loop::boolean(true);
  const auto check = [&](const std::string& array, const loop::Expr& needed) {
    nulls.objects.push_back(array);
    nulls.needed.push_back(needed);
  };
  for (std::size_t l = 0; l < tensor.levels.size(); ++l) {
    const levels::LevelSite& site = tensor.levels[l].site;
    if (site.crd.empty()) {
      const loop::Expr extent = dense_extent(tensor, l);
      if (!extent.as<loop::Integer>()) has_cells = loop::both(has_cells, loop::less(loop::integer(0), extent));
      entries = loop::mul(entries, extent);
      continue;
    }
    if (!site.pos.empty()) {
      if (!bound.contains(site.pos)) return;  // the number of entries is not known here
      check(site.pos, has_cells);
      entries = loop::load_index(site.pos, site.pos_type, entries);
    } else if (site.is_run_first) {
      entries = site.count;
    }
    has_entries = loop::less(loop::integer(0), entries);
    if (bound.contains(site.crd)) check(site.crd, loop::both(has_cells, has_entries));
  }
  if (bound.contains(tensor.vals)) check(tensor.vals, loop::both(has_cells, has_entries));
}

}  // namespace

std::vector<loop::Struct> make_structs(const Kernel& kernel, const Storage& storage) {
  std::vector<loop::Struct> structs;
  const auto indices = written_indices(kernel);
  const auto add = [&](const TensorDeclaration& tensor) {
    structs.push_back(make_struct(kernel, tensor, storage, indices.at(tensor.name)));
  };
  for (std::size_t n = 1; n < kernel.tensors.size(); ++n) add(kernel.tensors[n]);
  add(kernel.result());
  if (structs.size() >= many_tensors) shorten(structs);
  return structs;
}

std::vector<loop::Parameter> make_parameters(const Kernel& kernel, const Storage& storage) {
  std::vector<loop::Parameter> parameters;
  for (std::size_t n = 1; n < kernel.tensors.size(); ++n)
    parameters.push_back({storage.tensor(kernel.tensors[n].name).object, true});
  parameters.push_back({storage.tensor(kernel.result().name).object, false});
  return parameters;
}

loop::Block make_prologue(const cin::Program& program, const Storage& storage, ResultDimensions dimensions) {
  const Kernel& kernel = program.kernel;
  loop::Block out;
  loop::ReturnIfNull nulls;
  for (const loop::Parameter& parameter : make_parameters(kernel, storage)) nulls.objects.push_back(parameter.name);
  out.push_back(std::move(nulls));

  const bool takes = dimensions == ResultDimensions::are_taken;
  std::set<std::string> done;
  std::vector<std::string> all = kernel.statement.lhs.indices;
  for (const std::string& index : cin::indices(program.body)) all.push_back(index);
  for (const auto& [index, declaration] : kernel.indices) all.push_back(index);
  for (const std::string& each : all) {
    const std::string& index = storage.original(each);
    if (!storage.part_of(index).empty() || !done.insert(index).second) continue;
    const std::vector<Mode> modes = modes_of(kernel, storage, index);
    const std::optional<std::int64_t> fixed = fixed_extent(kernel, index);
    if (modes.empty() && !fixed)
      fail(Code::unknown_extent, {kernel.statement.source, kernel.statement.rhs.span()},
           "the extent of `" + index + "` is unknown: no tensor has it", "pass it: `--dim " + index + "=N`");
    const loop::Expr size = storage.extent(index);
    out.push_back(loop::Declare{storage.extent_name(index), fixed ? loop::integer(*fixed) : dimension(modes.front())});
    if (!fixed) out.push_back(loop::ReturnIf{loop::less(size, loop::integer(0)), loop::Status::shape_mismatch, {}});
    loop::Expr any_differs = loop::boolean(false);
    for (std::size_t m = fixed ? 0 : 1; m < modes.size(); ++m) {
      if (takes && modes[m].tensor == kernel.result().name) continue;
      const loop::Expr differs = loop::Binary{loop::BinaryOp::not_equal, {dimension(modes[m]), size}};
      if (modes.size() < many_tensors)
        out.push_back(loop::ReturnIf{differs, loop::Status::shape_mismatch, {}});
      else
        any_differs = loop::either(any_differs, differs);
    }
    if (any_differs != loop::boolean(false))
      out.push_back(loop::ReturnIf{any_differs, loop::Status::shape_mismatch, {}});
  }
  for (const auto& [index, declaration] : program.split.indices) {
    if (declaration.part != BlockPart::outer) continue;
    const loop::Expr size = storage.extent(declaration.block_of);
    const loop::Expr last = loop::divide(loop::sub(size, loop::integer(1)), loop::integer(declaration.block));
    out.push_back(loop::Declare{
        storage.extent_name(index),
        loop::select(loop::less(loop::integer(0), size), loop::add(last, loop::integer(1)), loop::integer(0))});
  }
  return out;
}

loop::Block take_dimensions(const Kernel& kernel, const Storage& storage) {
  loop::Block out;
  const std::vector<std::string>& indices = kernel.statement.lhs.indices;
  for (std::size_t m = 0; m < indices.size(); ++m) {
    const std::string& index = storage.original(indices[m]);
    const Mode source = modes_of(kernel, storage, index).front();
    const bool is_source = source.tensor == kernel.result().name && source.mode == static_cast<int>(m);
    if (is_source && !fixed_extent(kernel, index)) continue;
    const std::string& object = storage.tensor(kernel.result().name).object;
    out.push_back(loop::SetField{object, "dimension", static_cast<int>(m), storage.extent(index)});
  }
  return out;
}

loop::Block bind_arrays(const Kernel& kernel, const Storage& storage, const Assembly& assembly,
                        const loop::Block& body) {
  const std::set<std::string> used = loop::used_names(body);
  loop::Block out;
  loop::ReturnIfNull nulls;
  const auto bind = [&](const std::string& array, loop::Type element, const StoredTensor& tensor, bool is_written) {
    if (used.count(array)) out.push_back(loop::BindArray{array, element, tensor.object, array, is_written});
  };
  for (std::size_t n = 0; n < kernel.tensors.size(); ++n) {
    const TensorDeclaration& declaration = kernel.tensors[(n + 1) % kernel.tensors.size()];  // the result last
    const StoredTensor& tensor = storage.tensor(declaration.name);
    const bool is_result = declaration.name == kernel.result().name;
    for (const StoredLevel& level : tensor.levels) {
      if (level.site.count == loop::index_variable(level.count_field) && used.count(level.count_field))
        out.push_back(
            loop::Declare{level.count_field, loop::Field{tensor.object, level.count_field, -1, loop::Type::i64}});
      bind(level.site.pos, level.site.pos_type, tensor, is_result && assembly.counts);
      bind(level.site.crd, level.site.crd_type, tensor, is_result && assembly.writes_crd);
    }
    bind(tensor.vals, tensor.value, tensor, is_result);
    // The arrays of a sparse result exist only after counting.
    if (!is_result || declaration.format->is_dense() || !assembly.counts) add_null_checks(tensor, used, nulls);
  }
  // By now, a function that counts has allocated the result's positions.
  if (assembly.counts && !kernel.result().format->is_dense())
    nulls.cleanup_object = storage.tensor(kernel.result().name).object;
  if (!nulls.objects.empty()) out.push_back(std::move(nulls));
  return out;
}

bool divides_integers(const Kernel& kernel) {
  for (std::size_t n = 0; n < kernel.earlier.size(); ++n)
    if (divides_integers(earlier_kernel(kernel, n))) return true;
  if (is_floating(computation_type(kernel))) return false;
  const std::function<bool(const Expr&)> divides = [&](const Expr& expr) {
    return match(
        expr, [](const Access&) { return false; }, [](const Literal&) { return false; },
        [](const Equal&) { return false; }, [&](const Reduce& node) { return divides(node.body[0]); },
        [&](const Apply& node) {
          return node.op == Operator::div || std::any_of(node.operands.begin(), node.operands.end(), divides);
        });
  };
  return divides(kernel.statement.rhs);
}

loop::Block make_release(const StoredTensor& result) {
  const std::string& object = result.object;
  loop::Block out = {loop::ReturnIfNull{{object}}};
  loop::Block owned;
  for (const StoredLevel& level : result.levels) {
    if (!level.site.pos.empty()) out.push_back(loop::Release{object, level.site.pos});
    if (!level.site.crd.empty()) owned.push_back(loop::Release{object, level.site.crd});
  }
  owned.push_back(loop::Release{object, result.vals});
  owned.push_back(loop::SetField{object, "owned", -1, loop::number(loop::Type::i32, 0, 0)});
  out.push_back(
      loop::If{{loop::equal(loop::Field{object, "owned", -1, loop::Type::i32}, loop::number(loop::Type::i32, 1, 1))},
               {std::move(owned)}});
  return out;
}

std::string dense_comment(const Kernel& kernel) {
  const bool adds = kernel.statement.op != AssignOp::set;
  return "Computes " + kernel.source_statement + " into the caller's array" +
         (adds ? ", which must hold the initial values." : ".") +
         " Extents of equal indices must agree. Returns SCORCH_OK, or SCORCH_NULL_ARGUMENT or SCORCH_SHAPE_MISMATCH "
         "before anything is written" +
         (divides_integers(kernel) ? ", or SCORCH_DIVISION_BY_ZERO." : ".");
}

std::string one_call_comment(const Kernel& kernel, const Storage& storage) {
  const std::string& object = storage.tensor(kernel.result().name).object;
  return "Computes " + kernel.source_statement + " into new arrays of " + object + ", which `free` releases. " +
         object +
         " must be zero-initialised; its dimensions are set from the operands. Memory comes from the context. On any "
         "status other than SCORCH_OK, " +
         object + " holds nothing to release.";
}

std::string count_comment(const Kernel& kernel, const Storage& storage) {
  return "The first step of the split form: allocates and fills the positions of " +
         storage.tensor(kernel.result().name).object +
         ", and sets its numbers of entries and values. The caller then provides arrays for the coordinates and the "
         "values, "
         "and calls `pattern` and `compute`. `free` releases the positions.";
}

std::vector<std::string> make_opening(const Kernel& kernel, const schedule::Commands& commands) {
  std::vector<std::string> lines = {kernel.source_statement, ""};
  const auto all_indices = written_indices(kernel);
  // Many tensors of equal format share a line; the result comes last.
  std::vector<std::pair<std::string, std::string>> formats;  // each with the names of its tensors
  for (std::size_t n = 0; n < kernel.tensors.size(); ++n) {
    const TensorDeclaration& tensor = kernel.tensors[(n + 1) % kernel.tensors.size()];
    const std::vector<std::string>& indices = all_indices.at(tensor.name);
    std::string format = print_short(*tensor.format) + ", " + std::string(name(tensor.value));
    if (tensor.order > 0 && !indices.empty()) format += "  " + print_map(*tensor.format, indices);
    if (tensor.format_inferred) format += "  (inferred)";
    const bool is_grouped = kernel.tensors.size() >= many_tensors && n + 1 < kernel.tensors.size();
    const auto same =
        std::find_if(formats.begin(), formats.end(), [&](const auto& each) { return each.first == format; });
    if (is_grouped && same != formats.end())
      same->second += ", " + tensor.name;
    else
      formats.emplace_back(std::move(format), tensor.name);
  }
  for (const auto& [format, names] : formats) lines.push_back(names + ": " + format);
  for (const Statement& statement : kernel.earlier) {
    const TensorDeclaration& tensor = kernel.tensor(statement.lhs.tensor);
    lines.push_back(tensor.name + ": " + print_short(*tensor.format) + ", " + std::string(name(tensor.value)) +
                    "  (a temporary)");
  }
  lines.push_back("");
  const std::vector<schedule::PlanCommands> plans = plans_of(commands);
  lines.push_back("schedule: " + print(plans[0].commands));
  for (std::size_t n = 1; n < plans.size(); ++n) {
    lines.back() += ";";
    lines.push_back("");
    lines.push_back(print(schedule::Command(plans[n].when)) + "; " + print(plans[n].commands));
  }
  if (plans.size() > 1) {
    lines.push_back("");
    lines.push_back("There are " + std::to_string(plans.size()) +
                    " plans. Each call runs the plan of the "
                    "first `variant` whose condition holds for its operands, else the first plan. "
                    "Which plan is the fastest depends on " +
                    what_decides(plans) + ".");
  }
  return lines;
}

}  // namespace scorchc::lower
