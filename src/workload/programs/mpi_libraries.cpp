// SPDX-License-Identifier: MIT
#include "workload/programs/mpi_libraries.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "base/core/errors.h"
#include "workload/programs/elf.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kObject = ".kasuri.object";        // of a library
constexpr std::string_view kLibraries = ".kasuri.libraries";  // of a program: lines `DIGEST PATH`
constexpr std::string_view kBlocks = "kasuri_blocks";         // of all that the wrappers compile

bool is_shared_library(const std::string& word) {
  return !word.starts_with('-') && is_elf(word) && !section_of(word, ".dynamic").empty();
}

// Folders of -L.
class Folders {
 public:
  explicit Folders(const CompilerWords& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!words[i].starts_with("-L")) continue;
      const bool apart = words[i] == "-L" && i + 1 < words.size();
      all_.emplace_back(apart ? words[i + 1] : words[i].substr(2));
    }
  }

  // What the linker takes for -lNAME, if it is in these folders.
  std::optional<fs::path> find(const std::string& name) const {
    const bool is_file = name.starts_with(':');
    for (const fs::path& folder : all_) {
      for (const std::string& file : is_file ? CompilerWords{name.substr(1)}
                                             : CompilerWords{"lib" + name + ".so", "lib" + name + ".a"}) {
        if (fs::exists(folder / file)) return folder / file;
      }
    }
    return std::nullopt;
  }

  const std::vector<fs::path>& all() const { return all_; }

 private:
  std::vector<fs::path> all_;
};

// The name of -lNAME or -l NAME; empty for other words. It may take the next word.
std::string name_of_library(const CompilerWords& words, std::size_t& i) {
  if (!words[i].starts_with("-l")) return {};
  if (words[i] == "-l" && i + 1 < words.size()) return words[++i];
  return words[i].substr(2);
}

// -Wl,… with what matters to an object.
std::string linker_word_of_object(std::string_view word) {
  constexpr std::array<std::string_view, 6> kKept{"--whole-archive", "--no-whole-archive", "--start-group",
                                                  "--end-group",     "-(",                 "-)"};
  std::string kept;
  std::istringstream parts{std::string(word.substr(4))};
  for (std::string part; std::getline(parts, part, ',');) {
    const bool is_input = part.ends_with(".a") || part.ends_with(".o");
    if (is_input || std::ranges::find(kKept, part) != kKept.end()) kept += ',' + part;
  }
  return kept.empty() ? kept : "-Wl" + kept;
}

struct LibraryCommand {
  fs::path library = "a.out";
  CompilerWords object;  // words that link the same inputs to one object
};

LibraryCommand library_command(const CompilerWords& command) {
  // With their next word; the others are wishes for a list of dependences, which is there already.
  constexpr std::array<std::string_view, 7> kDropped{"-Xlinker", "-T", "-u", "-z", "-MF", "-MT", "-MQ"};
  const Folders folders(command);
  LibraryCommand c;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (word == "-o" && i + 1 < command.size()) {
      c.library = command[++i];
    } else if (word.starts_with("-o")) {
      c.library = word.substr(2);
    } else if (std::ranges::find(kDropped, word) != kDropped.end()) {
      ++i;
    } else if (word.starts_with("-Wl,")) {
      if (std::string kept = linker_word_of_object(word); !kept.empty()) c.object.push_back(kept);
    } else if (const std::string name = name_of_library(command, i); !name.empty()) {
      // Only archives are put into an object.
      const auto file = folders.find(name);
      if (file && !is_shared_library(file->string())) c.object.push_back("-l" + name);
    } else if (word != "-shared" && !word.starts_with("-M") && !is_shared_library(word)) {
      c.object.push_back(word);
    }
  }
  return c;
}

}  // namespace

