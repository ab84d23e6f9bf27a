// SPDX-License-Identifier: MIT
// 64 processing elements of one rank as they are kept between their turns, and what all groups of a
// chip share.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "base/core/pool.h"
#include "studies/manycore/emulator.h"
#include "studies/lanes/lane_code.h"
#include "studies/lanes/lane_links.h"
#include "studies/lanes/lane_rows.h"
#include "studies/manycore/team.h"

namespace kasuri::emu {

template <class Core>
struct LaneRegisters;

template <>
struct LaneRegisters<Core8080> {
  // B C D E H L F A, as in i8080::State.
  alignas(64) std::array<std::array<std::uint8_t, kLanes>, 8> r;
  alignas(64) std::array<std::uint8_t, kLanes> sp_low, sp_high;

  void get(i8080::State& cpu, std::uint32_t lane) const {
    for (std::size_t k = 0; k < 8; ++k) cpu.r[k] = r[k][lane];
    cpu.sp = static_cast<std::uint16_t>(sp_high[lane] << 8 | sp_low[lane]);
  }
  void reset(const i8080::State& cpu) {
    for (std::size_t k = 0; k < 8; ++k) r[k].fill(cpu.r[k]);
    sp_low.fill(static_cast<std::uint8_t>(cpu.sp));
    sp_high.fill(static_cast<std::uint8_t>(cpu.sp >> 8));
  }
};

template <>
struct LaneRegisters<CoreSh2> {
  using Row = std::array<std::uint32_t, kLanes>;
  alignas(64) std::array<Row, 16> r;
  alignas(64) Row pr, gbr, mach, macl;
  // Bits of the status register, a lane each. Interrupts do not exist, so its level never changes.
  std::uint64_t t, s, q, m;

  void get(sh2::State& cpu, std::uint32_t lane) const {
    for (std::size_t k = 0; k < 16; ++k) cpu.r[k] = r[k][lane];
    cpu.pr = pr[lane];
    cpu.gbr = gbr[lane];
    cpu.mach = mach[lane];
    cpu.macl = macl[lane];
    const auto bit = [lane](std::uint64_t of, std::uint32_t sr) { return of >> lane & 1 ? sr : 0; };
    cpu.sr = sh2::kLevel | bit(t, sh2::kT) | bit(s, sh2::kS) | bit(q, sh2::kQ) | bit(m, sh2::kM);
  }
  void reset(const sh2::State& cpu) {
    for (std::size_t k = 0; k < 16; ++k) r[k].fill(cpu.r[k]);
    pr.fill(cpu.pr);
    gbr.fill(cpu.gbr);
    mach.fill(cpu.mach);
    macl.fill(cpu.macl);
    t = s = q = m = 0;
  }
};

// Windows: inputs 0 and 1, outputs 0 and 1.
inline constexpr std::uint32_t kWindows = 4;

template <class Core>
struct LaneGroup {
  LaneRegisters<Core> registers;
  alignas(64) std::array<std::int64_t, kLanes> clock;
  // When the ownership of each input last changed.
  alignas(64) std::array<std::array<std::int64_t, kLanes>, 2> changed;
  // Where each lane stands that is not at work: depth of calls (inverted), address, phase. The
  // lowest goes first: deepest call, then lowest address.
  alignas(64) std::array<std::uint32_t, kLanes> at;
  std::array<std::uint64_t, 2> owner;          // of inputs: 1, the receiver
  std::array<std::uint64_t, kWindows> waits;   // lanes that wait for a window
  std::array<std::uint64_t, kWindows> holds;   // lanes that are known to own a window now
  std::uint64_t runnable;
};

constexpr std::uint32_t lane_key(std::uint32_t depth, std::uint32_t pc, std::uint32_t phase) {
  return (255 - (depth & 255)) << 24 | (pc & 0xffff) << 8 | phase;
}
constexpr std::uint32_t key_pc(std::uint32_t key) { return key >> 8 & 0xffff; }

// What is left of elements that nothing can reach any more.
struct Retired {
  std::uint64_t hash = 0;
  std::vector<std::int64_t> last;    // of each rank: the highest final clock
  std::vector<std::int64_t> clocks;  // of each element, if they are kept
};

// A chip in groups. Ranks have a place among the groups from when they are loaded until they are
// released, and `id` numbers groups by these places.
template <class Core>
struct LaneChip {
  const Chip<Core>& chip;
  LaneMap map;
  LaneLinks links;
  LaneCode<Core> code;
  LaneRows<Core> rows;
  LazyArray<LaneGroup<Core>> groups;
  std::vector<std::atomic<std::uint8_t>> ready;
  std::vector<std::uint32_t> source_wave, sink_wave;  // [2 pipe + port]
  Progress progress;
  std::vector<std::uint32_t> place;  // of each rank, and of the sink's after the last
  std::vector<std::uint32_t> free_places;
  std::uint32_t places = 0;          // that have been in use
  Retired retired;
  WaitTracer<Core> waits{chip};
  std::optional<std::uint64_t> chosen;       // an element of which more is wanted:
  std::uint32_t chosen_pc = 0;               // behind what it did last,
  std::optional<ElementState> chosen_state;  // and its state when it is released

