// Implements scorchc tune: finds the fastest plans of kernels on given data and stores them in a lock file.
#include <unistd.h>

#include <algorithm>

#include "driver/bench_data.h"
#include "driver/commands.h"
#include "driver/input.h"
#include "driver/json_output.h"
#include "driver/lock_file.h"
#include "driver/option_values.h"
#include "driver/tune.h"
#include "support/files.h"

namespace scorchc::driver {
namespace {

TuneOptions read_options(const Options& options) {
  TuneOptions tune_options;
  tune_options.threads = processors();
  tune_options.cxx = options.cxx;
  read_number<std::size_t>(options.most, "--most", tune_options.most, 1);
  read_number<int>(options.rounds, "--rounds", tune_options.rounds, 1);
  read_number<int>(options.threads, "--threads", tune_options.threads, 1);
  return tune_options;
}

/// Returns the file's entries, which are kept for other kernels. Reading first reports an invalid file before tuning.
std::vector<LockEntry> kept_entries(const Options& options) {
  if (!options.lock || access(options.lock->c_str(), F_OK) != 0) return {};
  return read_lock(*options.lock).entries;
}

void put_entry(std::vector<LockEntry>& entries, LockEntry entry) {
  const auto old = std::find_if(entries.begin(), entries.end(),
                                [&](const LockEntry& each) { return each.kernel.text == entry.kernel.text; });
  if (old == entries.end())
    entries.push_back(std::move(entry));
  else
    *old = std::move(entry);
}

}  // namespace

ExitCode tune_command(const Options& options, Console& console) {
  const TuneOptions tune_options = read_options(options);
  std::vector<LockEntry> entries = kept_entries(options);
  const std::vector<Kernel> kernels = read_kernels(options, console);
  for (const Kernel& kernel : kernels)
    if (kernel.schedule != "auto")
      fail(Code::setting_value, place_of_schedule(kernel),
           quoted(kernel.name) + " has a schedule, but `tune` searches for one",
           "remove it; `scorchc bench` times a given schedule");
  const std::vector<std::vector<Binding>> data = data_of_each(options.data, kernels);
  Progress progress(options);
  std::vector<TunedKernel> tuned;
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    const Tuning tuning = tune_kernel(kernels[n], data[n], tune_options, console.warnings, progress);
    if (!options.json) console.print((n > 0 ? "\n" : "") + tune_text(kernels[n], tuning, tune_options));
    put_entry(entries, lock_entry(kernels[n], schedule::print(tuning.plans[tuning.chosen].commands)));
    tuned.push_back({kernels[n].name, kernels[n].source_statement, tuning});
  }
  if (options.json) console.print(tuned_answer(tuned, tune_options));
  if (!options.lock) return ExitCode::ok;
  write_file(*options.lock, print_lock(entries));
  if (console.is_verbose()) console.note("output " + quoted(*options.lock) + "\n");
  return ExitCode::ok;
}

}  // namespace scorchc::driver
