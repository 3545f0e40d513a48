// Builds kernels from statements and settings.
#include "front/resolve.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "front/check_constants.h"
#include "front/check_statement.h"
#include "front/format_text.h"
#include "front/sequence.h"
#include "ir/identifiers.h"
#include "support/words.h"

namespace scorchc::front {
namespace {

/// The first result of `select` that is not empty, in order of priority of the settings.
template <class Select>
auto strongest(const std::vector<const ParsedOptions*>& given_options, Select select)
    -> decltype(select(*given_options[0])) {
  for (const ParsedOptions* layer : given_options)
    if (auto found = select(*layer)) return found;
  return {};
}

struct ResolvedFormat {
  std::optional<FormatText> text;
  Place place;
};

class KernelMaker {
 public:
  KernelMaker(const Job& job, Diagnostics& warnings)
      : job_(job),
        warnings_(warnings),
        kernel_{{}, {}, job.statements.back(), {}, {}, {}, {}, IndexType::i32, true, "auto", {}} {}

  Kernel make() {
    for (const Statement& statement : job_.statements) {
      check_reductions(statement);
      warn_of_broadcast(statement);
    }
    const std::vector<TensorUse> tensors = collect_tensors(job_.statements);
    const UnifiedIndices unified = unify_indices(job_.statements);
    make_indices(unified);
    if (const auto index = pick(&ParsedOptions::index)) kernel_.index_type = index->value;
    if (const auto parallel = pick(&ParsedOptions::parallel)) kernel_.parallel = parallel->value;
    if (const auto caches = pick(&ParsedOptions::caches)) kernel_.caches = caches->value;
    if (const auto helpers = pick(&ParsedOptions::helpers)) kernel_.helpers = helpers->value;
    if (const auto blas = pick(&ParsedOptions::blas)) kernel_.blas = blas->value;
    if (const auto sets = pick(&ParsedOptions::instruction_sets)) kernel_.instruction_sets = sets->value;
    if (const auto schedule = pick(&ParsedOptions::schedule)) {
      kernel_.schedule = schedule->value;
      kernel_.schedule_place = schedule->place;
    }
    if (const auto name_space = pick(&ParsedOptions::name_space)) kernel_.name_space = name_space->value;
    for (const ParsedOptions* layer : job_.given_options)
      if (kernel_.emit.empty()) kernel_.emit = layer->emit;
    make_tensors(tensors);
    const auto name = pick(&ParsedOptions::name);
    kernel_.name = name ? name->value : default_name(kernel_.tensors);
    for (const Statement& statement : job_.statements)
      kernel_.source_statement += (kernel_.source_statement.empty() ? "" : "; ") + print(statement);
    kernel_.written = unified.statements;
    warn_of_unused_hints();
    for (const Statement& statement : unified.statements) kernel_.earlier.push_back(explicit_reductions(statement));
    kernel_.statement = std::move(kernel_.earlier.back());
    kernel_.earlier.pop_back();
    check_constants();
    return std::move(kernel_);
  }

 private:
  const Job& job_;
  Diagnostics& warnings_;
  Kernel kernel_;

  void check_constants() const {
    for (std::size_t n = 0; n < kernel_.earlier.size(); ++n)
      front::check_constants(job_.statements[n], computation_type(earlier_kernel(kernel_, n)));
    front::check_constants(job_.statements.back(), computation_type(kernel_));
  }

  template <class T>
  std::optional<Given<T>> pick(std::optional<Given<T>> ParsedOptions::* member) const {
    return strongest(job_.given_options, [&](const ParsedOptions& layer) { return layer.*member; });
  }

  /// A setting of one tensor, from the source with the highest priority that has it.
  template <class T>
  std::optional<T> pick_for(const std::string& tensor, std::optional<T> TensorRequest::* member) const {
    return strongest(job_.given_options, [&](const ParsedOptions& layer) -> std::optional<T> {
      const auto row = layer.tensors.find(tensor);
      return row == layer.tensors.end() ? std::nullopt : row->second.*member;
    });
  }

  void warn_of_broadcast(const Statement& s) {
    const std::vector<std::string> used = free_indices(s.rhs);
    for (const std::string& index : s.lhs.indices)
      if (std::find(used.begin(), used.end(), index) == used.end())
        warn(warnings_, Code::broadcast_result_index, {s.source, s.lhs_span},
             "no addend uses index `" + index + "` of the result, so all components along it are equal");
  }

