// SPDX-License-Identifier: MIT
#include "workload/programs/private_globals.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstring>

#include "base/core/check.h"

// Of the loader (ELF Handling For Thread-Local Storage, section 3.4): the address of a thread-local
// variable of this thread, whose block is made at the first use.
struct TlsIndex {
  std::size_t module;
  unsigned long offset;
};
extern "C" void* __tls_get_addr(TlsIndex*);

namespace kasuri {
namespace {

struct Search {
  ElfW(Addr) base;
  std::vector<ElfW(Phdr)> headers;
};

int find_headers(dl_phdr_info* info, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  if (info->dlpi_addr != search.base) return 0;
  search.headers.assign(info->dlpi_phdr, info->dlpi_phdr + info->dlpi_phnum);
  return 1;
}

}  // namespace

PrivateDataSegment::PrivateDataSegment(void* handle) {
  link_map* map = nullptr;
  check(dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0, "a loaded object is known to the loader");
  Search search{map->l_addr, {}};
  dl_iterate_phdr(&find_headers, &search);

  std::byte* const base = reinterpret_cast<std::byte*>(map->l_addr);
  std::byte* read_only = nullptr;
  std::byte* read_only_end = nullptr;
  for (const auto& h : search.headers) {
    if (h.p_type != PT_GNU_RELRO) continue;
    read_only = base + h.p_vaddr;
    read_only_end = read_only + h.p_memsz;
  }
  for (const auto& h : search.headers) {
    if (h.p_type == PT_LOAD && h.p_flags & PF_W) {
      std::byte* const start = base + h.p_vaddr;
      std::byte* const end = start + h.p_memsz;
      if (read_only < start || read_only >= end) {
        add(start, h.p_memsz);
      } else {
        add(start, static_cast<std::size_t>(read_only - start));
        if (read_only_end < end) add(read_only_end, static_cast<std::size_t>(end - read_only_end));
      }
    } else if (h.p_type == PT_TLS) {
      TlsIndex variable{};
      check(dlinfo(handle, RTLD_DI_TLS_MODID, &variable.module) == 0, "the object has this block");
      add(static_cast<std::byte*>(__tls_get_addr(&variable)), h.p_memsz);
    }
  }
  initial_ = std::make_unique<std::byte[]>(bytes_);
  save(initial_.get());
}

void PrivateDataSegment::add(std::byte* start, std::size_t bytes) {
  if (bytes == 0) return;
  ranges_.push_back({start, bytes, bytes_});
  bytes_ += bytes;
}

void PrivateDataSegment::save(std::byte* copy) const {
  for (const Range& r : ranges_) std::memcpy(copy + r.offset, r.start, r.bytes);
}

void PrivateDataSegment::load(const std::byte* copy) const {
  for (const Range& r : ranges_) std::memcpy(r.start, copy + r.offset, r.bytes);
}

void PrivateDataSegment::exchange(std::uint32_t rank) {
  if (rank >= copies_.size()) copies_.resize(rank + std::size_t{1});
  if (current_ != UINT32_MAX) {
    Copy& mine = copies_[current_];
    if (!mine) mine = Copy(new std::byte[bytes_]);
    save(mine.get());
  }
  load(copies_[rank] ? copies_[rank].get() : initial_.get());
  current_ = rank;
}

void PrivateDataSegment::reset(std::uint32_t rank) {
  if (rank < copies_.size()) copies_[rank].reset();
  if (rank == current_) current_ = UINT32_MAX;
}

std::byte* PrivateDataSegment::find(std::uint32_t rank, void* address) {
  auto* const a = static_cast<std::byte*>(address);
  if (rank == current_) return a;
  for (const Range& r : ranges_) {
    if (a < r.start || a >= r.start + r.bytes) continue;
    check(rank < copies_.size() && copies_[rank], "a rank that names its data has run");
    return copies_[rank].get() + r.offset + (a - r.start);
  }
  return a;
}

}  // namespace kasuri
