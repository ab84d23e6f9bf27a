// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <algorithm>

namespace kasuri::cli {
namespace {

std::vector<const Verb*>& registry() {
  static std::vector<const Verb*> all;
  return all;
}

}  // namespace

Verb::Verb(std::string n, std::string s, Setup f)
    : name(std::move(n)), summary(std::move(s)), setup(f) {
  auto& all = registry();
  all.insert(std::upper_bound(all.begin(), all.end(), this,
                              [](const Verb* a, const Verb* b) { return a->name < b->name; }),
             this);
}

const std::vector<const Verb*>& verbs() { return registry(); }

std::filesystem::path include_directory() {
  namespace fs = std::filesystem;
  const fs::path binary = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path& candidate : {binary / "../include", binary / "../include/kasuri"}) {
    if (fs::exists(candidate / "mgen.h")) return fs::canonical(candidate);
  }
  throw Error(Exit::usage, "cannot find mgen.h near " + binary.string() +
                               "; keep the binary in its build tree, or install it");
}

}  // namespace kasuri::cli
