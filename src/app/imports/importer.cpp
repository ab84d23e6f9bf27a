// SPDX-License-Identifier: MIT
#include "app/imports/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri::imports {
namespace {

std::vector<const Importer*>& registered() {
  static std::vector<const Importer*> all;
  return all;
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

Source::Source(std::filesystem::path path) : path_(std::move(path)), text_(read_text(path_)) {
  if (contains(std::string_view("\0", 1))) fail({}, "a zero byte: not a text file");
}

std::vector<std::string_view> Source::lines() const {
  std::vector<std::string_view> all;
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = std::string_view(text_).substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    all.push_back(line);
    at = end + 1;
  }
  return all;
}

void Source::fail(Place p, std::string_view what) const {
  throw Error(Exit::usage, ErrorPlace(path_.string(), p.line, p.column), std::string(what));
}

std::string Source::warning(Place p, std::string_view what) const {
  std::string place = ErrorPlace(path_.string(), p.line, p.column).before_text();
  place.resize(place.size() - std::string_view("error: ").size());
  return fmt::format("{}warning: {}", place, what);
}

Importer::Importer(std::string_view its_name, std::string_view its_subject, bool (*known)(const Source&),
                   Imported (*reader)(const Source&))
    : name(its_name), what(its_subject), recognises(known), read(reader) {
  registered().push_back(this);
}

std::vector<const Importer*> importers() {
  std::vector<const Importer*> all = registered();
  std::ranges::sort(all, {}, &Importer::name);
  return all;
}

const Importer& importer_of(const Source& source) {
  std::string known;
  for (const Importer* i : importers()) {
    if (i->recognises(source)) return *i;
    known += fmt::format("\n  {:<16} {}", i->name, i->what);
  }
  source.fail(
      {}, fmt::format("this file cannot be imported. Formats that can:{}", known));
}

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> all;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    all.push_back({line.substr(at, end - at), at + 1});
    at = end;
  }
  return all;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::uint64_t number_of(const Source& source, Place at, std::string_view what, std::string_view word,
                        std::uint64_t least, std::uint64_t most) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size() || n < least || n > most) {
    source.fail(at, fmt::format("{} is '{}', not a whole number from {} to {}", what, word, least, most));
  }
  return n;
}

double real_of(const Source& source, Place at, std::string_view what, std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size() || !(value >= 0) ||
      !std::isfinite(value)) {
    source.fail(at, fmt::format("{} is '{}', not a number of at least 0", what, word));
  }
  return value;
}

std::string with_quotes(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ')
      all += '\'';
    else
      all += c;
  }
  return all + '"';
}

std::string gigabits(double g) { return fmt::format("{:.10g} Gb/s", std::round(g * 1000) / 1000); }

// A colon would begin a port.
static std::string graph_name(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, ':', '.');
  return with_quotes(text);
}

void GraphText::router(std::string_view name, std::uint64_t endpoints) {
  text_ += fmt::format("router {} endpoints={}\n", graph_name(name), endpoints);
}

void GraphText::link(std::string_view a, std::string_view b, const std::string& rate,
                     const std::string& latency) {
  text_ += fmt::format("link {} {}", graph_name(a), graph_name(b));
  if (!rate.empty()) text_ += fmt::format(" rate={}", with_quotes(rate));
  if (!latency.empty()) text_ += fmt::format(" latency={}", with_quotes(latency));
  text_ += '\n';
}

}  // namespace kasuri::imports
