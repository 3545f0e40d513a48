// Calls a kernel once through its runner: packed tensors in, a packed result out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/tensor.h"
#include "driver/load.h"

namespace scorchc::driver {

/// The status codes of generated code (scorch_status in runtime/abi.h).
enum class KernelStatus : std::int32_t {
  ok = 0,
  null_argument = 1,
  shape_mismatch = 2,
  out_of_memory = 3,
  index_overflow = 4,
  division_by_zero = 5,
};

/// How a kernel is called. A kernel with a sparse result has two forms: one call, or count, pattern and compute in
/// sequence. In loaded code, compute can be called again for the same pattern.
enum class CallForm : std::int32_t { at_once = 0, in_steps = 1, compute_again = 2 };

struct KernelCall {
  Format format;                             // of the result
  std::vector<std::int64_t> dimensions;      // of the result, by mode
  std::vector<data::PackedTensor> operands;  // in the order of Kernel::tensors
  /// Contents of a dense result's buffer before the call, in storage order, without the guards.
  data::Values start;
  /// Number of cells before and after a dense result's buffer that the kernel must not change.
  std::size_t guard = 0;
  CallForm form = CallForm::at_once;
  std::int32_t threads = 0;
};

struct CallResult {
  KernelStatus status = KernelStatus::ok;
  data::PackedTensor result;  // if the status is ok
  std::string broken;         // a violation of the calling contract; empty if none
};

/// Calls the kernel, copies an assembled result and releases it.
CallResult call_kernel(const Runner& runner, const KernelCall& call);

/// A call that is repeated for timing. Values are copied once to cache-line-aligned memory. The call and the runner are
/// kept by reference.
class RepeatedCall {
 public:
  RepeatedCall(const Runner& runner, const KernelCall& call);
  ~RepeatedCall();
  RepeatedCall(const RepeatedCall&) = delete;
  RepeatedCall& operator=(const RepeatedCall&) = delete;

  /// Returns the wall-clock seconds of the kernel alone, without preparation and release. `compute_again` requires an
  /// earlier call of another form. Fails if the kernel does not return ok.
  double seconds(CallForm form, std::int32_t threads);

 private:
  void release();
  void* aligned(const data::Values& values);

  const Runner& runner_;
  const KernelCall& call_;
  std::vector<std::int64_t> dimensions_;  // of the result
  std::vector<RunnerTensor> tensors_;
  std::vector<std::vector<std::byte>> copies_;  // of values
  bool assembled_ = false;
};

/// Fails with the diagnostic for a status other than ok.
[[noreturn]] void fail_status(KernelStatus status);

/// Returns the initial `count` cells of a dense result before a plain assignment. Their values reveal cells that the
/// kernel does not write.
data::Values unset_values(ValueType type, std::int64_t count);

/// Returns the number of cells of a dense format. Fails with storage_too_large beyond the memory limit.
std::int64_t dense_cells(const Format& format, const std::vector<std::int64_t>& dimensions,
                         const data::TensorLabel& label);

}  // namespace scorchc::driver
