// SPDX-License-Identifier: MIT
// ELF by System V Application Binary Interface, ch. 4 and 5: only the program headers are needed.
#include "emu/image_file.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "core/errors.h"

namespace kasuri::emu {
namespace {

constexpr std::size_t kMaxFile = std::size_t{64} << 20;
constexpr std::uint32_t kMachineSuperH = 42;
constexpr std::uint32_t kLoad = 1;

class Elf {
 public:
  Elf(const std::string& name, const std::vector<std::uint8_t>& file) : name_(name), file_(file) {}

  LoadedImage load() const {
    if (file_.size() < 52 || file_[4] != 1 || file_[5] != 2 || half(18) != kMachineSuperH) {
      refuse("is not a 32-bit big-endian ELF file for SuperH");
    }
    LoadedImage image;
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
        refuse("has a segment outside the file, or larger than 64 MiB");
      }
      Segment s{word(at + 8), {}};
      s.bytes.assign(file_.begin() + static_cast<std::ptrdiff_t>(offset),
                     file_.begin() + static_cast<std::ptrdiff_t>(offset + in_file));
      s.bytes.resize(in_memory);
      image.segments.push_back(std::move(s));
    }
    if (image.segments.empty()) refuse("has nothing to load; link it first");
    return image;
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw Error(Exit::usage, fmt::format("{}: error: {}", name_, why));
  }
  std::uint32_t half(std::size_t at) const {
    if (at + 2 > file_.size()) refuse("is cut short");
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

std::vector<std::uint8_t> read_bytes(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) throw Error(Exit::usage, fmt::format("{}: error: {}", path.string(), error.message()));
  if (size > kMaxFile) {
    throw Error(Exit::usage, fmt::format("{}: error: larger than 64 MiB", path.string()));
  }
  std::ifstream in(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw Error(Exit::usage, fmt::format("{}: error: cannot be read", path.string()));
  return bytes;
}

LoadedImage load_image(const std::filesystem::path& path, const InstructionSet& set,
                       std::uint32_t origin) {
  const std::string name = path.string();
  const std::vector<std::uint8_t> file = read_bytes(path);
  if (path.extension() == ".asm") {
    Image image = assemble({reinterpret_cast<const char*>(file.data()), file.size()}, set, name);
    return {{{image.origin, std::move(image.bytes)}}, {}, std::move(image.symbols)};
  }
  if (file.size() >= 4 && file[0] == 0x7f && file[1] == 'E' && file[2] == 'L' && file[3] == 'F') {
    return Elf(name, file).load();
  }
  if (file.empty()) throw Error(Exit::usage, fmt::format("{}: error: is empty", name));
  return {{{origin, file}}, {}, {}};
}

}  // namespace kasuri::emu
