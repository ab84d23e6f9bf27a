// SPDX-License-Identifier: MIT
#include "base/core/variables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <vector>

#include "base/core/compiler.h"
#include "base/core/environment.h"

namespace kasuri {
namespace {

// As it was when this was asked first. Both of these are never destroyed: libraries ask for variables until
// the process has ended.
const std::map<std::string, std::string, std::less<>>& at_start() {
  static const auto& all = *[] {
    auto* const result = new std::map<std::string, std::string, std::less<>>;
    for (char** v = environment(); v && *v; ++v) {
      const std::string_view text = *v;
      const std::size_t equals = text.find('=');
      if (equals != text.npos) result->emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return result;
  }();
  return all;
}

struct Noted {
  std::mutex lock;
  std::set<std::string, std::less<>> names;
};
Noted& noted() {
  static Noted& all = *new Noted;
  return all;
}

}  // namespace

void remember_environment() { at_start(); }

std::string digest_of_variable(std::string_view name) {
  if (name == kAllVariables) {
    std::string text;
    for (const auto& [each, value] : at_start()) text += fmt::format("{}={}\n", each, value);
    return fingerprint(text);
  }
  const auto found = at_start().find(name);
  return found == at_start().end() ? "unset" : fingerprint(found->second);
}

void note_variable(std::string_view name) {
  const std::lock_guard guard(noted().lock);
  if (!noted().names.contains(name)) noted().names.emplace(name);
}

Variables noted_variables() {
  const std::lock_guard guard(noted().lock);
  Variables all;
  for (const std::string& name : noted().names) all[name] = digest_of_variable(name);
  return all;
}

std::string changed_variables(const Variables& then) {
  std::vector<std::string> names;
  for (const auto& [name, digest] : then) {
    if (digest_of_variable(name) != digest) names.push_back(name);
  }
  if (names.empty()) return "";
  if (std::ranges::find(names, kAllVariables) != names.end()) return "the environment has changed";
  constexpr std::size_t kNamed = 3;
  const std::size_t more = names.size() > kNamed ? names.size() - kNamed : 0;
  if (more) names.resize(kNamed);
  return fmt::format("the environment variable{} {}{} {} changed", names.size() > 1 ? "s" : "",
                     fmt::join(names, ", "), more ? fmt::format(" and {} more", more) : "",
                     names.size() > 1 ? "have" : "has");
}

}  // namespace kasuri
