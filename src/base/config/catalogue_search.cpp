// SPDX-License-Identifier: MIT
// Help for a word that names no section or kind: a component of any kind, a key of any section, or what
// mentions the word.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/config/catalogue.h"
#include "base/config/catalogue_parts.h"
#include "base/config/settings.h"
#include "base/config/tables.h"

namespace kasuri::config {
namespace {

constexpr std::size_t kMostLines = 40;

// A component of this program or another one.
struct Named {
  std::string kind, name, summary;
};

std::vector<Named> all_components() {
  std::vector<Named> all;
  for (const KindInfo& kind : kinds()) {
    for (const Component* c : components(kind.name)) all.push_back({kind.name, c->name, c->summary});
  }
  for (const Json* kind : other_kinds()) {
    for (const Json& c : kind->at("components")) {
      all.push_back({kind->at("name"), c.at("name"), c.at("summary")});
    }
  }
  return all;
}

std::string in_small_letters(std::string_view text) {
  std::string s(text);
  std::ranges::transform(s, s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return s;
}

// Whether a word of the text begins with this one.
bool mentions(std::string_view text, std::string_view word) {
  const std::string in = in_small_letters(text);
  for (std::size_t at = in.find(word); at != in.npos; at = in.find(word, at + 1)) {
    if (at == 0 || !std::isalnum(static_cast<unsigned char>(in[at - 1]))) return true;
  }
  return false;
}

}  // namespace

std::string text_of_components(std::string_view name) {
  std::string text;
  std::vector<std::string> similar;
  for (const Named& c : all_components()) {
    if (c.name == name) {
      text += (text.empty() ? "" : "\n") + help_text(c.kind, c.name);
    } else if (c.name.starts_with(fmt::format("{}-", name))) {
      similar.push_back(fmt::format("kasuri help {} {}", c.kind, c.name));
    }
  }
  if (text.empty() || similar.empty()) return text;
  return text + fmt::format("\nSee also:\n  {}\n", fmt::join(similar, "\n  "));
}

std::string text_of_keys(std::string_view name) {
  std::vector<Setting> same;
  for (Setting& s : all_settings()) {
    if (s.field.name == name && s.is_key()) same.push_back(std::move(s));
  }
  return settings_text(same);
}

std::string help_about(std::string_view asked) {
  const std::string word = in_small_letters(asked);
  if (word.size() < 3) return "";
  std::vector<std::vector<std::string>> rows;
  for (const Named& c : all_components()) {
    if (!mentions(c.name, word) && !mentions(c.summary, word)) continue;
    rows.push_back({c.kind + ' ' + c.name, c.summary});
  }
  for (const Setting& s : all_settings()) {
    const bool known = std::ranges::any_of(rows, [&](const auto& row) { return row[0] == s.path; });
    if (!known && (mentions(s.path, word) || mentions(s.field.meaning, word))) {
      rows.push_back({s.path, s.field.meaning});
    }
  }
  if (rows.empty()) return "";
  const std::size_t more = rows.size() > kMostLines ? rows.size() - kMostLines : 0;
  rows.resize(rows.size() - more);
  return fmt::format("What mentions '{}', each to be explained by kasuri help NAME:\n\n{}{}", asked,
                     aligned_prose(rows), more ? fmt::format("  and {} more\n", more) : "");
}

}  // namespace kasuri::config
