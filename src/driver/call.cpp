#include "driver/call.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "data/layout.h"
#include "data/storage.h"
#include "support/diagnostics.h"

namespace scorchc::driver {
namespace {

using data::Indices;
using data::PackedTensor;
using data::Values;

// Kernels reject null pointers, which an empty vector may have.
void* pointer_to(auto& array) {
  static std::int64_t nothing = 0;
  return array.empty() ? &nothing : static_cast<void*>(array.data());
}
void* pointer_to_array(auto& variant) {
  return std::visit([](auto& array) { return pointer_to(array); }, variant);
}

/// Returns the runner's view of arrays that stay in place. The const_cast is safe: kernels take operands as const.
RunnerTensor view(const PackedTensor& constant) {
  auto& packed = const_cast<PackedTensor&>(constant);
  RunnerTensor tensor{};
  tensor.dimension = static_cast<std::int64_t*>(pointer_to(packed.dimensions));
  for (std::size_t level = 0; level < packed.levels.size(); ++level) {
    data::LevelArrays& arrays = packed.levels[level];
    tensor.pos[level] = pointer_to_array(arrays.pos);
    tensor.crd[level] = pointer_to_array(arrays.crd);
    tensor.pos_count[level] = data::size(arrays.pos);
    tensor.crd_count[level] = data::size(arrays.crd);
  }
  tensor.vals = pointer_to_array(packed.values);
  tensor.vals_count = static_cast<std::int64_t>(data::size(packed.values));
  return tensor;
}

std::span<const std::byte> bytes_of(const Values& values) {
  return std::visit([](const auto& array) { return std::as_bytes(std::span(array)); }, values);
}

/// Returns `start` between two guards filled with unset values.
Values guarded_buffer(const Values& start, std::size_t guard) {
  Values buffer = unset_values(data::value_type(start), static_cast<std::int64_t>(data::size(start) + 2 * guard));
  std::visit(
      [&](auto& to) {
        const auto& from = std::get<std::remove_cvref_t<decltype(to)>>(start);
        std::copy(from.begin(), from.end(), to.begin() + static_cast<std::ptrdiff_t>(guard));
      },
      buffer);
  return buffer;
}

/// Removes the guards. Returns false if one of them has changed.
bool unwrap(Values& buffer, std::size_t guard) {
  if (guard == 0) return true;
  const Values untouched = unset_values(data::value_type(buffer), static_cast<std::int64_t>(guard));
  return std::visit(
      [&](auto& array) {
        const auto& expected = std::get<std::remove_cvref_t<decltype(array)>>(untouched);
        const std::size_t bytes = guard * sizeof(expected[0]);
        const bool whole = std::memcmp(array.data(), expected.data(), bytes) == 0 &&
                           std::memcmp(array.data() + (array.size() - guard), expected.data(), bytes) == 0;
        array.erase(array.end() - static_cast<std::ptrdiff_t>(guard), array.end());
        array.erase(array.begin(), array.begin() + static_cast<std::ptrdiff_t>(guard));
        return whole;
      },
      buffer);
}

template <class Vector>
void copy_array(Vector& to, const void* from, std::int64_t count) {
  const auto* begin = static_cast<const typename Vector::value_type*>(from);
  if (count > 0) to.assign(begin, begin + count);
}

/// Reads an assembled result level by level. Sets `broken_` if its counts and pointers are inconsistent.
class Assembled {
 public:
  Assembled(const RunnerTensor& tensor, const KernelCall& call)
      : tensor_(tensor), call_(call), layout_(data::make_layout(call.format, call.dimensions, {})) {}

  void read_into(CallResult& result) {
    PackedTensor& packed = result.result;
    packed.format = call_.format;
    packed.dimensions = call_.dimensions;
    packed.levels.resize(layout_.levels.size());
    packed.values = data::zeros(call_.format.value, 0);
    for (std::size_t level = 0; level < layout_.levels.size() && broken_.empty(); level = layout_.end_of_run(level))
      read_level(level, packed);
    if (broken_.empty() && check(tensor_.vals, tensor_.vals_count, "vals"))
      std::visit([&](auto& array) { copy_array(array, tensor_.vals, tensor_.vals_count); }, packed.values);
    result.broken = broken_;
  }