// What the library does not export is local to its object, so that libraries do not disturb each other.
// Therefore the groups of C++, whose members one library may leave to another, are dissolved.
void link_mpi_library(const CompilerWords& command) {
  run_or_end(command);
  auto [library, words] = library_command(command);
  const Unfinished object("library", ".o"), exported("library", ".names");
  words.insert(words.end(), {"-r", "-nostdlib", "-Wl,--force-group-allocation", "-o", object.name()});
  run_or_end(words);
  std::ofstream(exported.name()) << fmt::format("{}\n", fmt::join(exported_symbols(library), "\n"));
  run_or_end({"objcopy", "--keep-global-symbols=" + exported.name(), object.name()});
  run_or_end({"objcopy", fmt::format("--add-section={}={}", kObject, object.name()), library.string()});
}

namespace {

// A file that the commands of this process find under its name.
std::string open_file(std::string_view text) {
  const int file = memfd_create("library.o", 0);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = file < 0 ? -1 : write(file, text.data() + done, text.size() - done);
    if (n <= 0) throw Error(Exit::limit, ErrorPlace("kasuri"), "no memory for the objects of libraries");
    done += static_cast<std::size_t>(n);
  }
  return fmt::format("/proc/self/fd/{}", file);
}

std::vector<fs::path> folders_in(std::string_view list) {
  std::vector<fs::path> folders;
  std::istringstream parts{std::string(list)};
  for (std::string part; std::getline(parts, part, ':');) folders.emplace_back(part);
  return folders;
}

// Of a command that links a program.
class Libraries {
 public:
  explicit Libraries(const CompilerWords& words) : folders_(words) {
    for (const std::string& word : words) {
      const std::size_t at = word.find("rpath");
      if (!word.starts_with("-Wl,") || at == word.npos) continue;
      const std::size_t from = word.find_first_of(",=", at);
      if (from != word.npos) append(more_folders_, folders_in(word.substr(from + 1)));
    }
    if (const char* const path = std::getenv("LD_LIBRARY_PATH")) append(more_folders_, folders_in(path));
  }

  // What the linker would take for -lNAME, if it is one of ours.
  std::optional<fs::path> named(const std::string& name) const {
    const auto file = folders_.find(name);
    return file && is_ours(*file) ? file : std::nullopt;
  }

  static bool is_ours(const fs::path& file) { return is_elf(file) && !section_of(file, kObject).empty(); }

  // After the libraries that it needs: their constructors run first.
  void add(const fs::path& file) {
    if (!seen_.insert(fs::canonical(file)).second) return;
    const ObjectFacts facts = facts_of(file);
    for (const std::string& need : facts.needs) add_needed(need, file, facts);
    const std::string object = section_of(file, kObject);
    objects_.push_back(open_file(object));
    lines_ += fmt::format("{} {}\n", fingerprint(object), fs::canonical(file).string());
  }

  // Nothing if there are none of ours.
  CompilerWords before() const { return objects_; }
  CompilerWords after() const {
    if (objects_.empty()) return {};
    std::string escaped;
    for (const char c : lines_) {
      if (c == '\n') {
        escaped += "\\n";
        continue;
      }
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
    }
    // As the loader does, the linker takes the first of several definitions.
    CompilerWords words{"-Wl,--allow-multiple-definition", "-x", "assembler",
                        open_file(fmt::format("\t.section {},\"\",@progbits\n\t.ascii \"{}\"\n"
                                              "\t.section .note.GNU-stack,\"\",@progbits\n",
                                              kLibraries, escaped)),
                        "-x", "none"};
    append(words, others_);
    return words;
  }

 private:
  template <class T>
  static void append(std::vector<T>& to, const std::vector<T>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  void add_needed(const std::string& need, const fs::path& by, const ObjectFacts& facts) {
    if (need.starts_with("libc.so") || need.starts_with("ld-linux")) return;
    std::vector<fs::path> folders{by.parent_path(), fs::canonical(by).parent_path()};
    for (const std::string& path : facts.paths) {
      std::string list = path;
      for (std::size_t at = 0; (at = list.find("$ORIGIN", at)) != list.npos;) {
        list.replace(at, 7, fs::canonical(by).parent_path().string());
      }
      append(folders, folders_in(list));
    }
    append(folders, folders_.all());
    append(folders, more_folders_);
    for (const fs::path& folder : folders) {
      const fs::path file = folder / need;
      if (!fs::exists(file)) continue;
      if (is_ours(file)) return add(file);
      if (std::ranges::find(others_, file.string()) == others_.end()) others_.push_back(file.string());
      return;
    }
    const std::string word = "-l:" + need;
    if (std::ranges::find(others_, word) == others_.end()) others_.push_back(word);
  }

  Folders folders_;
  std::vector<fs::path> more_folders_;  // where needed ones may be
  std::set<fs::path> seen_;
  CompilerWords objects_, others_;
  std::string lines_;
};

}  // namespace

