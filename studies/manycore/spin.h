// SPDX-License-Identifier: MIT
// Recognises a loop that waits. If a processor comes back to the same instruction with the same
// registers and has written nothing in between, it will do so for ever, until what it reads is
// changed from outside: the pass through the loop is a *poll*. This is a proof, whatever the
// instructions of the loop are; there is no pattern of opcodes.
#pragma once

#include <cstdint>

namespace kasuri::emu {

template <class Core>
struct Spin {
  static constexpr std::uint32_t kNowhere = ~0u;
  // A jump back over more than this does not close a waiting loop: a long loop is only compared
  // at its short inner ones.
  static constexpr std::uint32_t kMaxBytes = 64;

  std::uint32_t head = kNowhere;
  bool wrote = false;          // since the head
  bool fixed = false;          // the last pass was a poll
  std::uint8_t sync_reads = 0; // of ownership bits, since the head
  std::uint8_t pass_reads = 0; // of ownership bits, in the last pass
  std::int64_t head_clock = 0;
  std::int64_t pass = 0;       // clocks of the last poll
  std::int64_t since = 0;      // start of the first of the polls in a row
  typename Core::State at_head{};

  // To be called after a jump back; returns the clocks of the poll that it closes, or 0.
  std::int64_t close(const typename Core::State& cpu, std::int64_t clock) {
    std::int64_t polled = 0;
    if (head == cpu.pc && !wrote && at_head == cpu) {
      if (!fixed) since = head_clock;
      fixed = true;
      polled = pass = clock - head_clock;
    } else {
      fixed = false;
      at_head = cpu;
    }
    head = cpu.pc;
    head_clock = clock;
    wrote = false;
    pass_reads = sync_reads;
    sync_reads = 0;
    return polled;
  }
};

}  // namespace kasuri::emu
