// Converts tensors from the runner's uniform layout to the kernel's structs, by the roles of their fields, and runs the
// module in the interpreter. emit/calling/runner.cpp is the counterpart for emitted code.
#include "driver/interpreted.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include "interpret/machine.h"
#include "support/diagnostics.h"

namespace scorchc::driver {
namespace {

using interpret::Array;
using interpret::FieldValue;
using interpret::Given;
using interpret::Object;
using loop::FieldDeclaration;
using loop::FieldRole;
using loop::Phase;
using loop::Status;

static_assert(static_cast<int>(Status::null_argument) == 1 && static_cast<int>(Status::division_by_zero) == 5,
              "the statuses must equal those of scorch_status");

class InterpretedKernel {
 public:
  InterpretedKernel(const CompiledKernel& compiled, FailedAllocation failed, std::shared_ptr<Counts> counts)
      : machine_(compiled.module),
        failed_(failed),
        counts_(std::move(counts)),
        is_assembled_(!compiled.kernel.result().format->is_dense()),
        starts_unset_(!compiled.kernel.reads_old_result()) {
    for (const schedule::LoopWork& loop : compiled.work.loops) deepest_ = std::max(deepest_, loop.depth + 1);
    loops_ = static_cast<int>(compiled.work.loops.size());
    for (const loop::Parameter& parameter : run_function().parameters)
      if (!parameter.is_const) result_name_ = parameter.name;
  }

  Status call(RunnerTensor* tensors, bool in_steps) {
    start();
    std::size_t operand = 0;
    for (std::size_t i = 0; i < structs().size(); ++i) {
      const bool is_result = structs()[i].name == result_name_;
      if (is_result) result_ = i;
      objects_.push_back(interpret::zeroed_object(structs()[i]));
      fill(structs()[i], tensors[is_result ? 0 : ++operand], is_result, objects_.back());
    }
    for (Object& object : objects_) pointers_.push_back(&object);
    const Status status = is_assembled_ && in_steps ? run_in_steps() : run(Phase::run);
    if (!broken_.empty()) return status;
    if (status == Status::ok)
      show(tensors[0]);
    else if (!in_steps)
      check_no_leaks();
    return status;
  }

  void release() {
    if (!is_assembled_ || !broken_.empty() || objects_.empty()) return;
    // The caller allocated the arrays of a dense result and frees them.
    run(Phase::release);
    if (memory_.live() != 0) report(std::to_string(memory_.live()) + " arrays are not released");
  }

  const std::string& broken() const { return broken_; }

 private:
  const std::vector<loop::Struct>& structs() const { return machine_.module().structs; }
  const loop::Function& run_function() const {
    const std::vector<loop::Function>& functions = machine_.module().functions;
    return *std::find_if(functions.begin(), functions.end(),
                         [](const loop::Function& each) { return each.phase == Phase::run && each.is_public; });
  }

  void start() {
    memory_ = {};
    memory_.fail_allocation = failed_.number;
    memory_.fails_from_there = failed_.reach == FailedAllocation::Reach::all_that_follow;
    if (counts_) memory_.watch();
    objects_.clear();
    pointers_.clear();
    own_arrays_.clear();
    broken_.clear();
  }

  void report(std::string what) {
    if (broken_.empty()) broken_ = std::move(what);
  }

  Status run(Phase phase) {
    const bool counts = counts_ && (phase == Phase::compute || phase == Phase::run);
    if (counts) {
      *counts_ = {};
      memory_.forget_released();
    }
    const interpret::Outcome outcome =
        machine_.call(phase, pointers_, memory_, {.lanes = counts_ ? 1 : lanes()}, counts ? &counts_->passed : nullptr);
    if (counts) counts_->bytes = memory_.touched_bytes();
    if (outcome.ran_out && may_run_out())
      fail(Code::too_large, {}, "the loops exceed the interpreter's limit on iterations",
           "use small extents, such as `--dim i=7`");
    if (!outcome.broken.empty()) report(outcome.broken);
    return outcome.status;
  }

