// What the command line asks for, as its user wrote it. Nothing is read or checked here beyond the shape of the
// options.
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

/// What errors and warnings look like on standard error.
enum class DiagnosticForm { text, json, sarif };

enum class Verbosity { quiet, normal, verbose };

struct Options {
  Command command = Command::compile;
  std::vector<std::string> words;           // the positional arguments behind the command's own word
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
  std::optional<std::string> threads, rounds;  // --threads, --rounds: of bench and tune
  std::optional<std::string> most;             // --most: plans that tune tries
  std::optional<std::string> lock;             // --lock: schedules to take; of tune, to write
  bool csv = false;                            // --csv
  bool interpret = false;                      // --interpret: verify the loops themselves, without a compiler

  ColorMode color = ColorMode::automatic;
  Verbosity verbosity = Verbosity::normal;
  DiagnosticForm diagnostics = DiagnosticForm::text;
  bool json =
      false;  // --json: explanations and reports as documents; diagnostics, too, unless --diagnostics says otherwise
};

}  // namespace scorchc::driver
