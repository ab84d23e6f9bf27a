// SPDX-License-Identifier: MIT
// NCCL's own prediction of how long a collective takes, by which it chooses algorithm and protocol
// (NVIDIA/nccl, src/graph/tuning.cc): latency + bytes / bandwidth. Its figures are NCCL's; Kasuri fits
// none of them. The messages of a run take what the simulated machine says, see nccl_channels.h.
#pragma once

#include <cstdint>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/nccl.h"

namespace kasuri::mpi::nccl {

// Of a communicator.
struct Shape {
  int ranks = 1;
  int servers = 1;
  GpuServers of{};

  int per_server() const { return ranks / servers; }
};

struct Choice {
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
  int channels = 1;
};

std::string_view form_of(const Choice&);  // "tree, simple"

// Times of one hop, of which NCCL has those of rings and trees; messages take those of rings.
Time base_latency(NcclAlgorithm, NcclProtocol);
Time hop_latency(NcclProtocol, bool within_server);

// Bytes on the wire for so many of data: LL has a flag with each 4 bytes, LL128 with each 120.
std::int64_t on_wire(NcclProtocol, std::int64_t data);
// Data of a slot of a connection's buffer, of which there are 8.
inline constexpr int kSlots = 8;
std::int64_t slot_data(NcclProtocol);

// Share of a GPU's links that NVLS uses.
double nvls_efficiency(Gpu);

// Bytes per second of the operation's size: algbw.
double bandwidth(const NcclParams&, const Shape&, Collective, const Choice&);
// In seconds. `bytes`: as nccl-tests counts them: of alltoall, allgather and reduce_scatter the whole
// buffer.
double predicted(const NcclParams&, const Shape&, Collective, const Choice&, double bytes);
double latency(const NcclParams&, const Shape&, Collective, const Choice&);

// The channels of a communicator, and those that a call of this size uses.
int channels_of(const NcclParams&, const Shape&);
int channels_for(const NcclParams&, const Shape&, const Choice&, double bytes);

// What NCCL runs: all that is not set is what it predicts to be fastest. NVLS has protocol Simple alone.
Choice choose(const NcclParams&, const Shape&, Collective, double bytes,
              NcclAlgorithm = NcclAlgorithm::automatic);

}  // namespace kasuri::mpi::nccl