  /// Warns of hints that have no effect: for dense tensors, for computed results, and beyond the number of components.
  void warn_of_unused_hints() {
    for (const TensorDeclaration& tensor : kernel_.tensors) {
      const auto stored = pick_for(tensor.name, &TensorRequest::stored);
      if (!stored) continue;
      const bool is_computed = &tensor == &kernel_.tensors.front() && kernel_.statement.op == AssignOp::set;
      if (is_computed)
        warn(warnings_, Code::unused_hint, stored->place,
             "the number of entries of the result `" + tensor.name +
                 "` follows from the operands: the hint is not used");
      else if (tensor.format->is_dense())
        warn(warnings_, Code::unused_hint, stored->place,
             "`" + tensor.name + "` is dense and stores every component: the hint is not used");
      else if (const std::optional<double> cells = expected_components(tensor.name);
               cells && stored->value.count > *cells)
        warn(warnings_, Code::unused_hint, stored->place,
             "`" + tensor.name + "` has " + std::to_string(static_cast<std::int64_t>(*cells)) +
                 " components at these extents, fewer than the hint: the hint is not used");
    }
  }

  /// The number of components of a tensor by extents and hints; empty if an extent is unknown, or the number is very
  /// large.
  std::optional<double> expected_components(const std::string& tensor) const {
    for (const Statement& statement : kernel_.written) {
      std::vector<const Access*> all = accesses_in(statement.rhs);
      all.push_back(&statement.lhs);
      for (const Access* access : all) {
        if (access->tensor != tensor) continue;
        double cells = 1;
        for (const std::string& index : access->indices) {
          const IndexDeclaration& declared = kernel_.indices.at(index);
          cells *= static_cast<double>(declared.extent.value_or(declared.hint.value_or(0)));
        }
        return cells > 0 && cells < 1e15 ? std::optional(cells) : std::nullopt;
      }
    }
    return {};
  }

  /// Declares the indices. Settings of an index hold for all indices with the same extent.
  void make_indices(const UnifiedIndices& unified) {
    const auto leader = [&](const std::string& index) {
      const auto other = unified.same_as.find(index);
      return other == unified.same_as.end() ? index : other->second;
    };
    std::map<std::string, IndexDeclaration> said;  // settings by leader, the representative of a class of equal extents
    for (std::size_t n = 0; n < job_.statements.size(); ++n)
      for (const std::string& index : collect_indices(job_.statements[n])) {
        const std::string& name = unified.names[n].at(index);
        kernel_.indices[name].same_as = leader(name) == name ? "" : leader(name);
        add_extent(index, said[leader(name)]);
      }
    if (kernel_.indices.size() > static_cast<std::size_t>(max_indices) && job_.statements.size() > 1)
      fail(Code::too_large, {kernel_.statement.source, kernel_.statement.lhs_span},
           "the statements of the kernel have more than " + std::to_string(max_indices) + " indices");
    for (auto& [name, declaration] : kernel_.indices) {
      const std::string same_as = declaration.same_as;
      declaration = said.at(leader(name));
      declaration.same_as = same_as;
    }
  }

  void add_extent(const std::string& index, IndexDeclaration& declaration) const {
    const auto request =
        strongest(job_.given_options, [&](const ParsedOptions& layer) -> std::optional<Given<ExtentRequest>> {
          const auto row = layer.dims.find(index);
          if (row == layer.dims.end()) return std::nullopt;
          return row->second;
        });
    if (!request) return;
    const std::int64_t extent = request->value.extent;
    if (request->value.hint) {
      if (!declaration.hint) declaration.hint = extent;
    } else if (declaration.extent && *declaration.extent != extent) {
      fail(Code::extent_clash, request->place,
           "`" + index + "` has extent " + std::to_string(extent) +
               " here, but it iterates a tensor mode with extent " + std::to_string(*declaration.extent) +
               " according to another statement's index");
    } else {
      declaration.extent = extent;
    }
    if (!declaration.place.source || !request->value.hint) declaration.place = request->place;
  }

  // ---- tensors

