#include "embed/shared_blocks.h"

#include <algorithm>

#include "embed/runtime_blocks.h"

namespace scorchc {

std::string_view abi_block() { return runtime_block("abi").text; }

std::string SharedBlocks::use(std::string_view block) {
  if (used_.emplace(block).second) {
    const RuntimeBlock& found = runtime_block(block);
    headers_.insert(found.includes.begin(), found.includes.end());
    for (const std::string& needed : found.needs) use(needed);
  }
  return "scorch_" + std::string(block);
}

std::string SharedBlocks::use(std::string_view function, loop::Type type) {
  return use(std::string(function) + "_" + std::string(name(type)));
}

std::string SharedBlocks::use_math(std::string_view function, loop::Type type) {
  include("math.h");
  return std::string(function) + (type == loop::Type::f32 ? "f" : "");
}

void SharedBlocks::include(std::string_view header) { headers_.emplace(header); }

std::vector<std::string> SharedBlocks::choices() const {
  struct Choice {
    std::vector<std::string_view> blocks;  // using any of these
    std::string_view what;
  };
  static const std::vector<Choice> all = {
      {{"threads", "on_threads", "in_chunks"}, "the number of threads (by the amount of work)"},
      {{"dispatch_isa"}, "the SIMD width (the widest that the processor has and the loops fill)"},
      {{"batched_short"}, "batches of 64 sums (where most are short)"},
      {{"nonempty_rows"}, "skipping of empty rows (where rows have few entries)"},
      {{"row_block"}, "register blocks of four rows (if there are four)"},
      {{"reduce_unrolled"}, "four accumulators per sum (for long sums in few lanes)"},
      {{"bits"},
       "each row's sparse accumulator (flags, a bitmap of one level or two, or a list, by the number of its terms and "
       "how close they are)"},
      {{"merge"}, "merging of coordinate lists (equal runs at once, others branch-free)"},
  };
  std::vector<std::string> found;
  for (const Choice& choice : all)
    if (std::any_of(choice.blocks.begin(), choice.blocks.end(),
                    [&](std::string_view block) { return used_.find(block) != used_.end(); }))
      found.emplace_back(choice.what);
  return found;
}

std::string SharedBlocks::includes() const {
  std::string text;
  for (const std::string& header : headers_) text += "#include <" + header + ">\n";
  return text;
}

std::string SharedBlocks::text() const {
  std::string text;
  for (const RuntimeBlock& block : runtime_blocks())
    if (used_.contains(block.name)) text += "\n" + block.text;
  return text;
}

}  // namespace scorchc