CompilerWords with_objects_of_libraries(const CompilerWords& words) {
  Libraries libraries(words);
  // After the compiler, which may be "ccache gcc".
  const auto options = std::ranges::find_if(words, [](const auto& w) { return w.starts_with('-'); });
  CompilerWords all(words.begin(), options), rest;
  for (std::size_t i = all.size(); i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-o" && i + 1 < words.size()) {
      rest.insert(rest.end(), {word, words[++i]});
      continue;
    }
    const std::size_t first = i;
    std::optional<fs::path> file;
    if (const std::string name = name_of_library(words, i); !name.empty()) {
      file = libraries.named(name);
    } else if (!word.starts_with('-') && Libraries::is_ours(word)) {
      file = word;
    }
    if (file) {
      libraries.add(*file);
    } else {
      rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(first),
                  words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }
  for (const CompilerWords& part : {libraries.before(), rest, libraries.after()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

bool is_of_the_system(const fs::path& library) {
  constexpr std::array<std::string_view, 4> kFolders{"/lib/", "/lib64/", "/usr/", "/opt/"};
  return library.filename().string().starts_with("libkasuri_") ||
         std::ranges::any_of(kFolders, [&](auto folder) { return library.string().starts_with(folder); });
}

bool is_compiled_for_ranks(const fs::path& library) { return !section_of(library, kBlocks).empty(); }

std::string warning_of_library(const fs::path& library) {
  const auto shared = writable_globals(library);
  if (shared.empty()) return {};
  return fmt::format("all ranks share the variables of {}, which `kasuri mpicc` has not compiled: {}{}",
                     library.string(), shared[0], shared.size() > 1 ? " …" : "");
}

namespace {

// Of each library that is a part of the program.
template <class Function>
void for_each_part(const fs::path& program, Function function) {
  std::istringstream lines(section_of(program, kLibraries));
  std::string digest, path;
  while (lines >> digest && std::getline(lines >> std::ws, path)) function(digest, path);
}

}  // namespace

std::set<fs::path> parts_of_program(const fs::path& program) {
  std::set<fs::path> parts;
  for_each_part(program, [&](const std::string&, const std::string& path) { parts.insert(path); });
  return parts;
}

std::vector<std::string> check_mpi_libraries(const fs::path& program) {
  for_each_part(program, [&](const std::string& digest, const std::string& path) {
    if (!is_elf(path) || fingerprint(section_of(path, kObject)) == digest) return;
    throw Error(Exit::usage, fmt::format("program '{}' was linked with another version of {}, which has "
                                         "changed since; link it again", program.string(), path));
  });
  std::vector<std::string> warnings;
  for (const fs::path& library : loaded_objects(program)) {
    if (library == program || is_of_the_system(library)) continue;
    if (is_compiled_for_ranks(library)) {
      throw Error(Exit::usage,
                  fmt::format("program '{}' would load {}, which was compiled by `kasuri mpicc` and has to "
                              "be a part of the program; link the library by `kasuri mpicc -shared`, then "
                              "the program by `kasuri mpicc`", program.string(), library.string()));
    }
    if (const auto used = variables_used_by(library, program); !used.empty()) {
      throw Error(Exit::usage,
                  fmt::format("program '{}' would load {}, which uses variables of the program: {}. Each "
                              "rank has its own, which only code of `kasuri mpicc` finds; compile and link "
                              "the library by `kasuri mpicc`", program.string(), library.string(),
                              fmt::join(used, ", ")));
    }
    if (std::string warning = warning_of_library(library); !warning.empty()) warnings.push_back(warning);
  }
  return warnings;
}

}  // namespace kasuri
