// SPDX-License-Identifier: MIT
#include "experiment/measured/packets.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "experiment/plan/config.h"

namespace kasuri::measured {
namespace {

// Algorithms whose messages all are of a rank's block.
bool sends_blocks(const std::string& collective, const std::string& algorithm) {
  if (collective == "alltoall") return algorithm.find("bruck") == algorithm.npos;
  for (const std::string_view part : {"ring", "neighbor", "linear", "pairwise", "spread", "sparbit"}) {
    if (algorithm.find(part) != algorithm.npos) return true;
  }
  return algorithm.empty();  // it may be such a one
}

// P log2 P times the buffer of a rank, of a sendrecv P times, between two as often as it is sent.
std::uint64_t packets_at_most(const Question& q, Bytes packet) {
  const double ranks = std::max(2u, q.ranks());
  const double each = q.collective == "sendrecv"         ? 1
                      : q.collective == "latency"        ? kRoundTrips
                      : is_point_to_point(q.collective) ? kWindow * kWindows
                                                         : std::log2(ranks);
  return static_cast<std::uint64_t>(ranks * each * static_cast<double>(q.bytes) /
                                    static_cast<double>(packet.n));
}

}  // namespace

std::uint32_t coarser(const Question& q, Bytes packet) {
  constexpr std::int64_t kPieceOfGpus = 128 << 10;
  const std::uint32_t ranks = std::max(2u, q.ranks());
  const std::int64_t parts = q.collective == "sendrecv" || is_point_to_point(q.collective) ? 1
                             : sends_blocks(q.collective, q.algorithm) ? ranks
                                                                       : std::bit_width(ranks - 1);
  const std::int64_t message =
      std::min(q.bytes / parts, q.endpoints_are_gpus ? kPieceOfGpus : INT64_MAX);
  std::uint32_t factor = 1;
  while (q.packets > 0 && packets_at_most(q, packet * factor) > q.packets &&
         packet.n * factor * 2 * 64 <= message) {
    factor *= 2;
  }
  return factor;
}

void enlarge(Config& c, std::uint32_t factor) {
  const auto grow = [&](Bytes& b) { b = {b.n * factor}; };
  grow(c.nic.packet);
  grow(c.nic.header);
  grow(c.nic.smallest_packet);
  if (c.nic.receive_buffer) grow(*c.nic.receive_buffer);
  if (c.router.buffer) grow(*c.router.buffer);
  grow(c.router.output_buffer);
  for (auto& [name, link] : c.link.classes) {
    if (link.buffer) grow(*link.buffer);
  }
}

std::uint64_t most_packets(const Question& q, Bytes packet) {
  return packets_at_most(q, packet * coarser(q, packet));
}

}  // namespace kasuri::measured
