// SPDX-License-Identifier: MIT
#include "app/cli/machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "app/cli/include_directory.h"
#include "shell/verbs/command.h"
#include "base/config/diagnostics.h"

namespace kasuri::cli {
namespace {

namespace fs = std::filesystem;

// Beside include/, or beside the folder of headers of an installed Kasuri.
fs::path folder() {
  const fs::path include = include_directory();
  const fs::path built = include.parent_path() / "machines";
  return fs::exists(built) ? built : include.parent_path().parent_path() / "share" / "kasuri" / "machines";
}

// "# Fugaku: …" without the mark.
std::string summary_of(const fs::path& file) {
  std::string line;
  std::getline(std::ifstream(file), line);
  const std::size_t text = line.find_first_not_of("# ");
  return text == line.npos ? "" : line.substr(text);
}

}  // namespace

std::vector<MachineInfo> machines() {
  std::vector<MachineInfo> all;
  std::error_code none;
  for (const fs::directory_entry& e : fs::directory_iterator(folder(), none)) {
    if (e.path().extension() != ".toml") continue;
    all.push_back({e.path().stem().string(), summary_of(e.path())});
  }
  std::ranges::sort(all, {}, &MachineInfo::name);
  return all;
}

fs::path machine_file(const std::string& given) {
  if (given.ends_with(".toml") || given.find('/') != given.npos) return given;
  std::vector<std::string> names;
  for (const MachineInfo& m : machines()) {
    if (m.name == given) return folder() / (m.name + ".toml");
    names.push_back(m.name);
  }
  throw Error(Exit::usage, ErrorPlace("kasuri"),
              fmt::format("--machine {}: unknown machine{}; known: {}; or give a file, NAME.toml",
                          given, config::did_you_mean(given, names), config::join(names)));
}

}  // namespace kasuri::cli
