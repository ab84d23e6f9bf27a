// SPDX-License-Identifier: MIT
#include "workload/programs/block_costs.h"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/core/errors.h"

namespace kasuri {
namespace {

struct Entry {
  std::int32_t place;  // of the cost in the code, from here
  std::int32_t step;   // of the index of a loop; 0: the block is counted itself
  BlockWork work;
};
static_assert(sizeof(Entry) == 36);

class Bytes64 {
 public:
  Bytes64(std::string& bytes, const std::filesystem::path& name) : bytes_(bytes), name_(name.string()) {}

  template <class T>
  T at(std::uint64_t offset) const {
    T t;
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof t) damaged();
    std::memcpy(&t, bytes_.data() + offset, sizeof t);
    return t;
  }
  void put(std::uint64_t offset, const void* from, std::size_t n) {
    if (offset > bytes_.size() || bytes_.size() - offset < n) damaged();
    std::memcpy(bytes_.data() + offset, from, n);
  }
  std::string text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) damaged();
    return bytes_.c_str() + offset;
  }
  [[noreturn]] void damaged() const {
    throw Error(Exit::usage, ErrorPlace(name_), "this shared object is damaged");
  }

 private:
  std::string& bytes_;
  std::string name_;
};

// Where the byte of an address is in the file.
std::uint64_t place_in_file(const std::vector<Elf64_Phdr>& segments, std::uint64_t address,
                            const Bytes64& all) {
  for (const Elf64_Phdr& s : segments) {
    if (s.p_type == PT_LOAD && address >= s.p_vaddr && address - s.p_vaddr < s.p_filesz) {
      return s.p_offset + (address - s.p_vaddr);
    }
  }
  all.damaged();
}

std::int32_t cost_of(const Entry& e, const TargetCore& core) {
  double cost = core.cycles(e.work) * kCostUnits;
  if (e.step) cost /= e.step;
  return static_cast<std::int32_t>(std::lround(std::clamp(cost, -2.0e9, 2.0e9)));
}

// addq $imm32, %gs:WORD, which nothing needs if nothing is counted, becomes instructions that do nothing.
void write_cost(Bytes64& all, std::uint64_t place, std::int32_t cost, bool counts) {
  constexpr unsigned char kAdd[] = {0x65, 0x48, 0x81, 0x04, 0x25};
  constexpr std::size_t kBefore = sizeof kAdd + 4;  // with the distance from gs
  constexpr unsigned char kNothing[] = {0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0, 0x0f, 0x1f, 0x40, 0};
  const auto now = all.at<std::array<unsigned char, sizeof kAdd>>(place - kBefore);
  if (!counts && std::ranges::equal(now, kAdd)) {
    all.put(place - kBefore, kNothing, sizeof kNothing);
  } else {
    all.put(place, &cost, sizeof cost);
  }
}

}  // namespace

void set_prices(std::int64_t* prices, const TargetCore& core) {
  if (!prices) return;
  const CoreParams& p = core.params();
  const auto units = [](double cycles) {
    return static_cast<std::int64_t>(std::llround(cycles * kCostUnits));
  };
  const double doubles = std::max(1.0, p.vector_bits / 64.0) * p.vector;  // multiply-adds per cycle
  prices[0] = units(1 / p.copy);                    // a byte that is copied
  prices[1] = units(p.function);                    // a function of libm
  prices[2] = units(1 / (doubles * p.product));     // a multiply-add of a matrix product
  prices[3] = units(8 / (p.loads * std::max(8.0, p.vector_bits / 8.0)));  // a double that is loaded
  prices[4] = units(p.call);
}

std::size_t write_block_costs(std::string& object, const TargetCore* core,
                              const std::filesystem::path& name) {
  Bytes64 all(object, name);
  const auto header = all.at<Elf64_Ehdr>(0);
  std::vector<Elf64_Phdr> segments;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    segments.push_back(all.at<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr)));
  }
  const auto section = [&](std::size_t i) {
    return all.at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr));
  };
  if (header.e_shstrndx >= header.e_shnum) return 0;
  const std::uint64_t names = section(header.e_shstrndx).sh_offset;
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr s = section(i);
    if (all.text(names + s.sh_name) != "kasuri_blocks") continue;
    for (std::uint64_t at = 0; at + sizeof(Entry) <= s.sh_size; at += sizeof(Entry), ++blocks) {
      const auto e = all.at<Entry>(s.sh_offset + at);
      const std::uint64_t address = s.sh_addr + at + static_cast<std::uint64_t>(std::int64_t{e.place});
      const std::uint64_t place = place_in_file(segments, address, all);
      write_cost(all, place, core ? cost_of(e, *core) : 0, core);
    }
  }
  return blocks;
}

}  // namespace kasuri