 private:
  void read_level(std::size_t level, PackedTensor& packed) {
    if (layout_.levels[level].kind == data::LevelKind::dense) {
      const std::optional<std::int64_t> cells = data::product({parents_, layout_.levels[level].extent});
      parents_ = cells.value_or(std::numeric_limits<std::int64_t>::max() - 1);
      return;
    }
    if (layout_.has_pos(level)) {
      if (!check(tensor_.pos[level], parents_ + 1, "pos")) return;
      // Loaded code does not report the length.
      if (const std::int64_t length = tensor_.pos_count[level]; length > 0 && length <= parents_) {
        broken_ = "pos of " + std::to_string(parents_) + " parents has " + std::to_string(length) + " entries";
        return;
      }
      read(packed.levels[level].pos, tensor_.pos[level], parents_ + 1, call_.format.pos);
    }
    const std::int64_t count = tensor_.crd_count[level];
    for (std::size_t l = level; l < layout_.end_of_run(level); ++l) {
      if (!check(tensor_.crd[l], count, "crd")) return;
      read(packed.levels[l].crd, tensor_.crd[l], count, call_.format.crd);
    }
    parents_ = count;
  }

  static void read(Indices& to, const void* from, std::int64_t count, IndexType type) {
    if (type == IndexType::i64) to = std::vector<std::int64_t>();
    std::visit([&](auto& array) { copy_array(array, from, count); }, to);
  }

  bool check(const void* array, std::int64_t count, const char* what) {
    if (count < 0 || !data::fits_memory(static_cast<double>(count), 1))
      broken_ = std::string(what) + " has " + std::to_string(count) + " entries";
    else if (array == nullptr && count > 0)
      broken_ = std::string(what) + " is null";
    return broken_.empty();
  }

