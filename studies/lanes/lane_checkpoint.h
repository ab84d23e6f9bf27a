// SPDX-License-Identifier: MIT
// The whole state of a run in lanes in a file, and back. A run that goes on from it ends as one
// that was never interrupted: where the pause was does not matter, since no order of turns does.
// The file is of this machine's byte order and of one version of the program. A sum of its bytes is
// checked before the run goes on; it guards against damage, not against malice.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "studies/lanes/lane_group.h"

namespace kasuri::emu {

// One function serves both directions.
class CheckpointFile {
 public:
  // Throws Error(Exit::usage) if it cannot be read, Error(Exit::limit) if it cannot be written.
  CheckpointFile(const std::filesystem::path&, bool reads);

  void raw(void* bytes, std::size_t n);
  template <class T>
  void value(T& v) {
    static_assert(std::is_trivially_copyable_v<T>);
    raw(&v, sizeof v);
  }
  template <class T>
  void values(std::vector<T>& v) {
    std::uint64_t n = v.size();
    value(n);
    require(!reads_ || n <= size_ / sizeof(T));
    if (reads_) v.resize(n);
    raw(v.data(), n * sizeof(T));
  }
  template <std::size_t n>
  void flags(std::array<bool, n>& all) {
    for (bool& flag : all) {
      std::uint8_t byte = flag;
      value(byte);
      require(byte <= 1);
      flag = byte;
    }
  }
  // What must be the same in the run that reads the file.
  void same(std::uint64_t v);
  void text(std::string&);
  // Refuses the file unless this holds.
  void require(bool holds) const {
    if (!holds) refuse();
  }
  bool reads() const { return reads_; }
  // At the end: the sum of all bytes must be right. A file that is written has its name from now on.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  [[noreturn]] void refuse() const;

  std::filesystem::path path_;
  std::filesystem::path written_;
  bool reads_;
  std::uint64_t size_ = 0;  // of a file that is read
  std::uint64_t sum_ = 0;
  std::unique_ptr<std::FILE, Close> file_;
};

template <class Core>
std::uint64_t fingerprint(const Chip<Core>& chip) {
  std::uint64_t h = chip.shape().pes();
  for (const std::uint8_t byte : chip.initial()) h = mix(h, byte);
  for (std::uint32_t pipe = 0; pipe < chip.shape().pipes(); ++pipe)
    h = mix(h, chip.target(0, pipe, 0) | std::uint64_t{chip.target(0, pipe, 1)} << 32);
  typename Core::State by_reset{};
  Core::reset(by_reset, chip.initial().data());
  if (const typename Core::State start = chip.start(); start != by_reset)
    h = mix(h, static_cast<std::uint64_t>(start.pc));
  return mix(h, sizeof(LaneGroup<Core>));
}

// The first part: what must be known before a LaneChip can be made.
template <class Core>
void transfer_head(CheckpointFile& file, const Chip<Core>& chip,
                   typename LaneRows<Core>::Touched& kept) {
  constexpr std::uint64_t kVersion = 0x4b61737572690002;
  file.same(kVersion);
  file.same(chip.shape().log_pipes);
  file.same(chip.shape().ranks);
  file.same(fingerprint(chip));
  file.flags(kept);
}

template <class Core>
void transfer(CheckpointFile& file, LaneChip<Core>& lanes, Totals& totals) {
  const std::uint32_t ranks = lanes.chip.shape().ranks;
  Progress& at = lanes.progress;
  file.value(at);
  file.require(at.live <= at.loaded && at.loaded <= ranks + 1 && at.window < ranks &&
               at.horizon <= ranks);
  for (std::uint32_t rank = at.live; rank < at.loaded; ++rank) {
    if (file.reads()) lanes.admit(rank);
    for (std::uint32_t number = 0; number < lanes.map.groups(); ++number) {
      const std::uint64_t i = lanes.group(rank, number);
      file.value(lanes.groups[i]);
      std::uint8_t ready = lanes.ready[i].load(std::memory_order_relaxed);
      file.value(ready);
      lanes.ready[i].store(ready, std::memory_order_relaxed);
      lanes.rows.transfer(file, i);
    }
  }
  file.value(lanes.retired.hash);
  file.values(lanes.retired.last);
  file.values(lanes.retired.clocks);
  file.require(lanes.retired.last.size() == ranks &&
               (lanes.retired.clocks.empty() ||
                lanes.retired.clocks.size() == lanes.chip.shape().pes()));
  const std::size_t ends_of_pipes = lanes.source_wave.size();
  file.values(lanes.source_wave);
  file.values(lanes.sink_wave);
  file.require(lanes.source_wave.size() == ends_of_pipes &&
               lanes.sink_wave.size() == ends_of_pipes);
  std::string ends = lanes.chip.ends().state();
  file.text(ends);
  file.values(totals.phases);
  file.value(totals.poll);
  file.value(totals.instructions);
  file.value(totals.oddities);
  file.values(totals.first);
  file.close();
  if (!file.reads()) return;
  lanes.chip.ends().restore(ends);
  lanes.decode_where_elements_are();
  lanes.waits.begin_at(at.live);
}

}  // namespace kasuri::emu
