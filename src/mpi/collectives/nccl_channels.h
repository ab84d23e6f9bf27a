// SPDX-License-Identifier: MIT
// How NCCL's channels move data, as messages (arXiv:2507.04786, sections 4 and 5; NVIDIA/nccl,
// src/include/device.h). A lane is what a thread block of a channel does: piece by piece it waits for
// what comes, combines it with what is there, and passes it on. A connection has 8 slots: a sender is at
// most as many pieces ahead of its receiver, and gets credits for half of them at a time.
//
// A piece takes time of its lane (bytes by mpi.nccl.channel_rate), then a hop's latency, and its message
// goes over the simulated links. Between servers it waits for the GPU's proxy, which has one piece sent
// after the other, whichever of the GPU's collectives they belong to: each takes proxy_time, or if that is
// longer, its bytes by proxy_rate and proxy_gap. All lanes of a rank run on the coroutine of the
// collective: no lane waits for another.
//
// Not modelled: registration of user buffers, work that a kernel's channels share, the proxies' placement
// on cores.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "mpi/collectives/nccl_topology.h"
#include "mpi/collectives/nccl_tuning.h"
#include "mpi/ranks/collective.h"

namespace kasuri::mpi::nccl {

struct Piece {
  static constexpr std::size_t kMost = 3;

  std::int64_t elements = 0;  // that come; 0: nothing does
  void* to = nullptr;         // where they go, or are combined
  bool combines = false;
  std::array<int, kMost> sources{-1, -1, -1};  // ranks; -1: none
  std::int64_t leaving = 0;   // elements that leave then
  const void* from = nullptr;
  std::array<int, kMost> targets{-1, -1, -1};
  // Where this piece is the first of a connection with other ranks than before: its messages; else -1.
  std::int64_t coming_in_all = -1, leaving_in_all = -1;
  std::int64_t moved = -1;  // elements that the block moves for it; -1: what comes or leaves
  bool multicast = false;   // a switch's copies, beside other messages of the channel
};

class Lane {
 public:
  explicit Lane(int channel) : channel_(channel) {}
  virtual ~Lane() = default;
  virtual std::int64_t pieces() const = 0;
  virtual Piece piece(std::int64_t i) const = 0;

  int channel() const { return channel_; }
  NcclProtocol protocol = NcclProtocol::automatic;  // automatic: the call's
  // Pieces that the slots of a connection hold.
  std::int64_t window = kSlots;
  // Elements of the largest piece that is combined, and from how many ranks such pieces come.
  std::int64_t largest = 0;
  std::int64_t sources = 1;
  // Of pieces that wait to be combined.
  std::int64_t scratch() const { return largest * sources; }

 private:
  int channel_;
};

using Lanes = std::vector<std::unique_ptr<Lane>>;

// Thread blocks store as they go on: of longer pieces the first so many bytes leave early.
inline constexpr Bytes kStream{128 << 10};

struct Timing {
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
  Time start{0};           // before the first piece
  double wire_factor = 1;  // of messages within a server
  BytesPerSecond block_rate = kUnlimited;  // at which a channel's block moves data
  BytesPerSecond share = kUnlimited;       // at which it stores, at most
  double channels = 1;  // that a lane stands for
  // Bytes after which a piece begins to leave while its block goes on; unlimited: as a whole.
  Bytes stream{INT64_MAX};
};

// Runs all lanes of a rank to their ends.
void run_lanes(Team&, const CollectiveCall&, const Timing&, const Lanes&);

// What is known of a call on its communicator.
struct Call {
  std::shared_ptr<const ServerOrder> order;
  Shape shape;
  Choice choice;

  Call(Team&, Collective, double bytes, NcclAlgorithm = NcclAlgorithm::automatic);
  RingOrder ring(const Team&, int rank, int channel) const;
  // `streams`: that each channel's blocks send within a server at the same time, step by step: they share
  // the GPU's links. 0: as links give it.
  Timing timing(const NcclParams& p, int streams = 0) const {
    const BytesPerSecond share = streams > 0 ? link_share(p, shape, choice, streams) : kUnlimited;
    return {.algorithm = choice.algorithm,
            .protocol = choice.protocol,
            .start = base_latency(choice.algorithm, choice.protocol),
            .wire_factor = store_factor(p, shape),
            .block_rate = block_rate(p, choice.protocol),
            .share = share,
            .stream = share == kUnlimited ? Bytes{INT64_MAX} : kStream};
  }
};

// An operation's kind of algorithm, for those that GPUs run.
template <class Kind>
struct OnGpus : Kind {
  using Kind::Kind;
  bool leaves_cpu() const override { return true; }
};

// Elements of `total` that are a channel's: multiples of `grain`, but for the last.
struct Share {
  std::int64_t at, count;
};
Share share_of(std::int64_t total, int channel, int channels, std::int64_t grain);

}  // namespace kasuri::mpi::nccl