  LaneChip(const Chip<Core>& c, const typename LaneRows<Core>::Touched& kept)
      : chip(c), map(c.shape().log_pipes), links(c), code(c), rows(c, c.shape().ranks + 1, kept),
        groups(std::size_t{c.shape().ranks + 1} * map.groups()), ready(groups.size()),
        source_wave(std::size_t{2} * c.shape().pipes()), sink_wave(source_wave.size()),
        place(c.shape().ranks + 1) {
    retired.last.resize(c.shape().ranks);
  }

  std::uint64_t group(std::uint32_t rank, std::uint32_t g) const {
    return std::uint64_t{place[rank]} * map.groups() + g;
  }
  std::uint64_t element(std::uint32_t rank, std::uint32_t g, std::uint32_t lane) const {
    return chip.index(rank, map.pipe(g, lane));
  }
  static std::uint64_t bytes_of(const Chip<Core>& c,
                                const typename LaneRows<Core>::Touched& kept) {
    const std::uint64_t groups =
        std::uint64_t{c.shape().ranks + 1} * LaneMap(c.shape().log_pipes).groups();
    using Cell = typename LaneRows<Core>::Cell;
    return groups * (sizeof(LaneGroup<Core>) + 1 +
                     LaneRows<Core>::kept_rows(kept) * kLanes * sizeof(Cell));
  }
  // If all ranks were held at once, and the most that was.
  std::uint64_t bytes() const { return place.size() * rank_bytes() + rows.extra_bytes(); }
  std::uint64_t most_bytes() const {
    return std::uint64_t{places} * rank_bytes() + rows.extra_bytes();
  }
  std::uint64_t rank_bytes() const {
    return map.groups() * (sizeof(LaneGroup<Core>) + 1 + rows.group_bytes());
  }

  void admit(std::uint32_t rank) {
    if (free_places.empty()) {
      place[rank] = places++;
    } else {
      place[rank] = free_places.back();
      free_places.pop_back();
    }
  }
  void load(std::uint32_t rank, std::uint32_t number) {
    const std::uint64_t i = group(rank, number);
    LaneGroup<Core>& g = groups[i];
    const typename Core::State cpu = chip.start();
    g.registers.reset(cpu);
    g.clock.fill(0);
    g.changed = {};
    g.at.fill(lane_key(0, static_cast<std::uint32_t>(cpu.pc), 0));
    g.owner = {};
    g.waits = {};
    g.holds = {};
    const bool real = rank < chip.shape().ranks;
    g.runnable = real ? map.all() : 0;
    ready[i].store(real, std::memory_order_relaxed);
    rows.load(i);
  }
  // Whether nothing can change this rank any more, if that is so of the rank before it: all of its
  // elements have stopped or wait for an input. (The rank after it could free an output only.)
  bool is_final(std::uint32_t rank) const {
    for (std::uint32_t number = 0; number < map.groups(); ++number) {
      const LaneGroup<Core>& g = groups[group(rank, number)];
      if (g.runnable | g.waits[2] | g.waits[3]) return false;
      if ((g.waits[0] & g.owner[0]) | (g.waits[1] & g.owner[1])) return false;
    }
    return true;
  }
  // What an element does, by what the group has of it.
  Standing standing(const LaneGroup<Core>& g, std::uint32_t lane) const {
    constexpr std::uint32_t kStoppedAt = 0xffff;
    Standing s{Doing::running, key_pc(g.at[lane]), g.clock[lane]};
    if (s.pc == kStoppedAt) s.doing = Doing::stopped;
    for (std::uint32_t w = 0; w < kWindows; ++w) {
      if (g.waits[w] >> lane & 1) {
        s.doing = static_cast<Doing>(static_cast<std::uint32_t>(Doing::input0) + w);
        const CodeLine& line = code.lines[s.pc / Core::kCodeUnit];
        s.clock += line.pass - line.offset;
      }
    }
    return s;
  }
  Standing standing(std::uint64_t pe) const {
    const std::uint32_t pipe = chip.pipe_of(pe);
    return standing(groups[group(chip.rank_of(pe), map.group(pipe))], map.lane(pipe));
  }
  void keep_element() {
    const std::uint32_t pipe = chip.pipe_of(*chosen), lane = map.lane(pipe);
    const LaneGroup<Core>& g = groups[group(chip.rank_of(*chosen), map.group(pipe))];
    chosen_state = ElementState{standing(g, lane), {}};
    if (chosen_state->standing.doing == Doing::stopped) chosen_state->standing.pc = chosen_pc;
    typename Core::State cpu{};
    g.registers.get(cpu, lane);
    cpu.pc = static_cast<decltype(cpu.pc)>(chosen_state->standing.pc);
    chosen_state->registers = registers_of(cpu);
  }
  // Accounts for who waits in a rank that is about to be released, and at the end in all that are
  // left.
  void trace_waits(std::uint32_t rank) {
    if (waits.is_finished()) return;
    const auto of = [this](std::uint64_t pe) { return standing(pe); };
    if (!is_final(rank)) return waits.finish(rank, of);
    bool all_wait = true, all_stopped = true;
    for (std::uint32_t number = 0; number < map.groups(); ++number) {
      const LaneGroup<Core>& g = groups[group(rank, number)];
      const std::uint64_t waiting = g.waits[0] | g.waits[1];
      all_wait &= waiting == map.all();
      all_stopped &= waiting == 0;  // since nobody is runnable
    }
    if (!waits.close_alike(rank, all_wait, all_stopped)) waits.close(rank, of);
  }
  void release(std::uint32_t rank) {
    trace_waits(rank);
    if (chosen && chip.rank_of(*chosen) == rank) keep_element();
    for (std::uint32_t number = 0; number < map.groups(); ++number)
      rows.release(group(rank, number));
    free_places.push_back(place[rank]);
  }
  bool is_released(std::uint32_t rank) const { return rank < progress.live; }

