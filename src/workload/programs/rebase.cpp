// SPDX-License-Identifier: MIT
#include "workload/programs/rebase.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/core/compiler.h"
#include "base/core/errors.h"
#include "workload/programs/counting.h"
#include "workload/programs/near_data.h"

namespace kasuri {
namespace {

constexpr std::string_view kEntry = "@GOTPCREL(%rip)";
constexpr std::string_view kTable = "_GLOBAL_OFFSET_TABLE_";
constexpr std::string_view kTableInRip = "_GLOBAL_OFFSET_TABLE_(%rip)";

// Symbols of one text whose entries of the GOT all ranks share: functions that are chosen when the program
// is loaded (`.type NAME, @gnu_indirect_function`), and what libgcc knows of the processor.
using SharedSymbols = std::set<std::string, std::less<>>;

std::string rebase_line(std::string_view line, const SharedSymbols& shared) {
  if (line.find('@') == line.npos && line.find(kTable) == line.npos) return std::string(line);
  if (is_directive(line)) return std::string(line);
  for (const std::string_view of_thread : {"@gottpoff", "@tpoff", "@indntpoff", "@tlsdesc"}) {
    if (line.find(of_thread) != line.npos) {
      refuse_line(line, "a thread-local variable with a model of its own (tls_model)");
    }
  }
  std::string out(line);
  if (const std::size_t at = out.find(kEntry); at != out.npos) {
    std::size_t from = at;
    while (from > 0 && is_of_symbol(out[from - 1])) --from;
    if (from == at) refuse_line(line, "an entry of the GOT with an offset");
    const std::string symbol = out.substr(from, at - from);
    if (shared.contains(symbol)) return out;
    // -fno-plt has prefixes before this call, 66 and REX.W. Behind that of gs, processors ignore the
    // second, and some of them take the first for a call within 64 KiB.
    constexpr std::string_view kTlsCall = "call\t*__tls_get_addr@GOTPCREL(%rip)";
    if (const std::size_t call = out.find(kTlsCall); call != out.npos) {
      return out.replace(call, kTlsCall.size(), "call\t__tls_get_addr@PLT");
    }
    out.replace(from, at - from + kEntry.size(), "%gs:" + symbol + "@GOT");
  }
  if (const std::size_t at = out.find(kTableInRip); at != out.npos) {
    const std::size_t word = out.find_first_not_of(" \t");
    if (word == out.npos || out.compare(word, 4, "leaq") != 0) {
      refuse_line(line, "an unusual use of the GOT's address");
    }
    out.replace(at, kTableInRip.size(), "%gs:8");
    out.replace(word, 4, "movq");
  }
  if (out.find("@GOTPCREL") != out.npos || out.find(kTable) != out.npos) {
    refuse_line(line, "an unusual use of the GOT");
  }
  return out;
}

// Functions that choose others: they run in the loader, where there is no rank yet.
struct Resolvers {
  SharedSymbols shared{"__cpu_model", "__cpu_features2"};
  std::set<std::string, std::less<>> names;
};

Resolvers resolvers_in(const std::vector<std::string>& lines) {
  constexpr std::string_view kType = "\t.type\t", kIndirect = ", @gnu_indirect_function", kSet = "\t.set\t";
  Resolvers r;
  for (const std::string& line : lines) {
    if (line.starts_with(kType) && line.ends_with(kIndirect)) {
      r.shared.insert(line.substr(kType.size(), line.size() - kType.size() - kIndirect.size()));
    }
    const std::size_t comma = line.find(',');
    if (!line.starts_with(kSet) || comma == line.npos) continue;
    const bool is_indirect = r.shared.contains(line.substr(kSet.size(), comma - kSet.size()));
    if (is_indirect) r.names.insert(line.substr(comma + 1));
  }
  return r;
}

}  // namespace

std::string rebase_line(std::string_view line) { return rebase_line(line, {}); }

namespace {

// The source of a line: of GCC's comment `# 12 "FILE" 1` before assembly of the program's own (each line of
// which is one of the source), else of the last directive .loc, else the file alone.
ErrorPlace source_of(const std::vector<std::string>& lines, std::size_t at) {
  std::string file;
  for (const std::string& line : lines) {
    if (!line.starts_with("\t.file\t\"")) continue;
    file = line.substr(8, line.rfind('"') - 8);
    break;
  }
  bool is_own = true;  // no assembly of GCC's in between
  for (std::size_t i = at + 1; i-- > 0;) {
    is_own &= lines[i] != "#NO_APP";
    std::istringstream words(lines[i]);
    std::string first, name;
    std::uint64_t number = 0, line = 0;
    const bool is_comment = words >> first && first == "#" && words >> number >> name;
    if (is_own && is_comment && number > 0 && name.size() > 2) {
      return ErrorPlace(name.substr(1, name.size() - 2), number + (at - i) - 1);
    }
    if (first == ".loc" && words >> number >> line) return ErrorPlace(file, line);
  }
  return ErrorPlace(file.empty() ? "kasuri mpicc" : file);
}

// What GCC 12 and later write for `#pragma omp flush` and the like, and loops that wait for a variable.
bool is_fence(std::string_view line) {
  return line == "\tlock orq\t$0, (%rsp)" || line == "\tmfence" || line == "\trep nop" || line == "\tpause";
}

// Other threads of the rank get their turn (modules/rank/openmp.c). A function that calls none may use the
// 128 bytes below its stack pointer.
constexpr std::string_view kTurn =
    "\tleaq\t-128(%rsp), %rsp\n\tcall\tkasuri_flush@PLT\n\tleaq\t128(%rsp), %rsp\n";

}  // namespace

void rebase(std::istream& in, std::ostream& out) {
  std::vector<std::string> lines;
  bool is_of_compiler = false;  // others write macros and labels that are not GCC's
  bool has_regions = false;     // of OpenMP
  for (std::string line; std::getline(in, line);) {
    is_of_compiler |= (lines.empty() && line.starts_with("\t.file")) || line.starts_with("\t.ident\t\"GCC");
    has_regions |= line.find("GOMP_") != line.npos;
    lines.push_back(line);
  }
  const Resolvers resolvers = resolvers_in(lines);
  const NearData near(lines);
  // Each of them is one line until the blocks have been counted.
  constexpr std::string_view kPlace = "# resolver ";
  std::vector<std::string> rebased;
  std::map<std::string, std::string, std::less<>> as_they_are;
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    const std::string name = line->substr(0, line->find(':'));
    if (!line->ends_with(':') || !resolvers.names.contains(name)) {
      try {
        rebased.push_back(rebase_line(*line, resolvers.shared));
        near.through_table(*line);
      } catch (const Error& e) {
        throw Error(e.code(), source_of(lines, static_cast<std::size_t>(line - lines.begin())), e.what());
      }
      continue;
    }
    std::string& text = as_they_are[rebased.emplace_back(std::string(kPlace) + name)];
    const std::string end = "\t.size\t" + name + ',';
    while (!line->starts_with(end)) {
      text += *line + '\n';
      if (++line == lines.end()) refuse_line(name + ':', "a function without an end (.size)");
    }
    text += *line + '\n';
  }
  for (const std::string& line : is_of_compiler ? count_blocks(rebased) : rebased) {
    const auto resolver = line.starts_with(kPlace) ? as_they_are.find(line) : as_they_are.end();
    out << (resolver == as_they_are.end() ? near.through_table(line) + '\n' : resolver->second);
    if (has_regions && is_fence(line)) out << kTurn;
  }
}

