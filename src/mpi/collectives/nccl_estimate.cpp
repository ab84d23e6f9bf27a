// SPDX-License-Identifier: MIT
// How long the messages of an allreduce take (nccl_channels.h) where nothing else is under way: what the
// pieces of a channel wait for most in a steady pipeline, and the latencies of the first one. Tests compare
// it with simulated times. `w` are bytes of a piece on the wire.
#include <algorithm>
#include <bit>
#include <cmath>

#include "mpi/collectives/nccl_lanes.h"
#include "mpi/collectives/nccl_tuning.h"

namespace kasuri::mpi::nccl {
namespace {

double seconds(Time t) { return static_cast<double>(t.ps) * 1e-12; }
double rate(BytesPerSecond r) { return static_cast<double>(r.n); }
double log2_of(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }
double on_wire_of(NcclProtocol p, double data) {
  return data * static_cast<double>(on_wire(p, 1 << 20)) / (1 << 20);
}

struct Estimate {
  const NcclParams& p;
  const Shape& s;
  const Choice& c;
  double bytes;

  bool across() const { return s.servers > 1; }
  double share() const { return bytes / c.channels; }
  // Of a GPU's links: of those that lead directly to other GPUs, what the channels' rings use.
  double nvlink() const {
    const bool stores = c.algorithm != NcclAlgorithm::nvls;
    const double all = rate(p.scale_up_rate()) / (stores ? store_factor(p, s) : 1);
    if (!s.rings || s.rings->degree == 0) return all;
    const auto& busiest = s.rings->use(across()).busiest;
    return all / s.rings->degree * c.channels / busiest[static_cast<std::size_t>(c.channels)];
  }
  double nic() const { return rate(p.rate_of_nic()); }
  double block(double w) const {
    const int streams = c.algorithm == NcclAlgorithm::tree ? 2 : 1;
    return w / std::min(rate(block_rate(p, c.protocol)), rate(link_share(p, s, c, streams)));
  }
  double hop(bool within) const {
    if (within) return seconds(hop_within(s, c.algorithm, c.protocol));
    // Assumed: time on links that a hop's latency does not contain.
    const double links = s.of.multicast ? 0.67e-6 : 0.1e-6;
    const double h = seconds(hop_latency(c.algorithm, c.protocol, false));
    return links + std::max(h, seconds(p.proxy_time));
  }
  // Channels that share a NIC, or a GPU's proxy.
  double per_nic() const {
    return std::ceil(c.channels / static_cast<double>(std::min(s.nics(), c.channels)));
  }
  double per_proxy() const {
    return std::ceil(c.channels / static_cast<double>(std::min(s.heads(), c.channels)));
  }
  double proxies(double w) const {
    return per_proxy() * std::max(seconds(p.proxy_time), w / rate(p.proxy_rate) + seconds(p.proxy_gap));
  }

  // Where two things take about as long, both together take somewhat longer than one.
  static double either(double a, double b) { return std::pow(std::pow(a, 8) + std::pow(b, 8), 1.0 / 8); }

  double ring() const {
    const int n = s.ranks;
    const double steps = 2.0 * (n - 1), inter = across() ? std::ceil(steps / s.per_server()) : 0;
    const RingChunks chunks(c.protocol, 1, static_cast<std::int64_t>(std::ceil(share() / n)));
    const double each = std::min(static_cast<double>(chunks.chunk), share() / n);
    const double loops = std::max(1.0, share() / n / static_cast<double>(chunks.chunk));
    const double w = on_wire_of(c.protocol, each) / chunks.slices, busy = w * c.channels / nvlink();
    double piece = std::max(block(w), busy);
    if (across()) piece = std::max(piece, w * per_nic() / nic());
    const double within = hop(true) + block(w) + w / nvlink();
    const double between = hop(false) + block(w) + w / nic();
    // With Simple, slots between servers hold two steps, and their credits come late.
    const bool waits = c.protocol == NcclProtocol::simple && across();
    double step = chunks.slices * piece + (waits ? 0.6 * hop(false) : 0);
    if (across()) step = std::max(step, chunks.slices * proxies(w));
    const double loop = either((steps - inter) * within + inter * between, steps * step);
    return loops * loop + (chunks.slices > 1 ? std::max(block(w), busy) : 0) + hop(true);
  }

