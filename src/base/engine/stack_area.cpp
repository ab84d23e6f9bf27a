// SPDX-License-Identifier: MIT
#include "base/engine/stack_area.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/core/check.h"
#include "base/core/errors.h"
#include "base/core/units.h"

namespace kasuri {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kCanaryBytes = 64;
constexpr std::size_t kFloor = std::size_t{1} << 20;  // out of reach, below the lowest stack of a block
constexpr std::size_t kBlockBytes = std::size_t{512} << 20;
constexpr int kInstallGuard = 102;                    // MADV_GUARD_INSTALL, which glibc 2.36 lacks

// Of all areas of the process: guards that are mappings now.
std::atomic<std::uint32_t> mapped_guards{0};
std::atomic<bool> may_have_code{false};

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
  while (stride_ << (block_bits_ + 1) <= kBlockBytes && 1u << block_bits_ < options.capacity) {
    ++block_bits_;
  }
  blocks_.reserve((std::size_t{options.capacity} >> block_bits_) + 1);
}

StackArea::~StackArea() {
  for (std::size_t b = 0; b < blocks_.size(); ++b) munmap(blocks_[b] - kFloor, block_bytes(b));
  mapped_guards -= mapped_;
}

std::size_t StackArea::block_bytes(std::size_t block) const {
  const std::size_t most = std::size_t{1} << block_bits_;
  const std::size_t left = options_.capacity - (block << block_bits_);
  return kFloor + stride_ * std::min(most, left);
}

void StackArea::reserve_block() {
  const std::size_t bytes = block_bytes(blocks_.size());
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE | (may_have_code ? PROT_EXEC : 0),
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    const auto in_words = [](std::size_t n) { return to_string(Bytes{static_cast<std::int64_t>(n)}); };
    throw Error(Exit::limit,
                fmt::format("cannot reserve another {} for stacks of {}, besides {} in use: {}; lower "
                            "mpi.stack, use fewer ranks or fewer non-blocking collectives at once, or "
                            "raise the limit of the address space (ulimit -v)",
                            in_words(bytes), in_words(options_.stack_bytes), prepared_, strerror(errno)));
  }
  // Without guards, recursion without end runs through the stacks below, and no further.
  mprotect(p, kFloor, PROT_NONE);
  blocks_.push_back(static_cast<std::byte*>(p) + kFloor);
  madvise(blocks_.back(), bytes - kFloor, MADV_NOHUGEPAGE);  // one would back seven stacks
}

bool StackArea::holds_any(const void* address) const {
  const auto* const at = static_cast<const std::byte*>(address);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (at >= blocks_[b] && at <= blocks_[b] + block_bytes(b) - kFloor) return true;
  }
  return false;
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
  if (stack >> block_bits_ == blocks_.size()) reserve_block();
  ++prepared_;
  if (guarded_ != stack) return;  // there are no more guards
  std::byte* const guard = guard_of(stack);
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
  const auto* const low = blocks_[stack >> block_bits_] - kFloor;
  if (sp < low) return false;
  return sp < lowest(stack) ||
         (sp < lowest(stack) + kPage && hit >= low && hit < lowest(stack));
}

void StackArea::allow_code() { may_have_code = true; }

bool StackArea::has_markers() {
  void* p = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return false;
  const bool has = madvise(p, kPage, kInstallGuard) == 0;
  munmap(p, kPage);
  return has;
}

}  // namespace kasuri
