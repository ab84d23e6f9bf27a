// SPDX-License-Identifier: MIT
#include "workload/programs/linked_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "base/core/errors.h"
#include "base/core/symbols.h"
#include "workload/programs/elf.h"
#include "workload/programs/elf_image.h"

namespace kasuri {
namespace {

namespace fs = std::filesystem;

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [&](std::string_view s) { return text.starts_with(s); });
}

// How an instruction or a word among the data uses a symbol.
enum class Use { other, word, distance, entry, table, thread };

Use use_of(std::uint64_t type) {
  switch (type) {
    case R_X86_64_64:
    case R_X86_64_32:
    case R_X86_64_32S: return Use::word;
    case R_X86_64_PC8:
    case R_X86_64_PC16:
    case R_X86_64_PC32:
    case R_X86_64_PC64:
    case R_X86_64_PLT32: return Use::distance;
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCREL64:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX: return Use::entry;
    case R_X86_64_GOTPC32:
    case R_X86_64_GOTPC64: return Use::table;
    case R_X86_64_GOTTPOFF:
    case R_X86_64_TPOFF32:
    case R_X86_64_TPOFF64:
    case R_X86_64_GOTPC32_TLSDESC: return Use::thread;
    default: return Use::other;
  }
}

// What an address is to ranks that reach it in the loader's copy.
enum class Reached {
  shared,    // no rank changes it, and it holds no address of a rank's data
  constant,  // it may hold such addresses
  state
};

class LinkedProgram {
 public:
  explicit LinkedProgram(const fs::path& file);
  void check();

 private:
  struct Symbol {
    std::uint64_t value, size;
    std::string_view name, file;
    int type;
    std::size_t section;
  };
  struct Place {
    std::uint64_t at;
    std::size_t section;
    Use use;
    Symbol symbol;
    std::int64_t addend;
  };

  void read_symbols();
  void read_relocations();
  bool is_copied(std::uint64_t address) const { return address >= begin_ && address <= end_; }
  std::string_view name_of(std::size_t section) const;
  std::size_t section_at(std::uint64_t address) const;
  const Symbol* object_at(std::uint64_t address) const;
  const Symbol* function_at(std::uint64_t address) const;
  Reached kind_of(std::uint64_t address) const;
  std::uint64_t target_of(const Place&) const;
  bool leads_to_state(std::uint64_t address, std::set<std::uint64_t>& seen) const;
  void check_code(const Place&);
  void check_word(const Place&);
  void report(std::uint64_t at, const std::string& what);
  std::string source_of(std::uint64_t at) const;

  fs::path file_;
  ElfImage image_;
  std::vector<Elf64_Shdr> sections_;
  std::uint64_t names_ = 0;
  std::uint64_t begin_ = UINT64_MAX, end_ = 0;  // of what each rank has a copy of (rebased_globals.h)
  std::vector<Symbol> symbols_;                 // as the file has them
  std::map<std::uint64_t, Symbol> objects_, functions_;
  std::set<std::uint64_t> resolvers_;  // functions that the loader calls: there is no rank yet
  std::vector<Place> places_;
  std::map<std::uint64_t, std::size_t> words_;  // places of addresses among the data
  std::set<std::string> seen_;
  std::vector<std::string> reports_;
};

LinkedProgram::LinkedProgram(const fs::path& file)
    : file_(file), image_(file), sections_(image_.sections()) {
  names_ = image_.section_names(sections_).value_or(0);
  const auto header = image_.at<Elf64_Ehdr>(0);
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    const auto s = image_.at<Elf64_Phdr>(header.e_phoff + i * header.e_phentsize);
    if (s.p_type != PT_LOAD) continue;
    if (s.p_flags & PF_W) begin_ = std::min<std::uint64_t>(begin_, s.p_vaddr);
    end_ = std::max<std::uint64_t>(end_, s.p_vaddr + s.p_memsz);
  }
  begin_ -= begin_ % 4096;
  read_symbols();
  read_relocations();
}

std::string_view LinkedProgram::name_of(std::size_t section) const {
  return section < sections_.size() ? image_.text(names_ + sections_[section].sh_name) : "";
}

