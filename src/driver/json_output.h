// Prints the results of commands as JSON (--json): one document on standard output, described by
// docs/schema/answers.json. `explain` and `bench` have documents of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/tensor.h"
#include "driver/depfile.h"
#include "driver/output_files.h"
#include "driver/tune.h"
#include "support/diagnostics.h"

namespace scorchc::driver {

/// `scorchc outputs`.
std::string outputs_answer(const std::vector<PlannedOutput>& planned, const std::optional<Depfile>& depfile);

/// `scorchc schema`.
std::string schemas_answer(const std::vector<std::string>& names);

/// A format, alone or in the list of named formats.
struct FormatFacts {
  std::string name, about;
  Format format;
  std::vector<std::vector<std::string>> arrays;  // per level: pos, crd
  std::string example;                           // its drawing; may be empty
};
/// `scorchc formats`, `scorchc formats FORMAT`.
std::string formats_answer(const std::vector<FormatFacts>& formats);
std::string format_answer(const FormatFacts& facts);

/// `scorchc explain CODE`.
std::string code_answer(const CodeInfo& code, std::string_view section);

/// The result of verifying one kernel.
struct VerifiedKernel {
  std::string name;
  std::int64_t cases = 0;      // that agree
  std::int64_t undecided = 0;  // components left undecided because of NaN or infinities (driver/verify.h)
  std::string not_run;         // why no case was run; empty if some were
};
/// The result of `scorchc verify` and `scorchc check` if nothing differs.
std::string verified_answer(const std::vector<VerifiedKernel>& kernels);

/// A file of `--check`.
struct CheckedFile {
  enum class State { same, different, missing, left } state = State::same;
  std::string path;
  std::string difference;  // as text for people
};
std::string checked_answer(const std::vector<CheckedFile>& files);

/// `scorchc run`: the first components of the result.
std::string result_answer(const std::string& name, const data::Tensor& tensor, const Format& format);

/// `scorchc tune`.
struct TunedKernel {
  std::string name, statement;
  Tuning tuning;
};
std::string tuned_answer(const std::vector<TunedKernel>& kernels, const TuneOptions& options);

}  // namespace scorchc::driver
