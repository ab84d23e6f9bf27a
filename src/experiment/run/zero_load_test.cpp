// SPDX-License-Identifier: MIT
// Latencies on an idle machine against closed forms, to the picosecond, for every ordered pair of
// nodes (NSIM-ACE, Table 1); messages of many packets against a max-plus recurrence.
#include <gmock/gmock.h>

#include "base/core/rng.h"
#include "experiment/run/test_fabric.h"
#include "experiment/run/test_run.h"

namespace kasuri {
namespace zero_load_test {

using Extents = std::vector<std::uint32_t>;

const std::vector<Extents>& small_machines() {
  static const std::vector<Extents> all{{2},    {3},       {4},       {5},       {1, 1, 2}, {3, 2},
                                        {4, 4}, {5, 3},    {2, 2, 2}, {4, 3, 2}, {5, 1, 2}, {1, 4},
                                        {2, 1, 3, 2}, {3, 2, 2, 2}};
  return all;
}

// One message after the other between all pairs of different nodes, long after the one before has
// been forgotten.
void send_one_by_one(const TestFabric& f, std::int64_t payload, Time apart) {
  Script::script.clear();
  Time t{1};
  for (std::uint32_t from = 0; from < f.nodes(); ++from) {
    for (std::uint32_t to = 0; to < f.nodes(); ++to) {
      if (from == to) continue;
      Script::script.push_back({t, from, to, {payload}});
      t += apart;
    }
  }
  TestMachine m(f.toml());
  m.run();
  m.expect_at_rest();
}

// Against the closed form for one packet.
void expect_closed_form(const TestFabric& f, std::int64_t payload) {
  const std::vector<std::int64_t> packets = f.packets(payload);
  ASSERT_EQ(packets.size(), 1u);
  send_one_by_one(f, payload, Time{1'000'000'000});
  for (const Script::Message& m : Script::script) {
    const std::uint32_t hops = f.hops(m.from, m.to);
    ASSERT_EQ((m.arrived - m.at).ps, f.zero_load_latency(hops, packets[0]))
        << m.from << " to " << m.to << ", " << hops << " hops, " << payload << " B, " << f.toml();
  }
}

struct Variant {
  const char* name;
  void (*change)(TestFabric&);
};

const Variant kVariants[] = {
    {"as in NSIM-ACE's Table 1", [](TestFabric&) {}},
    {"slow DMA read", [](TestFabric& f) { f.dma_read = 1'700'000'000; }},
    {"slow DMA write", [](TestFabric& f) { f.dma_write = 900'000'000; }},
    {"fast DMA", [](TestFabric& f) { f.dma_read = f.dma_write = 80'000'000'000; }},
    {"slow switch", [](TestFabric& f) { f.switch_rate = 1'300'000'000; }},
    {"unlimited switch", [](TestFabric& f) { f.switch_rate = 0; }},
    {"slow link to the NIC", [](TestFabric& f) { f.nic_rate = 2'100'000'000; }},
    {"fast link to the NIC", [](TestFabric& f) { f.nic_rate = 50'000'000'000; }},
    {"links slower than all else", [](TestFabric& f) { f.link_rate = 700'000'000; }},
    {"long cables, slow credits", [](TestFabric& f) {
       f.cable = 50'000;
       f.nic_cable = 3'333;
       f.credit = 7'777;
     }},
    {"no cables", [](TestFabric& f) { f.cable = f.nic_cable = 0; }},
    {"no time to request", [](TestFabric& f) {
       f.routing = f.vc_allocation = f.switch_allocation = 0;
     }},
    {"short pipeline", [](TestFabric& f) {
       f.routing = 1;
       f.vc_allocation = f.switch_allocation = 0;
       f.traversal = 1;
     }},
    {"overheads and headers", [](TestFabric& f) {
       f.send_overhead = 123'456;
       f.receive_overhead = 65'432;
       f.header = 24;
     }},
};

TEST(ZeroLoad, OfOnePacketIsTheClosedFormForEveryPairOfSmallMachines) {
  for (const char* type : {"mesh", "torus"}) {
    for (const Extents& extents : small_machines()) {
      for (const std::uint32_t endpoints : {1u, 2u}) {
        const TestFabric f{.type = type, .extents = extents, .endpoints_per_router = endpoints};
        for (const std::int64_t payload : {1, 48, 2048}) expect_closed_form(f, payload);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(ZeroLoad, OfOnePacketIsTheClosedFormForAllSettings) {
  for (const Variant& v : kVariants) {
    SCOPED_TRACE(v.name);
    for (const Extents& extents : {Extents{5}, Extents{4, 2}, Extents{3, 1, 2}}) {
      for (const std::uint32_t nics : {1u, 2u}) {
        TestFabric f{.extents = extents, .endpoints_per_router = 2, .nics = nics};
        v.change(f);
        for (const std::int64_t payload : {0, 48, 2000}) expect_closed_form(f, payload);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(ZeroLoad, TakesTheNumberOfVcsNotIntoAccount) {
  for (const std::uint32_t vcs : {1u, 2u, 3u, 8u, 32u}) {
    expect_closed_form({.extents = {3, 3}, .vcs = vcs}, 2048);
  }
}

// T_RC + T_VA + T_SA + T_ST + cable = 4 + 4 + 4 + 128 + 0.6 ns (NSIM-ACE, Table 1).
TEST(ZeroLoad, GrowsBy140point6NanosecondsPerHop) {
  const TestFabric f{.type = "mesh", .extents = {6}};
  send_one_by_one(f, 2048, Time{1'000'000'000});
  for (const Script::Message& m : Script::script) {
    if (m.from != 0) continue;
    // 140.6 ns each for the routers on the way and the first one, two cables, 2,048 B at 5 GB/s.
    EXPECT_EQ((m.arrived - m.at).ps, 140'600 * (m.to + 1) + 600 + 409'600);
  }
}

// ---- Many packets ----

// A path as a chain of servers with room between them, for the packets of one message and one VC:
// when packet k leaves stage i depends only on k - 1 at i, on k at i - 1, and on the room at i + 1.
class Chain {
 public:
  Chain(const TestFabric& f, std::uint32_t hops, std::vector<std::int64_t> packets)
      : f_(f), stages_(hops + 1), sizes_(std::move(packets)),
        credit_(stages_ + 1, std::vector<std::int64_t>(sizes_.size())) {}

  // From hand-over until the last packet is in memory and the overhead of the message over.
  std::int64_t latency() {
    std::vector<std::int64_t> grant(stages_, kLongAgo), out_free(stages_, kLongAgo);
    std::int64_t injected = f_.send_overhead, drained = kLongAgo;
    for (std::size_t k = 0; k < sizes_.size(); ++k) {
      const std::int64_t size = sizes_[k];
      const std::int64_t start = std::max(injected, room(0, k, f_.buffer));
      injected = start + f_.injection_time(size);
      std::int64_t head = start + f_.nic_cable, tail = injected + f_.nic_cable;
      for (std::size_t i = 0; i < stages_; ++i) {
        const bool last = i + 1 == stages_;
        const std::int64_t request = std::max(head, grant[i]) + f_.request();
        grant[i] = std::max({request, out_free[i] - f_.traversal,
                             room(i + 1, k, last ? f_.receive_buffer : f_.buffer)});
        const std::int64_t head_out = grant[i] + f_.traversal;
        out_free[i] = std::max(head_out + (last ? f_.ejection_time(size) : f_.link_time(size)),
                               tail + f_.pipeline());
        const std::int64_t back = i == 0 ? f_.nic_cable : f_.cable;
        credit_[i][k] = out_free[i] - f_.traversal + back + f_.credit;
        const std::int64_t cable = last ? f_.nic_cable : f_.cable;
        head = head_out + cable;
        tail = out_free[i] + cable;
      }
      drained = std::max(tail, std::max(head, drained) + f_.write_time(size));
      credit_[stages_][k] = drained + f_.nic_cable + f_.credit;
    }
    return drained + f_.receive_overhead;
  }

 private:
  static constexpr std::int64_t kLongAgo = INT64_MIN / 2;

  // When the buffer before stage i has room for packet k: all but those that fit beside it left.
  std::int64_t room(std::size_t i, std::size_t k, std::int64_t buffer) const {
    std::int64_t together = sizes_[k];
    for (std::size_t j = k; j-- > 0;) {
      together += sizes_[j];
      if (together > buffer) return credit_[i][j];
    }
    return kLongAgo;
  }

  const TestFabric& f_;
  std::size_t stages_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::vector<std::int64_t>> credit_;  // of packet k for the buffer before stage i
};

void expect_chain(const TestFabric& f, std::int64_t payload, std::string_view what = "") {
  send_one_by_one(f, payload, Time{10'000'000'000});
  for (const Script::Message& m : Script::script) {
    const std::uint32_t hops = f.hops(m.from, m.to);
    ASSERT_EQ((m.arrived - m.at).ps, Chain(f, hops, f.packets(payload)).latency())
        << what << m.from << " to " << m.to << ", " << payload << " B, " << f.toml();
  }
}

// With room enough and packets longer than the request time, any VCs: a pipeline of the slowest.
TEST(ZeroLoad, OfEqualPacketsIsThatOfOneAndTheSlowestWireForEachOther) {
  for (const Variant& v : kVariants) {
    for (const std::uint32_t vcs : {1u, 2u, 4u}) {
      TestFabric f{.type = vcs == 1 ? "mesh" : "torus", .extents = {4, 2}, .vcs = vcs,
                   .buffer = 1 << 20, .receive_buffer = 1 << 20};
      v.change(f);
      constexpr std::int64_t kPackets = 9;
      const std::int64_t size = f.packet;
      const std::int64_t payload = kPackets * (size - f.header);
      send_one_by_one(f, payload, Time{1'000'000'000});
      for (const Script::Message& m : Script::script) {
        const std::uint32_t hops = f.hops(m.from, m.to);
        const std::int64_t slowest = std::max({f.injection_time(size), f.link_time(size),
                                               f.ejection_time(size), f.write_time(size)});
        ASSERT_EQ((m.arrived - m.at).ps,
                  f.zero_load_latency(hops, size) + (kPackets - 1) * slowest)
            << v.name << ", " << m.from << " to " << m.to << ", " << vcs << " VCs";
      }
    }
  }
}

TEST(ZeroLoad, OfManyPacketsIsThatOfAChainOfServers) {
  for (const Variant& v : kVariants) {
    for (const std::int64_t payload : {2049, 5000, 40'000}) {
      TestFabric f{.type = "mesh", .extents = {4, 2}, .vcs = 1, .buffer = 4096,
                   .receive_buffer = 2048};
      v.change(f);
      expect_chain(f, payload, v.name);
      if (HasFailure()) return;
    }
  }
}

// Random settings, buffers of just one packet and more, credits that throttle, packets shorter than
// the request time.
TEST(ZeroLoad, OfManyPacketsIsThatOfAChainForRandomSettings) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    std::uint64_t drawn = 0;
    const auto draw = [&](std::int64_t least, std::int64_t most) {
      const auto span = static_cast<std::uint64_t>(most - least + 1);
      return least + static_cast<std::int64_t>(below(random_at(seed, 0, 0, drawn++)[0], span));
    };
    const auto rate = [&] { return draw(0, 3) ? draw(500'000'000, 20'000'000'000) : 0; };
    TestFabric f{.type = "mesh", .extents = {3, 2}, .vcs = 1};
    f.routing = draw(0, 20'000);
    f.vc_allocation = draw(0, 1) * draw(0, 100'000);
    f.switch_allocation = draw(1, 5'000);
    f.traversal = draw(1, 200'000);
    f.switch_rate = rate();
    f.link_rate = draw(500'000'000, 20'000'000'000);
    f.nic_rate = draw(500'000'000, 20'000'000'000);
    f.dma_read = rate();
    f.dma_write = rate();
    f.cable = draw(0, 1) * draw(0, 100'000);
    f.nic_cable = draw(0, 50'000);
    f.credit = draw(0, 1) * draw(0, 100'000);
    f.packet = draw(33, 2048);
    f.header = draw(0, 32);
    f.smallest = draw(1, 33);
    f.buffer = f.packet * draw(1, 4) + draw(0, f.packet);
    f.receive_buffer = f.packet * draw(1, 4) + draw(0, f.packet);
    f.send_overhead = draw(0, 1) * draw(0, 1'000'000);
    f.receive_overhead = draw(0, 1) * draw(0, 1'000'000);
    expect_chain(f, draw(1, 12 * f.packet), fmt::format("seed {}: ", seed));
    if (HasFailure()) return;
  }
}

}  // namespace zero_load_test
}  // namespace kasuri
