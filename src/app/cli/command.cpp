// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <algorithm>

#include "workload/programs/compile.h"

namespace kasuri::cli {
namespace {

std::vector<const Verb*>& registry() {
  static std::vector<const Verb*> all;
  return all;
}

void add(const Verb* verb) {
  auto& all = registry();
  all.insert(std::upper_bound(all.begin(), all.end(), verb,
                              [](const Verb* a, const Verb* b) { return a->name < b->name; }),
             verb);
}

}  // namespace

Verb::Verb(std::string n, std::string s, Setup f)
    : name(std::move(n)), summary(std::move(s)), setup(f) {
  add(this);
}

Verb::Verb(std::string n, std::string s, PassOn f)
    : name(std::move(n)), summary(std::move(s)), pass_on(f) {
  add(this);
}

const std::vector<const Verb*>& verbs() { return registry(); }

std::filesystem::path include_directory() {
  const std::filesystem::path found = find_include_dir();
  if (found.empty()) {
    throw Error(Exit::usage, ErrorPlace("kasuri"),
                "cannot find mgen.h near this program; keep the binary in its build tree, or install it");
  }
  return std::filesystem::canonical(found);
}

}  // namespace kasuri::cli
