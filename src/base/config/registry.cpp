// SPDX-License-Identifier: MIT
// The catalogue of components and top-level sections.
#include "base/config/registry.h"

#include <fmt/format.h>

#include <map>

namespace kasuri::config {
namespace {

struct Catalogue {
  struct KindEntry {
    std::string meaning;
    std::map<std::string, Component, std::less<>> components;
  };
  std::map<std::string, KindEntry, std::less<>> kinds;
  std::map<std::string, TopLevel, std::less<>> top_level;
};

// Filled before main() by static objects of many files, hence not a static object itself.
Catalogue& catalogue() {
  static Catalogue all;
  return all;
}

}  // namespace

void register_component(const Registration& r, std::any make) {
  auto& kind = catalogue().kinds[std::string(r.kind)];
  kind.meaning = r.kind_meaning;
  Component component{.kind = std::string(r.kind),
                      .name = std::string(r.name),
                      .summary = std::string(r.summary),
                      .shape = r.shape,
                      .make = std::move(make),
                      .notes = r.notes};
  const bool is_new = kind.components.emplace(r.name, std::move(component)).second;
  check(is_new, "a component's name is unique in its kind");
}

void register_top_level(TopLevel section) {
  std::string name = section.name;
  const bool is_new = catalogue().top_level.emplace(std::move(name), std::move(section)).second;
  check(is_new, "a section is described once");
}

std::vector<KindInfo> kinds() {
  std::vector<KindInfo> all;
  for (const auto& [name, kind] : catalogue().kinds) all.push_back({name, kind.meaning});
  return all;
}

std::vector<const Component*> components(std::string_view kind) {
  std::vector<const Component*> all;
  const auto found = catalogue().kinds.find(kind);
  if (found == catalogue().kinds.end()) return all;
  for (const auto& [name, component] : found->second.components) all.push_back(&component);
  return all;
}

const Component* find_component(std::string_view kind, std::string_view name) {
  const auto found = catalogue().kinds.find(kind);
  if (found == catalogue().kinds.end()) return nullptr;
  const auto component = found->second.components.find(name);
  return component == found->second.components.end() ? nullptr : &component->second;
}

std::vector<const TopLevel*> top_level() {
  std::vector<const TopLevel*> all;
  for (const auto& [name, section] : catalogue().top_level) all.push_back(&section);
  return all;
}

std::string header(const TopLevel& section) {
  return section.list ? "[[" + section.name + "]]" : '[' + section.name + ']';
}

}  // namespace kasuri::config
