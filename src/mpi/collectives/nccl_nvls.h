// SPDX-License-Identifier: MIT
// An allreduce whose data NVSwitches combine and copy (NVLS; NVIDIA/nccl, src/device/all_reduce.h, nvls
// and nvls_tree). A channel passes its share of the vector loop by loop, in which each GPU of a server is
// the head of one chunk. Two lanes of a GPU do the work of the thread block's warps:
//
//   copies  scatter: the chunks of a loop go to the memory from which switches read; and gather: what
//           switches have written there goes to the receive buffer, as many loops later as there are slots
//   head    the switches combine what all GPUs of the server have for its chunk (multimem.ld_reduce), and
//           copy the sum to all (multimem.st). Between servers the head sends the sum of its server up a
//           binary tree first, whose root turns it around (NVLSTree); half of the channels have one tree,
//           half the other.
//
// Kasuri's switches do not combine: GPUs send their chunks to the head, and the head sends the sum, as
// messages. Of S bytes a GPU's links carry S (1 + 1/g) in each direction with NVLS, 2 S (1 − 1/g) with
// such messages: these have as many fewer bytes on the wire, divided by NVLS's efficiency. Nothing is sent
// for credits: a loop is scattered only when the one before it by the slots has come back.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mpi/collectives/nccl_channels.h"
#include "mpi/collectives/nccl_topology.h"

namespace kasuri::mpi::nccl {

// The share of a channel: in loops of one chunk for each head, of which the last loop has shorter ones.
struct NvlsShare {
  Share share;
  int heads;
  std::int64_t chunk;  // elements

  std::int64_t loops() const { return (share.count + heads * chunk - 1) / (heads * chunk); }
  std::int64_t in_loop(std::int64_t loop) const {
    return std::min(heads * chunk, share.count - loop * heads * chunk);
  }
  Share of(std::int64_t loop, int head) const;
};

// Ranks that a GPU exchanges chunks with.
struct NvlsPeers {
  std::vector<int> locals;  // the GPUs of its server, by number
  int gpu = 0;              // its own
  int parent = -1;          // in the tree between servers
  std::array<int, Piece::kMost> children{-1, -1, -1};
};

// The lanes of a GPU for one channel.
void add_nvls(Lanes&, int channel, const NvlsShare&, const NvlsPeers&, void* data, std::int64_t element);

}  // namespace kasuri::mpi::nccl
