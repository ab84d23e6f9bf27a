// SPDX-License-Identifier: MIT
// For tests: the settings of a machine as numbers, from which both its TOML and the closed forms of
// its timing are made. These restate the rule of input_queued.h and nic.h, and share no code.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace kasuri {

// Times in ps, sizes in bytes, rates in B/s; 0 for a rate: unlimited.
struct TestFabric {
  std::string type = "torus";
  std::vector<std::uint32_t> extents;
  std::uint32_t endpoints_per_router = 1;
  std::int64_t routing = 4'000, vc_allocation = 4'000, switch_allocation = 4'000;
  std::int64_t traversal = 128'000;
  std::int64_t switch_rate = 5'000'000'000;
  std::uint32_t vcs = 2;
  std::int64_t buffer = 8192;
  std::string arbiter = "round-robin";
  std::string architecture = "input-queued";
  double speedup = 1;  // with output buffers of two packets
  std::int64_t output_pool = 0;
  std::int64_t link_rate = 5'000'000'000;
  std::int64_t cable = 600, credit = 0;
  std::uint32_t nics = 1;
  std::int64_t nic_rate = 5'000'000'000, nic_cable = 600;
  std::int64_t dma_read = 0, dma_write = 0;
  std::int64_t packet = 2048, header = 0, smallest = 32;
  std::int64_t send_overhead = 0, receive_overhead = 0;
  std::int64_t receive_buffer = 16384;
  bool deadlock_check = true;
  std::string run;  // more lines of [run]

  std::string toml(std::string_view jobs = "[[jobs]]\npattern = { type = \"script\" }\n") const;

  std::uint32_t routers() const {
    std::uint32_t n = 1;
    for (const std::uint32_t e : extents) n *= e;
    return n;
  }
  std::uint32_t nodes() const { return routers() * endpoints_per_router / nics; }

  // T_RC + T_VA + T_SA, and with T_ST.
  std::int64_t request() const { return routing + vc_allocation + switch_allocation; }
  std::int64_t pipeline() const { return request() + traversal; }

  // Links on the shortest way between two nodes.
  std::uint32_t hops(std::uint32_t from, std::uint32_t to) const {
    std::uint32_t a = from * nics / endpoints_per_router, b = to * nics / endpoints_per_router;
    std::uint32_t sum = 0;
    for (const std::uint32_t e : extents) {
      const auto apart =
          static_cast<std::uint32_t>(std::abs(static_cast<int>(a % e) - static_cast<int>(b % e)));
      sum += type == "torus" ? std::min(apart, e - apart) : apart;
      a /= e;
      b /= e;
    }
    return sum;
  }

  // The packets of a message, in bytes on the wire.
  std::vector<std::int64_t> packets(std::int64_t payload) const {
    std::vector<std::int64_t> all;
    do {
      const std::int64_t part = std::min(payload, packet - header);
      all.push_back(std::max(part + header, smallest));
      payload -= part;
    } while (payload > 0);
    return all;
  }

  // S / B rounded up to a picosecond.
  static std::int64_t serialisation(std::int64_t bytes, std::int64_t rate) {
    if (rate == 0) return 0;
    return (bytes * 1'000'000'000'000 + rate - 1) / rate;
  }
  // Of the wires: injection, link, ejection, memory.
  static std::int64_t lower(std::int64_t a, std::int64_t b) {
    return a == 0 ? b : b == 0 ? a : std::min(a, b);
  }
  std::int64_t injection_time(std::int64_t bytes) const {
    return serialisation(bytes, lower(nic_rate, dma_read));
  }
  std::int64_t link_time(std::int64_t bytes) const {
    return serialisation(bytes, lower(link_rate, switch_rate));
  }
  std::int64_t ejection_time(std::int64_t bytes) const {
    return serialisation(bytes, lower(nic_rate, switch_rate));
  }
  std::int64_t write_time(std::int64_t bytes) const { return serialisation(bytes, dma_write); }

  // From hand-over to arrival of a message of one packet on an idle machine: every stage adds its
  // pipeline, and the slowest wire on the way counts once, since heads do not wait for tails.
  std::int64_t zero_load_latency(std::uint32_t hops, std::int64_t bytes) const {
    const std::int64_t slowest =
        std::max({injection_time(bytes), hops ? link_time(bytes) : 0, ejection_time(bytes),
                  write_time(bytes)});
    return send_overhead + 2 * nic_cable + hops * cable + (hops + 1) * pipeline() + slowest +
           receive_overhead;
  }
};

inline std::string TestFabric::toml(std::string_view jobs) const {
  const auto rate = [](std::int64_t r) {
    return r == 0 ? std::string("\"unlimited\"") : fmt::format("\"{} B/s\"", r);
  };
  return fmt::format(R"(
[topology]
type = "{}"
extents = [{}]
endpoints_per_router = {}
[router]
routing_time = "{} ps"
vc_allocation_time = "{} ps"
switch_allocation_time = "{} ps"
switch_traversal_time = "{} ps"
switch_rate = {}
vcs = {}
buffer = "{} B"
arbiter = "{}"
architecture = "{}"
speedup = {}
output_buffer = "{} B"
output_pool = "{} B"
[link]
rate = {}
cable_latency = "{} ps"
credit_time = "{} ps"
)", type, fmt::join(extents, ", "), endpoints_per_router, routing, vc_allocation,
                     switch_allocation, traversal, rate(switch_rate), vcs, buffer, arbiter,
                     architecture, speedup, 2 * packet, output_pool, rate(link_rate), cable, credit) +
         fmt::format(R"([nic]
per_node = {}
link_rate = {}
cable_latency = "{} ps"
dma_read_rate = {}
dma_write_rate = {}
packet = "{} B"
header = "{} B"
smallest_packet = "{} B"
send_overhead = "{} ps"
receive_overhead = "{} ps"
receive_buffer = "{} B"
[run]
deadlock_check = {}
{}
)", nics, rate(nic_rate), nic_cable, rate(dma_read), rate(dma_write), packet, header, smallest,
                     send_overhead, receive_overhead, receive_buffer, deadlock_check, run) +
         std::string(jobs);
}

}  // namespace kasuri
