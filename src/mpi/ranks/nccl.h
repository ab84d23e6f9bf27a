// SPDX-License-Identifier: MIT
// [mpi.nccl]: what collectives between GPUs cost that follow NVIDIA's NCCL, and what is set of its choices.
// Source of the names and of what is not set: NVIDIA/nccl (src/graph/tuning.cc, src/include/device.h) and
// arXiv:2507.04786.
//
// A channel is a thread block on each GPU. It takes a piece of data that came, combines it, and passes
// it on: within a server by stores to the other GPU's memory, between servers by a proxy, a thread of
// the host that has the GPU's NIC send the piece.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/config/fields.h"
#include "base/core/named_enum.h"
#include "base/core/units.h"

namespace kasuri::mpi {

struct ServerLinks;  // server_rings.h
struct ServerRings;

enum class NcclAlgorithm : std::uint8_t { automatic, ring, tree, nvls };
constexpr auto names_of(NcclAlgorithm) { return name_table("automatic", "ring", "tree", "nvls"); }

enum class NcclProtocol : std::uint8_t { automatic, ll, ll128, simple };
constexpr auto names_of(NcclProtocol) { return name_table("automatic", "ll", "ll128", "simple"); }

enum class Gpu : std::uint8_t { v100, a100, h100, b200 };
constexpr auto names_of(Gpu) { return name_table("v100", "a100", "h100", "b200"); }

struct NcclParams {
  static constexpr std::uint32_t kMostChannels = 64;

  Gpu gpu = Gpu::h100;
  bool amd_host = false;
  std::uint32_t gpus_per_server = 0;  // 0: the topology's
  std::uint32_t nics_per_server = 0;  // 0: the topology's, else one per GPU
  NcclAlgorithm algorithm = NcclAlgorithm::automatic;
  NcclProtocol protocol = NcclProtocol::automatic;
  std::uint32_t channels = 0;  // 0: see NcclTuning
  std::optional<BytesPerSecond> nvlink_rate;
  std::optional<BytesPerSecond> network_rate;
  BytesPerSecond channel_rate{40'000'000'000};
  std::optional<BytesPerSecond> ll_rate;
  BytesPerSecond nvls_rate{17'600'000'000};
  Time proxy_time{1'400'000};
  BytesPerSecond proxy_rate = kUnlimited;
  Time proxy_gap{400'000};

  static config::Fields<NcclParams> fields();
  // Of a GPU's links within its server.
  BytesPerSecond scale_up_rate() const;
  BytesPerSecond rate_of_nic() const { return network_rate.value_or(BytesPerSecond{25'000'000'000}); }
};

// The servers of a job's machine.
struct GpuServers {
  std::uint32_t gpus = 1;      // endpoints of each
  std::uint32_t nics = 1;      // of each
  bool multicast = false;      // their switches copy and combine (NVLS)
  // That a short message takes on links from a GPU to the nearest other; if unknown, assumed.
  Time nearest{100'000};
  Time next{0};  // that a NIC takes for each more of messages that threads store in parallel
  double data = 1;                       // of the bytes on links; the others are headers
  BytesPerSecond nic_rate = kUnlimited;  // of data, by all NICs of a GPU
  std::shared_ptr<const ServerLinks> links{};  // of each; null: GPUs only meet at switches that join all

  // NICs by which channels enter and leave, where ranks are on so many GPUs of each: at most one for each.
  int heads(int ranks) const {
    const std::uint32_t of = std::max(gpus, 1u);
    const auto nics_of = (std::uint64_t{static_cast<std::uint32_t>(ranks)} * nics + of - 1) / of;
    return static_cast<int>(std::clamp<std::uint64_t>(nics_of, 1, static_cast<std::uint64_t>(ranks)));
  }
};

// The ranks of a communicator in the order of their servers. If not all servers have as many ranks, every
// rank counts as a server of its own: a ring is a ring still.
struct ServerOrder {
  int per_server = 1;
  std::vector<int> rank_at;      // by place; empty: places are ranks
  std::vector<int> place_of;     // by rank; empty: the same
  std::shared_ptr<const ServerRings> rings;  // null: by the numbers of GPUs

  int rank(int place) const {
    return rank_at.empty() ? place : rank_at[static_cast<std::size_t>(place)];
  }
  int place(int rank) const {
    return place_of.empty() ? rank : place_of[static_cast<std::size_t>(rank)];
  }

  // `servers`: of each rank.
  template <class Server>
  static ServerOrder of(int ranks, const Server& server);

 private:
  void sort(const std::vector<std::uint32_t>& servers);
};

template <class Server>
ServerOrder ServerOrder::of(int ranks, const Server& server) {
  // As placements have them: equal runs of ranks, in ascending order of their servers.
  ServerOrder order;
  int each = 0, begin = 0;
  bool even = true;
  for (int r = 1; r <= ranks && even; ++r) {
    if (r < ranks && server(r) == server(r - 1)) continue;
    if (each == 0) each = r;
    even = r - begin == each && (r == ranks || server(r - 1) < server(r));
    begin = r;
  }
  if (even) {
    order.per_server = each;
    return order;
  }
  std::vector<std::uint32_t> servers(static_cast<std::size_t>(ranks));
  for (int r = 0; r < ranks; ++r) servers[static_cast<std::size_t>(r)] = server(r);
  order.sort(servers);
  return order;
}

}  // namespace kasuri::mpi
