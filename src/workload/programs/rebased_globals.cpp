// SPDX-License-Identifier: MIT
#include "workload/programs/rebased_globals.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/core/check.h"
#include "base/core/errors.h"
#include "workload/programs/block_costs.h"

namespace kasuri {
namespace {

struct Headers {
  ElfW(Addr) base;
  std::vector<ElfW(Phdr)> all;
};

int note_headers(dl_phdr_info* info, std::size_t, void* data) {
  auto& search = *static_cast<Headers*>(data);
  if (info->dlpi_addr != search.base) return 0;
  search.all.assign(info->dlpi_phdr, info->dlpi_phdr + info->dlpi_phnum);
  return 1;
}

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
std::size_t pages(std::size_t bytes) { return (bytes + page() - 1) / page() * page(); }

// Since Linux 5.9 by an instruction, else by a call of the kernel.
void set_gs_base(const void* address) {
#if defined(__x86_64__)
  constexpr unsigned long kFsgsbase = 2;  // of AT_HWCAP2
  constexpr int kArchSetGs = 0x1001;
  static const bool has_instruction = getauxval(AT_HWCAP2) & kFsgsbase;
  if (has_instruction) [[likely]] {
    __asm__ volatile("wrgsbase %0" : : "r"(address) : "memory");
  } else {
    syscall(SYS_arch_prctl, kArchSetGs, address);
  }
#else
  (void)address;
  fail("only programs for x86-64 are rebased");
#endif
}

std::int64_t cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

RebasedGlobals::RebasedGlobals(void* handle, const ProgramTime& time) : mode_(time.mode) {
  if (mode_ == ComputeMode::counted) {
    ps_per_unit_ = time.factor * 1e12 / (kCostUnits * time.core->params().frequency);
  } else if (mode_ == ComputeMode::measured) {
    ps_per_unit_ = time.factor * 1e3;
  }
  link_map* map = nullptr;
  check(dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0, "a loaded object is known to the loader");
  Headers headers{map->l_addr, {}};
  dl_iterate_phdr(&note_headers, &headers);

  // From the first writable segment to the last byte: constants in large sections lie in between.
  std::uint64_t begin = UINT64_MAX, end = 0;
  for (const auto& h : headers.all) {
    if (h.p_type == PT_LOAD && h.p_flags & PF_W) begin = std::min<std::uint64_t>(begin, h.p_vaddr);
    if (h.p_type == PT_LOAD) end = std::max<std::uint64_t>(end, h.p_vaddr + h.p_memsz);
  }
  check(begin < end, "a program has a table of its symbols, which is writable");
  begin = begin / page() * page();
  image_ = reinterpret_cast<std::byte*>(map->l_addr + begin);
  span_ = end - begin;
  stride_ = pages(span_);
  for (const auto& h : headers.all) {
    if (h.p_type != PT_LOAD || h.p_vaddr + h.p_memsz <= begin) continue;
    parts_.push_back({h.p_vaddr - begin, h.p_filesz});
  }

  find_pointers(map);
  describe_data(handle);
  find_counters(handle);
}

void RebasedGlobals::note_pointer(std::uint64_t at) {
  if (at > span_ || span_ - at < sizeof(std::byte*)) return;
  std::byte* value = nullptr;
  std::memcpy(&value, image_ + at, sizeof value);
  if (value >= image_ && value <= image_ + span_) pointers_.push_back(at);
}

// What the loader has written: by its list of relocations, and by the short one of those that only add the
// object's address (an address, or 63 bits for the words behind the last one).
void RebasedGlobals::find_pointers(const link_map* map) {
  const ElfW(Rela)* relocations = nullptr;
  const ElfW(Relr)* short_list = nullptr;
  std::size_t relocation_bytes = 0, short_bytes = 0;
  for (const ElfW(Dyn)* d = map->l_ld; d->d_tag != DT_NULL; ++d) {
    if (d->d_tag == DT_PLTGOT) table_ = d->d_un.d_ptr - reinterpret_cast<std::uint64_t>(image_);
    if (d->d_tag == DT_RELA) relocations = reinterpret_cast<const ElfW(Rela)*>(d->d_un.d_ptr);
    if (d->d_tag == DT_RELASZ) relocation_bytes = d->d_un.d_val;
    // The loader has made addresses of the process of those above; of this one, some loaders do.
    const ElfW(Addr) base = d->d_un.d_ptr < map->l_addr ? map->l_addr : 0;
    if (d->d_tag == DT_RELR) short_list = reinterpret_cast<const ElfW(Relr)*>(base + d->d_un.d_ptr);
    if (d->d_tag == DT_RELRSZ) short_bytes = d->d_un.d_val;
  }
  check(table_ < span_, "the table of symbols is among the data");
  const std::uint64_t begin = reinterpret_cast<std::uint64_t>(image_) - map->l_addr;
  for (std::size_t i = 0; i < relocation_bytes / sizeof(ElfW(Rela)); ++i) {
    const auto type = ELF64_R_TYPE(relocations[i].r_info);
    const bool is_pointer =
        type == R_X86_64_RELATIVE || type == R_X86_64_64 || type == R_X86_64_GLOB_DAT;
    if (is_pointer) note_pointer(relocations[i].r_offset - begin);
  }
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < short_bytes / sizeof(ElfW(Relr)); ++i) {
    const ElfW(Relr) word = short_list[i];
    if (word % 2 == 0) {
      note_pointer(word - begin);
      next = word + sizeof(std::byte*) - begin;
      continue;
    }
    for (int bit = 0; bit < 63; ++bit) {
      if (word >> (bit + 1) & 1) note_pointer(next + static_cast<std::uint64_t>(bit) * sizeof(std::byte*));
    }
    next += 63 * sizeof(std::byte*);
  }
}

// The third entry of the GOT, and those of three symbols (counting.h), which hold addresses until then.
void RebasedGlobals::find_counters(void* handle) {
  counters_ = {table_ + 2 * sizeof(std::uint64_t)};
  for (const char* name : {"kasuri_count1", "kasuri_count2", "kasuri_count3"}) {
    const void* const symbol = dlsym(handle, name);
    std::erase_if(pointers_, [&](std::size_t at) {
      const void* value = nullptr;
      std::memcpy(&value, image_ + at, sizeof value);
      if (!symbol || value != symbol) return false;
      std::memset(image_ + at, 0, sizeof value);
      counters_.push_back(at);
      return true;
    });
  }
}

// Sets kasuri_copied and kasuri_thread_data of modules/program_start.c.
void RebasedGlobals::describe_data(void* handle) const {
  if (auto* const copied = static_cast<std::intptr_t*>(dlsym(handle, "kasuri_copied"))) {
    copied[0] = -static_cast<std::intptr_t>(table_);
    copied[1] = static_cast<std::intptr_t>(span_);
    copied[2] = reinterpret_cast<std::intptr_t>(image_ + table_);
  }
  link_map* map = nullptr;
  auto* const to = static_cast<std::intptr_t*>(dlsym(handle, "kasuri_thread_data"));
  check(to && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0, "an MPI program has kasuri_thread_data");
  Headers headers{map->l_addr, {}};
  dl_iterate_phdr(&note_headers, &headers);
  for (const auto& h : headers.all) {
    if (h.p_type != PT_TLS) continue;
    const auto* const start = reinterpret_cast<const std::byte*>(map->l_addr + h.p_vaddr);
    std::size_t module = 0;
    check(dlinfo(handle, RTLD_DI_TLS_MODID, &module) == 0, "the object has a block of thread-local data");
    to[0] = start - (image_ + table_);
    to[1] = static_cast<std::intptr_t>(h.p_filesz);
    to[2] = static_cast<std::intptr_t>(h.p_memsz);
    to[3] = static_cast<std::intptr_t>(h.p_align);
    to[4] = static_cast<std::intptr_t>(module);
  }
}

RebasedGlobals::~RebasedGlobals() {
  for (const Chunk& c : chunks_) munmap(c.start, c.bytes);
}

// Memory from the kernel is zero: what a program does not touch of its zeroed data takes none.
std::byte* RebasedGlobals::new_block() {
  constexpr std::size_t kChunk = std::size_t{64} << 20;
  if (chunks_.empty() || next_ + stride_ > chunks_.back().bytes) {
    const std::size_t bytes = std::max<std::size_t>(1, kChunk / stride_) * stride_;
    void* const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) {
      throw Error(Exit::limit, fmt::format("no memory for {} bytes of globals of a rank", stride_));
    }
    chunks_.push_back({static_cast<std::byte*>(start), bytes});
    next_ = 0;
  }
  std::byte* const block = chunks_.back().start + next_;
  next_ += stride_;
  return block;
}