  double tree() const {
    const auto most = static_cast<double>(tree_piece(s, c, bytes));
    const double pieces = std::max(1.0, share() / most);
    const double w = on_wire_of(c.protocol, std::min(most, share()));
    const int g = s.per_server();
    const double depth = g - 1 + log2_of(s.servers);
    // Of two servers each sends data once; inner ones of more have two children, for half of the data.
    const double copies = s.servers == 2 ? 1 : 2;
    // Chains leave out one link of a circle; of direct links some are busy all the same.
    const double used = s.rings && s.rings->degree > 0 ? 1 : (g - 1.0) / g;
    double piece = block(w), links = 2 * w * c.channels / nvlink() * used;
    if (across()) {
      const double uneven = s.servers > 2 ? 1.15 : 1;  // NICs are not equally busy
      const double network = uneven * copies * w * per_nic() / nic();
      links = std::max(links, network);
      piece = std::max({piece, network, copies * proxies(w)});
    }
    const double hops = 2 * ((g - 1) * hop(true) + log2_of(s.servers) * hop(false));
    const double fill = (2 * depth + 1) * block(w) + 2 * log2_of(s.servers) * w / nic();
    return hops + std::max(fill + (pieces - 1) * piece, pieces * links + block(w));
  }

  double nvls() const {
    const int g = s.per_server();
    const double most = static_cast<double>(nvls_chunk(s, c.channels, bytes)) * c.channels * g;
    const double loops = std::max(1.0, bytes / most), loop = std::min(bytes, most);
    const double last = (1 + loops - std::ceil(loops)) * loop;  // of the bytes of a loop
    const auto copy = [&](double n) { return n / c.channels / rate(p.nvls_rate); };
    const auto links = [&](double n) {
      return g > 1 ? n * (g + 1) / g / nvls_efficiency(p.gpu) / nvlink() : 0;
    };
    double each = std::max(copy(loop), links(loop)), late = 2 * hop(true);
    if (across()) {
      const double copies = s.servers == 2 ? 1 : 2, proxy = c.channels * seconds(p.proxy_time);
      // NICs are the less equally busy, the more levels a tree has.
      const double uneven = 1 + 0.14 * std::max(0.0, log2_of(s.servers) - 1);
      each = std::max({each, uneven * copies * loop / g / nic(), copies * proxy});
      late += 2 * log2_of(s.servers) * (std::max(hop(false), proxy / 2) + loop / g / 2 / nic());
    }
    return late + copy(loop) + (loops - 1) * each + links(last) + copy(last);
  }
};

}  // namespace

std::int64_t tree_piece(const Shape& s, const Choice& c, double bytes) {
  double piece = static_cast<double>(slot_data(c.protocol));
  const double channels = c.channels;
  const double servers = std::bit_width(static_cast<unsigned>(s.servers)) - 1;
  const auto shrink = [&](double fewest, double smallest) {
    while (bytes / (channels * piece) < fewest && piece > smallest) piece /= 2;
  };
  if (c.protocol == NcclProtocol::simple) {
    const double depth = s.per_server() - 1 + servers;
    shrink(depth * 8, 131'072);
    shrink(depth * 4, 65'536);
    shrink(depth, 32'768);
  } else if (c.protocol == NcclProtocol::ll128) {
    const double steps = 1 + servers + 0.1 * s.per_server();
    shrink(steps * 64 / s.per_server(), 131'072);
    shrink(steps * 16 / s.per_server(), 32'768);
  }
  return static_cast<std::int64_t>(piece);
}

std::int64_t nvls_chunk(const Shape& s, int channels, double bytes) {
  std::int64_t chunk = s.servers >= 4 ? 65'536 : 131'072;  // bytes
  const double at_once = static_cast<double>(channels) * s.per_server();
  const auto shrink = [&](double fewest, std::int64_t smaller) {
    if (bytes < fewest * at_once * static_cast<double>(chunk)) chunk = std::min(chunk, smaller);
  };
  if (s.servers == 1) {
    shrink(64, 65'536);
    shrink(8, 32'768);
    shrink(2, 16'384);
  } else {
    shrink(4, 65'536);
    shrink(1, 32'768);
  }
  return chunk;
}

double allreduce_time(const NcclParams& p, const Shape& s, const Choice& c, double bytes) {
  const Estimate e{p, s, c, bytes};
  const double start = seconds(base_latency(c.algorithm, c.protocol));
  if (c.algorithm == NcclAlgorithm::ring) return start + e.ring();
  return start + (c.algorithm == NcclAlgorithm::tree ? e.tree() : e.nvls());
}

}  // namespace kasuri::mpi::nccl