  /// The lanes of vector loops: 1 to 16. They depend on the extents alone, so that all forms of a kernel give the same
  /// bits.
  std::int64_t lanes() const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < structs().size(); ++i)
      for (std::size_t field = 0; field < structs()[i].fields.size(); ++field)
        if (structs()[i].fields[field].role == FieldRole::dimension)
          for (const std::int64_t extent : objects_[i][field].numbers) sum += extent % 5;
    return std::int64_t{1} << sum % 5;
  }

  /// Whether loops over all coordinates, run twice, could need more iterations than the limit; otherwise reaching the
  /// limit suggests an endless loop.
  bool may_run_out() const {
    double largest = 1;
    for (std::size_t i = 0; i < structs().size(); ++i)
      for (std::size_t field = 0; field < structs()[i].fields.size(); ++field)
        if (structs()[i].fields[field].role == FieldRole::dimension)
          for (const std::int64_t extent : objects_[i][field].numbers)
            largest = std::max(largest, static_cast<double>(extent));
    return 2 * loops_ * std::pow(largest, deepest_) > static_cast<double>(interpret::Limits{}.iterations);
  }

  Status run_in_steps() {
    Status status = run(Phase::count);
    if (status != Status::ok) check_no_leaks();
    if (status == Status::ok && broken_.empty()) provide_arrays();
    for (const Phase phase : {Phase::pattern, Phase::compute})
      if (status == Status::ok && broken_.empty()) status = run(phase);
    return status;
  }

  void fill(const loop::Struct& structure, const RunnerTensor& tensor, bool is_result, Object& object) {
    for (std::size_t i = 0; i < structure.fields.size(); ++i) {
      const FieldDeclaration& field = structure.fields[i];
      if (field.role == FieldRole::dimension)
        for (int mode = 0; mode < field.fixed_count; ++mode)
          object[i].numbers[static_cast<std::size_t>(mode)] = tensor.dimension[mode];
      else if (!is_result || !is_assembled_)
        fill(structure.name + "->" + field.name, field, tensor, object[i]);
    }
  }

  void fill(const std::string& label, const FieldDeclaration& field, const RunnerTensor& tensor, FieldValue& value) {
    const Given written = starts_unset_ ? Given::unset : Given::with_values;
    const auto array = [&](void* data, std::int64_t count) {
      value.array = memory_.borrow(label, field.type, data, count, field.is_const ? Given::constant : written);
    };
    switch (field.role) {
      case FieldRole::pos:
        return array(tensor.pos[field.level], tensor.pos_count[field.level]);
      case FieldRole::crd:
        return array(tensor.crd[field.level], tensor.crd_count[field.level]);
      case FieldRole::vals:
        return array(tensor.vals, tensor.vals_count);
      case FieldRole::level_count:
        value.numbers[0] = tensor.crd_count[field.level];
        return;
      case FieldRole::vals_count:
        value.numbers[0] = tensor.vals_count;
        return;
      case FieldRole::dimension:
      case FieldRole::owned:
        return;
    }
  }

  /// Returns the number of entries of a level's crd, which the levels of a coordinate run share, or of the values.
  std::int64_t count_of(const FieldDeclaration& field) const {
    const std::vector<FieldDeclaration>& fields = structs()[result_].fields;
    const FieldRole wanted = field.role == FieldRole::vals ? FieldRole::vals_count : FieldRole::level_count;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (fields[i].role == wanted && fields[i].level <= field.level) count = objects_[result_][i].numbers[0];
    return count;
  }

  /// Allocates crd and vals for the split form, as a caller would after the count.
  void provide_arrays() {
    const loop::Struct& structure = structs()[result_];
    for (std::size_t i = 0; i < structure.fields.size(); ++i) {
      const FieldDeclaration& field = structure.fields[i];
      if (field.role != FieldRole::crd && field.role != FieldRole::vals) continue;
      const std::int64_t count = count_of(field);
      const auto size = static_cast<std::int64_t>(interpret::size_in_bytes(field.type));
      if (count < 0 || count > memory_.most_bytes / size)
        return report(structure.name + "->" + field.name + " is counted as " + std::to_string(count) + " entries");
      own_arrays_.emplace_back(static_cast<std::size_t>(count * size + 1));
      objects_[result_][i].array = memory_.borrow(structure.name + "->" + field.name, field.type,
                                                  own_arrays_.back().data(), count, Given::unset);
    }
  }

