// SPDX-License-Identifier: MIT
// What a run in lanes ends with: clocks and hash of each element, as Machine has them.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "core/hash.h"
#include "emu/lane_group.h"

namespace kasuri::emu {

// When a lane stopped, or began to wait: like other engines, after the first pass in vain.
template <class Core>
std::int64_t final_clock(const LaneChip<Core>& lanes, const LaneGroup<Core>& g, std::uint32_t lane) {
  constexpr std::uint32_t kStoppedAt = 0xffff;
  const std::uint32_t pc = key_pc(g.at[lane]);
  if (pc == kStoppedAt) return g.clock[lane];
  const CodeLine& line = lanes.code.lines[pc / Core::kCodeUnit];
  return g.clock[lane] + line.pass - line.offset;
}

// Of one element: its clock and the memory that differs from the ROM.
template <class Core>
void add_hashes(const LaneChip<Core>& lanes, std::uint32_t rank, std::uint32_t number,
                std::uint64_t& sum) {
  using Cell = typename LaneRows<Core>::Cell;
  constexpr std::uint32_t kInChunk = 8 / sizeof(Cell);
  const std::uint64_t id = lanes.group(rank, number);
  const LaneGroup<Core>& g = lanes.groups[id];
  std::uint64_t element[kLanes];
  for (std::uint32_t l = 0; l < lanes.map.lanes(); ++l) {
    element[l] = lanes.element(rank, number, l);
    sum += mix(element[l], static_cast<std::uint64_t>(final_clock(lanes, g, l)));
  }
  for (std::uint32_t k = 0; k < Chip<Core>::kStride; k += 8) {
    const std::uint32_t row = k / sizeof(Cell);
    bool own = false;
    const Cell* rows[kInChunk];
    for (std::uint32_t j = 0; j < kInChunk; ++j) {
      own |= lanes.rows.is_own(id, row + j);
      rows[j] = lanes.rows.read(id, row + j);
    }
    if (!own) continue;
    std::uint64_t before;
    std::memcpy(&before, lanes.chip.initial().data() + k, 8);
    for (std::uint32_t l = 0; l < lanes.map.lanes(); ++l) {
      std::uint8_t bytes[8];
      for (std::uint32_t j = 0; j < kInChunk; ++j) store_cell(bytes + j * sizeof(Cell), rows[j][l]);
      std::uint64_t now;
      std::memcpy(&now, bytes, 8);
      if (now != before) sum += mix(element[l] << 16 | k, now);
    }
  }
}

template <class Core>
void finish(Run& run, LaneChip<Core>& lanes, const EmulatorContext& context) {
  const Shape shape = lanes.chip.shape();
  run.bytes = lanes.bytes();
  if (context.keep_clocks) run.final_clocks.resize(shape.pes());
  std::atomic<std::uint32_t> next_rank = 0;
  std::atomic<std::uint64_t> hash = 0;
  std::vector<std::int64_t> last(shape.ranks);
  const auto work = [&] {
    std::uint64_t sum = 0;
    for (std::uint32_t r; (r = next_rank++) < shape.ranks;) {
      for (std::uint32_t n = 0; n < lanes.map.groups(); ++n) {
        const LaneGroup<Core>& g = lanes.groups[lanes.group(r, n)];
        add_hashes(lanes, r, n, sum);
        for (std::uint32_t l = 0; l < lanes.map.lanes(); ++l) {
          const std::int64_t clock = final_clock(lanes, g, l);
          last[r] = std::max(last[r], clock);
          if (context.keep_clocks) run.final_clocks[lanes.element(r, n, l)] = clock;
          // The pass in vain, from the load on, is work.
          const std::uint32_t key = g.at[l];
          run.totals.phases[r][key & 0xff] += clock - g.clock[l];
        }
      }
    }
    hash += sum;
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < context.threads; ++t) threads.emplace_back(work);
  work();
  for (std::thread& t : threads) t.join();
  run.state_hash = hash;
  run.clocks = *std::ranges::max_element(last);
  run.last_rank_clocks = last.back();
}

}  // namespace kasuri::emu