  const RunnerTensor& tensor_;
  const KernelCall& call_;
  data::Layout layout_;
  std::int64_t parents_ = 1;
  std::string broken_;
};

CallResult call_dense(const Runner& runner, const KernelCall& call, std::vector<RunnerTensor>& tensors) {
  CallResult result;
  PackedTensor& packed = result.result;
  packed.format = call.format;
  packed.dimensions = call.dimensions;
  packed.levels.resize(call.format.levels.size());
  packed.values = guarded_buffer(call.start, call.guard);
  tensors[0] = view(packed);
  tensors[0].vals = std::visit(
      [&](auto& array) { return array.empty() ? pointer_to(array) : static_cast<void*>(array.data() + call.guard); },
      packed.values);
  tensors[0].vals_count = static_cast<std::int64_t>(data::size(call.start));
  result.status = static_cast<KernelStatus>(runner.call(tensors.data(), 0, call.threads));
  if (runner.broken) result.broken = runner.broken();
  if (!unwrap(packed.values, call.guard)) result.broken = "memory outside the result's buffer is written";
  return result;
}

/// Calls the kernel, and copies the assembled result before releasing it.
void call_and_copy(const Runner& runner, const KernelCall& call, std::vector<RunnerTensor>& tensors,
                   CallResult& result) {
  struct Release {
    const Runner& runner;
    std::vector<RunnerTensor>& tensors;
    ~Release() { runner.release(tensors.data()); }
  };
  std::vector<std::int64_t> dimensions = call.dimensions;
  tensors[0].dimension = static_cast<std::int64_t*>(pointer_to(dimensions));
  const Release release{runner, tensors};
  result.status =
      static_cast<KernelStatus>(runner.call(tensors.data(), static_cast<std::int32_t>(call.form), call.threads));
  // A result that violates the contract may not be safe to read.
  if (runner.broken && !runner.broken().empty()) return;
  if (result.status == KernelStatus::ok) Assembled(tensors[0], call).read_into(result);
  if (dimensions != call.dimensions) result.broken = "the result's dimensions are changed";
}

CallResult call_sparse(const Runner& runner, const KernelCall& call, std::vector<RunnerTensor>& tensors) {
  CallResult result;
  call_and_copy(runner, call, tensors, result);
  // Violations of the release count, too.
  if (runner.broken && result.broken.empty()) result.broken = runner.broken();
  return result;
}

}  // namespace

CallResult call_kernel(const Runner& runner, const KernelCall& call) {
  std::vector<RunnerTensor> tensors(1);
  for (const PackedTensor& operand : call.operands) tensors.push_back(view(operand));
  return call.format.is_dense() ? call_dense(runner, call, tensors) : call_sparse(runner, call, tensors);
}

RepeatedCall::RepeatedCall(const Runner& runner, const KernelCall& call)
    : runner_(runner), call_(call), dimensions_(call.dimensions), tensors_(1) {
  for (const PackedTensor& operand : call.operands) {
    tensors_.push_back(view(operand));
    tensors_.back().vals = aligned(operand.values);
  }
  tensors_[0].dimension = static_cast<std::int64_t*>(pointer_to(dimensions_));
  if (!call.format.is_dense()) return;
  tensors_[0].vals = aligned(call.start);
  tensors_[0].vals_count = static_cast<std::int64_t>(data::size(call.start));
}

// Alignment makes times comparable: depending on the allocator, rows of one cache line would straddle two for some
// kernels only.
void* RepeatedCall::aligned(const Values& values) {
  constexpr std::size_t line = 64;
  const std::span<const std::byte> from = bytes_of(values);
  std::size_t room = from.size() + line;
  void* place = copies_.emplace_back(room).data();
  std::align(line, from.size(), place, room);
  std::ranges::copy(from, static_cast<std::byte*>(place));
  return place;
}

RepeatedCall::~RepeatedCall() { release(); }

void RepeatedCall::release() {
  if (assembled_) runner_.release(tensors_.data());
  assembled_ = false;
}

double RepeatedCall::seconds(CallForm form, std::int32_t threads) {
  if (call_.format.is_dense()) {
    // Otherwise `+=` would accumulate until the components overflow.
    std::ranges::copy(bytes_of(call_.start), static_cast<std::byte*>(tensors_[0].vals));
  } else if (form != CallForm::compute_again) {
    release();
    assembled_ = true;
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::int32_t status = runner_.call(tensors_.data(), static_cast<std::int32_t>(form), threads);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  if (status != 0) fail_status(static_cast<KernelStatus>(status));
  return time.count();
}

void fail_status(KernelStatus status) {
  switch (status) {
    case KernelStatus::division_by_zero:
      fail(Code::division_by_zero, {}, "the kernel divides an integer by zero");
    case KernelStatus::out_of_memory:
      fail(Code::kernel_memory, {}, "the kernel ran out of memory");
    case KernelStatus::index_overflow:
      fail(Code::kernel_overflow, {}, "a position or a coordinate of the result is beyond its index type",
           "use `--index i64`, or a result format with `:pos=i64:crd=i64`");
    default:
      fail(Code::internal_error, {}, "the kernel returned status " + std::to_string(static_cast<int>(status)));
  }
}

Values unset_values(ValueType type, std::int64_t count) {
  Values values = data::zeros(type, count);
  std::visit(
      [](auto& array) {
        using T = typename std::remove_cvref_t<decltype(array)>::value_type;
        T unset = static_cast<T>(-77777);
        if constexpr (std::is_floating_point_v<T>) unset = std::numeric_limits<T>::quiet_NaN();
        std::fill(array.begin(), array.end(), unset);
      },
      values);
  return values;
}

std::int64_t dense_cells(const Format& format, const std::vector<std::int64_t>& dimensions,
                         const data::TensorLabel& label) {
  return data::checked_cells(data::make_layout(format, dimensions, label).extents(), data::size_in_bytes(format.value),
                             label);
}

}  // namespace scorchc::driver
