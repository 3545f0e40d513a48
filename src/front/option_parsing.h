// Parses settings: the flags of the command line, the top level of a spec, and the settings of one kernel in a spec.
// Each of these sources gives one ParsedOptions. Settings are checked against the statements later (front/resolve.h),
// where the sources are layered by priority.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "front/fragment.h"
#include "front/front.h"
#include "ir/kernel.h"

namespace scorchc::front {

/// A value with its location in the user's text.
template <class T>
struct Given {
  T value;
  Place place;
};

struct ExtentRequest {
  std::int64_t extent = 0;
  bool hint = false;
};

struct StoredRequest {
  std::optional<double> count;  // of stored components
  std::optional<double> share;  // of all components, 0..1
};

struct TensorRequest {
  Place place;                     // location of the first setting for this tensor
  std::optional<Fragment> format;  // parsed later, when the tensor's order is known
  std::optional<Given<ValueType>> value;
  std::optional<Given<StoredRequest>> stored;
};

struct ParsedOptions {
  std::map<std::string, TensorRequest> tensors;
  std::map<std::string, Given<ExtentRequest>> dims;
  std::optional<Given<ValueType>> value;  // the default for all tensors
  std::optional<Given<IndexType>> index;
  std::optional<Given<bool>> parallel;
  std::optional<Given<Caches>> caches;
  std::optional<Given<Blas>> blas;
  std::optional<Given<InstructionSets>> instruction_sets;
  std::optional<Given<std::string>> name, name_space, schedule;
  std::vector<RequestedOutput> emit;
  std::optional<Given<std::vector<Helper>>> helpers;
};

// Parsers for single values. They fail with the location of the value; `text` must be trimmed.
ValueType read_value_type(const Fragment& text);
IndexType read_index_type(const Fragment& text);
bool read_parallel(const Fragment& text);
Blas read_blas(const Fragment& text);                                       // "cblas" or "none"
std::vector<Helper> read_helpers(const Fragment& text);                     // "validate,pack,unpack"
std::vector<Helper> read_helper_lists(const std::vector<Fragment>& texts);  // several such lists
InstructionSets read_instruction_sets(const Fragment& text);                // "avx2,sse2"
Caches read_caches(const Fragment& text);                                   // "L1=48K,L2=2M", or one of the two
ExtentRequest read_extent(const Fragment& text);                            // "4096"; "~4096" is a hint
StoredRequest read_stored(const Fragment& text);                            // "5%", "1e6", "1000"
/// A kernel's name: a C identifier that is not reserved.
std::string read_kernel_name(const Fragment& text);
std::string read_name_space(const Fragment& text);  // "a::b"
/// The name of a tensor or an index.
std::string read_name(const Fragment& text);

// Add a setting, or fail with Code::repeated_setting if it is already given.
void add_format(ParsedOptions& given_options, const Fragment& tensor, const Fragment& format);
void add_value(ParsedOptions& given_options, const Fragment& tensor, const Fragment& type);
void add_stored(ParsedOptions& given_options, const Fragment& tensor, const Fragment& stored);
void add_extent(ParsedOptions& given_options, const Fragment& index, ExtentRequest extent);
template <class T>
void set_once(std::optional<Given<T>>& slot, T value, const Fragment& text) {
  if (slot) fail(Code::repeated_setting, text.place(), "this setting is given twice");
  slot = Given<T>{std::move(value), text.place()};
}

/// Parses the settings of the command line.
ParsedOptions read_settings(const Settings& settings);

}  // namespace scorchc::front
