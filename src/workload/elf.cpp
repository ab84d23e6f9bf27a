// SPDX-License-Identifier: MIT
#include "workload/elf.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include "core/compiler.h"
#include "core/errors.h"
#include "core/symbols.h"
#include "core/text_file.h"

namespace kasuri {
namespace {

// A file in memory; every access is checked, for the file may be anything.
class Image {
 public:
  explicit Image(const std::filesystem::path& file) : name_(file.string()), bytes_(content_of(file)) {}

  template <class T>
  T at(std::uint64_t offset) const {
    T t;
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof t) damaged();
    std::memcpy(&t, bytes_.data() + offset, sizeof t);
    return t;
  }
  std::string_view bytes(std::uint64_t offset, std::uint64_t count) const {
    if (offset > bytes_.size() || bytes_.size() - offset < count) damaged();
    return {bytes_.data() + offset, count};
  }
  std::string_view text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) damaged();
    const char* p = bytes_.data() + offset;
    return {p, strnlen(p, bytes_.size() - offset)};
  }

 private:
  [[noreturn]] void damaged() const {
    throw Error(Exit::usage, ErrorPlace(name_), "this shared object is damaged");
  }
  std::string name_;
  std::string bytes_;
};

// Of the writable sections, which a source may name as it likes: all but those of the linker, and constants
// with addresses in them.
bool is_private_state(std::string_view section) {
  constexpr std::string_view kOthers[] = {".got",       ".dynamic", ".init_array", ".fini_array",
                                          ".data.rel.ro", ".kasuri"};
  return std::ranges::none_of(kOthers, [&](auto start) { return section.starts_with(start); });
}

// The last two are what libgcc knows of the processor, the same for all ranks.
bool is_of_the_compiler(std::string_view symbol) {
  return symbol.starts_with("completed.") || symbol == "__dso_handle" || symbol == "__TMC_END__" ||
         symbol.starts_with("DW.ref.") || symbol == "_ZStL8__ioinit" ||
         symbol == "__cpu_model" || symbol == "__cpu_features2";
}

// A static variable of a function of C is `calls.0`.
std::string source_name(std::string_view symbol) {
  const std::size_t dot = symbol.rfind('.');
  const bool is_numbered = dot != symbol.npos && dot > 0 && dot + 1 < symbol.size() &&
                           symbol.find_first_not_of("0123456789", dot + 1) == symbol.npos;
  return demangle_symbol(is_numbered ? symbol.substr(0, dot) : symbol);
}

}  // namespace

bool is_elf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  char magic[SELFMAG] = {};
  in.read(magic, SELFMAG);
  return in && std::memcmp(magic, ELFMAG, SELFMAG) == 0;
}

std::filesystem::path behind_script(const std::filesystem::path& file) {
  constexpr std::string_view kSays = " - temporary wrapper script for ";
  std::ifstream in(file);
  std::string line;
  for (int i = 0; i < 5 && std::getline(in, line); ++i) {
    const std::size_t at = line.find(kSays);
    if (!line.starts_with('#') || at == line.npos) continue;
    const std::filesystem::path program = file.parent_path() / line.substr(at + kSays.size());
    if (is_elf(program)) return program;
  }
  return file;
}

namespace {

// The loader of this program.
std::string loader() {
  std::string found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          if (info->dlpi_phdr[i].p_type != PT_INTERP) continue;
          *static_cast<std::string*>(to) =
              reinterpret_cast<const char*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        }
        return 1;  // the first one is the program
      },
      &found);
  return found;
}

}  // namespace

// Lines `name => /path (0x…)` or `/path (0x…)`.
std::vector<std::filesystem::path> loaded_objects(const std::filesystem::path& object) {
  std::vector<std::filesystem::path> all{object};
  const std::string program = loader();
  if (program.empty() || !is_elf(object)) return all;
  CompilerOutcome list;
  try {
    list = run_to_end({program, "--list", std::filesystem::absolute(object).string()});
  } catch (const Error&) {
    return all;
  }
  std::istringstream lines(list.ok ? list.output : "");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t from = line.find('/'), to = line.rfind(" (0x");
    if (from == line.npos || to == line.npos || to < from) continue;
    all.emplace_back(line.substr(from, to - from));
  }
  return all;
}

namespace {

std::vector<Elf64_Shdr> sections_of(const Image& image) {
  const auto header = image.at<Elf64_Ehdr>(0);
  std::vector<Elf64_Shdr> sections;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    sections.push_back(image.at<Elf64_Shdr>(header.e_shoff + i * header.e_shentsize));
  }
  return sections;
}

// Where the names of sections begin.
std::optional<std::uint64_t> section_names(const Image& image, const std::vector<Elf64_Shdr>& sections) {
  const auto header = image.at<Elf64_Ehdr>(0);
  if (header.e_shstrndx >= sections.size()) return std::nullopt;
  return sections[header.e_shstrndx].sh_offset;
}

}  // namespace

std::string section_of(const std::filesystem::path& object, std::string_view name) {
  const Image image(object);
  const std::vector<Elf64_Shdr> sections = sections_of(image);
  const auto names = section_names(image, sections);
  for (const Elf64_Shdr& s : sections) {
    if (!names || image.text(*names + s.sh_name) != name) continue;
    return s.sh_type == SHT_NOBITS ? std::string() : std::string(image.bytes(s.sh_offset, s.sh_size));
  }
  return {};
}

