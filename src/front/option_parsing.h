// What is said beside the statements, read but not yet held against them: by flags, at a spec's top level, in one of
// its kernels. Each of these is a ParsedOptions; for one kernel they lie above each other, the strongest first.
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

/// A value with the place where it was said.
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
  Place place;                     // of its name, where it was first spoken of
  std::optional<Fragment> format;  // can be read only when the tensor's order is known
  std::optional<Given<ValueType>> value;
  std::optional<Given<StoredRequest>> stored;
};

struct ParsedOptions {
  std::map<std::string, TensorRequest> tensors;
  std::map<std::string, Given<ExtentRequest>> dims;
  std::optional<Given<ValueType>> value;  // of every tensor that says nothing else
  std::optional<Given<IndexType>> index;
  std::optional<Given<bool>> parallel;
  std::optional<Given<Caches>> caches;
  std::optional<Given<Blas>> blas;
  std::optional<Given<InstructionSets>> instruction_sets;
  std::optional<Given<std::string>> name, name_space, schedule;
  std::vector<RequestedOutput> emit;
  std::optional<Given<std::vector<Helper>>> helpers;
};

// Readers of one value. They fail with the value's place; `text` is trimmed.
ValueType read_value_type(const Fragment& text);
IndexType read_index_type(const Fragment& text);
bool read_parallel(const Fragment& text);
Blas read_blas(const Fragment& text);                                       // "cblas" or "none"
std::vector<Helper> read_helpers(const Fragment& text);                     // "validate,pack,unpack"
std::vector<Helper> read_helper_lists(const std::vector<Fragment>& texts);  // of all of them
InstructionSets read_instruction_sets(const Fragment& text);                // "avx2,sse2"
Caches read_caches(const Fragment& text);                                   // "L1=48K,L2=2M", or one of them
ExtentRequest read_extent(const Fragment& text);                            // "4096"; "~4096" is a hint
StoredRequest read_stored(const Fragment& text);                            // "5%", "1e6", "1000"
/// A kernel's name: a C identifier that no C or C++ header can mean.
std::string read_kernel_name(const Fragment& text);
std::string read_name_space(const Fragment& text);  // "a::b"
/// The name of a tensor or an index.
std::string read_name(const Fragment& text);

// Additions that fail if the same thing has been said before.
void add_format(ParsedOptions& given_options, const Fragment& tensor, const Fragment& format);
void add_value(ParsedOptions& given_options, const Fragment& tensor, const Fragment& type);
void add_stored(ParsedOptions& given_options, const Fragment& tensor, const Fragment& stored);
void add_extent(ParsedOptions& given_options, const Fragment& index, ExtentRequest extent);
template <class T>
void set_once(std::optional<Given<T>>& slot, T value, const Fragment& text) {
  if (slot) fail(Code::repeated_setting, text.place(), "this setting is given twice");
  slot = Given<T>{std::move(value), text.place()};
}

/// The command line's.
ParsedOptions read_settings(const Settings& settings);

}  // namespace scorchc::front