  // Code that an element has come to, which nobody knew of: no other thread runs. Returns why that
  // cannot be done, or "".
  std::string decode(const std::vector<std::uint32_t>& found) {
    for (const std::uint32_t pc : found) {
      for (const std::uint32_t at : code.add(chip, pc)) {
        if (!is_as_loaded(at)) return fmt::format("code at 0x{:X} was written to", at);
      }
    }
    return "";
  }
  // To be called for groups from a file, whose elements wait in code that nobody knows of yet.
  void decode_where_elements_are() {
    for (std::uint32_t rank = progress.live; rank < progress.loaded; ++rank) {
      if (rank == chip.shape().ranks) continue;
      for (std::uint32_t number = 0; number < map.groups(); ++number) {
        for (const std::uint32_t at : groups[group(rank, number)].at) {
          const std::uint32_t pc = key_pc(at);
          if (code.why_not(chip, pc).empty() && !code.lines[pc / Core::kCodeUnit].reachable)
            code.add(chip, pc);
        }
      }
    }
  }

  // Whether no element that is held has another cell there than the ROM.
  bool is_as_loaded(std::uint32_t address) const {
    using Cell = typename LaneRows<Core>::Cell;
    const std::uint32_t row = address / sizeof(Cell);
    Cell wanted;
    load_cell(chip.initial().data() + row * sizeof(Cell), wanted);
    for (std::uint32_t rank = progress.live; rank < std::min(progress.loaded, chip.shape().ranks);
         ++rank) {
      for (std::uint32_t number = 0; number < map.groups(); ++number) {
        const std::uint64_t i = group(rank, number);
        if (!rows.is_own(i, row)) continue;
        const Cell* cells = rows.read(i, row);
        if (std::any_of(cells, cells + map.lanes(), [&](Cell c) { return c != wanted; }))
          return false;
      }
    }
    return true;
  }

  // The bytes of one lane's window, and back. `window` is kWindow bytes.
  void read_window(std::uint64_t g, std::uint32_t port, std::uint32_t lane,
                   std::uint8_t* window) const {
    using Cell = typename LaneRows<Core>::Cell;
    const std::uint32_t first = (Core::kInputs + port * Core::kWindow) / sizeof(Cell);
    for (std::uint32_t k = 0; k < Core::kWindow / sizeof(Cell); ++k)
      store_cell(window + k * sizeof(Cell), rows.read(g, first + k)[lane]);
  }
  void write_window(std::uint64_t g, std::uint32_t port, std::uint32_t lane,
                    const std::uint8_t* window) {
    using Cell = typename LaneRows<Core>::Cell;
    const std::uint32_t first = (Core::kInputs + port * Core::kWindow) / sizeof(Cell);
    for (std::uint32_t k = 0; k < Core::kWindow / sizeof(Cell); ++k) {
      Cell v;
      load_cell(window + k * sizeof(Cell), v);
      if (v != rows.read(g, first + k)[lane]) rows.write(g, first + k)[lane] = v;
    }
  }
};

// How a run in lanes ended.
struct LaneResult {
  Totals totals;
  double seconds = 0;      // of the wall clock and of CPUs, that retiring took
  double cpu_seconds = 0;
  std::string unproven;  // why it ended before its time, or ""
  bool paused = false;   // it may go on,
  std::vector<std::uint32_t> found;  // after code at these addresses has been decoded
};

class Translation;

struct LaneOrders {
  const Translation* translation = nullptr;  // of the ROM, for groups that are whole
  std::int64_t most_steps = INT64_MAX;
  std::function<bool()> pause = {};   // asked now and then, by one thread at a time
};

LaneResult run_lanes(LaneChip<Core8080>&, const EmulatorContext&, const LaneOrders&);
LaneResult run_lanes(LaneChip<CoreSh2>&, const EmulatorContext&, const LaneOrders&);

// The instruction sets that these are compiled for, as Highway's bits.
std::int64_t lane_targets();

}  // namespace kasuri::emu
