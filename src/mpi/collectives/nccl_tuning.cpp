// SPDX-License-Identifier: MIT
#include "mpi/collectives/nccl_tuning.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "mpi/ranks/server_rings.h"

namespace kasuri::mpi::nccl {
namespace {

constexpr double kGiga = 1e9, kMicro = 1e-6;
using Row = std::array<double, 3>;  // LL, LL128, Simple

// µs.
constexpr Row kTreeBase{6.8, 14.0, 8.4}, kRingBase{6.6, 14.0, 8.4};
constexpr Row kRingNvlink{0.6, 1.9, 3.4}, kRingNetwork{2.7, 4.0, 14.0};
// Within a server with NVSwitches: what the search for rings finds, twice (src/graph/search.cc).
constexpr int kSwitchedChannels = 24;
constexpr double kNvlsBase = 25.0, kNvlsTreeNetwork = 20.9;

std::size_t index_of(NcclProtocol p) { return static_cast<std::size_t>(p) - 1; }
Time time_of(double us) { return Time{static_cast<std::int64_t>(std::llround(us * 1e6))}; }

// GB/s that LL reaches at most within a server.
double most_of_ll(Gpu g) {
  switch (g) {
    case Gpu::v100: return 39.0;
    case Gpu::a100: return 87.7;
    case Gpu::h100: return 141.0;
    case Gpu::b200: return 282.0;
  }
  return 0;
}

double most_of_ll(const NcclParams& p, const Shape& s) {
  if (s.servers > 2) return p.amd_host ? 19.0 : 20.4;
  if (s.servers == 2) return p.amd_host ? 22.5 : 39.0;
  return most_of_ll(p.gpu);
}

// GB/s of all NVLinks of a GPU, as NCCL counts them (src/graph/topo.h), and by data sheets.
std::pair<double, double> nvlinks_of(Gpu g) {
  switch (g) {
    case Gpu::v100: return {6 * 20.0, 150};
    case Gpu::a100: return {12 * 20.0, 300};
    case Gpu::h100: return {18 * 20.6, 450};
    case Gpu::b200: return {18 * 40.1, 900};
  }
  return {1, 1};
}

// GB/s that leave and enter a server, or a GPU where there is one server.
double bus_bandwidth(const NcclParams& p, const Shape& s) {
  if (s.servers > 1) {
    return s.nics() * static_cast<double>(p.rate_of_nic().n) / kGiga;
  }
  return static_cast<double>(p.scale_up_rate().n) / kGiga;
}

// Steps of a ring, and those of them between servers.
std::pair<double, double> ring_steps(Collective which, const Shape& s) {
  if (which == Collective::bcast || which == Collective::reduce) return {s.ranks, s.servers};
  return {s.ranks - 1, s.servers - 1};
}

}  // namespace

double nvls_efficiency(Gpu g) { return g == Gpu::b200 ? 0.74 : 0.85; }

std::string_view form_of(const Choice& c) {
  constexpr std::string_view kForms[3][3] = {{"ring, ll", "ring, ll128", "ring, simple"},
                                             {"tree, ll", "tree, ll128", "tree, simple"},
                                             {"nvls", "nvls", "nvls"}};
  static_assert(static_cast<int>(NcclAlgorithm::ring) == 1 && static_cast<int>(NcclProtocol::ll) == 1);
  return kForms[static_cast<std::size_t>(c.algorithm) - 1][static_cast<std::size_t>(c.protocol) - 1];
}

Time base_latency(NcclAlgorithm a, NcclProtocol p) {
  // Two hops, to the head of a chunk and back, are part of the 25 µs.
  if (a == NcclAlgorithm::nvls) return time_of(kNvlsBase - 2 * kRingNvlink[index_of(p)]);
  return time_of((a == NcclAlgorithm::tree ? kTreeBase : kRingBase)[index_of(p)]);
}

Time hop_latency(NcclAlgorithm a, NcclProtocol p, bool within_server) {
  if (a == NcclAlgorithm::nvls && !within_server) return time_of(kNvlsTreeNetwork);
  return time_of((within_server ? kRingNvlink : kRingNetwork)[index_of(p)]);
}

BytesPerSecond block_rate(const NcclParams& p, NcclProtocol protocol) {
  if (protocol != NcclProtocol::ll) return p.channel_rate;
  const auto flags = static_cast<std::int64_t>(2 * most_of_ll(p.gpu) / kSwitchedChannels * kGiga);
  return std::min(p.channel_rate, p.ll_rate.value_or(BytesPerSecond{flags}));
}

Time hop_within(const Shape& s, NcclAlgorithm a, NcclProtocol p) {
  return std::max(hop_latency(a, p, true), s.of.nearest);
}

double store_factor(const NcclParams& p, const Shape& s) {
  if (!s.of.multicast) return 1;
  const double rate = static_cast<double>(p.scale_up_rate().n) / kGiga;
  const auto [stores, all] = nvlinks_of(p.gpu);
  return std::max(1.0, rate / std::max(stores, rate * stores / all));
}

BytesPerSecond link_share(const NcclParams& p, const Shape& s, const Choice& c, int streams) {
  if (s.per_server() < 2) return kUnlimited;
  const double all = static_cast<double>(p.scale_up_rate().n);
  if (s.rings && s.rings->degree > 0) {
    const auto& busiest = s.rings->use(s.servers > 1).busiest;
    const double of_link = busiest[static_cast<std::size_t>(c.channels)] * streams;
    // Assumed: a little less than a link carries, whose queues would never be empty else.
    constexpr double kLess = 0.99;
    return {static_cast<std::int64_t>(kLess * s.of.data * all / s.rings->degree / of_link)};
  }
  if (!s.of.multicast) return kUnlimited;
  return {static_cast<std::int64_t>(all / store_factor(p, s) / (c.channels * streams))};
}

std::int64_t on_wire(NcclProtocol p, std::int64_t data) {
  if (p == NcclProtocol::ll) return (data + 3) / 4 * 8;
  if (p == NcclProtocol::ll128) return (data + 119) / 120 * 128;
  return data;
}

std::int64_t slot_data(NcclProtocol p) {
  if (p == NcclProtocol::ll) return 512 * 8 * 16 / 2;
  if (p == NcclProtocol::ll128) return std::int64_t{120} * 640 * 8 * 120 / 128;
  return (std::int64_t{4} << 20) / kSlots;
}

double bandwidth(const NcclParams& p, const Shape& s, Collective which, NcclProtocol protocol) {
  double bus = bus_bandwidth(p, s);
  if (protocol == NcclProtocol::ll) bus = std::min(bus * 0.5, most_of_ll(p, s));
  if (protocol == NcclProtocol::ll128) bus *= 0.92;
  return bus * s.ranks / std::max(1.0, ring_steps(which, s).first) * kGiga;
}

double latency(const NcclParams& p, const Shape& s, Collective which, NcclProtocol protocol) {
  const std::size_t i = index_of(protocol);
  const auto [steps, inter] = ring_steps(which, s);
  double intra = kRingNvlink[i];
  if (s.servers > 1) {
    const double overhead = p.amd_host ? 2 : 1;
    intra = std::max(intra, protocol == NcclProtocol::simple ? 3 * overhead : overhead);
  }
  return (kRingBase[i] + (steps - inter) * intra + inter * kRingNetwork[i]) * kMicro;
}

double predicted(const NcclParams& p, const Shape& s, Collective which, const Choice& c, double bytes) {
  if (which == Collective::allreduce) return allreduce_time(p, s, c, bytes);
  return latency(p, s, which, c.protocol) + bytes / bandwidth(p, s, which, c.protocol);
}

int channels_of(const NcclParams& p, const Shape& s) {
  if (p.channels > 0) return static_cast<int>(p.channels);
  int wanted = s.servers > 1 ? 2 * s.nics() : s.of.multicast ? kSwitchedChannels : 16;
  // src/graph/connect.cc: as many again where servers have few of fast NICs.
  const bool is_fast = p.gpu >= Gpu::h100 && static_cast<double>(p.rate_of_nic().n) > 45 * kGiga;
  if (s.servers > 1 && is_fast && wanted < 16) wanted *= 2;
  // As many for each ring.
  if (s.servers == 1 && s.rings && s.rings->degree > 0) {
    wanted = (wanted + s.rings->count() - 1) / s.rings->count() * s.rings->count();
  }
  return std::min<int>(wanted, NcclParams::kMostChannels);
}

// src/transport/nvls.cc: whatever the size.
int nvls_channels(const NcclParams& p, const Shape& s) {
  const int most = p.gpu != Gpu::b200 ? 16 : s.servers > 1 ? kMostNvlsChannels : 24;
  return p.channels > 0 ? std::min(most, static_cast<int>(p.channels)) : most;
}

// As many threads as have enough to do: each thread of a block 8 bytes, with Simple 64, and in rings with
// LL 8 for each rank.
int channels_for(const NcclParams& p, const Shape& s, const Choice& c, double bytes) {
  if (c.algorithm == NcclAlgorithm::nvls) return nvls_channels(p, s);
  const bool ll = c.protocol == NcclProtocol::ll;
  double each = 512 * 8;
  if (c.protocol == NcclProtocol::ll128) each = 640 * 8;
  if (c.protocol == NcclProtocol::simple) each = 512 * 64;
  if (ll && c.algorithm == NcclAlgorithm::ring) each *= s.ranks;
  const int all = channels_of(p, s);
  return std::clamp(static_cast<int>(std::min(bytes / each, 1e6)), 1, all);
}

Choice choose(const NcclParams& p, const Shape& s, Collective which, double bytes, NcclAlgorithm set) {
  if (set == NcclAlgorithm::automatic && which == Collective::allreduce) set = p.algorithm;
  if (which != Collective::allreduce) set = NcclAlgorithm::ring;
  Choice best;
  double shortest = std::numeric_limits<double>::infinity();
  for (const auto a : {NcclAlgorithm::ring, NcclAlgorithm::tree, NcclAlgorithm::nvls}) {
    if (set != NcclAlgorithm::automatic && a != set) continue;
    if (set == NcclAlgorithm::automatic) {
      if (a == NcclAlgorithm::nvls && (!s.of.multicast || s.per_server() < 2)) continue;
    }
    for (const auto protocol : {NcclProtocol::ll, NcclProtocol::ll128, NcclProtocol::simple}) {
      const bool simple_only = a == NcclAlgorithm::nvls;
      if (simple_only && protocol != NcclProtocol::simple) continue;
      const bool is_set = p.protocol != NcclProtocol::automatic && !(simple_only && set == a);
      if (is_set && protocol != p.protocol) continue;
      Choice c{a, protocol, 1};
      c.channels = channels_for(p, s, c, bytes);
      const double time = predicted(p, s, which, c, bytes);
      if (time >= shortest) continue;
      shortest = time;
      best = c;
    }
  }
  return best;
}

}  // namespace kasuri::mpi::nccl
