// SPDX-License-Identifier: MIT
#include "base/core/host_memory.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "base/core/control_group.h"

namespace kasuri {

std::uint64_t available_memory() {
  std::uint64_t available = UINT64_MAX;
  std::ifstream meminfo("/proc/meminfo");
  for (std::string key, unit; meminfo >> key;) {
    std::uint64_t kib = 0;
    if (key == "MemAvailable:" && meminfo >> kib) available = kib << 10;
    std::getline(meminfo, unit);
  }
  return std::min(available, memory_left_by_groups());
}

std::uint64_t present_memory() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  if (!(statm >> all >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t present_memory(const void* start, std::size_t bytes) {
  constexpr std::size_t kPagesAtOnce = 1 << 16;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t pages = (bytes + page - 1) / page;
  std::vector<unsigned char> there(std::min(pages, kPagesAtOnce));
  // The kernel does not write there.
  auto* at = static_cast<std::byte*>(const_cast<void*>(start));
  std::uint64_t present = 0;
  for (std::size_t done = 0; done < pages; done += kPagesAtOnce) {
    const std::size_t some = std::min(pages - done, kPagesAtOnce);
    if (mincore(at + done * page, some * page, there.data()) != 0) return 0;
    present += static_cast<std::uint64_t>(
        std::count_if(there.begin(), there.begin() + static_cast<std::ptrdiff_t>(some),
                      [](unsigned char p) { return p & 1; }));
  }
  return present * page;
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
}

}  // namespace kasuri