void LinkedProgram::read_symbols() {
  for (const Elf64_Shdr& table : sections_) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections_.size()) continue;
    const std::uint64_t strings = sections_[table.sh_link].sh_offset;
    std::string_view source;
    for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto s = image_.at<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
      const std::string_view name = image_.text(strings + s.st_name);
      const int type = ELF64_ST_TYPE(s.st_info);
      if (type == STT_FILE) source = name;
      const bool is_local = ELF64_ST_BIND(s.st_info) == STB_LOCAL;
      symbols_.push_back({s.st_value, s.st_size, name, is_local ? source : "", type, s.st_shndx});
      if (s.st_shndx == SHN_UNDEF || s.st_shndx >= sections_.size()) continue;
      if (type == STT_OBJECT) objects_.emplace(s.st_value, symbols_.back());
      if (type == STT_FUNC) functions_.emplace(s.st_value, symbols_.back());
      if (type == STT_GNU_IFUNC) resolvers_.insert(s.st_value);
    }
  }
}

void LinkedProgram::read_relocations() {
  for (const Elf64_Shdr& list : sections_) {
    const bool is_kept = list.sh_type == SHT_RELA && !(list.sh_flags & SHF_ALLOC);
    if (!is_kept || list.sh_info >= sections_.size()) continue;
    if (!(sections_[list.sh_info].sh_flags & SHF_ALLOC)) continue;
    for (std::uint64_t i = 0; i < list.sh_size / sizeof(Elf64_Rela); ++i) {
      const auto r = image_.at<Elf64_Rela>(list.sh_offset + i * sizeof(Elf64_Rela));
      const Use use = use_of(ELF64_R_TYPE(r.r_info));
      const std::size_t symbol = ELF64_R_SYM(r.r_info);
      if (use == Use::other || symbol >= symbols_.size()) continue;
      const Symbol& s = symbols_[symbol];
      if (s.section == SHN_UNDEF || s.section >= sections_.size()) continue;
      if (use == Use::word) words_[r.r_offset] = places_.size();
      places_.push_back({r.r_offset, list.sh_info, use, s, r.r_addend});
    }
  }
}

std::size_t LinkedProgram::section_at(std::uint64_t address) const {
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const Elf64_Shdr& s = sections_[i];
    const bool takes_memory = s.sh_flags & SHF_ALLOC && !(s.sh_flags & SHF_TLS && s.sh_type == SHT_NOBITS);
    if (takes_memory && address >= s.sh_addr && address - s.sh_addr < s.sh_size) return i;
  }
  return sections_.size();
}

const LinkedProgram::Symbol* LinkedProgram::object_at(std::uint64_t address) const {
  auto next = objects_.upper_bound(address);
  if (next == objects_.begin()) return nullptr;
  const Symbol& s = std::prev(next)->second;
  return address < s.value + std::max<std::uint64_t>(1, s.size) ? &s : nullptr;
}

const LinkedProgram::Symbol* LinkedProgram::function_at(std::uint64_t address) const {
  auto next = functions_.upper_bound(address);
  return next == functions_.begin() ? nullptr : &std::prev(next)->second;
}

Reached LinkedProgram::kind_of(std::uint64_t address) const {
  const std::string_view section = name_of(section_at(address));
  if (!is_copied(address) || section.empty()) return Reached::shared;
  if (begins_with_any(section, {".lrodata", ".got", ".dynamic", ".init_array", ".fini_array",
                                ".tm_clone_table", ".kasuri", "kasuri_"})) {
    return Reached::shared;
  }
  const Symbol* const object = object_at(address);
  if (object && is_of_the_compiler(object->name)) return Reached::shared;
  // Classes of C++, as objects of other compilers have them, too.
  if (object && begins_with_any(object->name, {"_ZTV", "_ZTI", "_ZTT", "_ZTC"})) return Reached::constant;
  return section.starts_with(".data.rel.ro") ? Reached::constant : Reached::state;
}

// A section and a distance stand for a variable that others do not see. Distances count from behind the
// word, or from behind the constant after it.
std::uint64_t LinkedProgram::target_of(const Place& p) const {
  if (p.symbol.type != STT_SECTION) return p.symbol.value;
  const std::uint64_t begin = sections_[p.symbol.section].sh_addr;
  const std::int64_t from = p.addend + (p.use == Use::distance ? 4 : 0);
  return begin + static_cast<std::uint64_t>(std::max<std::int64_t>(0, from));
}

