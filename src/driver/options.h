// Contains the parsed command line, as the user wrote it. Only the syntax of the options is checked here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "front/front.h"

namespace scorchc::driver {

enum class Command {
  compile,
  run,
  bench,
  tune,
  verify,
  explain,
  check,
  outputs,
  formats,
  schema,
  completions,
  help,
  version
};

enum class ColorMode { automatic, always, never };

/// The form of errors and warnings on standard error.
enum class DiagnosticForm { text, json, sarif };

enum class Verbosity { quiet, normal, verbose };

struct Options {
  Command command = Command::compile;
  std::vector<std::string> words;           // the positional arguments after the command's word
  std::vector<std::string> response_files;  // the FILE of each @FILE among the arguments
  front::Settings settings;

  std::vector<std::string> emit;     // --emit, each a list "cpp,h"
  std::vector<std::string> outputs;  // -o
  std::optional<std::string> style;  // --style
  bool explain = false;              // --explain
  std::optional<std::string> check;  // --check: a folder to compare with
  bool update = false;               // --update: with --check, write what differs

  bool depfile = false;                      // -MD
  std::optional<std::string> depfile_name;   // -MF
  std::vector<std::string> depfile_targets;  // -MT
  bool depfile_phony = false;                // -MP

  std::optional<std::string> cxx;  // --cxx
  std::vector<std::string> data;   // --data
  std::optional<std::string> cases, seed;
  std::optional<std::string> threads, rounds;  // --threads, --rounds
  std::optional<std::string> most;             // --most: number of plans that tune times
  std::optional<std::string> lock;             // --lock: schedules to apply; for tune, to write
  bool csv = false;                            // --csv
  bool interpret = false;                      // --interpret: verify the loop IR in the interpreter, without a compiler

  ColorMode color = ColorMode::automatic;
  Verbosity verbosity = Verbosity::normal;
  DiagnosticForm diagnostics = DiagnosticForm::text;
  bool json = false;  // --json: results as JSON documents; diagnostics, too, unless --diagnostics overrides it
};

}  // namespace scorchc::driver
