// SPDX-License-Identifier: MIT
// For how long each rank waited for each other one. Waits are gathered in a batch first, so that the
// lines of a table larger than the cache can be fetched ahead.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/hash.h"
#include "mpi/ranks/job.h"

namespace kasuri::mpi {

// When messages met their receives, by request, if a job wants to know.
class Meetings {
 public:
  void want() { wanted_ = true; }
  bool wanted() const { return wanted_; }
  void note(std::uint32_t request, Time now) {
    if (!wanted_) [[likely]] return;
    if (request >= met_.size()) met_.resize(2 * std::size_t{request} + 1024, Time{-1});
    met_[request] = now;
  }
  Time of(std::uint32_t request) const { return request < met_.size() ? met_[request] : Time{-1}; }

 private:
  bool wanted_ = false;
  std::vector<Time> met_;
};

class WaitTable {
 public:
  // Ranks are numbered over all jobs, peer -1 is a non-blocking collective or unknown.
  void add(std::uint32_t rank, std::int64_t peer, Time waited) {
    batch_.push_back({rank, static_cast<std::uint32_t>(peer + 1), waited});
    if (batch_.size() == kBatch) take_in();
  }
  // Sorted by rank and peer.
  std::vector<Wait> sorted();

 private:
  static constexpr std::size_t kBatch = 1024;
  struct One {
    std::uint32_t rank;
    std::uint32_t peer;  // + 1
    Time waited;
  };
  struct Sum {
    std::uint32_t rank;
    std::uint32_t peer;  // + 1
    Time waited{0};
    std::uint64_t times = 0;  // 0: a free slot
  };

  static std::uint64_t hash(std::uint32_t rank, std::uint32_t peer) {
    return mix(std::uint64_t{rank} << 32 | peer);
  }
  // Where the sum of this pair is, or the free slot for it (linear probing).
  Sum& slot(std::uint32_t rank, std::uint32_t peer) {
    for (std::uint64_t i = hash(rank, peer);; ++i) {
      Sum& s = slots_[i & (slots_.size() - 1)];
      if (s.times == 0 || (s.rank == rank && s.peer == peer)) return s;
    }
  }
  void take_in();
  void make_room();

  std::vector<One> batch_;
  std::vector<Sum> slots_{1024};
  std::size_t used_ = 0;
};

}  // namespace kasuri::mpi
