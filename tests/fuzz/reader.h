// SPDX-License-Identifier: MIT
// A reader of what users give to Kasuri, as a target of fuzzing: some good inputs, the words of its
// language, and a function that reads one input. One file of this folder registers several.
//
// An input is one file or several that belong together (an archive, a run directory). The only ends
// that are not a defect: it is read, or it is refused by an Error that names file and place. No file
// is left open.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri::fuzz {

struct File {
  std::string name;  // relative; may have folders
  std::string bytes;
};
using Input = std::vector<File>;

// Where readers that need real files find theirs: a folder in memory, of this process alone.
const std::filesystem::path& scratch();
// Writes all files of an input there and returns the path of the first.
std::filesystem::path stored(const Input&);

// Throws Finding. For what a reader must promise of an input that it accepts.
void require(bool holds, std::string_view why, std::string_view shown = {});

struct Finding {
  std::string what;
};

// What an Error must begin with, so that a person finds the mistake.
enum class Place {
  file,  // the name of an input's file (or of what stands for it), and ": error: "
  line,  // file:line: or file:line:col:
};

struct Reader {
  using Read = void (*)(const Input&);
  using Seeds = std::vector<Input> (*)();

  Reader(std::string_view name, std::string_view meaning, Seeds, std::vector<std::string> words,
         Place, Read);

  std::string_view name, meaning;
  Seeds seeds;
  std::vector<std::string> words;
  Place place;
  Read read;
};

const std::vector<const Reader*>& readers();  // by name

// Reads an input: true if it is accepted, false if it is refused as it should be, by this message. Throws
// Finding.
bool judge(const Reader&, const Input&, std::string* refusal = nullptr);

// For seeds: files of the source tree, by path relative to it; all files under a folder with these
// extensions; a text as an input of one file.
Input source_file(const std::string& path);
std::vector<Input> source_files(const std::string& folder,
                                std::initializer_list<std::string_view> ends);
Input text_input(std::string name, std::string text);

}  // namespace kasuri::fuzz
