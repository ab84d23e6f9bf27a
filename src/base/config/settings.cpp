// SPDX-License-Identifier: MIT
#include "base/config/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/config/catalogue_parts.h"
#include "base/config/diagnostics.h"
#include "base/config/file_kind.h"
#include "base/config/tables.h"
#include "base/config/top_settings.h"

namespace kasuri::config {
namespace {

bool is_number(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

bool any_name(std::string_view word) { return !word.empty() && word[0] >= 'A' && word[0] <= 'Z'; }

std::vector<std::string> words_of(std::string_view path) {
  std::vector<std::string> words(1);
  for (const char c : path) {
    if (c == '.') words.emplace_back();
    else words.back() += c;
  }
  std::erase_if(words, is_number);
  return words;
}

bool matches(std::string_view pattern, const std::vector<std::string>& words) {
  return std::ranges::equal(words_of(pattern), words, [](const std::string& p, const std::string& w) {
    return p == w || (any_name(p) && !w.empty());
  });
}

class Collector {
 public:
  void fields(const std::string& prefix, const std::vector<Field>& all, const Shape& owner,
              const Component* component) {
    for (const Field& f : all) {
      add({prefix + '.' + f.name, f, &owner, component});
    }
  }

  void add(Setting s) {
    if (s.field.keyed && s.field.type == Type::choice) return add_each(s);
    const Setting here = s;
    found_.push_back(std::move(s));
    if (here.field.type == Type::section) {
      const Shape& inner = here.field.shape();
      fields(here.path, inner.fields(), inner, here.component);
    } else if (here.field.type == Type::choice && !here.component) {
      for (const Component* c : components(here.field.kind)) {
        fields(here.path, c->shape().fields(), c->shape(), c);
      }
    }
  }

  // A section for each component of the kind.
  void add_each(const Setting& s) {
    const std::string section = s.path.substr(0, s.path.rfind('.'));
    for (const Component* c : components(s.field.kind)) {
      Field f;
      f.name = c->name;
      f.meaning = c->summary;
      f.type = Type::section;
      f.optional = true;
      f.shape = c->shape;
      add({section + '.' + c->name, f, s.owner, c});
    }
  }

  void add_plain(Setting s) { found_.push_back(std::move(s)); }

  std::vector<Setting> take() { return std::move(found_); }

 private:
  std::vector<Setting> found_;
};

}  // namespace

std::string setting_text(const Setting& s) {
  if (!s.text.empty()) return s.text;
  const Field& f = s.field;
  if (f.type == Type::section || (!s.owner && f.type == Type::choice)) {
    return fmt::format("{}: {}\n\n{}{}", s.path, f.meaning,
                       f.type == Type::section ? field_table(f.shape()) : "",
                       s.component && s.component->notes ? '\n' + s.component->notes() : "");
  }
  std::string text = s.component ? fmt::format("{} of {} {}: {}\n", s.path, s.component->kind,
                                               s.component->name, f.meaning)
                                 : fmt::format("{}: {}\n", s.path, f.meaning);
  text += fmt::format("  type     {}\n", short_type(f));
  const std::string range = short_range(f);
  if (!range.empty()) text += fmt::format("  range    {}\n", range);
  if (s.owner) text += fmt::format("  default  {}\n", describe_default(f, *s.owner));
  const std::size_t dot = s.path.find('.');
  if (dot != s.path.npos && is_expert(s.path.substr(0, dot), s.path.substr(dot + 1))) {
    text += "  expert   the default suits most studies\n";
  }
  if (f.type == Type::choice) text += fmt::format("  one of   {}\n", join(component_names(f.kind)));
  return text;
}

std::vector<Setting> settings_of(const FileKind& file) {
  Collector all;
  for (const auto shape : file.shapes) all.fields(file.name, shape().fields(), shape(), nullptr);
  std::vector<Setting> found = all.take();
  // Of a shared section, compare.workloads.jobs.ranks, is said where it belongs.
  if (file.shares_sections) {
    std::erase_if(found, [](const Setting& s) { return std::ranges::count(s.path, '.') > 2; });
  }
  return found;
}

std::vector<Setting> all_settings() {
  Collector all;
  for (const Field& f : top_settings()) all.add({f.name, f, nullptr, nullptr});
  for (const TopLevel* s : top_level()) all.add({s->name, *s, nullptr, nullptr});
  for (const FileKind* kind : file_kinds()) {
    for (Setting& s : settings_of(*kind)) all.add_plain(std::move(s));
  }
  for (const Json* file : other_files()) {
    for (const Json& s : file->at("settings")) {
      Setting other{.path = s.at("path"), .field = {}, .text = s.at("text")};
      other.field.name = s.at("key");
      all.add_plain(std::move(other));
    }
  }
  return all.take();
}

std::vector<Setting> find_settings(std::string_view path) {
  const std::vector<std::string> words = words_of(path);
  std::vector<Setting> found, by_name;
  std::vector<std::string> keys;
  for (Setting& s : all_settings()) {
    const bool named = std::ranges::any_of(words_of(s.path), any_name);
    if (!named) keys.push_back(s.path);
    if (matches(s.path, words)) (named ? by_name : found).push_back(std::move(s));
  }
  // link.rate is a key of [link], not of a class of links named "rate", and so is what is nearly that.
  if (!found.empty() || !nearest(path, keys).empty()) return found;
  return by_name;
}

std::string settings_text(const std::vector<Setting>& settings) {
  std::string text;
  std::set<std::string> seen;  // a section may be described by itself and as a part of another
  for (const Setting& s : settings) {
    const std::string of = s.component ? ' ' + s.component->name : s.text;
    if (!seen.insert(s.path + of).second) continue;
    text += (text.empty() ? "" : "\n") + setting_text(s);
  }
  return text;
}

}  // namespace kasuri::config
