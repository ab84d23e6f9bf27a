// SPDX-License-Identifier: MIT
// Files of other tools as configurations of ours. A format is one file here that registers an Importer;
// nothing lists them. What the file does not say stands in the configuration as a comment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kasuri::imports {

struct Place {
  std::uint64_t line = 0, column = 0;  // from 1; 0: none
};

// A file, read whole.
class Source {
 public:
  // Throws Error if it cannot be read, or is no text.
  explicit Source(std::filesystem::path);

  const std::filesystem::path& path() const { return path_; }
  const std::string& text() const { return text_; }
  std::vector<std::string_view> lines() const;
  bool contains(std::string_view words) const { return text_.find(words) != std::string::npos; }

  [[noreturn]] void fail(Place, std::string_view what) const;
  std::string warning(Place, std::string_view what) const;

 private:
  std::filesystem::path path_;
  std::string text_;
};

struct Imported {
  std::string toml;
  std::vector<std::pair<std::string, std::string>> files;  // names and contents of those beside it
  std::vector<std::string> warnings;
  bool has_jobs = false;  // else something to run is added
};

struct Importer {
  Importer(std::string_view name, std::string_view what, bool (*recognises)(const Source&),
           Imported (*read)(const Source&));

  std::string_view name, what;
  bool (*recognises)(const Source&);
  Imported (*read)(const Source&);  // throws Error with the place of a mistake
};

// All, by name.
std::vector<const Importer*> importers();
// The one that recognises the file. Throws Error if none does.
const Importer& importer_of(const Source&);

// The words of a line with their columns.
struct Word {
  std::string_view text;
  std::uint64_t column = 0;
};
std::vector<Word> words_of(std::string_view line);
bool same_letters(std::string_view, std::string_view);  // whatever their case
// A whole number within bounds; fails with the place and the bounds.
std::uint64_t number_of(const Source&, Place, std::string_view what, std::string_view word,
                        std::uint64_t least, std::uint64_t most);
// Any number, not negative.
double real_of(const Source&, Place, std::string_view what, std::string_view word);

// Text of ours: strings as TOML and edge lists quote them, and rates.
std::string with_quotes(std::string_view);
std::string gigabits(double gigabits_per_second);

// An edge list of topology.type = "graph".
class GraphText {
 public:
  void router(std::string_view name, std::uint64_t endpoints);
  // Both directions; a rate or a latency of "" is that of the configuration.
  void link(std::string_view a, std::string_view b, const std::string& rate,
            const std::string& latency = "");
  std::string text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace kasuri::imports