  TensorDeclaration declare(const TensorUse& use) const {
    TensorDeclaration tensor;
    tensor.name = use.name;
    tensor.order = use.order;
    if (const auto stored = pick_for(use.name, &TensorRequest::stored)) {
      tensor.nnz_hint = stored->value.count;
      tensor.fill_hint = stored->value.share;
    }
    return tensor;
  }

  ResolvedFormat read_tensor_format(const TensorUse& use) const {
    const std::optional<Fragment> text = pick_for(use.name, &TensorRequest::format);
    if (!text) return {};
    return {read_format(*text, {use.name, use.order}), text->place()};
  }

  /// The value type that the user gave for this tensor. In one source of settings, a type and the attribute of a format
  /// must agree; between sources, the one with the higher priority wins.
  std::optional<ValueType> given_value(const TensorUse& use) const {
    for (const ParsedOptions* layer : job_.given_options) {
      const auto row = layer->tensors.find(use.name);
      if (row == layer->tensors.end()) continue;
      const std::optional<Given<ValueType>>& value = row->second.value;
      std::optional<FormatText> format;
      if (row->second.format) format = read_format(*row->second.format, {use.name, use.order});
      if (value && format && format->value && *format->value != value->value)
        fail(Code::repeated_setting, value->place,
             "`" + use.name + "` has two value types: `" + std::string(name(value->value)) + "` here, `" +
                 std::string(name(*format->value)) + "` in its format");
      if (value) return value->value;
      if (format && format->value) return format->value;
    }
    return std::nullopt;
  }

  void complete(TensorDeclaration& tensor, const ResolvedFormat& resolved) const {
    if (resolved.text) {
      tensor.format = resolved.text->format;
      tensor.format_place = resolved.place;
    } else {
      tensor.format = dense_format(tensor.order);
    }
    tensor.format->value = tensor.value;
    if (!resolved.text || !resolved.text->pos) tensor.format->pos = kernel_.index_type;
    if (!resolved.text || !resolved.text->crd) tensor.format->crd = kernel_.index_type;
  }

  TensorDeclaration operand(const TensorUse& use) const {
    TensorDeclaration tensor = declare(use);
    const std::optional<ValueType> own = given_value(use);
    const auto general = pick(&ParsedOptions::value);
    tensor.value_given = own || general;
    tensor.value = own ? *own : general ? general->value : ValueType::f32;
    complete(tensor, read_tensor_format(use));
    return tensor;
  }

  // Operands come first, because the type of a result follows from theirs.
  void make_tensors(const std::vector<TensorUse>& tensors) {
    const auto assigned_by = [&](const TensorUse& use) {
      return std::find_if(job_.statements.begin(), job_.statements.end(),
                          [&](const Statement& statement) { return statement.lhs.tensor == use.name; });
    };
    for (std::size_t t = 1; t < tensors.size(); ++t)
      if (assigned_by(tensors[t]) == job_.statements.end()) kernel_.tensors.push_back(operand(tensors[t]));
    std::map<std::string, const TensorUse*> uses;
    for (const TensorUse& use : tensors) uses[use.name] = &use;
    for (const Statement& statement : job_.statements) {
      TensorDeclaration made = result(*uses.at(statement.lhs.tensor), statement);
      const bool is_last = &statement == &job_.statements.back();
      made.assigned_earlier = !is_last;
      TensorList& declared = is_last ? kernel_.tensors : kernel_.temporaries;
      declared.insert(is_last ? declared.begin() : declared.end(), std::move(made));
    }
  }

  TensorDeclaration result(const TensorUse& use, const Statement& statement) const {
    TensorDeclaration tensor = declare(use);
    const std::optional<ValueType> own = given_value(use);
    tensor.value_given = own.has_value();
    tensor.value = own ? *own : promoted_value(statement);
    const ResolvedFormat format = read_tensor_format(use);
    // The result of an update is the caller's array, so it is dense by default.
    if (format.text || statement.op != AssignOp::set) complete(tensor, format);
    return tensor;
  }