bool LinkedProgram::leads_to_state(std::uint64_t address, std::set<std::uint64_t>& seen) const {
  const Reached kind = kind_of(address);
  if (kind != Reached::constant) return kind == Reached::state;
  constexpr std::uint64_t kLongest = 64;  // of a constant without a name: one of a vector register
  const Symbol* const object = object_at(address);
  const std::uint64_t from = object ? object->value : address;
  if (!seen.insert(from).second) return false;
  const auto end = words_.lower_bound(from + (object ? object->size : kLongest));
  for (auto w = words_.lower_bound(from); w != end; ++w) {
    const Place& p = places_[w->second];
    const std::uint64_t value = p.symbol.value + static_cast<std::uint64_t>(p.addend);
    if (p.symbol.type != STT_TLS && leads_to_state(value, seen)) return true;
  }
  return false;
}

void LinkedProgram::check_code(const Place& p) {
  const Symbol* const function = function_at(p.at);
  if (function && resolvers_.contains(function->value)) return;
  if (p.use == Use::table) return report(p.at, "finds data without the base register of its rank");
  if (p.use == Use::thread) {
    return report(p.at, fmt::format("reaches {} of the host's thread, not of its rank",
                                    demangle_symbol(p.symbol.name)));
  }
  const std::uint64_t target = target_of(p);
  const Symbol* object = object_at(target);
  if (!object) object = object_at(target + 4);
  const bool is_refused_later = object && is_unconverted(object->name, name_of(object->section));
  if (p.symbol.type == STT_TLS || is_refused_later) return;
  std::set<std::uint64_t> seen;
  if (!is_copied(target) || !leads_to_state(target, seen)) return;
  const std::string name = object ? demangle_symbol(object->name)
                           : p.symbol.type == STT_SECTION
                               ? fmt::format("{} bytes behind the begin of {}",
                                             target - sections_[p.symbol.section].sh_addr,
                                             name_of(p.symbol.section))
                               : demangle_symbol(p.symbol.name);
  report(p.at, fmt::format("reaches {} without the base register of its rank", name));
}

// The loader's copy knows a pointer to data by its value.
void LinkedProgram::check_word(const Place& p) {
  if (p.symbol.type == STT_TLS) return;
  const bool is_data = is_copied(p.symbol.type == STT_SECTION ? sections_[p.symbol.section].sh_addr
                                                              : p.symbol.value);
  const Symbol* const object = object_at(p.at);
  const std::string holder = object ? demangle_symbol(object->name) : std::string(name_of(p.section));
  if (p.use == Use::distance) {
    if (!is_data) report(p.at, fmt::format("({}) holds a distance from data to code", holder));
  } else if (p.use == Use::word &&
             is_copied(p.symbol.value + static_cast<std::uint64_t>(p.addend)) != is_data) {
    report(p.at, fmt::format("({}) holds an address {} bytes from {}, outside of all data", holder,
                             p.addend, demangle_symbol(p.symbol.name)));
  }
}

void LinkedProgram::check() {
  for (const Place& p : places_) {
    const std::string_view section = name_of(p.section);
    // Tables of exceptions name types of the loader's copy (modules/rank/exceptions.c).
    if (begins_with_any(section, {".eh_frame", ".gcc_except_table", ".kasuri", "kasuri_"})) continue;
    const Elf64_Shdr& s = sections_[p.section];
    if (s.sh_flags & SHF_EXECINSTR || s.sh_addr < begin_) {
      check_code(p);
    } else {
      check_word(p);
    }
  }
  if (reports_.empty()) return;
  throw Error::of_lines(
      Exit::usage,
      fmt::format("{}\nAll ranks would use the same data. Compile all sources by `kasuri mpicc`, `mpicxx` "
                  "or `mpif90`, again if that was an older Kasuri. Assembly takes the address of a "
                  "variable x from x@GOTPCREL(%rip); initial values of pointers stay within or just "
                  "behind their variable.", fmt::join(reports_, "\n")));
}

void LinkedProgram::report(std::uint64_t at, const std::string& what) {
  constexpr std::size_t kMost = 10;
  const bool is_code = sections_[section_at(at)].sh_flags & SHF_EXECINSTR;
  const Symbol* const function = is_code ? function_at(at) : nullptr;
  const std::string who = function ? fmt::format("function {}", demangle_symbol(function->name))
                          : is_code ? "code"
                                    : "a constant";
  if (!seen_.insert(who + what).second || seen_.size() > kMost) return;
  std::string place = source_of(at);
  if (place.empty() && function) place = function->file;
  if (place.empty()) place = file_.string();
  reports_.push_back(fmt::format("{}: error: {} {}", place, who, what));
}

