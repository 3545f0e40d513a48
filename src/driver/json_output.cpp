#include "driver/json_output.h"

#include <algorithm>
#include <cmath>

#include "driver/json_document.h"
#include "driver/print_tensor.h"

namespace scorchc::driver {
namespace {

template <class List, class OfEach>
Json list_of(const List& list, OfEach&& of_each) {
  Json json = Json::array();
  for (const auto& each : list) json.push_back(of_each(each));
  return json;
}

std::string_view name_of(CheckedFile::State state) {
  switch (state) {
    case CheckedFile::State::same:
      return "same";
    case CheckedFile::State::different:
      return "different";
    case CheckedFile::State::missing:
      return "missing";
    case CheckedFile::State::left:
      return "left";
  }
  return {};
}

std::string_view name_of(PlanEnding ending) {
  switch (ending) {
    case PlanEnding::timed:
      return "timed";
    case PlanEnding::behind:
      return "behind";
    case PlanEnding::too_slow:
      return "too_slow";
    case PlanEnding::failed:
      return "failed";
  }
  return {};
}

/// JSON has no infinities and no NaN: they become strings.
template <class T>
Json number_json(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    // Prints as many digits as the type has; converting a float to double would add digits.
    return Json::parse(print_number(value));
  }
  return value;
}

Json component_json(const data::Tensor& tensor, std::size_t entry) {
  return {{"at", coordinates_of(tensor, entry)},
          {"value", std::visit([&](const auto& array) { return number_json(array[entry]); }, data::values(tensor))}};
}

Json format_json(const FormatFacts& facts) {
  const Format& format = facts.format;
  Json json = {{"format", facts.name},
               {"map", print_map(format)},
               {"value", name(format.value)},
               {"pos", name(format.pos)},
               {"crd", name(format.crd)},
               {"levels", list_of(facts.arrays, [](const auto& arrays) -> Json { return {{"arrays", arrays}}; })}};
  if (!facts.about.empty()) json["about"] = facts.about;
  if (!facts.example.empty()) json["example"] = facts.example;
  return json;
}

Json plan_json(const Tuning& tuning, std::size_t number) {
  const TunedPlan& plan = tuning.plans[number];
  Json json = {{"schedule", schedule::print(plan.commands)},
               {"cost", number_json(plan.price)},
               {"price", number_json(plan.price)},  // the old key of `cost`, until 0.3
               {"ending", name_of(plan.ending)},
               {"chosen", number == tuning.chosen},
               {"automatic", number == tuning.automatic}};
  if (plan.seconds > 0) json["seconds"] = plan.seconds;
  if (plan.ratio > 0) json["ratio"] = plan.ratio;
  return json;
}

}  // namespace

std::string outputs_answer(const std::vector<PlannedOutput>& planned, const std::optional<Depfile>& depfile) {
  Json outputs = Json::array();
  for (const PlannedOutput& output : planned)
    if (output.path)
      outputs.push_back({{"kernel", output.kernel->name}, {"kind", word_of(output.what)}, {"path", *output.path}});
  Json json = {{"outputs", outputs}};
  if (depfile) json["depfile"] = depfile->path;
  return print_document(json);
}

std::string schemas_answer(const std::vector<std::string>& names) { return print_document({{"schemas", names}}); }

std::string formats_answer(const std::vector<FormatFacts>& formats) {
  return print_document({{"formats", list_of(formats, format_json)}});
}

std::string format_answer(const FormatFacts& facts) { return print_document(format_json(facts)); }

std::string code_answer(const CodeInfo& code, std::string_view section) {
  return print_document({{"code", code.id},
                         {"name", code.name},
                         {"title", code.title},
                         {"exit_code", static_cast<int>(code.exit)},
                         {"text", section}});
}

std::string verified_answer(const std::vector<VerifiedKernel>& kernels) {
  return print_document({{"verified", list_of(kernels, [](const VerifiedKernel& kernel) {
                            Json json = {
                                {"kernel", kernel.name}, {"cases", kernel.cases}, {"undecided", kernel.undecided}};
                            if (!kernel.not_run.empty()) json["not_run"] = kernel.not_run;
                            return json;
                          })}});
}

std::string checked_answer(const std::vector<CheckedFile>& files) {
  return print_document({{"files", list_of(files, [](const CheckedFile& file) {
                            Json json = {{"path", file.path}, {"state", name_of(file.state)}};
                            if (!file.difference.empty()) json["difference"] = file.difference;
                            return json;
                          })}});
}

std::string result_answer(const std::string& name, const data::Tensor& tensor, const Format& format) {
  const std::size_t count = data::size(data::values(tensor));
  Json components = Json::array();
  for (std::size_t entry = 0; entry < std::min(count, components_shown); ++entry)
    components.push_back(component_json(tensor, entry));
  return print_document({{"result", name},
                         {"shape", data::dimensions(tensor)},
                         {"format", print_short(format)},
                         {"value", scorchc::name(format.value)},
                         {"stored", count},
                         {"components", components}});
}

std::string tuned_answer(const std::vector<TunedKernel>& kernels, const TuneOptions& options) {
  return print_document(
      {{"threads", options.threads}, {"tuned", list_of(kernels, [](const TunedKernel& kernel) -> Json {
                                        Json plans = Json::array();
                                        for (std::size_t n = 0; n < kernel.tuning.plans.size(); ++n)
                                          plans.push_back(plan_json(kernel.tuning, n));
                                        return {{"kernel", kernel.name},
                                                {"statement", kernel.statement},
                                                {"plans", plans},
                                                {"left_out", kernel.tuning.left_out}};
                                      })}});
}

}  // namespace scorchc::driver
