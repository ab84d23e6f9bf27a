// SPDX-License-Identifier: MIT
// ELF by System V Application Binary Interface, ch. 4 and 5: program headers, and the symbol table
// if the file has section headers.
#include "studies/cores/image_file.h"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "base/core/errors.h"

namespace kasuri::emu {
namespace {

constexpr std::size_t kMaxFile = std::size_t{64} << 20;
constexpr std::uint32_t kMachineSuperH = 42;
constexpr std::uint32_t kLoad = 1;           // p_type
constexpr std::uint32_t kWritable = 2;       // in p_flags
constexpr std::uint32_t kSymbolTable = 2;    // sh_type
constexpr std::uint32_t kReserved = 0xff00;  // st_shndx from here on is no section

class Elf {
 public:
  Elf(const std::string& name, const std::vector<std::uint8_t>& file) : name_(name), file_(file) {}

  LoadedImage load() const {
    if (file_.size() < 52 || file_[4] != 1 || file_[5] != 2 || half(18) != kMachineSuperH) {
      refuse("is not a 32-bit big-endian ELF file for SuperH");
    }
    LoadedImage image;
    image.symbols = symbols();
    image.entry = word(24);
    const std::uint32_t headers = word(28);
    const std::uint32_t size = half(42), count = half(44);
    std::size_t total = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::size_t at = std::size_t{headers} + std::size_t{i} * size;
      if (word(at) != kLoad) continue;
      const std::size_t offset = word(at + 4), in_file = word(at + 16), in_memory = word(at + 20);
      total += in_memory;
      if (offset + in_file > file_.size() || in_file > in_memory || total > kMaxFile) {
        refuse("has a segment outside the file, or larger than 64 MiB", at);
      }
      Segment s{word(at + 8), {}, (word(at + 24) & kWritable) != 0};
      s.bytes.assign(file_.begin() + static_cast<std::ptrdiff_t>(offset),
                     file_.begin() + static_cast<std::ptrdiff_t>(offset + in_file));
      s.bytes.resize(in_memory);
      image.segments.push_back(std::move(s));
    }
    if (image.segments.empty()) refuse("has nothing to load; link it first");
    return image;
  }

 private:
  [[noreturn]] void refuse(std::string_view why, std::optional<std::size_t> at = {}) const {
    throw Error(Exit::usage, ErrorPlace(name_),
                at ? fmt::format("{} (byte {})", why, *at) : std::string(why));
  }
  // Names of code and data; none in a file that is stripped.
  Symbols symbols() const {
    constexpr std::size_t kEntry = 16;
    Symbols names;
    const std::size_t headers = word(32), size = half(46), count = half(48);
    for (std::size_t i = 0; headers && i < count; ++i) {
      const std::size_t at = headers + i * size;
      if (word(at + 4) != kSymbolTable) continue;
      const std::size_t table = word(at + 16), bytes = word(at + 20), link = word(at + 24);
      if (link >= count) refuse("has a symbol table without names", at);
      const std::size_t of_names = headers + link * size;
      const std::size_t text = word(of_names + 16), text_bytes = word(of_names + 20);
      if (table + bytes > file_.size() || text + text_bytes > file_.size())
        refuse("has a symbol table outside the file", at);
      for (std::size_t s = table; s + kEntry <= table + bytes; s += kEntry) {
        const std::uint32_t name = word(s), section = half(s + 14);
        if (section == 0 || section >= kReserved || name >= text_bytes) continue;
        const auto* begin = reinterpret_cast<const char*>(file_.data()) + text + name;
        const std::string_view found(begin, strnlen(begin, text_bytes - name));
        if (!found.empty()) names.emplace(found, word(s + 4));
      }
      break;  // there is one at most
    }
    return names;
  }
  std::uint32_t half(std::size_t at) const {
    if (at + 2 > file_.size()) refuse("is cut short", at);
    return static_cast<std::uint32_t>(file_[at] << 8 | file_[at + 1]);
  }
  std::uint32_t word(std::size_t at) const { return half(at) << 16 | half(at + 2); }

  const std::string& name_;
  const std::vector<std::uint8_t>& file_;
};

}  // namespace

std::size_t LoadedImage::bytes() const {
  std::size_t n = 0;
  for (const Segment& s : segments) n += s.bytes.size();
  return n;
}

std::optional<Start> start_of_elf(const LoadedImage& image, std::uint32_t stack) {
  if (!image.entry || *image.entry == 0) return std::nullopt;
  Start start{*image.entry, stack};
  for (const Segment& s : image.segments) {
    if (s.address != 0 || s.bytes.size() < 8) continue;
    const auto word = [&](std::size_t at) {
      return std::uint32_t{s.bytes[at]} << 24 | std::uint32_t{s.bytes[at + 1]} << 16 |
             std::uint32_t{s.bytes[at + 2]} << 8 | s.bytes[at + 3];
    };
    if (word(0) == start.pc) start.sp = word(4);
  }
  return start;
}

std::vector<std::uint8_t> read_bytes(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) throw Error(Exit::usage, ErrorPlace(path.string()), error.message());
  if (size > kMaxFile) {
    throw Error(Exit::usage, ErrorPlace(path.string()), "larger than 64 MiB");
  }
  std::ifstream in(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw Error(Exit::usage, ErrorPlace(path.string()), "cannot be read");
  return bytes;
}

LoadedImage load_image(const std::filesystem::path& path, const InstructionSet& set,
                       std::uint32_t origin) {
  const std::string name = path.string();
  const std::vector<std::uint8_t> file = read_bytes(path);
  if (path.extension() == ".asm") {
    Image image = assemble({reinterpret_cast<const char*>(file.data()), file.size()}, set, name);
    return {{{image.origin, std::move(image.bytes), true}}, {}, std::move(image.symbols)};
  }
  if (file.size() >= 4 && file[0] == 0x7f && file[1] == 'E' && file[2] == 'L' && file[3] == 'F') {
    if (!set.loads_elf)
      throw Error(Exit::usage, ErrorPlace(name), "is an ELF file for SuperH, but the processor is an 8080");
    return Elf(name, file).load();
  }
  if (file.empty()) throw Error(Exit::usage, ErrorPlace(name), "is empty");
  return {{{origin, file, true}}, {}, {}};
}

}  // namespace kasuri::emu
