// One call of a kernel through its runner: packed tensors in, a packed result out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/tensor.h"
#include "driver/load.h"

namespace scorchc::driver {

/// The statuses of generated code (emit/cpp_shared.cpp, scorch_status).
enum class KernelStatus : std::int32_t {
  ok = 0,
  null_argument = 1,
  shape_mismatch = 2,
  out_of_memory = 3,
  index_overflow = 4,
  division_by_zero = 5,
};

/// A sparse result has two: all at once, or count, then pattern, then compute. Of loaded code compute can be called
/// again, for a pattern that is kept.
enum class CallForm : std::int32_t { at_once = 0, in_steps = 1, compute_again = 2 };

struct KernelCall {
  Format format;                             // of the result
  std::vector<std::int64_t> dimensions;      // of the result, by mode
  std::vector<data::PackedTensor> operands;  // in the order of Kernel::tensors
  /// What a dense result's buffer holds before the call, in storage order, without the guards.
  data::Values start;
  /// Cells before and behind a dense result's buffer that the kernel must leave alone.
  std::size_t guard = 0;
  CallForm form = CallForm::at_once;
  std::int32_t threads = 0;
};

struct CallResult {
  KernelStatus status = KernelStatus::ok;
  data::PackedTensor result;  // if the status is ok
  std::string broken;         // what the kernel did that no kernel may: empty if nothing
};

/// What a kernel assembled is copied and released again.
CallResult call_kernel(const Runner& runner, const KernelCall& call);

/// A call that is made again and again, for its time. Values are copied, once, to where a line of the cache begins. The
/// call and the runner are kept by reference.
class RepeatedCall {
 public:
  RepeatedCall(const Runner& runner, const KernelCall& call);
  ~RepeatedCall();
  RepeatedCall(const RepeatedCall&) = delete;
  RepeatedCall& operator=(const RepeatedCall&) = delete;

  /// Seconds by the clock that the kernel took; nothing that comes before or after it. `compute_again` needs a call of
  /// another form before it. A Failure where the kernel does not give back ok.
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

/// What a status other than ok means to a user.
[[noreturn]] void fail_status(KernelStatus status);

/// `count` cells of a dense result before a plain assignment: values that nobody would take for a result.
data::Values unset_values(ValueType type, std::int64_t count);

/// The number of stored cells of a dense format; a Failure (storage_too_large) beyond memory.
std::int64_t dense_cells(const Format& format, const std::vector<std::int64_t>& dimensions,
                         const data::TensorLabel& label);

}  // namespace scorchc::driver
