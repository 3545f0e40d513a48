#include "driver/vector_remarks.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "ir/loop_walk.h"

namespace scorchc::driver {
namespace {

/// Holds the lines of a generated file, counted from 1, and finds the loops of the kernel among them.
class SourceLines {
 public:
  explicit SourceLines(const std::string& text) {
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines_.push_back(line);
    find_own_part();
    find_lanes();
  }

  /// Returns the line of the kernel's loop that a remark at `line` is about: that line, or the one after its pragma.
  /// Returns 0 for shared functions, and for loops inside a vector loop, whose iterations all lanes perform.
  std::size_t loop_at(std::size_t line) const {
    for (std::size_t at = line; at >= 1 && at <= lines_.size(); ++at) {
      const std::string text = trimmed(at);
      if (text.starts_with("for (") || text.starts_with("while (")) {
        const bool is_plain = std::none_of(
            lanes_.begin(), lanes_.end(),
            [&](const std::pair<std::size_t, std::size_t>& part) { return at > part.first && at < part.second; });
        return at >= first_own_ && is_plain ? at : 0;
      }
      if (!text.starts_with("#") && !text.starts_with("num_threads(") && !text.empty()) return 0;
    }
    return 0;
  }

  /// Returns the name of the kernel's function that contains the line.
  std::string function_at(std::size_t line) const {
    for (; line >= first_own_; --line) {
      const std::string& text = lines_[line - 1];
      const std::size_t end = text.find('('), status = text.find("scorch_status ");
      if (text.starts_with(' ') || status > end || end == std::string::npos) continue;
      const std::size_t begin = status + std::string_view("scorch_status ").size();
      return text.substr(begin, end - begin);
    }
    return "an outlined loop";
  }

  std::string trimmed(std::size_t line) const {
    const std::string& text = lines_[line - 1];
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(begin);
  }

 private:
  /// Shared functions come first, each inside an include guard.
  void find_own_part() {
    int depth = 0;
    for (std::size_t at = 1; at <= lines_.size(); ++at) {
      const std::string& text = lines_[at - 1];
      if (depth > 0 && text.starts_with("#if")) ++depth;
      if (depth == 0 && text.starts_with("#ifndef SCORCH_SHARED_")) depth = 1;
      if (depth > 0 && text.starts_with("#endif")) {
        --depth;
        if (depth == 0) first_own_ = at + 1;
      }
    }
  }

  /// Finds the bodies of vector loops.
  void find_lanes() {
    for (std::size_t at = 1; at <= lines_.size(); ++at) {
      if (!lines_[at - 1].ends_with("SCORCH_INLINE_LAMBDA {")) continue;
      // If the loop header is broken over lines, its last line is indented further.
      const std::size_t begin = lines_[at - 1].find_first_not_of(' ');
      const auto is_close = [&](std::size_t line) {
        const std::string text = trimmed(line);
        return (text == "});" || text == "};") && lines_[line - 1].size() - text.size() <= begin;
      };
      std::size_t end = at;
      while (end < lines_.size() && !is_close(end)) ++end;
      lanes_.emplace_back(at, end);
    }
  }

  std::vector<std::string> lines_;
  std::size_t first_own_ = 1;
  std::vector<std::pair<std::size_t, std::size_t>> lanes_;
};

/// Returns "64, 32 or 16".
std::string widths_of(const InstructionSets& sets) {
  std::vector<std::string> widths;
  for (const InstructionSet set : sets)
    if (const std::string width = std::to_string(vector_bytes(set)); widths.empty() || widths.back() != width)
      widths.push_back(width);
  std::string text = widths[0];
  for (std::size_t n = 1; n < widths.size(); ++n) text += (n + 1 < widths.size() ? ", " : " or ") + widths[n];
  return text;
}

/// Returns the loops that the schedule vectorises. They are the same in each function of the kernel.
std::vector<VectorRemark> written_loops(const loop::Module& module) {
  std::vector<VectorRemark> remarks;
  const std::string widths =
      "emitted with vectors of " + widths_of(module.instruction_sets) + " bytes, the widest that the processor has";
  for (const loop::Function& function : module.functions)
    loop::for_each_statement(function.body, [&](const loop::Stmt& stmt) {
      const auto* node = stmt.as<loop::VectorFor>();
      if (node == nullptr) return;
      const auto is_same = [&](const VectorRemark& remark) { return remark.loop == node->name; };
      if (std::none_of(remarks.begin(), remarks.end(), is_same))
        remarks.push_back({0,
                           {},
                           node->name,
                           node->over == loop::VectorFor::Over::positions
                               ? "four positions per iteration, with a vector accumulator"
                               : widths});
    });
  return remarks;
}

/// Extracts the reason from `loop not vectorized: why; advice`; for a vectorised loop, keeps the numbers.
std::string shortened(const std::string& text) {
  const std::string refused = "loop not vectorized", done = "vectorized loop (";
  if (text.starts_with(done)) return "vectorized (" + text.substr(done.size());
  const std::size_t begin = text.starts_with(refused) ? text.find_first_not_of(": ", refused.size()) : 0;
  if (begin == std::string::npos) return "not vectorized";
  return "not vectorized: " + text.substr(begin, std::min(text.find(';'), text.size()) - begin);
}

/// Returns Clang's remark on each loop: that it is vectorised, in any function that it was inlined into, or else the
/// first reason why not. A reason precedes the remark that names its loop.
std::vector<VectorRemark> clang_remarks(const std::string& text, const std::vector<clang_plugin::Message>& messages) {
  const SourceLines lines(text);
  std::map<std::size_t, std::string> said;
  std::string reason;
  for (const clang_plugin::Message& message : messages) {
    if (!message.flag.starts_with("-Rpass")) continue;
    if (message.flag.starts_with("-Rpass-analysis")) {
      if (reason.empty()) reason = message.text;
      continue;
    }
    const std::size_t line = lines.loop_at(message.line);
    const bool is_refused = message.flag.starts_with("-Rpass-missed");
    if (line > 0 && !is_refused) said[line] = shortened(message.text);
    if (line > 0 && is_refused) said.try_emplace(line, shortened(reason.empty() ? message.text : reason));
    reason.clear();
  }
  std::vector<VectorRemark> remarks;
  for (const auto& [line, what] : said) {
    std::string loop = lines.trimmed(line);
    if (loop.ends_with(" {")) loop.resize(loop.size() - 2);
    remarks.push_back({static_cast<int>(line), lines.function_at(line), loop, what});
  }
  return remarks;
}

}  // namespace

std::vector<VectorRemark> vector_remarks(const CompiledKernel& compiled, const std::optional<std::string>& cxx) {
  std::vector<VectorRemark> remarks = written_loops(compiled.module);
  clang_plugin::Plugin* plugin = cxx ? nullptr : clang_plugin::find_plugin(nullptr);
  if (plugin == nullptr) return remarks;
  clang_plugin::CompileOptions options = load_options(compiled, cxx);
  options.files = {{compiled.kernel.name + ".cpp", compiled.single_file}};
  for (const char* kind : {"-Rpass=", "-Rpass-missed=", "-Rpass-analysis="})
    options.arguments.push_back(std::string(kind) + "loop-vectorize");
  const clang_plugin::CompileResult result = plugin->compile(options, clang_plugin::OutputKind::object);
  for (VectorRemark& remark : clang_remarks(compiled.single_file, result.messages))
    remarks.push_back(std::move(remark));
  return remarks;
}

}  // namespace scorchc::driver
