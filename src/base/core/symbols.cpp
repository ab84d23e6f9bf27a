// SPDX-License-Identifier: MIT
#include "base/core/symbols.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>

#include "base/core/compiler.h"
#include "base/core/errors.h"

namespace kasuri {
namespace {

std::string demangle(const char* name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

// Where other processes find the object: a program with globals of its own is a copy in memory, which
// the loader knows by a descriptor of this process (workload/programs/program.cpp).
std::string file_of(const Dl_info& object) {
  constexpr std::string_view kOwn = "/proc/self/";
  const std::string_view name = object.dli_fname;
  if (!name.starts_with(kOwn)) return std::string(name);
  return fmt::format("/proc/{}/{}", getpid(), name.substr(kOwn.size()));
}

struct Place {
  std::string text;          // "solve (heat.c:12)"; empty if addr2line is missing or knows nothing
  // A header of the C++ library, say, of which a function was inlined, or what is called in front of
  // the library (modules/rank).
  bool is_of_system = true;
};

// The innermost place at the address that is the program's own, else the innermost of all.
Place ask_addr2line(const std::string& file, std::uintptr_t address) {
  std::string answer;
  try {
    answer =
        run_to_end({"addr2line", "-a", "-i", "-C", "-f", "-e", file, fmt::format("{:#x}", address)}).output;
  } catch (const Error&) {
    return {};
  }
  // The address; then function and FILE:LINE, inlined ones first. Before it, perhaps, warnings.
  std::istringstream lines(answer);
  std::string function, line;
  while (std::getline(lines, line) && !line.starts_with("0x")) {
  }
  Place innermost;
  while (std::getline(lines, function) && std::getline(lines, line) && function != "??") {
    function = function.substr(0, function.find(" [clone"));
    // In the part of a function that seldom runs, binutils names that part, not what was inlined into it.
    if (function.ends_with(".cold")) function.erase(function.size() - 5);
    line = line.substr(0, line.find(" ("));  // a discriminator
    const bool known = !line.empty() && !line.starts_with("??");
    Place place{known ? fmt::format("{} ({})", function, std::filesystem::path(line).filename().string())
                      : function,
                line.starts_with("/usr/") || function.starts_with("__wrap_")};
    if (!place.is_of_system) return place;
    if (innermost.text.empty()) innermost = std::move(place);
  }
  return innermost;
}

}  // namespace

std::string demangle_symbol(std::string_view symbol) {
  std::string name(symbol);
  return symbol.starts_with("_Z") ? demangle(name.c_str()) : name;
}

std::string type_name(const std::type_info& type) { return demangle(type.name()); }

std::string describe_place(std::span<void* const> calls, const void* within) {
  Dl_info program{};
  if (!dladdr(within, &program)) return {};
  std::string first;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    // A call that does not return may be the last of its function.
    const auto address = reinterpret_cast<std::uintptr_t>(calls[i]) - (i > 0);
    Dl_info found{};
    void* detail = nullptr;
    if (!dladdr1(reinterpret_cast<void*>(address), &found, &detail, RTLD_DL_SYMENT) ||
        found.dli_fbase != program.dli_fbase) {
      continue;
    }
    const auto base = reinterpret_cast<std::uintptr_t>(found.dli_fbase);
    Place place = ask_addr2line(file_of(found), address - base);
    if (!place.text.empty() && !place.is_of_system) return place.text;
    if (first.empty()) first = std::move(place.text);
    if (!first.empty()) continue;
    const auto* const symbol = static_cast<const ElfW(Sym)*>(detail);
    const auto start = reinterpret_cast<std::uintptr_t>(found.dli_saddr);
    if (symbol && address < start + symbol->st_size) return demangle_symbol(found.dli_sname);
    return fmt::format("{:#x} of {}", address - base,
                       std::filesystem::path(found.dli_fname).filename().string());
  }
  return first;
}

}  // namespace kasuri
