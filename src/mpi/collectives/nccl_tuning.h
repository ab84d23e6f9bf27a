// SPDX-License-Identifier: MIT
// Which algorithm and protocol a collective takes. NCCL chooses by a prediction whose figures stem from
// measurements of its machines (NVIDIA/nccl, src/graph/tuning.cc): latency + bytes / bandwidth. Rings of
// allgathers and the like are chosen by it. For an allreduce it would often choose what takes much longer
// on the simulated machine; that is chosen by an estimate of the simulated time. The messages of a run take
// what the machine says, see nccl_channels.h.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/nccl.h"

namespace kasuri::mpi::nccl {

// Of a communicator.
struct Shape {
  int ranks = 1;
  int servers = 1;
  GpuServers of{};
  const ServerRings* rings = nullptr;  // within each server; null: by the numbers of GPUs

  int per_server() const { return ranks / servers; }
  // NICs of a server by which channels enter and leave, and all that then serve the ranks' GPUs: GPUs with
  // several spread their messages over them.
  int heads() const { return of.heads(per_server()); }
  int nics() const { return heads() * std::max(1, static_cast<int>(of.nics / of.gpus)); }
};

struct Choice {
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
  int channels = 1;
};

std::string_view form_of(const Choice&);  // "tree, simple"

// Times of one hop, of which NCCL has those of rings and trees; messages take those of rings.
Time base_latency(NcclAlgorithm, NcclProtocol);
Time hop_latency(NcclAlgorithm, NcclProtocol, bool within_server);

// Bytes on the wire for so many of data: LL has a flag with each 4 bytes, LL128 with each 120.
std::int64_t on_wire(NcclProtocol, std::int64_t data);
// Data of a slot of a connection's buffer, of which there are 8.
inline constexpr int kSlots = 8;
std::int64_t slot_data(NcclProtocol);

// At which a channel's thread block moves data, flags included.
BytesPerSecond block_rate(const NcclParams&, NcclProtocol);
// Of a hop within a server: NCCL's latency has the links in it, unless the machine's take longer.
Time hop_within(const Shape&, NcclAlgorithm, NcclProtocol);
// Bytes of their rate that NVLinks give for each byte that thread blocks store over them.
double store_factor(const NcclParams&, const Shape&);

// Of the rate that a GPU's links within its server give to thread blocks, that of each of the channels'
// streams: thread blocks that go on step by step store at the same time. Unlimited: not known.
BytesPerSecond link_share(const NcclParams&, const Shape&, const Choice&, int streams);

inline constexpr int kMostNvlsChannels = 32;
// Share of a GPU's links that NVLS uses.
double nvls_efficiency(Gpu);

// Of rings: bytes per second of the operation's size (algbw), and seconds, as NCCL predicts them. Bytes
// are as nccl-tests counts them: of alltoall, allgather and reduce_scatter the whole buffer.
double bandwidth(const NcclParams&, const Shape&, Collective, NcclProtocol);
double latency(const NcclParams&, const Shape&, Collective, NcclProtocol);
// nccl_estimate.cpp: seconds that the messages of an allreduce take where nothing else is under way.
double allreduce_time(const NcclParams&, const Shape&, const Choice&, double bytes);
// One of these.
double predicted(const NcclParams&, const Shape&, Collective, const Choice&, double bytes);

// Bytes of a tree's pieces, which become shorter until there are enough to fill it (src/enqueue.cc).
std::int64_t tree_piece(const Shape&, const Choice&, double bytes);
// Of a chunk of NVLS: less where that makes too few loops.
std::int64_t nvls_chunk(const Shape&, int channels, double bytes);

// The channels of a communicator, and those that a call of this size uses.
int channels_of(const NcclParams&, const Shape&);
int nvls_channels(const NcclParams&, const Shape&);
int channels_for(const NcclParams&, const Shape&, const Choice&, double bytes);

// What runs: all that is not set is what is predicted to be fastest. NVLS has protocol Simple alone.
Choice choose(const NcclParams&, const Shape&, Collective, double bytes,
              NcclAlgorithm = NcclAlgorithm::automatic);

}  // namespace kasuri::mpi::nccl