  /// Exposes the result to the caller, after checking that every element is set.
  void show(RunnerTensor& tensor) {
    const loop::Struct& structure = structs()[result_];
    for (std::size_t i = 0; i < structure.fields.size() && broken_.empty(); ++i) {
      const FieldDeclaration& field = structure.fields[i];
      if (!field.is_array) continue;
      const FieldValue& value = objects_[result_][i];
      if (!is_assembled_) {
        check_is_set(*value.array, value.array->count);
        continue;
      }
      if (value.array == nullptr) return report(structure.name + "->" + field.name + " is null");
      // Only the reader can compute the number of parents, and reports missing elements; unused capacity may follow.
      const std::int64_t count = field.role == FieldRole::pos ? elements_set(*value.array) : count_of(field);
      if (count < 0 || count > value.array->count)
        return report(value.array->label + " has " + std::to_string(value.array->count) + " elements for " +
                      std::to_string(count) + " entries");
      check_is_set(*value.array, count);
      show(field, *value.array, count, tensor);
    }
  }

  static void show(const FieldDeclaration& field, const Array& array, std::int64_t count, RunnerTensor& tensor) {
    if (field.role == FieldRole::vals) {
      tensor.vals = array.data;
      tensor.vals_count = count;
      return;
    }
    const bool is_pos = field.role == FieldRole::pos;
    (is_pos ? tensor.pos : tensor.crd)[field.level] = array.data;
    (is_pos ? tensor.pos_count : tensor.crd_count)[field.level] = count;
  }

  /// Returns the number of leading elements that are set, at least 1, since every pos has a first element.
  static std::int64_t elements_set(const Array& array) {
    const auto is_unset = [](const auto& mark) { return mark.written == 0; };
    return std::max<std::int64_t>(1,
                                  std::find_if(array.marks.begin(), array.marks.end(), is_unset) - array.marks.begin());
  }

  void check_is_set(const Array& array, std::int64_t count) {
    if (!array.is_live) return report(array.label + " was released but is returned to the caller");
    for (std::int64_t i = 0; i < count; ++i)
      if (array.marks[static_cast<std::size_t>(i)].written == 0)
        return report("element " + std::to_string(i) + " of " + array.label + " is not set when the kernel ends");
  }

  /// After any status but ok, nothing may remain allocated (the kernel's own comment promises it).
  void check_no_leaks() {
    if (memory_.live() != 0) report(std::to_string(memory_.live()) + " arrays are still allocated after a failed call");
    if (!is_assembled_ || !broken_.empty()) return;
    const loop::Struct& structure = structs()[result_];
    for (std::size_t i = 0; i < structure.fields.size(); ++i)
      if (objects_[result_][i].array != nullptr)
        report(structure.name + "->" + structure.fields[i].name + " is not null after a failed call");
  }

  interpret::Machine machine_;
  FailedAllocation failed_;
  std::shared_ptr<Counts> counts_;  // null: do not count
  bool is_assembled_;
  bool starts_unset_;
  int deepest_ = 0;  // maximum depth of loops
  int loops_ = 0;    // number of loops in all nests
  std::string result_name_;
  std::size_t result_ = 0;

  // State of the last call.
  interpret::Memory memory_;
  std::vector<Object> objects_;
  std::vector<Object*> pointers_;
  std::deque<std::vector<std::byte>> own_arrays_;
  std::string broken_;
};

Runner runner_of(const std::shared_ptr<InterpretedKernel>& kernel) {
  Runner runner;
  runner.call = [kernel](RunnerTensor* tensors, std::int32_t form, std::int32_t) {
    return static_cast<std::int32_t>(kernel->call(tensors, form != 0));
  };
  runner.release = [kernel](RunnerTensor*) { kernel->release(); };
  runner.broken = [kernel] { return kernel->broken(); };
  return runner;
}

}  // namespace

Runner counted(const CompiledKernel& compiled, std::shared_ptr<Counts> counts) {
  return runner_of(std::make_shared<InterpretedKernel>(compiled, FailedAllocation{}, std::move(counts)));
}

Runner interpreted(const CompiledKernel& compiled, FailedAllocation failed) {
  return runner_of(std::make_shared<InterpretedKernel>(compiled, failed, nullptr));
}

}  // namespace scorchc::driver
