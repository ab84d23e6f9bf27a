// SPDX-License-Identifier: MIT
// How NCCL divides the messages of a group of sends and receives (NVIDIA/nccl, src/enqueue.cc,
// addP2pToPlan, and src/graph/paths.cc): into parts, one for each of several channels, and these into
// pieces. How many channels follows the size of a message and the links.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "mpi/collectives/nccl_tuning.h"
#include "mpi/ranks/server_rings.h"

namespace kasuri::mpi::nccl {

inline int power_of_two(int n) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(1, n))));
}

// GB/s of one NVLink, as NCCL counts them.
inline double nvlink_rate(Gpu g) { return g == Gpu::b200 ? 40.1 : g == Gpu::h100 ? 20.6 : 20.0; }

struct GroupPlan {
  static constexpr std::int64_t kMostForLl = 16 << 10;  // bytes of a part
  static constexpr int kAtOnce = 8;                     // messages that a channel works on

  const NcclParams& p;
  const Shape& s;

  bool across() const { return s.servers > 1; }
  int channels() const { return std::min(power_of_two(channels_of(p, s)), kLanes); }
  // Of a message, at most: two for each NVLink of a pair, and with several servers one for each 14 GB/s of
  // the network, of which many ranks leave less.
  int most() const {
    double links = static_cast<double>(p.scale_up_rate().n) * 1e-9;
    if (s.rings && s.rings->degree > 0) links /= s.rings->degree;
    int most = 2 * std::max(1, static_cast<int>(links / nvlink_rate(p.gpu)));
    if (!across()) return std::min(channels(), power_of_two(most));
    const int nics = std::max(1, s.nics() / s.heads());
    const double rate = nics * static_cast<double>(p.rate_of_nic().n) * 1e-9;
    most = power_of_two(std::min(most, std::max(nics, static_cast<int>(std::ceil(rate / 14)))));
    while (most > 1 && most * ((s.ranks + kAtOnce - 1) / kAtOnce) > channels()) most /= 2;
    return most;
  }
  std::int64_t step() const { return across() ? 128 << 10 : 512 << 10; }

  int parts(std::int64_t bytes) const {
    const int all = most();
    int fewest = all;
    while (fewest > 1 && fewest * s.ranks > channels()) fewest /= 2;
    const std::int64_t least = across() ? step() / 2 : step() / 8, limit = across() ? step() : step() * 32;
    const auto needed = std::clamp<std::int64_t>((bytes + least - 1) / least, 1, fewest);
    int n = static_cast<int>(needed);
    while ((bytes + n - 1) / n > limit && 2 * n <= all) n *= 2;
    return n;
  }
  NcclProtocol protocol(std::int64_t bytes, bool within) const {
    if (p.protocol == NcclProtocol::ll || p.protocol == NcclProtocol::simple) return p.protocol;
    return within && bytes <= parts(bytes) * kMostForLl ? NcclProtocol::ll : NcclProtocol::simple;
  }
  std::int64_t piece(std::int64_t bytes, bool within) const {
    if (protocol(bytes, within) == NcclProtocol::ll) return slot_data(NcclProtocol::ll);
    if (within) return step();
    return bytes < step() ? step() / 4 : bytes < 8 * step() ? step() / 2 : step();
  }

 private:
  static constexpr int kLanes = static_cast<int>(NcclParams::kMostChannels);
};

}  // namespace kasuri::mpi::nccl
