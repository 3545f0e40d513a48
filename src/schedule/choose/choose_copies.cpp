#include "schedule/choose/choose_copies.h"

#include <algorithm>

#include "schedule/legality/reads_in_place.h"

namespace scorchc::schedule {

Commands choose_copies(const Kernel& kernel, Decisions& decisions) {
  Commands commands;
  if (reads_in_place(kernel)) return commands;
  for (const Access& access : reads_of_result(kernel)) {
    Convert copy{access, {}};
    for (const std::string& index : access.indices)
      if (std::find(copy.indices.begin(), copy.indices.end(), index) == copy.indices.end())
        copy.indices.push_back(index);
    decisions.push_back({"schedule", "copy of " + print(access), print(Command(copy)),
                         "the result would overwrite this operand before it has been read"});
    commands.push_back(std::move(copy));
  }
  return commands;
}

}  // namespace scorchc::schedule
