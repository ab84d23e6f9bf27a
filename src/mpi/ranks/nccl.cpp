// SPDX-License-Identifier: MIT
#include "mpi/ranks/nccl.h"

#include <algorithm>
#include <numeric>

#include "mpi/ranks/device.h"

namespace kasuri::mpi {

config::Fields<NcclParams> NcclParams::fields() {
  using P = NcclParams;
  using namespace literals;
  return {
      config::field("gpu", &P::gpu,
                    "generation of the GPUs, for choices, and for channels and efficiency of NVLS"),
      config::field("amd_host", &P::amd_host, "whether the hosts have processors of AMD, for the same"),
      config::field("gpus_per_server", &P::gpus_per_server,
                    "endpoints that are one server, by their numbers; 0: as the topology says")
          .range(0, 4096),
      config::field(
          "nics_per_server", &P::nics_per_server,
          "NICs of a server that channels are spread over; 0: as the topology says, else one per "
          "GPU")
          .range(0, 4096),
      config::field("algorithm", &P::algorithm,
                    "algorithm of the allreduce; automatic: the one with the shortest estimated time"),
      config::field("protocol", &P::protocol,
                    "protocol; automatic: the one with the shortest estimated time"),
      config::field("channels", &P::channels,
                    "channels at most; 0: two per NIC, with NICs of more than 45 GB/s and less than 16 "
                    "channels four; within one server 24 over NVSwitches, else 16, or as many more as make "
                    "a multiple of the rings over direct links; of NVLS 16, with B200 24 within one "
                    "server, else 32")
          .range(0, kMostChannels),
      config::field("nvlink_rate", &P::nvlink_rate,
                    "rate of a GPU's links within its server, for choices of algorithms; default: the "
                    "machine's, else by `gpu`")
          .range({1000}, 100'000_GBps),
      config::field(
          "network_rate", &P::network_rate,
          "rate of a NIC, all ports together, for the same; default: the machine's, where the topology "
          "has servers, else 25 GB/s")
          .range({1000}, 100'000_GBps),
      config::field("channel_rate", &P::channel_rate,
                    "rate at which a channel's thread block moves data, flags included")
          .range({1000}, 100'000_GBps),
      config::field("ll_rate", &P::ll_rate,
                    "the same with protocol LL, at most channel_rate; default: by `gpu`, what NCCL expects "
                    "of 24 channels, 11.75 GB/s on H100")
          .range({1000}, 100'000_GBps),
      config::field("nvls_rate", &P::nvls_rate,
                    "the same with NVLS, whose blocks copy data to and from the memory that switches read "
                    "and write; the default is fitted to one published rate of 8 H100 (1 GiB)")
          .range({1000}, 100'000_GBps),
      config::field("proxy_time", &P::proxy_time,
                    "time of a GPU's proxy for each piece that it has the NIC send")
          .range(0_ps, 1000_ms),
      config::field("proxy_rate", &P::proxy_rate,
                    "rate of a proxy: if a piece's bytes at this rate and proxy_gap together take longer "
                    "than proxy_time, the proxy takes that long for the piece")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("proxy_gap", &P::proxy_gap,
                    "time between two pieces at proxy_rate; the default is fitted to measured times of "
                    "MareNostrum 5 (servers of 4 H100 with 4 NICs of 200 Gb/s)")
          .range(0_ps, 1000_ms),
  };
}

BytesPerSecond NcclParams::scale_up_rate() const {
  return nvlink_rate.value_or(scale_up_rate_of(kasuri::name_of(gpu)));
}

void ServerOrder::sort(const std::vector<std::uint32_t>& servers) {
  const std::size_t n = servers.size();
  rank_at.resize(n);
  place_of.resize(n);
  std::iota(rank_at.begin(), rank_at.end(), 0);
  const auto of = [&](int r) { return servers[static_cast<std::size_t>(r)]; };
  std::ranges::stable_sort(rank_at, {}, of);
  for (std::size_t i = 0; i < n; ++i) {
    place_of[static_cast<std::size_t>(rank_at[i])] = static_cast<int>(i);
  }
  std::size_t each = 1;
  while (each < n && of(rank_at[each]) == of(rank_at[0])) ++each;
  bool even = n % each == 0;
  for (std::size_t i = 1; even && i < n; ++i) {
    even = (of(rank_at[i]) != of(rank_at[i - 1])) == (i % each == 0);
  }
  per_server = even ? static_cast<int>(each) : 1;
}

}  // namespace kasuri::mpi