void run_assembler(std::span<const std::string> arguments) {
  CompilerWords command{"as", "-mrelax-relocations=no"};
  std::string input;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == "-o" || a == "-I" || a == "--defsym") {
      command.push_back(a);
      if (i + 1 < arguments.size()) command.push_back(arguments[++i]);
    } else if (a.starts_with('-') && a != "-") {
      command.push_back(a);
      if (a == "--version") execvp("as", pointers(command).data());
    } else {
      input = a;
    }
  }
  std::ostringstream text;
  if (input.empty() || input == "-") {
    rebase(std::cin, text);
  } else {
    std::ifstream file(input);
    if (!file) throw Error(Exit::usage, fmt::format("{}: cannot be read: {}", input, std::strerror(errno)));
    rebase(file, text);
  }
  const std::string all = std::move(text).str();
  const int copy = memfd_create("assembly", 0);
  std::size_t written = 0;
  while (copy >= 0 && written < all.size()) {
    const ssize_t n = write(copy, all.data() + written, all.size() - written);
    if (n <= 0) break;
    written += static_cast<std::size_t>(n);
  }
  if (copy < 0 || written < all.size()) throw Error(Exit::limit, "no memory for the assembly");
  command.push_back(fmt::format("/proc/self/fd/{}", copy));
  execvp("as", pointers(command).data());
  no_compiler("as", errno);
}

}  // namespace kasuri
