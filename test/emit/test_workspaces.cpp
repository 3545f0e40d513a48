// Compiles and runs the tests of the shared blocks for workspaces (hammer_workspaces.cpp).
#include <fstream>
#include <sstream>

#include "catch.h"
#include "compilers.h"
#include "emit/cpp_shared.h"

using namespace scorchc;
using test::Folder;

namespace {

constexpr const char* blocks[] = {"array", "sort_list", "bitset_flags", "union_rows", "tuples"};

std::string blocks_of_workspaces() {
  emit::SharedBlocks shared;
  for (const char* block : blocks) shared.use(block);
  return "#include <cstddef>\n#include <cstdint>\n" + shared.includes() + std::string(emit::abi_block()) +
         shared.text();
}

}  // namespace

TEST_CASE("workspace support compiles alone and twice without a warning", "[compiler]") {
  const Folder folder;
  for (const char* block : blocks) {
    emit::SharedBlocks alone;
    alone.use(block);
    const std::string text =
        "#include <cstddef>\n#include <cstdint>\n" + alone.includes() + std::string(emit::abi_block()) + alone.text();
    folder.write("blocks.cpp", text + text);
    for (const std::string& compiler : test::cpp_compilers())
      CHECK(test::run(folder, compiler + " -std=c++17 -fsyntax-only " + test::warning_flags + " blocks.cpp") == "");
  }
}

TEST_CASE("workspace support survives random operations under sanitizers", "[compiler]") {
  const Folder folder;
  std::ostringstream program;
  program << std::ifstream(SCORCHC_SOURCE_DIR "/test/emit/hammer_workspaces.cpp", std::ios::binary).rdbuf();
  folder.write("main.cpp", blocks_of_workspaces() + program.str());
  CHECK(
      test::run(folder, std::string("g++ -std=c++17 -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all ") +
                            test::warning_flags + " main.cpp -o program && ./program") == "");
}