// FILE:LINE, if the program has debug information; else nothing.
std::string LinkedProgram::source_of(std::uint64_t at) const {
  try {
    const CompilerOutcome out = run_to_end({"addr2line", "-e", file_.string(), fmt::format("{:#x}", at)});
    const std::string line = out.output.substr(0, out.output.find_first_of(" \n"));
    return !out.ok || line.starts_with("??") || line.ends_with(":?") || line.ends_with(":0") ? "" : line;
  } catch (const Error&) {
    return {};
  }
}

struct LinkCommand {
  CompilerWords words;
  fs::path program = "a.out";
  bool strips = false;  // which it cannot do while relocations are kept
};

std::vector<std::string> names_of_sections(const ElfImage& image) {
  const std::vector<Elf64_Shdr> sections = image.sections();
  const std::uint64_t names = image.section_names(sections).value_or(0);
  std::vector<std::string> all;
  for (const Elf64_Shdr& s : sections) all.emplace_back(image.text(names + s.sh_name));
  return all;
}

// objcopy removes sections, but the symbols for the loader keep the numbers that sections had before.
void renumber_dynamic_symbols(const std::vector<std::string>& before, const fs::path& program) {
  const ElfImage image(program);
  const std::vector<std::string> after = names_of_sections(image);
  std::fstream file(program, std::ios::in | std::ios::out | std::ios::binary);
  for (const Elf64_Shdr& s : image.sections()) {
    if (s.sh_type != SHT_DYNSYM) continue;
    for (std::uint64_t i = 0; i < s.sh_size / sizeof(Elf64_Sym); ++i) {
      const std::uint64_t at = s.sh_offset + i * sizeof(Elf64_Sym);
      auto symbol = image.at<Elf64_Sym>(at);
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= before.size()) continue;
      const auto found = std::ranges::find(after, before[symbol.st_shndx]);
      symbol.st_shndx = found == after.end() ? Elf64_Half{SHN_ABS}
                                             : static_cast<Elf64_Half>(found - after.begin());
      file.seekp(static_cast<std::streamoff>(at));
      file.write(reinterpret_cast<const char*>(&symbol), sizeof symbol);
    }
  }
}

bool is_wish_to_strip(std::string_view word) { return word == "-s" || word == "--strip-all"; }

LinkCommand link_command(const CompilerWords& command) {
  LinkCommand c;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string& word = command[i];
    if (word == "-o" && i + 1 < command.size()) c.program = command[i + 1];
    if (word.starts_with("-o") && word.size() > 2) c.program = word.substr(2);
    const bool is_for_linker = word == "-Xlinker" && i + 1 < command.size();
    if (is_wish_to_strip(word) || (is_for_linker && is_wish_to_strip(command[i + 1]))) {
      c.strips = true;
      i += is_for_linker;
    } else if (word.starts_with("-Wl,")) {
      std::string kept = "-Wl";
      std::istringstream parts(word.substr(4));
      for (std::string part; std::getline(parts, part, ',');) {
        const bool strips = is_wish_to_strip(part);
        c.strips |= strips;
        if (!strips) kept += ',' + part;
      }
      if (kept.size() > 3) c.words.push_back(kept);
    } else {
      c.words.push_back(word);
    }
  }
  c.words.emplace_back("-Wl,--emit-relocs");
  return c;
}

}  // namespace

void check_linked_program(const fs::path& program) { LinkedProgram(program).check(); }

void link_mpi_program(const CompilerWords& command) {
  const LinkCommand c = link_command(command);
  run_or_end(c.words);
  if (!is_elf(c.program)) return;
  try {
    check_linked_program(c.program);
  } catch (const Error&) {
    std::error_code ignored;
    fs::remove(c.program, ignored);
    throw;
  }
  CompilerWords finish{"objcopy", "--remove-relocations=*"};
  if (c.strips) finish.emplace_back("--strip-all");
  // A program without symbols has lost these names.
  const Unfinished names("program", ".names");
  if (const auto all = unconverted_globals(c.program); !all.empty()) {
    std::ofstream(names.name()) << fmt::format("{}\n", fmt::join(all, "\n"));
    finish.push_back(fmt::format("--add-section={}={}", kUnconverted, names.name()));
  }
  finish.push_back(c.program.string());
  const std::vector<std::string> sections = names_of_sections(ElfImage(c.program));
  run_or_end(finish);
  renumber_dynamic_symbols(sections, c.program);
}

}  // namespace kasuri
