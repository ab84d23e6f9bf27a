// SPDX-License-Identifier: MIT
#include "workload/programs/elf.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/config/file_limits.h"
#include "base/core/compiler.h"
#include "base/core/errors.h"
#include "base/core/symbols.h"
#include "workload/programs/elf_image.h"

namespace kasuri {
namespace {

// Of the writable sections, which a source may name as it likes: all but those of the linker, and constants
// with addresses in them.
bool is_private_state(std::string_view section) {
  constexpr std::string_view kOthers[] = {".got",       ".dynamic", ".init_array", ".fini_array",
                                          ".data.rel.ro", ".kasuri"};
  return std::ranges::none_of(kOthers, [&](auto start) { return section.starts_with(start); });
}

// A static variable of a function of C is `calls.0`.
std::string source_name(std::string_view symbol) {
  const std::size_t dot = symbol.rfind('.');
  const bool is_numbered = dot != symbol.npos && dot > 0 && dot + 1 < symbol.size() &&
                           symbol.find_first_not_of("0123456789", dot + 1) == symbol.npos;
  return demangle_symbol(is_numbered ? symbol.substr(0, dot) : symbol);
}

}  // namespace

bool is_of_the_compiler(std::string_view symbol) {
  return symbol.starts_with("completed.") || symbol == "__dso_handle" || symbol == "__TMC_END__" ||
         symbol.starts_with("DW.ref.") || symbol == "_ZStL8__ioinit" ||
         symbol == "__cpu_model" || symbol == "__cpu_features2";
}

bool is_elf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  char magic[SELFMAG] = {};
  in.read(magic, SELFMAG);
  return in && std::memcmp(magic, ELFMAG, SELFMAG) == 0;
}

std::filesystem::path behind_script(const std::filesystem::path& file) {
  constexpr std::string_view kSays = " - temporary wrapper script for ";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return file;
  std::ifstream in(file);
  std::string line;
  for (int i = 0; i < 5 && std::getline(in, line); ++i) {
    const std::size_t at = line.find(kSays);
    if (!line.starts_with('#') || at == line.npos) continue;
    const std::filesystem::path program = file.parent_path() / line.substr(at + kSays.size());
    // Any text can say so, also a configuration that the service keeps: what it names is code, too.
    if (config::refusal_of_code(program, "programs").empty() && is_elf(program)) return program;
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

std::string section_of(const std::filesystem::path& object, std::string_view name) {
  const ElfImage image(object);
  const std::vector<Elf64_Shdr> sections = image.sections();
  const auto names = image.section_names(sections);
  for (const Elf64_Shdr& s : sections) {
    if (!names || image.text(*names + s.sh_name) != name) continue;
    return s.sh_type == SHT_NOBITS ? std::string() : std::string(image.bytes(s.sh_offset, s.sh_size));
  }
  return {};
}

namespace {

// Calls use(symbol, name, section) for what other objects see; the section is null if others define it.
template <class Use>
void for_dynamic_symbols(const ElfImage& image, const Use& use) {
  const std::vector<Elf64_Shdr> sections = image.sections();
  for (const Elf64_Shdr& s : sections) {
    if (s.sh_type != SHT_DYNSYM || s.sh_link >= sections.size()) continue;
    for (std::uint64_t i = 0; i < s.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = image.at<Elf64_Sym>(s.sh_offset + i * sizeof(Elf64_Sym));
      const bool is_here = symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < sections.size();
      use(symbol, image.text(sections[s.sh_link].sh_offset + symbol.st_name),
          is_here ? &sections[symbol.st_shndx] : nullptr);
    }
  }
}

}  // namespace

std::vector<std::string> exported_symbols(const std::filesystem::path& object) {
  std::vector<std::string> names;
  for_dynamic_symbols(ElfImage(object), [&](const Elf64_Sym& symbol, std::string_view name, const auto*) {
    if (symbol.st_shndx != SHN_UNDEF) names.emplace_back(name);
  });
  return names;
}

std::vector<std::string> variables_used_by(const std::filesystem::path& library,
                                           const std::filesystem::path& program) {
  std::vector<std::string> variables, used;
  const auto note = [&](const Elf64_Sym& symbol, std::string_view name, const Elf64_Shdr* section) {
    const bool is_variable = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && !name.starts_with("kasuri_");
    if (section && is_variable && section->sh_flags & SHF_WRITE) variables.emplace_back(name);
  };
  for_dynamic_symbols(ElfImage(program), note);
  std::ranges::sort(variables);
  const auto look = [&](const Elf64_Sym& symbol, std::string_view name, const Elf64_Shdr*) {
    const bool is_theirs = symbol.st_shndx == SHN_UNDEF;
    if (is_theirs && std::ranges::binary_search(variables, name)) used.emplace_back(name);
  };
  for_dynamic_symbols(ElfImage(library), look);
  return used;
}

ObjectFacts facts_of(const std::filesystem::path& object) {
  const ElfImage image(object);
  const std::vector<Elf64_Shdr> sections = image.sections();
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
      facts.uses_environ |= text == "environ" || text == "__environ" || text == "_environ";
    }
  }
  return facts;
}

namespace {

using IsWanted = bool(std::string_view section);

std::vector<std::string> globals_in(const std::filesystem::path& object, IsWanted* is_wanted) {
  const ElfImage image(object);
  const std::vector<Elf64_Shdr> sections = image.sections();
  const auto section_text = image.section_names(sections);
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

namespace {

// Also those in sections that the source names: GCC addresses them without the GOT.
bool is_of_others(std::string_view section) {
  return !section.starts_with(".l") && !section.starts_with(".t");
}

}  // namespace

bool is_unconverted(std::string_view symbol, std::string_view section) {
  return is_private_state(section) && is_of_others(section) && !is_of_the_compiler(symbol);
}

std::vector<std::string> unconverted_globals(const std::filesystem::path& object) {
  std::istringstream kept(section_of(object, kUnconverted));
  std::vector<std::string> names;
  for (std::string line; std::getline(kept, line);) names.push_back(line);
  return names.empty() ? globals_in(object, is_of_others) : names;
}

std::vector<std::string> writable_globals(const std::filesystem::path& object) {
  return globals_in(object, [](std::string_view) { return true; });
}

}  // namespace kasuri