void RebasedGlobals::fill(std::byte* block) const {
  for (const Part& p : parts_) std::memcpy(block + p.offset, image_ + p.offset, p.bytes);
  for (const std::size_t at : pointers_) {
    std::byte* value = nullptr;
    std::memcpy(&value, image_ + at, sizeof value);
    value = block + (value - image_);
    std::memcpy(block + at, &value, sizeof value);
  }
  const std::byte* const table = block + table_;
  std::memcpy(block + table_ + sizeof table, &table, sizeof table);
}

void RebasedGlobals::enter(std::uint32_t rank) {
  if (rank >= blocks_.size()) blocks_.resize(rank + std::size_t{1});
  if (!blocks_[rank]) [[unlikely]] {
    blocks_[rank] = new_block();
    fill(blocks_[rank]);
    if (mode_ == ComputeMode::measured) since_ns_ = cpu_ns();
  }
  set_gs_base(blocks_[rank] + table_);
}

void* RebasedGlobals::own_address(std::uint32_t rank, void* address) {
  auto* const a = static_cast<std::byte*>(address);
  return a >= image_ && a < image_ + span_ ? blocks_[rank] + (a - image_) : address;
}

Time RebasedGlobals::computed(std::uint32_t rank) {
  std::uint64_t units = 0;
  if (mode_ == ComputeMode::counted) {
    for (const std::size_t at : counters_) {
      units += std::exchange(*reinterpret_cast<std::uint64_t*>(blocks_[rank] + at), 0);
    }
  } else if (mode_ == ComputeMode::measured && since_ns_ > 0) {
    units = static_cast<std::uint64_t>(cpu_ns() - since_ns_);
  }
  if (rank < silent_.size() && silent_[rank]) return Time{0};
  return Time{static_cast<std::int64_t>(static_cast<double>(units) * ps_per_unit_)};
}

