// SPDX-License-Identifier: MIT
// What the result of a run depends on besides its settings: this build of Kasuri, the compilers of
// its programs, and what every file holds that is read: programs with their headers and libraries,
// all files of a trace, and whatever else a setting names. Results that are kept are kept under a
// key of this and of the settings; a run directory lists it.
//
// Not known, and no part of it: files that programs open themselves, and variables of the environment that
// they read. The latter are known after a run (base/core/variables.h).
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "base/core/digest.h"
#include "base/core/variables.h"
#include "workload/programs/compile.h"

namespace kasuri {

struct Config;

struct Inputs {
  std::string version, build;  // of Kasuri: the build is a digest of the executable
  std::map<std::string, std::string>
      compilers;  // of sources: path -> what compiles it, with its flags
  std::map<std::string, std::string>
      texts;  // of sources: path -> what the preprocessor makes of it
  std::map<std::string, std::string> files;  // path -> digest
  std::map<std::string, std::string> variables;  // of the environment, those that were named: -> digest

  nlohmann::ordered_json json() const;
  // Empty if what was kept is damaged.
  static Inputs from(const nlohmann::ordered_json&);
};

// Of JSON as stores and run directories keep them; if it is damaged, variables that no environment has.
Variables variables_from(const std::string& json);

// What differs, for people: "ring.c and common.h have changed", "Kasuri was built again"; "" for
// nothing.
std::string difference(const Inputs& then, const Inputs& now);

// Finds inputs; files that were not touched meanwhile are read once.
class InputReader {
 public:
  explicit InputReader(std::filesystem::path include_dir) : include_dir_(std::move(include_dir)) {}

  Inputs read(const Config&);
  // A file besides those that a configuration names. Its digest.
  const std::string& digest(const std::filesystem::path& file) { return digests_.of(file); }
  // Whether any file was touched since it was read: what was found may be out of date. The next
  // read() looks at these again.
  bool touched() { return digests_.forget_touched(); }

 private:
  void add_program(const std::filesystem::path&, Inputs&);
  void add(const std::filesystem::path&, Inputs&);
  void add_libraries(const std::filesystem::path& plugin, Inputs&);
  bool is_current(const ProgramSources&, const std::map<std::string, std::string>& seen);

  struct Program {
    ProgramSources sources;
    std::map<std::string, std::string> seen;  // digests of its files
  };
  std::filesystem::path include_dir_;
  FileDigests digests_;
  std::map<std::filesystem::path, Program> programs_;
};

}  // namespace kasuri
