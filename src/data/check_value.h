// Checks a value against the tensor's type while the reader is still at its position in the file.
#pragma once

#include <optional>

#include "data/convert.h"
#include "data/storage.h"
#include "data/text_scanner.h"

namespace scorchc::data {

/// Fails with data_value at the scanner's last token if `type` is an integer type that cannot hold the value.
template <class T>
void check_value(const TextScanner& scanner, T value, std::optional<ValueType> type) {
  if (!type || is_floating(*type)) return;
  const bool fits =
      *type == ValueType::i32 ? converted<std::int32_t>(value).has_value() : converted<std::int64_t>(value).has_value();
  if (fits) return;
  scanner.fail_token(Code::data_value,
                     "the value " + print_number(value) + " does not fit the type " + std::string(name(*type)),
                     "integer tensors take integral values in range; --type gives a tensor another type");
}

}  // namespace scorchc::data
