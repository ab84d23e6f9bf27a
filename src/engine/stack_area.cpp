// SPDX-License-Identifier: MIT
#include "engine/stack_area.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/check.h"
#include "core/errors.h"

namespace kasuri {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kCanaryBytes = 64;
constexpr std::size_t kFloor = std::size_t{1} << 20;  // out of reach, below the lowest stack
constexpr int kInstallGuard = 102;                    // MADV_GUARD_INSTALL, which glibc 2.36 lacks

// Of all areas of the process: guards that are mappings now.
std::atomic<std::uint32_t> mapped_guards{0};

// A part of what the kernel allows stays for the rest of the process.
std::uint32_t most_mapped_guards() {
  static const std::uint32_t most = [] {
    std::uint32_t allowed = 65'530;
    std::ifstream("/proc/sys/vm/max_map_count") >> allowed;
    const std::uint32_t rest = std::max(allowed / 8, 1024u);
    return allowed > rest ? (allowed - rest) / 2 : 0;
  }();
  return most;
}

}  // namespace

StackArea::StackArea(const Options& options)
    : options_(options), stride_(options.stack_bytes + kGuardBytes) {
  check(options.stack_bytes % kPage == 0 && options.stack_bytes >= 4 * kPage,
        "a stack is a multiple of the page size");
  if (options.capacity == 0) return;
  bytes_ = kFloor + stride_ * options.capacity;
  void* p = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    throw Error(Exit::limit, fmt::format("cannot reserve {} stacks of {} bytes: {}",
                                         options.capacity, options.stack_bytes, strerror(errno)));
  }
  // Without guards, recursion without end runs through the stacks below, and no further.
  mprotect(p, kFloor, PROT_NONE);
  base_ = static_cast<std::byte*>(p) + kFloor;
  madvise(base_, bytes_ - kFloor, MADV_NOHUGEPAGE);  // one would back seven stacks
}

StackArea::~StackArea() {
  if (!base_) return;
  munmap(base_ - kFloor, bytes_);
  mapped_guards -= mapped_;
}

bool StackArea::mark(std::byte* guard) const {
  return (options_.guard == Guard::best || options_.guard == Guard::marked) &&
         madvise(guard, kGuardBytes, kInstallGuard) == 0;
}

bool StackArea::map(std::byte* guard) {
  if (options_.guard != Guard::mapped || mapped_ >= options_.most_mapped) return false;
  if (mapped_guards.fetch_add(1) < most_mapped_guards() &&
      mprotect(guard, kGuardBytes, PROT_NONE) == 0) {
    ++mapped_;
    return true;
  }
  --mapped_guards;
  return false;
}

void StackArea::prepare(std::uint32_t stack) {
  check(stack == prepared_ && stack < options_.capacity, "stacks are prepared in their order");
  ++prepared_;
  if (guarded_ != stack) return;  // there are no more guards
  std::byte* const guard = base_ + stack * stride_;
  bool done = mark(guard);
  if (!done && options_.guard == Guard::best) options_.guard = Guard::mapped;
  if (!done) done = map(guard);
  guarded_ += done;
}

bool StackArea::intact(std::uint32_t stack) const {
  std::array<std::uint64_t, kCanaryBytes / 8> words;
  std::memcpy(words.data(), lowest(stack), kCanaryBytes);
  std::uint64_t any = 0;
  for (const std::uint64_t w : words) any |= w;
  return any == 0;
}

// A stack pointer below the stack says so by itself. A push or a call that faults has not moved it
// yet, and leaf functions use 128 bytes below it (System V ABI, section 3.2.2): then the address
// decides.
bool StackArea::is_overflow(std::uint32_t stack, const void* address,
                            const void* stack_pointer) const {
  const auto* const sp = static_cast<const std::byte*>(stack_pointer);
  const auto* const hit = static_cast<const std::byte*>(address);
  const auto* const low = base_ - kFloor;
  if (sp < low) return false;
  return sp < lowest(stack) ||
         (sp < lowest(stack) + kPage && hit >= low && hit < lowest(stack));
}

bool StackArea::has_markers() {
  void* p = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return false;
  const bool has = madvise(p, kPage, kInstallGuard) == 0;
  munmap(p, kPage);
  return has;
}

}  // namespace kasuri
