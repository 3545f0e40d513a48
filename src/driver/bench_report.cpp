#include "driver/bench_report.h"

#include <array>
#include <charconv>

#include "driver/formula_json.h"
#include "driver/json_document.h"
#include "driver/text_table.h"
#include "support/words.h"

namespace scorchc::driver {
namespace {

std::string_view form_name(CallForm form) { return form == CallForm::at_once ? "kernel" : "compute"; }

std::string print_dimensions(const std::vector<std::int64_t>& dimensions) {
  std::string text;
  for (const std::int64_t extent : dimensions) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "scalar" : text;
}

/// Visits the user's tensors; tensors added by the scheduler share the data of one of them.
template <class Visit>
void for_each_tensor(const KernelBench& bench, const Visit& visit) {
  const TensorList& tensors = bench.compiled.kernel.tensors;
  for (std::size_t n = 0; n < tensors.size(); ++n) {
    if (!tensors[n].old_value_of.empty()) continue;
    const auto data = std::find_if(bench.data.begin(), bench.data.end(),
                                   [&](const Binding& binding) { return binding.tensor == tensors[n].name; });
    visit(tensors[n], bench.dimensions[n], data == bench.data.end() ? std::string() : data->value);
  }
}

std::string tensor_lines(const KernelBench& bench) {
  std::string text;
  for_each_tensor(bench, [&](const TensorDeclaration& tensor, const std::vector<std::int64_t>& dimensions,
                             const std::string& source) {
    text += "  " + tensor.name + ": " + print_short(*tensor.format) + (tensor.format_inferred ? " (inferred)" : "") +
            ", " + print_dimensions(dimensions);
    if (tensor.statistics) text += ", " + print_count(tensor.statistics->stored) + " stored";
    text += (source.empty() ? "" : ", " + source) + "\n";
  });
  return text;
}

std::string formula_number(const schedule::Formula& formula) {
  return (formula.exact ? "" : "~ ") + print_count(formula.number);
}

std::string row_lines(const KernelBench& bench) {
  std::vector<std::vector<std::string>> rows = {
      {"call", "threads", "median", "lower quartile", "upper quartile", "GFLOP/s", "GB/s", "of the limit", "by"}};
  for (const BenchRow& row : bench.rows) {
    const BenchRates rates = rates_of(bench, row);
    std::vector<std::string> cells = {
        std::string(form_name(row.form)),          std::to_string(row.threads),
        print_seconds(row.seconds.median),         print_seconds(row.seconds.lower_quartile),
        print_seconds(row.seconds.upper_quartile), print_rounded(rates.operations / 1e9)};
    if (rates.bytes) cells.push_back(print_rounded(*rates.bytes / 1e9));
    if (rates.share) cells.insert(cells.end(), {print_rounded(100 * *rates.share) + " %", rates.bound});
    rows.push_back(std::move(cells));
  }
  return print_table(rows, "  ");
}

std::string limit_lines(const KernelBench& bench) {
  const std::string type(scorchc::name(computation_type(bench.compiled.kernel)));
  std::vector<std::vector<std::string>> rows = {
      {"the machine", "threads", "reading", "a = b + s * c", type + " vectors"}};
  for (const auto& [threads, limits] : bench.limits)
    rows.push_back({"over " + print_bytes(limits.array_bytes), std::to_string(threads),
                    print_rounded(limits.read_bandwidth / 1e9) + " GB/s",
                    print_rounded(limits.triad_bandwidth / 1e9) + " GB/s",
                    print_rounded(limits.arithmetic / 1e9) + " GFLOP/s"});
  return print_table(rows, "  ");
}

std::string remark_lines(const KernelBench& bench) {
  std::string text;
  for (const VectorRemark& remark : bench.remarks)
    text += "  " +
            (remark.line > 0 ? remark.function + ", line " + std::to_string(remark.line) + ", `" + remark.loop + "`"
                             : remark.loop) +
            ": " + remark.text + "\n";
  return text;
}

Json bench_tensors_json(const KernelBench& bench) {
  Json tensors = Json::array();
  for_each_tensor(bench, [&](const TensorDeclaration& tensor, const std::vector<std::int64_t>& dimensions,
                             const std::string& source) {
    Json one = {{"name", tensor.name}, {"format", print_short(*tensor.format)}, {"dimensions", dimensions}};
    if (tensor.statistics) one["stored"] = tensor.statistics->stored;
    if (!source.empty()) one["data"] = source;
    tensors.push_back(std::move(one));
  });
  return tensors;
}

Json row_json(const KernelBench& bench, const BenchRow& row) {
  const BenchRates rates = rates_of(bench, row);
  Json json = {{"call", form_name(row.form)},
               {"threads", row.threads},
               {"samples", row.samples},
               {"calls", row.calls},
               {"seconds",
                {{"median", row.seconds.median},
                 {"lower_quartile", row.seconds.lower_quartile},
                 {"upper_quartile", row.seconds.upper_quartile},
                 {"least", row.seconds.least},
                 {"most", row.seconds.most}}},
               {"operations_per_second", rates.operations}};
  if (rates.bytes) json["bytes_per_second"] = *rates.bytes;
  if (rates.share) json["share"] = *rates.share;
  if (rates.share) json["bound"] = rates.bound;
  return json;
}

Json limits_json(const KernelBench& bench) {
  Json list = Json::array();
  for (const auto& [threads, limits] : bench.limits)
    list.push_back({{"threads", threads},
                    {"array_bytes", limits.array_bytes},
                    {"read_bytes_per_second", limits.read_bandwidth},
                    {"triad_bytes_per_second", limits.triad_bandwidth},
                    {"operations_per_second", limits.arithmetic}});
  return list;
}

Json bench_kernel_json(const KernelBench& bench) {
  Json rows = Json::array(), remarks = Json::array();
  for (const BenchRow& row : bench.rows) rows.push_back(row_json(bench, row));
  for (const VectorRemark& remark : bench.remarks) {
    Json one = {{"loop", remark.loop}, {"text", remark.text}};
    if (remark.line > 0) {
      one["function"] = remark.function;
      one["line"] = remark.line;
    }
    remarks.push_back(std::move(one));
  }
  const CompiledKernel& compiled = bench.compiled;
  return {{"name", compiled.kernel.name},
          {"statement", compiled.kernel.source_statement},
          {"tensors", bench_tensors_json(bench)},
          {"schedule", schedule::print(compiled.commands)},
          {"compiler", bench.compiler},
          {"type", scorchc::name(computation_type(compiled.kernel))},
          {"arithmetic", formula_json(compiled.work.flops)},
          {"bytes", formula_json(compiled.work.bytes)},
          {"rows", rows},
          {"limits", limits_json(bench)},
          {"vector_loops", remarks}};
}

/// Prints the fewest digits that read back as the same number.
std::string print_exactly(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

BenchRates rates_of(const KernelBench& bench, const BenchRow& row) {
  const schedule::Work& work = bench.compiled.work;
  const double seconds = row.seconds.median;
  BenchRates rates;
  rates.operations = work.flops.number / seconds;
  if (row.form != CallForm::at_once) return rates;
  const MachineLimits& limits = bench.limits.at(row.threads);
  rates.bytes = work.bytes.number / seconds;
  rates.share = limits.seconds(work.flops.number, work.bytes.number) / seconds;
  rates.bound = limits.seconds(work.flops.number, 0) > limits.seconds(0, work.bytes.number) ? "arithmetic" : "memory";
  return rates;
}

std::string bench_text(const KernelBench& bench) {
  const CompiledKernel& compiled = bench.compiled;
  std::string text = compiled.kernel.name + ": " + compiled.kernel.source_statement + "\n" + tensor_lines(bench);
  text += "  schedule: " + compiled.schedule;
  text += "  operations: " + formula_number(compiled.work.flops) + ", bytes: at least " +
          formula_number(compiled.work.bytes) + "; compiled by " + bench.compiler + "\n";
  text += "\n" + row_lines(bench);
  if (!bench.one_thread.empty()) text += "  one thread: " + bench.one_thread + "\n";
  text += "\n" + limit_lines(bench);
  if (!bench.remarks.empty()) text += "\nvector loops:\n" + remark_lines(bench);
  return text;
}

std::string bench_json(const std::vector<KernelBench>& benches) {
  Json kernels = Json::array();
  for (const KernelBench& bench : benches) kernels.push_back(bench_kernel_json(bench));
  const Json document = {{"version", 1}, {"kernels", kernels}};
  return print_document(document);
}

std::string bench_csv(const std::vector<KernelBench>& benches) {
  std::string text =
      "kernel,call,threads,samples,calls,median_s,lower_quartile_s,upper_quartile_s,least_s,most_s,"
      "operations_per_s,bytes_per_s,share,bound\n";
  for (const KernelBench& bench : benches)
    for (const BenchRow& row : bench.rows) {
      const BenchRates rates = rates_of(bench, row);
      text += bench.compiled.kernel.name + "," + std::string(form_name(row.form)) + "," + std::to_string(row.threads) +
              "," + std::to_string(row.samples) + "," + std::to_string(row.calls);
      for (const double seconds : {row.seconds.median, row.seconds.lower_quartile, row.seconds.upper_quartile,
                                   row.seconds.least, row.seconds.most})
        text += "," + print_exactly(seconds);
      text += "," + print_exactly(rates.operations) + "," + (rates.bytes ? print_exactly(*rates.bytes) : "") + "," +
              (rates.share ? print_exactly(*rates.share) : "") + "," + rates.bound + "\n";
    }
  return text;
}

}  // namespace scorchc::driver
