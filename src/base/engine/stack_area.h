// SPDX-License-Identifier: MIT
// The stacks of a pool of fibers: mappings of many stacks each, reserved when the first of them is used
// and touched lazily, so that an idle fiber costs the pages it has used, usually one or two. Below each
// stack lies a guard, so that a stack which overflows faults there, and does not write into the one below
// it.
//
// A guard is made in one of two ways. Markers in the page tables (MADV_GUARD_INSTALL, Linux 6.13)
// need no mapping of their own; they cost 3 µs a stack. Where the kernel lacks them, pages without
// access (mprotect): each splits the mapping twice, and the kernel allows a process 65,530 mappings
// (vm.max_map_count), so that they end at about 28,000 stacks. Stacks beyond have a canary instead:
// 64 bytes at the end of the stack that must stay zero (an untouched page costs nothing), read at
// each switch out. A frame that leaps over the canary without writing is not noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kasuri {

class StackArea {
 public:
  enum class Guard : std::uint8_t {
    best,    // what the kernel has: markers, else mappings
    marked,  // markers only; of use to tests, like those below
    mapped,
    canary
  };

  // A frame of code that was compiled without probes (-fstack-clash-protection), as libraries are,
  // leaps over less than this.
  static constexpr std::size_t kGuardBytes = std::size_t{16} << 10;

  struct Options {
    std::size_t stack_bytes;  // a multiple of the page size
    std::uint32_t capacity;
    Guard guard = Guard::best;
    std::uint32_t most_mapped = UINT32_MAX;  // guards that are mappings; less if the kernel allows less
  };

  explicit StackArea(const Options&);
  StackArea(const StackArea&) = delete;
  StackArea& operator=(const StackArea&) = delete;
  ~StackArea();

  // Stacks are prepared once each, in the order of their numbers.
  void prepare(std::uint32_t stack);

  std::byte* lowest(std::uint32_t stack) const { return guard_of(stack) + kGuardBytes; }
  std::byte* top(std::uint32_t stack) const { return guard_of(stack) + stride_; }

  bool holds(std::uint32_t stack, const void* address) const {
    return address >= lowest(stack) && address <= top(stack);
  }
  bool holds_any(const void* address) const;

  bool is_guarded(std::uint32_t stack) const { return stack < guarded_; }
  std::uint32_t guarded() const { return guarded_; }
  std::uint32_t prepared() const { return prepared_; }
  // Whether the canary of a stack without a guard is as it was.
  bool intact(std::uint32_t stack) const;
  // Whether code on this stack, its stack pointer here, has left the stack at its end by an access to
  // this address.
  bool is_overflow(std::uint32_t stack, const void* address, const void* stack_pointer) const;

  // Code may run on stacks reserved from now on, of all areas: the loader has done the same to the threads'
  // own, for a program that needs it.
  static void allow_code();

  // Whether this kernel has markers.
  static bool has_markers();

 private:
  std::byte* guard_of(std::uint32_t stack) const {
    return blocks_[stack >> block_bits_] + (stack & ((1u << block_bits_) - 1)) * stride_;
  }
  std::size_t block_bytes(std::size_t block) const;
  void reserve_block();
  bool mark(std::byte* guard) const;
  bool map(std::byte* guard);

  Options options_;
  std::size_t stride_ = 0;
  unsigned block_bits_ = 0;         // a block has 2^block_bits_ stacks, the last one perhaps fewer
  std::vector<std::byte*> blocks_;  // their lowest guards; never moved, for handlers of signals
  std::uint32_t prepared_ = 0;
  std::uint32_t guarded_ = 0;  // the first of the stacks that were prepared
  std::uint32_t mapped_ = 0;   // of the guards
};

}  // namespace kasuri
