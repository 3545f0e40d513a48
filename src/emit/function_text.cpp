#include "emit/function_text.h"

#include "support/words.h"

namespace scorchc::emit {

std::string PartPrinter::fresh(const std::string& wanted) const {
  std::string name = wanted;
  for (int n = 2; text_.used.count(name) > 0; ++n) name = wanted + std::to_string(n);
  return name;
}

void PartPrinter::call(const std::string& function, const std::vector<std::string>& arguments) {
  writer_.line(function + "(" + joined(arguments) + ");");
}

std::string PartPrinter::inlined(const std::vector<std::string>& parameters) {
  return "[&](" + joined(parameters) + ") SCORCH_INLINE_LAMBDA";
}

std::string PartPrinter::parameter(const std::string& type, const std::string& name,
                                   const std::set<std::string>& read) {
  return read.count(name) > 0 ? type + " " + name : type;
}

}  // namespace scorchc::emit