std::vector<std::string> exported_symbols(const std::filesystem::path& object) {
  const Image image(object);
  const std::vector<Elf64_Shdr> sections = sections_of(image);
  std::vector<std::string> names;
  for (const Elf64_Shdr& s : sections) {
    if (s.sh_type != SHT_DYNSYM || s.sh_link >= sections.size()) continue;
    for (std::uint64_t i = 0; i < s.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = image.at<Elf64_Sym>(s.sh_offset + i * sizeof(Elf64_Sym));
      if (symbol.st_shndx == SHN_UNDEF) continue;
      names.emplace_back(image.text(sections[s.sh_link].sh_offset + symbol.st_name));
    }
  }
  return names;
}

ObjectFacts facts_of(const std::filesystem::path& object) {
  const Image image(object);
  const std::vector<Elf64_Shdr> sections = sections_of(image);
  ObjectFacts facts;
  const auto header = image.at<Elf64_Ehdr>(0);
  facts.is_executable = header.e_type == ET_EXEC;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = image.at<Elf64_Phdr>(header.e_phoff + i * header.e_phentsize);
    facts.has_code_on_stacks |= segment.p_type == PT_GNU_STACK && segment.p_flags & PF_X;
  }
  for (const Elf64_Shdr& s : sections) {
    if (s.sh_link >= sections.size()) continue;
    const std::uint64_t strings = sections[s.sh_link].sh_offset;
    for (std::uint64_t i = 0; s.sh_type == SHT_DYNAMIC && i < s.sh_size / sizeof(Elf64_Dyn); ++i) {
      const auto entry = image.at<Elf64_Dyn>(s.sh_offset + i * sizeof(Elf64_Dyn));
      if (entry.d_tag == DT_NEEDED) facts.needs.emplace_back(image.text(strings + entry.d_un.d_val));
      if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH) {
        facts.paths.emplace_back(image.text(strings + entry.d_un.d_val));
      }
      if (entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE) facts.is_executable = true;
    }
    for (std::uint64_t i = 0; s.sh_type == SHT_DYNSYM && i < s.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = image.at<Elf64_Sym>(s.sh_offset + i * sizeof(Elf64_Sym));
      const std::string_view text = image.text(strings + symbol.st_name);
      if (symbol.st_shndx == SHN_UNDEF) facts.wants.emplace_back(text);
      if (symbol.st_shndx != SHN_UNDEF && text.starts_with("kasuri_")) facts.symbols.emplace_back(text);
    }
  }
  return facts;
}

namespace {

using IsWanted = bool(std::string_view section);

std::vector<std::string> globals_in(const std::filesystem::path& object, IsWanted* is_wanted) {
  const Image image(object);
  const std::vector<Elf64_Shdr> sections = sections_of(image);
  const auto section_text = section_names(image, sections);
  if (!section_text) return {};
  const auto name = [&](const Elf64_Shdr& s) { return image.text(*section_text + s.sh_name); };
  const auto is_private = [&](const Elf64_Shdr& s) {
    return (s.sh_flags & SHF_WRITE) != 0 && is_private_state(name(s)) && is_wanted(name(s));
  };

  // All symbols, or, of a stripped object, the exported ones.
  std::optional<Elf64_Shdr> table;
  for (const Elf64_Shdr& s : sections) {
    if (s.sh_type == SHT_SYMTAB || (s.sh_type == SHT_DYNSYM && !table)) table = s;
  }
  std::vector<std::string> names;
  if (table && table->sh_link < sections.size()) {
    const std::uint64_t strings = sections[table->sh_link].sh_offset;
    for (std::uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = image.at<Elf64_Sym>(table->sh_offset + i * sizeof(Elf64_Sym));
      const int type = ELF64_ST_TYPE(symbol.st_info);
      if ((type != STT_OBJECT && type != STT_TLS) || symbol.st_size == 0) continue;
      if (symbol.st_shndx >= sections.size()) continue;
      const Elf64_Shdr& section = sections[symbol.st_shndx];
      if (!is_private(section)) continue;
      const std::string_view text = image.text(strings + symbol.st_name);
      if (!is_of_the_compiler(text)) names.push_back(source_name(text));
    }
  }
  if (table && table->sh_type == SHT_DYNSYM && names.empty()) {
    // Start-up files and exceptions leave at most this much.
    constexpr std::uint64_t kUsual = 16;
    for (const Elf64_Shdr& s : sections) {
      if (is_private(s) && s.sh_size > kUsual) {
        names.push_back(fmt::format("{} bytes of {} without names", s.sh_size, name(s)));
      }
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

// Also those in sections that the source names: GCC addresses them without the GOT.
std::vector<std::string> unconverted_globals(const std::filesystem::path& object) {
  return globals_in(object, [](std::string_view section) {
    return !section.starts_with(".l") && !section.starts_with(".t");
  });
}

std::vector<std::string> writable_globals(const std::filesystem::path& object) {
  return globals_in(object, [](std::string_view) { return true; });
}

}  // namespace kasuri