  /// The promoted type of the operands; f64 for an integer expression with a floating-point literal or function.
  ValueType promoted_value(const Statement& statement) const {
    std::optional<ValueType> type;
    for (const Access& access : accesses(statement.rhs))
      if (const TensorDeclaration* tensor = kernel_.find(access.tensor))
        type = type ? promote(*type, tensor->value) : tensor->value;
    if (!type) {
      const auto general = pick(&ParsedOptions::value);
      type = general ? general->value : ValueType::f32;
    }
    if (is_floating(*type)) return *type;
    bool floating = false;
    rewrite(statement.rhs, [&](const Expr& expr) {
      if (const Literal* number = expr.as<Literal>()) floating = floating || !number->integral;
      if (const Apply* apply = expr.as<Apply>()) floating = floating || info(apply->op).floating;
      return expr;
    });
    return floating ? ValueType::f64 : *type;
  }

  /// The default name of a kernel: its tensors' names in lower case, result first, without temporaries. For
  /// `C(i,k) = A(i,j) * B(j,k)` it is c_a_b. It prefixes every struct and function, so a long name is shortened to the
  /// first three tensors: y_x0_x1_etc.
  static std::string default_name(const TensorList& tensors) {
    constexpr std::size_t longest = 40, named = 3;
    std::string name, beginning;
    for (std::size_t n = 0; n < tensors.size() && name.size() <= longest; ++n) {
      name += (n == 0 ? "" : "_") + lower_case(tensors[n].name);
      if (n < named) beginning = name;
    }
    if (name.size() > longest) {
      name = beginning.substr(0, longest - 4);
      while (name.ends_with('_')) name.pop_back();
      name += "_etc";
    }
    return tensors.size() == 1 || is_reserved(name) ? name + "_kernel" : name;
  }

  static std::string lower_case(const std::string& tensor) {
    std::string word;
    for (const char c : tensor) {
      const bool doubled = c == '_' && (word.empty() || word.back() == '_');
      if (!doubled) word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    while (word.ends_with('_')) word.pop_back();
    return word;
  }
};

/// The names that occur in statements, against which names in settings are checked.
struct KnownNames {
  std::set<std::string> tensors, indices;

  void add(const std::vector<Statement>& statements) {
    for (const TensorUse& use : collect_tensors(statements)) tensors.insert(use.name);
    for (const Statement& statement : statements)
      for (const std::string& index : collect_indices(statement)) indices.insert(index);
  }
};

void refuse_unknown(const std::string& name, const Place& place, const char* kind, const std::set<std::string>& known) {
  if (known.contains(name)) return;
  const std::vector<std::string> candidates(known.begin(), known.end());
  std::string help = nearest(name, candidates);
  if (help.empty() && !candidates.empty() && candidates.size() <= 8) {
    for (const std::string& candidate : candidates) help += (help.empty() ? "known names: `" : ", `") + candidate + "`";
  }
  fail(Code::unknown_name, place, std::string("no statement has ") + kind + " " + quoted(name), help);
}

void check_names(const ParsedOptions& given_options, const KnownNames& known) {
  for (const auto& [name, request] : given_options.tensors)
    refuse_unknown(name, request.place, "a tensor", known.tensors);
  for (const auto& [name, request] : given_options.dims) refuse_unknown(name, request.place, "an index", known.indices);
}

void refuse_equal_names(const std::vector<Kernel>& kernels, const std::vector<Job>& jobs) {
  std::set<std::string> seen;
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    // Kernels become files, and some file systems do not distinguish `A.h` from `a.h`.
    if (seen.insert(in_lower_case(kernels[k].name)).second) continue;
    Place place{kernels[k].statement.source, kernels[k].statement.lhs_span};
    for (const ParsedOptions* layer : jobs[k].given_options)
      if (layer->name) place = layer->name->place;
    fail(Code::repeated_name, place, "a second kernel is named " + quoted(kernels[k].name),
         "names of kernels must differ in more than case; in a spec, give each kernel a name");
  }
}

}  // namespace

std::vector<Kernel> resolve(const std::vector<Job>& jobs, const std::vector<const ParsedOptions*>& common,
                            Diagnostics& warnings) {
  std::vector<Kernel> kernels;
  KnownNames all;
  for (const Job& job : jobs) {
    kernels.push_back(KernelMaker(job, warnings).make());
    all.add(job.statements);
    KnownNames own;
    own.add(job.statements);
    for (const ParsedOptions* layer : job.given_options)
      if (std::find(common.begin(), common.end(), layer) == common.end()) check_names(*layer, own);
  }
  for (const ParsedOptions* layer : common) check_names(*layer, all);
  refuse_equal_names(kernels, jobs);
  return kernels;
}

}  // namespace scorchc::front
