// SPDX-License-Identifier: MIT
// An ELF-64 file in memory. Every access is checked, since the file may be anything.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri {

class ElfImage {
 public:
  explicit ElfImage(const std::filesystem::path& file) : name_(file.string()), bytes_(content_of(file)) {}

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

  std::vector<Elf64_Shdr> sections() const {
    const auto header = at<Elf64_Ehdr>(0);
    std::vector<Elf64_Shdr> sections;
    for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
      sections.push_back(at<Elf64_Shdr>(header.e_shoff + i * header.e_shentsize));
    }
    return sections;
  }
  // Where the names of sections begin.
  std::optional<std::uint64_t> section_names(const std::vector<Elf64_Shdr>& sections) const {
    const auto header = at<Elf64_Ehdr>(0);
    if (header.e_shstrndx >= sections.size()) return std::nullopt;
    return sections[header.e_shstrndx].sh_offset;
  }

 private:
  [[noreturn]] void damaged() const {
    throw Error(Exit::usage, ErrorPlace(name_), "this shared object is damaged");
  }
  std::string name_;
  std::string bytes_;
};

}  // namespace kasuri