void RebasedGlobals::end_call(std::uint32_t) {
  if (mode_ == ComputeMode::measured) since_ns_ = cpu_ns();
}

void RebasedGlobals::count(std::uint32_t rank, bool on) {
  if (rank >= silent_.size()) silent_.resize(rank + std::size_t{1});
  silent_[rank] = !on;
}

void RebasedGlobals::reset(std::uint32_t rank) {
  if (rank >= blocks_.size() || !blocks_[rank]) return;
  madvise(blocks_[rank], stride_, MADV_DONTNEED);
  fill(blocks_[rank]);
}

Constructors disable_constructors(std::string& object, const std::filesystem::path& name) {
  const auto damaged = [&] {
    return Error(Exit::usage, ErrorPlace(name.string()), "this shared object is damaged");
  };
  const auto read = [&]<class T>(std::size_t at, T& to) {
    if (at > object.size() || object.size() - at < sizeof to) throw damaged();
    std::memcpy(&to, object.data() + at, sizeof to);
  };
  Constructors list;
  Elf64_Ehdr header;
  read(0, header);
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    read(header.e_phoff + i * sizeof segment, segment);
    if (segment.p_type != PT_DYNAMIC) continue;
    const std::size_t end = segment.p_offset + segment.p_filesz;
    for (std::size_t at = segment.p_offset; at < end; at += sizeof(Elf64_Dyn)) {
      Elf64_Dyn entry;
      read(at, entry);
      if (entry.d_tag == DT_INIT_ARRAY) list.address = entry.d_un.d_ptr;
      if (entry.d_tag == DT_INIT_ARRAYSZ) list.bytes = entry.d_un.d_val;
      if (entry.d_tag != DT_INIT_ARRAYSZ && entry.d_tag != DT_FINI_ARRAYSZ) continue;
      entry.d_un.d_val = 0;
      std::memcpy(object.data() + at, &entry, sizeof entry);
    }
  }
  return list;
}

}  // namespace kasuri
