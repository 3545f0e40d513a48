// Implements scorchc schema: lists the JSON Schemas, or prints one.
#include <vector>

#include "driver/commands.h"
#include "driver/json_output.h"
#include "driver/schemas.h"

namespace scorchc::driver {

ExitCode schema_command(const Options& options, Console& console) {
  std::vector<std::string> names;
  for (const SchemaPage& page : all_schemas()) names.emplace_back(page.name);
  if (options.words.empty()) {
    if (options.json)
      console.print(schemas_answer(names));
    else
      for (const std::string& name : names) console.print(name + "\n");
    return ExitCode::ok;
  }
  const std::string& word = options.words[0];
  for (const SchemaPage& page : all_schemas()) {
    if (page.name != word) continue;
    console.print(page.text);
    return ExitCode::ok;
  }
  fail(Code::usage, {}, "there is no schema " + quoted(word),
       nearest_or(word, names, "`scorchc schema` lists the schemas"));
}

}  // namespace scorchc::driver
